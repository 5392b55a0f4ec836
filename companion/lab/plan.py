"""The player of games with an evaluation: it follows its own turn to its end, and may play its best choices out."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine.drive import Witness
from companion.engine.game import RIVALS
from companion.lab.beam import followed, promised
from companion.lab.choice import Choice, supposed, tired
from companion.lab.evaluation import Evaluation
from companion.lab.rollout import Level, choose_by_playouts

BREADTH = 6
"""Positions followed after each step of a turn, where a game has no levels of its own."""
WORLDS = 3
"""How often what others hold is laid out as it may be."""


class Planner:
    """Chooses the action with which the seat can bring its turn to the best position by the game's evaluation, on the
    average of what others may hold."""

    def __init__(self, level: Level | None = None) -> None:
        self._level = Level(breadth=BREADTH) if level is None else level

    def choose(self, game: Any, eyes: Witness, rng: Random) -> Choice:
        seat, state, level = eyes.seat, supposed(eyes, rng), self._level
        assert seat is not None, "a watcher chooses nothing"
        legal = list(game.legal(state, seat))
        if len(legal) == 1:
            return Choice(legal[0])
        if (enough := tired(game, eyes.view, seat, rng)) is not None:
            return enough
        judge = Evaluation(game)
        worlds = _sample_worlds(eyes, state, rng, max(WORLDS, level.playouts))
        values = promised(judge, worlds[:WORLDS], seat, legal, level.breadth)
        if level.blur:
            values = [value + rng.gauss(0.0, level.blur) for value in values]
        if level.playouts:
            best = choose_by_playouts(judge, level, worlds, seat, legal, values, rng)
        else:
            best = choose_first_best(values, rng)
        action = legal[best]
        return Choice(action, judge.reason(state, game.after(state, action, seat), seat, action), value=values[best])

    def ideas(self, game: Any, eyes: Witness, rng: Random, most: int) -> list[Choice]:
        """Returns the best actions of the seat, best first, each with its terms of the evaluation: of the action alone,
        or together with the actions that follow it in the same turn. Empty if the seat's own cards are hidden from it,
        as cards on paper are."""
        seat, state = eyes.seat, supposed(eyes, rng)
        assert seat is not None, "a watcher chooses nothing"
        if game.view(state, seat) != eyes.view:
            return []
        legal, judge = list(game.legal(state, seat)), Evaluation(game)
        worlds = [
            followed(judge, world, seat, legal, self._level.breadth)
            for world in _sample_worlds(eyes, state, rng, WORLDS)
        ]
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


def choose_first_best(values: list[float], rng: Random) -> int:
    """Returns the index of the highest value: of equal ones the first of the list, which ends the turn, else any."""
    return min(range(len(values)), key=lambda n: (-round(values[n], 6), n > 0, rng.random()))


def _sample_worlds(eyes: Witness, state: Any, rng: Random, count: int) -> list[Any]:
    """Returns the position, or a sample of positions that look alike to the seat."""
    return [state] if state == eyes.view else [state, *(supposed(eyes, rng) for _ in range(count - 1))]
