"""One game of an experiment, from its seed to the row that is kept of it."""

from __future__ import annotations

import time
import zlib
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

from msgspec import Struct

from companion.engine.drive import Witness
from companion.engine.game import OVER, RefusedError, Seat, Source, Step
from companion.engine.log import FORMAT, Entry, Header, Log, entry, write_log
from companion.engine.study import study_of
from companion.lab.choice import Choice, told
from companion.lab.experiment import Arm, Experiment, rotated
from companion.lab.players import Player, player

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
    """In the game's notation, packed (`unpacked`)."""
    seats: tuple[Seated, ...]
    counts: tuple[Times, ...]


def unpacked(log: bytes) -> str:
    """The text of a log, as `companion replay` reads it."""
    return zlib.decompress(log).decode()


def trial(game: Any, experiment: Experiment, number: int, arm: int) -> Row:
    """Plays the game of that number: the same each time, as long as its bots go by their chance alone. Raises
    `TrialError`."""
    return _Trial(game, experiment, experiment.arms[arm], number, arm).row()


def follow_lead(leaders: Sequence[int]) -> tuple[int, int]:
    """How often the lead changed, and who had it at half time, from who was ahead alone after each decision."""
    alone = [leader for leader in leaders if leader != NOBODY]
    changes = sum(leader != other for leader, other in pairwise(alone))
    return changes, leaders[len(leaders) // 2] if leaders else NOBODY


class _Trial:
    def __init__(self, game: Any, experiment: Experiment, arm: Arm, number: int, index: int) -> None:
        self.game, self.arm, self.number, self.index = game, arm, number, index
        self.longest = experiment.longest
        self.deal, self.bots = rotated(experiment, arm, number)
        self.dice = Random(f"{experiment.seed} deal {self.deal}")
        self.chances = [Random(f"{experiment.seed} game {number} seat {seat}") for seat in range(arm.players)]
        self.players: Sequence[Player] = [player(game, bot) for bot in self.bots]
        self.state = self.start = game.new(arm.players, **arm.house)
        self.eyes = [Witness(game, self.start, Seat(seat)) for seat in range(arm.players)]
        self.decisions = [0] * arm.players
        self.leaders: list[int] = []
        self.counts = Counter[tuple[int, str, str]]()
        self.entries: list[Entry] = []
        self.ending = STOPPED

    def row(self) -> Row:
        """Plays it to its end."""
        began, study = time.process_time(), study_of(self.game)
        while self.state.turn is not OVER and len(self.entries) < self.longest:
            before, step = self.state, self.step()
            for one in study.counted(before, step):
                self.counts[NOBODY if one.seat is None else int(one.seat), one.kind, one.thing] += 1
            if step.state.turn is OVER:
                self.ending = study.ending(self.game, step)
        score = self.game.score(self.state)
        shares = score.returns if score.final else (0.0,) * self.arm.players
        log = Log(Header(self.game.ID, FORMAT, self.game.text(self.start)), tuple(self.entries))
        return Row(
            self.index,
            self.number,
            self.deal,
            len(self.entries),
            self.ending,
            *follow_lead(self.leaders),
            time.process_time() - began,
            zlib.compress(write_log(log).encode(), 6),
            tuple(
                Seated(bot, sheet.total, share, decisions)
                for bot, sheet, share, decisions in zip(self.bots, score.sheets, shares, self.decisions, strict=True)
            ),
            tuple(Times(*what, times) for what, times in self.counts.items()),
        )

    def step(self) -> Step:
        """The next action or outcome; all seats see what they may of it."""
        turn, game = self.state.turn, self.game
        chosen = False
        by: Seat | None = None
        source: Source | None = None
        if isinstance(turn, int):
            by = Seat(turn)
            legal = game.legal(self.state, by)
            chosen = len(legal) > 1
            action = self.chosen(by) if chosen else legal[0]
        else:
            chances = game.chances(self.state)
            source = Source.RULES if chances.certain else Source.APP
            action = chances.sample(self.dice)
        try:
            self.state, effects = game.play(self.state, action, by)
        except RefusedError as error:
            raise self.failed(turn, f"chose what it may not do: {error}") from None
        for eyes in self.eyes:
            eyes.saw(self.state, effects)
        step = Step(action, by, source, effects, self.state)
        self.entries.append(entry(game, step))
        if chosen and by is not None:
            self.decisions[by] += 1
            totals = [sheet.total for sheet in game.score(self.state).sheets]
            best = max(totals)
            self.leaders.append(totals.index(best) if totals.count(best) == 1 else NOBODY)
        return step

    def chosen(self, by: Seat) -> Any:
        """Choice of a seat's player."""
        try:
            choice: object = self.players[by].choose(self.game, self.eyes[by], self.chances[by])
        except Exception as error:  # a stranger's player may raise anything
            raise self.failed(by, f"failed: {told(error)}") from None
        if not isinstance(choice, Choice):
            raise self.failed(by, f"gave back no Choice, but {choice!r}")
        return choice.action

    def failed(self, by: int, what: str) -> TrialError:
        return TrialError(f"{self.arm.name}, game {self.number}: the player {self.bots[by]} {what}")
