"""`companion backup`, `restore` and `tables` on the command line: what they say, and their exit codes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from click.testing import CliRunner, Result

from companion.cli import main
from companion.tables import TakeSeat, new_token, open_tables


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def opened(folder: Path, name: str = "Ana") -> tuple[str, str]:
    """A table in a data folder: its code, and its host's token."""
    with closing(open_tables(folder / "tables.sqlite3")) as tables:
        token = new_token()
        code = tables.open("hangzhou", token)
        tables.command(code, token, TakeSeat(0, name), command_id="seat")
        return code, token


def listed(folder: Path) -> list[str]:
    with closing(open_tables(folder / "tables.sqlite3")) as tables:
        return [table.code for table in tables.history.listing()]


def test_there_and_back(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "backup.sqlite3"
    code, token = opened(data)
    written = run("backup", file, "--data", data)
    assert written.exit_code == 0 and written.stdout.startswith("1 tables, 2 entries: ")
    back = run("restore", file, "--data", tmp_path / "new" / "data")
    assert back.exit_code == 0 and back.stdout == f"Restored from {file}.\n"
    assert listed(tmp_path / "new" / "data") == [code]
    with closing(open_tables(tmp_path / "new" / "data" / "tables.sqlite3")) as tables:
        assert tables.view_for(code, token).me.chair == 0


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "backup.sqlite3"
    first, _ = opened(data)
    assert run("backup", file, "--data", data).exit_code == 0
    before = file.read_bytes()
    second, _ = opened(data, "Mei")
    again = run("backup", file, "--data", data)
    assert again.exit_code == 2 and "--replace" in again.stderr and file.read_bytes() == before
    refused = run("restore", file, "--data", data)
    assert refused.exit_code == 2 and refused.stderr.startswith("There are 2 tables already.")
    assert set(listed(data)) == {first, second}
    done = run("restore", file, "--data", data, "--replace")
    assert done.exit_code == 0 and listed(data) == [first]
    assert run("backup", file, "--data", data, "--replace").exit_code == 0


def test_a_server_that_runs_is_not_restored_under(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "backup.sqlite3"
    opened(data)
    with closing(open_tables(data / "tables.sqlite3")) as tables:
        code = tables.open("hangzhou", new_token())
        assert run("backup", file, "--data", data).exit_code == 0
        refused = run("restore", file, "--data", data, "--replace")
        assert refused.exit_code == 1 and refused.stderr.startswith("A server has these tables open.")
        assert tables.view_for(code).seq == 1


def test_what_is_wrong_is_one_line(tmp_path: Path) -> None:
    data = tmp_path / "data"
    nowhere = run("backup", tmp_path / "b.sqlite3", "--data", data)
    assert nowhere.exit_code == 2 and "no tables there" in nowhere.stderr and not data.exists()
    letter = tmp_path / "letter"
    letter.write_text("a letter")
    bad = run("restore", letter, "--data", data)
    assert bad.exit_code == 2 and bad.stderr.startswith(f"{letter}: ")
    assert listed(data) == []
    opened(data)
    folder = run("backup", tmp_path / "none" / "b.sqlite3", "--data", data)
    assert folder.exit_code == 1 and "No such file or directory" in folder.stderr
    (data / "tables.sqlite3").write_text("no database " * 1000)
    broken = run("backup", tmp_path / "b.sqlite3", "--data", data)
    assert broken.exit_code == 1 and "not a database" in broken.stderr
    for result in (nowhere, bad, folder, broken):
        assert len(result.stderr.splitlines()) == 1
    assert run("backup", tmp_path / "b.sqlite3", "--database", "postgresql://127.0.0.1:1/none").exit_code == 1
    assert list(tmp_path.glob("*.part")) == []
    itself = run("backup", data / "tables.sqlite3", "--data", data, "--replace")
    assert itself.exit_code == 2 and "is the database itself" in itself.stderr
    name = run("backup", tmp_path / "b.sqlite3", "--data", data, "--database", "silk")
    assert name.exit_code == 2 and "'silk' is no database URL" in name.stderr


def test_tables_are_listed_and_deleted(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (first, _), (second, _) = opened(data), opened(data, "Mei")
    told = run("tables", "list", "--data", data).stdout.splitlines()
    assert [line.split()[0] for line in told] == listed(data)
    assert sorted(line.split()[-1] for line in told) == ["Ana", "Mei"]
    assert run("tables", "prune", "--days", "1", "--data", data).stdout == "Tables deleted: 0.\n"
    assert run("tables", "delete", first, "--data", data).exit_code == 0 and listed(data) == [second]
    gone = run("tables", "delete", first, "--data", data)
    assert gone.exit_code == 1 and gone.stderr.startswith(f"No table {first} here.")
    with closing(sqlite3.connect(data / "tables.sqlite3")) as database, database:
        database.execute("UPDATE game_table SET summary = json_set(summary, '$.moved_at', 0)")
    assert run("tables", "prune", "--days", "400", "--data", data).stdout == "Tables deleted: 1.\n"
    assert run("tables", "list", "--data", tmp_path / "none").exit_code == 2
