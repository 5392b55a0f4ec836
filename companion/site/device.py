"""The app on one device: what the worker in the browser calls.

One thread does everything. A request is answered when the database is flushed, and the cookies beside it; between
requests `tend` lets rivals act and settles what was counted.
"""

from __future__ import annotations

import gc
import io
import random
import sys
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote_to_bytes, urlsplit
from wsgiref.types import WSGIEnvironment

import msgspec
from flask import Flask, request
from msgspec import Struct

from companion.lab.players import STRENGTHS
from companion.rivals.process import Rivals
from companion.site.jar import Jar
from companion.site.mount import Mount
from companion.tables import Limits, TableError, open_tables
from companion.tables.database import FILE
from companion.tables.errors import StorageFailed
from companion.web.app import serve, unserved
from companion.web.assets import adopt
from companion.web.config import Config, MadeKit
from companion.web.live import EventStream
from companion.web.sprite import DrawnSigns

Body: TypeAlias = "bytes | memoryview"
DRAWN = "drawn.msgpack"
"""The file of what was drawn beforehand, beside the packages."""
MADE = "kits.msgpack"
"""The file that lists the kits which the site offers."""
TEMPLATES = "compiled"
"""The folder of the templates, which a phone would take a second to compile."""
PLAYERS = STRENGTHS
"""The rivals: they choose within a moment, the strong one within some tenths of a second. A tap waits for that; the
page does not."""
STREAMS = 4
"""Streams at once: pages that are gone do not always say so."""
SEE_OTHER = 303
FOLLOWED = 3
"""Answers in a row that say only where to look next: a page that leads elsewhere, and once more."""
WHOLE = "return=representation"
"""What a page asks for that wants to see at once where an act leads (RFC 7240, 4.2)."""
SAFE = frozenset({"GET", "HEAD"})
PASSED = frozenset({"accept", "content-type", "last-event-id", "if-none-match"})
"""Headers of the browser that the app is told."""


def served(address: str, kits: tuple[MadeKit, ...] = (), templates: Path | None = None) -> Config:
    """What one device serves: no other phones, no press, nobody who watches over it. `templates`: the folder of those
    that were compiled beforehand."""
    return Config(
        address=address,
        guests=False,
        press=False,
        output=None,
        entrance="/#",
        kits_made=kits,
        templates=templates,
        watched=False,
        phones=0,
        rivals=PLAYERS,
    )


