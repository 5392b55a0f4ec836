"""Beam search over the actions of one turn."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.engine.game import Seat
from companion.lab.evaluation import Evaluation

LONGEST = 30
"""Steps of a turn that are followed."""
TWINS = 2
"""Positions followed of those that look equally good, such as with one card or another laid face down."""
LEFT_OUT = 1e6
"""Points that count against an action that was not followed to the end of the turn: it looks better than it is."""


def promised(judge: Evaluation, worlds: list[Any], seat: Seat, legal: list[Any], breadth: int) -> list[float]:
    """Returns the mean value of each action over these positions, which look alike to the seat."""
    each = [[way.lead for way in followed(judge, world, seat, legal, breadth)] for world in worlds]
    return [sum(found) / len(worlds) for found in zip(*each, strict=True)]


class Way(NamedTuple):
    """A turn as far as it was followed: the seat's lead in points at its end, and its actions after the first one."""

    lead: float
    end: Any
    then: tuple[Any, ...] = ()


def followed(judge: Evaluation, state: Any, seat: Seat, legal: list[Any], breadth: int) -> list[Way]:
    """Returns for each action the best way to end the turn (a beam search). After each step the `breadth` best
    positions are followed, whichever action led to them. 0: each action counts by the position after it."""
    game = judge.game
    ended: dict[int, Way] = {}
    still_open: dict[int, Way] = {}
    positions: dict[Any, dict[int, tuple[Any, ...]]] = {}
    for n, action in enumerate(legal):
        positions.setdefault(game.after(state, action, seat), {})[n] = ()
    met = set(positions)
    for _ in range(LONGEST if breadth else 1):
        leads = {position: judge.lead(position, seat) for position in positions}
        latest: dict[int, Way] = {}
        for position, firsts in positions.items():
            best = latest if position.turn == seat else ended
            for n, then in firsts.items():
                if n not in best or leads[position] > best[n].lead:
                    best[n] = Way(leads[position], position, then)
        still_open |= latest
        going: dict[float, list[Any]] = {}
        for position in positions:
            if position.turn == seat:
                going.setdefault(round(leads[position], 4), []).append(position)
        chosen = [position for lead in sorted(going, reverse=True) for position in going[lead][:TWINS]]
        before, positions = positions, {}
        for position in chosen[:breadth]:
            for action in game.legal(position, seat):
                following = game.after(position, action, seat)
                if following not in met:
                    firsts = positions.setdefault(following, {})
                    for n, then in before[position].items():
                        firsts.setdefault(n, (*then, action))
        met.update(positions)
        if not positions:
            break
    lost = LEFT_OUT if breadth else 0.0
    return [ended.get(n) or still_open[n]._replace(lead=still_open[n].lead - lost) for n in range(len(legal))]
