"""Rows about phones: which holds which chair, codes and requests that move chairs, who was heard of when."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct
from sqlalchemy import Connection, and_, bindparam, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from companion.tables.log.plan import Claim, HandOver, Hold, HolderChange
from companion.tables.log.views import Who
from companion.tables.storage import schema as s
from companion.tables.storage.database import AnyRow, Database, upsert
from companion.tables.tokens import hashed, same


class Holder(Struct, frozen=True):
    """A phone that holds something at a table, by the hash of its token."""

    token_hash: str
    who: Who


def who_is(token: str, holders: tuple[Holder, ...]) -> Who | None:
    """Who the token stands for; all are compared, each in constant time. None: it holds nothing."""
    asking = hashed(token)
    found = [holder.who for holder in holders if same(asking, holder.token_hash)]
    return found[0] if found else None


MOST_WATCHERS = 100
"""Phones that only watch a table and still find it in their history."""
TakenNumber = IntegrityError
"""What `Phones.put_claim` raises for a number that another phone shows."""
_HOLDERS = select(s.holder).where(s.holder.c.table == bindparam("code"))
_CLAIMS = select(s.claim).where(s.claim.c.table == bindparam("code")).order_by(s.claim.c.number)
_PRESENCE = select(s.presence).where(s.presence.c.table == bindparam("code"))


class Phones:
    """The rows about phones in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def holders(self, code: str) -> tuple[Holder, ...]:
        """Everybody who holds something at a table."""
        with self.database.reading() as connection:
            rows = connection.execute(_HOLDERS, {"code": code})
            return tuple(Holder(row.token_hash, Who(row.chair, row.host, row.moved)) for row in rows)

    def is_host(self, code: str, token: str) -> bool:
        """Is the phone a host of the table? Answered without the log, which may be of other rules."""
        return any(holder.who.host and same(hashed(token), holder.token_hash) for holder in self.holders(code))

    def change_holders(self, code: str, change: HolderChange) -> None:
        """A change of holders that leaves no entry."""
        with self.database.writing() as connection:
            hold(connection, code, change)

    def watch(self, code: str, token_hash: str) -> None:
        """Remembers a phone that watches, for its history; of one table no more than `MOST_WATCHERS`."""
        table = s.holder
        watching = and_(table.c.table == code, table.c.chair.is_(None), table.c.host.is_(False))
        with self.database.writing() as connection:
            if connection.execute(select(func.count()).where(watching)).scalar_one() < MOST_WATCHERS:
                row = upsert(connection, table).values(table=code, token_hash=token_hash, host=False, moved=False)
                connection.execute(row.on_conflict_do_nothing())

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
        return next((row.chair for row in rows if same(hashed(secret), row.code_hash) and row.expires >= now), None)

    def put_claim(self, code: str, claim: Claim, expires: int) -> None:
        """A phone has one request; an older one of it goes. Raises `TakenNumber`."""
        table = s.claim
        with self.database.writing() as connection:
            connection.execute(delete(table).where(table.c.table == code, table.c.token_hash == claim.token_hash))
            row = {"number": claim.number, "chair": claim.chair, "token_hash": claim.token_hash}
            row |= {"name": claim.name, "language": claim.language}
            connection.execute(insert(table).values(table=code, expires=expires, **row))

    def claims(self, code: str, now: int) -> tuple[Claim, ...]:
        """The phones that ask for a chair; requests that are too old are deleted first."""
        with self.database.reading() as connection:
            rows = connection.execute(_CLAIMS, {"code": code}).all()
        if any(row.expires < now for row in rows):
            old = and_(s.claim.c.table == code, s.claim.c.expires < now)
            with self.database.writing() as connection:
                connection.execute(delete(s.claim).where(old))
        return tuple(_claim(row) for row in rows if row.expires >= now)

    # Presence.

    def presence(self, code: str) -> dict[int, tuple[int, int]]:
        """Chair to the last entry read, and when (milliseconds since 1970)."""
        with self.database.reading() as connection:
            rows = connection.execute(_PRESENCE, {"code": code})
            return {row.chair: (row.seq, row.at) for row in rows}

    def presences(self, codes: Collection[str]) -> dict[str, dict[int, int]]:
        """Of several tables: chair to when it was last heard of (milliseconds since 1970)."""
        table, found = s.presence, dict[str, dict[int, int]]()
        with self.database.reading() as connection:
            for row in connection.execute(
                select(table.c.table, table.c.chair, table.c.at).where(table.c.table.in_(codes))
            ):
                found.setdefault(row[0], {})[row.chair] = row.at
        return found


def _claim(row: AnyRow) -> Claim:
    return Claim(row.number, row.chair, row.token_hash, row.name or "", row.language or "en")


def hold(connection: Connection, code: str, change: HolderChange) -> None:
    """Carries the change out, in the caller's transaction."""
    table = s.holder
    if isinstance(change, HandOver):
        asked = and_(s.claim.c.table == code, s.claim.c.number == change.number)
        connection.execute(delete(s.claim).where(asked))
        if not change.accept:
            return
        of_chair = and_(table.c.table == code, table.c.chair == change.chair)
        connection.execute(update(table).where(of_chair).values(chair=None, moved=True))
    own = and_(table.c.table == code, table.c.token_hash == change.token_hash)
    # A code that brings a seat is its holder's: it is void for whoever sits there next.
    left = select(table.c.chair).where(own)
    moves = s.move_code
    void = or_(moves.c.chair == change.chair, moves.c.chair.in_(left))
    connection.execute(delete(moves).where(moves.c.table == code, void))
    if not connection.execute(update(table).where(own).values(chair=change.chair, moved=False)).rowcount:
        row = {"table": code, "token_hash": change.token_hash, "chair": change.chair}
        connection.execute(insert(table).values(host=False, moved=False, **row))
    if isinstance(change, Hold) and change.chair is None:
        connection.execute(delete(table).where(own, table.c.host.is_(False)))


def note_presences(connection: Connection, notes: Sequence[dict[str, object]]) -> None:
    """When phones were last heard of, in the caller's transaction: `of_table`, `of_chair`, `heard_seq`, `heard_at`
    of each. Nothing for a table that is gone."""
    table = s.presence
    names = (table.c.table, table.c.chair, table.c.seq, table.c.at)
    fields = ("of_table", "of_chair", "heard_seq", "heard_at")
    values = (bindparam(field, type_=column.type) for field, column in zip(fields, names, strict=True))
    row = select(*values).where(exists().where(s.game_table.c.code == bindparam("of_table")))
    noting = upsert(connection, table).from_select(names, row)
    changes = {"seq": noting.excluded.seq, "at": noting.excluded.at}
    # One statement for all: phones are many, and whoever plays waits for this transaction.
    connection.execute(
        noting.on_conflict_do_update(index_elements=[table.c.table, table.c.chair], set_=changes), list(notes)
    )