class Answer(Struct, frozen=True):
    """What the app answers: its body, or the number of a stream."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes = b""
    stream: int = 0


class Device:
    """The app (`unserved`) over the tables in `folder`. `address` is where the site lies, with a slash at its end;
    `languages` what the browser's owner reads, as ``Accept-Language`` has it; `told` is called with the number of a
    stream that has something to say, and must not ask for it at once. Raises `StorageFailed`, ``data_version``."""

    def __init__(self, app: Flask, folder: Path, address: str, languages: str, told: Callable[[int], None]) -> None:
        parts = urlsplit(address)
        self._tables = open_tables(folder / FILE, Limits(rivals=PLAYERS, threads=False))
        self._app = app
        serve(app, self._tables)
        self._rivals = Rivals(self._tables)
        self._jar = Jar(folder)
        self._app.before_request(self._remembered)
        self._mount = Mount(parts.path)
        self._scheme, self._host, self._languages = parts.scheme, parts.netloc, languages
        self._told = told
        self._streams: dict[int, EventStream] = {}
        self._numbers = count(1)
        self._said = ""

    def answer(self, method: str, target: str, headers: Mapping[str, str], body: Body) -> Answer:
        """Answers a request for a path of the app, with its query. Whoever prefers it (`WHOLE`) gets, instead of where
        to look next, what is to be seen there; ``Content-Location`` says where that is. A request takes as long on its
        way through the browser as its page takes to be made."""
        found = self._done(method, target, headers, body)
        said = {name.lower(): value for name, value in headers.items()}
        if said.get("prefer") != WHOLE:
            return found
        looking = {"accept": said.get("accept", "*/*")}
        for _ in range(FOLLOWED):
            where = next((value for name, value in found.headers if name.lower() == "location"), "")
            path = self._mount.within(where)
            if found.status != SEE_OTHER or path is None:
                return found
            there = self._done("GET", path, looking, b"")
            found = Answer(there.status, [*there.headers, ("Content-Location", where)], there.body, there.stream)
        return found

    def _done(self, method: str, target: str, headers: Mapping[str, str], body: Body) -> Answer:
        found = self._answered(method, target, headers, body)
        try:
            self._jar.keep()
        except StorageFailed:
            if method not in SAFE:
                # Acknowledged is what is kept alone: asked again, it is refused (`_remembered`).
                return self._answered(method, target, headers, body)
        return found

    def _answered(self, method: str, target: str, headers: Mapping[str, str], body: Body) -> Answer:
        found = Answer(500, [])

        def begun(status: str, said: list[tuple[str, str]], _: object = None, /) -> Callable[[bytes], object]:
            nonlocal found
            found = Answer(int(status[:3]), said)
            return lambda _: None

        pieces = self._app(self._environ(method, target, headers, body), begun)
        self._jar.take(value for name, value in found.headers if name.lower() == "set-cookie")
        sent = self._mount.headers([(name, value) for name, value in found.headers if name.lower() != "set-cookie"])
        if isinstance(pieces, EventStream):
            return Answer(found.status, sent, stream=self._listened(pieces))
        try:
            data = b"".join(pieces)
        finally:
            if hasattr(pieces, "close"):
                pieces.close()
        html = any(name.lower() == "content-type" and value.startswith("text/html") for name, value in sent)
        return Answer(found.status, sent, self._mount.page(data) if html else data)

    def _remembered(self) -> None:
        """Whoever acts is known by a cookie: nothing is done for a phone that would be another one the next time."""
        if request.method not in SAFE:
            self._jar.keep()

    def tend(self) -> None:
        """What goes on between requests."""
        said = ""
        try:
            self._tables.news.tend()
            self._rivals.look()
        except TableError as error:
            said = f"tending: {error}"
        if said and said != self._said:
            print(said, file=sys.stderr)
        self._said = said

    def take(self, number: int) -> bytes | None:
        """What a stream has to say now; none: it is over."""
        pushed = self._streams.get(number)
        said = None if pushed is None else pushed.take()
        if said is None:
            self.left(number)
        return said

    def left(self, number: int) -> None:
        """Nobody listens to a stream any more."""
        pushed = self._streams.pop(number, None)
        if pushed is not None:
            pushed.close()

    def close(self) -> None:
        """Gives the files back."""
        for number in tuple(self._streams):
            self.left(number)
        self._tables.close()
        self._jar.close()

    def _listened(self, pushed: EventStream) -> int:
        while len(self._streams) >= STREAMS:
            self.left(min(self._streams))
        number = next(self._numbers)
        self._streams[number] = pushed
        pushed.listen(lambda: self._told(number))
        return number

    def _environ(self, method: str, target: str, headers: Mapping[str, str], body: Body) -> WSGIEnvironment:
        path, _, query = target.partition("?")
        given = {name.lower(): value for name, value in headers.items() if name.lower() in PASSED}
        kind = given.pop("content-type", "")
        host, _, port = self._host.partition(":")
        environ: WSGIEnvironment = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
            "QUERY_STRING": query,
            "REMOTE_ADDR": "127.0.0.1",
            "SERVER_NAME": host,
            "SERVER_PORT": port or ("443" if self._scheme == "https" else "80"),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "CONTENT_TYPE": kind,
            "CONTENT_LENGTH": str(len(body)) if body else "",
            "HTTP_HOST": self._host,
            "HTTP_COOKIE": self._jar.header,
            "HTTP_ACCEPT_LANGUAGE": self._languages,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": self._scheme,
            "wsgi.input": io.BytesIO(bytes(body)),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        environ |= {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in given.items()}
        if method not in SAFE:
            # The service worker takes requests of the site's own pages alone.
            environ["HTTP_ORIGIN"] = f"{self._scheme}://{self._host}"
        return environ


def prepare(folder: str, address: str) -> None:
    """Reads the app from its folder in a site, with what was drawn when that was built. What is in memory then is kept
    by the browser, and `begin` goes on from there in this run and in later ones. Garbage is collected from then on, but
    none of before: there is next to none, and to look for it takes as long as a tap."""
    adopt(msgspec.msgpack.decode(Path(folder, DRAWN).read_bytes(), type=DrawnSigns))
    kits = msgspec.msgpack.decode(Path(folder, MADE).read_bytes(), type=tuple[MadeKit, ...])
    _prepared[:] = [(unserved(served(address.rstrip("/"), kits, Path(folder, TEMPLATES))), address)]
    gc.freeze()
    gc.enable()


_prepared: list[tuple[Flask, str]] = []


def begin(folder: str, languages: str, told: Callable[[int], None]) -> Device:
    """The app that was prepared, over the tables in a folder."""
    random.seed()  # a memory that is put back would throw the same dice
    ((app, address),) = _prepared
    return Device(app, Path(folder), address, languages, told)
