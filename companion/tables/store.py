"""Rows of all tables. One command is one transaction, committed before anybody is notified."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy import Connection, and_, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from companion.engine.annotations import ready
from companion.tables import schema as s
from companion.tables.database import Database
from companion.tables.errors import StorageFailed, TableError
from companion.tables.game import GAMES, table_game
from companion.tables.log.entries import Event, Open, decode, encode
from companion.tables.log.fold import fold_all
from companion.tables.log.plan import Hold, Plan
from companion.tables.log.table import Table
from companion.tables.log.views import Holders, Ui, Who
from companion.tables.log.visibility import summarise
from companion.tables.tokens import hashed

CHANNEL = "silk_road_tables"
"""The PostgreSQL channel that says ``CODE version seq``."""
MOST_TABLES = 10_000
"""Tables that a server holds."""
PROBE_BYTES = 40_000
"""Bytes that a probe writes: ten pages of the database, more than a tap changes."""
_TABLE, _ENTRY, _HOLDER = s.game_table.c, s.entry.c, s.holder.c
TakenCode = IntegrityError
"""What `Store.create` raises for a code that another table has."""


class StoredTable(Struct, frozen=True):
    """A table up to its newest entry, with the phones that have seats or rights there.

    `opened_at` distinguishes it from an earlier table with the same code. `repeated`: the first and the last entry
    that the request's command added before; the last is before the first where it added none.
    """

    opened_at: int
    version: int
    table: Table
    seed: bytes
    holders: Holders
    repeated: tuple[int, int] | None = None

    def who(self, token: str | None) -> Who:
        """Returns the role of the phone with this token."""
        return self.holders.get(hashed(token), Who()) if token else Who()


class Store:
    """The tables in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(
        self, events: Sequence[Event], table: Table, now: int, key: str | None, seed: bytes, holders: Holders
    ) -> None:
        """Stores a new table with its first entries and phones.

        Raises `TakenCode` if its code or the key of its command is taken, and ``too_many_tables``.
        """
        code = table.code
        row = {"code": code, "game": table.opened.game, "opened_at": now, "version": 1, "seed": seed}
        with self.database.writing() as connection:
            if connection.execute(select(func.count()).select_from(s.game_table)).scalar_one() >= MOST_TABLES:
                raise TableError("too_many_tables", limit=MOST_TABLES)
            connection.execute(insert(s.game_table).values(row | _table_row(table, events)))
            connection.execute(insert(s.entry), [_entry_row(code, event) for event in events])
            if key is not None:
                connection.execute(insert(s.command).values(key=key, code=code, first=1, last=table.seq))
            for phone, who in holders.items():
                row = {"code": code, "token_hash": phone, "chair": who.chair, "host": who.host}
                connection.execute(insert(s.holder).values(row))

    def append(self, plan: Plan, found: StoredTable, key: str) -> StoredTable | None:
        """Adds a command's entries to a table. Returns the new state.

        Returns None if the table has changed since it was `found`, or the command was stored before. After
        `StorageFailed` the outcome is unknown.
        """
        table, events, version, holders = plan.table, plan.events, found.version + 1, found.holders
        code, first = table.code, table.seq - len(events) + 1
        unchanged = and_(_TABLE.code == code, _TABLE.opened_at == found.opened_at, _TABLE.version == found.version)
        row = {"version": version, "seed": plan.seed} | _table_row(table, events)
        try:
            with self.database.writing() as connection:
                if not connection.execute(update(s.game_table).where(unchanged).values(row)).rowcount:
                    return None
                connection.execute(insert(s.command).values(key=key, code=code, first=first, last=table.seq))
                if events:
                    connection.execute(insert(s.entry), [_entry_row(code, event) for event in events])
                if plan.holders:
                    for change in plan.holders:
                        _change_holder(connection, code, change)
                    holders = _read_holders(connection, code)
                if self.database.path is None:
                    hint = {"channel": CHANNEL, "hint": f"{code} {version} {table.seq}"}
                    connection.execute(text("SELECT pg_notify(:channel, :hint)"), hint)
        except IntegrityError:
            return None
        return StoredTable(found.opened_at, version, table, plan.seed, holders)

    def with_bots(self) -> dict[str, int]:
        """Returns open tables with bots, each with its version."""
        query = select(_TABLE.code, _TABLE.version).where(_TABLE.bots)
        return {row.code: row.version for row in self.database.fetch(query)}

    def opened_by(self, key: str) -> str | None:
        """Returns the table opened by the command with this key."""
        rows = self.database.fetch(select(s.command.c.code).where(s.command.c.key == key))
        return rows[0].code if rows else None

    def read(self, code: str, known: StoredTable | None = None, key: str | None = None) -> StoredTable | None:
        """Returns the table, if it exists, with the entries that the command with that key added before. `known` is an
        earlier state. Raises ``other_rules`` or ``game_missing`` if its rules are not installed."""
        with self.database.reading() as connection:
            row = connection.execute(select(s.game_table).where(_TABLE.code == code)).one_or_none()
            if row is None:
                return None
            if known is not None and known.opened_at != row.opened_at:
                known = None
            # All that follows is as of the row: others may have written since.
            after = 0 if known is None else known.table.seq
            events = _read_log(connection, code, after, row.seq - after) if row.seq > after else ()
            holders = _read_holders(connection, code)
            made = connection.execute(select(s.command).where(s.command.c.key == key)).one_or_none() if key else None
        repeated = None if made is None or made.last > row.seq else (made.first, made.last)
        if known is not None and known.version == row.version:
            return replace(known, repeated=repeated)
        table = replace(_fold(code, events, None if known is None else known.table), ui=_read_ui(row.ui))
        return StoredTable(row.opened_at, row.version, table, row.seed, holders, repeated)

    def holders(self, code: str) -> Holders:
        """Returns the phones with seats or rights at a table."""
        with self.database.reading() as connection:
            return _read_holders(connection, code)

    def log(self, code: str, after: int = 0, limit: int | None = None) -> tuple[Event, ...]:
        """Returns the first `limit` entries after `after`; all without a limit."""
        with self.database.reading() as connection:
            return _read_log(connection, code, after, limit)

    def newest(self, codes: Collection[str]) -> dict[str, tuple[int, int]]:
        """Returns the version and the newest entry of each existing table of these."""
        query = select(_TABLE.code, _TABLE.version, _TABLE.seq).where(_TABLE.code.in_(codes))
        return {row.code: (row.version, row.seq) for row in self.database.fetch(query)}

    def presences(self, codes: Collection[str]) -> dict[str, dict[int, tuple[int, int]]]:
        """Returns for each table, by chair, the last entry that its phone has read, and the time of that report."""
        found: dict[str, dict[int, tuple[int, int]]] = {code: {} for code in codes}
        columns = (_HOLDER.code, _HOLDER.chair, _HOLDER.heard_seq, _HOLDER.heard_at)
        heard = and_(_HOLDER.code.in_(codes), _HOLDER.chair.is_not(None), _HOLDER.heard_at > 0)
        for code, chair, seq, at in self.database.fetch(select(*columns).where(heard)):
            found[code][chair] = (seq, at)
        return found

    def note_presences(self, heard: Mapping[tuple[str, int], tuple[int, int]]) -> None:
        """Stores when phones were present, by code and chair, and the entry that each had read."""
        with self.database.writing() as connection:
            for (code, chair), (seq, at) in sorted(heard.items()):
                own = and_(_HOLDER.code == code, _HOLDER.chair == chair)
                connection.execute(update(s.holder).where(own).values(heard_seq=seq, heard_at=at))

    def probe(self) -> None:
        """Reads, and writes `PROBE_BYTES` in one transaction. Raises `StorageFailed`.

        Updating one row would not suffice: it fits into a full database.
        """
        self.database.check_file()
        with self.database.writing() as connection:
            for data in (os.urandom(PROBE_BYTES), None):  # zeros would be compressed
                connection.execute(update(s.meta).values(probe=data))

    def delete(self, code: str) -> None:
        """Deletes every row of a table, and its remains in the file."""
        with self.database.writing() as connection:
            connection.execute(delete(s.game_table).where(_TABLE.code == code))  # and what refers to it
        self.database.scrub()


