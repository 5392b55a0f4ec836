"""The whole database as a file and back: while servers write, from SQLite to PostgreSQL, cut, spoilt, killed."""

from __future__ import annotations

import io
import json
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from party import NAMES, SAMPLE, Party

from companion.tables import Act, Check, Finish, Tables, open_tables
from companion.tables.backup import ABOUT, COUNTS, Backup, dump, restore
from companion.tables.database import Database
from companion.tables.errors import BadImport, InUse, NotEmpty, OtherDataVersion, StorageFailed
from companion.tables.games import Wanted
from companion.tables.schema import VERSION

pytestmark = pytest.mark.outside


def dumped(where: str | Path) -> bytes:
    out = io.BytesIO()
    database = Database(where, prepare=False)
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
    path.parent.mkdir()
    assert restore(path, io.BytesIO(sent), tmp_path / "b", replace=False) is None
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
            restore(path, io.BytesIO(dumped(tmp_path / "tables.sqlite3")), tmp_path / "b", replace=False)
            with closing(open_tables(path)) as there:
                for party in parties:
                    seq = there.view_for(party.code).seq
                    assert there.log_for(party.code, limit=10_000) == tables.log_for(party.code, limit=seq)
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def test_what_is_there_is_not_lost(tables: Tables, tmp_path: Path) -> None:
    party = played(tables)
    path = tmp_path / "tables.sqlite3"
    sent = dumped(path)
    later = Party(tables, names=("Zoë",))
    tables.close()
    before = rows(path)
    with pytest.raises(NotEmpty) as caught:
        restore(path, io.BytesIO(sent), tmp_path / "b", replace=False)
    assert caught.value.facts == {"tables": 2} and rows(path) == before
    kept = restore(path, io.BytesIO(sent), tmp_path / "b", replace=True)
    assert kept is not None and kept.name == "tables.sqlite3.before-restore-1"
    with closing(open_tables(path)) as there:
        assert [table.code for table in there.listing()] == [party.code]
    with closing(open_tables(kept)) as old:
        assert old.view_for(later.code, later.phones["Zoë"]).me.chair == 0
    again = restore(path, io.BytesIO(sent), tmp_path / "b", replace=True)
    assert again is not None and again.name == "tables.sqlite3.before-restore-2"


def test_not_under_a_server(tables: Tables, tmp_path: Path) -> None:
    party = played(tables)
    path = tmp_path / "tables.sqlite3"
    sent = dumped(path)
    with pytest.raises(InUse):
        restore(path, io.BytesIO(sent), tmp_path / "b", replace=True)
    party.do("host", Check("goes on"))
    assert sorted(tmp_path.glob("*restor*")) == []


def rezipped(sent: bytes, change: Callable[[dict[str, bytes]], object]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(sent)) as found:
        files = {name: found.read(name) for name in found.namelist()}
    change(files)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, data in files.items():
            made.writestr(name, data)
    return out.getvalue()


def _without_entry(files: dict[str, bytes]) -> None:
    """An entry from the middle of a log is gone, and the counts hide it."""
    lines = files["entry.jsonl"].splitlines(keepends=True)
    del lines[3]
    files["entry.jsonl"] = b"".join(lines)
    counts: dict[str, Any] = json.loads(files[COUNTS])
    files[COUNTS] = json.dumps(counts | {"entry": counts["entry"] - 1}).encode()


SPOILT: dict[str, tuple[Callable[[dict[str, bytes]], object], str]] = {
    "something else": (lambda f: f.pop(ABOUT), "this is no backup"),
    "another format": (lambda f: f.update({ABOUT: b'{"format":2,"version":3}'}), "format 2"),
    "no counts": (lambda f: f.pop(COUNTS), "broken or cut"),
    "a table missing": (lambda f: f.pop("seed.jsonl"), "other tables than it says"),
    "a table more": (lambda f: f.update({"x.jsonl": b"[]\n"}), "other tables than it says"),
    "rows missing": (lambda f: f.update({"seed.jsonl": f["seed.jsonl"].splitlines()[0]}), "seed: 0 rows"),
    "a row too short": (lambda f: f.update({"holder.jsonl": f["holder.jsonl"] + b"[1]\n"}), "holder: a row of 1"),
    "nonsense": (lambda f: f.update({"holder.jsonl": b"nonsense\n"}), "holder is broken"),
    "another column": (lambda f: f.update({"holder.jsonl": b'["x"]\n'}), "a column 'x'"),
    "a gap in a log": (_without_entry, "has a gap"),
}


