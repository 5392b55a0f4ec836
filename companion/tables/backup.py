"""A whole database as one file, and back: SQLite or PostgreSQL, each from the other.

The file is a ZIP: the version of the data, then each database table as lines of JSON. It is read from one moment of the
database, while servers go on writing. Unlike exports it holds secrets (seeds, hashes of phones' tokens).
"""

from __future__ import annotations

import base64
import os
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Final

import msgspec
from sqlalchemy import Connection, LargeBinary, Table, delete, func, insert, select
from sqlalchemy.exc import CompileError, StatementError

from companion.tables import schema as s
from companion.tables.database import Database
from companion.tables.errors import TableError, message

ABOUT: Final = "silk-road-backup.json"
"""The first file: the version of the data (see `schema`)."""
ROWS: Final = 500
"""Rows read and written at a time."""
SAVED_TABLES: Final = tuple(table for table in s.metadata.sorted_tables if table is not s.meta)


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
    counts: dict[str, int] = {}
    with database.snapshot() as connection, zipfile.ZipFile(out, "w") as archive:
        archive.writestr(_zip_member(ABOUT), msgspec.json.encode({"version": s.VERSION}))
        for table in SAVED_TABLES:
            counts[table.name] = 0
            query = select(table).order_by(*table.primary_key.columns)
            rows = connection.execution_options(stream_results=True).execute(query).mappings()
            with archive.open(_zip_member(f"{table.name}.jsonl"), "w", force_zip64=True) as member:
                for part in rows.partitions(ROWS):
                    member.writelines(msgspec.json.encode(dict(row)) + b"\n" for row in part)
                    counts[table.name] += len(part)
    return counts


def restore(where: str | Path, file: IO[bytes], *, replace: bool) -> None:
    """Makes the database what the backup says, in one transaction. Tables that are there are lost.

    Raises ``bad_import``, ``data_version``, ``not_empty`` (unless `replace`), ``in_use``, `StorageFailed`.
    """
    with closing(Database(where)) as database:
        if not database.is_alone():
            raise TableError("in_use")
        with _explain_damage(), zipfile.ZipFile(file) as archive, database.writing() as connection:
            s.check_version(msgspec.json.decode(archive.read(ABOUT), type=dict[str, int])["version"])
            tables = connection.execute(select(func.count()).select_from(s.game_table)).scalar_one()
            if tables and not replace:
                raise TableError("not_empty", tables=tables)
            connection.execute(delete(s.game_table))  # and what refers to it
            for table in SAVED_TABLES:
                _load_rows(archive, table, connection)
        database.scrub()


def _zip_member(name: str) -> zipfile.ZipInfo:
    """A file in a ZIP that is the same whenever it is written."""
    info = zipfile.ZipInfo(name)  # dated 1980
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def _load_rows(archive: zipfile.ZipFile, table: Table, connection: Connection) -> None:
    binary = [column.name for column in table.columns if isinstance(column.type, LargeBinary)]
    with archive.open(f"{table.name}.jsonl") as member:
        while rows := [msgspec.json.decode(line, type=dict[str, object]) for line in islice(member, ROWS)]:
            for row in rows:
                row.update({name: base64.b64decode(str(row[name])) for name in binary})
            connection.execute(insert(table), rows)


_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    ValueError,
    KeyError,
    CompileError,
    StatementError,
)


@contextmanager
def _explain_damage() -> Iterator[None]:
    try:
        yield
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        OSError,
        ValueError,
        KeyError,
        CompileError,
        StatementError,
    ) as error:
        raise TableError("bad_import", message=message("broken", detail=str(error).splitlines()[0])) from error
