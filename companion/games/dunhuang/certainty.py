"""Thresholds for readings of Dunhuang's market, from one photograph or several joined."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.sight.reading import Reading

SURE: Final = 0.98
"""How probable a reading is that nobody is asked about: docs/sight.md has what comes of it."""


def judged(readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Marks readings above the threshold as sure."""
    return tuple(replace(one, sure=one.probability >= SURE) for one in readings)
