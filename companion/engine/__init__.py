"""The rules of the games: pure functions over frozen states. See docs/engine.md.

Every installed game is a name here too: ``from companion.engine import hangzhou``.
"""

from __future__ import annotations

from typing import Any

from companion.engine.game import CHANCE, OVER, ParseError, Refusal, RefusedError, Seat
from companion.engine.registry import GAMES, game
from companion.engine.rules import GameRules

__all__ = ["CHANCE", "GAMES", "OVER", "GameRules", "ParseError", "Refusal", "RefusedError", "Seat", "game"]


def __getattr__(name: str) -> Any:
    """Returns the game with this id, imported on first use."""
    if name not in GAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return game(name)
