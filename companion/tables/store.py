"""Rows of all tables. One command is one transaction, committed before anybody is notified.

A table's row has a summary for lists and statistics: its players, when it was played, and how it ended.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from companion.engine.game import OVER, Score, ScoreLine
from companion.engine.msgspec_ready import ready
from companion.tables import schema as s
from companion.tables.database import Database
from companion.tables.errors import TableError
from companion.tables.log import tally
from companion.tables.log.entries import Event, decode, encode
from companion.tables.log.plan import Plan
from companion.tables.log.table import Table
from companion.tables.log.ui import encode_ui
from companion.tables.log.views import Holders, Who
from companion.tables.log.visibility import view_of
from companion.tables.seat_requests import change_holder
from companion.tables.tokens import new_code

CHANNEL = "silk_road_tables"
"""The PostgreSQL channel that says ``CODE version seq``."""
MOST_TABLES = 10_000
"""Tables that a server holds."""
PROBE_BYTES = 10_000
"""Bytes that a probe writes: more than two pages of the database and more than most taps."""
_TABLE, _ENTRY = s.game_table.c, s.entry.c
# Statements of every page and command, built once.
_READ = select(_TABLE.opened_at, _TABLE.version, _TABLE.ui, _TABLE.seq).where(_TABLE.code == bindparam("of"))
_MADE = select(s.command.c.first, s.command.c.last).where(s.command.c.key == bindparam("key"))
_CHANGE = update(s.game_table).where(
    _TABLE.code == bindparam("of"),
    _TABLE.opened_at == bindparam("opened"),
    _TABLE.version == bindparam("seen"),
)
_ADD = insert(s.entry)
TakenCode = IntegrityError
"""What `Store.create` raises for a code that another table has."""
Entries: TypeAlias = tuple[int, int]
"""The first and the last entry that a command added; the last is before the first where it added none."""


class TableRow(Struct, frozen=True):
    """A table's row, its newer entries, and the phones that hold something there. `repeated`: what the request's
    command has added before."""

    opened_at: int
    version: int
    ui: str
    events: tuple[Event, ...]
    holders: Holders
    repeated: Entries | None


class Finisher(Struct, frozen=True):
    """One seat at the end of a game, with the derivation of its points."""

    chair: int
    key: str
    """What the game calls the chair."""
    name: str
    """Empty: it had none."""
    total: int
    won: bool
    lines: tuple[ScoreLine, ...]


class Summary(Struct, frozen=True):
    """Stored summary of a table for lists and statistics. Times are in milliseconds since 1970."""

    names: tuple[str | None, ...]
    """By chair; empty where nobody has named it, None where nobody sits."""
    moved_at: int
    """The time of the newest entry."""
    closed: bool = False
    started_at: int | None = None
    """None: the game has not begun."""
    ended_at: int | None = None
    """None: it has not ended, or its points are not known."""
    actions: int = 0
    decided_by: str = ""
    seats: tuple[Finisher, ...] = ()
    """Empty until it has ended."""


class Store:
    """The tables in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(
        self, events: Sequence[Event], table: Table, now: int, key: str | None, seed: bytes, holders: Holders
    ) -> None:
        """Stores a new table with its first entries and the phones that hold something there.

        Raises `TakenCode` when its code or the key of its command is taken, and ``too_many_tables``.
        """
        code = table.code
        row = {"code": code, "game": table.opened.game, "opened_at": now, "version": 1}
        with self.database.writing() as connection:
            if connection.execute(select(func.count()).select_from(s.game_table)).scalar_one() >= MOST_TABLES:
                raise TableError("too_many_tables", limit=MOST_TABLES)
            connection.execute(insert(s.game_table).values(row | _table_row(table, events)))
            connection.execute(_ADD, [_entry_row(code, event) for event in events])
            if key is not None:
                connection.execute(insert(s.command).values(key=key, code=code, first=1, last=table.seq))
            connection.execute(insert(s.seed).values(code=code, number=len(table.seeds), value=seed))
            for phone, who in holders.items():
                row = {"code": code, "token_hash": phone, "chair": who.chair, "host": who.host}
                connection.execute(insert(s.holder).values(row))

    def append(self, plan: Plan, table: Table, opened_at: int, version: int, key: str) -> bool:
        """Adds what a command does to a table that has that `version`; `table` is the result.

        Returns false if the table has changed since or the command is there already. After `StorageFailed` it is not
        known whether it was added.
        """
        code, events = table.code, plan.events
        first = table.seq - len(events) + 1
        row = {"of": code, "opened": opened_at, "seen": version, "version": version + 1, **_table_row(table, events)}
        first_seed = len(table.seeds) - len(plan.new_seeds) + 1
        try:
            with self.database.writing() as connection:
                if not connection.execute(_CHANGE, row).rowcount:
                    return False
                connection.execute(insert(s.command).values(key=key, code=code, first=first, last=table.seq))
                if events:
                    connection.execute(_ADD, [_entry_row(code, event) for event in events])
                for number, value in enumerate(plan.new_seeds, start=first_seed):
                    connection.execute(insert(s.seed).values(code=code, number=number, value=value))
                for change in plan.holders:
                    change_holder(connection, code, change)
                if self.database.path is None:
                    hint = {"channel": CHANNEL, "hint": f"{code} {version + 1} {table.seq}"}
                    connection.execute(text("SELECT pg_notify(:channel, :hint)"), hint)
        except IntegrityError:
            return False
        return True

    def with_bots(self) -> dict[str, int]:
        """The tables that are not closed at which a bot sits, each with its version."""
        query = select(_TABLE.code, _TABLE.version).where(_TABLE.bots)
        return {row.code: row.version for row in self.database.fetch(query)}

    def opened_by(self, key: str) -> str | None:
        """The table that the command of this key opened."""
        rows = self.database.fetch(select(s.command.c.code).where(s.command.c.key == key))
        return rows[0].code if rows else None

    def free_code(self, letters: int) -> str:
        """A code of so many letters that no table has."""
        while True:
            code = new_code(letters)
            if not self.newest([code]):
                return code

    def read(self, code: str, after: int, key: str | None = None) -> TableRow | None:
        """The table's row, its entries after `after`, and what the command of that key has added before."""
        with self.database.reading() as connection:
            row = connection.execute(_READ, {"of": code}).one_or_none()
            if row is None:
                return None
            # All that follows is as of the row: others may have written since.
            events = _read_log(connection, code, after, row.seq - after) if row.seq > after else ()
            holders = _read_holders(connection, code)
            made = None if key is None else connection.execute(_MADE, {"key": key}).one_or_none()
        repeated = None if made is None or made.last > row.seq else (made.first, made.last)
        return TableRow(row.opened_at, row.version, row.ui, events, holders, repeated)

    def holders(self, code: str) -> Holders:
        """The phones that hold something at a table."""
        with self.database.reading() as connection:
            return _read_holders(connection, code)

    def log(self, code: str, after: int = 0, limit: int | None = None) -> tuple[Event, ...]:
        """The first `limit` entries after `after`; all without a limit."""
        with self.database.reading() as connection:
            return _read_log(connection, code, after, limit)

    def seed(self, code: str, number: int) -> bytes:
        """The secret seed behind a commitment."""
        query = select(s.seed.c.value).where(s.seed.c.code == code, s.seed.c.number == number)
        return bytes(self.database.fetch(query)[0].value)

    def newest(self, codes: Collection[str]) -> dict[str, tuple[int, int]]:
        """The version and the newest entry of each of these tables that exists."""
        query = select(_TABLE.code, _TABLE.version, _TABLE.seq).where(_TABLE.code.in_(codes))
        return {row.code: (row.version, row.seq) for row in self.database.fetch(query)}

    def presences(self, codes: Collection[str]) -> dict[str, dict[int, tuple[int, int]]]:
        """For each table, by chair: the last entry that its phone has read, and the time of that report."""
        found: dict[str, dict[int, tuple[int, int]]] = {code: {} for code in codes}
        columns = (s.holder.c.code, s.holder.c.chair, s.holder.c.heard_seq, s.holder.c.heard_at)
        heard = and_(s.holder.c.code.in_(codes), s.holder.c.chair.is_not(None), s.holder.c.heard_at > 0)
        for code, chair, seq, at in self.database.fetch(select(*columns).where(heard)):
            found[code][chair] = (seq, at)
        return found

    def note_presences(self, heard: Mapping[tuple[str, int], tuple[int, int]]) -> None:
        """When phones were heard of, by code and chair, and the entry that each had read."""
        with self.database.writing() as connection:
            for (code, chair), (seq, at) in sorted(heard.items()):
                own = and_(s.holder.c.code == code, s.holder.c.chair == chair)
                connection.execute(update(s.holder).where(own).values(heard_seq=seq, heard_at=at))

    def probe(self) -> None:
        """Reads, and writes `PROBE_BYTES` in one transaction. Raises `StorageFailed`.

        A single changed row would not do: it fits into a full database.
        """
        self.database.check_file()
        with self.database.writing() as connection:
            for data in (bytes(PROBE_BYTES), None):
                connection.execute(update(s.meta).values(probe=data))

    def delete(self, code: str) -> None:
        """Deletes every row of a table, and what is left of it in the file."""
        with self.database.writing() as connection:
            connection.execute(delete(s.game_table).where(_TABLE.code == code))  # and what refers to it
        self.database.scrub()


