"""A game as a log: one JSON object a line, first the position it began from, then each action.

    {"game": "hangzhou", "format": 1, "position": "hangzhou RBYW now: draw"}
    {"action": "draw red", "source": "app"}
    {"action": "pick red", "by": 3}

A log never depends on a seed: it holds every outcome. Fields that a line has besides these are kept by
whoever writes them and not looked at here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.game import ParseError, RefusedError, Seat, Source, Step
from companion.engine.position_json import decode_json
from companion.engine.registry import GAMES, game
from companion.engine.rules import GameRules
from companion.engine.wording import message

FORMAT = 1


class Header(Struct, frozen=True, omit_defaults=True):
    """The first line."""

    game: str
    format: int
    position: str
    rules: str = ""
    """The version of the rules that it was played by; empty: that of today. A text that names none has the first."""


class Entry(Struct, frozen=True, omit_defaults=True):
    """An action in the game's notation, with its seat or the source of an outcome."""

    action: str
    by: int | None = None
    source: Source | None = None


class Log(Struct, frozen=True):
    """A log. `lines` holds the line number of each entry in the text."""

    header: Header
    entries: tuple[Entry, ...]
    lines: tuple[int, ...] = ()


def entry(game: GameRules[Any], step: Step) -> Entry:
    """Returns the log entry of a step."""
    return Entry(game.action_text(step.action), step.by, step.source)


def write_log(log: Log) -> str:
    """Formats a log."""
    lines = [msgspec.json.encode(item).decode() for item in (log.header, *log.entries)]
    return "\n".join(lines) + "\n"


def read_log(text: str) -> Log:
    """Parses a log; empty lines are skipped. Raises `ParseError` with line and column."""
    numbered = [(n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not numbered:
        raise ParseError(message("log_empty"))
    first, head = numbered[0]
    header: Header = decode_json(head, Header, line=first)
    if header.game not in GAMES:
        raise ParseError(message("other", what=tuple(GAMES), given=header.game), first)
    if header.format != FORMAT:
        raise ParseError(message("log_version", what="format", found=header.format, known=FORMAT), first)
    entries = tuple(decode_json(line, Entry, line=n) for n, line in numbered[1:])
    return Log(header, entries, tuple(n for n, _ in numbered[1:]))


def start(log: Log) -> tuple[GameRules[Any], Any]:
    """Returns the game of a log and its initial state. Raises `ParseError`."""
    known = game(log.header.game)
    if log.header.rules not in ("", known.RULES):
        raise ParseError(message("log_version", what="rules", found=log.header.rules, known=known.RULES))
    try:
        return known, known.parse(log.header.position)
    except ParseError as error:
        raise ParseError(message("in_field", field=f"position:{error.column}", what=error.what)) from error


def replay(log: Log) -> Iterator[Step]:
    """Replays a log. Raises `ParseError` with the line of an invalid or illegal action."""
    played, state = start(log)
    lines = log.lines or tuple(range(2, len(log.entries) + 2))
    for number, item in zip(lines, log.entries, strict=True):
        try:
            action = played.parse_action(item.action)
        except ParseError as error:
            raise ParseError(error.what, number, error.column) from error
        by = None if item.by is None else Seat(item.by)
        try:
            state, effects = played.play(state, action, by)
        except RefusedError as error:
            why = played.say(error.refusal, state)
            raise ParseError(message("refused_at", action=item.action, why=why), number) from error
        yield Step(action, by, item.source, effects, state)
