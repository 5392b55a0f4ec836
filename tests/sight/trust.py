"""Prints how far each look at a city is to be trusted: the powers of what it tells, by which the truth is likeliest.

    nice -n 15 python tests/sight/trust.py --tables 20

On two photographs of each table, at every level and where nobody minds what is printed where: none of those that the
nets were taught on, and none of which figures are told.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product, repeat

import cv2
import msgspec
import numpy as np
from camera import Level
from city import MARKS, photograph
from city_figures import TABLES
from lessons import TOLD, columns, labels

from companion.games.hangzhou.looks import Looked, looks
from companion.games.hangzhou.names import SPACES
from companion.games.hangzhou.whereabouts import LEAST, at_gates, odds, standing
from companion.sight.board import looked_at
from companion.sight.net import answers
from pnp.camera import PhotographError, decode_photograph

SEED = 60_000_000
VIEWS = range(2)
POWERS = np.arange(0.0, 1.55, 0.1)
"""Those that are tried for each look."""
UNSEEN = tuple(
    product((1e-6, 3e-6, 1e-5, 3e-5, 1e-4), (3e-4, 1e-3, 3e-3, 1e-2, 3e-2), (0.3, 0.1, 0.03, 0.01, 0.003, 0.001))
)
"""What is tried of merchants that are not seen."""


class Known(msgspec.Struct, frozen=True, eq=False):
    """What looks tell of a photograph, and its labels."""

    looked: Looked
    meant: np.ndarray

    def asked(self, name: str) -> np.ndarray:
        return self.meant[:, columns(TOLD)[name]].astype(int)


def known(level: Level, number: int, view: int) -> Known | None:
    """What is told of one of a table's photographs, if that is not refused."""
    cv2.setNumThreads(1)
    taken = photograph(SEED + number, level, view=view)
    picture = decode_photograph(taken.jpeg)
    try:
        seen = looked_at(picture, MARKS)
    except PhotographError:
        return None
    return Known(looks(picture, seen), labels(taken))


def unlikely(scores: np.ndarray, meant: np.ndarray) -> float:
    """The mean of minus the logarithm of how probable the truth is."""
    found = answers("", scores)[np.arange(len(meant)), meant]
    return float(-np.log(np.clip(found, LEAST, 1)).mean())


def trusted(seen: Sequence[np.ndarray], meant: np.ndarray) -> tuple[float, ...]:
    """The powers for a question about shops, one of each look."""
    shown = [np.log(np.clip(one, LEAST, 1)) for one in seen]

    def amiss(powers: Sequence[float]) -> float:
        return unlikely(sum(power * one for power, one in zip(powers, shown, strict=True)), meant)

    return min((tuple(map(float, powers)) for powers in product(POWERS, repeat=len(shown))), key=amiss)


def merchants_seen(photographs: Sequence[Known]) -> tuple[float, float]:
    """The powers of both looks at merchants."""
    there = np.concatenate([one.asked("any-merchant") for one in photographs]).ravel()
    glance = np.concatenate([one.looked.glance["any-merchant"] for one in photographs])
    closer = np.concatenate([one.looked.merchants for one in photographs])

    def amiss(powers: tuple[float, float]) -> float:
        log_odds = np.log(odds(glance, closer, powers)).ravel()
        return unlikely(np.column_stack([np.zeros_like(log_odds), log_odds]), there)

    return min(((float(a), float(b)) for a in POWERS for b in POWERS), key=amiss)


def merchants_stand(photographs: Sequence[Known], powers: tuple[float, float]) -> tuple[float, ...]:
    """What is best taken of merchants that are not seen."""
    seen = [
        (odds(one.looked.glance["any-merchant"], one.looked.merchants, powers), at_gates(one.looked.gates, powers))
        for one in photographs
    ]
    there = [one.asked("any-merchant") for one in photographs]
    meant = np.concatenate([np.where(one.any(axis=0), one.argmax(axis=0), len(SPACES)) for one in there])

    def amiss(tried: tuple[float, float, float]) -> float:
        return unlikely(np.log(np.concatenate([standing(*one, tried) for one in seen])), meant)

    return min(UNSEEN, key=amiss)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=20)
    given = options.parse_args()
    numbers, views = zip(*product(range(given.tables), VIEWS), strict=True)
    with ProcessPoolExecutor() as reading:
        found = (one for level in TABLES.values() for one in reading.map(known, repeat(level), numbers, views))
        photographs = [one for one in found if one]
    pairs = {
        "owner": [(one.looked.glance["owner"], one.looked.shop["owner"]) for one in photographs],
        "dye": [(one.looked.shop["dye"], one.looked.dye) for one in photographs],
        "coins": [(one.looked.shop["coins"], one.looked.coins) for one in photographs],
    }
    for name, seen in pairs.items():
        meant = np.concatenate([one.asked(name)[:, 0] for one in photographs])
        print(f"{name}:", *trusted([np.concatenate(look) for look in zip(*seen, strict=True)], meant))
    powers = merchants_seen(photographs)
    print("merchants:", *powers, "unseen:", *merchants_stand(photographs, powers))


if __name__ == "__main__":
    main()
