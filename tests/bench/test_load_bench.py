"""How the server holds up: 40 tables with five streams each, and many phones at once.

    .venv/bin/python -m pytest -m bench -n 0 -s tests/bench/test_load_bench.py

Figures hold for a machine that does nothing else; on a busy one compare the ratios of one run.
"""

from __future__ import annotations

import selectors
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from load_client import Connection, Stream, percentile
from load_tables import PHONES, PLAYED, Table

HOST = "127.0.0.1"
TABLES, SECONDS = 40, 15


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(command: Sequence[str], port: int) -> Iterator[psutil.Process]:
    """A server as a program, once it answers."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            for _ in range(600):
                with suppress(OSError), socket.create_connection((HOST, port), 0.2):
                    break
                time.sleep(0.1)
            yield psutil.Process(process.pid)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def ours(folder: Path, port: int, *options: str) -> list[str]:
    command = [sys.executable, "-m", "companion", "serve", "--host", HOST, "--port", str(port)]
    return [*command, "--data", str(folder), *options]


def memory(server: psutil.Process) -> tuple[float, float]:
    """MiB of all processes: what they hold together, pages shared between them once; and each counted in full."""
    full = [process.memory_full_info() for process in (server, *server.children(recursive=True))]
    return sum(m.pss for m in full) / 2**20, sum(m.rss for m in full) / 2**20


class Load:
    """Tables with streams and one action a second each, from one thread."""

    def __init__(self, port: int, tables: int) -> None:
        self._posting: list[Connection] = []
        self.tables: list[Table] = []
        self.streams: list[list[Stream]] = []
        self.waiting = selectors.DefaultSelector()
        self.sent: dict[int, float] = {}
        self.heard: list[list[float]] = [[0.0] * PHONES for _ in range(tables)]
        self.answers: Counter[int] = Counter()
        self.took: list[float] = []
        self.slowest: list[float] = []
        for number in range(tables):
            with closing(Connection(HOST, port)) as connection:
                table = Table(connection, number, PLAYED[number % len(PLAYED)])
            streams = []
            for phone in range(PHONES):
                streams.append(Stream(HOST, port, f"/t/{table.code}/stream", table.cookie(phone)))
                self.waiting.register(streams[-1].connection.socket, selectors.EVENT_READ, (number, phone))
            self.tables.append(table)
            self.streams.append(streams)
        # The server closes a connection that says nothing for a while, so these are opened last.
        for number in range(tables):
            self._posting.append(Connection(HOST, port))
            self.waiting.register(self._posting[-1].socket, selectors.EVENT_READ, (number, -1))

    def settle(self, seconds: float) -> None:
        """Reads what comes without posting."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            self._read(left)

    def run(self, seconds: float) -> None:
        """One action a second for each table, one table after the other."""
        count = len(self.tables)
        began = time.perf_counter()
        due = [(began + second + number / count, number) for second in range(int(seconds)) for number in range(count)]
        for at, number in due:
            while (left := at - time.perf_counter()) > 0 or number in self.sent:
                self._read(max(left, 0.01))
                assert time.perf_counter() - at < 30, f"no news of table {number}"
            self.heard[number] = [0.0] * PHONES
            self.sent[number] = time.perf_counter()
            path, body, headers = self.tables[number].action()
            self._posting[number].send("POST", path, body, headers)
        while self.sent:
            self._read(1.0)
        self.settle(0.5)

    def _read(self, timeout: float) -> None:
        for key, _ in self.waiting.select(timeout):
            number, phone = key.data
            if phone < 0:
                answer = self._posting[number].take()
                if answer is not None:
                    self.answers[answer.status] += 1
                continue
            stream = self.streams[number][phone]
            if stream.take() and number in self.sent and not self.heard[number][phone]:
                self.heard[number][phone] = stream.at
                if all(self.heard[number]):
                    sent = self.sent.pop(number)
                    self.took += [at - sent for at in self.heard[number]]
                    self.slowest.append(max(self.heard[number]) - sent)

    def close(self) -> None:
        self.waiting.close()
        for stream in (stream for streams in self.streams for stream in streams):
            stream.close()
        for connection in self._posting:
            connection.close()


def loaded(server: psutil.Process, port: int, name: str) -> None:
    """80 tables × 5 streams, one action a second at each: prints how soon all five phones know, and the memory."""
    load = Load(port, TABLES)
    load.settle(2.0)
    assert {stream.status for streams in load.streams for stream in streams} == {200}
    load.run(SECONDS)
    pss, rss = memory(server)
    posted = sum(table.posted for table in load.tables)
    assert load.answers == {303: posted}, "every tap was answered"
    newest = [{stream.told for stream in streams} for streams in load.streams]
    assert all(len(told) == 1 for told in newest), "all phones of a table know the same"
    mean = sum(load.slowest) / len(load.slowest) * 1000
    print(f"\n{name}: {posted} actions, none lost; from POST to all five phones: mean {mean:.0f} ms,", end=" ")
    print(
        f"p50 {percentile(load.slowest, 0.5):.0f}, p99 {percentile(load.slowest, 0.99):.0f} ms (target 150);", end=" "
    )
    print(f"memory {pss:.0f} MiB (PSS; target 200), {rss:.0f} MiB with shared pages counted in each process")
    load.close()


@pytest.mark.bench
def test_forty_tables_on_sqlite(tmp_path: Path) -> None:
    port = free_port()
    with running(ours(tmp_path, port, "--streams", str(TABLES * PHONES)), port) as server:
        loaded(server, port, "SQLite")


@pytest.fixture(scope="module")
def postgres_url() -> Iterator[str]:
    from real_servers import postgres

    with postgres() as database:
        yield database.new()


@pytest.mark.bench
def test_forty_tables_on_postgresql(tmp_path: Path, postgres_url: str) -> None:
    port = free_port()
    with running(ours(tmp_path, port, "--streams", str(TABLES * PHONES), "--database", postgres_url), port) as server:
        loaded(server, port, "PostgreSQL")


@pytest.mark.bench
def test_more_streams_than_threads(tmp_path: Path) -> None:
    port = free_port()
    with running(ours(tmp_path, port, "--streams", "64"), port) as server:
        connection = Connection(HOST, port)
        table = Table(connection, 0)
        streams = [Stream(HOST, port, f"/t/{table.code}/stream", table.cookie(n % PHONES)) for n in range(400)]
        time.sleep(2)
        times = []
        for _ in range(200):
            path, body, headers = table.action()
            began = time.perf_counter()
            assert connection.ask("POST", path, body, headers).status == 303
            times.append(time.perf_counter() - began)
        print(f"\n400 phones ask for streams of {server.num_threads()} threads; POST beside them:", end=" ")
        print(f"p50 {percentile(times, 0.5):.0f} ms, p99 {percentile(times, 0.99):.0f} ms")
        for stream in streams:
            stream.close()
        connection.close()
