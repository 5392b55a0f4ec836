"""Prints how well Xanadú's buildings are read from photographs of the table in the machine: a row for each level.

    nice -n 15 python tests/sight/xanadu_figures.py --photographs 300

*named*: buildings that were told by their seal; *rows right*: of those, whose covered rows were counted rightly, and
*lying right*: of which it was told rightly whether they lie sideways; *doubted*: how many of a photograph are to be
confirmed; *undoubted wrong*: whose rows are wrong and nobody would be asked; *scores*: fours of photographs, one of
each player, that make the true score after at most three confirmations.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from camera import Level
from city_figures import LEVELS
from houses import House, Shown, photograph

from companion.games.xanadu.letters import card_text
from companion.games.xanadu.sight import SIGHT
from companion.sight.errors import SightError
from companion.sight.faces import Side
from companion.sight.kit import sides
from companion.sight.picture import decoded
from companion.sight.reading import Reading
from companion.sight.table import see
from pnp.kits import find

CONFIRMED, PLAYERS = 3, 4
TEST_SEED = 7_000_000
LYING = "-"


def value(house: House) -> str:
    """What a reading says of a house."""
    return ".".join([card_text(house.card), *["*"] * house.workers]) + (LYING if house.sideways else "")


def read(shown: Shown, known: tuple[Side, ...]) -> dict[str, Reading]:
    """What is read of each building of a photograph, by its number; nothing of a refused one."""
    try:
        sighted, _ = see(decoded(shown.jpeg), known, SIGHT)
    except SightError:
        return {}
    return {reading.part: reading for reading in sighted.readings}


def measured(level: Level, photographs: int, known: tuple[Side, ...]) -> Counter[str]:
    """Counts over photographs of a level."""
    found: Counter[str] = Counter()
    whole, doubts = True, 0
    for number in range(photographs):
        shown = photograph(TEST_SEED + number, level)
        began = time.process_time()
        readings = read(shown, known)
        found["milliseconds"] += round(1000 * (time.process_time() - began))
        for house in shown.houses:
            found["buildings"] += 1
            reading = readings.pop(card_text(house.card), None)
            if reading is None:
                whole = False
                continue
            meant = value(house)
            wrong = reading.value.rstrip(LYING) != meant.rstrip(LYING)
            found["named"] += 1
            found["rows right"] += not wrong
            found["lying right"] += reading.value.endswith(LYING) == house.sideways
            found["doubted"] += not reading.sure
            found["undoubted wrong"] += wrong and reading.sure
            doubts += not reading.sure
            whole = whole and not (wrong and reading.sure)
        found["strange"] += len(readings)
        whole = whole and not readings
        if number % PLAYERS == PLAYERS - 1:
            found["scores"] += whole and doubts <= CONFIRMED
            whole, doubts = True, 0
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--photographs", type=int, default=60)
    options.add_argument("--level", choices=list(LEVELS), help="this one alone")
    given = options.parse_args()
    known = sides(find("xanadu"))
    heads = ("level", "named", "rows right", "lying right", "doubted", "undoubted wrong", "scores", "s each")
    print("| " + " | ".join(heads) + " |")
    print("|---|" + "---|" * (len(heads) - 1))
    for name, level in LEVELS.items():
        if given.level not in (None, name):
            continue
        counts = measured(level, given.photographs, known)
        named = max(1, counts["named"])
        cells = (
            name,
            f"{counts['named']} of {counts['buildings']}",
            f"{100 * counts['rows right'] / named:.1f} %",
            f"{100 * counts['lying right'] / named:.1f} %",
            f"{counts['doubted'] / given.photographs:.2f}",
            f"{counts['undoubted wrong']} of {counts['named']}",
            f"{counts['scores']} of {given.photographs // PLAYERS}",
            f"{counts['milliseconds'] / given.photographs / 1000:.2f}",
        )
        print("| " + " | ".join(cells) + " |", flush=True)
        if counts["strange"]:
            print(f"<!-- buildings that were not there: {counts['strange']} -->")


if __name__ == "__main__":
    main()
