"""Adding to the logs: what several threads want to write at the same time is committed together.

A commit waits for the disk, and a writer for the one before; so whoever finds nobody writing writes for all
that wait by then. Each addition still stands or falls for itself, and is committed before anybody is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from threading import Lock

from msgspec import Struct
from sqlalchemy import Connection, bindparam, func, insert, select, text, tuple_, update
from sqlalchemy.exc import IntegrityError

from companion.tables.errors import StorageFailed, message
from companion.tables.log.entries import Event, encode
from companion.tables.log.outline import Outline
from companion.tables.log.plan import HolderChange
from companion.tables.storage import schema as s
from companion.tables.storage.database import Database
from companion.tables.storage.game_index import put
from companion.tables.storage.phones import hold

CHANNEL = "silk_road_tables"
"""The PostgreSQL channel that says ``CODE seq``."""
MOST = 64
"""Additions in one transaction."""
_APPEND = insert(s.event)
_THERE = select(func.count()).where(
    tuple_(s.game_table.c.code, s.game_table.c.opened_at).in_(bindparam("tables", expanding=True))
)
_NOTIFY = text("SELECT pg_notify(:channel, :hint)")


class Addition(Struct, frozen=True):
    """Entries that follow each other, and what goes with them.

    `opened_at`: when the table was opened that they are meant for, for codes may be used again. `shown`:
    the game, and what lists are to say of the table from now on. `key`: of the command that they come from.
    """

    opened_at: int
    events: Sequence[Event]
    holders: Iterable[HolderChange] = ()
    seeds: Sequence[bytes] = ()
    first_seed: int = 1
    shown: tuple[str, Outline] | None = None
    key: str | None = None

    @property
    def code(self) -> str:
        return self.events[0].table


class _Waiting(Struct, eq=False):
    """A thread with its addition. `turn` is free once it is written, or once this thread is to write."""

    addition: Addition
    turn: Lock
    added: bool | None = None
    error: Exception | None = None


class Appender:
    """Adds to the logs of one database, for all threads of this process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = Lock()
        self._queue: list[_Waiting] = []
        self._writing = False

    def append(self, addition: Addition) -> bool:
        """False: somebody was faster. Raises `StorageFailed`; then it is not known whether it was added.

        The keys of the log see to that: an entry of that number, or of that command, is there already.
        """
        own = _Waiting(addition, Lock())
        own.turn.acquire()
        with self._lock:
            self._queue.append(own)
            first, self._writing = not self._writing, True
        if not first:
            own.turn.acquire()
        if own.added is None and own.error is None:
            self._write()
        if own.error is not None:
            raise own.error
        return bool(own.added)

    def _write(self) -> None:
        """Writes what waits, the own addition among it, and lets the next in line write what has come since."""
        batch: list[_Waiting] = []
        try:
            found = self._written(batch)
            for waiting, added in zip(batch, found, strict=True):
                waiting.added = added
        except StorageFailed as error:
            self._failed(batch, error)
        except BaseException:
            self._failed(batch, StorageFailed(message=message("writer_interrupted")))
            raise
        finally:
            with self._lock:
                following = self._queue[:1]
                self._writing = bool(following)
            for waiting in (*batch, *following):
                waiting.turn.release()

    def _written(self, batch: list[_Waiting]) -> list[bool]:
        """Takes what waits into the batch, once it is this process's turn, and writes it: which were added.

        All at once; if one of them is refused, each for itself.
        """
        try:
            with self._database.writing() as connection:
                with self._lock:
                    batch[:], self._queue = self._queue[:MOST], self._queue[MOST:]
                # In the same order in every process, so that no two wait for each other.
                batch.sort(key=lambda waiting: waiting.addition.code)
                _add(connection, [waiting.addition for waiting in batch])
                return [True] * len(batch)
        except (IntegrityError, _GoneError):
            if len(batch) == 1:
                return [False]
        with self._database.writing() as connection:
            return [_fits(connection, waiting.addition) for waiting in batch]

    def _failed(self, batch: list[_Waiting], error: StorageFailed) -> None:
        """None of them was added. Where the database gave no turn at all, nobody who waits has to try again."""
        if not batch:
            with self._lock:
                batch[:], self._queue = self._queue, []
        for waiting in batch:
            waiting.error = type(error)(**error.facts)


def _fits(connection: Connection, addition: Addition) -> bool:
    """Adds it, unless the keys refuse it, or its table is gone."""
    try:
        with connection.begin_nested():
            _add(connection, [addition])
    except (IntegrityError, _GoneError):
        return False
    return True


class _GoneError(Exception):
    """A table is not the one any more that an addition is meant for."""


def _add(connection: Connection, additions: Sequence[Addition]) -> None:
    """Raises `IntegrityError`, `_GoneError`."""
    meant = {(addition.code, addition.opened_at) for addition in additions}
    # Counted there: SQLite gives the interpreter away for every row that is read.
    if connection.execute(_THERE, {"tables": sorted(meant)}).scalar_one() < len(meant):
        raise _GoneError
    connection.execute(_APPEND, [row(v, None if n else a.key) for a in additions for n, v in enumerate(a.events)])
    for addition in additions:
        code = addition.code
        for number, value in enumerate(addition.seeds, start=addition.first_seed):
            connection.execute(insert(s.seed).values(table=code, number=number, value=value))
        for change in addition.holders:
            hold(connection, code, change)
        if any(event.kind == "close" for event in addition.events):
            own = s.game_table.c.code == code
            connection.execute(update(s.game_table).where(own).values(closed=True))
        if addition.shown is not None:
            put(connection, code, *addition.shown)
    if connection.dialect.name == "postgresql":
        hints = [{"channel": CHANNEL, "hint": f"{a.code} {a.events[-1].seq}"} for a in additions]
        connection.execute(_NOTIFY, hints)


def row(event: Event, key: str | None = None) -> dict[str, object]:
    """An entry as it is stored; `key` is what a repetition of its command is found by."""
    return {
        "table": event.table,
        "seq": event.seq,
        "kind": event.kind,
        "body": encode(event.body),
        "actor": event.actor,
        "source": event.source,
        "command_id": event.command_id,
        "at": event.at,
        "command_key": key,
    }
