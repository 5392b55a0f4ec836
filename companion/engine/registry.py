"""The games by id and their parts, as installed packages announce them: ours no other way than a stranger's.

A game has rules, a table and pages, and each layer keeps its own list of them. A package adds to a list with an
entry point in the layer's group, named by the game's id::

    [project.entry-points."silkroad.rules"]
    oasis = "oasis.rules:OASIS"

A game that does not work is left out of all layers (`leave_out`), and the others go on.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from companion.engine.rules import GameRules
from companion.engine.wording import shorten

OURS = "silk-road-print-and-play"
"""The distribution that this is. Its games come first, so that no other package takes the place of one."""


_LAYERS: list[dict[str, EntryPoint]] = []
_SECOND: set[tuple[str, str]] = set()
"""Packages that announce a game by an id that another one has, each with that id."""
_LOG = logging.getLogger(__name__)


def parts(group: str) -> dict[str, EntryPoint]:
    """Returns the parts of a layer by game id: ours, then those of other packages by name. The first of two packages
    with one id wins. A game that is left out disappears from it."""
    announced = sorted(
        entry_points(group=group), key=lambda point: (_package(point) != OURS, point.name, _package(point))
    )
    found: dict[str, EntryPoint] = {}
    for point in announced:
        second = point.name, _package(point)
        if second in _SECOND:
            continue
        first = found.setdefault(point.name, point)
        if _package(first) != _package(point):
            _SECOND.add(second)
            _LOG.warning("%s of %s is left out: %s has a game of that id", *second, _package(first))
    _LAYERS.append(found)
    return found


def announced() -> tuple[str, ...]:
    """Returns the ids of all games in any layer, except those left out."""
    return tuple(dict.fromkeys(name for layer in _LAYERS for name in layer))


def leave_out(game: str, part: str, error: BaseException) -> None:
    """Removes a game from all layers, and logs one line with the faulty part and its mistake."""
    why = f"{type(error).__name__}: {error}"
    for layer in _LAYERS:
        layer.pop(game, None)
    _LOG.warning("the game %s is left out, its %s cannot be used: %s", game, part, shorten(" ".join(why.split()), 300))


def _package(part: EntryPoint) -> str:
    return part.dist.name if part.dist is not None else ""


_RULES = parts("silkroad.rules")
GAMES: Collection[str] = _RULES.keys()
"""The ids of all games that are installed and work: ours, then those of other packages."""


def game(name: str) -> GameRules[Any]:
    """Returns the game with this id, imported on first use. Raises `KeyError` with the known games."""
    if name not in _RULES:
        raise KeyError(f"no game {name!r}; there are: {', '.join(GAMES)}")
    rules: GameRules[Any] = _RULES[name].load()
    return rules
