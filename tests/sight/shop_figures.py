"""Prints how well Dunhuang's goods are counted in photographs of the table in the machine: a row for each level.

    nice -n 15 python tests/sight/shop_figures.py --photographs 300

*kinds*: of those that lie in a photograph or are read there, those whose number is right; *absent*: cards of which
nothing is said, nor asked; *too many*: cards that are read and do not lie there; *doubted*: cards that are to be
confirmed, in each photograph; *undoubted wrong*: photographs with a card too many that nobody would have been asked
about.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from market_figures import LEVELS
from shops import photograph

from companion.games.dunhuang.sight import SIGHT
from companion.sight.kit import sides
from companion.sight.table import see
from pnp.camera import PhotographError, decode_photograph
from pnp.kits import find

TEST_SEED = 95_000_000


def measured(name: str, photographs: int) -> Counter[str]:
    """Counts over photographs of a level."""
    found: Counter[str] = Counter()
    known = sides(find("dunhuang"))
    for number in range(photographs):
        taken = photograph(TEST_SEED + number, LEVELS[name])
        began = time.process_time()
        try:
            readings = see(decode_photograph(taken.jpeg), known, SIGHT)[0].readings
        except PhotographError:
            found["refused"] += 1
            continue
        found["milliseconds"] += round(1000 * (time.process_time() - began))
        meant = taken.counts()
        read = Counter(one.value for one in readings if one.value != "-")
        sure = Counter(one.value for one in readings if one.sure)
        guessed = read + Counter(one.second for one in readings if one.value == "-")
        found["read"] += 1
        found["cards"] += meant.total()
        found["kinds of"] += len(meant | read)
        found["kinds"] += sum(meant[kind] == read[kind] for kind in meant | read)
        found["whole"] += meant == read
        found["absent"] += max(0, meant.total() - guessed.total())
        found["too many"] += (read - meant).total()
        found["doubted"] += sum(not one.sure for one in readings)
        found["undoubted wrong"] += bool(sure - meant)
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--photographs", type=int, default=300, help="of each level")
    options.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS))
    given = options.parse_args()
    photographs = given.photographs
    print("| level | refused | kinds right | whole shops | absent | too many | doubted | undoubted wrong | s each |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in given.levels:
        found = measured(name, photographs)
        read = max(1, found["read"])
        print(
            f"| {name} | {found['refused']} of {photographs} | {found['kinds']} of {found['kinds of']} "
            f"| {found['whole']} of {read} | {found['absent']} of {found['cards']} | {found['too many']} "
            f"| {found['doubted'] / read:.1f} | {found['undoubted wrong']} of {read} "
            f"| {found['milliseconds'] / read / 1000:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
