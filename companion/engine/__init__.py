"""The rules of the games: pure functions over frozen states. See docs/engine.md."""

from companion.engine.game import CHANCE, OVER, Game, Refusal, Refused, Seat, Unreadable
from companion.engine.registry import GAMES, game

__all__ = ["CHANCE", "GAMES", "OVER", "Game", "Refusal", "Refused", "Seat", "Unreadable", "game"]
