"""Prints how well dice are read from photographs of the table in the machine: a row for each level.

    nice -n 15 python tests/sight/dice_figures.py --photographs 40

Dice, cameras, lamps and tables are others than those on which the reader's numbers were set. *doubted*: places that are
asked about, in each photograph; *undoubted wrong*: places that are wrong and that nobody is asked about.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

import numpy as np
from camera import Level
from city import MARKS, photograph
from city_figures import LEVELS
from dice import Market, market, places

from companion.games.hangzhou import dice as reader
from companion.games.hangzhou.names import DYE_INDEX, DYE_LETTERS, MERCHANTS, Dye
from companion.games.hangzhou.sight import board_of
from companion.sight.board import looked_at
from pnp.camera import PhotographError, decode_photograph

TEST_SEED = 80_000_000


def lying(seed: int) -> Market:
    """The market of a photograph."""
    return market(np.random.default_rng((seed, 21)))


def values(lies: Market) -> dict[str, str]:
    """What is true of each place, as readings say it."""
    found = {
        f"market {MERCHANTS[row].value} {at + 1}": f"{DYE_LETTERS[DYE_INDEX[Dye(die.dye)]]}{die.price}"
        if die
        else reader.NOTHING
        for row, at, die in places(lies)
    }
    return {**found, reader.ROUND: str(lies.round or reader.NOTHING)}


def measured(level: Level, photographs: int, seed: int = TEST_SEED) -> Counter[str]:
    """Counts over photographs of a level."""
    found: Counter[str] = Counter()
    for number in range(photographs):
        lies = lying(seed + number)
        taken = photograph(seed + number, level, market=lies)
        picture = decode_photograph(taken.jpeg)
        try:
            view = looked_at(picture, MARKS)
        except PhotographError:
            found["refused"] += 1
            continue
        began = time.process_time()
        readings = {one.part: one for one in reader.read(picture, view, board_of(picture, view))}
        found["milliseconds"] += round(1000 * (time.process_time() - began))
        found["read"] += 1
        for part, meant in values(lies).items():
            one = readings.get(part)
            if one is None:
                found["not read"] += 1
                continue
            found["places"] += 1
            found["there"] += (one.value == reader.NOTHING) == (meant == reader.NOTHING)
            if reader.NOTHING not in (meant, one.value):
                found["dice"] += 1
                found["prices"] += one.value[-1] == meant[-1]
                if part != reader.ROUND:
                    found["coloured"] += 1
                    found["colours"] += one.value[0] == meant[0]
            found["doubted"] += not one.sure
            if one.sure and one.value != meant:
                found["undoubted"] += 1
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--photographs", type=int, default=300, help="of each level")
    options.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS))
    given = options.parse_args()
    count = given.photographs
    heads = ("level", "refused", "die or none", "colours", "values", "not read", "doubted", "undoubted wrong", "s each")
    print("| " + " | ".join(heads) + " |")
    print("|---|" + "---|" * (len(heads) - 1))
    for name in given.levels:
        counts = measured(LEVELS[name], count)
        read = max(1, counts["read"])
        cells = (
            name,
            f"{counts['refused']} of {count}",
            f"{counts['there']} of {counts['places']}",
            f"{counts['colours']} of {counts['coloured']}",
            f"{counts['prices']} of {counts['dice']}",
            str(counts["not read"]),
            f"{counts['doubted'] / read:.1f}",
            f"{counts['undoubted']} of {counts['places']}",
            f"{counts['milliseconds'] / read / 1000:.2f}",
        )
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
