"""All games by id, imported when first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.engine.game import Game
from companion.engine.parts import load, parts

if TYPE_CHECKING:  # the type checker holds every game to the contract here
    from companion.games import dunhuang, hangzhou, xanadu

    _HANGZHOU: Game[hangzhou.State, hangzhou.Action, hangzhou.Effect] = hangzhou
    _DUNHUANG: Game[dunhuang.State, dunhuang.Action, dunhuang.Effect] = dunhuang
    _XANADU: Game[xanadu.State, xanadu.Action, xanadu.Effect] = xanadu

_PARTS = parts("silkroad.rules", "companion.engine", ("hangzhou", "dunhuang", "xanadu"))
GAMES: tuple[str, ...] = tuple(_PARTS)
"""The ids of all games: ours, each a module of this package, then those of other packages."""


def game(name: str) -> Game[Any, Any, Any]:
    """The game of that id. Raises `KeyError`, naming the games there are."""
    if name not in _PARTS:
        raise KeyError(f"no game {name!r}; there are: {', '.join(GAMES)}")
    rules: Game[Any, Any, Any] = load(_PARTS[name])
    return rules
