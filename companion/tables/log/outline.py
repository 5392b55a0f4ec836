"""What a list of games says of a table: its players, when it was played, and how it ended. Made from the log alone."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import msgspec
from msgspec import Struct
from msgspec.structs import replace

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


class Course(Struct, frozen=True):
    """How a game went: the numbers of some actions, the last one included, and the points of each seat after them."""

    actions: tuple[int, ...]
    totals: tuple[tuple[int, ...], ...]


class Summary(Struct, frozen=True):
    """What is stored of a table for lists and statistics. Times are in milliseconds since 1970."""

    names: tuple[str | None, ...]
    """By chair; empty where nobody has named it, None where nobody sits."""
    started_at: int | None = None
    """None: the game has not begun."""
    ended_at: int | None = None
    """None: it has not ended, or its points are not known."""
    actions: int = 0
    decided_by: str = ""
    seats: tuple[Finisher, ...] = ()
    """Empty until it has ended."""


def summarise(table: Table) -> Summary:
    """The table as lists show it. Nothing in it is hidden from anybody: points are told at the end only."""
    names = tuple(chair.name if chair.taken else None for chair in table.chairs)
    summary = Summary(names, table.began_at if table.line else None)
    counted = tally.done(table)
    score = view_of(table, Who()).score if counted or (table.state is not None and table.turn is OVER) else None
    if score is None or not score.final:
        return summary
    return replace(
        summary,
        ended_at=table.moved_at,
        actions=sum(step.human for step in table.line),
        decided_by=score.decided_by,
        seats=_seats(table, score, table.counting if counted else table.players),
    )


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
    seats = len(summarise(table).seats)
    acted = [step for step in table.line if step.human]
    if not seats or not acted or table.turn is not OVER:
        return Course((), ())
    every = max(1, -(-len(acted) // MOST_STEPS))
    picked = [number for number in range(len(acted)) if not (len(acted) - 1 - number) % every]
    rules = table.game.rules
    numbers, totals = [], []
    for number in picked:
        # What the rules did after the last action belongs to it.
        step = acted[number] if number < len(acted) - 1 else table.line[-1]
        state = step.state
        if not table.game.known(state) or len(step.players) != seats:
            return Course((), ())
        numbers.append(number + 1)
        totals.append(tuple(sheet.total for sheet in rules.score(state).sheets))
    return Course(tuple(numbers), tuple(totals))


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
