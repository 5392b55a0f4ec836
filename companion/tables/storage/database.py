"""The database behind the tables: connections, transactions, and the version of the data."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import Connection, Engine, Row, Table, create_engine, event, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, TimeoutError

from companion.tables.errors import StorageFailed, StorageFull, message
from companion.tables.storage import schema
from companion.tables.storage.queue import WriterQueue

if TYPE_CHECKING:  # what a server with it reads alone: it takes a phone a second
    from sqlalchemy.dialects import postgresql

FILE = "tables.sqlite3"
"""The database in a data folder."""
BESIDE = ("-wal", "-shm", ".lock")
"""What stands beside it while it is open."""
BUSY_SECONDS = 30
"""How long SQLite waits for a lock that somebody outside the queue holds."""
SCRUB_SECONDS = 2
"""How long emptying SQLite's log waits for those who read."""
GOING_SECONDS = 2
"""How long PostgreSQL may list who has gone: its processes end after their connections."""
PREPARING = 0x5117
"""Key of the PostgreSQL advisory lock under which one process at a time creates the tables."""
AWAY_SECONDS = 5
"""How long PostgreSQL may be silent before it counts as away."""
POOL_SIZE = 8
"""Connections kept open; threads beyond that wait for one, as they do for the interpreter."""
CACHE_KIB = 512
"""What each SQLite connection keeps of the file; the operating system keeps it too, once for all."""
FULL = (("sqlite_errorcode", sqlite3.SQLITE_FULL), ("sqlstate", "53100"), ("errno", errno.ENOSPC),
        ("errno", errno.EDQUOT))  # fmt: skip
"""How SQLite, PostgreSQL (``disk_full``) and the system say that there is no room left."""
AnyRow: TypeAlias = "Row[*tuple[Any, ...]]"
"""What a query has found, by the names of its columns."""


class Database:
    """SQLite by a path, or PostgreSQL by a URL (``postgresql://…``).

    An empty one gets its tables, unless `prepare` is false. Raises `StorageFailed`, `OtherDataVersion`.
    """

    def __init__(self, where: str | Path, *, prepare: bool = True) -> None:
        self.path = None if "://" in str(where) else Path(where)
        self._queue = None if self.path is None else WriterQueue(self.path.with_name(self.path.name + ".lock"))
        with answering():
            if self.path is not None:
                private_folder(self.path.parent)
                for name in (self.path, *(self.path.with_name(self.path.name + more) for more in BESIDE)):
                    _private(name, make=name == self.path)
            self.engine = _sqlite(self.path) if self.path is not None else _postgres(str(where))
            # What is read one statement at a time needs no transaction: PostgreSQL would have to begin and end each.
            self._reader = self.engine if self.path is not None else _without_transactions(self.engine)
            if prepare:
                self._prepare()
            self._inode = 0 if self.path is None else self.path.stat().st_ino

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read with. Each statement sees the data as of its own moment."""
        with answering(), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is committed, to the disk, when the block ends."""
        with answering(), self._turn(), self.engine.begin() as connection:
            if self._queue is not None:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    def _turn(self) -> AbstractContextManager[None]:
        return nullcontext() if self._queue is None else self._queue.turn()

    @contextmanager
    def one_moment(self) -> Iterator[Connection]:
        """A connection to read with that sees the data of one moment, while others go on writing."""
        with answering(), self.engine.connect() as connection:
            if self.path is None:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            else:
                connection.exec_driver_sql("BEGIN")
            yield connection

    def check_file(self) -> None:
        """Is SQLite's file still the one that was opened, and may it be written? Open connections go on without it.
        Raises `StorageFailed`."""
        with answering():
            if self.path is not None and (self.path.stat().st_ino != self._inode or not os.access(self.path, os.W_OK)):
                raise StorageFailed(message=message("file_lost", file=str(self.path)))

    @contextmanager
    def alone(self) -> Iterator[bool]:
        """Is nobody else at this database? On SQLite nobody else writes to it then until the block ends, and it is
        one file without a write-ahead log, which it only becomes when nobody has it open.
        """
        with answering(), self._turn():
            self.engine.dispose()
            yield self._closed_file() if self.path is not None else self._sole_connection()

    def _closed_file(self) -> bool:
        with closing(sqlite3.connect(f"{self.path}", timeout=SCRUB_SECONDS)) as connection:
            try:
                (mode,) = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
            except sqlite3.OperationalError:
                return False
            return bool(mode == "delete")

    def _sole_connection(self) -> bool:
        others = (
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND backend_type = 'client backend'"
        )
        until = time.monotonic() + GOING_SECONDS
        while True:
            with self.engine.connect() as connection:  # each time anew: a transaction sees who was there when it began
                found: int = connection.execute(text(others)).scalar_one()
            if not found or time.monotonic() > until:
                return not found
            time.sleep(0.05)

    def settle_file(self) -> None:
        """Makes SQLite one file that holds everything, on the disk, with nobody else at it."""
        self.engine.dispose()
        if self.path is not None and not self._closed_file():
            raise StorageFailed(message=message("file_in_use", file=str(self.path)))

    def scrub(self) -> None:
        """Lets nothing that was deleted stand in SQLite's files any longer: what was freed is zeros already
        (`secure_delete`), and the write-ahead log is emptied. Where somebody reads for longer than
        `SCRUB_SECONDS`, the log is left to the next time.
        """
        if self.path is None:
            return
        with answering(), self._turn(), closing(sqlite3.connect(self.path, timeout=SCRUB_SECONDS)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def tidy(self) -> None:
        """Leaves SQLite as one file, if nobody else is at it. Raises `StorageFailed`."""
        with self.alone() as alone:
            if alone and self.path is not None:
                # Whoever waits for this lock now waits for a file that is gone: SQLite's own lock is enough for two.
                self.path.with_name(f"{self.path.name}.lock").unlink(missing_ok=True)

    def close(self) -> None:
        """Closes all connections."""
        self.engine.dispose()
        if self._queue is not None:
            self._queue.close()

    def _prepare(self) -> None:
        with self.writing() as connection:
            if self.path is None:
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": PREPARING})
            schema.prepare(connection)


def private_folder(folder: Path) -> None:
    """Makes a folder for this user alone, whatever the umask; one that is there is left as it is. Raises `OSError`."""
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)


