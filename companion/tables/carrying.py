"""A table as JSON: its whole log and its position, to keep, to read, or to play on elsewhere."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from companion.tables import entries as e
from companion.tables.errors import BadImport
from companion.tables.games import GAMES, table_game
from companion.tables.table import Table, Unreplayable, fold, opened

FORMAT = 1


class CarriedEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the log."""

    seq: Annotated[int, Meta(ge=1)]
    body: e.Body
    actor: Annotated[int, Meta(ge=0, le=99)] | None
    source: e.Source
    command_id: Annotated[str, Meta(min_length=1, max_length=64)] | None
    at: Annotated[int, Meta(ge=0, lt=2**53)]


class Export(Struct, frozen=True, forbid_unknown_fields=True):
    """A table. `position` is the game's text form, for people; the log says it all."""

    format: int
    table: str
    game: str
    rules: str
    position: str
    log: tuple[CarriedEvent, ...]


def written(table: Table, events: tuple[e.Event, ...]) -> str:
    """The table as JSON. Secrets that the log does not tell, such as a seed in use, are not in it."""
    log = tuple(CarriedEvent(v.seq, v.body, v.actor, v.source, v.command_id, v.at) for v in events)
    position = "" if table.state is None else table.game.rules.text(table.state)
    export = Export(FORMAT, table.code, table.opened.game, table.opened.rules, position, log)
    return msgspec.json.format(msgspec.json.encode(export)).decode()


def read(text: str | bytes, most: int, largest: int) -> tuple[Export, Table]:
    """What `written` wrote, replayed from the first entry to the last.

    `most` entries, of `largest` bytes each, may be in it. Raises `BadImport`.
    """
    try:
        export = msgspec.json.decode(text, type=Export)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadImport(str(error)) from error
    if export.format != FORMAT:
        raise BadImport(f"format {export.format}; this program reads format {FORMAT}")
    if export.game not in GAMES:
        raise BadImport(f"the game {export.game!r}; there are: {', '.join(GAMES)}")
    here = table_game(export.game).RULES
    if export.rules != here:
        raise BadImport(f"rules {export.rules}; this program has {here}")
    if not 0 < len(export.log) <= most:
        raise BadImport(f"{len(export.log)} entries; expected 1 to {most}")
    large = next((entry.seq for entry in export.log if len(e.encode(entry.body)) > largest), None)
    if large is not None:
        raise BadImport(f"entry {large} has more than {largest} bytes")
    ids = [event.command_id for event in export.log if event.command_id is not None]
    if len(set(ids)) != len(ids):
        raise BadImport("a command id stands twice in the log")
    first, known = export.log[0].body, table_game(export.game).CHAIRS
    if isinstance(first, e.Opened) and (first.game != export.game or first.chairs != known[: len(first.chairs)]):
        raise BadImport("its first entry opens another game, or chairs that the game does not have")
    try:
        return export, replayed(events(export))
    except (Unreplayable, RecursionError) as error:
        raise BadImport(str(error)) from error


def events(export: Export) -> tuple[e.Event, ...]:
    """The log's entries."""
    return tuple(e.Event(export.table, v.seq, v.body, v.actor, v.source, v.command_id, v.at) for v in export.log)


def replayed(log: tuple[e.Event, ...]) -> Table:
    """The table that a whole log makes. Raises `Unreplayable`."""
    table = opened(log[0])
    for event in log[1:]:
        table = fold(table, event)
    return table
