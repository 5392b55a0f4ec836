"""What many tables need: a model of servers, their database and their phones, counted through event by event.

    python tests/bench/scale.py            prints the tables of docs/scale.md
    python tests/bench/scale.py --write    puts them there

What goes into it was measured (`test_scale_bench.py` prints it) or is stated here; all that comes out follows from
that.
"""

from __future__ import annotations

import heapq
import math
import random
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

DOC = Path(__file__).parents[2] / "docs" / "scale.md"
SECONDS, TAPS = 6.0, 4000
"""How long each simulation plays at least, and how many taps; the first quarter, while queues fill, does not count."""
TARGET_MS = 150.0
"""From a tap to all phones of its table, for 99 of 100 taps."""
BUSY = 0.6
"""The part of a processor's time that is planned with."""


class Measured(Struct, frozen=True):
    """Milliseconds of a processor, of the server and of PostgreSQL; memory; what PostgreSQL commits."""

    tap: tuple[float, float] = (1.58, 0.32)
    page: tuple[float, float] = (3.85, 0.32)
    told: tuple[float, float] = (0.15, 0.03)
    """Telling one stream of an entry."""
    stream: tuple[float, float] = (0.047, 0.0)
    """Of an open stream, in each second."""
    hear: tuple[float, float] = (0.015, 0.015)
    """Of a process, and of PostgreSQL for each process that listens, for a notification."""
    process_mib: float = 89.0
    stream_kib: float = 24.0
    entry_bytes: float = 296.0
    """In PostgreSQL, indexes too."""
    archived_bytes: float = 45.0
    """In a packed export."""
    commit: float = 2.4
    """Milliseconds by the clock, with 16 who write at once: they share the disk's turns."""
    turn: float = 0.5
    """The same for a commit that notifies: PostgreSQL lets one of them commit at a time. `hear` of each process that
    listens comes to it."""
    slow_turn: float = 3.5
    """The same while the disk was busy with other things, as one over a network is always."""


class Play(Struct, frozen=True):
    """What people do. Stated, not measured."""

    phones: int = 5
    """Of a table: four players' and a watcher's."""
    seconds: float = 8.0
    """Between two taps of a table that is played at."""
    entries: int = 300
    """Of a finished table."""
    hours: float = 6.0
    """Of a day in which all tables are played at; else none is."""


MEASURED, PLAY = Measured(), Play()


class Found(Struct, frozen=True):
    """Milliseconds from a tap to all phones, and the part of the time that a process is busy."""

    p50: float
    p99: float
    busy: float


class _Process(Struct):
    """A server's process: one thing at a time, for Python runs one thread at a time."""

    free: float = 0.0
    waiting: int = 0
    """Taps that wait for the next commit."""
    committing: bool = False


