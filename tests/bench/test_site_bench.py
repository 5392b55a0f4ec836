"""What a site costs a phone: from a host with 10 Mbit/s, with the processor slowed down to a quarter, each beside the
same without that; in memory while one plays as well. Prints medians and the worst of `ROUNDS` phones, never fails.

    .venv/bin/python -m pytest -m bench -n 0 -s tests/bench/test_site_bench.py

Chromium slows down the page's own thread alone, not workers, in which nearly all happens here; so the browser's
processes are halted for three quarters of each `SLICE`. Of clock and CPU the latter depends less on what else runs.
What drives the browser has it keep every answer for its tools: some 30 MB of the memory are theirs.
"""

from __future__ import annotations

import contextlib
import random
import statistics
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import visits
from browsers import QUICK
from inside import Inside
from visits import Files, Host, Visitor, visiting

from companion.site.build import build

pytestmark = pytest.mark.bench
BYTES = 10_000_000 / 8
"""A second, from the host to the phone."""
SLICE = 0.02
"""Seconds."""
SLOW = 4
TAPS = 15
ROUNDS = 3
"""Phones that have never been there, one after the other."""
ACTS = 30
"""Acts of a game, after which memory is looked at."""
MARKS = "Object.fromEntries(performance.getEntriesByType('mark').map(one => [one.name, Math.round(one.startTime)]))"
OPENED = "async ([path, fields]) => (await fetch(path, { method: 'POST', body: new URLSearchParams(fields) })).url"
TAP = """async ([path, fields]) => {
  const start = performance.now();
  const act = { method: "POST", headers: { Prefer: "return=representation" }, body: new URLSearchParams(fields || {}) };
  await (await fetch(path, fields ? act : {})).text();
  return performance.now() - start;
}"""


class Line:
    """A line of so many bytes a second, shared by all that goes through it."""

    def __init__(self) -> None:
        self._free, self._lock = 0.0, threading.Lock()

    def pass_on(self, data: bytes) -> None:
        with self._lock:
            self._free = max(self._free, time.monotonic()) + len(data) / BYTES
            wait = self._free - time.monotonic()
        time.sleep(max(0.0, wait))


