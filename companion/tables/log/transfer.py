"""New logs: of a new table, of one for the same people, and of one that comes as JSON from elsewhere."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from companion.engine.annotations import ready
from companion.engine.game import OptionError
from companion.tables.errors import TableError, message
from companion.tables.game import GAMES, check_options, table_game
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
    """Returns the SHA-256 of a log's JSON with sorted keys and without spaces, in hexadecimal digits."""
    text = json.dumps(json.loads(msgspec.json.encode(log)), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


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


def make_first_entry(
    game: str,
    options: Mapping[str, str | int],
    chairs: int | Sequence[str] | None,
    language: str,
    settings: e.Settings,
    commitment: str,
) -> e.Open:
    """Returns the entry that opens a table (see `Tables.open`). Raises ``bad_options``."""
    if game not in GAMES:
        raise TableError("bad_options", message=message("other", what=tuple(GAMES), given=game))
    offered = table_game(game)
    keys = offered.CHAIRS[:chairs] if isinstance(chairs, int | None) else tuple(chairs)
    number = chairs if isinstance(chairs, int) else len(keys)
    if number not in range(1, len(offered.CHAIRS) + 1) or not set(keys) <= set(offered.CHAIRS):
        raise TableError("bad_options", message=message("unfit"))
    try:
        check_options(offered, options)
        offered.new(options, tuple(range(number)), 0)
    except OptionError as error:
        raise TableError("bad_options", message=error.what) from error
    return e.Open(game, offered.rules.RULES, dict(options), keys, language, settings, commitment)


def list_seat_entries(table: Table, commitment: str) -> tuple[e.Body, ...]:
    """Returns the entries of a new table on which everybody has the same chair as on this one."""
    was = table.opened
    first = e.Open(was.game, was.rules, was.options, was.chairs, was.language, table.settings, commitment)
    bodies: list[e.Body] = [first]
    for chair in table.chairs:
        if chair.held:
            bodies.append(e.TakeSeat(chair.number, chair.name or None, chair.language))
        elif chair.rival:
            bodies.append(e.SeatRival(chair.number, chair.rival, chair.name))
        elif chair.taken:
            bodies.append(e.NameSeat(chair.number, chair.name or None, chair.language))
    return tuple(bodies)


def next_start(table: Table) -> e.Start:
    """Returns how the next game starts: players and latecomers, the left neighbour of the last starter first."""
    started = next((s.body for s in table.line if isinstance(s.body, e.Start)), None)
    before = started.chairs[started.first] if started else table.players[0]
    chairs = tuple(chair.number for chair in table.chairs if chair.taken or chair.number in table.players)
    left = next((chair for chair in chairs if chair > before), chairs[0])
    return e.Start(chairs, chairs.index(left))
