"""`companion serve` as a program: it starts, tells where it is, survives its end, and says what is wrong."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from companion.web.lan import own_address, terminal_code

COMMAND = (sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1")


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving(folder: Path, port: int, *options: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        (*COMMAND, "--port", str(port), "--data", str(folder), *options), stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            for _ in range(200):
                with suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
                    break
                time.sleep(0.1)
            yield process
        finally:
            process.kill()


def test_it_tells_where_it_is_and_stops_when_asked(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path / "data", port) as process:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10) as answer:
            assert answer.read() == b"ok\n"
        process.send_signal(signal.SIGTERM)
        said, _ = process.communicate(timeout=20)
        assert process.returncode == 0
    assert f"open at http://127.0.0.1:{port}" in said
    assert "█" in said
    assert (tmp_path / "data" / "tables.sqlite3").exists()


def test_streams_end_and_forms_are_answered_beside_them(tmp_path: Path) -> None:
    """More streams than there are places: the others are told to ask instead, and every page still comes."""
    port = free_port()
    with serving(tmp_path / "data", port, "--streams", "48"):
        base = f"http://127.0.0.1:{port}"
        opened = urllib.request.Request(f"{base}/new/hangzhou", b"way=follow&command_id=a", {"Origin": base})
        table = urllib.request.urlopen(opened, timeout=10).url
        answers: list[int] = []
        done = threading.Event()

        def listen() -> None:
            try:
                with urllib.request.urlopen(f"{table}/stream", timeout=10) as open_stream:
                    answers.append(open_stream.status)
                    done.wait(10)
            except OSError as error:
                answers.append(getattr(error, "code", 0))

        threads = [threading.Thread(target=listen, daemon=True) for _ in range(60)]
        for thread in threads:
            thread.start()
        time.sleep(1)
        assert urllib.request.urlopen(table, timeout=10).status == 200
        done.set()
        for thread in threads:
            thread.join(10)
        assert answers.count(200) == 48
        assert answers.count(503) == 12


def test_no_worker_outlives_a_program_that_was_killed(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path / "data", port) as process:
        process.kill()
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
        except OSError:
            return
        time.sleep(0.1)
    raise AssertionError("a worker still answers")


def test_a_port_that_is_taken_gets_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = subprocess.run((*COMMAND, "--port", port, "--data", str(tmp_path)), capture_output=True, text=True)
    assert done.returncode == 2
    assert f"--port {port}" in done.stderr and done.stderr.count("\n") == 1


def test_a_folder_that_cannot_be_made_gets_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    command = (*COMMAND, "--port", str(free_port()), "--data", str(tmp_path / "file" / "data"))
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "--data" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("folder", ["nowhere", "."])
def test_a_folder_without_kits_gets_one_line(tmp_path: Path, folder: str) -> None:
    command = (*COMMAND, "--port", str(free_port()), "--data", str(tmp_path), "--kits", str(tmp_path / folder))
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "--kits" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("text", ["http://192.168.1.20:8000", "http://192.168.1.20:8000/t/QKTRN"])
def test_the_terminal_code_is_narrow_enough(text: str) -> None:
    assert max(len(line) for line in terminal_code(text).splitlines()) <= 40


def test_the_own_address_is_one() -> None:
    assert len(own_address().split(".")) == 4
