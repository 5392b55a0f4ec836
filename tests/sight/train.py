"""Trains what reads Hangzhou's city from photographs of the table in the machine.

    python tests/sight/train.py make windows
    python tests/sight/train.py learn windows/*.npz --out companion/games/hangzhou/sight.npz
    python tests/sight/trust.py

The same seeds give the same weights on the same machine. `make` writes the windows of 1,900 photographs, and those of
coins of 300 more on which they lie in piles, a file for each hundred, whose seed is in its name; `learn` teaches the
nets; both keep two cores busy. To learn needs PyTorch, which nothing else here does: install that into an environment
of its own. With `--nets` it teaches some of them, and leaves the others in the file as they are. What `trust.py` prints
goes into `TRUST` of `companion/games/hangzhou/looks.py`, and into `POWERS` and `UNSEEN` of `whereabouts.py` beside it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

import numpy as np
from lessons import LYING, Lesson, make

from companion.games.hangzhou.closeups import COINS_MARGIN, COUNTED, DYE_MARGIN, DYED, MERCHANT_MARGIN, MET
from companion.games.hangzhou.looks import ASKED, CLOSE_MARGIN, GLANCED, MARGIN
from companion.sight.net import load, saved

SMALL, LARGE = (16, 32, 48, 64, 80, 96, 80), (16, 32, 64, 96, 96, 128, 128)
KINDS = {
    "coins": Lesson(COUNTED, COINS_MARGIN, 8, LARGE, 128, mirrored=True, by=0.02, besides=LYING),
    "shop": Lesson(ASKED, CLOSE_MARGIN, 4, LARGE, 128),
    "merchants": Lesson(MET, MERCHANT_MARGIN, 6, (16, 32, 48, 64, 64, 80, 64), 48),
    "glance": Lesson(GLANCED, MARGIN, 4, SMALL, 128),
    "dye": Lesson(DYED, DYE_MARGIN, 4, SMALL, 64),
}
"""The nets, in an order in which two cores have done at the same time."""
PHOTOGRAPHS = 100
"""In each file of windows."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    commands = options.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make")
    making.add_argument("folder", type=Path)
    making.add_argument("--files", type=int, default=19)
    making.add_argument("--piles", type=int, default=3)
    learning = commands.add_parser("learn")
    learning.add_argument("windows", type=Path, nargs="+")
    learning.add_argument("--out", type=Path, required=True)
    learning.add_argument("--nets", nargs="+", choices=KINDS, default=list(KINDS))
    given = options.parse_args()
    with ProcessPoolExecutor(2) as each:
        if given.command == "make":
            given.folder.mkdir(exist_ok=True)
            seeds = range(1, given.files + given.piles + 1)
            paths = [given.folder / f"windows-{seed}.npz" for seed in seeds]
            list(each.map(make, paths, repeat(PHOTOGRAPHS), seeds, [seed > given.files for seed in seeds]))
            return
        learnt = each.map(_learnt, given.nets, repeat(given.windows))
        kept = {name: net.weights for name, net in load(given.out).items()} if given.out.exists() else {}
        given.out.write_bytes(saved({**kept, **dict(zip(given.nets, learnt, strict=True))}))


def _learnt(kind: str, paths: Sequence[Path]) -> dict[str, np.ndarray]:
    """The weights of one of the nets, learnt by one core: on several, sums come out otherwise."""
    import torch
    from learning import learn

    torch.set_num_threads(1)
    files = [file for file in map(np.load, paths) if kind in file]
    shown, told = (np.concatenate([file[name] for file in files]) for name in (kind, f"{kind}-labels"))
    return learn(shown, told, KINDS[kind])


if __name__ == "__main__":
    main()
