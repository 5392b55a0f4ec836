"""Prints how well a city is read from photographs of the table in the machine: a row for each level.

    nice -n 15 python tests/sight/city_figures.py --photographs 300

Cities, cameras, lamps and tables are others than those the net was trained on. *doubted*: spaces and merchants that are
to be confirmed; *undoubted wrong*: of all spaces, those wrong and not doubted; *cities*: photographs in which nothing
is wrong after at most two confirmations.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from camera import Level, levels
from city import MARKS, photograph
from truths import values

from companion.games.hangzhou.names import SPACES
from companion.games.hangzhou.sight import NOTHING, SIGHT
from companion.sight.board import looked_at
from pnp.camera.errors import PhotographError
from pnp.camera.picture import decoded

LEVELS = levels(Level(bend=0.05, blur=(0.4, 1.2), noise=(1, 6), width=(2000, 2000), ground="test"))
CONFIRMED = 2
TEST_SEED = 50_000_000


def measured(level: Level, photographs: int) -> Counter[str]:
    """Counts over photographs of a level."""
    found: Counter[str] = Counter()
    for number in range(photographs):
        taken = photograph(TEST_SEED + number, level)
        meant = values(taken.truth)
        began = time.process_time()
        try:
            picture = decoded(taken.jpeg)
            readings = SIGHT.read(picture, looked_at(picture, MARKS))[: len(meant)]
        except PhotographError as error:
            found["refused"] += 1
            found[f"refused: {error.reason}"] += 1
            continue
        found["milliseconds"] += round(1000 * (time.process_time() - began))
        wrong = [reading.value != value for reading, value in zip(readings, meant, strict=True)]
        hidden = [one and reading.sure for one, reading in zip(wrong, readings, strict=True)]
        doubted = sum(not reading.sure for reading in readings)
        for reading, value in zip(readings[: len(SPACES)], meant, strict=False):
            found.update(amiss(reading.value, value))
        found["read"] += 1
        found["spaces wrong"] += sum(wrong[: len(SPACES)])
        found["spaces wrong, undoubted"] += sum(hidden[: len(SPACES)])
        found["merchants wrong"] += sum(wrong[len(SPACES) :])
        found["merchants wrong, undoubted"] += sum(hidden[len(SPACES) :])
        found["doubted"] += doubted
        found["cities"] += not any(hidden) and doubted <= CONFIRMED
    return found


def amiss(read: str, true: str) -> list[str]:
    """In what a space is misread: whether a shop lies there, whose, which dye, how many coins."""
    if (read == NOTHING) != (true == NOTHING):
        return ["amiss: empty"]
    parts = [
        (value[0], value[1:].rstrip("123"), value[1:].lstrip("abcdefghijklmnopqrstuvwxyz")) for value in (read, true)
    ]
    return [
        f"amiss: {what}" for what, one, other in zip(("owner", "dye", "coins"), *parts, strict=True) if one != other
    ]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--photographs", type=int, default=60)
    given = options.parse_args()
    heads = ("level", "refused", "spaces right", "undoubted wrong", "merchants right", "doubted", "cities", "s each")
    print("| " + " | ".join(heads) + " |")
    print("|---|" + "---|" * (len(heads) - 1))
    for name, level in LEVELS.items():
        counts = measured(level, given.photographs)
        read = max(1, counts["read"])
        spaces, merchants = read * len(SPACES), read * 4
        cells = (
            name,
            f"{counts['refused']} of {given.photographs}",
            f"{100 * (1 - counts['spaces wrong'] / spaces):.2f} %",
            f"{100 * counts['spaces wrong, undoubted'] / spaces:.2f} %",
            f"{100 * (1 - counts['merchants wrong'] / merchants):.1f} %",
            f"{counts['doubted'] / read:.1f}",
            f"{100 * counts['cities'] / read:.0f} %",
            f"{counts['milliseconds'] / read / 1000:.2f}",
        )
        print("| " + " | ".join(cells) + " |", flush=True)
        reasons = {reason: count for reason, count in counts.items() if reason.startswith(("refused:", "amiss:"))}
        if reasons:
            print(f"<!-- {reasons} -->")


if __name__ == "__main__":
    main()
