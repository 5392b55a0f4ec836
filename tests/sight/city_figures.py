"""Prints how well a city is read from photographs of the table in the machine: a row for each level, or one for each
number of photographs that are joined.

    nice -n 15 python tests/sight/city_figures.py --photographs 300 --views 2

Cities, cameras, lamps and tables are others than those the nets were trained on; a second photograph is of the same
table from another side, 60 to 180 degrees further round it. *in sight*: the share right of those spaces of which
nothing is hidden that decides (`Table.in_sight` of `city.py`). *doubted*: spaces and merchants that are to be
confirmed; *undoubted wrong*: those wrong and not doubted; *cities*: photographs in which nothing is wrong after at most
two confirmations.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

import cv2
import msgspec
from camera import Level, levels
from city import MARKS, photograph
from truths import values

from companion.games.hangzhou.certainty import NOTHING
from companion.games.hangzhou.names import MERCHANTS, SPACES, Space
from companion.games.hangzhou.sight import SIGHT
from companion.sight.board import looked_at
from companion.sight.pool import joined
from companion.sight.reading import Reading
from pnp.camera import PhotographError, decode_photograph

LEVELS = levels(Level(bend=0.05, blur=(0.4, 1.2), noise=(1, 6), width=(2000, 2000), ground="test"))
CARELESS = "35°, laid carelessly"
TABLES = LEVELS | {CARELESS: msgspec.structs.replace(LEVELS["35°"], careless=1.0)}
CONFIRMED = 2
TEST_SEED = 50_000_000


def measured(level: Level, number: int, views: int = 1) -> tuple[Counter[str], ...]:
    """Counts over one city at a level: by one photograph of it, by two joined, and so on."""
    cv2.setNumThreads(1)
    found = tuple(Counter[str]() for _ in range(views))
    shown: list[tuple[Reading, ...]] = []
    in_sight: frozenset[Space] = frozenset()
    for view, counts in enumerate(found):
        taken = photograph(TEST_SEED + number, level, view=view, traced=True)
        began = time.process_time()
        try:
            picture = decode_photograph(taken.jpeg)
            shown.append(SIGHT.read(picture, looked_at(picture, MARKS))[: len(SPACES) + len(MERCHANTS)])
        except PhotographError as error:
            counts["refused"] += 1
            counts[f"refused: {error.reason}"] += 1
        else:
            in_sight |= taken.in_sight
            counts["milliseconds"] += round(1000 * (time.process_time() - began))
            counts["read"] += 1
        if shown:
            counts.update(counted(joined(shown, SIGHT.judged), values(taken.truth), in_sight))
    return found


def counted(readings: tuple[Reading, ...], meant: list[str], in_sight: frozenset[Space]) -> Counter[str]:
    """What is right and wrong in a city."""
    found: Counter[str] = Counter(cities=1)
    wrong = [reading.value != value for reading, value in zip(readings, meant, strict=True)]
    hidden = [one and reading.sure for one, reading in zip(wrong, readings, strict=True)]
    doubted = sum(not reading.sure for reading in readings)
    for reading, value in zip(readings[: len(SPACES)], meant, strict=False):
        found.update(amiss(reading.value, value))
    found["spaces wrong"] = sum(wrong[: len(SPACES)])
    found["in sight"] = len(in_sight)
    found["in sight, wrong"] = sum(one for one, space in zip(wrong, SPACES, strict=False) if space in in_sight)
    found["spaces wrong, undoubted"] = sum(hidden[: len(SPACES)])
    found["merchants wrong"] = sum(wrong[len(SPACES) :])
    found["merchants wrong, undoubted"] = sum(hidden[len(SPACES) :])
    found["doubted"] = doubted
    found["cities right"] = not any(hidden) and doubted <= CONFIRMED
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


def row(name: str, views: int, photographs: int, counts: Counter[str]) -> str:
    """A row of the table."""
    cities = max(1, counts["cities"])
    spaces, merchants = cities * len(SPACES), cities * len(MERCHANTS)
    cells = (
        name,
        f"{views}",
        f"{counts['refused']} of {photographs}",
        f"{100 * (1 - counts['spaces wrong'] / spaces):.2f} %",
        f"{100 * (1 - counts['in sight, wrong'] / max(1, counts['in sight'])):.2f} % of {counts['in sight']}",
        f"{100 * (1 - counts['merchants wrong'] / merchants):.1f} %",
        f"{counts['doubted'] / cities:.1f}",
        f"{counts['spaces wrong, undoubted']} of {spaces}",
        f"{counts['merchants wrong, undoubted']} of {merchants}",
        f"{100 * counts['cities right'] / cities:.0f} %",
        f"{counts['milliseconds'] / max(1, counts['read']) / 1000:.2f}",
    )
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--photographs", type=int, default=60)
    options.add_argument("--views", type=int, default=1)
    options.add_argument("--first", type=int, default=0, help="the number of the first table")
    options.add_argument("--levels", nargs="+", choices=TABLES, default=list(TABLES))
    given = options.parse_args()
    heads = ("level", "views", "refused", "spaces right", "in sight", "merchants right", "doubted",
             "undoubted wrong: spaces", "merchants", "cities", "s each")  # fmt: skip
    print("| " + " | ".join(heads) + " |")
    print("|---" * len(heads) + "|")
    with ProcessPoolExecutor() as reading:
        for name, level in ((name, TABLES[name]) for name in given.levels):
            numbers = range(given.first, given.first + given.photographs)
            found = list(reading.map(measured, repeat(level), numbers, repeat(given.views)))
            for views, each in enumerate(zip(*found, strict=True), start=1):
                counts = sum(each, Counter())
                print(row(name, views, given.photographs, counts), flush=True)
                print("<!--", {why: n for why, n in counts.items() if why.startswith(("refused:", "amiss:"))}, "-->")


if __name__ == "__main__":
    main()
