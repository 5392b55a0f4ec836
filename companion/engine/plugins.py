"""The parts of the games by id, as installed packages announce them: ours no other way than a stranger's.

A game has rules, a table and pages, and each layer keeps its own list of them. A package adds to a list with an
entry point in the layer's group, named by the game's id::

    [project.entry-points."silkroad.rules"]
    oasis = "oasis.rules:OASIS"
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

OURS = "silk-road-print-and-play"
"""The distribution that this is. Its games come first, so that no other package takes the place of one."""


def parts(group: str) -> dict[str, EntryPoint]:
    """The parts of a layer by the game's id: ours, then those of other packages, each by name."""
    announced = sorted(entry_points(group=group), key=lambda point: (not is_ours(point), point.name))
    found: dict[str, EntryPoint] = {}
    for point in announced:
        found.setdefault(point.name, point)
    return found


def is_ours(part: EntryPoint) -> bool:
    """Whether this package announces a part."""
    return part.dist is not None and part.dist.name == OURS


@cache
def load(part: EntryPoint) -> Any:
    """The module or object that a part names, imported when first asked for."""
    return part.load()
