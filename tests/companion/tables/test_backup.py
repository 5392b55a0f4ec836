"""The whole database as a file and back: while servers write, from SQLite to PostgreSQL, cut, spoilt, killed."""

from __future__ import annotations

import gzip
import io
import json
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from party import NAMES, SAMPLE, Party

from companion.tables import Act, Check, Tables, open_tables
from companion.tables.backup import dump, open_private_file, restore
from companion.tables.database import Database
from companion.tables.errors import TableError
from companion.tables.history import Wanted
from companion.tables.schema import VERSION

pytestmark = pytest.mark.outside


def dumped(where: str | Path) -> bytes:
    out = io.BytesIO()
    database = Database(where)
    dump(database, out)
    database.close()
    return out.getvalue()


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
    assert there.history.games(party.host, Wanted()).games == party.tables.history.games(party.host, Wanted()).games


def test_all_of_it_comes_back(tables: Tables, tmp_path: Path) -> None:
    party, other = played(tables), Party(tables, names=("Zoë",))
    zoe = other.phones["Zoë"]
    sent = dumped(tmp_path / "tables.sqlite3")
    assert sent == dumped(tmp_path / "tables.sqlite3")
    path = tmp_path / "there" / "tables.sqlite3"
    restore(path, io.BytesIO(sent), replace=False)
    with closing(open_tables(path)) as there:
        same(party, there)
        assert there.view_for(other.code, zoe).me.chair == 0
        again = there.command(party.code, party.phones["Mei"], Act("pass"), command_id="next")
        assert again.seq == party.view().seq + len(again.entries)  # type: ignore[union-attr]  # it is accepted
    assert [p.name for p in path.parent.iterdir()] == ["tables.sqlite3"]


def test_it_is_one_moment_while_servers_write(tables: Tables, tmp_path: Path) -> None:
    parties = [played(tables) for _ in range(3)]
    stop = threading.Event()

    def writing(party: Party) -> None:
        n = 0
        while not stop.is_set():
            party.do("host", Check(f"zone {n}"))
            n += 1

    threads = [threading.Thread(target=writing, args=(party,)) for party in parties]
    for thread in threads:
        thread.start()
    try:
        for n in range(8):
            path = tmp_path / f"there-{n}.sqlite3"
            restore(path, io.BytesIO(dumped(tmp_path / "tables.sqlite3")), replace=False)
            with closing(open_tables(path)) as there:
                for party in parties:
                    seq = there.view_for(party.code).seq
                    assert there.log_for(party.code, limit=10_000) == tables.log_for(party.code, limit=seq)
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def test_tables_are_replaced_only_on_demand(tables: Tables, tmp_path: Path) -> None:
    party = played(tables)
    path = tmp_path / "tables.sqlite3"
    sent = dumped(path)
    Party(tables, names=("Zoë",))
    tables.close()
    before = rows(path)
    with pytest.raises(TableError, match="not_empty") as caught:
        restore(path, io.BytesIO(sent), replace=False)
    assert caught.value.facts == {"tables": 2} and rows(path) == before
    restore(path, io.BytesIO(sent), replace=True)
    with closing(open_tables(path)) as there:
        assert [table.code for table in there.history.listing()] == [party.code]


def changed(sent: bytes, change: Callable[[list[bytes]], object]) -> bytes:
    """The backup with other lines."""
    lines = gzip.decompress(sent).splitlines(keepends=True)
    change(lines)
    return gzip.compress(b"".join(lines))


SPOILT: dict[str, Callable[[list[bytes]], object]] = {
    "something else": lambda lines: lines.pop(0),
    "a row too short": lambda lines: lines.append(b'["holder",{}]\n'),
    "nonsense": lambda lines: lines.append(b"nonsense\n"),
    "another table": lambda lines: lines.append(b'["letters",{"x":1}]\n'),
    "a row of no table": lambda lines: lines.pop(1),
}


@pytest.mark.parametrize("case", SPOILT)
def test_a_spoilt_backup_changes_nothing(tables: Tables, tmp_path: Path, case: str) -> None:
    played(tables)
    path = tmp_path / "tables.sqlite3"
    sent = changed(dumped(path), SPOILT[case])
    tables.close()
    before = rows(path)
    with pytest.raises(TableError, match=r"bad_import.*broken or cut"):
        restore(path, io.BytesIO(sent), replace=True)
    assert rows(path) == before


def test_a_cut_backup_is_none(tables: Tables, tmp_path: Path) -> None:
    played(tables)
    sent = dumped(tmp_path / "tables.sqlite3")
    for end in (0, 2, len(sent) // 2, len(sent) - 1):
        with pytest.raises(TableError, match="bad_import"):
            restore(tmp_path / "there.sqlite3", io.BytesIO(sent[:end]), replace=False)


@pytest.mark.parametrize("more", [-1, 1])
def test_a_backup_of_another_version(tables: Tables, tmp_path: Path, more: int) -> None:
    sent = dumped(tmp_path / "tables.sqlite3")
    other = json.dumps({"version": VERSION + more}).encode() + b"\n"
    sent = changed(sent, lambda lines: lines.__setitem__(0, other))
    with pytest.raises(TableError, match="data_version"):
        restore(tmp_path / "there.sqlite3", io.BytesIO(sent), replace=False)


def test_a_backup_that_fails_leaves_no_half_file(tmp_path: Path) -> None:
    path = tmp_path / "b.jsonl.gz"
    with suppress(OSError), open_private_file(path) as out:
        out.write(b"half of it")
        raise OSError
    assert not list(tmp_path.iterdir())
    with open_private_file(path) as out:
        out.write(b"all of it")
    assert path.read_bytes() == b"all of it"
    assert path.stat().st_mode & 0o077 == 0, "it holds secrets"
