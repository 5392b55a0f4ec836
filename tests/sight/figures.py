"""Prints how well photographs of Hangzhou's tables in the machine are read.

    nice -n 15 python tests/sight/figures.py --tables 16 --first 0

Every second table is in low ink. Tilt, glare and blur vary; on a quarter of the tables nobody minds where pieces lie,
on another quarter coins lie in piles, on an eighth cubes stand for dyes, and a finger points at every sixth. Each table
is photographed twice, and both photographs are joined.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Mapping

import city
import cv2
from camera import Level
from dice import dice_values, lying

from companion.games.hangzhou.names import MERCHANTS, SPACES
from companion.sight.kit import sides
from companion.sight.reader import readers
from companion.sight.reading import Reading, joined
from companion.sight.table import see
from pnp.camera import PhotographError, decode_photograph
from pnp.kits import find

SEED = 230_000_000
TILTS = ((5.0, 20.0), (20.0, 35.0), (35.0, 50.0), (10.0, 40.0))
"""Degrees at the board's middle."""
PARTS = (*(space.value for space in SPACES), *(f"merchant {merchant.value}" for merchant in MERCHANTS))


def level(number: int) -> Level:
    """How a table is laid and photographed."""
    return Level(
        tilt=TILTS[number // 2 % 4],
        glare=(0, 2, 0, 1)[number // 2 % 4],
        motion=(0, 0, 2, 0)[number // 3 % 4],
        inks=(("full", "low")[number % 2],),
        careless=0.25,
        piled=0.25,
        cubes=0.125,
        fingers=1 / 6,
    )


def photographs(number: int) -> tuple[list[bytes], Mapping[str, str]]:
    """Two photographs of a table, on every second one with dice, and the value of each part."""
    lies = lying(SEED + number) if number % 4 in (1, 2) else None
    taken = [city.photograph(SEED + number, level(number), market=lies, view=view) for view in range(2)]
    truth = dict(zip(PARTS, city.values(taken[0].truth), strict=True)) | (dice_values(lies) if lies else {})
    return [one.jpeg for one in taken], truth


def count(counts: Counter[str], truth: Mapping[str, str], readings: tuple[Reading, ...], name: str) -> None:
    """Adds what is right, asked about, and wrong."""
    for one in readings:
        kind = one.part.partition(" ")[0] if " " in one.part else "die" if one.part == "die" else "space"
        right = truth[one.part] == one.value
        counts[f"{name}, {kind}: all"] += 1
        counts[f"{name}, {kind}: first guess right"] += right
        counts[f"{name}, {kind}: asked"] += not one.sure
        counts[f"{name}, {kind}: wrong"] += one.sure and not right
        counts[f"{name}: asked of 28"] += not one.sure and one.part in PARTS
        if one.sure and not right:
            print("wrong:", name, one.part, truth[one.part], "read as", one.value)
    counts[f"{name}: photographs"] += 1


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=26)
    options.add_argument("--first", type=int, default=0, help="the number of the first table")
    given = options.parse_args()
    cv2.setNumThreads(1)
    counts = Counter[str]()
    known, who = sides(find("hangzhou")), readers("hangzhou")
    assert who.board is not None
    for number in range(given.first, given.first + given.tables):
        jpegs, truth = photographs(number)
        ink, seen = level(number).inks[0], []
        for jpeg in jpegs:
            began = time.process_time()
            try:
                sighted, view = see(decode_photograph(jpeg), known, who)
            except PhotographError as error:
                counts[f"{ink}, refused: {error.reason}"] += 1
                continue
            counts["milliseconds"] += round(1000 * (time.process_time() - began))
            steep = ", 40° or more" if view and view.tilt >= 40 else ""
            count(counts, truth, sighted.readings, f"{ink}, one{steep}")
            seen.append(sighted.readings)
        if len(seen) == 2:
            count(counts, truth, joined(seen, who.board.judged), f"{ink}, two joined")
    for name, number in sorted(counts.items()):
        print(f"{number:7} {name}")


if __name__ == "__main__":
    main()