class Simulation:
    """Tables at processes on one database. Times in milliseconds.

    Taps come by chance; each is decided by a process, committed with what else waits there, told to the phones by the
    processes that have their streams, and each phone fetches its page. `broker`: what is told goes to those processes
    alone, and commits need no turn. `together`: a table's phones are all at one process. `slow`: the disk is. Each
    piece of work takes its time as measured, spread exponentially, which is worse than it is.
    """

    def __init__(
        self, tables: int, processes: int, *, broker: bool = False, together: bool = False, slow: bool = False
    ) -> None:
        self._rng = random.Random(1)
        self._tables = tables
        self._processes = [_Process() for _ in range(processes)]
        self._broker = broker
        self._lasts = (MEASURED.slow_turn if slow else MEASURED.turn) + processes * MEASURED.hear[1]
        self._together = together
        self._events: list[tuple[float, int, Callable[[float], None]]] = []
        self._number = 0
        self._turn = 0.0
        self._end = max(SECONDS, TAPS * PLAY.seconds / tables) * 1000
        self._queues: list[list[tuple[float, int]]] = [[] for _ in range(processes)]
        self._worked = 0.0
        self.took: list[float] = []
        # What goes on beside the taps takes a part of each process all the time.
        taps = tables / PLAY.seconds
        heard = 0.0 if broker else taps * MEASURED.hear[0] / 1000
        self._beside = heard + tables * PLAY.phones * MEASURED.stream[0] / 1000 / processes

    def run(self) -> Found:
        at = 0.0
        if self._beside >= 1:
            return Found(float("inf"), float("inf"), self._beside)
        while (at := at + self._rng.expovariate(self._tables / PLAY.seconds / 1000)) < self._end:
            self._at(at, self._tapped)
        while self._events:
            now, _, do = heapq.heappop(self._events)
            do(now)
        times = sorted(self.took)
        busy = self._worked / self._end / len(self._processes) + self._beside
        return Found(times[len(times) // 2], times[int(len(times) * 0.99)], busy)

    def _at(self, when: float, do: Callable[[float], None]) -> None:
        self._number += 1
        heapq.heappush(self._events, (when, self._number, do))

    def _work(self, now: float, process: int, mean: float) -> float:
        """When a process has done a piece of work that comes now."""
        took = self._rng.expovariate(1 / mean)
        self._worked += took
        own = self._processes[process]
        own.free = max(own.free, now) + took / (1 - self._beside)
        return own.free

    def _any(self, home: int) -> int:
        return home if self._together else self._rng.randrange(len(self._processes))

    def _tapped(self, now: float) -> None:
        home = self._rng.randrange(len(self._processes))
        process = self._any(home)
        self._at(self._work(now, process, MEASURED.tap[0]), lambda at: self._decided(at, now, process, home))

    def _decided(self, now: float, tapped: float, process: int, home: int) -> None:
        self._queues[process].append((tapped, home))
        if not self._processes[process].committing:
            self._commit(now, process)

    def _commit(self, now: float, process: int) -> None:
        """All that waits at the process; with a notification, when it is its turn among all processes."""
        self._processes[process].committing = True
        batch, self._queues[process] = self._queues[process], []
        if self._broker:
            done = now + MEASURED.commit
        else:
            self._turn = max(self._turn, now) + self._lasts
            done = self._turn
        self._at(done, lambda at: self._committed(at, process, batch))

    def _committed(self, now: float, process: int, batch: list[tuple[float, int]]) -> None:
        self._processes[process].committing = False
        for tapped, home in batch:
            self._tell(now, tapped, home)
        if self._queues[process]:
            self._commit(now, process)

    def _tell(self, now: float, tapped: float, home: int) -> None:
        last = 0.0
        for _ in range(PLAY.phones):
            at = self._work(now, self._any(home), MEASURED.told[0])
            last = max(last, at)
            self._at(at, lambda at: self._look(at, home))
        if tapped > self._end / 4:
            self.took.append(last - tapped)

    def _look(self, now: float, home: int) -> None:
        self._work(now, self._any(home), MEASURED.page[0])


def of_a_table() -> tuple[float, float]:
    """Milliseconds of a processor in each second that a table is played at: of the server and of PostgreSQL, without
    what each further process hears."""
    m, p = MEASURED, PLAY
    return tuple(  # type: ignore[return-value]  # two of them
        (m.tap[n] + p.phones * (m.told[n] + m.page[n])) / p.seconds + p.phones * m.stream[n] for n in (0, 1)
    )


class Need(Struct, frozen=True):
    """What tables that are all played at need."""

    taps: float
    processes: int
    database_cores: float
    memory_gib: float
    heard: float
    """Notifications a second that processes hear, all together."""
    disk_gib: float
    """Of the log, in a year."""
    archive_gib: float
    """Of the same tables as exports, packed."""


def need(tables: int, *, broker: bool) -> Need | None:
    """Found by adding processes until what they hear, too, fits. None: each further one hears more than it carries."""
    taps = tables / PLAY.seconds
    server, database = of_a_table()
    heard = taps * MEASURED.hear[0] / 1000
    if not broker and heard >= BUSY:
        return None
    work = tables * server / 1000
    processes = math.ceil((work + heard * PLAY.phones) / BUSY if broker else work / (BUSY - heard))
    listening = 0 if broker else processes
    cores = (tables * database + taps * listening * MEASURED.hear[1]) / 1000 / BUSY
    memory = processes * MEASURED.process_mib / 1024 + tables * PLAY.phones * MEASURED.stream_kib / 1024**2
    entries = taps * PLAY.hours * 60 * 60 * 365 / 1024**3
    told = taps * (PLAY.phones if broker else processes)
    return Need(taps, processes, cores, memory, told, entries * MEASURED.entry_bytes, entries * MEASURED.archived_bytes)


# What is printed.


def table(*rows: Sequence[str]) -> str:
    """In Markdown; the first row is its head."""
    head, *rest = rows
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rest))


