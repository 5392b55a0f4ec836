"""A whole database as one file, and back: SQLite or PostgreSQL, each from the other.

The file is gzipped JSON lines: the version of the data, then ``[table, row]`` for every row. It is read from one moment
of the database, while servers go on writing. Unlike exports it holds secrets (seeds, hashes of phones' tokens).
"""

from __future__ import annotations

import base64
import gzip
import os
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import groupby, islice
from pathlib import Path
from typing import IO, Any

import msgspec
from sqlalchemy import LargeBinary, Table, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from companion.tables import schema as s
from companion.tables.database import Database
from companion.tables.errors import TableError, message

ROWS = 500
"""Rows that are written to the database at a time."""
SAVED_TABLES = {str(table.name): table for table in s.metadata.sorted_tables if table is not s.meta}
_LINE = msgspec.json.Decoder(tuple[str, dict[str, Any]])


@contextmanager
def open_private_file(path: Path) -> Iterator[IO[bytes]]:
    """A file that gets its name only when all of it is on the disk. Nobody else may read it."""
    part = path.with_name(f"{path.name}.part")
    with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b") as out:
        try:
            yield out
        except BaseException:
            part.unlink()
            raise
        out.flush()
        os.fsync(out.fileno())
    part.replace(path)


def dump(database: Database, out: IO[bytes]) -> dict[str, int]:
    """Writes all of the database, as of one moment, and returns the number of rows by table."""
    counts = Counter[str]()
    with database.snapshot() as connection, gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as lines:
        lines.write(msgspec.json.encode({"version": s.VERSION}) + b"\n")
        for name, table in SAVED_TABLES.items():
            query = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=ROWS)
            for row in connection.execute(query).mappings():
                lines.write(msgspec.json.encode((name, dict(row))) + b"\n")
                counts[name] += 1
    return counts


def restore(where: str | Path, file: IO[bytes], *, replace: bool) -> None:
    """Makes the database what the backup says, in one transaction. Tables that are there are lost.

    Raises ``bad_import``, ``data_version``, ``not_empty`` (unless `replace`), ``in_use``, `StorageFailed`.
    """
    with closing(Database(where)) as database:
        if not database.is_alone():
            raise TableError("in_use")
        with database.writing() as connection, _explain_damage(), gzip.open(file) as lines:
            s.check_version(msgspec.json.decode(lines.readline(), type=dict[str, int])["version"])
            tables = connection.execute(select(func.count()).select_from(s.game_table)).scalar_one()
            if tables and not replace:
                raise TableError("not_empty", tables=tables)
            connection.execute(delete(s.game_table))  # and what refers to it
            for name, group in groupby(map(_LINE.decode, lines), key=lambda line: line[0]):
                table = SAVED_TABLES[name]
                while rows := [_read_row(table, row) for _, row in islice(group, ROWS)]:
                    connection.execute(insert(table), rows)
        database.scrub()


def _read_row(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """The row with its bytes decoded. Raises `ValueError`, `KeyError`: it is none of this table."""
    if row.keys() != set(table.columns.keys()):
        raise ValueError(f"a row of {table.name} has other columns")
    binary = [column.name for column in table.columns if isinstance(column.type, LargeBinary)]
    return row | {name: base64.b64decode(row[name], validate=True) for name in binary}


@contextmanager
def _explain_damage() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError, ValueError, KeyError, zlib.error, IntegrityError) as error:
        raise TableError("bad_import", message=message("broken", detail=str(error).splitlines()[0])) from error
