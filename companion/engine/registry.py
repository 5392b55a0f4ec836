"""All games by id, imported when first asked for."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Game
from companion.engine.plugins import load, parts

_PARTS = parts("silkroad.rules")
GAMES: tuple[str, ...] = tuple(_PARTS)
"""The ids of all games that are installed: ours, then those of other packages."""


def game(name: str) -> Game[Any, Any, Any]:
    """The game of that id. Raises `KeyError`, naming the games there are."""
    if name not in _PARTS:
        raise KeyError(f"no game {name!r}; there are: {', '.join(GAMES)}")
    rules: Game[Any, Any, Any] = load(_PARTS[name])
    return rules
