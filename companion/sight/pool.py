"""Several photographs of one board joined: what they show together.

Photographs of one table are no independent witnesses, for a glare or a cube looks alike in all of them. So nothing
becomes sure that is sure in none of them, and where two disagree, somebody is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from companion.sight.reading import Reading

Judge: TypeAlias = Callable[[tuple[Reading, ...]], tuple[Reading, ...]]
"""What is sure of readings (`companion.sight.reader.BoardReader.judged`)."""


def joined(shown: Sequence[tuple[Reading, ...]], judged: Judge) -> tuple[Reading, ...]:
    """Joins readings of photographs, in any order. A part in only one of them stays as it is."""
    if len(shown) == 1:
        return shown[0]
    parts: dict[str, list[Reading]] = {}
    for readings in shown:
        for one in readings:
            parts.setdefault(one.part, []).append(one)
    found = tuple(_together(seen) for seen in parts.values())
    return tuple(replace(one, sure=one.sure and part.sure) for one, part in zip(judged(found), found, strict=True))


def _together(seen: Sequence[Reading]) -> Reading:
    """A part by all photographs that show it: the sure value; a question where two are sure of different ones, or one
    is clear where another one holds it for neither of its guesses."""
    ordered = sorted(seen, key=lambda one: (not one.sure, -one.probability, one.value, one.second))
    best = ordered[0]
    others = [one for one in ordered if one.value != best.value]
    against = next((one for one in others if one.sure), others[0] if others else None)
    if against is None:
        return best
    sure = best.sure and not against.sure and all(best.value in (one.value, one.second) for one in others)
    return best if sure else replace(best, sure=False, second=against.value)