def number(value: float) -> str:
    """With two digits that count, as long as it is small."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def costs() -> str:
    m = MEASURED
    work = (
        ("a tap", m.tap),
        ("a page", m.page),
        ("telling a stream", m.told),
        ("an open stream, each second", m.stream),
        ("a notification, each process that listens", m.hear),
    )
    rows = [[name, *(f"{ms:.3g} ms" for ms in cost)] for name, cost in work]
    return table(["processor's time for", "server", "PostgreSQL"], *rows)


def core() -> str:
    """One process on a processor of its own."""
    rows = []
    for tables in (50, 100, 150, 200, 250):
        found = Simulation(tables, 1).run()
        rows.append([f"{tables}", f"{tables * PLAY.phones}", *_found(found), f"{found.busy:.0%}"])
    return table(["tables", "streams", "p50", "p99", "busy"], *rows)


def notify() -> str:
    """The same processes with LISTEN/NOTIFY and with a broker, and where a table's phones share one."""
    rows = []
    for tables in (1000, 2000, 3000, 5000, 10_000):
        processes = math.ceil(tables * of_a_table()[0] / 1000 / BUSY)
        ways = (
            Simulation(tables, processes),
            Simulation(tables, processes, slow=True),
            Simulation(tables, processes, broker=True),
            Simulation(tables, processes, broker=True, together=True),
        )
        rows.append([f"{tables:,}", f"{processes}", number(tables / PLAY.seconds), *(_found(w.run())[1] for w in ways)])
    return table(["tables", "processes", "taps/s", "NOTIFY", "NOTIFY, slow disk", "broker", "broker, by table"], *rows)


def _found(found: Found) -> tuple[str, str]:
    return (f"{found.p50:.0f} ms", f"{found.p99:.0f} ms" + ("" if found.p99 <= TARGET_MS else " (too late)"))


def needs() -> str:
    """Of a hundred to a million tables."""
    head = ["tables played at", "taps/s", "processes", "PostgreSQL's cores", "memory", "notifications heard/s"]
    rows = []
    for tables in (100, 1000, 10_000, 1_000_000):
        for broker in (False, True):
            found = need(tables, broker=broker)
            name = f"{tables:,}, {'broker' if broker else 'NOTIFY'}"
            if found is None:
                rows.append([name, number(tables / PLAY.seconds), "none suffices", "", "", ""])
                continue
            cores, memory = number(found.database_cores), f"{number(found.memory_gib)} GiB"
            rows.append([name, number(found.taps), f"{found.processes:,}", cores, memory, number(found.heard)])
    return table(head, *rows)


def cells() -> str:
    """A million tables, as many databases of so many tables each, with the processes that are theirs."""
    rows = []
    for size, broker in ((1000, False), (2000, False), (10_000, True)):
        found = need(size, broker=broker)
        assert found is not None
        late = _found(Simulation(size, found.processes, broker=broker).run())[1]
        count = 1_000_000 // size
        name = f"{count:,} of {size:,} tables, {'broker' if broker else 'NOTIFY'}"
        each = f"{found.processes} processes, {number(found.database_cores)} cores of PostgreSQL"
        rows.append([name, each, f"{count * (found.processes + math.ceil(found.database_cores)):,}", late])
    return table(["cells", "each", "cores in all", "p99"], *rows)


def disk() -> str:
    """What a year's tables weigh."""
    rows = []
    for tables in (100, 1000, 10_000, 1_000_000):
        found = need(tables, broker=True)
        assert found is not None
        games = found.taps * PLAY.hours * 3600 * 365 / PLAY.entries
        sizes = (f"{number(found.disk_gib)} GiB", f"{number(found.archive_gib)} GiB")
        rows.append([f"{tables:,}", number(games), *sizes])
    return table(["tables played at", "finished in a year", "their log in PostgreSQL", "as packed exports"], *rows)


PARTS = {part.__name__: part for part in (costs, core, notify, needs, cells, disk)}
"""What stands in the document between ``<!-- name -->`` and ``<!-- end -->``."""


def written(text: str) -> str:
    """The document with the figures of now."""
    for name, part in PARTS.items():
        text, found = re.subn(rf"(<!-- {name} -->\n).*?(<!-- end -->)", rf"\1{part()}\n\2", text, flags=re.DOTALL)
        if found != 1:
            raise ValueError(f"{DOC.name} has no place for {name}, or {found}")
    return text


def main(arguments: Sequence[str]) -> None:
    if arguments == ["--write"]:
        DOC.write_text(written(DOC.read_text("utf-8")), "utf-8")
        return
    for name, part in PARTS.items():
        print(f"{name}\n{part()}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
