"""What a position is worth to its seats, by the parts that the game's own evaluation names, or else by the score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.game import OVER, Seat
from companion.engine.prospect import SCORE, Prospect

WON = 1000.0
"""Points that a victory is worth beside all prospects."""
SLIGHT = 0.05
"""Points below which a part of an evaluation is no reason for anything."""


class Evaluation:
    """A game's evaluation. `own` tells whether the game has one; if not, the score as it stands is looked at."""

    def __init__(self, game: Any) -> None:
        self.game = game
        prospects: Callable[[Any, Seat], Sequence[Prospect]] | None = getattr(game, "prospects", None)
        self.own = prospects is not None
        self.prospects = prospects or self._by_score

    def _by_score(self, state: Any, seat: Seat) -> Sequence[Prospect]:
        lines = self.game.score(state).sheets[seat].lines
        return [Prospect(SCORE, line.points, thing=line.thing, number=line.count) for line in lines]

    def points(self, state: Any, seats: int) -> list[float]:
        """What the position promises each seat."""
        prospects = self.prospects
        found = [sum([part.worth for part in prospects(state, Seat(seat))]) for seat in range(seats)]
        if state.turn is OVER:
            found = [n + WON * share for n, share in zip(found, self.game.returns(state), strict=True)]
        return found

    def lead(self, state: Any, seat: Seat, seats: int) -> float:
        """By how many points the seat is before the others, on the average of these."""
        return lead(self.points(state, seats), seat)

    def reason(self, before: Any, after: Any, seat: Seat, seats: int) -> Prospect | None:
        """What the way from one position to another brings the seat most, or keeps from another; none: nothing."""
        found: list[Prospect] = []
        for one in range(seats):
            mine = one == seat
            had = {part.part: part.worth for part in self.prospects(before, Seat(one))}
            has = {part.part: part for part in self.prospects(after, Seat(one))}
            for key, part in has.items():
                gain = part.worth - had.get(key, 0.0)
                if mine and gain > SLIGHT:
                    found.append(_as(part, gain, part.motive))
        return max(found, key=lambda part: part.worth, default=None)


def _as(part: Prospect, worth: float, motive: str) -> Prospect:
    return Prospect(motive, round(worth, 2), part.seat, part.place, part.thing, part.number)


def lead(points: Sequence[float], seat: Seat) -> float:
    """By how many points a seat is before the others, on the average of these."""
    others = len(points) - 1
    return points[seat] - (sum(points) - points[seat]) / others if others else points[seat]


def seats(game: Any, state: Any) -> int:
    """How many play."""
    return len(game.score(state).sheets)
