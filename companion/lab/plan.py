"""A player that thinks its own turn through, but not what others do about it."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from companion.engine.drive import Witness
from companion.engine.game import Seat
from companion.engine.prospect import RIVALS, Level
from companion.lab.choice import Choice, supposed
from companion.lab.evaluation import Evaluation
from companion.lab.thinker import Thinker, first_of_best

WIDTHS = (6, 2)
"""How many of the choices that look best are followed on, after the first step and after the second one."""
WORLDS = 3
"""How often what others hold is laid out as it may be."""


class Planner(Thinker):
    """The action with which the seat can bring its turn to the best position by the game's evaluation (`exact`: by its
    outlook), on the average of what others may hold."""

    def __init__(self, level: Level | None = None, *, exact: bool = False) -> None:
        super().__init__(exact=exact)
        self._level = Level(widths=WIDTHS) if level is None else level

    def found(
        self, judge: Evaluation, eyes: Witness, seat: Seat, state: Any, legal: list[Any], rng: Random
    ) -> tuple[int, float]:
        values = promised(judge, _worlds(eyes, state, rng), seat, legal, self._level.widths)
        if self._level.blur:
            values = [value + rng.gauss(0.0, self._level.blur) for value in values]
        return first_of_best(values, rng)

    def ideas(self, game: Any, eyes: Witness, rng: Random, most: int) -> list[Choice]:
        """The best things that the seat may do, the best first, each with what the evaluation has for it: for the
        action alone, or together with what it opens the way to in the same turn. None where its own cards are hidden
        from it, as they are known on paper only."""
        seat, state = eyes.seat, supposed(eyes, rng)
        assert seat is not None, "a watcher chooses nothing"
        if game.view(state, seat) != eyes.view:
            return []
        legal, judge = list(game.legal(state, seat)), Evaluation(game, exact=self._exact)
        worlds = [followed(judge, world, seat, legal) for world in _worlds(eyes, state, rng)]
        values = [sum(way.lead for way in ways) / len(worlds) for ways in zip(*worlds, strict=True)]
        # Of turns that are worth the same, the one that begins with its best step.
        leads = [judge.lead(game.after(state, action, seat), seat) for action in legal]
        ranks = [(-round(value, 6), -round(lead, 6)) for value, lead in zip(values, leads, strict=True)]
        order = sorted(range(len(legal)), key=lambda n: (*ranks[n], n > 0, rng.random()))
        found = []
        for n in order[:most]:
            action, way = legal[n], worlds[0][n]
            reason = judge.reason(state, game.after(state, action, seat), seat, action)
            opened = bool(way.then) and way.then[0] not in legal
            whole = judge.reason(state, way.end, seat, action) if opened else None
            if whole is not None and whole.motive != RIVALS and (reason is None or whole.worth > reason.worth):
                found.append(Choice(action, whole, way.then, values[n]))
            else:
                found.append(Choice(action, reason, value=values[n]))
        return found


def _worlds(eyes: Witness, state: Any, rng: Random) -> list[Any]:
    """The position, or some that look alike to the seat where something lies hidden."""
    return [state] if state == eyes.view else [state, *(supposed(eyes, rng) for _ in range(WORLDS - 1))]


def promised(
    judge: Evaluation, worlds: list[Any], seat: Seat, legal: list[Any], widths: tuple[int, ...] = WIDTHS
) -> list[float]:
    """Mean worth of each action over these positions, which look alike to the seat."""
    each = [[way.lead for way in followed(judge, world, seat, legal, widths)] for world in worlds]
    return [sum(found) / len(worlds) for found in zip(*each, strict=True)]


class Way(NamedTuple):
    """A turn as far as it was followed: by how many points the seat is ahead at its end, and what it does after the
    first action."""

    lead: float
    end: Any
    then: tuple[Any, ...] = ()


def followed(
    judge: Evaluation, state: Any, seat: Seat, legal: list[Any], widths: tuple[int, ...] = WIDTHS
) -> list[Way]:
    """For each action the best way to go on with the turn. `widths`: how many choices are followed, after each step."""
    game = judge.game
    following = [game.after(state, action, seat) for action in legal]
    found = [Way(judge.lead(one, seat), one) for one in following]
    if widths:
        for n in sorted(range(len(legal)), key=lambda n: -found[n].lead)[: widths[0]]:
            then = following[n]
            if then.turn == seat:
                actions = list(game.legal(then, seat))
                ways = followed(judge, then, seat, actions, widths[1:])
                best = max(range(len(ways)), key=lambda n: ways[n].lead)
                found[n] = Way(ways[best].lead, ways[best].end, (actions[best], *ways[best].then))
    return found
