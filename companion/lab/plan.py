"""A player that thinks its own turn through, but not what others do about it."""

from __future__ import annotations

from operator import itemgetter
from random import Random
from typing import Any

from companion.engine.game import Seat
from companion.engine.witness import Witness
from companion.lab.choice import supposed
from companion.lab.evaluation import Evaluation
from companion.lab.thinker import Thinker, first_of_best

WIDTHS = (6, 2)
"""How many of the choices that look best are followed on, after the first step and after the second one."""
WORLDS = 3
"""How often what others hold is laid out as it may be."""


class Planner(Thinker):
    """The action with which the seat can bring its turn to the best position by the game's evaluation (`exact`: by its
    outlook), on the average of what others may hold."""

    def found(
        self, judge: Evaluation, eyes: Witness, seat: Seat, state: Any, legal: list[Any], rng: Random
    ) -> tuple[int, float]:
        worlds = [state] if state == eyes.view else [state, *(supposed(eyes, rng) for _ in range(WORLDS - 1))]
        return first_of_best(promised(judge, worlds, seat, legal), rng)


def promised(judge: Evaluation, worlds: list[Any], seat: Seat, legal: list[Any]) -> list[float]:
    """What each action promises, on the average of these positions, which look alike to the seat."""
    each = [[points for points, _ in followed(judge, world, seat, legal)] for world in worlds]
    return [sum(found) / len(worlds) for found in zip(*each, strict=True)]


def followed(
    judge: Evaluation, state: Any, seat: Seat, legal: list[Any], widths: tuple[int, ...] = WIDTHS
) -> list[tuple[float, Any]]:
    """By how many points each action can bring the seat ahead, if it goes on as well as it can in this turn, and the
    position to which that was followed. `widths`: how many choices are, after each step."""
    game = judge.game
    following = [game.after(state, action, seat) for action in legal]
    found = [(judge.lead(one, seat), one) for one in following]
    if widths:
        for n in sorted(range(len(legal)), key=lambda n: -found[n][0])[: widths[0]]:
            then = following[n]
            if then.turn == seat:
                ways = followed(judge, then, seat, list(game.legal(then, seat)), widths[1:])
                found[n] = max(ways, key=itemgetter(0))
    return found
