"""Prints how well Hangzhou's city and dice are read from photographs of the table in the machine.

    nice -n 15 python tests/sight/figures.py --tables 26 --first 0

Every second table is in low ink. Tilt, glare and blur vary; on a quarter of the tables nobody minds where pieces lie,
on another quarter coins lie in piles, on an eighth cubes stand for dyes, and a finger points at every sixth. Each table
is photographed twice, and both photographs are joined.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

import cv2
from camera import Level
from city import MARKS, photograph
from dice import lying
from truths import dice_values, values

from companion.games.hangzhou.names import MERCHANTS, SPACES
from companion.games.hangzhou.sight import SIGHT
from companion.sight.board import looked_at
from companion.sight.pool import joined
from companion.sight.reading import Reading
from pnp.camera import PhotographError, decode_photograph

SEED = 230_000_000
TILTS = ((5.0, 20.0), (20.0, 35.0), (35.0, 50.0), (10.0, 40.0))
"""Degrees at the board's middle."""
PARTS = (*(space.value for space in SPACES), *(f"merchant {merchant.value}" for merchant in MERCHANTS))


def level(number: int) -> Level:
    return Level(
        tilt=TILTS[number // 2 % 4],
        glare=(0, 2, 0, 1)[number // 2 % 4],
        motion=(0, 0, 2, 0)[number // 3 % 4],
        inks=(("full", "low")[number % 2],),
        bend=0.05,
        blur=(0.4, 1.2),
        careless=0.25,
        piled=0.25,
        cubes=0.125,
        fingers=1 / 6,
    )


def read(number: int, view: int, counts: Counter[str]) -> tuple[dict[str, str], tuple[Reading, ...], str]:
    """What is true of a photograph, its readings, and whether it is tilted by 40° or more."""
    lies = lying(SEED + number) if number % 4 in (1, 2) else None
    taken = photograph(SEED + number, level(number), market=lies, view=view)
    truth = dict(zip(PARTS, values(taken.truth), strict=True)) | (dice_values(lies) if lies else {})
    steep = "40° or more" if taken.pose.tilt(143.0, 148.5) >= 40 else "below 40°"
    picture, began = decode_photograph(taken.jpeg), time.process_time()
    try:
        readings = SIGHT.read(picture, looked_at(picture, MARKS))
    except PhotographError as error:
        counts[f"refused: {error.reason}"] += 1
        return truth, (), steep
    counts["milliseconds"] += round(1000 * (time.process_time() - began))
    counts["read"] += 1
    return truth, readings, steep


def count(counts: Counter[str], name: str, truth: dict[str, str], readings: tuple[Reading, ...], steep: str) -> None:
    """Adds what is right, asked about and wrong."""
    for one in readings:
        kind = "merchant" if one.part.startswith("merchant") else "space" if one.part in PARTS else "die"
        right = one.value == truth[one.part]
        counts[f"{name}, {kind}: all"] += 1
        counts[f"{name}, {kind}: first guess right"] += right
        counts[f"{name}, {kind}: asked"] += not one.sure
        counts[f"{name}, {kind}: wrong"] += one.sure and not right
        if one.sure and not right:
            print("wrong:", name, one.part, truth[one.part], "read as", one.value)
    counts[f"{name}, {steep}: photographs"] += bool(readings)
    counts[f"{name}, {steep}: asked of 28"] += sum(not one.sure for one in readings[: len(PARTS)])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=26)
    options.add_argument("--first", type=int, default=0, help="the number of the first table")
    given = options.parse_args()
    cv2.setNumThreads(1)
    counts = Counter[str]()
    for number in range(given.first, given.first + given.tables):
        ink, seen = level(number).inks[0], []
        for view in range(2):
            truth, readings, steep = read(number, view, counts)
            count(counts, f"{ink}, one", truth, readings, steep)
            if readings:
                seen.append(readings)
        if len(seen) == 2:
            count(counts, f"{ink}, two joined", truth, joined(seen, SIGHT.judged), "")
    for name, number in sorted(counts.items()):
        print(f"{number:7} {name}")


if __name__ == "__main__":
    main()
