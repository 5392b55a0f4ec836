"""What a site costs a phone: from a host with 10 Mbit/s, with the processor slowed down to a quarter, each beside the
same without that; in memory while one plays as well. Prints medians and the worst of `ROUNDS` phones, never fails.

    .venv/bin/python -m pytest -m bench -n 0 -s tests/bench/test_site_bench.py

`SITE_BEFORE=FOLDER` names a site that was built before: it is measured by turns with the own one.

Chromium slows down the page's own thread alone, not workers, in which nearly all happens here; so the browser's
processes are halted for three quarters of each `SLICE`. Of clock and CPU the latter depends less on what else runs.
Nobody looks into the browser meanwhile (`unwatched.py`): the pages note the times, and a thumb in the page plays.
"""

from __future__ import annotations

import contextlib
import os
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
from inside import Inside
from thumbs import ASIDE, MOVES, USABLE
from unwatched import Unwatched
from visits import Files, Host

from companion.site.build import build

pytestmark = pytest.mark.bench
BYTES = 10_000_000 / 8
"""A second, from the host to the phone."""
SLICE = 0.02
"""Seconds."""
SLOW = 4
TAPS_EACH = 15
ROUNDS = 3
"""Phones that have never been there, one after the other, for each site."""
PLAYED = 225
"""Taps of a game: some thirty acts."""
LOOK = 0.25
"""Seconds between two looks at the memory."""
SHOWN = """() => {
  const [way] = frames[0].performance.getEntriesByType("navigation");
  return frames[0].performance.timeOrigin + way.loadEventEnd;
}"""
"""When the app was there, in milliseconds since 1970."""
TAPS = """([table, count]) => {
  const tap = async (fields) => {
    const start = performance.now();
    const headers = { Prefer: "return=representation" };
    const act = fields && { method: "POST", headers, body: new URLSearchParams(fields) };
    await (await fetch(table, act)).text();
    return performance.now() - start;
  };
  const name = (n) => ({ command_id: `tap-${n}`, do: JSON.stringify({ do: "name", chair: 1, name: `Mei ${n}` }) });
  self.taken = { pages: [], acts: [] };
  setTimeout(async () => {
    for (let n = 0; n < count; n += 1) self.taken.pages.push(await tap());
    for (let n = 0; n < count; n += 1) self.taken.acts.push(await tap(name(n)));
    setInterval(() => { top.document.title = "ended"; }, 5); // a page has its own title
  }, 3000); // the tools leave
}"""
"""Pages and acts, one after the other; what they took is in `taken` then."""
THUMB = Path(__file__).with_name("thumb.js").read_text()
BEFORE = os.environ.get("SITE_BEFORE", "")


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

    def tell(self, name: str) -> None:
        print()
        for (what, unit), found in self._found.items():
            digits = 1 if unit == "s" else 0
            median, worst = (f"{one:.{digits}f}" for one in (statistics.median(found), max(found)))
            print(f"{name}{what}: {median} {unit}, at worst {worst} (of {len(found)})")


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
    sites = {"": tmp_path / "out"} | ({"before: ": Path(BEFORE)} if BEFORE else {})
    figures = {name: Figures() for name in sites}
    for number in range(ROUNDS):
        for name, folder in sites.items():
            host = Host(folder)
            phone = Unwatched(browser.browser_type, tmp_path / f"{name}{number}")
            try:
                visited(host, phone, figures[name], slow)
                tapped(host, phone, figures[name], slow)
                if not slow:  # memory does not depend on that
                    played(host, phone, figures[name], "hangzhou", "a game alone", players="1")
                    played(host, phone, figures[name], "dunhuang", "a game with a strong bot", players="2", cards="app")
            finally:
                phone.close()
    for name, found in figures.items():
        found.tell(name)


def visited(host: Host, phone: Unwatched, figures: Figures, slow: bool) -> None:
    """A first visit, and two later ones without a network."""
    machine = Browser()

    def visit(what: str) -> None:
        start = time.time()
        with machine.slowed(slow):
            phone.open(host.address)
            phone.until("Silk Road")
            painted = time.time()
            phone.until(url="#/")
        with phone.looked_into() as visitor:
            figures.note(f"title of the site, {what}", "s", painted - start)
            figures.note(what, "s", visitor.page.evaluate(SHOWN) / 1000 - start)
        print("where it went, ms:", phone.marks())

    cpu = machine.cpu()
    visit("first visit")
    figures.note("first visit, computed by the browser", "s", machine.cpu() - cpu)
    phone.kept()  # nobody waits for that, nor for the faces, which are there by then
    figures.note("memory at the first page", "MB", machine.memory())
    host.stop()
    for _ in range(2):
        visit("later visits, without a network")
    figures.note("memory on later visits", "MB", machine.memory())


def tapped(host: Host, phone: Unwatched, figures: Figures, slow: bool) -> None:
    """Pages, and acts with theirs."""
    with phone.looked_into() as visitor:
        table = Inside(visitor, host.address).open_table("hangzhou", 2)
        visitor.app.evaluate(TAPS, [table, TAPS_EACH])
    with Browser().slowed(slow):
        phone.until("ended")
    with phone.looked_into() as visitor:
        taken = visitor.app.evaluate("taken")
        figures.note("a page", "ms", *taken["pages"])
        figures.note("an act with its page", "ms", *taken["acts"])


def played(host: Host, phone: Unwatched, figures: Figures, game: str, what: str, **settings: str) -> None:
    """`PLAYED` taps of a game as quick as they go, or all of it, and what the memory was at most meanwhile."""
    machine = Browser()
    phone.open(host.address)
    phone.until(url="#/")
    with phone.looked_into() as visitor:
        inside = Inside(visitor, host.address)
        table = inside.open_table(game, int(settings.pop("players")), **settings)
        if settings:
            inside.seat(table, {"do": "rival", "chair": 1, "player": "strong", "name": "Bo"})
            inside.open(table)
        inside.tap("#thumb .key--go")
        visitor.page.evaluate(THUMB, [table, PLAYED, USABLE, list(MOVES), list(ASIDE)])
    most, ended = [machine.memory()], threading.Event()

    def look() -> None:
        while not ended.wait(LOOK):
            most.append(machine.memory())

    looking = threading.Thread(target=look)
    looking.start()
    try:
        print(what, phone.until("ended"))
    finally:
        ended.set()
        looking.join()
    figures.note(f"memory in {PLAYED} taps of {what}, at most", "MB", max(most))
    figures.note(f"memory after {PLAYED} taps of {what}", "MB", most[-1])
