"""A whole database as one file, and back: SQLite or PostgreSQL, each from the other.

The file is a ZIP: what it is, then each database table as lines of JSON, then how many lines there were. It
is read from one moment of the database, while servers go on writing. Unlike exports it holds secrets (seeds,
hashes of phones' tokens), so that everything goes on where it stood.
"""

from __future__ import annotations

import base64
import os
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count, islice
from pathlib import Path
from typing import IO, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, LargeBinary, Table, delete, func, insert, select, text
from sqlalchemy.exc import IntegrityError

from companion.engine.msgspec_ready import ready
from companion.tables import schema as s
from companion.tables.database import Database
from companion.tables.errors import BadImport, InUse, NotEmpty, StorageFailed, message
from companion.tables.export import explain_damage, zip_member

ABOUT: Final = "silk-road-backup.json"
COUNTS: Final = "counts.json"
"""The last file: how many rows each table has. What was cut has none."""
FORMAT: Final = 1
ROWS: Final = 500
"""Rows read and written at a time."""
KEPT: Final = tuple(table for table in s.metadata.sorted_tables if table is not s.meta)
_NO_LOG: Final = text(
    "SELECT g.code FROM game_table g LEFT JOIN entry e ON e.code = g.code GROUP BY g.code, g.seq "
    "HAVING count(e.seq) = 0 OR min(e.seq) <> 1 OR max(e.seq) <> count(e.seq) OR max(e.seq) <> g.seq"
)
"""Tables whose log does not begin with its opening, has a gap, or ends elsewhere than the table's row says."""


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says of itself: its own format, and the version of the data (see `schema`)."""

    format: int
    version: int


@contextmanager
def write_whole(path: Path) -> Iterator[IO[bytes]]:
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
    _sync(path.parent)


def _sync(folder: Path) -> None:
    """Writes the names in a folder to the disk, where the system can do that."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def dump(database: Database, out: IO[bytes]) -> dict[str, int]:
    """Writes all of the database, as of one moment, and returns the number of rows by table.

    Raises `OtherDataVersion`.
    """
    counts: dict[str, int] = {}
    with database.one_moment() as connection, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        s.check_version(s.find_version(connection))
        archive.writestr(zip_member(ABOUT), msgspec.json.encode(About(FORMAT, s.VERSION)))
        for table in KEPT:
            with archive.open(zip_member(f"{table.name}.jsonl"), "w", force_zip64=True) as member:
                member.write(msgspec.json.encode(list(map(str, table.columns.keys()))) + b"\n")
                counts[table.name] = 0
                query = select(table).order_by(*table.primary_key.columns)
                rows = connection.execution_options(stream_results=True).execute(query)
                for part in rows.partitions(ROWS):
                    member.writelines(msgspec.json.encode(list(row)) + b"\n" for row in part)
                    counts[table.name] += len(part)
        archive.writestr(zip_member(COUNTS), msgspec.json.encode(counts))
    return counts


class Backup:
    """A backup file that was opened. Raises `BadImport`, `OtherDataVersion` when it cannot be what it should be."""

    def __init__(self, file: IO[bytes]) -> None:
        with explain_damage(message("the_file")):
            self._archive = zipfile.ZipFile(file)
            names = self._archive.namelist()
            if names[:1] != [ABOUT]:
                raise BadImport(message("no_backup", lacking=ABOUT))
            about = msgspec.json.decode(self._archive.read(ABOUT), type=ready(About))
            if about.format != FORMAT:
                raise BadImport(message("backup_format", found=about.format, known=FORMAT))
            s.check_version(about.version)
            self.counts = msgspec.json.decode(self._archive.read(COUNTS), type=dict[str, int])
        if strange := set(self.counts) ^ {table.name for table in KEPT}:
            raise BadImport(message("strange_table", table=min(strange)))
        if set(names) != {ABOUT, COUNTS, *(f"{name}.jsonl" for name in self.counts)}:
            raise BadImport(message("backup_tables"))

    def check(self) -> None:
        """Reads all of it once: every check sum, every line, every count. Raises `BadImport`."""
        for table in KEPT:
            for _ in self.rows(table):
                pass

    def rows(self, table: Table) -> Iterator[list[dict[str, object]]]:
        """The rows of a table, some at a time."""
        found = 0
        with explain_damage(table.name), self._archive.open(f"{table.name}.jsonl") as member:
            names = msgspec.json.decode(member.readline(), type=list[str])
            if strange := set(names) - set(table.columns.keys()):
                raise BadImport(message("strange_column", table=table.name, column=min(strange)))
            while part := [_row(table, names, line) for line in islice(member, ROWS)]:
                found += len(part)
                yield part
        if found != self.counts[table.name]:
            raise BadImport(message("rows", table=table.name, found=found, expected=self.counts[table.name]))


