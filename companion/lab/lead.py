"""Lead during a game: how often it changes, when it is decided, and who decided it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

LATE = 0.75
"""From this part of a game on a lead is given for good, if it is."""


class Lead(Struct, frozen=True):
    """The lead of one game."""

    changes: int
    """How often somebody else alone came to be ahead."""
    settled: float
    """At what part of the game (0 to 1) the winner came to be ahead for the last time; 1: never before the end."""
    half: tuple[int, ...]
    """The seats that were ahead at half time."""
    crowned: bool
    """Did somebody late in the game, who did not win, pass the lead from one seat to another?"""


class Course:
    """Takes down the points after each decision."""

    def __init__(self) -> None:
        self._ahead: list[tuple[int, ...]] = []
        self._by: list[int] = []

    def saw(self, by: int, totals: Sequence[int]) -> None:
        """The points after a seat's decision."""
        best = max(totals)
        self._ahead.append(tuple(seat for seat, total in enumerate(totals) if total == best))
        self._by.append(by)

    def lead(self, winners: Sequence[int]) -> Lead:
        """Result, once the winners are known."""
        count = len(self._ahead)
        if not count:
            return Lead(0, 1.0, (), crowned=False)
        changes, crowned, leader = 0, False, -1
        for step, (ahead, by) in enumerate(zip(self._ahead, self._by, strict=True)):
            if len(ahead) > 1 or ahead[0] == leader:
                continue
            if leader >= 0:
                changes += 1
                late = step >= LATE * count
                crowned = crowned or (late and by not in winners and by not in (leader, ahead[0]))
            leader = ahead[0]
        settled = count
        while settled and len(winners) == 1 and self._ahead[settled - 1] == tuple(winners):
            settled -= 1
        return Lead(changes, settled / count, self._ahead[count // 2], crowned)
