"""Several photographs of one board joined: how probable each value of a place is by all of them.

A logarithmic pool of opinions: probabilities are multiplied, each raised to a power, for the same nets err alike. What
stands before a place in one of them tells little of it, so the clearest counts in full, and what is unclear takes
hardly anything from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Final, TypeAlias

from msgspec.structs import replace

from companion.sight.reading import Odds, Reading, likeliest

Judge: TypeAlias = Callable[[tuple[Reading, ...]], tuple[Reading, ...]]
"""What is sure of readings (`companion.sight.reader.BoardReader.judged`)."""
POWER: Final = 0.5
"""Of what a photograph says of a place, but for that which is clearest there."""
ASTRAY: Final = 0.0002
"""How probable it is at least that a photograph is wrong, however sure it says it is: so none outweighs all others."""
OTHER: Final = ""
"""What is none of the values that are listed."""


def joined(shown: Sequence[tuple[Reading, ...]], judged: Judge) -> tuple[Reading, ...]:
    """What photographs show together, in whatever order they were taken. What only one of them shows is as it is there,
    and one alone is itself. What one of them is sure of otherwise is in doubt."""
    if len(shown) == 1:
        return shown[0]
    parts: dict[str, list[Reading]] = {}
    for readings in shown:
        for one in readings:
            parts.setdefault(one.part, []).append(one)
    found = judged(tuple(_pooled(seen) for seen in parts.values()))
    return tuple(replace(one, sure=one.sure and _agreed(one, parts[one.part])) for one in found)


def _agreed(reading: Reading, seen: Sequence[Reading]) -> bool:
    """Is one of them sure of it, and none of anything else? A glare or a cube looks alike from all sides, so two doubts
    make no certainty."""
    return {one.value for one in seen if one.sure} == {reading.value}


def _pooled(seen: Sequence[Reading]) -> Reading:
    """A place by all photographs that show it."""
    if len(seen) == 1:
        return seen[0]
    values = sorted({value for one in seen for value, _ in one.odds})
    opinions = sorted(_opinion(one.odds, values) for one in seen)  # in whatever order they were taken
    clearest = [max(one) for one in opinions]
    as_clear = clearest.count(max(clearest))
    full = (1 + (as_clear - 1) * POWER) / as_clear  # of several that are as clear none comes first
    powers = [full if clear == max(clearest) else POWER for clear in clearest]
    chances = {
        value: prod(one[at] ** power for one, power in zip(opinions, powers, strict=True))
        for at, value in enumerate((*values, OTHER))
    }
    total = sum(chances.values())
    known = {value: chances[value] / total for value in values}
    return replace(likeliest(seen[0].part, known), x_mm=seen[0].x_mm, y_mm=seen[0].y_mm)


def _opinion(odds: Odds, values: Sequence[str]) -> tuple[float, ...]:
    """How probable each of these values is by one photograph, at last that it is none of them."""
    known = dict(odds)
    shares = [*(known.get(value, 0.0) for value in values), max(0.0, 1 - sum(known.values()))]
    return tuple((1 - ASTRAY) * share + ASTRAY / len(shares) for share in shares)
