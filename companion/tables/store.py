"""The rows of all tables: what one command changes is one transaction, and committed before anybody is told."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, and_, bindparam, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from companion.tables import schema as s
from companion.tables.database import Database
from companion.tables.errors import TooManyTables
from companion.tables.log.entries import Event, Source, decode, encode
from companion.tables.log.outline import Outline, folded, summary_of
from companion.tables.log.plan import HolderChange
from companion.tables.phones import change_holder
from companion.tables.tokens import CODE_LENGTH, more_letters, new_code

AnyRow: TypeAlias = "Row[*tuple[Any, ...]]"
CHANNEL = "silk_road_tables"
"""The PostgreSQL channel that says ``CODE version seq``."""
PROBE_BYTES = 10_000
"""Bytes that a probe writes: more than two pages of the database and more than most taps."""
OPENING = 0x5118
"""Key of the PostgreSQL advisory lock that tables are opened under."""
_TABLE, _ENTRY = s.game_table.c, s.entry.c
_ENTRY_COLUMNS = (_ENTRY.code, _ENTRY.seq, _ENTRY.body, _ENTRY.actor, _ENTRY.source, _ENTRY.command_id, _ENTRY.at)
_READ = (
    select(_TABLE.opened_at, _TABLE.version, *_ENTRY_COLUMNS)
    .outerjoin(s.entry, and_(_ENTRY.code == _TABLE.code, _ENTRY.seq > bindparam("after")))
    .where(_TABLE.code == bindparam("of"))
    .order_by(_ENTRY.seq)
)
"""The table's row with each newer entry; once without any, if there is none."""
_REPEATED = select(_ENTRY.seq).where(_ENTRY.code == bindparam("of"), _ENTRY.command_key == bindparam("key"))
_CHANGE = update(s.game_table).where(
    _TABLE.code == bindparam("of"), _TABLE.opened_at == bindparam("opened"), _TABLE.version == bindparam("seen")
)
"""Carried out with columns and their new values: nothing, where somebody was faster."""
TakenCode = IntegrityError
"""What `Store.create` raises for a code that another table has."""


class Reading(Struct, frozen=True):
    """What one request needs of a table.

    `opened_at` none: there is no such table. `repeated`: the first entry that the request's command has made already.
    """

    opened_at: int | None
    version: int
    events: tuple[Event, ...]
    repeated: int | None


class Addition(Struct, frozen=True):
    """What a command adds to a table that was opened at `opened_at` and has that `version`: entries, phones that hold
    something, and seeds, of which the first has the number `first_seed`.

    `shown` is what lists say of the table from now on, if that changes, `key` what a repetition is found by.
    """

    code: str
    opened_at: int
    version: int
    events: Sequence[Event]
    holders: Iterable[HolderChange] = ()
    seeds: Sequence[bytes] = ()
    first_seed: int = 1
    shown: Outline | None = None
    key: str | None = None


