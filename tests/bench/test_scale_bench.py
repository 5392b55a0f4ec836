"""What docs/scale.md counts with: what a tap, a look and a stream cost, how many notifications PostgreSQL carries.

    .venv/bin/python -m pytest -m bench -n 0 -s tests/bench/test_scale_bench.py

Costs are the processors' time, not the clock's, so that other programs on the machine change them little.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import psutil
import psycopg
import pytest
from load_client import Connection, Stream, percentile
from load_tables import PHONES, PLAYED, Table
from machine_load import Load, Tapped, nothing_lost
from machines import Machines
from real_servers import HOST, WAIT, Postgres, Server, free_port, postgres, wait_until

pytestmark = pytest.mark.bench
TABLES = 30
ROUNDS, TAPS = 10, 40
"""Taps of each table, with its phones' looks and without, in each of the measurements."""
IDLE_SECONDS = 10.0
NOTIFICATIONS = 2000
COMMIT_SECONDS = 2.0
PUBLISHED = 20_000
KNEE = ((300, 1.0), (600, 1.0), (900, 1.0), (1200, 1.0), (1200, 4.0))
"""Streams, and seconds between two taps of a table."""
EVERY, DEATHS = 20.0, 2
"""Seconds between two deaths of a machine, and how many die."""
AWAY = 3.0
"""Seconds until one that died is started again."""


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as running:
        yield running


def spent(processes: list[psutil.Process]) -> float:
    """Seconds of a processor that these have used, their children among them."""
    family = {child for process in processes for child in (process, *process.children(recursive=True))}
    return sum(sum(process.cpu_times()[:2]) for process in family)


class Spending:
    """What a server and its database spend on some work."""

    def __init__(self, server: Server, database: Postgres) -> None:
        self._server = server
        self._database = psutil.Process(database.server.get_pid())

    def on(self, work: Callable[[], int]) -> tuple[float, float]:
        """Milliseconds of the server and of the database for each of the things done."""
        before = spent(self._server.workers()), spent([self._database])
        done = work()
        after = spent(self._server.workers()), spent([self._database])
        return (after[0] - before[0]) * 1000 / done, (after[1] - before[1]) * 1000 / done


def pss(server: Server) -> float:
    """MiB of the processes that answer; pages that they share are counted once."""
    return sum(worker.memory_full_info().pss for worker in server.workers()) / 2**20


def test_what_a_tap_a_look_and_a_stream_cost(tmp_path: Path, database: Postgres) -> None:
    url = database.new()
    with Server(tmp_path, "--database", url, "--streams", "1024", "--workers", "1") as server, ExitStack() as open_ones:
        ask = open_ones.enter_context(closing(Connection(HOST, server.port))).ask
        tables = [
            Table(open_ones.enter_context(closing(Connection(HOST, server.port))), n, PLAYED[n % len(PLAYED)])
            for n in range(TABLES)
        ]
        spending = Spending(server, database)

        def taps() -> int:
            for _ in range(TAPS):
                for table in tables:
                    assert ask("POST", *table.action()).status == 303
            return TAPS * TABLES

        def taps_with_looks() -> int:
            for _ in range(ROUNDS):
                for table in tables:
                    assert ask("POST", *table.action()).status == 303
                    for phone in range(PHONES):
                        assert ask("GET", f"/t/{table.code}", headers=table.cookie(phone)).status == 200
            return ROUNDS * TABLES

        taps_with_looks()
        tap, looked = spending.on(taps), spending.on(taps_with_looks)
        empty = pss(server)
        for table in tables:
            for phone in range(PHONES):
                stream = Stream(HOST, server.port, f"/t/{table.code}/stream", table.cookie(phone))
                open_ones.callback(stream.close)
        time.sleep(2.0)
        full = pss(server)
        streams = TABLES * PHONES

        def nothing() -> int:
            time.sleep(IDLE_SECONDS)
            return int(streams * IDLE_SECONDS)

        def elsewhere() -> int:
            with psycopg.connect(url, autocommit=True) as connection:
                for _ in range(NOTIFICATIONS):
                    connection.execute("SELECT pg_notify('silk_road_tables', 'XXXXX 1')")
            return NOTIFICATIONS

        idle, told, heard = spending.on(nothing), spending.on(taps), spending.on(elsewhere)
        look = [(with_looks - alone) / PHONES for with_looks, alone in zip(looked, tap, strict=True)]
        hear = [(with_streams - alone) / PHONES for with_streams, alone in zip(told, tap, strict=True)]
        size, entries = _size(url)
    print("\nmilliseconds of a processor          server  PostgreSQL")
    for name, cost in (
        ("a tap", tap),
        ("a page", look),
        ("telling a stream", hear),
        ("a stream, a second", idle),
        ("a notification of a table elsewhere", heard),
    ):
        print(f"{name:36}{cost[0]:7.3f}{cost[1]:12.3f}")
    print(f"{full - empty:.1f} MiB for {streams} streams: {(full - empty) * 1024 / streams:.0f} KiB each")
    print(f"a process without streams: {empty:.0f} MiB; an entry on the disk: {size / entries:.0f} bytes, indexes too")


