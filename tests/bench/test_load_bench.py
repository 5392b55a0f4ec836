"""How the server holds up: 80 tables with five streams each, many phones at once, and other servers beside ours.

    .venv/bin/python -m pytest -m bench -n 0 -s tests/bench/test_load_bench.py

Figures hold for a machine that does nothing else; on a busy one compare the ratios of one run.
"""

from __future__ import annotations

import selectors
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlencode

import psutil
import pytest
from load_client import Connection, Stream, hammer, percentile
from load_tables import PHONES, PLAYED, Table

HOST = "127.0.0.1"
TABLES, SECONDS = 80, 15
CLIENTS, EACH, ROUNDS = 50, 4.0, 3


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


def bare(database: str, port: int, workers: int, server: str = "granian") -> list[str]:
    return [sys.executable, str(Path(__file__).with_name("bare_view.py")), database, str(port), str(workers), server]


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
def test_eighty_tables_with_two_workers(tmp_path: Path) -> None:
    port = free_port()
    with running(ours(tmp_path, port, "--workers", "2"), port) as server:
        loaded(server, port, "SQLite, two workers")


@pytest.fixture(scope="module")
def postgres_url() -> Iterator[str]:
    from real_servers import postgres

    with postgres() as database:
        yield database.new()


@pytest.mark.bench
def test_eighty_tables_with_two_processes_on_postgresql(tmp_path: Path, postgres_url: str) -> None:
    port = free_port()
    with running(ours(tmp_path, port, "--workers", "2", "--database", postgres_url), port) as server:
        loaded(server, port, "PostgreSQL, two processes")


@pytest.mark.bench
def test_more_streams_than_threads(tmp_path: Path) -> None:
    port = free_port()
    with running(ours(tmp_path, port, "--streams", "64", "--workers", "1"), port) as server:
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
        threads = sum(q.num_threads() for q in server.children(recursive=True))
        print(f"\n400 phones ask for streams of a worker with {threads} threads; POST beside them:", end=" ")
        print(f"p50 {percentile(times, 0.5):.0f} ms, p99 {percentile(times, 0.99):.0f} ms")
        for stream in streams:
            stream.close()
        connection.close()


def rate(port: int, tables: int) -> tuple[float, float, float]:
    """Requests a second of 50 clients, and p50 and p99 in ms; `tables` numbers them anew each
    time, 0 posts to the bare view."""
    connections = [Connection(HOST, port) for _ in range(CLIENTS)]
    there = [Table(connection, tables * 1000 + n) for n, connection in enumerate(connections)] if tables else []
    body = urlencode({"body": '{"type":"check","zone":"city"}'}).encode()

    def request(number: int) -> tuple[str, bytes, Mapping[str, str]]:
        return there[number].action() if there else ("/append", body, {})

    hammer(connections, request, 1.0)
    began = time.perf_counter()
    found = hammer(connections, request, EACH)
    seconds = time.perf_counter() - began
    assert {status for _, status in found} == {303 if there else 200}
    for connection in connections:
        connection.close()
    times = [took for took, _ in found]
    return len(found) / seconds, percentile(times, 0.5), percentile(times, 0.99)


def compared(ours_at: int, bare_at: int, name: str) -> None:
    """Both in turn, so that what else the machine does hits both."""
    print(f"\n{name}: {CLIENTS} clients, requests a second (p50, p99 in ms)")
    for number in range(ROUNDS):
        plain, own = rate(bare_at, 0), rate(ours_at, 1 + number)
        print(f"  bare {plain[0]:6,.0f} ({plain[1]:.0f}, {plain[2]:.0f})   ours {own[0]:6,.0f}", end=" ")
        print(f"({own[1]:.0f}, {own[2]:.0f})   {own[0] / plain[0]:.2f} of the rate (target 0.6),", end=" ")
        print(f"p99 × {own[2] / plain[2]:.1f} (target 2)")


@pytest.mark.bench
@pytest.mark.parametrize("workers", [1, 2])
def test_beside_a_bare_view(tmp_path: Path, workers: int) -> None:
    one, other = free_port(), free_port()
    with (
        running(ours(tmp_path, one, "--workers", str(workers)), one),
        running(bare(str(tmp_path / "bare.sqlite3"), other, workers), other),
    ):
        compared(one, other, f"SQLite, {workers} worker{'s' * (workers > 1)}")


@pytest.mark.bench
def test_beside_a_bare_view_on_postgresql(tmp_path: Path, postgres_url: str) -> None:
    one, other = free_port(), free_port()
    with (
        running(ours(tmp_path, one, "--workers", "2", "--database", postgres_url), one),
        running(bare(postgres_url, other, 2), other),
    ):
        compared(one, other, "PostgreSQL, two processes")


@pytest.mark.bench
def test_servers_beside_each_other(tmp_path: Path) -> None:
    """The same bare view on granian as it is, behind our gateway, and on other servers: one process, 64 threads."""
    print(f"\nThe bare view with SQLite on other servers: {CLIENTS} clients, requests a second (p50, p99 in ms)")
    for _ in range(2):
        for server, module in (
            ("granian", "granian"),
            ("gateway", "granian"),
            ("gthread", "gunicorn"),
            ("waitress", "waitress"),
        ):
            if not _installed(module):
                print(f"  {server}: not installed")
                continue
            port, path = free_port(), tmp_path / f"{server}.sqlite3"
            with running(bare(str(path), port, 1, server), port):
                figures = rate(port, 0)
                print(f"  {server:8} {figures[0]:6,.0f} ({figures[1]:.0f}, {figures[2]:.0f})")
            with closing(sqlite3.connect(path)) as rows:
                assert rows.execute("SELECT count(*) FROM bare").fetchone()[0] > 0


def _installed(module: str) -> bool:
    import importlib.util

    return importlib.util.find_spec(module) is not None