class Store:
    """The tables in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(
        self,
        events: Sequence[Event],
        game: str,
        opened_at: int,
        key: str | None,
        seed: bytes,
        host_hash: str,
        most: int,
        shown: Outline,
    ) -> None:
        """A new table with its first entries, and what lists say of it.

        Raises `TakenCode` when its code or the key of its command is taken, and `TooManyTables` when there are `most`.
        """
        code = events[0].table
        row = {"code": code, "game": game, "opened_at": opened_at, "command_key": key, "version": 1}
        row |= _row_after(events) | _lists(shown, {event.seq: event.at for event in events})
        seeds = sum(event.kind in ("open", "commit") for event in events)
        with self.database.writing() as connection:
            if self.database.path is None:  # those who open tables take turns, so that they count right
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": OPENING})
            if _count(connection) >= most:
                raise TooManyTables(limit=most)
            connection.execute(insert(s.game_table).values({"closed": False, **row}))
            connection.execute(insert(s.entry), [_entry_row(event, None) for event in events])
            connection.execute(insert(s.seed).values(code=code, number=seeds, value=seed))
            connection.execute(insert(s.holder).values(code=code, token_hash=host_hash, host=True))

    def append(self, addition: Addition) -> bool:
        """Adds it, unless the table has changed since or the command is there already. Raises `StorageFailed`; then it
        is not known whether it was added."""
        code, events = addition.code, addition.events
        row: dict[str, object] = {"version": addition.version + 1, **(_row_after(events) if events else {})}
        row |= {"of": code, "opened": addition.opened_at, "seen": addition.version}
        try:
            with self.database.writing() as connection:
                if not connection.execute(_CHANGE, row).rowcount:
                    return False
                if events:
                    rows = [_entry_row(event, None if n else addition.key) for n, event in enumerate(events)]
                    connection.execute(insert(s.entry), rows)
                for number, value in enumerate(addition.seeds, start=addition.first_seed):
                    connection.execute(insert(s.seed).values(code=code, number=number, value=value))
                for change in addition.holders:
                    change_holder(connection, code, change)
                if addition.shown is not None:
                    _show(connection, code, addition.shown)
                self._notify(connection, code, addition.version + 1, events[-1].seq if events else 0)
        except IntegrityError:
            return False
        return True

    def _notify(self, connection: Connection, code: str, version: int, seq: int) -> None:
        if self.database.path is None:
            hint = {"channel": CHANNEL, "hint": f"{code} {version} {seq}"}
            connection.execute(text("SELECT pg_notify(:channel, :hint)"), hint)

    def with_bots(self) -> dict[str, int]:
        """The tables that are not closed at which a bot sits, each with its newest entry."""
        query = select(_TABLE.code, _TABLE.seq).where(_TABLE.bots, ~_TABLE.closed)
        with self.database.reading() as connection:
            return {row.code: row.seq for row in connection.execute(query)}

    def opened_by(self, key: str) -> str | None:
        """The table that the command of this key opened."""
        with self.database.reading() as connection:
            return connection.execute(select(_TABLE.code).where(_TABLE.command_key == key)).scalar()

    def count(self) -> int:
        """How many tables there are."""
        with self.database.reading() as connection:
            return _count(connection)

    def free_code(self, letters: int) -> str:
        """A code of so many letters that no table has."""
        while True:
            code = new_code() + more_letters(letters - CODE_LENGTH)
            if not self.newest([code]):
                return code

    def read(self, code: str, after: int, key: str | None = None) -> Reading:
        """The entries after `after`, and whether the command is there already."""
        with self.database.reading() as connection:
            repeated: int | None = None
            if key is not None:
                repeated = connection.execute(_REPEATED, {"of": code, "key": key}).scalar()
            # Read last, so that a command found above is among the entries.
            rows = connection.execute(_READ, {"of": code, "after": after}).all()
        events = tuple(_event(row) for row in rows if row.seq is not None)
        return Reading(rows[0].opened_at if rows else None, rows[0].version if rows else 0, events, repeated)

    def log(self, code: str, after: int = 0, limit: int | None = None) -> tuple[Event, ...]:
        """The first `limit` entries after `after`; all without a limit."""
        query = select(*_ENTRY_COLUMNS).where(_ENTRY.code == code, _ENTRY.seq > after)
        with self.database.reading() as connection:
            return tuple(map(_event, connection.execute(query.order_by(_ENTRY.seq).limit(limit))))

    def last_of(self, code: str, first: int) -> int:
        """The last entry of the command whose first is `first`: those after it have no id until the next command."""
        later = and_(_ENTRY.code == code, _ENTRY.seq > first, _ENTRY.command_id.is_not(None))
        with self.database.reading() as connection:
            following = connection.execute(select(func.min(_ENTRY.seq)).where(later)).scalar()
        return following - 1 if following else self.newest([code])[code][1]

    def seed(self, code: str, number: int) -> bytes:
        """The secret seed behind a commitment."""
        query = select(s.seed.c.value).where(s.seed.c.code == code, s.seed.c.number == number)
        with self.database.reading() as connection:
            return bytes(connection.execute(query).scalar_one())

    def newest(self, codes: Collection[str]) -> dict[str, tuple[int, int]]:
        """The version and the newest entry of each of these tables that exists."""
        query = select(_TABLE.code, _TABLE.version, _TABLE.seq).where(_TABLE.code.in_(codes))
        with self.database.reading() as connection:
            return {row.code: (row.version, row.seq) for row in connection.execute(query)}

    def unused_since(self, before: int) -> tuple[str, ...]:
        """The tables whose newest entry is older than that time."""
        with self.database.reading() as connection:
            return tuple(connection.scalars(select(_TABLE.code).where(_TABLE.moved_at < before).order_by(_TABLE.code)))

    def probe(self) -> None:
        """Reads, and writes `PROBE_BYTES` in one transaction. Raises `StorageFailed`.

        A single changed row would not do: it fits into a full database.
        """
        self.database.check_file()
        self.count()
        with self.database.writing() as connection:
            for data in (bytes(PROBE_BYTES), None):
                connection.execute(update(s.meta).values(probe=data))

    def delete(self, code: str) -> None:
        """Deletes every row of a table, and what is left of it in the file."""
        with self.database.writing() as connection:
            connection.execute(delete(s.game_table).where(_TABLE.code == code))  # and what refers to it
        self.database.scrub()


def _count(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(s.game_table)).scalar_one()


def _row_after(events: Sequence[Event]) -> dict[str, object]:
    """What a table's row says after these entries."""
    row: dict[str, object] = {"seq": events[-1].seq, "moved_at": events[-1].at}
    return row | {"closed": True} if any(event.kind == "close" for event in events) else row


def _show(connection: Connection, code: str, shown: Outline) -> None:
    """Writes what lists say of a table."""
    wanted = [1, shown.first, shown.ending.entry if shown.ending else 1]
    times = connection.execute(select(_ENTRY.seq, _ENTRY.at).where(_ENTRY.code == code, _ENTRY.seq.in_(wanted)))
    row = _lists(shown, dict(map(tuple, times)))
    connection.execute(update(s.game_table).where(_TABLE.code == code).values(row))


def _lists(shown: Outline, at: Mapping[int, int]) -> dict[str, object]:
    summary = summary_of(shown, at)
    return {
        "played_at": summary.started_at or at[1],
        "ended_at": summary.ended_at,
        "bots": shown.bots,
        "names": "\n".join(folded(name) for name in shown.names if name),
        "summary": msgspec.json.encode(summary).decode(),
    }


def _entry_row(event: Event, key: str | None) -> dict[str, object]:
    return {
        "code": event.table,
        "seq": event.seq,
        "kind": event.kind,
        "body": encode(event.body),
        "actor": event.actor,
        "source": event.source,
        "command_id": event.command_id,
        "at": event.at,
        "command_key": key,
    }


def _event(row: AnyRow) -> Event:
    source: Source = row.source
    return Event(row.code, row.seq, decode(row.body), row.actor, source, row.command_id, row.at)
