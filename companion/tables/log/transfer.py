"""A table as JSON: its whole log and its position, to keep, to read, or to play on elsewhere."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from companion.engine.game import AnyGame, Score
from companion.engine.message import sentence_of
from companion.engine.msgspec_ready import ready
from companion.tables.errors import BadImport, message
from companion.tables.game import GAMES, has_rules, table_game
from companion.tables.log import entries as e
from companion.tables.log import proof, tally
from companion.tables.log.fold import ReplayError, fold, opened
from companion.tables.log.names import one_line
from companion.tables.log.table import Table

FORMAT = 1
YEAR_10000 = 253_402_300_800_000
"""In milliseconds since 1970; no calendar shows later days."""


class CarriedEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the log."""

    seq: Annotated[int, Meta(ge=1)]
    body: e.Body
    actor: Annotated[int, Meta(ge=0, le=99)] | None
    source: e.Source
    command_id: Annotated[str, Meta(min_length=1, max_length=64)] | None
    at: Annotated[int, Meta(ge=0, lt=YEAR_10000)]


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """The score of a finished game: of each seat, who won, and by which rule it was decided."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    decided_by: str


class Odds(Struct, frozen=True, forbid_unknown_fields=True):
    """A roll of the app: its entry, its number since the commitment, and what could have come, with weights."""

    entry: int
    number: int | None
    chances: dict[str, int]


class Export(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table. `position` is the game's text form, for people; the log says it all.

    Of a finished game it also holds what is needed to check it elsewhere (see `verifying`).
    """

    format: int
    table: str
    game: str
    rules: str
    position: str
    log: tuple[CarriedEvent, ...]
    result: Result | None = None
    odds: tuple[Odds, ...] = ()
    digest: str = ""


def written(table: Table, events: tuple[e.Event, ...]) -> str:
    """The table as JSON. Secrets that the log does not tell, such as a seed in use, are not in it."""
    proved = proof.prove(events) if tally.finished(table) else None
    export = Export(
        FORMAT,
        table.code,
        table.opened.game,
        table.opened.rules,
        "" if table.state is None else table.game.rules.text(table.state),
        log_of(events),
        result_of(tally.result(table)),
        odds_of(proved, table.game.rules) if proved is not None else (),
        digests_of(events)[-1],
    )
    return msgspec.json.format(msgspec.json.encode(export)).decode()


def log_of(events: Sequence[e.Event]) -> tuple[CarriedEvent, ...]:
    """Entries as an export has them."""
    return tuple(CarriedEvent(v.seq, v.body, v.actor, v.source, v.command_id, v.at) for v in events)


def result_of(score: Score | None) -> Result | None:
    """A score as an export states it."""
    if score is None:
        return None
    return Result(tuple(sheet.total for sheet in score.sheets), tuple(map(int, score.winners)), score.decided_by)


def odds_of(proof: proof.Proof, rules: AnyGame) -> tuple[Odds, ...]:
    """What could have come at each roll of the app, so that it can be checked without the rules."""
    return tuple(
        Odds(
            roll.seq,
            roll.number,
            dict(zip(map(rules.action_text, roll.chances.outcomes), roll.chances.weights, strict=True)),
        )
        for roll in proof.rolls
        if roll.number is not None
    )


def digests_of(events: Sequence[e.Event]) -> tuple[str, ...]:
    """The digest of a log after each entry: SHA-256 of the digest before it, in hexadecimal digits (at first
    nothing), and the entry as JSON with sorted keys and without blanks."""
    return digests(json.loads(msgspec.json.encode(log_of(events))))


def digests(entries: Iterable[object]) -> tuple[str, ...]:
    """The same of entries as JSON has them."""
    found, last = [], ""
    for entry in entries:
        line = json.dumps(entry, sort_keys=True, separators=(",", ":"))
        last = hashlib.sha256((last + line).encode()).hexdigest()
        found.append(last)
    return tuple(found)


def decoded(text: str | bytes) -> Export:
    """An export of a game and rules that this program has, not yet replayed. Raises `BadImport`."""
    try:
        export = msgspec.json.decode(text, type=ready(Export))
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadImport(str(error)) from error
    if export.format != FORMAT:
        raise BadImport(message("format", found=export.format, known=FORMAT))
    if export.game not in GAMES:
        raise BadImport(message("no_game_of", game=export.game, games=tuple(GAMES)))
    if not has_rules(export.game, export.rules):
        here = table_game(export.game).RULES
        raise BadImport(message("rules", found=export.rules, known=here))
    if not export.log:
        raise BadImport(message("no_entries"))
    first, known = export.log[0].body, table_game(export.game).CHAIRS
    if isinstance(first, e.Opened):
        usual = known[: len(first.chairs)]
        # Who only counts may have any of the chairs.
        if first.settings.way == "score" and set(first.chairs) <= set(known) and len({*first.chairs}) == len(usual):
            usual = first.chairs
        if first.game != export.game or first.chairs != usual:
            raise BadImport(message("other_opening"))
    return export


def read(text: str | bytes, most: int, largest: int) -> tuple[Export, Table]:
    """What `written` wrote, replayed from the first entry to the last.

    `most` entries, of `largest` bytes each, may be in it. Raises `BadImport`.
    """
    export = decoded(text)
    if len(export.log) > most:
        raise BadImport(message("entries", count=len(export.log), most=most))
    large = next((entry.seq for entry in export.log if len(e.encode(entry.body)) > largest), None)
    if large is not None:
        raise BadImport(message("large_entry", entry=large, most=largest))
    unseen = next((entry.seq for entry in export.log if not _is_shown(entry.body)), None)
    if unseen is not None:
        raise BadImport(message("unseen_name", entry=unseen))
    try:
        return export, replayed(events(export))
    except (ReplayError, RecursionError) as error:
        raise BadImport(sentence_of(error)) from error


def _is_shown(body: e.Body) -> bool:
    """Is a name in it as this program would have written it?"""
    if not isinstance(body, e.Seated | e.Named) or body.name is None:
        return True
    return body.name != "" and one_line(body.name) == body.name


def events(export: Export) -> tuple[e.Event, ...]:
    """The log's entries."""
    return tuple(e.Event(export.table, v.seq, v.body, v.actor, v.source, v.command_id, v.at) for v in export.log)


def replayed(log: tuple[e.Event, ...]) -> Table:
    """The table that a whole log makes. Raises `ReplayError`."""
    table = opened(log[0])
    for event in log[1:]:
        table = fold(table, event)
    return table