def _size(url: str) -> tuple[int, int]:
    """Bytes of the log with its indexes, and its entries."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("VACUUM FULL event")
        found = connection.execute("SELECT pg_total_relation_size('event'), count(*) FROM event").fetchone()
        assert found is not None
        return found


def test_how_many_notifications_postgresql_carries(database: Postgres) -> None:
    """Transactions a second that append a row each, with and without a notification, by how many write and listen."""
    url = database.new()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE entry (code text, seq serial PRIMARY KEY, body text)")
    postmaster = psutil.Process(database.server.get_pid())
    print("\nwriters  listeners  commits/s  with a notification  ms of a processor for it and each listener")
    for writers, listeners in ((1, 0), (1, 3), (4, 3), (16, 3), (16, 30), (16, 60)):
        plain, cost = _commits(url, postmaster, writers, 0, notify=False)
        told, with_it = _commits(url, postmaster, writers, listeners, notify=True)
        each = (with_it - cost) / max(listeners, 1)
        print(f"{writers:7}{listeners:11}{plain:11,.0f}{told:21,.0f}{each:12.3f}")


def _commits(url: str, postmaster: psutil.Process, writers: int, listeners: int, notify: bool) -> tuple[float, float]:
    """Commits a second, and milliseconds of the database for each."""
    over, done = threading.Event(), [0] * writers

    def write(number: int) -> None:
        with psycopg.connect(url) as connection:
            while not over.is_set():
                connection.execute("INSERT INTO entry (code, body) VALUES ('QKTRN', repeat('x', 100))")
                if notify:
                    connection.execute("SELECT pg_notify('silk_road_tables', 'QKTRN 1234')")
                connection.commit()
                done[number] += 1

    with ExitStack() as open_ones:
        for _ in range(listeners):
            open_ones.enter_context(psycopg.connect(url, autocommit=True)).execute("LISTEN silk_road_tables")
        threads = [threading.Thread(target=write, args=(number,)) for number in range(writers)]
        for thread in threads:
            thread.start()
        wait_until(lambda: min(done) > 0, lambda: f"{done} commits")
        before, count, began = spent([postmaster]), sum(done), time.perf_counter()
        time.sleep(COMMIT_SECONDS)
        used, committed, seconds = spent([postmaster]) - before, sum(done) - count, time.perf_counter() - began
        over.set()
        for thread in threads:
            thread.join()
    return committed / seconds, used * 1000 / committed


@pytest.mark.skipif(not shutil.which("nats-server"), reason="apt-get install nats-server")
def test_how_many_a_broker_carries() -> None:
    """NATS with a subject for each table: what it costs to tell those who wait for one of them, however many others
    listen."""
    port = free_port()
    with subprocess.Popen(["nats-server", "-a", HOST, "-p", str(port)], stderr=subprocess.DEVNULL) as broker:
        try:
            print("\nprocesses  of them told  published/s  ms of a processor for each told")
            for processes, told in ((3, 3), (60, 5), (200, 5)):
                published, cost = _published(port, psutil.Process(broker.pid), processes, told)
                print(f"{processes:9}{told:14}{published:13,.0f}{cost:15.4f}")
        finally:
            broker.terminate()


def _published(port: int, broker: psutil.Process, processes: int, told: int) -> tuple[float, float]:
    """Published a second until the last process has read the last of them, and milliseconds for each."""
    with ExitStack() as open_ones:
        listening = []
        for number in range(processes):
            ear = open_ones.enter_context(_nats(port))
            ear.sendall(f"SUB {'QKTRN' if number < told else f'other.{number}'} 1\r\nPING\r\n".encode())
            assert b"PONG" in ear.recv(4096)
            listening.append(ear)
        mouth = open_ones.enter_context(_nats(port))
        before, began = spent([broker]), time.perf_counter()
        for _ in range(PUBLISHED // 100):
            mouth.sendall(b"PUB QKTRN 4\r\n1234\r\n" * 100)
        for ear in listening[:told]:
            heard = b""
            while heard.count(b"MSG") < PUBLISHED:
                heard += ear.recv(1 << 20)
        seconds = time.perf_counter() - began
        return PUBLISHED / seconds, (spent([broker]) - before) * 1000 / PUBLISHED / told


def _nats(port: int) -> socket.socket:
    """A connection that has said its name."""
    wait_until(lambda: _listens(port), lambda: "the broker does not answer")
    connection = socket.create_connection((HOST, port), WAIT)
    assert connection.recv(4096).startswith(b"INFO")
    connection.sendall(b'CONNECT {"verbose":false}\r\n')
    return connection


def _listens(port: int) -> bool:
    with closing(socket.socket()) as probe:
        return not probe.connect_ex((HOST, port))


@pytest.mark.parametrize(("streams", "pace"), KNEE)
def test_three_machines_one_of_which_dies(tmp_path: Path, database: Postgres, streams: int, pace: float) -> None:
    """Taps at each table, first in peace, then with a death every 20 seconds: how soon all five phones of it know."""
    with Machines(tmp_path, database.new(), "--streams", "1024") as machines:
        load = Load(machines.port, streams // PHONES)
        load.settle(3.0)
        load.run(EVERY, pace)
        calm, load.tapped = load.tapped, []
        for number in range(DEATHS):
            death = threading.Timer(1.0, machines.restart, (number, AWAY))
            death.start()
            load.run(EVERY, pace)
            death.join()
        load.settle(5.0)
        load.close()
        taps = nothing_lost(load, machines.database)
    print(f"\n{streams} streams, {streams / PHONES / pace:.0f} taps a second, {len(calm) / EVERY:.0f} done:", end=" ")
    print(f"{_line(calm)}; {load.unanswered} requests without an answer while tables were opened;")
    print(f"while {DEATHS} machines die: {_line(load.tapped)}; {load.reopened} streams opened again;", end=" ")
    print(f"{taps} taps, none lost, none twice, {sum(t.tries > 1 for t in (*calm, *load.tapped))} sent again")


def _line(taps: list[Tapped]) -> str:
    took = [tap.seconds for tap in taps]
    return f"p50 {percentile(took, 0.5):.0f}, p99 {percentile(took, 0.99):.0f}, most {max(took) * 1000:.0f} ms"
