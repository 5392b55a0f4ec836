"""The parts of the games by id: ours, and those that other installed packages announce as entry points.

A game has rules, a table and a board (screen parts), and each layer keeps its own list of them. Another
package adds to a list with an entry point in the layer's group, named by the game's id::

    [project.entry-points."silkroad.rules"]
    oasis = "oasis.rules"
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any


def parts(group: str, package: str, own: Iterable[str]) -> dict[str, EntryPoint]:
    """The parts of a layer: `own` are modules of `package`; a foreign part never takes the place of one."""
    ours = {name: EntryPoint(name, f"{package}.{name}", group) for name in own}
    others = {point.name: point for point in sorted(entry_points(group=group), key=lambda point: point.name)}
    return ours | {name: point for name, point in others.items() if name not in ours}


@cache
def load(part: EntryPoint) -> Any:
    """The module or object that a part names, imported when first asked for."""
    return part.load()
