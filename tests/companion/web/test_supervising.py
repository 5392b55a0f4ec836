"""Workers that die, what killed servers leave, and what systemd is told."""

from __future__ import annotations

import os
import signal
import socket
import stat
import stringprep
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from real_servers import WAIT, Guest, Server, free_port, wait_until

from companion.printing.locks import lock
from companion.web.serving import supervisor
from companion.web.serving.scratch import ALIVE, sweep
from companion.web.serving.server import MOST_WORKERS, cores, workers_for
from companion.web.serving.supervisor import FAILED, Watchdog, supervise

pytestmark = pytest.mark.landing


def workers(server: psutil.Process) -> list[psutil.Process]:
    return [process for process in server.children() if process.status() != psutil.STATUS_ZOMBIE]


def until_well(server: Server) -> None:
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        with suppress(Exception):
            if Guest(server).ask("GET", "/healthz")[0] == 200:
                return
        time.sleep(0.1)
    raise AssertionError("it does not come back")


@pytest.mark.outside
def test_a_server_outlives_workers_that_die_again_and_again(tmp_path: Path) -> None:
    server = Server(tmp_path, "--workers", "1", "--no-bots")
    said = tmp_path / "said"
    with said.open("wb") as errors:
        server.start(errors)
    try:
        own = psutil.Process(server.pid)
        for _ in range(3):
            until_well(server)
            (worker,) = workers(own)
            worker.kill()
            worker.wait(WAIT)
        until_well(server)
        assert own.is_running()
    finally:
        server.kill()
    told = said.read_text()
    assert told.count("Unexpected exit from worker-1") >= 2
    assert "the workers keep ending; all are started again in 1 s" in told


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "GIVE_UP", 0.2)
    monkeypatch.setattr(supervisor, "PAUSES", (0.01, 0.05))


@pytest.mark.usefixtures("impatient")
def test_workers_that_keep_ending_end_the_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tries = []

    def serve() -> None:
        tries.append(1)
        raise SystemExit(1)

    with pytest.raises(SystemExit) as end:
        supervise(serve, tmp_path)
    assert end.value.code == FAILED and len(tries) > 3
    assert "given up" in capsys.readouterr().err


@pytest.mark.usefixtures("impatient")
def test_a_server_goes_on_as_long_as_its_workers_answer_before_they_end(tmp_path: Path) -> None:
    began, tries = time.monotonic(), []

    def serve() -> None:
        tries.append(1)
        if time.monotonic() - began < 1.0:
            (tmp_path / supervisor.ANSWERED).touch()
            raise SystemExit(1)

    supervise(serve, tmp_path)
    assert len(tries) > 10, "each death was the first"


@pytest.mark.outside
def test_whoever_was_answered_is_reason_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with Server(tmp_path / "data") as server:
        Guest(server).open()
        wait_until(
            lambda: bool(list(tmp_path.glob(f"companion-*/{supervisor.ANSWERED}"))),
            lambda: f"{list(tmp_path.rglob(chr(42)))}",
        )


def test_a_server_that_was_told_to_stop_stops_between_two_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "PAUSES", (WAIT,))

    def serve() -> None:
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGTERM)).start()
        raise SystemExit(1)

    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        supervise(serve, tmp_path)
    finally:
        for number, handler in zip((signal.SIGINT, signal.SIGTERM), before, strict=True):
            signal.signal(number, handler)


def test_what_killed_servers_left_is_swept(tmp_path: Path) -> None:
    names = ("companion-killed", "companion-lives", "companion-starts", "other")
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / "counts.db").write_text("1")
    for name in ("companion-killed", "companion-lives", "other"):
        (tmp_path / name / ALIVE).touch()
    with lock(tmp_path / "companion-lives" / ALIVE):
        sweep(tmp_path)
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["companion-lives", "companion-starts", "other"]


@pytest.mark.outside
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_nobody_else_may_read_the_data(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Server(data, umask=0) as server:
        Guest(server).open()
        found = {path: stat.S_IMODE(path.stat().st_mode) for path in (data, *data.rglob("*"))}
    assert {mode for path, mode in found.items() if path.is_dir()} == {0o700}
    assert {mode for path, mode in found.items() if path.is_file()} == {0o600}, found


def test_what_others_could_read_they_can_no_more(tmp_path: Path) -> None:
    from companion.tables.storage.database import Database

    Database(tmp_path / "tables.sqlite3").close()
    (tmp_path / "tables.sqlite3").chmod(0o644)
    Database(tmp_path / "tables.sqlite3").close()
    assert stat.S_IMODE((tmp_path / "tables.sqlite3").stat().st_mode) == 0o600


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")
def test_systemd_hears_only_of_a_server_that_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(path)
        heard.settimeout(WAIT)
        monkeypatch.setenv("NOTIFY_SOCKET", path)
        monkeypatch.setenv("WATCHDOG_USEC", "100000")
        well = threading.Event()
        well.set()
        watchdog = Watchdog(well.is_set)
        assert [heard.recv(99) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
        well.clear()
        heard.settimeout(0.5)
        with pytest.raises(TimeoutError):
            while True:
                assert heard.recv(99) == b"WATCHDOG=1"
        watchdog.end()
        assert heard.recv(99) == b"STOPPING=1"


SLOWLY = """import time
time.sleep(2)
with open({file!r}, encoding="utf-8") as file:
    exec(file.read())
"""
"""A module of the standard library that takes its time."""


@pytest.mark.outside
@pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")
def test_a_served_program_tells_systemd_when_it_is_ready(tmp_path: Path) -> None:
    # What the codec of host names needs loads slowly: workers that fork meanwhile would have half of it.
    slow = tmp_path / "slow"
    slow.mkdir()
    (slow / "stringprep.py").write_text(SLOWLY.format(file=stringprep.__file__), encoding="utf-8")
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(path)
        heard.settimeout(WAIT)
        command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(free_port())]
        with subprocess.Popen(
            [*command, "--data", str(tmp_path / "data")],
            stdout=subprocess.DEVNULL,
            env=os.environ | {"NOTIFY_SOCKET": path, "PYTHONPATH": str(slow)},
            start_new_session=True,
        ) as process:
            try:
                assert heard.recv(99) == b"READY=1"
                process.terminate()
                while heard.recv(99) != b"STOPPING=1":
                    pass
                assert process.wait(WAIT) == 0
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)


def test_there_are_as_many_workers_as_cores_up_to_some() -> None:
    assert [workers_for(number) for number in (1, 2, 3, 64)] == [1, 2, 3, MOST_WORKERS]
    assert cores() >= 1
