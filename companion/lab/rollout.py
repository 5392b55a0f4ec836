"""Play-outs: the choices that look best are played out until everybody has had a turn.

Each is tried in several worlds, each with what others may hold and with a chance of its own, the same for every
choice: so what they come to differs by the choice, and not by the cards that came (common random numbers). In a
play-out everybody follows the own turn with all cards open: what that is worth to others too much, it is beside every
choice.
"""

from __future__ import annotations

from operator import attrgetter
from random import Random
from typing import Any

from msgspec import Struct

from companion.engine.game import CHANCE, OVER, Seat
from companion.lab.beam import followed
from companion.lab.evaluation import Evaluation, lead

TRIED, BEHIND = 5, 6.0
"""Choices that are played out: so many at most, and none that promises so many points less than the best."""
FEW = 4
"""Worlds after which only the better half is played out further."""
PRIOR = 2.0
"""What a choice promises before anybody has answered it counts as much as so many play-outs."""
VICTORY = 8.0
"""Points that a game won is worth beside its score, and one lost costs."""
NARROW = 3
"""Positions that everybody follows on in a play-out, after each step."""
LONGEST = 400
"""Outcomes and turns of a play-out at most, for rules that let one go on for ever."""


class Level(Struct, frozen=True):
    """The settings of a bot: how far it searches its own turn, and how many playouts its best choices get."""

    blur: float = 0.0
    """Standard deviation, in points, of its error in judging a choice."""
    breadth: int = 0
    """Positions that it follows on after each step of its turn; 0: it looks one step ahead."""
    playouts: int = 0
    """How often its best choices are played out, until everybody has had a turn."""
    begins: str = ""
    """The phase in which a turn begins; empty: a turn begins when the one before ends."""


def choose_by_playouts(
    judge: Evaluation, level: Level, worlds: list[Any], seat: Seat, legal: list[Any], promises: list[float], rng: Random
) -> int:
    """Returns the index of the choice with the best play-outs, among the most promising ones."""
    ranked = sorted(range(len(legal)), key=lambda n: -promises[n])[:TRIED]
    tried = [n for n in ranked if promises[ranked[0]] - promises[n] < BEHIND]
    came = {n: PRIOR * promises[n] for n in tried}
    for number in range(level.playouts if len(tried) > 1 else 0):
        world, chance = worlds[number % len(worlds)], rng.random()
        if number == FEW:
            tried = sorted(tried, key=lambda n: -came[n])[: max(2, len(tried) // 2)]
        for n in tried:
            came[n] += _play_out(judge, level, judge.game.after(world, legal[n], seat), seat, Random(chance))
    return max(tried, key=came.__getitem__)


def _play_out(judge: Evaluation, level: Level, state: Any, seat: Seat, rng: Random) -> float:
    """Returns the points that the seat is ahead after one turn of each player, or at the end."""
    game = judge.game
    turns, before = game.players(state), seat
    for _ in range(LONGEST):
        turn = state.turn
        if turn is OVER:
            totals = [float(sheet.total) for sheet in game.score(state).sheets]
            share: float = game.returns(state)[seat]
            return lead(totals, seat) + VICTORY * (2 * share - 1)
        if turn is CHANCE:
            state = game.after(state, game.chances(state).sample(rng))
            continue
        if state.phase == level.begins if level.begins else turn != before:
            turns -= 1
        if turns < 0:
            break
        before = turn
        ways = followed(judge, state, turn, list(game.legal(state, turn)), NARROW)
        state = max(ways, key=attrgetter("lead")).end
    return judge.lead(state, seat)
