"""What a site costs a phone: from a host with 10 Mbit/s, with the processor slowed down to a quarter, each beside the
same without that. Prints, never fails.

    .venv/bin/python -m pytest -m bench -n 0 -s tests/bench/test_site_bench.py

Chromium slows down the page's own thread alone, not workers, in which nearly all happens here; so the browser's
processes are halted for three quarters of each `SLICE`. Of clock and CPU the latter depends less on what else runs.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import visits
from visits import Files, Host, Visitor, visiting

from companion.site.build import build

pytestmark = pytest.mark.bench
BYTES = 10_000_000 / 8
"""A second, from the host to the phone."""
SLICE = 0.02
"""Seconds."""
SLOW = 4
TAPS = 15
MARKS = "Object.fromEntries(performance.getEntriesByType('mark').map(one => [one.name, Math.round(one.startTime)]))"
OPENED = "async ([path, fields]) => (await fetch(path, { method: 'POST', body: new URLSearchParams(fields) })).url"
TAP = """async ([path, fields]) => {
  const start = performance.now();
  await (await fetch(path, { method: fields ? "POST" : "GET", body: fields && new URLSearchParams(fields) })).text();
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


@pytest.mark.parametrize("slow", [False, True], ids=["as it is", "a quarter"])
def test_a_site_on_a_phone(browser: Any, tmp_path: Path, slow: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Browser()
    build(tmp_path / "out", kits=False)
    line = Line()

    class Slowly(Files):
        def copyfile(self, source: Any, outputfile: Any) -> None:
            while piece := source.read(16384):
                line.pass_on(piece)
                outputfile.write(piece)

    if slow:
        monkeypatch.setattr(visits, "Files", Slowly)
    host = Host(tmp_path / "out")
    with visiting(browser) as phone:
        measure(host, phone, machine, slow)


def measure(host: Host, phone: Visitor, machine: Browser, slow: bool) -> None:
    cpu, start = machine.cpu(), time.monotonic()

    def told(what: str, since: float) -> None:
        nonlocal cpu
        used = machine.cpu()
        print(f"{what}: {time.monotonic() - since:.1f} s, of which the browser computed {used - cpu:.1f} s")
        cpu = used

    print()
    with machine.slowed(slow):
        phone.page.goto(host.address, wait_until="commit")
        phone.page.wait_for_function("() => document.getElementById('says')?.textContent")
        told("shell painted", start)
        phone.shown()
        told("first visit", start)
        print("where it went, ms:", phone.page.workers[0].evaluate(MARKS))
        phone.kept()  # nobody waits for that, nor for the faces, which are there by then
        told("all of it kept", start)
        print(f"memory: {machine.memory()} MB of its own")
    host.stop()
    for visit in ("second", "third"):
        with machine.slowed(slow):
            cpu, start = machine.cpu(), time.monotonic()
            phone.page.reload()
            phone.shown()
            told(f"{visit} visit, without a network", start)
    print("where it went, ms:", phone.page.workers[0].evaluate(MARKS))
    print(f"memory: {machine.memory()} MB of its own")
    table = phone.app.evaluate(
        OPENED, [f"{host.address}new/hangzhou", {"way": "follow", "players": "2", "name": "Ana"}]
    )
    with machine.slowed(slow):
        taps = [phone.app.evaluate(TAP, [table, None]) for _ in range(TAPS)]
        name = '{"do":"name","chair":1,"name":"Mei %d"}'
        acts = [phone.app.evaluate(TAP, [table, {"command_id": f"tap-{n}", "do": name % n}]) for n in range(TAPS)]
    for what, found in (("a page", taps), ("an act with its page", acts)):
        found.sort()
        print(f"{what}: {found[TAPS // 2]:.0f} ms, the slowest {found[-1]:.0f} ms, the quickest {found[0]:.0f} ms")
