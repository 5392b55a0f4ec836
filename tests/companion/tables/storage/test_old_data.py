"""Data of every earlier version: migrated when it is opened, its tables replayed to what that version saw.

The files in ``old_data`` were made by the versions' own code (see `old_data.py`).
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, inspect

from companion.games import hangzhou
from companion.tables import Check, new_token, open_tables
from companion.tables.storage.database import Database
from companion.tables.storage.schema import MIGRATIONS, version

FOLDER = Path(__file__).parent / "old_data"
KEPT = sorted(path.stem for path in FOLDER.glob("*.sql"))


def restored(name: str, folder: Path) -> Path:
    """A database file as that version left it."""
    path = folder / "tables.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.executescript((FOLDER / f"{name}.sql").read_text(encoding="utf-8"))
    return path


def shape(engine: Engine) -> dict[str, object]:
    """Every table with its columns, keys and indexes, but not the indexes' names."""
    found = inspect(engine)
    shown = {}
    for table in found.get_table_names():
        columns = {(c["name"], str(c["type"]), c["nullable"]) for c in found.get_columns(table)}
        unique = [tuple(u["column_names"]) for u in found.get_unique_constraints(table)]
        indexes = [(tuple(i["column_names"]), bool(i["unique"])) for i in found.get_indexes(table)]
        shown[table] = (
            columns,
            found.get_pk_constraint(table)["constrained_columns"],
            sorted([*indexes, *((names, True) for names in unique)]),
            sorted((tuple(f["constrained_columns"]), f["referred_table"]) for f in found.get_foreign_keys(table)),
        )
    return shown


def test_data_of_every_version_is_kept() -> None:
    """A new migration needs data of the version before it, and of its own for the next one."""
    assert {f"version-{number}" for number in range(1, MIGRATIONS[-1].version + 1)} <= set(KEPT)


@pytest.mark.parametrize("name", KEPT)
def test_old_data_is_migrated_and_replays_to_the_same_state(name: str, tmp_path: Path) -> None:
    path = restored(name, tmp_path)
    tables = open_tables(path)
    seen = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert seen
    for was in seen:
        view = tables.view_for(was["code"])
        assert view.seq == was["seq"]
        assert [chair.name for chair in view.chairs] == was["names"]
        assert ("" if view.state is None else hangzhou.text(view.state)) == was["position"]
        host = tables.new_host(was["code"])
        assert tables.command(was["code"], host, Check("goes on"), command_id="next").seq == was["seq"] + 1
    tables.open("hangzhou", new_token(), opener="192.0.2.7")
    tables.close()
    assert b"192.0.2.7" not in path.read_bytes()


@pytest.mark.parametrize("name", KEPT)
def test_migrated_data_is_shaped_like_new_data(name: str, tmp_path: Path) -> None:
    old, new = Database(restored(name, tmp_path)), Database(tmp_path / "new.sqlite3")
    assert shape(old.engine) == shape(new.engine)
    with old.reading() as connection:
        assert version(connection) == MIGRATIONS[-1].version
    old.close()
    new.close()


@pytest.mark.parametrize("name", [name for name in KEPT if name != f"version-{MIGRATIONS[-1].version}"])
def test_the_old_file_is_kept_as_it_was(name: str, tmp_path: Path) -> None:
    path = restored(name, tmp_path)
    open_tables(path).close()
    (kept,) = tmp_path.glob("tables.sqlite3.v*")
    with closing(sqlite3.connect(kept)) as database:
        again = "\n".join(database.iterdump())
    assert again == (FOLDER / f"{name}.sql").read_text(encoding="utf-8").rstrip("\n")
