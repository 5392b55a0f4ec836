"""`companion serve` as a program: it starts, tells where it is, survives its end, and says what is wrong."""

from __future__ import annotations

import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from real_servers import WAIT, free_port

from companion.cli import main
from companion.tables import open_tables

pytestmark = pytest.mark.outside

COMMAND = (sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1")


def test_it_tells_where_it_is_and_stops_when_asked(tmp_path: Path) -> None:
    port, said = free_port(), ""
    command = (*COMMAND, "--port", str(port), "--data", str(tmp_path / "data"))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            while "Ctrl-C stops" not in said:
                line = process.stdout.readline()
                assert line, "it does not serve"
                said += line
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=WAIT) as answer:
                assert answer.read() == b"ok\n"
            process.send_signal(signal.SIGTERM)
            assert process.wait(WAIT) == 0
        finally:
            process.kill()
    assert f"open at http://127.0.0.1:{port}" in said
    assert "█" in said
    assert [file.name for file in (tmp_path / "data").iterdir()] == ["tables.sqlite3"], "all is in one file"


def said_by(*options: str, folder: Path) -> str:
    """The line that `companion serve` says of options that it cannot serve with."""
    done = CliRunner().invoke(main, ["serve", "--data", str(folder), *options])
    assert done.exit_code == 2, done
    assert isinstance(done.exception, SystemExit), "an error that is said is no other"
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_a_port_that_is_taken_gets_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"--port {port}" in said_by("--host", "127.0.0.1", "--port", port, folder=tmp_path)


def test_a_program_that_cannot_serve_ends_with_two(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    command = (*COMMAND, "--port", str(free_port()), "--data", str(tmp_path / "file" / "data"))
    done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == 2
    assert "--data" in done.stderr and done.stderr.count("\n") == 1


def test_data_of_another_version_gets_one_line(tmp_path: Path) -> None:
    open_tables(tmp_path / "tables.sqlite3").close()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as data, data:
        data.execute("UPDATE meta SET version = 6")
    assert "version 6" in said_by("--port", str(free_port()), folder=tmp_path)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--host", "203.0.113.7"), "Name an address of this machine"),
        (("--address", "foo bar"), "such as http://192.168.1.20:8000"),
        (("--database", "postgresql://ana:s3cret@127.0.0.1:1/silk"), "--database postgresql://ana:…@127.0.0.1:1/silk:"),
        (("--database", "mysql://localhost/silk"), "is no database URL"),
    ],
)
def test_bad_options_get_one_line_that_says_what_to_do(tmp_path: Path, options: tuple[str, str], says: str) -> None:
    said = said_by(*options, "--port", str(free_port()), folder=tmp_path)
    assert says in said and "s3cret" not in said


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3").write_text("my shopping list")
    assert "file is not a database" in said_by("--port", str(free_port()), folder=tmp_path)
    assert (tmp_path / "tables.sqlite3").read_text() == "my shopping list"
