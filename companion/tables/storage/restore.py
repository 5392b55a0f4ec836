"""A backup becomes the database; what was there is kept. Killed at any moment, it is the old one or the new one."""

from __future__ import annotations

import os
import shutil
from itertools import count
from pathlib import Path
from typing import IO

from sqlalchemy import Connection, delete, func, select, text
from sqlalchemy.exc import IntegrityError

from companion.tables.errors import BadImport, InUse, NotEmpty, StorageFailed, message
from companion.tables.storage import schema as s
from companion.tables.storage.backup import Backup, dump, load, sync, written_whole
from companion.tables.storage.database import Database


def restore(where: str | Path, file: IO[bytes], kept_beside: Path, *, replace: bool) -> Path | None:
    """Makes the database what the backup says; where the old one is kept, if there was one.

    Of PostgreSQL the old one is kept as a backup beside `kept_beside`. Raises `BadImport`, `OtherDataVersion`,
    `NotEmpty`, `InUse`, `StorageFailed`.
    """
    backup = Backup(file)
    backup.check()
    if "://" not in str(where):
        return _to_file(Path(where), backup, replace=replace)
    return _to_server(str(where), backup, kept_beside, replace=replace)


def _to_file(path: Path, backup: Backup, *, replace: bool) -> Path | None:
    """A new file is made beside the old one, and takes its place in one step when it is whole."""
    new = path.with_name(f"{path.name}.restoring")
    _unlink(new)
    if not path.exists():
        _fill(new, backup)
        new.replace(path)
        sync(path.parent)
        return None
    old = Database(path, prepare=False)
    try:
        with old.alone() as alone:
            if not alone:
                raise InUse
            with old.reading() as connection:
                tables = _tables(connection)
            if tables and not replace:
                raise NotEmpty(tables=tables)
            old.engine.dispose()
            _fill(new, backup)
            kept = _keep(path) if tables else None
            shutil.copymode(path, new)
            new.replace(path)
            sync(path.parent)
            return kept
    except OSError as error:
        raise StorageFailed(message=str(error)) from error
    finally:
        _unlink(new)
        old.close()


def _fill(new: Path, backup: Backup) -> None:
    database = Database(new)
    try:
        with database.writing() as connection:
            _load(backup, connection)
        database.settle_file()
    finally:
        database.close()
        new.with_name(f"{new.name}.lock").unlink(missing_ok=True)


def _load(backup: Backup, connection: Connection) -> None:
    try:
        load(backup, connection)
    except IntegrityError as error:
        raise BadImport(message("rows_apart", detail=str(error.orig))) from error


def _keep(path: Path) -> Path:
    """The old file under another name as well: a second name for the same file, or else a copy."""
    kept = next(name for n in count(1) if not (name := path.with_name(f"{path.name}.before-restore-{n}")).exists())
    try:
        os.link(path, kept)
    except OSError:
        shutil.copy2(path, kept)
    sync(path.parent)
    return kept


def _unlink(path: Path) -> None:
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm", f"{path.name}.lock"):
        path.with_name(name).unlink(missing_ok=True)


def _to_server(url: str, backup: Backup, beside: Path, *, replace: bool) -> Path | None:
    """PostgreSQL: all in one transaction, so that there is the old data or the new."""
    database = Database(url)
    try:
        with database.alone() as alone:
            if not alone:
                raise InUse
            with database.reading() as connection:
                tables = _tables(connection)
            if tables and not replace:
                raise NotEmpty(tables=tables)
            kept = _kept_backup(database, beside) if tables else None
            with database.writing() as connection:
                names = ", ".join(f'"{table.name}"' for table in s.metadata.sorted_tables)
                connection.execute(text(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE"))
                for table in reversed(s.metadata.sorted_tables):
                    connection.execute(delete(table))
                _load(backup, connection)
            return kept
    finally:
        database.close()


def _kept_backup(database: Database, beside: Path) -> Path:
    kept = next(
        name for n in count(1) if not (name := beside.with_name(f"{beside.name}.before-restore-{n}.zip")).exists()
    )
    with written_whole(kept) as out:
        dump(database, out)
    return kept


def _tables(connection: Connection) -> int:
    """How many tables of players there are."""
    if not s.version(connection):
        return 0
    return connection.execute(select(func.count()).select_from(s.game_table)).scalar_one()
