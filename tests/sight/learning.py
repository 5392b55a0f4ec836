"""How a net learns: down the gradient of its mistakes, on windows changed a little each time.

Needs PyTorch, which neither the reader nor its tests need: `pip install torch`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

import numpy as np
import torch
from lessons import HELD, NOTHING, PAPER, Lesson, columns
from torch import nn
from torch.nn import functional

from companion.games.hangzhou.looks import moved
from companion.sight.net import Net, prepared

SIZES = (5, 3, 3, 3, 3, 3, 3)
STRIDES = (2, 2, 1, 2, 1, 2, 2)
BATCH = 64
RATE, WEIGHT_DECAY = 2.5e-3, 0.05
BRIEF = torch.cpu._is_avx512_bf16_supported()
"""Whether numbers are multiplied as 16 bits: a processor that has no instruction for that takes ten times as long as
with 32."""
GRAINS = 1 << 23
"""How many numbers grain is picked from: drawing each anew takes longer than all else that is done to a window."""


class Learner(nn.Module):
    """The net of `companion.sight.net`, with what steadies it while it learns."""

    def __init__(self, high: int, wide: int, lesson: Lesson) -> None:
        super().__init__()
        channels = (3, *lesson.channels)
        pairs = zip(channels[:-1], channels[1:], SIZES, strict=True)
        self.kernels = nn.ParameterList(_kernel(a, b, size) for a, b, size in pairs)
        self.norms = nn.ModuleList(nn.BatchNorm2d(count) for count in lesson.channels)
        for step in STRIDES:
            high, wide = -(-high // step), -(-wide // step)
        self.dense = nn.Linear(high * wide * channels[-1], lesson.dense)
        self.asked = lesson.heads
        heads = {**lesson.heads, **lesson.besides}
        self.heads = nn.ModuleDict({name: nn.Linear(lesson.dense, answers) for name, answers in heads.items()})

    def forward(self, shown: torch.Tensor) -> dict[str, torch.Tensor]:
        for kernel, size, step, norm in zip(self.kernels, SIZES, STRIDES, self.norms, strict=True):
            shaped = _shaped(kernel, size).to(memory_format=torch.channels_last)
            shown = functional.relu(norm(functional.conv2d(shown, shaped, None, step, size // 2)))
        flat = shown.permute(0, 2, 3, 1).flatten(1)
        made = functional.dropout(functional.relu(self.dense(flat)), 0.2, self.training)
        return {name: head(made).float() for name, head in self.heads.items()}

    def weights(self) -> dict[str, np.ndarray]:
        """As `companion.sight.net` takes them: what steadied is folded into the layers."""
        found = {"strides": torch.tensor(STRIDES)}
        for number, (kernel, size, norm) in enumerate(zip(self.kernels, SIZES, self.norms, strict=True)):
            scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            found[f"kernel-{number}"] = _shaped(kernel * scale[:, None], size).permute(2, 3, 1, 0)
            found[f"bias-{number}"] = norm.bias - norm.running_mean * scale
        found["dense"], found["dense-bias"] = self.dense.weight.T, self.dense.bias
        for name in self.asked:
            head = self.heads[name]
            found[f"head-{name}"], found[f"head-{name}-bias"] = head.weight.T, head.bias
        return {name: np.ascontiguousarray(value.detach().numpy(), np.float32) for name, value in found.items()}

    def ways(self) -> tuple[torch.optim.Optimizer, ...]:
        """Down which it learns: kernels and the dense layer by their momentum made orthogonal, for which they are
        matrices (https://kellerjordan.github.io/posts/muon); all else by AdamW. Of windows that were not learnt from
        6 to 16 % fewer were told wrongly, after as many rounds as by AdamW alone."""
        matrices = [*self.kernels, self.dense.weight]
        held = {id(one) for one in matrices}
        others = [one for one in self.parameters() if id(one) not in held]
        groups = [
            {"params": [one for one in others if one.ndim > 1], "weight_decay": WEIGHT_DECAY},
            {"params": [one for one in others if one.ndim < 2], "weight_decay": 0.0},
        ]
        return (
            torch.optim.Muon(matrices, lr=RATE, weight_decay=WEIGHT_DECAY, adjust_lr_fn="match_rms_adamw"),
            torch.optim.AdamW(groups, lr=RATE, fused=True),
        )


def _kernel(channels: int, out: int, size: int) -> nn.Parameter:
    """The kernel of a layer as a matrix: a row for each channel that it makes."""
    layer = nn.Conv2d(channels, out, size, bias=False)
    return nn.Parameter(layer.weight.detach().flatten(1).clone())


def _shaped(kernel: torch.Tensor, size: int) -> torch.Tensor:
    """The same as (out, from, size, size)."""
    return kernel.view(len(kernel), -1, size, size)


def learn(windows: np.ndarray, labels: np.ndarray, lesson: Lesson, seed: int = 7) -> dict[str, np.ndarray]:
    """The weights of a net; `windows` are bytes with a margin, `labels` has a column for each head, of `any-…` and
    `by-…` for each answer. From the first twentieth nothing is learnt: after each round it tells how many mistakes are
    made."""
    torch.manual_seed(seed)
    dice = np.random.default_rng(seed)
    heads, margin = {**lesson.heads, **lesson.besides}, lesson.margin
    high, wide = windows.shape[1] - 2 * margin, windows.shape[2] - 2 * margin
    learner = Learner(high, wide, lesson).to(memory_format=torch.channels_last)
    held = len(windows) // HELD
    steps = lesson.rounds * ((len(windows) - held) // BATCH)
    ways = learner.ways()
    rates = [torch.optim.lr_scheduler.OneCycleLR(way, RATE, total_steps=steps, pct_start=0.15, cycle_momentum=False)
             for way in ways]  # fmt: skip
    grain = dice.standard_normal(GRAINS, np.float32)
    began = time.monotonic()
    for number in range(lesson.rounds):
        learner.train()
        order, losses = dice.permutation(len(windows) - held) + held, []
        for start in range(0, len(order) - BATCH + 1, BATCH):
            picked = np.sort(order[start : start + BATCH])
            cut, meant = varied(windows[picked], labels[picked], lesson, grain, dice)
            shown = torch.from_numpy(cut).permute(0, 3, 1, 2)
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=BRIEF):
                scores = learner(shown)
            loss = _loss(scores, torch.from_numpy(meant), heads, lesson.by)
            learner.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(learner.parameters(), 5.0)
            for one in (*ways, *rates):
                one.step()
            losses.append(float(loss.detach()))
            if len(losses) % 200 == 0:
                print(f"{len(losses)}: loss {np.mean(losses[-200:]):.4f}, {time.monotonic() - began:.0f} s", flush=True)
        learner.eval()
        wrong = mistakes(learner.weights(), moved(windows[:held], margin, 0, 0), labels[:held], lesson.heads)
        print(f"round {number + 1}: loss {np.mean(losses):.4f}, {time.monotonic() - began:.0f} s, {wrong}", flush=True)
    return learner.weights()


def varied(
    windows: np.ndarray, labels: np.ndarray, lesson: Lesson, grain: np.ndarray, dice: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Windows in other light, moved within their margin, with some of the grain: what a lamp, a hand and a chip do;
    and their labels, of which numbers begin with pixels right and down."""
    margin = lesson.margin
    steps = dice.integers(-margin, margin + 1, (len(windows), 2))
    shown = np.stack([
        moved(window[None], margin, down, right)[0] for window, (down, right) in zip(windows, steps, strict=True)
    ]).astype(np.float32)  # fmt: skip
    seen_in_mirror = dice.random(len(shown)) < 0.5 if lesson.mirrored else np.zeros(len(shown), bool)
    shown[seen_in_mirror] = shown[seen_in_mirror, :, ::-1]
    gains = np.exp(dice.normal(0, 0.08, (len(shown), 1, 1, 1)) + dice.normal(0, 0.05, (len(shown), 1, 1, 3)))
    shown *= (gains / PAPER).astype(np.float32)
    start = dice.integers(len(grain) - shown.size)
    for window, much in zip(shown, dice.uniform(0, 0.04, len(shown)), strict=True):
        window += np.float32(much) * grain[start : start + window.size].reshape(window.shape)
        start += window.size
    meant = labels.copy()
    for name, at in columns({**lesson.heads, **lesson.besides}).items():
        if name.startswith("by-"):
            meant[:, at.start : at.start + 2] -= steps[:, ::-1]
            meant[seen_in_mirror, at.start] *= -1
    return prepared(shown), meant


def _loss(
    scores: Mapping[str, torch.Tensor], labels: torch.Tensor, heads: Mapping[str, int], by: float
) -> torch.Tensor:
    loss = torch.zeros(())
    for name, at in columns(heads).items():
        meant = labels[:, at]
        if name.startswith("any-"):
            loss = loss + functional.binary_cross_entropy_with_logits(scores[name], meant) * heads[name]
        elif name.startswith("by-"):
            known = ~meant.isnan().any(dim=1)
            if known.any():
                loss = loss + functional.smooth_l1_loss(scores[name][known], meant[known]) * by
        else:
            loss = loss + functional.cross_entropy(scores[name], meant[:, 0].long())
    return loss


def mistakes(
    weights: Mapping[str, np.ndarray], windows: np.ndarray, labels: np.ndarray, heads: Mapping[str, int]
) -> dict[str, float]:
    """Of windows that were not learnt from, the share whose answer is wrong, in hundredths; how far numbers are off,
    the root of the mean square."""
    net, found = Net(weights, tuple(heads)), []
    for start in range(0, len(windows), 128):
        found.append(net.read(windows[start : start + 128].astype(np.float32) / PAPER))
    told = {}
    for name, at in columns(heads).items():
        scores, meant = np.concatenate([one[name] for one in found]), labels[:, at]
        known = (meant != NOTHING).all(axis=1) & ~np.isnan(meant).any(axis=1)
        if name.startswith("by-"):
            told[name] = round(float(np.sqrt(np.mean((scores - meant)[known] ** 2))), 3)
            continue
        likeliest = scores > 0.5 if name.startswith("any-") else scores.argmax(axis=1)[:, None]
        told[name] = round(100 * float((likeliest != meant)[known].any(axis=1).mean()), 2)
    return told
