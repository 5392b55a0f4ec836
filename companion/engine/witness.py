"""One seat's eyes and memory through a game: what a bot may go by that looks into no hidden hand."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from companion.engine.game import Seat


class Witness:
    """Follows a game for a seat (none: a watcher) and lays out what it cannot know.

    Where a game remembers nothing beyond its views, `memory` stays None.
    """

    def __init__(self, game: Any, state: Any, seat: Seat | None) -> None:
        self._game, self.seat = game, seat
        self.view = game.view(state, seat)
        """The position as the seat may know it."""
        self.memory: Any = None
        """What it has seen before and the view does not tell."""

    def saw(self, state: Any, effects: Iterable[Any]) -> None:
        """The state that an action led to, and what happened; only what the seat may know of them is looked at."""
        seen = [self._game.seen(state, effect, self.seat) for effect in effects]
        view = self._game.view(state, self.seat)
        self.memory = self._game.remembered(self.memory, self.view, view, seen)
        self.view = view

    def possible(self, rng: Random) -> Any:
        """A full state that agrees with all the seat knows, each as likely as another."""
        return self._game.possible(self.view, rng, self.memory)
