"""A table as JSON with its whole log, to store, to check, or to play on elsewhere."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from companion.engine.annotations import ready
from companion.tables.errors import TableError, message
from companion.tables.game import GAMES, table_game
from companion.tables.log import entries as e
from companion.tables.log.fold import fold_all
from companion.tables.log.names import strip_invisible
from companion.tables.log.table import Table

FORMAT = 1


class Export(Struct, frozen=True, forbid_unknown_fields=True):
    """A table: its complete log, and the log's digest."""

    format: int
    table: str
    game: str
    rules: str
    log: tuple[e.Event, ...]
    digest: str = ""


def write_export(table: Table, events: Sequence[e.Event]) -> str:
    """Returns a table as JSON. Secrets that the log does not reveal, such as a seed in use, are left out."""
    opened = table.opened
    export = Export(FORMAT, table.code, opened.game, opened.rules, tuple(events), digest_of(events))
    return msgspec.json.format(msgspec.json.encode(export)).decode()


def digest_of(log: Sequence[e.Event]) -> str:
    """Returns the SHA-256 of a log, in hexadecimal digits."""
    return digest(json.loads(msgspec.json.encode(log)))


def digest(log: object) -> str:
    """Returns the SHA-256 of a log's JSON with sorted keys and without spaces."""
    return hashlib.sha256(json.dumps(log, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def decode_export(text: str | bytes) -> Export:
    """Decodes an export of an installed game and rules, not yet replayed. Raises ``bad_import``."""
    try:
        export = msgspec.json.decode(text, type=ready(Export))
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise TableError("bad_import", message=str(error)) from error
    if export.format != FORMAT:
        raise TableError("bad_import", message=message("log_version", what="format", found=export.format, known=FORMAT))
    if export.game not in GAMES:
        raise TableError("bad_import", message=message("other", what=tuple(GAMES), given=export.game))
    game = table_game(export.game)
    if export.rules != (here := game.rules.RULES):
        raise TableError("bad_import", message=message("log_version", what="rules", found=export.rules, known=here))
    if not export.log:
        raise TableError("bad_import", message=message("unfit"))
    first, known = export.log[0].body, game.CHAIRS
    if isinstance(first, e.Open):
        # Who only counts may have any of the chairs.
        free = first.settings.way == "score" and len({*known} & {*first.chairs}) == len(first.chairs)
        if first.game != export.game or not (free or first.chairs == known[: len(first.chairs)]):
            raise TableError("bad_import", message=message("unfit"))
    return export


def read_export(text: str | bytes) -> tuple[Export, Table]:
    """Reads and replays an export of `write_export`. Raises ``bad_import``."""
    export = decode_export(text)
    if len(export.log) > e.MOST_ENTRIES:
        raise TableError("bad_import", message=message("too_large", what=str(len(export.log)), most=e.MOST_ENTRIES))
    for entry in export.log:
        if len(e.encode(entry.body)) > e.ENTRY_BYTES:
            raise TableError("bad_import", message=message("too_large", what=str(entry.seq), most=e.ENTRY_BYTES))
        name = entry.body.name if isinstance(entry.body, e.TakeSeat | e.NameSeat) else None
        if name is not None and (not name or strip_invisible(name) != name):
            raise TableError("bad_import", message=message("entry", seq=entry.seq, what=message("no_name")))
    return export, fold_all(export.log)