@pytest.mark.parametrize("case", SPOILT)
def test_a_spoilt_backup_changes_nothing(tables: Tables, tmp_path: Path, case: str) -> None:
    played(tables)
    path = tmp_path / "tables.sqlite3"
    change, complaint = SPOILT[case]
    sent = rezipped(dumped(path), change)
    tables.close()
    before = rows(path)
    with pytest.raises(BadImport, match=complaint):
        restore(path, io.BytesIO(sent), tmp_path / "b", replace=True)
    assert rows(path) == before and sorted(tmp_path.glob("*restor*")) == []


def test_a_cut_backup_is_none(tables: Tables, tmp_path: Path) -> None:
    played(tables)
    sent = dumped(tmp_path / "tables.sqlite3")
    for end in (0, 2, len(sent) // 2, len(sent) - 1):
        with pytest.raises(BadImport):
            Backup(io.BytesIO(sent[:end]))


@pytest.mark.parametrize("more", [-1, 1])
def test_a_backup_of_another_version(tables: Tables, tmp_path: Path, more: int) -> None:
    sent = dumped(tmp_path / "tables.sqlite3")
    newer = json.dumps({"format": 1, "version": VERSION + more}).encode()
    with pytest.raises(OtherDataVersion):
        Backup(io.BytesIO(rezipped(sent, lambda files: files.update({ABOUT: newer}))))


def test_where_there_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "t.sqlite3").write_text("a letter " * 1000)
    with pytest.raises(StorageFailed, match="not a database"):
        dumped(tmp_path / "t.sqlite3")


def killed(folder: Path, rounds: int, seed: int) -> int:
    """Kills `companion restore` so many times; how often the new database was there already."""
    path = folder / "tables.sqlite3"
    with closing(open_tables(folder / "new" / "tables.sqlite3")) as tables:
        new = [played(tables).code for _ in range(12)]
        (folder / "b.zip").write_bytes(dumped(folder / "new" / "tables.sqlite3"))
    rng, done = random.Random(seed), 0
    command = [sys.executable, "-m", "companion", "restore", str(folder / "b.zip"), "--replace", "--data"]
    began = time.monotonic()
    subprocess.run([*command, str(folder / "whole")], check=True, capture_output=True)
    whole = time.monotonic() - began
    for _ in range(rounds):
        for name in folder.glob("tables.sqlite3*"):
            name.unlink()
        with closing(open_tables(path)) as tables:
            old = played(tables).code
        with subprocess.Popen([*command, str(folder)], stdout=subprocess.DEVNULL) as process:
            time.sleep(rng.uniform(0.3, 1.1) * whole)
            process.send_signal(signal.SIGKILL)
        with closing(open_tables(path)) as tables:
            found = {table.code for table in tables.listing()}
        assert found in ({old}, set(new)), found
        if found == set(new):
            done += 1
            with closing(open_tables(path.with_name("tables.sqlite3.before-restore-1"))) as tables:
                assert tables.view_for(old).seq
        with closing(sqlite3.connect(path)) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    return done


@pytest.mark.landing
def test_killed_in_the_middle_it_is_the_old_one_or_the_new_one(tmp_path: Path) -> None:
    killed(tmp_path, rounds=2, seed=5)


@pytest.mark.slow
def test_killed_in_the_middle_many_times(tmp_path: Path) -> None:
    assert 5 <= killed(tmp_path, rounds=60, seed=6) <= 55


def test_a_backup_that_is_killed_leaves_no_half_file(tables: Tables, tmp_path: Path) -> None:
    party = played(tables)
    party.do("host", Finish())
    path = tmp_path / "b.zip"
    command = [sys.executable, "-m", "companion", "backup", str(path), "--data", str(tmp_path)]
    for seconds in (0.05, 0.2, 0.3):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(seconds)
            process.send_signal(signal.SIGKILL)
        if path.exists():
            Backup(io.BytesIO(path.read_bytes())).check()
            path.unlink()
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    with path.open("rb") as file:
        Backup(file).check()
    assert path.stat().st_mode & 0o077 == 0, "it holds secrets"