def _private(file: Path, *, make: bool = False) -> None:
    """Lets nobody but this user read it, whatever the umask, and whatever it was before."""
    if make:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    if file.exists() and file.stat().st_mode & 0o077:
        # Somebody else's stays as its owner has it.
        with suppress(PermissionError):
            file.chmod(0o600)


def _sqlite(path: Path) -> Engine:
    engine = create_engine(
        f"sqlite:///{path}",
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
        pool_size=POOL_SIZE,
        max_overflow=0,
    )

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, record: object) -> None:
        # The driver begins no transactions of its own: `writing` does, and what reads needs none.
        connection.isolation_level = None
        pragmas = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")
        for pragma in (*pragmas, f"cache_size=-{CACHE_KIB}"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _postgres(url: str) -> Engine:
    try:
        parsed = make_url(re.sub(r"^postgres(ql)?://", "postgresql+psycopg://", url))
    except ArgumentError as error:
        raise StorageFailed(message=message("no_url", given=url)) from error
    if not parsed.drivername.startswith("postgresql"):
        raise StorageFailed(message=message("no_driver", driver=parsed.drivername))
    return create_engine(
        parsed,
        pool_size=POOL_SIZE,
        max_overflow=0,
        pool_pre_ping=True,
        pool_timeout=AWAY_SECONDS,
        connect_args={"connect_timeout": AWAY_SECONDS, "tcp_user_timeout": AWAY_SECONDS * 1000},
    )


def _without_transactions(engine: Engine) -> Engine:
    """The same connections."""
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def upsert(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insertion that can say what to do with a row that is there already."""
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)
    return sqlite.insert(table)


@contextmanager
def answering() -> Iterator[None]:
    """Turns what the database complains of into `StorageFailed`; a row that is there already is not that."""
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        raise _failure(error.orig)(message=str(error.orig).splitlines()[0]) from error
    except (TimeoutError, OSError, sqlite3.Error) as error:
        raise _failure(error)(message=str(error)) from error


def _failure(error: BaseException | None) -> type[StorageFailed]:
    """Is it the room that is lacking? SQLite, PostgreSQL and the system each say so in their own way."""
    full = any(getattr(error, name, None) == said for name, said in FULL)
    return StorageFull if full else StorageFailed
