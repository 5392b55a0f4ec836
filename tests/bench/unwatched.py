"""A browser that nobody looks into while it is measured: the tools that drive one keep every answer in its memory, and
each request waits for them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from browsers import CHROMIUM, FLAGS
from msgspec import Struct
from playwright.sync_api import BrowserType
from visits import PATIENCE, Visitor

SCREEN = "--window-size=390,844"
LOOK = 0.1
"""Seconds between two looks at the list of tabs."""
LONGEST = 120
"""Seconds in which anything ends."""
MARKS = "Object.fromEntries(performance.getEntriesByType('mark').map(one => [one.name, Math.round(one.startTime)]))"


class Tab(Struct):
    """A tab as the browser lists it."""

    id: str
    type: str
    title: str
    url: str


class Unwatched:
    """A browser of its own with one tab, whose profile lies in a folder. `kind` is who looks into it when that is asked
    for."""

    def __init__(self, kind: BrowserType, profile: Path) -> None:
        self._kind, self._tab = kind, ""
        assert CHROMIUM is not None
        own = ("--headless", "--remote-debugging-port=0", f"--user-data-dir={profile}", SCREEN)
        # Debian's command waits for the browser: ended is the whole session.
        self._process = subprocess.Popen(
            [CHROMIUM, *FLAGS, *own, "about:blank"], stderr=subprocess.DEVNULL, start_new_session=True
        )
        told = profile / "DevToolsActivePort"
        self._until(lambda: told.is_file() and told.read_text().strip())
        self._port = int(told.read_text().split()[0])

    def open(self, address: str) -> None:
        """A new tab with a page, in place of the one before."""
        if self._tab:
            self._asked(f"close/{self._tab}")
            self._until(lambda: all(tab.id != self._tab for tab in self._tabs()))
        self._tab = msgspec.json.decode(self._asked(f"new?{address}", "PUT"), type=Tab).id

    def until(self, title: str = "", url: str = "") -> str:
        """Until the title of the page begins so, and its address holds that; the title."""
        found = self._until(
            lambda: [
                one for one in self._tabs() if one.id == self._tab and one.title.startswith(title) and url in one.url
            ]
        )
        says: str = found[0].title
        return says

    @contextlib.contextmanager
    def looked_into(self) -> Iterator[Visitor]:
        """The tab for a while under the hands of tools."""
        tools = self._kind.connect_over_cdp(f"http://127.0.0.1:{self._port}")
        (context,) = tools.contexts
        (page,) = (one for one in context.pages if one.url.startswith("http"))
        context.set_default_timeout(PATIENCE)
        yield Visitor(context, page)
        tools.close()

    def marks(self) -> dict[str, float]:
        """What the worker with the app has noted of how it began, in milliseconds."""
        tools = self._kind.connect_over_cdp(f"http://127.0.0.1:{self._port}")
        line, said = tools.new_browser_cdp_session(), []
        line.on("Target.receivedMessageFromTarget", lambda event: said.append(event["message"]))
        (worker,) = (one for one in line.send("Target.getTargets")["targetInfos"] if one["type"] == "worker")
        session = line.send("Target.attachToTarget", {"targetId": worker["targetId"], "flatten": False})["sessionId"]
        ask = {"id": 1, "method": "Runtime.evaluate", "params": {"expression": MARKS, "returnByValue": True}}
        told = {"sessionId": session, "message": msgspec.json.encode(ask).decode()}
        line.send("Target.sendMessageToTarget", told)
        found = self._until(lambda: line.send("Target.getTargets") and [one for one in said if '"id":1' in one])
        tools.close()
        marks: dict[str, float] = msgspec.json.decode(found[0])["result"]["result"]["value"]
        return marks

    def kept(self) -> None:
        """Until the memory of the interpreter is kept."""
        self._until(lambda: "memory kept" in self.marks())

    def close(self) -> None:
        """Ends it."""
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait()

    def _tabs(self) -> list[Tab]:
        return msgspec.json.decode(self._asked("list"), type=list[Tab])

    def _asked(self, what: str, method: str = "GET") -> bytes:
        request = urllib.request.Request(f"http://127.0.0.1:{self._port}/json/{what}", method=method)
        with urllib.request.urlopen(request) as answer:
            said: bytes = answer.read()
        return said

    def _until(self, question: Any) -> Any:
        last = time.monotonic() + LONGEST
        while time.monotonic() < last:
            if found := question():
                return found
            time.sleep(LOOK)
        raise AssertionError("the browser does not come to an end")
