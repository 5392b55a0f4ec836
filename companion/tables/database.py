"""The database behind the tables: SQLite or PostgreSQL, and their transactions."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, TimeoutError

from companion.tables import schema
from companion.tables.errors import StorageFailed, StorageFull, message

FILE = "tables.sqlite3"
"""The database in a data folder."""
BUSY_SECONDS = 30
"""How long SQLite waits for the lock of another process."""
SCRUB_SECONDS = 2
"""How long emptying SQLite's log waits for those who read."""
GOING_SECONDS = 2
"""How long PostgreSQL may list who has gone: its processes end after their connections."""
PREPARING = 0x5117
"""Key of the PostgreSQL advisory lock under which one process at a time creates the tables."""
AWAY_SECONDS = 5
"""How long PostgreSQL may be silent before it counts as away."""
POOL_SIZE = 8
"""Connections kept open; threads beyond that wait for one."""
FULL = (("sqlite_errorcode", sqlite3.SQLITE_FULL), ("sqlstate", "53100"), ("errno", errno.ENOSPC),
        ("errno", errno.EDQUOT))  # fmt: skip
"""How SQLite, PostgreSQL (``disk_full``) and the system say that there is no room left."""


class Database:
    """SQLite by a path, or PostgreSQL by a URL (``postgresql://…``).

    An empty one gets its tables, unless `prepare` is false. Raises `StorageFailed`, `OtherDataVersion`.
    """

    def __init__(self, where: str | Path, *, prepare: bool = True) -> None:
        self.path = None if "://" in str(where) else Path(where)
        self._lock: AbstractContextManager[object] = nullcontext() if self.path is None else Lock()
        with translate_errors():
            if self.path is not None:
                make_private_folder(self.path.parent)
                _make_private(self.path)
            self.engine = _open_postgres(str(where)) if self.path is None else _open_sqlite(self.path)
            # What is read one statement at a time needs no transaction: PostgreSQL would have to begin and end each.
            autocommit = {"isolation_level": "AUTOCOMMIT"} if self.path is None else {}
            self._reader = self.engine.execution_options(**autocommit)
            if prepare:
                with self.writing() as connection:
                    if self.path is None:
                        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": PREPARING})
                    schema.prepare(connection)
            self._inode = 0 if self.path is None else self.path.stat().st_ino

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read with. Each statement sees the data as of its own moment."""
        with translate_errors(), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is committed, to the disk, when the block ends. On SQLite there is one at a time."""
        with translate_errors(), self._lock, self.engine.begin() as connection:
            if self.path is not None:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    @contextmanager
    def one_moment(self) -> Iterator[Connection]:
        """A connection to read with that sees the data of one moment, while others go on writing."""
        with translate_errors(), self.engine.connect() as connection:
            if self.path is None:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            else:
                connection.exec_driver_sql("BEGIN")
            yield connection

    def check_file(self) -> None:
        """Raises `StorageFailed` if SQLite's file is not the one that was opened any more, or may not be written:
        open connections would go on without it."""
        with translate_errors():
            if self.path is not None and (self.path.stat().st_ino != self._inode or not os.access(self.path, os.W_OK)):
                raise StorageFailed(message=message("file_lost", file=str(self.path)))

    def is_alone(self) -> bool:
        """Whether nobody else has this database open. SQLite's is then one file, without a write-ahead log."""
        with translate_errors():
            self.engine.dispose()
            return _has_one_user(self.engine) if self.path is None else _close_log(self.path)

    def scrub(self) -> None:
        """Empties SQLite's write-ahead log, where what was deleted still stands; in the file itself it is zeros
        already (`secure_delete`). Where somebody reads for longer than `SCRUB_SECONDS`, it is left to the next time.
        """
        if self.path is not None:
            with translate_errors(), self._lock, closing(sqlite3.connect(self.path, timeout=SCRUB_SECONDS)) as opened:
                opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Closes all connections. The last process to do so leaves SQLite as one file."""
        self.engine.dispose()


def make_private_folder(folder: Path) -> None:
    """Makes a folder for this user alone, whatever the umask; one that is there is left as it is. Raises `OSError`."""
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)


def _make_private(file: Path) -> None:
    """Makes a file that nobody but this user can read. SQLite gives the files beside it the same permissions."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    with suppress(PermissionError):  # somebody else's stays as its owner has it
        file.chmod(0o600)


def _open_sqlite(path: Path) -> Engine:
    engine = create_engine(
        f"sqlite:///{path}",
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
        pool_size=POOL_SIZE,
        max_overflow=0,
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, record: object) -> None:
        # The driver begins no transactions of its own: `writing` does, and what reads needs none.
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
        raise StorageFailed(message=message("no_driver", driver=parsed.drivername))
    return create_engine(
        parsed,
        pool_size=POOL_SIZE,
        max_overflow=0,
        pool_pre_ping=True,
        pool_timeout=AWAY_SECONDS,
        connect_args={"connect_timeout": AWAY_SECONDS, "tcp_user_timeout": AWAY_SECONDS * 1000},
    )


def _close_log(path: Path) -> bool:
    with closing(sqlite3.connect(path, timeout=SCRUB_SECONDS)) as connection:
        try:
            return bool(connection.execute("PRAGMA journal_mode=DELETE").fetchone() == ("delete",))
        except sqlite3.OperationalError:
            return False


def _has_one_user(engine: Engine) -> bool:
    others = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
        "AND backend_type = 'client backend'"
    )
    until = time.monotonic() + GOING_SECONDS
    while True:
        with engine.connect() as connection:  # each time anew: a transaction sees who was there when it began
            if not connection.execute(others).scalar_one():
                return True
        if time.monotonic() > until:
            return False
        time.sleep(0.05)


@contextmanager
def translate_errors() -> Iterator[None]:
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
    """The error to raise: is it room that is lacking? SQLite, PostgreSQL and the system each say so differently."""
    full = any(getattr(error, name, None) == code for name, code in FULL)
    return StorageFull if full else StorageFailed
