"""The whole database as a file and back: while servers write, from SQLite to PostgreSQL, cut, spoilt, killed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from party import NAMES, SAMPLE, Party
from sqlalchemy import Table

from companion.tables import Act, Check, Tables, backup, open_tables
from companion.tables.backup import COPIED, back_up, restore
from companion.tables.database import Database
from companion.tables.errors import TableError

pytestmark = pytest.mark.outside


def copied(where: str | Path, path: Path) -> Path:
    """A backup of that database."""
    with closing(Database(where)) as database:
        back_up(database, path)
    return path


def rows(path: Path) -> list[str]:
    """All that a database file holds."""
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


def played(tables: Tables) -> Party:
    party = Party(tables, position=f"{SAMPLE} seals: WBRY now: play Y")
    party.act("Priya", "take coin")
    return party


def same(party: Party, there: Tables) -> None:
    """The table goes on there as if nothing had been: seats, position, log, dice, history."""
    for name in (*NAMES, "host"):
        assert there.view_for(party.code, party.token(name)) == party.view(name)
    assert there.log_for(party.code) == party.tables.log_for(party.code)
    assert there.history.games(party.host).games == party.tables.history.games(party.host).games


def test_all_of_it_comes_back(tables: Tables, tmp_path: Path) -> None:
    party, other = played(tables), Party(tables, names=("Zoë",))
    zoe = other.phones["Zoë"]
    sent = copied(tmp_path / "tables.sqlite3", tmp_path / "backup.sqlite3")
    assert sent.stat().st_mode & 0o077 == 0, "it holds secrets"
    path = tmp_path / "there" / "tables.sqlite3"
    restore(path, sent, replace=False)
    with closing(open_tables(path)) as there:
        same(party, there)
        assert there.view_for(other.code, zoe).me.chair == 0
        again = there.command(party.code, party.phones["Mei"], Act("pass"), command_id="next")
        assert again.seq == party.view().seq + len(again.entries)  # type: ignore[union-attr]  # it is accepted
    assert [p.name for p in path.parent.iterdir()] == ["tables.sqlite3"]


def test_it_is_one_moment_while_servers_write(tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Something is written between any two tables of the database that are copied."""
    party, where = played(tables), tmp_path / "tables.sqlite3"

    def written_between() -> Iterator[Table]:
        for table in COPIED:
            yield table
            party.do("host", Check(f"after {table.name}"))

    at_rest = rows(copied(where, tmp_path / "at-rest.sqlite3"))
    monkeypatch.setattr(backup, "COPIED", written_between())
    before = party.view().version
    assert rows(copied(where, tmp_path / "backup.sqlite3")) == at_rest
    assert party.view().version == before + len(COPIED)


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda data: b"",
    "something else": lambda data: b"a letter " * 1000,
    "cut": lambda data: data[: len(data) // 2],
    "a page of nonsense": lambda data: data[:8192] + b"x" * 4096 + data[12288:],
}


@pytest.mark.parametrize("case", SPOILT)
def test_a_spoilt_backup_changes_nothing(tables: Tables, tmp_path: Path, case: str) -> None:
    played(tables)
    path = tmp_path / "tables.sqlite3"
    sent = copied(path, tmp_path / "backup.sqlite3")
    sent.write_bytes(SPOILT[case](sent.read_bytes()))
    tables.close()
    before = rows(path)
    with pytest.raises(TableError, match=r"bad_import.*broken or cut"):
        restore(path, sent, replace=True)
    assert rows(path) == before


def test_a_backup_of_another_version(tables: Tables, tmp_path: Path) -> None:
    sent = copied(tmp_path / "tables.sqlite3", tmp_path / "backup.sqlite3")
    with closing(sqlite3.connect(sent)) as database, database:
        database.execute("UPDATE meta SET version = version + 1")
    with pytest.raises(TableError, match="data_version"):
        restore(tmp_path / "there.sqlite3", sent, replace=False)


def test_a_backup_that_fails_leaves_the_old_one(
    tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(tables)
    sent = copied(tmp_path / "tables.sqlite3", tmp_path / "backup.sqlite3")
    before = sent.read_bytes()
    monkeypatch.setattr("companion.tables.backup.insert", lambda table: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        copied(tmp_path / "tables.sqlite3", sent)
    assert sent.read_bytes() == before and not list(tmp_path.glob("*.part*"))
