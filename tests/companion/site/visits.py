"""A plain host of static files, a phone that opens the site on it, a thumb inside the site, and newer editions."""

from __future__ import annotations

import contextlib
import functools
import gzip
import hashlib
import http.server
import json
import random
import re
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from browsers import Phone
from playwright.sync_api import Browser, BrowserContext, Error, Frame, Page
from thumbs import MOVES, NoKeyError, keys, move

from companion.site.build import DIGITS, compress_part

BELOW = "/some/where"
"""The path that the site lies below."""
PATIENCE = 300_000
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


# --- a thumb inside the site ---

ENTRIES = 1500
"""Entries of its log after which a game that has not ended does not end."""
STUCK = 300
"""Presses in a row without an entry after which a game does not go on. A busy machine needs up to 20."""


class Inside(Phone):
    """The phone of `browsers`, whose page is the frame in the page of the site."""

    def __init__(self, visitor: Visitor, address: str) -> None:
        self.visitor, self.address = visitor, address
        self.scripted, self.taps, self.wrong = True, 0, visitor.wrong

    @property
    def page(self) -> Frame:  # type: ignore[override]  # of a page it is asked what a frame has too
        return self.visitor.app

    def open_table(self, game: str, players: int, **settings: str) -> str:
        """A table of Ana's, who sits at it; its address."""
        self.open(f"{self.address}new/{game}")
        self.page.fill("input[name=name]", "Ana")
        for name, value in ({"players": str(players)} | settings).items():
            self.page.check(f"[name={name}][value='{value}']", force=True)
        self.tap("main form button.key--go")
        self.visitor.at("/t/")
        return self.page.url

    def seat(self, table: str, command: dict[str, object]) -> None:
        """Seats somebody who has no phone of their own."""
        assert self.page.evaluate(SENT, [table, command]) == 200

    def play(self, table: str, rng: random.Random, between: Callable[[int], None]) -> None:
        """Plays until the result is there; `between` is told how often something has been pressed."""
        newest = since = 0
        for pressed in count():
            between(pressed)
            assert newest < ENTRIES and pressed - since < STUCK, f"not over after {newest} entries: {self.h1}"
            try:
                if self.result():
                    return
                if self.seq > newest:
                    newest, since = self.seq, pressed
                found = keys(self)
                does = {key.does for key in found}
                if "lend" in does:
                    self.tap("#thumb .key--go")
                elif "lay" in does:
                    self.tap("#rival-told button")
                elif not self.page.url.startswith(table):
                    self.open(table)
                elif does & MOVES or any(key.opens(table) for key in found):
                    move(self, table, rng)
                else:
                    self.visitor.page.wait_for_timeout(200)  # a bot thinks
            except (Error, NoKeyError):  # the page has gone on by itself meanwhile, such as to a bot's turn
                self.visitor.page.wait_for_timeout(200)


SENT = """async ([path, command]) => {
  const body = new URLSearchParams({ command_id: crypto.randomUUID(), do: JSON.stringify(command) });
  return (await fetch(path, { method: "POST", body })).status;
}"""


# --- a newer edition of a site, made of one that was built, with other bytes in some of its files ---

FILES = re.compile("^const FILES = (.*);$", re.MULTILINE)
EDITION = re.compile('^const EDITION = "(.*)";$', re.MULTILINE)
OF = "document.body.dataset.edition"
"""Of which edition the page of the site is."""
UPDATED = """async () => {
  const here = await navigator.serviceWorker.ready;
  await here.update().catch(() => {});
  const coming = here.installing;
  if (coming) await new Promise((done) => coming.addEventListener("statechange", done));
  return Boolean(here.waiting);
}"""
"""Looks for a newer version: is one there, as a whole?"""


def edition(folder: Path) -> str:
    """Which one lies in a folder."""
    (found,) = EDITION.findall(folder.joinpath("worker.js").read_text("utf-8"))
    return str(found)


def part(folder: Path, path: str) -> str:
    """The part that holds a file of the site."""
    return str(next(one["part"] for one in listed(folder) if one["path"] == path))


def contents(folder: Path, path: str) -> bytes:
    """A file of the site."""
    return gzip.decompress(folder.joinpath(part(folder, path)).read_bytes())


def listed(folder: Path) -> list[dict[str, Any]]:
    """The files that the service worker brings."""
    found: list[dict[str, Any]] = json.loads(FILES.findall(folder.joinpath("worker.js").read_text("utf-8"))[0])
    return found


def newer(folder: Path, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """What has to be put into the folder of a site for one with other files. The worker, which names them, comes last,
    and before it their parts."""
    before = edition(folder)
    after = hashlib.sha256(repr((before, sorted(files.items()))).encode()).hexdigest()[:DIGITS]
    index = contents(folder, "index.html").replace(before.encode(), after.encode())
    changed = {**files, "index.html": index}
    put = {name: data for name, data in changed.items() if folder.joinpath(name).exists()}
    lines = []
    for one in listed(folder):
        if one["path"] in changed:
            made, data = compress_part(one["path"], changed[one["path"]])
            put[made.part] = data
            one = msgspec.to_builtins(made)
        lines.append(one)
    worker = folder.joinpath("worker.js").read_text("utf-8")
    worker = FILES.sub(lambda _: f"const FILES = {json.dumps(lines)};", worker)
    return put | {"worker.js": EDITION.sub(lambda _: f'const EDITION = "{after}";', worker).encode()}


def put(folder: Path, files: Mapping[str, bytes]) -> None:
    """Copies them over those that lie there."""
    for name, data in files.items():
        folder.joinpath(name).write_bytes(data)
