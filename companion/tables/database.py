"""The database behind the tables, SQLite or PostgreSQL, and its transactions."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import Connection, Engine, Select, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, OperationalError, TimeoutError

from companion.tables import schema
from companion.tables.errors import StorageFailed, message

FILE = "tables.sqlite3"
"""The database in a data folder."""
BUSY_SECONDS = 30
"""How long SQLite waits for the lock of another process."""
ENDING_SECONDS = 2.0
"""PostgreSQL ends a session a moment after its program has left."""
AWAY_SECONDS = 5
"""How long PostgreSQL may be silent before it counts as away."""
PREPARING = 0x5117
"""Key of the PostgreSQL advisory lock under which one process at a time creates the tables."""
FULL = (("sqlite_errorcode", sqlite3.SQLITE_FULL), ("sqlstate", "53100"), ("errno", errno.ENOSPC))
"""How SQLite, PostgreSQL (``disk_full``) and the system report that there is no room left."""


class Database:
    """SQLite by a path, or PostgreSQL by a URL (``postgresql://…``). Creates the schema in an empty database.

    Raises `StorageFailed`, ``data_version``.
    """

    def __init__(self, where: str | Path) -> None:
        self.path = None if "://" in str(where) else Path(where)
        self._lock: AbstractContextManager[object] = nullcontext() if self.path is None else Lock()
        with translate_errors():
            if self.path is not None:
                make_private_folder(self.path.parent)
                # SQLite gives the files beside it the same permissions.
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
            self.engine = _open_postgres(str(where)) if self.path is None else _open_sqlite(self.path)
            with self.writing() as connection:
                if self.path is None:
                    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": PREPARING})
                schema.prepare(connection)
            self._inode = 0 if self.path is None else self.path.stat().st_ino

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for reading. Each statement sees current data."""
        with translate_errors(), self.engine.connect() as connection:
            yield connection

    def fetch(self, query: Select[Any]) -> Sequence[Any]:
        """Returns all rows of a query."""
        with self.reading() as connection:
            return connection.execute(query).all()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is committed to disk at the end of the block. SQLite has one at a time."""
        with translate_errors(), self._lock, self.engine.begin() as connection:
            if self.path is not None:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A read-only connection with a consistent snapshot, while others go on writing."""
        with translate_errors(), self.engine.connect() as connection:
            if self.path is None:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            else:
                connection.exec_driver_sql("BEGIN")
            yield connection

    def check_file(self) -> None:
        """Raises `StorageFailed` if SQLite's file was moved, replaced or protected, which open connections do not
        notice."""
        with translate_errors():
            if self.path is not None and (self.path.stat().st_ino != self._inode or not os.access(self.path, os.W_OK)):
                raise StorageFailed(message=str(self.path))

    def is_alone(self) -> bool:
        """Returns whether no other process has this database open. Waits a moment for one that has just ended."""
        self.engine.dispose()
        with translate_errors(), self.engine.connect() as connection:
            if self.path is None:
                end = time.monotonic() + ENDING_SECONDS
                while (others := connection.execute(_OTHERS).scalar_one()) and time.monotonic() < end:
                    connection.rollback()  # a transaction sees one state of all sessions
                    time.sleep(0.05)
                return not others
            connection.exec_driver_sql("PRAGMA busy_timeout=1000")
            try:
                # SQLite leaves its write-ahead log only for the last connection.
                connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
            except OperationalError:
                return False
            connection.exec_driver_sql("PRAGMA journal_mode=WAL")
            return True

    def scrub(self) -> None:
        """Truncates SQLite's write-ahead log, which still contains deleted rows; in the file they are zeroed
        (`secure_delete`)."""
        if self.path is not None:
            with translate_errors(), self._lock, self.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Closes all connections. The last process leaves SQLite as one file."""
        self.engine.dispose()


_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
    "AND backend_type = 'client backend'"
)


def make_private_folder(folder: Path) -> None:
    """Creates a folder for this user only, whatever the umask; an existing one stays unchanged. Raises `OSError`."""
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)


def _open_sqlite(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, record: object) -> None:
        # The driver begins no transactions of its own: `writing` does.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _open_postgres(url: str) -> Engine:
    try:
        parsed = make_url(re.sub(r"^postgres(ql)?://", "postgresql+psycopg://", url))
    except ArgumentError as error:
        raise StorageFailed(message=message("no_url", given=url)) from error
    if not parsed.drivername.startswith("postgresql"):
        raise StorageFailed(message=message("no_url", given=parsed.drivername))
    timeouts = {"connect_timeout": AWAY_SECONDS, "tcp_user_timeout": AWAY_SECONDS * 1000}
    return create_engine(parsed, pool_pre_ping=True, pool_timeout=AWAY_SECONDS, connect_args=timeouts)


@contextmanager
def translate_errors() -> Iterator[None]:
    """Converts database errors to `StorageFailed`, except `IntegrityError`."""
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        raise _failure(error.orig, str(error.orig).splitlines()[0]) from error
    except (TimeoutError, OSError, sqlite3.Error) as error:
        raise _failure(error, str(error)) from error


def _failure(error: BaseException | None, text: str) -> StorageFailed:
    full = any(getattr(error, name, None) == code for name, code in FULL)
    return StorageFailed(text, "storage_full" if full else "storage_failed")
