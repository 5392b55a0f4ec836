"""Rows about tables: the logs, the seeds, the lists. No rules of the table here; see `phones` for the rest."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence

from msgspec import Struct
from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, text
from sqlalchemy.exc import IntegrityError

from companion.tables.errors import TooManyTables
from companion.tables.log.entries import Event, Source, decode
from companion.tables.log.outline import Outline
from companion.tables.storage import schema as s
from companion.tables.storage.database import AnyRow, Database
from companion.tables.storage.game_index import put
from companion.tables.storage.writer import row
from companion.tables.tokens import CODE_LENGTH, more_letters, new_code

_EVENT = (s.event.c.table, s.event.c.seq, s.event.c.body, s.event.c.actor, s.event.c.source)
_COLUMNS = (*_EVENT, s.event.c.command_id, s.event.c.at)


class Listed(Struct, frozen=True):
    """A table's row in a list, with its newest entry and that entry's time."""

    code: str
    game: str
    opened_at: int
    closed: bool
    seq: int
    last_at: int


class Reading(Struct, frozen=True):
    """What one request needs of a log.

    `opened_at` none: there is no such table. `repeated`: the first entry that the request's command has made already.
    """

    opened_at: int | None
    events: tuple[Event, ...]
    repeated: int | None


_NEWER = and_(s.event.c.table == s.game_table.c.code, s.event.c.seq > bindparam("after"))
_READ = (
    select(s.game_table.c.opened_at, *_COLUMNS)
    .select_from(s.game_table.outerjoin(s.event, _NEWER))
    .where(s.game_table.c.code == bindparam("code"))
    .order_by(s.event.c.seq)
)
"""The table's row with each newer entry; once without any, if there is none."""
_REPEATED = select(s.event.c.seq).where(s.event.c.table == bindparam("code"), s.event.c.command_key == bindparam("key"))
_LOG = (
    select(*_COLUMNS)
    .where(s.event.c.table == bindparam("code"), s.event.c.seq > bindparam("after"))
    .order_by(s.event.c.seq)
    .limit(bindparam("most"))
)
PROBE_BYTES = 10_000
"""Bytes that a probe writes: more than two pages of the database and more than most taps."""
OPENING = 0x5118
"""Key of the PostgreSQL advisory lock that tables are opened under."""
_TURN = text("SELECT pg_advisory_xact_lock(:key)")
_COUNT = select(func.count()).select_from(s.game_table)


