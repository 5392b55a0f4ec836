"""Prints how well boards are found in photographs of the table in the machine: a row for each level.

nice -n 15 python tests/sight/figures.py --photographs 300
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from camera import Level, levels
from city import MARKS, photograph
from grid import off

from companion.sight.board import looked_at
from pnp.camera import PhotographError, decode_photograph

LEVELS = levels(Level(bend=0.05, width=(2000, 2000), ground="test"))
SEED = 50_000_000


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--photographs", type=int, default=60)
    count = options.parse_args().photographs
    print("| level | found | error, mm: median | worst | s each |")
    print("|---|---|---|---|---|")
    for name, level in LEVELS.items():
        errors, seconds, refused = [], 0.0, list[str]()
        for number in range(count):
            taken = photograph(SEED + number, level)
            began = time.process_time()
            try:
                view = looked_at(decode_photograph(taken.jpeg), MARKS)
            except PhotographError as error:
                refused.append(error.reason)
                continue
            finally:
                seconds += time.process_time() - began
            errors.append(off(view, taken))
        cells = (name, f"{len(errors)} of {count}", f"{np.median(errors):.2f}", f"{max(errors):.2f}")
        print(f"| {' | '.join(cells)} | {seconds / count:.2f} |", *sorted(refused), flush=True)


if __name__ == "__main__":
    main()
