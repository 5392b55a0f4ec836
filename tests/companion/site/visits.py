"""A plain host of static files, and a phone that opens the site on it."""

from __future__ import annotations

import contextlib
import functools
import http.server
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Error, Frame, Page

BELOW = "/some/where"
"""The path that the site lies below."""
PATIENCE = 60_000
"""Milliseconds after which a site that does not open is a failure: a machine of tests is busy."""


class Files(http.server.SimpleHTTPRequestHandler):
    """Files below a path, and nothing else; no word of it. `packed`: it takes compressed files for compressed answers,
    and knows no types, as some hosts do. What it has not it answers with the page for that, as code hosts do."""

    def __init__(self, *given: object, below: str, packed: bool, directory: Path) -> None:
        self._below, self._packed = below, packed
        super().__init__(*given, directory=directory)  # type: ignore[arg-type] # as the server gives them

    def translate_path(self, path: str) -> str:
        return super().translate_path(
            path.removeprefix(self._below) if path.startswith(f"{self._below}/") else "/nothing/there"
        )

    def guess_type(self, path: object) -> str:
        kept = super().guess_type(str(path))
        return kept if not self._packed or kept in ("text/html", "text/javascript", "text/css") else "text/plain"

    def end_headers(self) -> None:
        if self._packed and self.path.endswith(".gz"):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(str(self.directory), "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_: object) -> None:
        pass


class Host:
    """A static host, which can go away and come back."""

    def __init__(self, folder: Path, below: str = BELOW, *, packed: bool = False) -> None:
        self.folder = folder
        self._files = functools.partial(Files, below=below, packed=packed, directory=folder)
        self._port = 0
        self.back()
        self.address = f"http://127.0.0.1:{self._port}{below}/"

    def back(self) -> None:
        """The network is there, and this host in it."""
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", self._port), self._files)
        self._port = self._server.server_port
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """From now on there is no network."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()


class Visitor:
    """A phone: tabs of one browser, all that went wrong in them, and the app in the tab that was opened last; or in the
    page that is given, of which nothing wrong is noted."""

    def __init__(self, context: BrowserContext, page: Page | None = None) -> None:
        self.context = context
        self.context.set_default_timeout(PATIENCE)
        self.wrong: list[str] = []
        self.page = page or self.tab()

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
            raise AssertionError(f"{self.page.url} says: {self.page.inner_text('body')}; {self.wrong}") from error

    def says(self, text: str) -> None:
        """Until the page of the site says so."""
        self.page.wait_for_function("text => document.getElementById('says')?.textContent.includes(text)", arg=text)

    def until(self, question: str, arg: object = None) -> None:
        """Until the page answers yes, which may be loaded anew meanwhile. For questions whose answer takes a moment:
        `wait_for_function` takes the promise of one for a yes."""
        last = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < last:
            with contextlib.suppress(Error):
                if self.page.evaluate(question, arg):
                    return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"never: {question}; {self.page.url} says: {self.page.inner_text('body')}; {self.wrong}")

    def crash(self) -> None:
        """The system ends the tab, without a word to its page."""
        with contextlib.suppress(Error), self.page.expect_event("crash"):
            self.page.goto("chrome://crash")

    @property
    def app(self) -> Frame:
        found = self.page.query_selector("iframe")
        frame = found and found.content_frame()
        assert frame is not None
        return frame

    def tap(self, selector: str) -> None:
        """One tap, and the answer has come."""
        self.app.locator(selector).first.click()
        self.page.wait_for_function("() => frames[0].document.body && !frames[0].document.body.dataset.busy")

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

    def kept(self) -> None:
        """Until the snapshot of the runtime is kept."""
        last = time.monotonic() + PATIENCE / 1000
        while "kept" not in self.marks():
            assert time.monotonic() < last, self.marks()
            self.page.wait_for_timeout(50)

    def marks(self) -> list[str]:
        """What the worker with the app has noted of how it began."""
        (worker,) = self.page.workers
        found: list[str] = worker.evaluate("performance.getEntriesByType('mark').map(({ name }) => name)")
        return found

    @property
    def seq(self) -> int:
        return int(self.app.locator("body").get_attribute("data-seq") or 0)


class Way:
    """The only way from a phone to any host, which keeps what is asked of whom. It leads to one host alone."""

    def __init__(self, host: Host) -> None:
        self.asked: list[str] = []
        asked, there = self.asked, host.address.removesuffix(f"{BELOW}/")

        class Passing(http.server.BaseHTTPRequestHandler):
            def parse_request(self) -> bool:
                understood = super().parse_request()
                asked.append(self.path if self.command == "GET" else f"{self.command} {self.path}")
                return understood

            def do_GET(self) -> None:
                try:
                    if not self.path.startswith(f"{there}/"):
                        raise OSError("nobody but the host is there")
                    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(self.path) as answer:
                        data = answer.read()
                        self.send_response(answer.status)
                        self.send_header("Content-Type", answer.headers["Content-Type"])
                except OSError:
                    self.send_error(502)
                    return
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Passing)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Leads nowhere any more."""
        self._server.shutdown()
        self._server.server_close()


@contextlib.contextmanager
def visiting(browser: Browser, language: str = "en", way: Way | None = None) -> Iterator[Visitor]:
    """A phone that was never on any site."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        locale=language,
        has_touch=True,
        accept_downloads=True,
        proxy={"server": way.address} if way else None,
    )
    yield Visitor(context)
    context.close()
