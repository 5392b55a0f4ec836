"""Bounds for players that never tire: the rules let a player round go on for ever (H15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.drive import Choose
from companion.engine.game import Seat
from companion.games.hangzhou.moves import EndTurn, Pass, TakeCoin
from companion.games.hangzhou.state import Play, State

TURNS = 50
"""Turns of each player in one round, after which bots and tests pass."""


class Patient:
    """A player that follows another one, but passes after so many turns in one player round.

    It may play for several seats, but one game at a time.
    """

    def __init__(self, choose: Choose, turns: int = TURNS) -> None:
        self._choose = choose
        self._turns = turns
        self._round = 0
        self._taken: dict[Seat, int] = {}

    def __call__(self, state: State, seat: Seat, legal: Sequence[Any]) -> Any:
        now = state.now
        if isinstance(now, Play):
            if state.round != self._round:
                self._round, self._taken = state.round, {}
            self._taken[seat] = self._taken.get(seat, 0) + (now.taken is None)
            if self._taken[seat] > self._turns:
                return next((action for action in (Pass(), TakeCoin()) if action in legal), EndTurn())
        return self._choose(state, seat, legal)
