"""One site for all tests of a run, and a plain server of static files before it."""

from __future__ import annotations

import contextlib
import functools
import http.server
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Frame, Page

from companion.site import fetch
from companion.site.build import build

BELOW = "/some/where"
"""The path that the site lies below."""
PATIENCE = 60_000
"""Milliseconds after which a site that does not open is a failure: a machine of tests is busy."""


class Files(http.server.SimpleHTTPRequestHandler):
    """Files below the path, and nothing else; no word of it."""

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix(BELOW) if path.startswith(f"{BELOW}/") else "/nothing/there")

    def log_message(self, *_: object) -> None:
        pass


class Host:
    """A static host, which can go away."""

    def __init__(self, folder: Path) -> None:
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=folder))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_port}{BELOW}/"

    def stop(self) -> None:
        """From now on there is no network."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()


class Visitor:
    """A phone: tabs of one browser, all that went wrong in them, and the app in the tab that was opened last."""

    def __init__(self, browser: Browser, language: str = "en") -> None:
        self.context: BrowserContext = browser.new_context(
            viewport={"width": 390, "height": 844}, locale=language, has_touch=True, accept_downloads=True
        )
        self.context.set_default_timeout(PATIENCE)
        self.wrong: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        """A new tab, which is looked at from now on."""
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        return self.page

    def open(self, address: str) -> None:
        self.page.goto(address)
        self.shown()

    def shown(self) -> None:
        """Until the app is seen."""
        try:
            self.page.wait_for_selector("iframe.shown")
        except Error as error:
            raise AssertionError(f"{self.page.url} says: {self.page.inner_text('#begin')}; {self.wrong}") from error

    def crash(self) -> None:
        """The system ends the tab, without a word to its page."""
        with contextlib.suppress(Error), self.page.expect_event("crash"):
            self.page.goto("chrome://crash")
        time.sleep(2)  # as long as anybody takes to notice

    @property
    def app(self) -> Frame:
        found = self.page.query_selector("iframe")
        frame = found and found.content_frame()
        assert frame is not None
        return frame

    def tap(self, selector: str) -> None:
        """One tap, and the answer has come."""
        self.app.locator(selector).first.click()
        self.page.wait_for_function("() => !frames[0].document.body.dataset.busy")

    def act(self, selector: str) -> None:
        """One tap that makes an entry of the log, which the page shows."""
        before = self.seq
        self.tap(selector)
        self.page.wait_for_function("before => Number(frames[0].document.body?.dataset.seq || 0) > before", arg=before)
        self.app.wait_for_load_state()

    def at(self, start: str) -> None:
        """Until the address in the tab begins so, below the site's own."""
        self.page.wait_for_function("start => location.hash.startsWith(start)", arg=f"#{start}")
        self.app.wait_for_load_state()

    @property
    def seq(self) -> int:
        return int(self.app.locator("body").get_attribute("data-seq") or 0)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site. What was built before from the same sources is taken from the user's cache."""
    if missing := fetch.missing():
        pytest.skip(f"{missing} is missing: apt-get install npm")
    folder = tmp_path_factory.mktemp("site") / "out"
    try:
        build(folder)
    except fetch.Unfetched as error:
        pytest.skip(f"no site without a package registry: {error}")
    return folder


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    """A host of the site of its own: to a browser each has its own storage."""
    found = Host(site)
    yield found
    found.stop()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Visitor]:
    found = Visitor(browser)
    yield found
    found.context.close()
