"""Prints how far each look at a city is to be trusted: the powers of what it tells, by which the truth is likeliest.

    nice -n 15 python tests/sight/trust.py --photographs 24

On photographs that are neither those that the nets were taught on nor those of which figures are told.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

import numpy as np
from city import MARKS, Taken, photograph
from city_figures import LEVELS
from lessons import columns, labels

from companion.games.hangzhou.looks import GLANCED, LEAST, looks
from companion.sight.board import looked_at
from companion.sight.net import answers
from pnp.camera.errors import PhotographError
from pnp.camera.picture import decoded

SEED = 60_000_000
POWERS = np.arange(0.0, 1.55, 0.1)
"""Those that are tried for each look."""

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


def trusted(name: str, first: np.ndarray, second: np.ndarray | None, meant: np.ndarray) -> tuple[float, ...]:
    """The powers for a question."""
    if second is None:  # each merchant stands there or not
        there = np.clip(first.ravel(), LEAST, 1 - LEAST)
        scores = np.stack([np.log(1 - there), np.log(there)], axis=1)
        return (float(min(POWERS, key=lambda power: unlikely(power * scores, meant.ravel().astype(int)))),)
    logs = [np.log(np.clip(one, LEAST, 1)) for one in (first, second)]
    pairs = [(float(a), float(b)) for a in POWERS for b in POWERS]
    return min(pairs, key=lambda pair: unlikely(pair[0] * logs[0] + pair[1] * logs[1], meant[:, 0].astype(int)))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--photographs", type=int, default=24)
    given = options.parse_args()
    first, second, meant = looked(
        photograph(SEED + number, level) for level in LEVELS.values() for number in range(given.photographs)
    )
    for name, at in columns(GLANCED).items():
        if name in ("facing", "by-lies"):
            continue
        powers = trusted(name, first[name], second.get(name), meant[:, at])
        print(name, *(f"{power:.1f}" for power in powers))


if __name__ == "__main__":
    main()
