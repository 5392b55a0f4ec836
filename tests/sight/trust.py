"""Prints how far each look at a city is to be trusted: the powers of what it tells, by which the truth is likeliest.

    nice -n 15 python tests/sight/trust.py --photographs 24

On photographs that are neither those that the nets were taught on nor those of which figures are told.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from itertools import product

import numpy as np
from city import MARKS, Taken, photograph
from city_figures import LEVELS
from lessons import columns, labels

from companion.games.hangzhou.looks import ASKED, GLANCED, LEAST, looks, standing
from companion.games.hangzhou.names import MERCHANTS, SPACES
from companion.sight.board import looked_at
from companion.sight.net import answers
from pnp.camera.errors import PhotographError
from pnp.camera.picture import decoded

SEED = 60_000_000
POWERS = np.arange(0.0, 1.55, 0.1)
"""Those that are tried for each look."""
STANDING = tuple(product((0.8, 0.9, 1.0, 1.1, 1.2), (1e-4, 3e-4, 1e-3, 2e-3), (1.0, 0.5, 0.2, 0.1, 0.05)))
"""What is tried of merchants."""

Told = Mapping[str, np.ndarray]


def looked(taken: Iterator[Taken]) -> tuple[Told, Told, np.ndarray]:
    """What both looks tell of all spaces of photographs, and their labels."""
    first, second, meant = [], [], []
    for one in taken:
        picture = decoded(one.jpeg)
        try:
            told = looks(picture, looked_at(picture, MARKS))
        except PhotographError:
            continue
        first.append(told[0])
        second.append(told[1])
        meant.append(labels(one))
    return _together(first), _together(second), np.concatenate(meant)


def _together(rows: list[dict[str, np.ndarray]]) -> Told:
    return {name: np.concatenate([row[name] for row in rows]) for name in rows[0]}


def unlikely(scores: np.ndarray, meant: np.ndarray) -> float:
    """The mean of minus the logarithm of how probable the truth is."""
    found = answers("", scores)[np.arange(len(meant)), meant]
    return float(-np.log(np.clip(found, LEAST, 1)).mean())


def trusted(looked_twice: tuple[np.ndarray, np.ndarray], meant: np.ndarray) -> tuple[float, float]:
    """The powers for a question about shops."""
    first, second = (np.log(np.clip(one, LEAST, 1)) for one in looked_twice)
    pairs = [(float(a), float(b)) for a in POWERS for b in POWERS]
    return min(pairs, key=lambda pair: unlikely(pair[0] * first + pair[1] * second, meant))


def merchants_stand(seen: np.ndarray, there: np.ndarray) -> tuple[float, float, float]:
    """What is best taken of merchants: by how probable it is that each stands in each window, and whether it does."""
    photographs = seen.reshape(-1, len(SPACES), len(MERCHANTS)).transpose(0, 2, 1).reshape(-1, len(SPACES))
    truly = there.reshape(-1, len(SPACES), len(MERCHANTS)).transpose(0, 2, 1).reshape(-1, len(SPACES))
    meant = np.where(truly.any(axis=1), truly.argmax(axis=1), len(SPACES))

    def amiss(tried: tuple[float, float, float]) -> float:
        return unlikely(np.log(np.stack([standing(one, tried) for one in photographs])), meant)

    return min(STANDING, key=amiss)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--photographs", type=int, default=24)
    given = options.parse_args()
    first, second, meant = looked(
        photograph(SEED + number, level) for level in LEVELS.values() for number in range(given.photographs)
    )
    at = columns(GLANCED)
    for name in ASKED:
        powers = trusted((first[name], second[name]), meant[:, at[name]][:, 0].astype(int))
        print(f"{name}: {powers[0]:.1f}, {powers[1]:.1f}")
    print("standing:", *merchants_stand(first["any-merchant"], meant[:, at["any-merchant"]]))


if __name__ == "__main__":
    main()
