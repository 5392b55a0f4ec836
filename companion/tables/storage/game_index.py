"""Rows about games in lists: found by who asks, by game and by player, without reading logs."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Executable, and_, bindparam, delete, func, insert, or_, select, true

from companion.tables.log.outline import Finisher, Outline, decode_seats, encode_seats, folded
from companion.tables.storage import schema as s
from companion.tables.storage.database import AnyRow, Database, upsert
from companion.tables.storage.statistics import Finished

MINUTE = 60_000
_TIMES = select(s.event.c.seq, s.event.c.at).where(
    s.event.c.table == bindparam("code"), s.event.c.seq.in_(bindparam("entries", expanding=True))
)
_UNNAMED = delete(s.record_name).where(s.record_name.c.table == bindparam("code"))
_NAMED = insert(s.record_name)
_NOTED: dict[str, Executable] = {}
"""By kind of database. To build a statement takes longer than to carry it out, and acts wait for these."""


class Wanted(Struct, frozen=True):
    """Which games: of one kind (empty: of all), with a player whose name has this in it (empty: anybody)."""

    game: str = ""
    player: str = ""


class Played(Struct, frozen=True):
    """A table in a list. `at` is when the game began, or else when the table was opened.

    `seats` are empty until the game has ended and its points are known.
    """

    code: str
    game: str
    at: int
    started_at: int | None
    ended_at: int | None
    actions: int
    closed: bool
    names: tuple[tuple[int, str], ...]
    """Of each chair that is taken its number and name; an empty name: nobody has named it."""
    decided_by: str
    seats: tuple[Finisher, ...]

    @property
    def minutes(self) -> int | None:
        """How long the game took; none: it is not over, or nobody knows when it began."""
        return minutes(self.started_at, self.ended_at)


def minutes(started: int | None, ended: int | None) -> int | None:
    """Whole minutes between two moments in milliseconds, at least one."""
    return None if started is None or ended is None else max(1, round((ended - started) / MINUTE))


class Listings:
    """The rows of lists in one database. `token_hash` none: every table's."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def page(self, token_hash: str | None, wanted: Wanted, before: tuple[int, str] | None, limit: int) -> list[Played]:
        """The games played last, the newest first, or those before another one (its `at` and code)."""
        where = _fits(token_hash, wanted)
        if before is not None:
            at, code = before
            where = and_(where, or_(s.record.c.at < at, and_(s.record.c.at == at, s.record.c.table > code)))
        query = (
            select(s.record, s.game_table.c.closed)
            .join(s.game_table, s.game_table.c.code == s.record.c.table)
            .where(where)
            .order_by(s.record.c.at.desc(), s.record.c.table)
            .limit(limit)
        )
        with self.database.reading() as connection:
            rows = connection.execute(query).all()
            names = _names(connection, [row.table for row in rows])
        return [_played(row, names.get(row.table, ())) for row in rows]

    def one(self, token_hash: str | None, code: str) -> Played | None:
        """A game, if it is in the list of whoever asks."""
        query = (
            select(s.record, s.game_table.c.closed)
            .join(s.game_table, s.game_table.c.code == s.record.c.table)
            .where(_fits(token_hash, Wanted()), s.record.c.table == code)
        )
        with self.database.reading() as connection:
            row = connection.execute(query).first()
            return None if row is None else _played(row, _names(connection, [code]).get(code, ()))

    def count(self, token_hash: str | None, wanted: Wanted) -> int:
        """How many games there are."""
        with self.database.reading() as connection:
            query = select(func.count()).select_from(s.record).where(_fits(token_hash, wanted))
            return connection.execute(query).scalar_one()

    def finished(self, token_hash: str | None, wanted: Wanted) -> dict[str, list[Finished]]:
        """The games that have ended, by kind, as statistics count them."""
        table = s.record.c
        query = (
            select(table.game, table.started_at, table.ended_at, table.actions, table.seats)
            .where(_fits(token_hash, wanted), table.seats.is_not(None))
            .order_by(table.at, table.table)
        )
        found: dict[str, list[Finished]] = {}
        with self.database.reading() as connection:
            for row in connection.execute(query):
                game = Finished(minutes(row.started_at, row.ended_at), row.actions, decode_seats(row.seats))
                found.setdefault(row.game, []).append(game)
        return found

    def codes(self, token_hash: str | None) -> Iterator[str]:
        """The tables of the list, a part at a time, so that thousands are not held at once."""
        last = ""
        while True:
            query = select(s.record.c.table).where(_fits(token_hash, Wanted()), s.record.c.table > last)
            with self.database.reading() as connection:
                found = list(connection.scalars(query.order_by(s.record.c.table).limit(100)))
            if not found:
                return
            yield from found
            last = found[-1]

    def unrecorded(self, token_hash: str | None, limit: int) -> list[tuple[str, str]]:
        """Tables, with their game, that have no row yet."""
        query = (
            select(s.game_table.c.code, s.game_table.c.game)
            .outerjoin(s.record, s.record.c.table == s.game_table.c.code)
            .where(s.record.c.table.is_(None), _held(s.game_table.c.code, token_hash))
            .limit(limit)
        )
        with self.database.reading() as connection:
            return [(row.code, row.game) for row in connection.execute(query)]

    def add(self, code: str, game: str, shown: Outline) -> None:
        """The row of a table that has none."""
        with self.database.writing() as connection:
            put(connection, code, game, shown)