def _table_row(table: Table, events: Sequence[Event]) -> dict[str, object]:
    """Columns of a table's row after these entries, without its version."""
    row: dict[str, object] = {"ui": encode_ui(table.ui)}
    if events:
        summary = msgspec.json.encode(summarise(table, events[-1].at)).decode()
        bots = not table.closed and any(chair.rival for chair in table.chairs)
        row |= {"seq": table.seq, "bots": bots, "summary": summary}
    return row


def _entry_row(code: str, event: Event) -> dict[str, object]:
    return {**asdict(event), "code": code, "body": encode(event.body)}


def _read_holders(connection: Connection, code: str) -> Holders:
    rows = connection.execute(select(s.holder).where(s.holder.c.code == code))
    return {row.token_hash: Who(row.chair, row.host, row.moved) for row in rows}


def _read_log(connection: Connection, code: str, after: int, limit: int | None) -> tuple[Event, ...]:
    query = select(s.entry).where(_ENTRY.code == code, _ENTRY.seq > after).order_by(_ENTRY.seq).limit(limit)
    rows = connection.execute(query)
    return tuple([Event(r.seq, decode(r.body), r.actor, r.source, r.at) for r in rows])


def summarise(table: Table, moved_at: int) -> Summary:
    """Summary of a table for lists. It holds nothing hidden: points only appear at the end."""
    names = tuple(chair.name if chair.taken else None for chair in table.chairs)
    summary = Summary(names, moved_at, table.closed, table.began_at if table.line else None)
    counted = tally.done(table)
    score = view_of(table, Who()).score if counted or (table.state is not None and table.turn is OVER) else None
    if score is None or not score.final:
        return summary
    return replace(
        summary,
        ended_at=table.moved_at,
        actions=sum(step.human for step in table.line),
        decided_by=score.decided_by,
        seats=_seats(table, score, table.counting if counted else table.players),
    )


def _seats(table: Table, score: Score, chairs: tuple[int, ...]) -> tuple[Finisher, ...]:
    at = [table.chairs[number] for number in chairs]
    return tuple(
        Finisher(c.number, c.key, c.name, sheet.total, sheet.seat in score.winners, sheet.lines)
        for c, sheet in zip(at, score.sheets, strict=True)
    )


_SUMMARY = msgspec.json.Decoder(ready(Summary))


@lru_cache(4096)
def decode_summary(text: str) -> Summary:
    """Reads what `msgspec.json.encode` made of a summary."""
    return _SUMMARY.decode(text)


def folded(name: str) -> str:
    """A name as it is looked for: without case and accents, so that “tomas” finds “Tomás”."""
    if name.isascii():
        return name.casefold().strip()
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).strip()
