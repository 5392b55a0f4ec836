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
Parts = Sequence[Sequence[Prospect]]


class Evaluation:
    """A game's evaluation. `own` tells whether the game has one; if not, the score as it stands is looked at."""

    def __init__(self, game: Any) -> None:
        self.game = game
        prospects: Callable[[Any], Parts] | None = getattr(game, "prospects", None)
        self.own = prospects is not None
        self.prospects = prospects or self._by_score

    def _by_score(self, state: Any) -> Parts:
        return [
            [Prospect(SCORE, line.points, thing=line.thing, number=line.count) for line in sheet.lines]
            for sheet in self.game.score(state).sheets
        ]

    def points(self, state: Any) -> list[float]:
        """What the position promises each seat."""
        found = [sum([part.worth for part in parts]) for parts in self.prospects(state)]
        if state.turn is OVER:
            found = [n + WON * share for n, share in zip(found, self.game.returns(state), strict=True)]
        return found

    def lead(self, state: Any, seat: Seat) -> float:
        """By how many points the seat is before the others, on the average of these."""
        return lead(self.points(state), seat)

    def reason(self, before: Any, after: Any, seat: Seat) -> Prospect | None:
        """What the way from one position to another brings the seat most; none: nothing."""
        had = _by_part(self.prospects(before)[seat])
        has = self.prospects(after)[seat]
        gains = _by_part(has)
        parts = {part.part: part for part in has}
        best = max(gains, key=lambda key: gains[key] - had.get(key, 0.0), default=None)
        if best is None or (gain := gains[best] - had.get(best, 0.0)) <= SLIGHT:
            return None
        part = parts[best]
        return Prospect(part.motive, round(gain, 2), part.seat, part.place, part.thing, part.number)


def _by_part(parts: Sequence[Prospect]) -> dict[tuple[object, ...], float]:
    """What each part comes to."""
    found: dict[tuple[object, ...], float] = {}
    for part in parts:
        found[part.part] = found.get(part.part, 0.0) + part.worth
    return found


def lead(points: Sequence[float], seat: Seat) -> float:
    """By how many points a seat is before the others, on the average of these."""
    others = len(points) - 1
    return points[seat] - (sum(points) - points[seat]) / others if others else points[seat]
