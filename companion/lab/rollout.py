"""A player that plays its best choices out for a round, and to the end where that is near.

What looks best of all that it may do is tried in several worlds, each with what others may hold and with a chance of
its own, the same for every choice: so what they come to differs by the choice, and not by the cards that came (common
random numbers). In a play-out everybody thinks the own turn through as a planner does, with all cards open: what that
is worth to others too much, it is beside every choice.
"""

from __future__ import annotations

from operator import attrgetter
from random import Random
from typing import Any

from companion.engine.drive import Witness
from companion.engine.game import CHANCE, OVER, Seat
from companion.lab.choice import supposed
from companion.lab.evaluation import Evaluation, lead
from companion.lab.plan import WORLDS, followed, promised
from companion.lab.thinker import Thinker

TRIED, BEHIND = 5, 6.0
"""Choices that are played out: so many at most, and none that promises so many points less than the best."""
FEW, MANY = 4, 12
"""Worlds in which all of them are played out, and in which the better half is."""
NARROW = (3, 1)
"""How many choices everybody follows on in a play-out, after the first step and after the second one."""
PRIOR = 2.0
"""What a choice promises before anybody has answered it counts as much as so many play-outs."""
VICTORY = 8.0
"""Points that a game won is worth beside its score, and one lost costs."""


class Rollouts(Thinker):
    """For games that say in which phase a turn begins (``BEGINS``), and for how many turns after the one that is on a
    play-out goes on (``horizon``)."""

    def found(
        self, judge: Evaluation, eyes: Witness, seat: Seat, state: Any, legal: list[Any], rng: Random
    ) -> tuple[int, float]:
        worlds = [state, *(supposed(eyes, rng) for _ in range(MANY - 1))]
        promises = promised(judge, worlds[:WORLDS], seat, legal)
        best = _best(judge, worlds, [rng.random() for _ in worlds], seat, legal, promises)
        return best, promises[best]


def _best(
    judge: Evaluation, worlds: list[Any], chances: list[float], seat: Seat, legal: list[Any], promises: list[float]
) -> int:
    """The number of the choice that comes to most. `chances`: what the chance of each world grows from."""
    game, turns = judge.game, judge.game.horizon(worlds[0])
    ranked = sorted(range(len(legal)), key=lambda n: -promises[n])[:TRIED]
    tried = [n for n in ranked if promises[ranked[0]] - promises[n] < BEHIND]
    if len(tried) == 1:
        return tried[0]
    came = {n: PRIOR * promises[n] for n in tried}
    for number, (world, chance) in enumerate(zip(worlds, chances, strict=True)):
        if number == FEW:
            tried = sorted(tried, key=lambda n: -came[n])[: max(2, len(tried) // 2)]
        for n in tried:
            came[n] += _played_out(judge, game.after(world, legal[n], seat), seat, turns, Random(chance))
    return max(tried, key=lambda n: came[n])


def _played_out(judge: Evaluation, state: Any, seat: Seat, turns: int, rng: Random) -> float:
    """By how many points the seat is ahead after so many turns, or at the end."""
    game = judge.game
    while (turn := state.turn) is not OVER:
        if turn is CHANCE:
            state = game.after(state, game.chances(state).sample(rng))
            continue
        if state.phase == game.BEGINS:
            turns -= 1
            if turns < 0:
                return judge.lead(state, seat)
        legal = list(game.legal(state, turn))
        state = max(followed(judge, state, turn, legal, NARROW), key=attrgetter("lead")).end
    totals = [float(sheet.total) for sheet in game.score(state).sheets]
    share: float = game.returns(state)[seat]
    return lead(totals, seat) + VICTORY * (2 * share - 1)