def _held(code: ColumnElement[str], token_hash: str | None) -> ColumnElement[bool]:
    if token_hash is None:
        return true()
    return code.in_(select(s.holder.c.table).where(s.holder.c.token_hash == token_hash))


def _fits(token_hash: str | None, wanted: Wanted) -> ColumnElement[bool]:
    where = _held(s.record.c.table, token_hash)
    if wanted.game:
        where = and_(where, s.record.c.game == wanted.game)
    if name := folded(wanted.player):
        has = s.record_name.c.folded.contains(name, autoescape=True)
        where = and_(where, s.record.c.table.in_(select(s.record_name.c.table).where(has)))
    return where


def _names(connection: Connection, codes: list[str]) -> dict[str, tuple[tuple[int, str], ...]]:
    table = s.record_name.c
    query = (
        select(table.table, table.chair, table.name).where(table.table.in_(codes)).order_by(table.table, table.chair)
    )
    found: dict[str, tuple[tuple[int, str], ...]] = {}
    for row in connection.execute(query):
        found[row.table] = (*found.get(row.table, ()), (row.chair, row.name))
    return found


def _played(row: AnyRow, names: tuple[tuple[int, str], ...]) -> Played:
    seats = () if row.seats is None else decode_seats(row.seats)
    return Played(
        code=row.table,
        game=row.game,
        at=row.at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        actions=row.actions,
        closed=row.closed,
        names=names,
        decided_by=row.decided_by or "",
        seats=seats,
    )


def put(connection: Connection, code: str, game: str, shown: Outline) -> None:
    """What lists say of a table, in the caller's transaction."""
    ending = shown.ending
    entries = {1, shown.first or 1, ending.entry if ending else 1}
    at = {row.seq: row.at for row in connection.execute(_TIMES, {"code": code, "entries": sorted(entries)})}
    row = {
        "table": code,
        "game": game,
        "at": at[shown.first or 1],
        "started_at": at[shown.first] if shown.first else None,
        "ended_at": at[ending.entry] if ending else None,
        "actions": ending.actions if ending else 0,
        "decided_by": ending.decided_by if ending else None,
        "seats": encode_seats(ending) if ending else None,
    }
    connection.execute(_noted(connection), row)
    connection.execute(_UNNAMED, {"code": code})
    named = [
        {"table": code, "chair": chair, "name": name, "folded": folded(name)[:160]}
        for chair, name in enumerate(shown.names)
        if name is not None
    ]
    if named:
        connection.execute(_NAMED, named)


def _noted(connection: Connection) -> Executable:
    """What puts a row into the lists, in place of the one that was there."""
    kind = connection.dialect.name
    if kind not in _NOTED:
        row = upsert(connection, s.record)
        news = {column.name: row.excluded[column.name] for column in s.record.c if column.name != "table"}
        _NOTED[kind] = row.on_conflict_do_update(index_elements=["table"], set_=news)
    return _NOTED[kind]
