"""How the server holds up: 40 tables with five streams each.

    .venv/bin/python -m pytest -m bench -n 0 -s tests/bench/test_load_bench.py

Figures hold for a machine that does nothing else; on a busy one compare the ratios of one run.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from itertools import cycle, islice
from pathlib import Path

import psutil
import pytest
from played import MID_GAMES, MidGame
from real_servers import Guest, Listening, Server, wait_until

TABLES, SECONDS = 40, 15
NAMES = ("Ana", "Mei", "Tomás", "Zoë")


def percentile(times: Iterable[float], part: float) -> float:
    """The time, in milliseconds, within which this part of all was done."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000


class Table:
    """A table of four players and a watcher, whose host acts and takes it back, for ever."""

    def __init__(self, server: Server, played: MidGame) -> None:
        self.phones = [Guest(server) for _ in range(5)]
        self.host = self.phones[0]
        self.code = self.host.open(NAMES[0], played.game, cards="app")
        for chair, name in enumerate(NAMES[1:], 1):
            assert self.phones[chair].command(self.code, "seat", do="take", chair=chair, name=name) == 303
        assert self.host.command(self.code, "position", do="position", position=played.position) == 303
        self.commands = cycle(({"do": "act", "action": played.action}, {"do": "undo"}))
        self.posted = 0
        self.slowest: list[float] = []

    def act(self) -> None:
        self.posted += 1
        assert self.host.command(self.code, f"act-{self.posted}", **next(self.commands)) == 303

    def play(self, streams: list[Listening], began: float) -> None:
        """One action a second: how long until all streams have told of it."""
        for second in range(SECONDS):
            time.sleep(max(0.0, began + second - time.perf_counter()))
            newest, sent = max(stream.told for stream in streams), time.perf_counter()
            self.act()
            for stream in streams:
                stream.wait(newest + 1)
            self.slowest.append(time.perf_counter() - sent)


def loaded(server: Server, name: str) -> None:
    """Prints how soon all five phones know of an action, and the memory of the server."""
    with ExitStack() as stack:
        tables = [Table(server, played) for played in islice(cycle(MID_GAMES), TABLES)]
        streams = [[stack.enter_context(closing(Listening(p, t.code))) for p in t.phones] for t in tables]
        wait_until(lambda: all(one.told for of in streams for one in of), lambda: "not every stream is open")
        began = time.perf_counter()
        starts = [began + number / TABLES for number in range(TABLES)]
        threads = [threading.Thread(target=t.play, args=row) for t, *row in zip(tables, streams, starts, strict=True)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    processes = (main := psutil.Process(server.pid), *main.children(recursive=True))
    pss = sum(process.memory_full_info().pss for process in processes) / 2**20
    slowest = [took for table in tables for took in table.slowest]
    assert len(slowest) == TABLES * SECONDS, "every tap was answered, and told"
    print(f"\n{name}: {len(slowest)} actions, none lost; from POST to all five phones:", end=" ")
    print(f"p50 {percentile(slowest, 0.5):.0f}, p99 {percentile(slowest, 0.99):.0f} ms; memory {pss:.0f} MiB")


@pytest.fixture(scope="module")
def postgres_url() -> Iterator[str]:
    from real_servers import postgres

    with postgres() as database:
        yield database.new()


@pytest.mark.bench
def test_forty_tables_on_sqlite(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        loaded(server, "SQLite")


@pytest.mark.bench
def test_forty_tables_on_postgresql(tmp_path: Path, postgres_url: str) -> None:
    with Server(tmp_path, "--database", postgres_url) as server:
        loaded(server, "PostgreSQL")
