"""Rows in and out: the log, seeds, holders of chairs, codes, presence. No rules of the table here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from companion.tables import schema as s
from companion.tables.database import Database
from companion.tables.entries import Event, Source, decode, encode
from companion.tables.plan import Claim, HandOver, Hold, HolderChange
from companion.tables.tokens import new_code, same
from companion.tables.views import Who

CHANNEL = "silk_road_tables"
"""The PostgreSQL channel that says ``CODE seq``."""
_EVENT = (s.event.c.table, s.event.c.seq, s.event.c.body, s.event.c.actor, s.event.c.source)
_COLUMNS = (*_EVENT, s.event.c.command_id, s.event.c.at)


class Appended(Struct, frozen=True):
    """The entries are in the log."""


class Repeated(Struct, frozen=True):
    """The command is in the log already: its entries `first` to `last`."""

    first: int
    last: int


class Moved(Struct, frozen=True):
    """Somebody else was faster: the log has more entries than expected."""


class Listed(Struct, frozen=True):
    """A table's row in a list, with its newest entry and that entry's time."""

    code: str
    game: str
    opened_at: int
    closed: bool
    seq: int
    last_at: int


class Reading(Struct, frozen=True):
    """What one request needs of a table, all of one moment. `opened_at` none: there is no such table."""

    opened_at: int | None
    who: Who
    events: tuple[Event, ...]
    repeated: Repeated | None


class Store:
    """The rows of all tables in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(
        self, events: Sequence[Event], game: str, opened_at: int, opener: str | None, seed: bytes, host_hash: str
    ) -> None:
        """A new table with its first entries. Raises `IntegrityError` (SQLAlchemy) when the code is taken."""
        code = events[0].table
        with self.database.writing() as connection:
            row = {"code": code, "game": game, "opened_at": opened_at, "closed": False, "opener": opener}
            connection.execute(insert(s.game_table).values(row))
            connection.execute(insert(s.event), [_row(event) for event in events])
            connection.execute(insert(s.seed).values(table=code, number=_seeds(events), value=seed))
            connection.execute(insert(s.holder).values(table=code, token_hash=host_hash, host=True, moved=False))

    def free_code(self) -> str:
        """A code that no table has."""
        with self.database.reading() as connection:
            while True:
                code = new_code()
                if _opened_at(connection, code) is None:
                    return code

    def read(self, code: str, after: int, token: str | None, command_id: str | None = None) -> Reading:
        """The entries after `after`, who the token is, and whether the command is there already."""
        with self.database.reading() as connection:
            rows = connection.execute(
                select(*_COLUMNS).where(s.event.c.table == code, s.event.c.seq > after).order_by(s.event.c.seq)
            )
            events = tuple(_event(row) for row in rows)
            opened_at = _opened_at(connection, code)
            who = _who(connection, code, token) if token else Who()
            repeated = _repeated(connection, code, command_id) if command_id else None
            return Reading(opened_at, who, events, repeated)

    def log(self, code: str, after: int, limit: int) -> tuple[Event, ...]:
        """The first `limit` entries after `after`."""
        where = and_(s.event.c.table == code, s.event.c.seq > after)
        with self.database.reading() as connection:
            rows = connection.execute(select(*_COLUMNS).where(where).order_by(s.event.c.seq).limit(limit))
            return tuple(_event(row) for row in rows)

    def append(
        self,
        events: Sequence[Event],
        changes: Iterable[HolderChange] = (),
        seeds: Sequence[bytes] = (),
        first_seed: int = 1,
    ) -> Appended | Repeated | Moved:
        """Adds entries that follow each other, and what goes with them, if nobody was faster."""
        code = events[0].table
        with self.database.writing() as connection:
            connection.execute(select(s.game_table.c.code).where(s.game_table.c.code == code).with_for_update())
            repeated = _repeated(connection, code, events[0].command_id)
            if repeated is not None:
                return repeated
            if _newest(connection, code) != events[0].seq - 1:
                return Moved()
            connection.execute(insert(s.event), [_row(event) for event in events])
            for number, value in enumerate(seeds, start=first_seed):
                connection.execute(insert(s.seed).values(table=code, number=number, value=value))
            for change in changes:
                _hold(connection, code, change)
            if any(event.kind in ("close", "carry") for event in events):
                _lists(connection, code, closed=events[-1].kind == "close")
            if connection.dialect.name == "postgresql":
                hint = {"channel": CHANNEL, "hint": f"{code} {events[-1].seq}"}
                connection.execute(text("SELECT pg_notify(:channel, :hint)"), hint)
            return Appended()

    def change_holders(self, code: str, change: HolderChange) -> None:
        """A change of holders that leaves no entry."""
        with self.database.writing() as connection:
            _hold(connection, code, change)

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

    def delete(self, code: str) -> None:
        """Every row of a table."""
        with self.database.writing() as connection:
            for table in s.OF_A_TABLE:
                connection.execute(delete(table).where(table.c.table == code))
            connection.execute(delete(s.game_table).where(s.game_table.c.code == code))

    def open_codes(self) -> list[str]:
        """The tables that are not closed."""
        with self.database.reading() as connection:
            return list(connection.scalars(select(s.game_table.c.code).where(s.game_table.c.closed.is_(False))))

    def opened_since(self, at: int, opener: str) -> int:
        """How many tables somebody has opened since then and not closed."""
        table = s.game_table.c
        where = and_(table.opener == opener, table.opened_at > at, table.closed.is_(False))
        with self.database.reading() as connection:
            return connection.execute(select(func.count()).where(where)).scalar_one()

    def count(self) -> int:
        """How many tables there are."""
        with self.database.reading() as connection:
            return connection.execute(select(func.count()).select_from(s.game_table)).scalar_one()

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
            return tuple(_event(row) for row in rows)

    def new_host(self, code: str, host_hash: str) -> None:
        """One more phone that is host."""
        with self.database.writing() as connection:
            connection.execute(insert(s.holder).values(table=code, token_hash=host_hash, host=True, moved=False))

    # Moving a chair to another phone.

    def put_move_code(self, code: str, code_hash: str, chair: int, expires: int, now: int) -> None:
        """A chair has one move code; older ones are void."""
        table = s.move_code
        with self.database.writing() as connection:
            gone = and_(table.c.table == code, or_(table.c.chair == chair, table.c.expires < now))
            connection.execute(delete(table).where(gone))
            connection.execute(insert(table).values(table=code, code_hash=code_hash, chair=chair, expires=expires))

    def move_code(self, code: str, secret: str, now: int) -> int | None:
        """The chair behind a move code that is still good."""
        with self.database.reading() as connection:
            rows = connection.execute(select(s.move_code).where(s.move_code.c.table == code)).all()
        return next((row.chair for row in rows if same(secret, row.code_hash) and row.expires >= now), None)

    def put_claim(self, code: str, claim: Claim, expires: int) -> None:
        with self.database.writing() as connection:
            row = {"number": claim.number, "chair": claim.chair, "token_hash": claim.token_hash}
            connection.execute(insert(s.claim).values(table=code, expires=expires, **row))

    def claims(self, code: str, now: int) -> tuple[Claim, ...]:
        """The phones that ask for a chair; requests that are too old are deleted first."""
        table = s.claim
        with self.database.reading() as connection:
            rows = connection.execute(select(table).where(table.c.table == code).order_by(table.c.number)).all()
        if any(row.expires < now for row in rows):
            with self.database.writing() as connection:
                connection.execute(delete(table).where(table.c.table == code, table.c.expires < now))
        return tuple(Claim(row.number, row.chair, row.token_hash) for row in rows if row.expires >= now)

    # Presence.

    def put_presence(self, code: str, chair: int, seq: int, at: int) -> None:
        table = s.presence
        with self.database.writing() as connection:
            where = and_(table.c.table == code, table.c.chair == chair)
            if not connection.execute(update(table).where(where).values(seq=seq, at=at)).rowcount:
                connection.execute(insert(table).values(table=code, chair=chair, seq=seq, at=at))

    def presence(self, code: str) -> dict[int, tuple[int, int]]:
        """Chair to the last entry read, and when (milliseconds since 1970)."""
        with self.database.reading() as connection:
            rows = connection.execute(select(s.presence).where(s.presence.c.table == code))
            return {row.chair: (row.seq, row.at) for row in rows}