def _table_row(table: Table, events: Sequence[Event]) -> dict[str, object]:
    row: dict[str, object] = {"ui": encode(table.ui)}
    if events:
        summary = encode(summarise(table, events[-1].at))
        bots = not table.closed and any(chair.rival for chair in table.chairs)
        row |= {"seq": table.seq, "bots": bots, "summary": summary}
    return row


def _entry_row(code: str, event: Event) -> dict[str, object]:
    return {**asdict(event), "code": code, "body": encode(event.body)}


def _fold(code: str, events: Sequence[Event], table: Table | None) -> Table:
    """Returns the table after these entries, or after more of them. Raises ``other_rules``, ``game_missing``."""
    first = events[0].body if table is None else table.opened
    assert isinstance(first, Open), "a log begins with its opening"
    if first.game not in GAMES:
        raise TableError("game_missing", table=code, game=first.game)
    if first.rules != (here := table_game(first.game).rules.RULES):
        raise TableError("other_rules", table=code, begun=first.rules, here=here)
    try:
        return fold_all(events, code, table)
    except TableError as error:
        raise StorageFailed(message=error.what) from error


_UI = msgspec.json.Decoder(ready(Ui))


def _read_ui(text: str) -> Ui:
    """Returns a row's UI state; an unreadable one is discarded."""
    try:
        return _UI.decode(text or "{}")
    except (msgspec.DecodeError, RecursionError):
        return Ui()


def _read_holders(connection: Connection, code: str) -> Holders:
    rows = connection.execute(select(s.holder).where(_HOLDER.code == code))
    return {row.token_hash: Who(row.chair, row.host, row.moved) for row in rows}


def _read_log(connection: Connection, code: str, after: int, limit: int | None) -> tuple[Event, ...]:
    query = select(s.entry).where(_ENTRY.code == code, _ENTRY.seq > after).order_by(_ENTRY.seq).limit(limit)
    rows = connection.execute(query)
    return tuple([Event(r.seq, decode(r.body), r.actor, r.source, r.at) for r in rows])


def _change_holder(connection: Connection, code: str, change: Hold) -> None:
    if change.chair is not None:
        of_chair = and_(_HOLDER.code == code, _HOLDER.chair == change.chair)
        connection.execute(update(s.holder).where(of_chair).values(chair=None, moved=True))
    own = and_(_HOLDER.code == code, _HOLDER.token_hash == change.token_hash)
    row = {"chair": change.chair, "moved": False, "heard_seq": 0, "heard_at": 0}
    if not connection.execute(update(s.holder).where(own).values(row)).rowcount:
        connection.execute(insert(s.holder).values(code=code, token_hash=change.token_hash, **row))
    if change.chair is None:
        connection.execute(delete(s.holder).where(own, ~_HOLDER.host))
