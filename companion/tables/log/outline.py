"""What a list of games says of a table: its players, when it was played, and how it ended. Made from the log alone."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec import Struct

from companion.engine.game import OVER, Score, ScoreLine
from companion.engine.msgspec_ready import ready
from companion.tables.log import tally
from companion.tables.log.table import Table
from companion.tables.log.views import Who
from companion.tables.log.visibility import view_of

MOST_STEPS = 120
"""Moments of a game that its course is made of."""


class Finisher(Struct, frozen=True):
    """One seat at the end of a game, with the derivation of its points."""

    chair: int
    key: str
    """What the game calls the chair."""
    name: str
    """Empty: it had none."""
    total: int
    won: bool
    lines: tuple[ScoreLine, ...]


class Ending(Struct, frozen=True):
    """How a game ended: the entry that ended it, how many actions it took, and the seats in their order."""

    entry: int
    actions: int
    decided_by: str
    seats: tuple[Finisher, ...]


class Course(Struct, frozen=True):
    """How a game went: the numbers of some actions, the last one included, and the points of each seat after them."""

    actions: tuple[int, ...]
    totals: tuple[tuple[int, ...], ...]


class Outline(Struct, frozen=True):
    """A table for lists. `first` is the entry that began the game; 0: it has not begun."""

    first: int
    names: tuple[str | None, ...]
    """By chair; empty where nobody has named it, none where nobody sits."""
    ending: Ending | None
    bots: bool = False
    """Whether a bot sits there."""


def outline(table: Table) -> Outline:
    """The table as lists show it. Nothing in it is hidden from anybody: points are told at the end only."""
    names = tuple(chair.name if chair.taken else None for chair in table.chairs)
    bots = any(chair.rival for chair in table.chairs)
    return Outline(table.line[0] if table.line else 0, names, _ending(table), bots)


def _ending(table: Table) -> Ending | None:
    counted = tally.done(table)
    if not counted and (table.state is None or table.turn is not OVER):
        return None
    score = view_of(table, Who()).score
    if score is None or not score.final:
        return None
    chairs = table.counting if counted else table.players
    entry = table.line[-1] if table.line else table.seq
    actions = sum(table.step(seq).human for seq in table.line)
    return Ending(entry, actions, score.decided_by, _seats(table, score, chairs))


def _seats(table: Table, score: Score, chairs: tuple[int, ...]) -> tuple[Finisher, ...]:
    at = [table.chairs[number] for number in chairs]
    return tuple(
        Finisher(c.number, c.key, c.name, sheet.total, sheet.seat in score.winners, sheet.lines)
        for c, sheet in zip(at, score.sheets, strict=True)
    )


def course(table: Table) -> Course:
    """The points after the actions of a finished game, `MOST_STEPS` of them at most; none where hands are not known.

    What was hidden meanwhile is told: the game is over.
    """
    ending = outline(table).ending
    steps = [table.step(seq) for seq in table.line]
    acted = [step for step in steps if step.human]
    if ending is None or not acted or table.turn is not OVER:
        return Course((), ())
    every = max(1, -(-len(acted) // MOST_STEPS))
    picked = [number for number in range(len(acted)) if not (len(acted) - 1 - number) % every]
    rules, seats = table.game.rules, len(ending.seats)
    numbers, totals = [], []
    for number in picked:
        # What the rules did after the last action belongs to it.
        step = acted[number] if number < len(acted) - 1 else steps[-1]
        state = step.state
        if not table.game.known(state) or len(step.players) != seats:
            return Course((), ())
        numbers.append(number + 1)
        totals.append(tuple(sheet.total for sheet in rules.score(state).sheets))
    return Course(tuple(numbers), tuple(totals))


class Summary(Struct, frozen=True):
    """What is stored of a table for lists and statistics. Times are in milliseconds since 1970.

    `names` are those of `Outline`. `started_at` none: the game has not begun. `seats` are empty until it has ended.
    """

    names: tuple[str | None, ...]
    started_at: int | None
    ended_at: int | None
    actions: int
    decided_by: str
    seats: tuple[Finisher, ...]


def summary_of(shown: Outline, at: Mapping[int, int]) -> Summary:
    """The summary of a table. `at`: the times of the entries `shown.first` and `shown.ending.entry`."""
    started, ending = at.get(shown.first), shown.ending
    if ending is None:
        return Summary(shown.names, started, None, 0, "", ())
    return Summary(shown.names, started, at[ending.entry], ending.actions, ending.decided_by, ending.seats)


_SUMMARY = msgspec.json.Decoder(ready(Summary))


@lru_cache(4096)
def decode_summary(text: str) -> Summary:
    """Reads what `msgspec.json.encode` made of a summary."""
    return _SUMMARY.decode(text)


def folded(name: str) -> str:
    """A name as it is looked for: without case and accents, so that “tomas” finds “Tomás”."""
    if name.isascii():
        return name.casefold().strip()
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).strip()
