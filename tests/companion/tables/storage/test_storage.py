"""The database: durable, versioned, migrated with the old file kept; and what happens when it fails."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from party import SAMPLE, EnterPosition, Party
from sqlalchemy import Column, Connection, Integer, MetaData, Table, event, inspect, text

from companion.tables import Check, Set, SettingsPatch, Tables, new_token, open_tables
from companion.tables.errors import NewerData, OtherRules, StorageFailed, StorageFull, TableFull
from companion.tables.game import has_rules, read_position, table_game
from companion.tables.service.limits import Limits
from companion.tables.storage.database import Database
from companion.tables.storage.schema import MIGRATIONS, Migration, version


def test_every_commit_goes_to_the_disk(tables: Tables, tmp_path: Path) -> None:
    database = Database(tmp_path / "tables.sqlite3")
    with database.reading() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2, "FULL"
    database.close()


def test_a_table_outlives_the_server(tables: Tables, tmp_path: Path) -> None:
    party = Party(tables, position=f"{SAMPLE} seals: WBRY now: play Y")
    party.act("Priya", "take coin")
    before = party.view("Mei")
    tables.close()
    again = open_tables(tmp_path / "tables.sqlite3")
    assert again.view_for(party.code, party.phones["Mei"]) == before
    again.close()


def test_memory_is_only_a_cache(tmp_path: Path) -> None:
    tables = open_tables(tmp_path / "t.sqlite3", Limits(in_memory=1))
    parties = [Party(tables, position=SAMPLE) for _ in range(3)]
    for party in parties * 2:
        party.act("Ana", "coin B1")
    assert [party.state.shop(party.state.shops()[0][0]).coins for party in parties] == [2, 2, 2]
    tables.close()


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


def grown(connection: Connection) -> None:
    """A later version, for tests: one more table."""
    Table("later", MetaData(), Column("id", Integer, primary_key=True)).create(connection)


LATER = (*MIGRATIONS, Migration(MIGRATIONS[-1].version + 1, grown))


def test_older_data_is_migrated_and_the_old_file_kept(tables: Tables, tmp_path: Path) -> None:
    party = Party(tables, position=SAMPLE)
    before = party.view()
    tables.close()
    path = tmp_path / "tables.sqlite3"
    database = Database(path, LATER)
    with database.reading() as connection:
        assert version(connection) == LATER[-1].version and inspect(connection).has_table("later")
    assert Tables(database).view_for(party.code) == before
    database.close()
    kept = open_tables(tmp_path / f"tables.sqlite3.v{MIGRATIONS[-1].version}")
    assert kept.view_for(party.code) == before
    kept.close()


def test_data_from_before_photographs_were_kept(tables: Tables, tmp_path: Path) -> None:
    party = Party(tables, position=SAMPLE)
    tables.close()
    path = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(path)) as before:
        before.executescript("DROP TABLE photograph; UPDATE schema_version SET version = 5")
    with closing(open_tables(path)) as after:
        after.command(party.code, party.host, Set(SettingsPatch(photographs="kept")), command_id="kept")
        after.photographs.keep(party.code, party.phones["Ana"], b"picture", "{}")
        assert after.photographs.jpeg(party.code, party.phones["Ana"], 1) == b"picture"
        after.delete(party.code, party.host)
        assert after.photographs.room()
    assert b"picture" not in path.read_bytes(), "nothing of it is left"


def test_a_migration_that_fails_changes_nothing(tables: Tables, tmp_path: Path) -> None:
    def breaks(connection: Connection) -> None:
        grown(connection)
        connection.execute(text("nonsense"))

    tables.close()
    path = tmp_path / "tables.sqlite3"
    with pytest.raises(StorageFailed, match="nonsense"):
        Database(path, (*MIGRATIONS, Migration(LATER[-1].version, breaks)))
    database = Database(path)
    with database.reading() as connection:
        assert version(connection) == MIGRATIONS[-1].version and not inspect(connection).has_table("later")
    database.close()


def test_data_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    Database(tmp_path / "t.sqlite3", LATER).close()
    with pytest.raises(NewerData) as caught:
        open_tables(tmp_path / "t.sqlite3")
    assert caught.value.facts == {"found": LATER[-1].version, "known": MIGRATIONS[-1].version}


def test_a_table_is_pinned_to_its_rules(tables: Tables, tmp_path: Path) -> None:
    party = Party(tables)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database, database:
        database.execute('UPDATE event SET body = replace(body, \'"rules":"\', \'"rules":"old-\')')
    again = open_tables(tmp_path / "tables.sqlite3")
    with pytest.raises(OtherRules) as caught:
        again.view_for(party.code)
    assert str(caught.value.facts["begun"]).startswith("old-")
    again.close()


def test_a_table_begun_by_earlier_rules_goes_on_by_them(tables: Tables, tmp_path: Path) -> None:
    """Two merchants and two targets, where the rule on sharing has changed: orange still goes nowhere at this table."""
    party, new = (Party(tables, options={"blocking": "no_sharing"}) for _ in range(2))
    earlier = """UPDATE event SET body = replace(body, '"rules":"2"', '"rules":"1"') WHERE "table" = ?"""
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database, database:
        assert database.execute(earlier, (party.code,)).rowcount
    again = open_tables(tmp_path / "tables.sqlite3")
    city = "hangzhou WBRY blocking: no-sharing city: A1Wr B1Br merchants: - B1 - - market: r2 / b1 / b1 / b1"
    stands = []
    for one in (party, new):
        one.tables = again
        one.do("host", EnterPosition(f"{city} W: c5 B: c5 now: move orange"))
        stands.append(one.state.merchants[0])
    assert stands == [None, "A1"]
    again.close()


@pytest.mark.parametrize("game", ["hangzhou", "xanadu"])
def test_every_way_to_begin_keeps_to_the_rules_of_the_table(game: str) -> None:
    table, chairs = table_game(game, "1"), (0, 1)
    begun = table.new({}, chairs, 0)
    nothing = tuple(dict.fromkeys(things, 0) for things in table.tally_things(({}, {})))
    made = [begun, table.tallied({}, chairs, nothing), read_position(table, table.rules.text(begun))]
    if game == "hangzhou":
        made += [table.draft(before, {}, chairs, ()) for before in (None, begun)]
    assert {state.rules for state in made} == {"1"}  # type: ignore[attr-defined]  # of a game that has versions


@pytest.mark.parametrize("rules", ["0", "01", "3", "١", "1 ", "-1", "0" * 5000 + "1"])
def test_what_is_no_version_is_none(rules: str) -> None:
    assert not has_rules("hangzhou", rules)


def test_a_log_has_an_end(tmp_path: Path) -> None:
    tables = open_tables(tmp_path / "t.sqlite3", Limits(entries=7))
    party = Party(tables, position=SAMPLE)
    party.act("Ana", "pass")
    with pytest.raises(TableFull):
        party.act("Mei", "pass")
    tables.close()


@pytest.mark.parametrize("where", ["mysql://host/name", "postgresql://[bad", "postgresql://127.0.0.1:1/none"])
def test_a_database_that_is_not_there(where: str) -> None:
    with pytest.raises(StorageFailed):
        open_tables(where)


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageFailed):
        open_tables(tmp_path / "file" / "tables.sqlite3")


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
    with pytest.raises(StorageFull, match="full"):
        for n in range(200):
            party.do("Ana", Check("x" * 150), id=f"n{n}")
    seq = party.view().seq
    assert party.kinds()[-1] == "check", "what was accepted is there"
    event.remove(engine, "connect", limited)
    engine.dispose()
    again = party.do("Ana", Check("x" * 150), id=f"n{n}")
    assert not again.repeated and again.seq == seq + 1
    tables.close()


def test_the_lock_file_is_private(tables: Tables, tmp_path: Path) -> None:
    Party(tables)
    assert (tmp_path / "tables.sqlite3.lock").stat().st_mode & 0o077 == 0
