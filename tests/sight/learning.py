"""How a net learns: down the gradient of its mistakes, on windows changed a little each time.

Needs PyTorch, which neither the reader nor its tests need: `pip install torch`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

import numpy as np
import torch
from lessons import HELD, PAPER
from torch import nn
from torch.nn import functional

from companion.sight.net import STRIDES, Net, prepared

CHANNELS = (3, 24, 48, 64, 96, 96, 128)
SIZES = (5, 3, 3, 3, 3, 3)
DENSE = 192
BATCH = 64


class Learner(nn.Module):
    """The net of `companion.sight.net`, with what steadies it while it learns."""

    def __init__(self, pixels: int, heads: Mapping[str, int]) -> None:
        super().__init__()
        shapes = zip(CHANNELS[:-1], CHANNELS[1:], SIZES, STRIDES, strict=True)
        self.layers = nn.ModuleList(nn.Conv2d(a, b, size, step, size // 2, bias=False) for a, b, size, step in shapes)
        self.norms = nn.ModuleList(nn.BatchNorm2d(channels) for channels in CHANNELS[1:])
        for step in STRIDES:
            pixels = -(-pixels // step)
        self.dense = nn.Linear(pixels**2 * CHANNELS[-1], DENSE)
        self.heads = nn.ModuleDict({name: nn.Linear(DENSE, answers) for name, answers in heads.items()})

    def forward(self, shown: torch.Tensor) -> dict[str, torch.Tensor]:
        for layer, norm in zip(self.layers, self.norms, strict=True):
            shown = functional.relu(norm(layer(shown)))
        flat = shown.permute(0, 2, 3, 1).flatten(1)
        made = functional.dropout(functional.relu(self.dense(flat)), 0.2, self.training)
        return {name: head(made).float() for name, head in self.heads.items()}

    def weights(self) -> dict[str, np.ndarray]:
        """As `companion.sight.net` takes them: what steadied is folded into the layers."""
        found: dict[str, torch.Tensor] = {}
        for number, (layer, norm) in enumerate(zip(self.layers, self.norms, strict=True)):
            scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            found[f"kernel-{number}"] = (layer.weight * scale[:, None, None, None]).permute(2, 3, 1, 0)
            found[f"bias-{number}"] = norm.bias - norm.running_mean * scale
        found["dense"], found["dense-bias"] = self.dense.weight.T, self.dense.bias
        for name, head in self.heads.items():
            found[f"head-{name}"], found[f"head-{name}-bias"] = head.weight.T, head.bias
        return {name: np.ascontiguousarray(value.detach().numpy(), np.float32) for name, value in found.items()}


def learn(
    windows: np.ndarray, labels: np.ndarray, heads: Mapping[str, int], rounds: int, seed: int = 7
) -> dict[str, np.ndarray]:
    """The weights of a net; `windows` are bytes, `labels` has a column for each head, of `any-…` for each answer.
    From the first twentieth nothing is learnt: after each round it tells how many mistakes are made."""
    torch.manual_seed(seed)
    dice = np.random.default_rng(seed)
    learner = Learner(windows.shape[1], heads).to(memory_format=torch.channels_last)
    held = len(windows) // HELD
    steps = rounds * ((len(windows) - held) // BATCH)
    kinds = [one for one in learner.parameters() if one.ndim > 1], [one for one in learner.parameters() if one.ndim < 2]
    groups = [{"params": kinds[0], "weight_decay": 0.05}, {"params": kinds[1], "weight_decay": 0.0}]
    ways = torch.optim.AdamW(groups, lr=2e-3)
    rates = torch.optim.lr_scheduler.OneCycleLR(ways, 2.5e-3, total_steps=steps, pct_start=0.15)
    upright = [at for at, name in enumerate(_columns(heads)) if name.startswith("any-")]
    turnable = ~labels[:, upright].any(axis=1)
    began = time.monotonic()
    for number in range(rounds):
        learner.train()
        order, losses = dice.permutation(len(windows) - held) + held, []
        for start in range(0, len(order) - BATCH + 1, BATCH):
            picked = order[start : start + BATCH]
            shown = torch.from_numpy(varied(windows[picked], turnable[picked], dice)).permute(0, 3, 1, 2)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                scores = learner(shown)
            loss = _loss(scores, torch.from_numpy(labels[picked].astype(np.int64)), heads)
            ways.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(learner.parameters(), 5.0)
            ways.step()
            rates.step()
            losses.append(float(loss.detach()))
        learner.eval()
        wrong = mistakes(learner.weights(), windows[:held], labels[:held], heads)
        print(f"round {number + 1}: loss {np.mean(losses):.4f}, {time.monotonic() - began:.0f} s, {wrong}", flush=True)
    return learner.weights()


def _columns(heads: Mapping[str, int]) -> list[str]:
    """The head that each column of the labels is of."""
    return [name for name, answers in heads.items() for _ in range(answers if name.startswith("any-") else 1)]


def varied(windows: np.ndarray, turnable: np.ndarray, dice: np.random.Generator) -> np.ndarray:
    """Windows in other light, a little moved, with grain: what a lamp, a hand and a chip do. Half of those in which
    nothing stands are turned by quarters as well."""
    shown = windows.astype(np.float32) / PAPER
    for at in np.flatnonzero(turnable & (dice.random(len(shown)) < 0.5)):
        shown[at] = np.rot90(shown[at], dice.integers(4))
    gains = np.exp(dice.normal(0, 0.08, (len(shown), 1, 1, 1)) + dice.normal(0, 0.05, (len(shown), 1, 1, 3)))
    shown *= gains.astype(np.float32)
    for at, (right, down) in enumerate(dice.integers(-3, 4, (len(shown), 2))):
        shown[at] = np.roll(shown[at], (down, right), axis=(0, 1))
    grain = np.float32(dice.uniform(0, 0.04))
    return prepared(shown + grain * dice.standard_normal(shown.shape, np.float32))


def _loss(scores: Mapping[str, torch.Tensor], labels: torch.Tensor, heads: Mapping[str, int]) -> torch.Tensor:
    loss, column = torch.zeros(()), 0
    for name, answers in heads.items():
        if name.startswith("any-"):
            meant = labels[:, column : column + answers].float()
            loss = loss + functional.binary_cross_entropy_with_logits(scores[name], meant) * answers
            column += answers
        else:
            loss = loss + functional.cross_entropy(scores[name], labels[:, column])
            column += 1
    return loss


def mistakes(
    weights: Mapping[str, np.ndarray], windows: np.ndarray, labels: np.ndarray, heads: Mapping[str, int]
) -> dict[str, float]:
    """Of windows that were not learnt from, the share whose answer is wrong, in hundredths."""
    net, wrong = Net(weights, tuple(heads)), dict.fromkeys(heads, 0.0)
    for start in range(0, len(windows), 128):
        found = net.read(windows[start : start + 128].astype(np.float32) / PAPER)
        column = 0
        for name, answers in heads.items():
            wide = answers if name.startswith("any-") else 1
            meant = labels[start : start + 128, column : column + wide]
            likeliest = found[name] > 0.5 if name.startswith("any-") else found[name].argmax(axis=1)[:, None]
            wrong[name] += float((likeliest != meant).any(axis=1).sum())
            column += wide
    return {name: round(100 * count / max(1, len(windows)), 2) for name, count in wrong.items()}