class Store:
    """The rows of all tables in one database."""

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
        with self.database.writing() as connection:
            _check_room(connection, most)
            known = {"code": code, "game": game, "opened_at": opened_at}
            connection.execute(insert(s.game_table).values(closed=False, command_id=key, **known))
            connection.execute(insert(s.event), [row(event) for event in events])
            connection.execute(insert(s.seed).values(table=code, number=_seeds(events), value=seed))
            connection.execute(insert(s.holder).values(table=code, token_hash=host_hash, host=True, moved=False))
            put(connection, code, game, shown)

    def with_rivals(self) -> dict[str, int]:
        """The tables that are not closed at which a rival was ever seated, each with its newest entry."""
        newest = (
            select(func.max(s.event.c.seq)).where(s.event.c.table == s.game_table.c.code).scalar_subquery().label("seq")
        )
        seated = select(s.event.c.table).where(s.event.c.kind == "rival")
        query = select(s.game_table.c.code, newest).where(~s.game_table.c.closed, s.game_table.c.code.in_(seated))
        with self.database.reading() as connection:
            return {found.code: found.seq for found in connection.execute(query)}

    def opened_by(self, key: str) -> str | None:
        """The table that the command of this key opened."""
        with self.database.reading() as connection:
            query = select(s.game_table.c.code).where(s.game_table.c.command_id == key)
            return connection.execute(query).scalar()

    def room(self, most: int) -> int:
        """How many tables may still be added where `most` may be there."""
        with self.database.reading() as connection:
            return max(0, most - connection.execute(_COUNT).scalar_one())

    def free_code(self, letters: int) -> str:
        """A code of so many letters that no table has."""
        with self.database.reading() as connection:
            while True:
                code = new_code() + more_letters(letters - CODE_LENGTH)
                query = select(s.game_table.c.code).where(s.game_table.c.code == code)
                if connection.execute(query).first() is None:
                    return code

    def read(self, code: str, after: int, key: str | None = None) -> Reading:
        """The entries after `after`, and whether the command is there already."""
        with self.database.reading() as connection:
            repeated: int | None = None
            if key is not None:
                repeated = connection.execute(_REPEATED, {"code": code, "key": key}).scalar()
            # Read last, so that a command found above is among the entries.
            rows = connection.execute(_READ, {"code": code, "after": after}).all()
        events = tuple(_event(found) for found in rows if found.seq is not None)
        return Reading(rows[0].opened_at if rows else None, events, repeated)

    def log(self, code: str, after: int, limit: int) -> tuple[Event, ...]:
        """The first `limit` entries after `after`."""
        with self.database.reading() as connection:
            rows = connection.execute(_LOG, {"code": code, "after": after, "most": limit})
            return tuple(_event(found) for found in rows)

    def last_of(self, code: str, first: int) -> int:
        """The last entry of the command whose first is `first`: those after it have no id until the next command."""
        log = s.event.c
        later = and_(log.table == code, log.seq > first, log.command_id.is_not(None))
        with self.database.reading() as connection:
            following = connection.execute(select(func.min(log.seq)).where(later)).scalar()
            newest = select(func.max(log.seq)).where(log.table == code)
            last: int = following - 1 if following else connection.execute(newest).scalar_one()
            return last

    def seed(self, code: str, number: int) -> bytes:
        """The secret seed behind a commitment."""
        with self.database.reading() as connection:
            where = and_(s.seed.c.table == code, s.seed.c.number == number)
            return bytes(connection.execute(select(s.seed.c.value).where(where)).scalar_one())

    def newest(self, codes: Iterable[str]) -> dict[str, int]:
        """The newest entry of each of these tables that exists."""
        query = (
            select(s.event.c.table, func.max(s.event.c.seq))
            .where(s.event.c.table.in_(list(codes)))
            .group_by(s.event.c.table)
        )
        with self.database.reading() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def probe(self) -> None:
        """Reads, then writes and deletes `PROBE_BYTES` in one transaction. Raises `StorageFailed`.

        A single changed row would not do: it fits into a full database.
        """
        self.database.check_file()
        self.listing(1)
        id = secrets.token_hex(16)  # other processes probe at the same time
        with self.database.writing() as connection:
            connection.execute(insert(s.probe).values(id=id, data=bytes(PROBE_BYTES)))
            connection.execute(delete(s.probe).where(s.probe.c.id == id))

    def delete(self, code: str) -> None:
        """Every row of a table, and what is left of it in the file."""
        with self.database.writing() as connection:
            for table in s.OF_A_TABLE:
                connection.execute(delete(table).where(table.c.table == code))
            connection.execute(delete(s.game_table).where(s.game_table.c.code == code))
        self.database.scrub()

    def listing(self, limit: int) -> list[Listed]:
        """The table opened last comes first."""
        table, log = s.game_table.c, s.event.c
        query = (
            select(table.code, table.game, table.opened_at, table.closed, func.max(log.seq), func.max(log.at))
            .join(s.event, log.table == table.code)
            .group_by(table.code, table.game, table.opened_at, table.closed)
            .order_by(table.opened_at.desc(), table.code)
            .limit(limit)
        )
        with self.database.reading() as connection:
            return [Listed(*row) for row in connection.execute(query)]

    def of_kinds(self, codes: Iterable[str], kinds: Iterable[str]) -> tuple[Event, ...]:
        """The entries of some kinds of several tables, in order."""
        where = and_(s.event.c.table.in_(list(codes)), s.event.c.kind.in_(list(kinds)))
        with self.database.reading() as connection:
            rows = connection.execute(select(*_COLUMNS).where(where).order_by(s.event.c.table, s.event.c.seq))
            return tuple(_event(found) for found in rows)


TakenCode = IntegrityError
"""What `Store.create` raises for a code that another table has."""


def _check_room(connection: Connection, most: int) -> None:
    """Counts in the transaction that adds one. On PostgreSQL those who open tables take turns for it."""
    if connection.dialect.name == "postgresql":
        connection.execute(_TURN, {"key": OPENING})
    if connection.execute(_COUNT).scalar_one() >= most:
        raise TooManyTables(limit=most)


def _seeds(events: Sequence[Event]) -> int:
    return sum(event.kind in ("open", "commit") for event in events)


def _event(found: AnyRow) -> Event:
    source: Source = found.source
    return Event(found.table, found.seq, decode(found.body), found.actor, source, found.command_id, found.at)
