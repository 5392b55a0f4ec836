"""The rules of the games: pure functions over frozen states. See docs/engine.md.

Every installed game is a name here too: ``from companion.engine import hangzhou``.
"""

from __future__ import annotations

from typing import Any

from companion.engine import game as contract
from companion.engine.game import CHANCE, OVER, Game, ParseError, Refusal, RefusedError, Seat
from companion.engine.registry import GAMES, game

__all__ = ["CHANCE", "GAMES", "OVER", "Game", "ParseError", "Refusal", "RefusedError", "Seat", "game"]


def __getattr__(name: str) -> Any:
    """The game of that id, imported when first asked for; or an error by the name that it had."""
    return game(name) if name in GAMES else contract.__getattr__(name)