class Browser:
    """The processes of a browser: what they have used, and a brake."""

    def __init__(self) -> None:
        self._me = psutil.Process()
        self._used: dict[int, float] = {}

    def processes(self) -> list[psutil.Process]:
        found = []
        for child in self._me.children(recursive=True):
            with contextlib.suppress(psutil.Error):
                if "--type=" in " ".join(child.cmdline()):
                    found.append(child)
        return found

    def cpu(self) -> float:
        """Seconds until now, of those that are gone as well."""
        for process in self.processes():
            with contextlib.suppress(psutil.Error):
                self._used[process.pid] = sum(process.cpu_times()[:2])
        return sum(self._used.values())

    def memory(self) -> int:
        """Megabytes that the largest process has written for itself: not the program of the browser, which belongs to
        one process or to several as it happens, and which the system reads again when it wants that room."""
        found = [0]
        for process in self.processes():
            with contextlib.suppress(psutil.Error):
                found.append(sum(one.private_dirty for one in process.memory_maps()) // 2**20)
        return max(found)

    @contextlib.contextmanager
    def slowed(self, slow: bool) -> Iterator[None]:
        ended = threading.Event()

        def brake() -> None:
            while not ended.is_set():
                held = self.processes()
                for _ in range(10):
                    for process in held:
                        with contextlib.suppress(psutil.Error):
                            process.suspend()
                    time.sleep(SLICE * (SLOW - 1) / SLOW)
                    for process in held:
                        with contextlib.suppress(psutil.Error):
                            process.resume()
                    time.sleep(SLICE / SLOW)

        thread = threading.Thread(target=brake, daemon=True)
        if slow:
            thread.start()
        try:
            yield
        finally:
            ended.set()
            if slow:
                thread.join()


class Figures:
    """What was measured, by what it is: a list of numbers each, in order."""

    def __init__(self) -> None:
        self._found: defaultdict[tuple[str, str], list[float]] = defaultdict(list)

    def note(self, what: str, unit: str, *found: float) -> None:
        self._found[what, unit] += found

    def tell(self) -> None:
        print()
        for (what, unit), found in self._found.items():
            digits = 1 if unit == "s" else 0
            median, worst = (f"{one:.{digits}f}" for one in (statistics.median(found), max(found)))
            print(f"{what}: {median} {unit}, at worst {worst} (of {len(found)})")


@pytest.mark.parametrize("slow", [False, True], ids=["as it is", "a quarter"])
def test_a_site_on_a_phone(browser: Any, tmp_path: Path, slow: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tmp_path / "out", kits=False)
    line = Line()

    class Slowly(Files):
        def copyfile(self, source: Any, outputfile: Any) -> None:
            while piece := source.read(16384):
                line.pass_on(piece)
                outputfile.write(piece)

    if slow:
        monkeypatch.setattr(visits, "Files", Slowly)
    figures = Figures()
    for _ in range(ROUNDS):
        host = Host(tmp_path / "out")
        with visiting(browser) as phone:
            phone.context.add_init_script(QUICK)
            measure(host, phone, figures, slow)
            if not slow:  # memory does not depend on that
                played(host, phone, figures, "hangzhou", "a game alone", players="1")
                played(host, phone, figures, "dunhuang", "a game with a strong bot", players="2", cards="app")
    figures.tell()


def measure(host: Host, phone: Visitor, figures: Figures, slow: bool) -> None:
    """A first visit, two later ones without a network, and taps."""
    machine = Browser()
    cpu, start = machine.cpu(), time.monotonic()

    def told(what: str, since: float) -> None:
        figures.note(what, "s", time.monotonic() - since)

    with machine.slowed(slow):
        phone.page.goto(host.address, wait_until="commit")
        phone.page.wait_for_function("() => document.getElementById('says')?.textContent")
        told("shell painted", start)
        phone.shown()
        told("first visit", start)
        figures.note("first visit, computed by the browser", "s", machine.cpu() - cpu)
        print("where it went, ms:", phone.page.workers[0].evaluate(MARKS))
        phone.kept()  # nobody waits for that, nor for the faces, which are there by then
        figures.note("memory at the first page", "MB", machine.memory())
    host.stop()
    for _ in range(2):
        with machine.slowed(slow):
            start = time.monotonic()
            phone.page.reload()
            phone.shown()
            told("later visits, without a network", start)
    print("where it went, ms:", phone.page.workers[0].evaluate(MARKS))
    figures.note("memory on later visits", "MB", machine.memory())
    opened = [f"{host.address}new/hangzhou", {"way": "follow", "players": "2", "name": "Ana"}]
    table = phone.app.evaluate(OPENED, opened)
    with machine.slowed(slow):
        figures.note("a page", "ms", *(phone.app.evaluate(TAP, [table, None]) for _ in range(TAPS)))
        name = '{"do":"name","chair":1,"name":"Mei %d"}'
        acts = ({"command_id": f"tap-{n}", "do": name % n} for n in range(TAPS))
        figures.note("an act with its page", "ms", *(phone.app.evaluate(TAP, [table, act]) for act in acts))


class _EnoughError(Exception):
    """So much has been played."""


def played(host: Host, visitor: Visitor, figures: Figures, game: str, what: str, **settings: str) -> None:
    """`ACTS` acts of a game as quick as they go, and what the memory was at most after one of them."""
    visitor.open(host.address)  # the address of the game before would pass for that of this one
    machine, phone, most = Browser(), Inside(visitor, host.address), [0]
    table = phone.open_table(game, int(settings.pop("players")), **settings)
    if settings:
        phone.seat(table, {"do": "rival", "chair": 1, "player": "strong", "name": "Bo"})
        phone.open(table)
    phone.tap("#thumb .key--go")

    def between(pressed: int) -> None:
        most.append(machine.memory())
        if pressed == ACTS:
            raise _EnoughError

    with contextlib.suppress(_EnoughError):
        phone.play(table, random.Random(len(what)), between)
    figures.note(f"memory in {ACTS} acts of {what}, at most", "MB", max(most))
    figures.note(f"memory after {ACTS} acts of {what}", "MB", most[-1])
