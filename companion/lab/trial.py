"""One game of an experiment, from its seed to the row that is kept of it."""

from __future__ import annotations

import time
import zlib
from collections import Counter
from collections.abc import Sequence
from itertools import islice, pairwise
from random import Random
from typing import Any

from msgspec import Struct

from companion.engine.drive import Generator, Witness, drive
from companion.engine.game import OVER, RefusedError, Seat
from companion.engine.log import FORMAT, Entry, Header, Log, entry, write_log
from companion.lab.choice import Choice, describe_error
from companion.lab.experiment import Experiment, rotated
from companion.lab.players import player
from companion.lab.study import study_of

STOPPED = "stopped"
"""The ending of a game that was longer than the experiment lets one be: nobody has won it."""
NOBODY = -1
"""Instead of a seat, where a thing was counted as nobody's."""


class TrialError(Exception):
    """Games cannot be played like that. The message is all of it: what a stranger's player raised may not pass between
    processes."""


class Seated(Struct, frozen=True):
    """Result of one seat."""

    bot: str
    points: int
    share: float
    """Of the victory: 1 alone, less with others, 0 for whoever lost."""
    decisions: int
    """How often there was something to choose."""


class Times(Struct, frozen=True):
    """How often a thing was counted."""

    seat: int
    kind: str
    thing: str
    times: int


class Row(Struct, frozen=True):
    """A game as it is kept."""

    arm: int
    number: int
    deal: int
    actions: int
    ending: str
    changes: int
    """How often somebody else alone came to be ahead."""
    half: int
    """The seat that was ahead alone at half time, or `NOBODY`."""
    seconds: float
    """Of one core."""
    log: bytes
    """In the game's notation, compressed by zlib."""
    seats: tuple[Seated, ...]
    counts: tuple[Times, ...]


def trial(game: Any, experiment: Experiment, number: int, arm: int) -> Row:
    """Plays the game of that number: the same each time, as long as its bots go by their chance alone. Raises
    `TrialError`."""
    began, of, study = time.process_time(), experiment.arms[arm], study_of(game)
    deal, bots = rotated(experiment, of, number)
    players = [player(game, bot) for bot in bots]
    chances = [Random(f"{experiment.seed} game {number} seat {seat}") for seat in range(of.players)]
    state = start = game.new(of.players, **of.house)
    witnesses = [Witness(game, start, Seat(seat)) for seat in range(of.players)]
    decisions, leaders, counts = [0] * of.players, list[int](), Counter[tuple[int, str, str]]()
    entries, ending = list[Entry](), STOPPED

    def failure(by: int, what: str) -> TrialError:
        return TrialError(f"{of.name}, game {number}: the player {bots[by]} {what}")

    def choose(_state: Any, by: Seat, _legal: Sequence[Any]) -> Any:
        decisions[by] += 1
        try:
            choice: object = players[by].choose(game, witnesses[by], chances[by])
        except Exception as error:  # a stranger's player may raise anything
            raise failure(by, f"failed: {describe_error(error)}") from None
        if not isinstance(choice, Choice):
            raise failure(by, f"gave back no Choice, but {choice!r}")
        return choice.action

    steps = drive(game, start, choose, Generator(f"{experiment.seed} deal {deal}"))
    try:
        for step in islice(steps, experiment.longest):
            for witness in witnesses:
                witness.saw(step.state, step.effects)
            for one in study.counted(state, step):
                counts[NOBODY if one.seat is None else int(one.seat), one.kind, one.thing] += 1
            entries.append(entry(game, step))
            state = step.state
            if sum(decisions) > len(leaders):
                leaders.append(leader([sheet.total for sheet in game.score(state).sheets]))
            if state.turn is OVER:
                ending = study.ending(game, step)
    except RefusedError as error:
        raise failure(state.turn, f"chose what it may not do: {error}") from None
    score = game.score(state)
    shares = game.returns(state) if score.final else (0.0,) * of.players
    points = [sheet.total for sheet in score.sheets]
    log = Log(Header(game.ID, FORMAT, game.text(start)), tuple(entries))
    return Row(
        arm,
        number,
        deal,
        len(entries),
        ending,
        *follow_lead(leaders),
        time.process_time() - began,
        zlib.compress(write_log(log).encode(), 6),
        tuple(map(Seated, bots, points, shares, decisions)),
        tuple(Times(*what, times) for what, times in counts.items()),
    )


def leader(points: Sequence[int]) -> int:
    """Returns the seat that is ahead alone, or `NOBODY`."""
    best = max(points)
    return points.index(best) if points.count(best) == 1 else NOBODY


def follow_lead(leaders: Sequence[int]) -> tuple[int, int]:
    """Returns how often the lead changed, and the leader at half time, given the sole leader after each decision."""
    alone = [one for one in leaders if one != NOBODY]
    changes = sum(one != other for one, other in pairwise(alone))
    return changes, leaders[len(leaders) // 2] if leaders else NOBODY
