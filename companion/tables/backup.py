"""Copies a whole database into one SQLite file, and back. The database may be SQLite or PostgreSQL.

The copy is a snapshot, taken while servers go on writing. Unlike exports it contains secrets (seeds, hashes of phones'
tokens).
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, create_engine, delete, func, insert, select
from sqlalchemy.exc import DatabaseError

from companion.tables import schema as s
from companion.tables.database import Database
from companion.tables.errors import TableError, message

ROWS = 500
"""Rows that are copied at a time."""
COPIED = [table for table in s.metadata.sorted_tables if table is not s.meta]


def back_up(database: Database, path: Path) -> dict[str, int]:
    """Copies the database into a file, which gets its name only when it is complete on disk, readable by this user
    only. Returns the number of rows by table."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    part.touch(0o600)
    try:
        with closing(Database(part)) as copy, database.snapshot() as rows, copy.writing() as target:
            counts = _copy(rows, target)
    except BaseException:
        part.unlink()
        raise
    part.replace(path)
    return counts


def restore(where: str | Path, path: Path, *, replace: bool) -> None:
    """Replaces the database with a backup, in one transaction. Existing tables are lost.

    Raises ``bad_import``, ``data_version``, ``not_empty`` (unless `replace`), ``in_use``, `StorageFailed`.
    """
    with closing(Database(where)) as database:
        if not database.is_alone():
            raise TableError("in_use")
        with _read_backup(path) as rows, database.writing() as target:
            tables = target.execute(select(func.count()).select_from(s.game_table)).scalar_one()
            if tables and not replace:
                raise TableError("not_empty", tables=tables)
            target.execute(delete(s.game_table))  # and what refers to it
            _copy(rows, target)
        database.scrub()


def _copy(rows: Connection, target: Connection) -> dict[str, int]:
    counts = Counter[str]()
    for table in COPIED:
        query = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=ROWS)
        for part in rows.execute(query).mappings().partitions():
            target.execute(insert(table), [dict(row) for row in part])
            counts[str(table.name)] += len(part)
    return counts


@contextmanager
def _read_backup(path: Path) -> Iterator[Connection]:
    """Returns a read-only connection to a backup. Raises ``bad_import``, ``data_version``."""
    address = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(address, uri=True))
    try:
        with engine.connect() as connection:
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            if found != "ok":
                raise TableError("bad_import", message=message("broken", detail=found))
            s.check_version(connection.execute(select(s.meta.c.version)).scalar_one())
            yield connection
    except DatabaseError as error:
        raise TableError("bad_import", message=message("broken", detail=str(error.orig))) from error
    finally:
        engine.dispose()
