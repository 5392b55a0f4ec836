"""Prints how well photographs of tables in the machine are read.

    nice -n 15 python tests/sight/figures.py hangzhou --tables 16 --first 0

Hangzhou: every second table is in low ink. Tilt, glare and blur vary; on a quarter of the tables nobody minds where
pieces lie, on another quarter coins lie in piles, on an eighth cubes stand for dyes, and a finger points at every
sixth. Each table is photographed twice, and both photographs are joined. Other games: five levels, one after the other.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Mapping
from functools import partial

import city
import cv2
import houses
import market
import shops
from camera import LEVELS, Level
from dice import dice_values, lying
from msgspec import Struct

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


class Photo(Struct):
    """A photograph, its group, and what is true of each part; of pieces that lie about, each piece once."""

    jpeg: bytes
    group: str
    truth: Mapping[str, str]


def level(number: int) -> Level:
    """How a table of Hangzhou is laid and photographed."""
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


def of_city(number: int) -> list[Photo]:
    """Two photographs of a table of Hangzhou, on every second one with dice."""
    lies = lying(SEED + number) if number % 4 in (1, 2) else None
    taken = [city.photograph(SEED + number, level(number), market=lies, view=view) for view in range(2)]
    truth = dict(zip(PARTS, city.values(taken[0].truth), strict=True)) | (dice_values(lies) if lies else {})
    return [Photo(one.jpeg, level(number).inks[0], truth) for one in taken]


def of_market(number: int) -> list[Photo]:
    name = list(LEVELS)[number % len(LEVELS)]
    taken = market.photograph(90_000_000 + number, LEVELS[name])
    return [Photo(taken.jpeg, name, taken.market.values())]


def of_pieces(number: int, game: str) -> list[Photo]:
    """Goods of Dunhuang, or buildings of Xanadú."""
    name = list(LEVELS)[number % len(LEVELS)]
    if game == "dunhuang":
        taken = shops.photograph(95_000_000 + number, LEVELS[name])
        return [Photo(taken.jpeg, name, dict(enumerate(taken.counts().elements())))]
    built = houses.photograph(80_000_000 + number, LEVELS[name])
    return [Photo(built.jpeg, name, dict(enumerate(houses.value(house) for house in built.houses)))]


GAMES = {
    "hangzhou": ("hangzhou", of_city),
    "market": ("dunhuang", of_market),
    "goods": ("dunhuang", partial(of_pieces, game="dunhuang")),
    "xanadu": ("xanadu", partial(of_pieces, game="xanadu")),
}


def kind(part: str) -> str:
    """What a part is: a space, or as readings call it."""
    return part.partition(" ")[0] if " " in part else "die" if part == "die" else "space"


def count(counts: Counter[str], photo: Photo, readings: tuple[Reading, ...], name: str) -> None:
    """Adds what is right, asked about, wrong and absent."""
    left = Counter(photo.truth.values())
    for one in readings:
        right = photo.truth[one.part] == one.value if one.part in photo.truth else left[one.value] > 0
        left[one.value] -= right
        row = f"{photo.group}, {name}, {kind(one.part)}"
        counts[f"{row}: all"] += 1
        counts[f"{row}: first guess right"] += right
        counts[f"{row}: asked"] += not one.sure
        counts[f"{row}: wrong"] += one.sure and not right
        counts[f"{photo.group}, {name}: asked of 28"] += not one.sure and one.part in PARTS
        if one.sure and not right:
            print("wrong:", row, one.part, photo.truth.get(one.part), "read as", one.value)
    counts[f"{photo.group}, {name}: photographs"] += 1
    counts[f"{photo.group}, {name}: absent"] += max(0, len(photo.truth) - len(readings))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("what", choices=GAMES, nargs="?", default="hangzhou")
    options.add_argument("--tables", type=int, default=26)
    options.add_argument("--first", type=int, default=0, help="the number of the first table")
    given = options.parse_args()
    cv2.setNumThreads(1)
    counts = Counter[str]()
    game, photographs = GAMES[given.what]
    known, who = sides(find(game)), readers(game)
    for number in range(given.first, given.first + given.tables):
        seen = []
        for photo in photographs(number):
            began = time.process_time()
            try:
                sighted, view = see(decode_photograph(photo.jpeg), known, who)
            except PhotographError as error:
                counts[f"{photo.group}, refused: {error.reason}"] += 1
                continue
            counts["milliseconds"] += round(1000 * (time.process_time() - began))
            steep = ", 40° or more" if view and view.tilt >= 40 else ""
            count(counts, photo, sighted.readings, f"one{steep}")
            seen.append(sighted.readings)
        if len(seen) == 2 and who.board:
            count(counts, photo, joined(seen, who.board.judged), "two joined")
    for name, number in sorted(counts.items()):
        print(f"{number:7} {name}")


if __name__ == "__main__":
    main()
