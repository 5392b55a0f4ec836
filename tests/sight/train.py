"""Trains what reads Hangzhou's city from photographs of the table in the machine.

    seq 28 | xargs -P 2 -I {} python tests/sight/train.py make windows-{}.npz --photographs 100 --seed {}
    python tests/sight/train.py learn windows-?.npz windows-??.npz --out companion/games/hangzhou/sight.npz
    python tests/sight/trust.py

The same seeds give the same weights on the same machine. `learn` teaches both nets at once, one on each of two cores;
it needs PyTorch, which nothing else here does: install that into an environment of its own. What `trust.py` prints goes
into `TRUST` of `companion/games/hangzhou/looks.py`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

import numpy as np
from lessons import make

from companion.games.hangzhou.looks import ASKED, CLOSE_MARGIN, GLANCED, MARGIN
from companion.sight.net import saved

KINDS = {"glance": (GLANCED, MARGIN), "shop": (ASKED, CLOSE_MARGIN)}
"""The nets: what each is asked, and the margin of its windows."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    commands = options.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make")
    making.add_argument("out", type=Path)
    making.add_argument("--photographs", type=int, default=400)
    making.add_argument("--seed", type=int, default=1)
    learning = commands.add_parser("learn")
    learning.add_argument("windows", type=Path, nargs="+")
    learning.add_argument("--out", type=Path, required=True)
    learning.add_argument("--rounds", type=int, default=5)
    given = options.parse_args()
    if given.command == "make":
        make(given.out, given.photographs, given.seed)
        return
    with ProcessPoolExecutor(len(KINDS)) as learning_each:
        learnt = learning_each.map(_learnt, KINDS, repeat(given.windows), repeat(given.rounds))
        given.out.write_bytes(saved(dict(zip(KINDS, learnt, strict=True))))


def _learnt(kind: str, paths: Sequence[Path], rounds: int) -> dict[str, np.ndarray]:
    """The weights of one of the nets, learnt by one core: on several, sums come out otherwise."""
    import torch
    from learning import learn

    torch.set_num_threads(1)
    heads, margin = KINDS[kind]
    shown, told = (np.concatenate([np.load(path)[name] for path in paths]) for name in (kind, f"{kind}-labels"))
    return learn(shown, told, heads, margin, rounds=rounds)


if __name__ == "__main__":
    main()
