"""Value of a position to its seats, by the terms of the game's evaluation, or otherwise by the score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.game import OVER, RIVALS, SCORE, Prospect, Seat

WON = 1000.0
"""Points that a victory is worth beside all prospects."""
SLIGHT = 0.05
"""Points below which a part of an evaluation is no reason for anything."""
Parts = Sequence[Sequence[Prospect]]


class Evaluation:
    """A game's evaluation. `own` tells whether the game has one; otherwise the current score counts."""

    def __init__(self, game: Any) -> None:
        self.game = game
        prospects: Callable[[Any], Parts] | None = getattr(game, "prospects", None)
        self.own = prospects is not None
        self.prospects = prospects or self._list_score_terms
        self.concerns: Callable[[Prospect, Any, Any], bool] = getattr(game, "concerns", _is_about)

    def _list_score_terms(self, state: Any) -> Parts:
        return [
            [Prospect(SCORE, line.points, thing=line.thing, number=line.count) for line in sheet.lines]
            for sheet in self.game.score(state).sheets
        ]

    def points(self, state: Any) -> list[float]:
        """Returns the value of the position for each seat."""
        found = [sum([part.worth for part in parts]) for parts in self.prospects(state)]
        if state.turn is OVER:
            found = [n + WON * share for n, share in zip(found, self.game.returns(state), strict=True)]
        return found

    def lead(self, state: Any, seat: Seat) -> float:
        """Returns the seat's lead in points over the others, on the average of these positions."""
        return lead(self.points(state), seat)

    def _others(self, state: Any, seat: Seat) -> float:
        """Returns the value of the position for the other seats together."""
        return sum(part.worth for other, parts in enumerate(self.prospects(state)) if other != seat for part in parts)

    def reason(self, before: Any, after: Any, seat: Seat, action: Any) -> Prospect | None:
        """Returns the term in which the action gains most, of those it concerns (`concerns`). `after` is the position
        it leads to, by itself or with the seat's next actions. Without a gain, the term in which it costs the others
        most; otherwise None."""
        had, has = self.prospects(before)[seat], self.prospects(after)[seat]
        parts = {part.part: part for part in (*had, *has) if self.concerns(part, action, before)}
        was, now = _sum_by_part(had), _sum_by_part(has)
        gains = {key: now.get(key, 0.0) - was.get(key, 0.0) for key in parts}
        best = max(gains, key=gains.__getitem__, default=None)
        if best is None or gains[best] <= SLIGHT:
            lost = self._others(before, seat) - self._others(after, seat)
            against = Prospect(RIVALS, round(lost, 2))
            return against if lost > SLIGHT and self.concerns(against, action, before) else None
        part = parts[best]
        return Prospect(part.motive, round(gains[best], 2), part.seat, part.place, part.thing, part.number)


def _is_about(part: Prospect, action: Any, state: Any) -> bool:
    """Returns whether a part of the evaluation concerns an action. A part that names a place or thing concerns actions
    that name it too; any other part, and any line of the score without a place, concerns all."""
    named = {str(getattr(action, name)) for name in getattr(action, "__struct_fields__", ())}
    about = [part.place] if part.motive == SCORE else [part.place, part.thing]
    return all(str(one) in named for one in about if one is not None)


def _sum_by_part(parts: Sequence[Prospect]) -> dict[tuple[object, ...], float]:
    """Sums by term."""
    found: dict[tuple[object, ...], float] = {}
    for part in parts:
        found[part.part] = found.get(part.part, 0.0) + part.worth
    return found


def lead(points: Sequence[float], seat: Seat) -> float:
    """Returns the average number of points that a seat is ahead of the others."""
    others = len(points) - 1
    return points[seat] - (sum(points) - points[seat]) / others if others else points[seat]
