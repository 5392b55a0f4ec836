"""All games by id, imported when first asked for."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from companion.engine.plugins import load, parts
from companion.engine.rules import GameRules

_PARTS = parts("silkroad.rules")
GAMES: Collection[str] = _PARTS.keys()
"""The ids of all games that are installed and work: ours, then those of other packages."""


def game(name: str) -> GameRules[Any]:
    """The game of that id. Raises `KeyError`, naming the games there are."""
    if name not in _PARTS:
        raise KeyError(f"no game {name!r}; there are: {', '.join(GAMES)}")
    rules: GameRules[Any] = load(_PARTS[name])
    return rules
