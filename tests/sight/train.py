"""Trains what reads Hangzhou's city from photographs of the table in the machine.

    for seed in $(seq 15); do python tests/sight/train.py make windows-$seed.npz --photographs 100 --seed $seed; done
    python tests/sight/train.py learn windows-?.npz windows-??.npz --out companion/games/hangzhou/sight.npz

The same seeds give the same weights on the same machine. `learn` needs PyTorch, which nothing else here does: install
it into an environment of its own.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from lessons import make

from companion.games.hangzhou.sight import HEADS
from companion.sight.net import saved


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
    learning.add_argument("--rounds", type=int, default=8)
    given = options.parse_args()
    if given.command == "make":
        make(given.out, given.photographs, given.seed)
        return
    from learning import learn

    files = [np.load(path) for path in given.windows]
    shown, told = (np.concatenate([file[name] for file in files]) for name in ("windows", "labels"))
    given.out.write_bytes(saved(learn(shown, told, HEADS, rounds=given.rounds)))


if __name__ == "__main__":
    main()
