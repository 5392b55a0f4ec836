"""A whole database as one file, and back: SQLite or PostgreSQL, each from the other.

The file is a ZIP: what it is, then each database table as lines of JSON, then how many lines there were. It
is read from one moment of the database, while servers go on writing. Unlike exports it holds secrets (seeds,
hashes of phones' tokens), so that everything goes on where it stood.
"""

from __future__ import annotations

import base64
import os
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, LargeBinary, Table, insert, select

from companion.engine.message import Said
from companion.engine.msgspec_ready import ready
from companion.tables.errors import BadImport, OtherDataVersion, message
from companion.tables.storage import schema as s
from companion.tables.storage.database import Database

ABOUT: Final = "silk-road-backup.json"
COUNTS: Final = "counts.json"
"""The last file: how many rows each table has. What was cut has none."""
FORMAT: Final = 1
_FILE: Final = message("the_file")
ROWS: Final = 500
"""Rows read and written at a time."""
PICTURES: Final = 5
"""The same of a table whose rows are pictures."""
PASSING: Final = (s.probe, s.owner_code)
"""Tables that hold nothing to keep: rows of health checks, and codes of the last ten minutes."""
KEPT: Final = tuple(table for table in s.metadata.sorted_tables if table not in PASSING)


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says of itself: its own format, and the version of the data (see `schema`)."""

    format: int
    version: int


@contextmanager
def written_whole(path: Path) -> Iterator[IO[bytes]]:
    """A file that appears under its name only when all of it is on the disk. Nobody else may read it."""
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
    sync(path.parent)


def sync(folder: Path) -> None:
    """The names in a folder go to the disk, where the system can do that."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def dump(database: Database, out: IO[bytes]) -> dict[str, int]:
    """Writes all of the database, as of one moment, and gives the number of rows by table.

    Raises `OtherDataVersion`.
    """
    counts: dict[str, int] = {}
    with database.one_moment() as connection, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        found = s.version(connection)
        _check_version(found)
        archive.writestr(_member(ABOUT), msgspec.json.encode(About(FORMAT, found)))
        for table in KEPT:
            with archive.open(_member(f"{table.name}.jsonl"), "w", force_zip64=True) as member:
                counts[table.name] = _dump(connection, table, member)
        archive.writestr(_member(COUNTS), msgspec.json.encode(counts))
    return counts


def _check_version(found: int) -> None:
    if found != s.VERSION:
        raise OtherDataVersion(found=found, known=s.VERSION)


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    return info


def _dump(connection: Connection, table: Table, member: IO[bytes]) -> int:
    columns = list(table.columns)
    member.write(msgspec.json.encode([str(column.name) for column in columns]) + b"\n")
    count = 0
    query = select(table).order_by(*table.primary_key.columns)
    rows = connection.execution_options(stream_results=True).execute(query)
    for part in rows.partitions(_at_once(table)):
        lines = [msgspec.json.encode(list(row)) for row in part]
        member.write(b"\n".join(lines) + b"\n")
        count += len(lines)
    return count


class Backup:
    """A backup file that was opened. Raises `BadImport`, `OtherDataVersion` when it cannot be what it should be."""

    def __init__(self, file: IO[bytes]) -> None:
        with _readable():
            self._archive = zipfile.ZipFile(file)
            names = self._archive.namelist()
            if names[:1] != [ABOUT]:
                raise BadImport(message("no_backup", lacking=ABOUT))
            about = msgspec.json.decode(self._archive.read(ABOUT), type=ready(About))
            if about.format != FORMAT:
                raise BadImport(message("backup_format", found=about.format, known=FORMAT))
            _check_version(about.version)
            self.counts = msgspec.json.decode(self._archive.read(COUNTS), type=dict[str, int])
        if set(names) != {ABOUT, COUNTS, *(f"{name}.jsonl" for name in self.counts)}:
            raise BadImport(message("backup_tables"))
        known = {table.name for table in KEPT}
        if strange := set(self.counts) ^ known:
            raise BadImport(message("strange_table", table=min(strange)))

    def check(self) -> None:
        """Reads all of it once: every check sum, every line, every count."""
        for table in KEPT:
            for _ in self.rows(table):
                pass

    def rows(self, table: Table) -> Iterator[list[dict[str, object]]]:
        """The rows of a table, some at a time."""
        with _readable(table.name), self._archive.open(f"{table.name}.jsonl") as member:
            names = msgspec.json.decode(member.readline(), type=list[str])
            if strange := set(names) - set(table.columns.keys()):
                raise BadImport(message("strange_column", table=table.name, column=min(strange)))
            count, part = 0, []
            for line in member:
                part.append(_row(table, names, line))
                count += 1
                if len(part) == _at_once(table):
                    yield part
                    part = []
            if part:
                yield part
        if count != self.counts[table.name]:
            raise BadImport(message("rows", table=table.name, found=count, expected=self.counts[table.name]))


def _at_once(table: Table) -> int:
    return PICTURES if table is s.photograph else ROWS


def _row(table: Table, names: list[str], line: bytes) -> dict[str, object]:
    values = msgspec.json.decode(line, type=list[str | int | bool | None])
    if len(values) != len(names):
        raise BadImport(message("row", table=table.name, values=len(values), columns=len(names)))
    return {
        name: base64.b64decode(value)
        if isinstance(table.columns[name].type, LargeBinary) and isinstance(value, str)
        else value
        for name, value in zip(names, values, strict=True)
    }


@contextmanager
def _readable(what: Said = _FILE) -> Iterator[None]:
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError, KeyError) as error:
        # Of msgspec and base64 too: what they complain of are ValueErrors.
        raise BadImport(message("broken", what=what, detail=str(error))) from error


def load(backup: Backup, connection: Connection) -> None:
    """Puts all rows into empty tables, in the caller's transaction, and looks whether they fit together.

    Raises `BadImport`.
    """
    for table in KEPT:
        for rows in backup.rows(table):
            connection.execute(insert(table), rows)
    _sound(connection)


def _sound(connection: Connection) -> None:
    """Every log begins with its opening and has no gap."""
    logs = connection.exec_driver_sql(
        'SELECT g.code FROM game_table g LEFT JOIN event e ON e."table" = g.code GROUP BY g.code '
        "HAVING count(e.seq) = 0 OR min(e.seq) <> 1 OR max(e.seq) <> count(e.seq)"
    ).first()
    if logs is not None:
        raise BadImport(message("gap", table=logs[0]))
