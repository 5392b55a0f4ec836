"""Prints how well Dunhuang's market is read from photographs of the table in the machine: a row for each level.

    nice -n 15 python tests/sight/market_figures.py --photographs 300

*doubted*: of 17 parts, those that are to be confirmed; *undoubted wrong*: what nobody would have been asked about.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from camera import Level, levels
from market import MARKS, photograph

from companion.games.dunhuang.sight.market import MARKET_READER
from companion.sight.board import looked_at
from pnp.camera import PhotographError, decode_photograph

LEVELS = levels(Level(bend=0.05, blur=(0.4, 1.2), noise=(1, 6), width=(2000, 2000)))
TEST_SEED = 90_000_000


def measured(level: Level, photographs: int) -> Counter[str]:
    """Counts over photographs of a level."""
    found: Counter[str] = Counter()
    for number in range(photographs):
        taken = photograph(TEST_SEED + number, level)
        meant = taken.market.values()
        began = time.process_time()
        try:
            picture = decode_photograph(taken.jpeg)
            readings = MARKET_READER.read(picture, looked_at(picture, MARKS))
        except PhotographError:
            found["refused"] += 1
            continue
        found["milliseconds"] += round(1000 * (time.process_time() - began))
        found["read"] += 1
        for reading in readings:
            kind = reading.part.partition(" ")[0]
            right = reading.value == meant[reading.part]
            found[f"{kind} of"] += 1
            found[kind] += right
            found["doubted"] += not reading.sure
            found["undoubted wrong"] += reading.sure and not right
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--photographs", type=int, default=300, help="of each level")
    options.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS))
    given = options.parse_args()
    photographs = given.photographs
    print("| level | refused | characters right | goods right | camel right | doubted | undoubted wrong | s each |")
    print("|---|---|---|---|---|---|---|---|")
    for name in given.levels:
        found = measured(LEVELS[name], photographs)
        read = max(1, found["read"])
        right = " | ".join(f"{found[kind]} of {found[f'{kind} of']}" for kind in ("ring", "market", "camel"))
        print(
            f"| {name} | {found['refused']} of {photographs} | {right} | {found['doubted'] / read:.1f} "
            f"| {found['undoubted wrong']} of {17 * read} | {found['milliseconds'] / read / 1000:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