def _row(table: Table, names: list[str], line: bytes) -> dict[str, object]:
    values = msgspec.json.decode(line, type=list[str | int | bool | None])
    if len(values) != len(names):
        raise BadImport(message("row", table=table.name, values=len(values), columns=len(names)))
    row: dict[str, object] = dict(zip(names, values, strict=True))
    for name in names:
        if isinstance(table.columns[name].type, LargeBinary):
            row[name] = base64.b64decode(str(row[name]))
    return row


def restore(where: str | Path, file: IO[bytes], kept_beside: Path, *, replace: bool) -> Path | None:
    """Makes the database what the backup says; returns where the old one is kept, if there was one. Killed at any
    moment, it is the old one or the new one.

    Of PostgreSQL the old one is kept as a backup beside `kept_beside`. Raises `BadImport`, `OtherDataVersion`,
    `NotEmpty`, `InUse`, `StorageFailed`.
    """
    backup = Backup(file)
    backup.check()
    if "://" not in str(where):
        return _restore_file(Path(where), backup, replace=replace)
    with closing(Database(where)) as database:
        kept = None
        if _check_free(database, replace=replace):
            kept = _free_name(kept_beside, ".zip")
            with write_whole(kept) as out:
                dump(database, out)
        with database.writing() as connection:
            names = ", ".join(table.name for table in KEPT)
            connection.execute(text(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE"))
            for table in reversed(KEPT):
                connection.execute(delete(table))
            _load(backup, connection)
        return kept


def _restore_file(path: Path, backup: Backup, *, replace: bool) -> Path | None:
    """Makes a new file beside the old one, which takes its place in one step when it is whole."""
    new = path.with_name(f"{path.name}.restoring")
    kept = None
    try:
        _unlink(new)
        if path.exists():
            with closing(Database(path, prepare=False)) as old:
                if _check_free(old, replace=replace):
                    kept = _free_name(path, "")
        with closing(Database(new)) as database:
            with database.writing() as connection:
                _load(backup, connection)
            if not database.is_alone():
                raise StorageFailed(message=message("file_in_use", file=str(new)))
        if kept is not None:
            _keep(path, kept)
            shutil.copymode(path, new)
        new.replace(path)
        _sync(path.parent)
    except OSError as error:
        raise StorageFailed(message=str(error)) from error
    finally:
        _unlink(new)
    return kept


def _check_free(database: Database, *, replace: bool) -> int:
    """The number of tables of players that are there. Raises `InUse`, `NotEmpty`."""
    if not database.is_alone():
        raise InUse
    with database.reading() as connection:
        version = s.find_version(connection)
        tables = connection.execute(select(func.count()).select_from(s.game_table)).scalar_one() if version else 0
    if tables and not replace:
        raise NotEmpty(tables=tables)
    database.close()
    return tables


def _free_name(path: Path, ending: str) -> Path:
    names = (path.with_name(f"{path.name}.before-restore-{n}{ending}") for n in count(1))
    return next(name for name in names if not name.exists())


def _keep(path: Path, kept: Path) -> None:
    """Gives the old file another name as well, or copies it where that cannot be."""
    try:
        os.link(path, kept)
    except OSError:
        shutil.copy2(path, kept)
    _sync(path.parent)


def _unlink(path: Path) -> None:
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        path.with_name(name).unlink(missing_ok=True)


def _load(backup: Backup, connection: Connection) -> None:
    """Puts all rows into empty tables, in the caller's transaction. Raises `BadImport` if they do not fit together."""
    try:
        for table in KEPT:
            for rows in backup.rows(table):
                connection.execute(insert(table), rows)
    except IntegrityError as error:
        raise BadImport(message("rows_apart", detail=str(error.orig))) from error
    wrong = connection.execute(_NO_LOG).first()
    if wrong is not None:
        raise BadImport(message("gap", table=wrong[0]))
