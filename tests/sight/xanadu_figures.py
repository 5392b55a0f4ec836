"""Prints how well Xanadú's buildings are read from photographs of the table in the machine: a row for each level.

    nice -n 15 python tests/sight/xanadu_figures.py --photographs 300

*named*: buildings that were told; *rows right*: of those, whose covered rows were counted rightly, and *lying right*:
of which it was told rightly whether they lie sideways; *absent*: of which nothing was said, not even that a card lies
there; *doubted*: how many of a photograph are to be confirmed, with the cards that could not be named; *undoubted
wrong*: whose rows are wrong and nobody would be asked; *scores*: fours of photographs, one of each player, that make
the true score after at most three confirmations. Faces are drawn once, so *s each* is what else reading takes.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from functools import cache

from camera import LEVELS, Level
from houses import House, Shown, photograph

from companion.games.xanadu import sight
from companion.games.xanadu.names import card_text
from companion.games.xanadu.sight import SIGHT, UNNAMED
from companion.sight.faces import Side
from companion.sight.kit import sides
from companion.sight.reading import Reading
from companion.sight.table import see
from pnp.camera import PhotographError, decode_photograph
from pnp.kits import find

CONFIRMED, PLAYERS = 3, 4
TEST_SEED = 80_000_000
"""None of these photographs was looked at when the reader's numbers were set: that was done on others."""
LYING = "-"


def value(house: House) -> str:
    """What a reading says of a house."""
    return ".".join([card_text(house.card), *["*"] * house.workers]) + (LYING if house.sideways else "")


def read(shown: Shown, known: tuple[Side, ...]) -> dict[str, Reading]:
    """What is read of each building of a photograph, by its number; nothing of a refused one."""
    try:
        sighted, _ = see(decode_photograph(shown.jpeg), known, SIGHT)
    except PhotographError:
        return {}
    return {reading.part: reading for reading in sighted.readings}


def measured(level: Level, photographs: int, known: tuple[Side, ...], seed: int) -> Counter[str]:
    """Counts over photographs of a level."""
    found: Counter[str] = Counter()
    whole, doubts = True, 0
    for number in range(photographs):
        shown = photograph(seed + number, level)
        began = time.process_time()
        readings = read(shown, known)
        found["milliseconds"] += round(1000 * (time.process_time() - began))
        lacking = 0
        for house in shown.houses:
            found["buildings"] += 1
            reading = readings.pop(card_text(house.card), None)
            if reading is None:
                lacking += 1
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
        unnamed = sum(part.startswith(UNNAMED) for part in readings)
        found["absent"] += max(0, lacking - unnamed)
        found["doubted"] += unnamed
        found["strange"] += len(readings) - min(unnamed, lacking)
        foreign = [reading for part, reading in readings.items() if not part.startswith(UNNAMED)]
        found["doubted"] += sum(not reading.sure for reading in foreign)
        doubts += unnamed + sum(not reading.sure for reading in foreign)
        whole = whole and lacking <= unnamed and not any(reading.sure for reading in foreign)
        if number % PLAYERS == PLAYERS - 1:
            found["scores"] += whole and doubts <= CONFIRMED
            whole, doubts = True, 0
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--photographs", type=int, default=300, help="of each level")
    options.add_argument("--seed", type=int, default=TEST_SEED, help="of the first photograph")
    options.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS))
    given = options.parse_args()
    known = sides(find("xanadu"))
    sight.prints = cache(sight.prints)  # drawn once for all photographs
    heads = ("level", "named", "rows right", "lying right", "absent", "doubted", "undoubted wrong", "scores", "s each")
    print("| " + " | ".join(heads) + " |")
    print("|---|" + "---|" * (len(heads) - 1))
    for name in given.levels:
        counts = measured(LEVELS[name], given.photographs, known, given.seed)
        named = max(1, counts["named"])
        cells = (
            name,
            f"{counts['named']} of {counts['buildings']}",
            f"{100 * counts['rows right'] / named:.1f} %",
            f"{100 * counts['lying right'] / named:.1f} %",
            str(counts["absent"]),
            f"{counts['doubted'] / given.photographs:.2f}",
            f"{counts['undoubted wrong']} of {counts['named']}",
            f"{counts['scores']} of {given.photographs // PLAYERS}",
            f"{counts['milliseconds'] / given.photographs / 1000:.2f}",
        )
        print("| " + " | ".join(cells) + " |", flush=True)
        if counts["strange"]:
            print(f"<!-- cards that were not there: {counts['strange']} -->")


if __name__ == "__main__":
    main()
