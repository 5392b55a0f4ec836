"""All games by id, imported when first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from companion.engine.game import Game

if TYPE_CHECKING:  # the type checker holds every game to the contract here
    from companion.engine import dunhuang, hangzhou, xanadu

    _HANGZHOU: Game[hangzhou.State, hangzhou.Action, hangzhou.Effect] = hangzhou
    _DUNHUANG: Game[dunhuang.State, dunhuang.Action, dunhuang.Effect] = dunhuang
    _XANADU: Game[xanadu.State, xanadu.Action, xanadu.Effect] = xanadu

GAMES: tuple[str, ...] = ("hangzhou", "dunhuang", "xanadu")
"""The ids of all games; each is a module of this package."""


def game(name: str) -> Game[Any, Any, Any]:
    """The game of that id. Raises `KeyError`, naming the games there are."""
    if name not in GAMES:
        raise KeyError(f"no game {name!r}; there are: {', '.join(GAMES)}")
    module: Game[Any, Any, Any] = import_module(f"companion.engine.{name}")
    return module
