"""The database: durable and versioned; and what happens when it fails."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from party import SAMPLE, Party
from sqlalchemy import event, text

from companion.tables import NameSeat, Tables, new_token, open_tables
from companion.tables.database import Database
from companion.tables.errors import StorageFailed, TableError
from companion.tables.schema import VERSION


def test_every_commit_goes_to_the_disk(tables: Tables, tmp_path: Path) -> None:
    database = Database(tmp_path / "tables.sqlite3")
    with database.reading() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2, "FULL"
    database.close()


def test_memory_is_only_a_cache(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.tables.service.CACHED", 1)
    parties = [Party(tables, position=SAMPLE) for _ in range(3)]
    for party in parties * 2:
        party.act("Ana", "coin B1")
    assert [party.state.shop(party.state.shops()[0][0]).coins for party in parties] == [2, 2, 2]


def test_a_code_used_again_is_another_table(tables: Tables, tmp_path: Path) -> None:
    party = Party(tables, position=SAMPLE)
    elsewhere = open_tables(tmp_path / "tables.sqlite3")
    export = tables.export(party.code, party.host)
    assert elsewhere.view_for(party.code).seq == party.view().seq
    tables.delete(party.code, party.host)
    host = new_token()
    assert tables.carry_in(export, host) == party.code
    assert elsewhere.view_for(party.code, host).me.host
    assert elsewhere.view_for(party.code).seq == party.view().seq
    elsewhere.close()


def other_version(where: str | Path) -> None:
    """Makes the data of another version."""
    database = Database(where)
    with database.writing() as connection:
        connection.execute(text("UPDATE meta SET version = version - 1"))
    database.close()


def test_data_of_another_version_is_refused_and_left_alone(tables: Tables, tmp_path: Path) -> None:
    Party(tables, names=("Ana",))
    tables.close()
    path = tmp_path / "tables.sqlite3"
    other_version(path)
    before = path.read_bytes()
    with pytest.raises(TableError, match="data_version") as caught:
        open_tables(path)
    assert caught.value.facts == {"found": VERSION - 1, "known": VERSION}
    assert path.read_bytes() == before


def test_a_log_has_an_end(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.tables.service.MOST_ENTRIES", 7)
    party = Party(tables, position=SAMPLE)
    party.act("Ana", "pass")
    with pytest.raises(TableError, match="table_full"):
        party.act("Mei", "pass")


@pytest.mark.parametrize("where", ["mysql://host/name", "postgresql://[bad", "postgresql://127.0.0.1:1/none"])
def test_a_database_that_is_not_there(where: str) -> None:
    with pytest.raises(StorageFailed):
        open_tables(where)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "t.sqlite3").write_text("This is a letter, not a database. " * 100)
    with pytest.raises(StorageFailed, match="not a database"):
        open_tables(tmp_path / "t.sqlite3")


def test_a_write_that_fails_is_said_and_done_later(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    database = Database(path)
    tables, engine = Tables(database), database.engine
    party = Party(tables, position=SAMPLE)
    with closing(sqlite3.connect(path)) as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]

    def limited(connection: sqlite3.Connection, record: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")

    event.listen(engine, "connect", limited)
    engine.dispose()
    with pytest.raises(TableError, match=r"storage_full.*full"):
        for n in range(600):
            party.do("Ana", NameSeat(0, f"Ana {n}"), id=f"n{n}")
    seq = party.view().seq
    assert party.kinds()[-1] == "name", "what was accepted is there"
    event.remove(engine, "connect", limited)
    engine.dispose()
    again = party.do("Ana", NameSeat(0, "Ana"), id=f"n{n}")
    assert not again.repeated and again.seq == seq + 1
    tables.close()