TakenCode = IntegrityError
"""What `Store.create` raises for a code that another table has."""


def _seeds(events: Sequence[Event]) -> int:
    return sum(event.kind in ("open", "commit") for event in events)


def _row(event: Event) -> dict[str, Any]:
    return {
        "table": event.table,
        "seq": event.seq,
        "kind": event.kind,
        "body": encode(event.body),
        "actor": event.actor,
        "source": event.source,
        "command_id": event.command_id,
        "at": event.at,
    }


def _event(row: Any) -> Event:
    source: Source = row.source
    return Event(row.table, row.seq, decode(row.body), row.actor, source, row.command_id, row.at)


def _opened_at(connection: Connection, code: str) -> int | None:
    return connection.execute(select(s.game_table.c.opened_at).where(s.game_table.c.code == code)).scalar()


def _newest(connection: Connection, code: str) -> int:
    query = select(func.max(s.event.c.seq)).where(s.event.c.table == code)
    return connection.execute(query).scalar() or 0


def _repeated(connection: Connection, code: str, command_id: str | None) -> Repeated | None:
    """The entries of a command: the one that has its id, and those that follow without any."""
    log = s.event.c
    first = connection.execute(select(log.seq).where(log.table == code, log.command_id == command_id)).scalar()
    if command_id is None or first is None:
        return None
    later = and_(log.table == code, log.seq > first, log.command_id.is_not(None))
    following = connection.execute(select(func.min(log.seq)).where(later)).scalar()
    return Repeated(first, (following or _newest(connection, code) + 1) - 1)


def _who(connection: Connection, code: str, token: str) -> Who:
    found = Who()
    for row in connection.execute(select(s.holder).where(s.holder.c.table == code)):
        if same(token, row.token_hash):
            found = Who(row.chair, row.host, row.moved)
    return found


def _hold(connection: Connection, code: str, change: HolderChange) -> None:
    table = s.holder
    if isinstance(change, HandOver):
        asked = and_(s.claim.c.table == code, s.claim.c.number == change.number)
        connection.execute(delete(s.claim).where(asked))
        if not change.accept:
            return
        of_chair = and_(table.c.table == code, table.c.chair == change.chair)
        connection.execute(update(table).where(of_chair).values(chair=None, moved=True))
        connection.execute(delete(s.move_code).where(s.move_code.c.table == code, s.move_code.c.chair == change.chair))
    own = and_(table.c.table == code, table.c.token_hash == change.token_hash)
    if not connection.execute(update(table).where(own).values(chair=change.chair, moved=False)).rowcount:
        row = {"table": code, "token_hash": change.token_hash, "chair": change.chair}
        connection.execute(insert(table).values(host=False, moved=False, **row))
    if isinstance(change, Hold) and change.chair is None:
        connection.execute(delete(table).where(own, table.c.host.is_(False)))


def _lists(connection: Connection, code: str, *, closed: bool) -> None:
    connection.execute(update(s.game_table).where(s.game_table.c.code == code).values(closed=closed))
