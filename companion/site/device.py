"""The app on one device, for the worker in the browser.

One thread does everything. A request is answered once its changes are in the database, cookies included. Between
requests `tend` lets bots act.
"""

from __future__ import annotations

import gc
import io
import random
import sys
from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit
from wsgiref.types import WSGIEnvironment
from zipfile import ZipFile

import msgspec
from flask import Flask, Response, request
from msgspec import Struct
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder

from companion.lab.players import STRENGTHS
from companion.rivals.process import Rivals
from companion.site.jar import Jar
from companion.site.mount import Mount
from companion.tables import Limits, TableError, Tables
from companion.tables.database import FILE, Database
from companion.tables.errors import StorageFailed
from companion.web.app import make_unserved_app, serve
from companion.web.assets import FOREVER, adopt
from companion.web.config import Config, MadeKit
from companion.web.widgets import Sprite

DRAWN = "drawn.msgpack"
"""The file of the signs, beside the packages."""
MADE = "kits.msgpack"
"""The file that lists the kits which the site offers."""
TEMPLATES = "compiled"
"""The folder of the templates, which a phone would take a second to compile."""
FACES = "/face/"
"""The addresses of faces begin so."""
PLAYERS = STRENGTHS
"""The bots: they choose within a moment, the strong one within some tenths of a second. A tap waits for that; the page
does not."""
FOLLOWED = 3
"""Redirects that are followed in a row."""
WHOLE = "return=representation"
"""The preference of a page that wants to see at once where an act leads (RFC 7240, 4.2)."""
SAFE = frozenset({"GET", "HEAD"})
PASSED = frozenset({"accept", "content-type", "if-none-match"})
"""Headers of the browser that reach the app."""


def served(address: str, kits: tuple[MadeKit, ...] = (), templates: Path | None = None) -> Config:
    """Returns the app's configuration for one device: no other phones, no press, no monitoring. `templates` is the
    folder of compiled templates."""
    return Config(
        address=address,
        guests=False,
        output=None,
        entrance="/#",
        kits_made=kits,
        templates=templates,
        rivals=PLAYERS,
    )


class JsBuffer(Protocol):
    """A typed array of JavaScript, as the runtime passes it."""

    def to_bytes(self) -> bytes:
        """Its bytes."""


class Answer(Struct, frozen=True):
    """An answer of the app."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes = b""


class Device:
    """The app (`make_unserved_app`) over the tables in `folder`. `address` is the site's, with a slash at its end;
    `languages` are the browser's, as in ``Accept-Language``. Raises `StorageFailed`, ``data_version``."""

    def __init__(self, app: Flask, folder: Path, address: str, languages: str) -> None:
        parts = urlsplit(address)
        database = Database(folder / FILE)
        self._tables = Tables(database, Limits(rivals=PLAYERS, threads=False))
        self._app = app
        serve(app, self._tables)
        self._rivals = Rivals(self._tables)
        self._jar = Jar(database)
        self._app.before_request(self._store_cookies)
        self._mount = Mount(parts.path)
        self._origin, self._languages = f"{parts.scheme}://{parts.netloc}", languages
        self._said = ""

    def exchange(
        self, method: str, target: str, headers: str, body: JsBuffer
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Calls `answer` for JavaScript. Returns status, headers and the body as a typed array; request headers come as
        JSON."""
        found = self.answer(method, target, msgspec.json.decode(headers, type=dict[str, str]), body.to_bytes())
        return found.status, found.headers, found.body

    def answer(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Answers a request for a path of the app, with its query. Who prefers `WHOLE` gets the page that a redirect
        leads to, and its address as ``Content-Location``: each request through the browser takes time."""
        given = {name.lower(): value for name, value in headers.items()}
        found = self._stored(method, target, given, body)
        if given.get("prefer") != WHOLE:
            return found
        for _ in range(FOLLOWED):
            where = next((value for name, value in found.headers if name.lower() == "location"), "")
            path = self._mount.within(where)
            if found.status != HTTPStatus.SEE_OTHER or path is None:
                return found
            there = self._stored("GET", path, {"accept": given.get("accept", "*/*")}, b"")
            found = Answer(there.status, [*there.headers, ("Content-Location", where)], there.body)
        return found

    def _stored(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Answer:
        found = self._answered(method, target, headers, body)
        try:
            self._jar.store()
        except StorageFailed:
            if method not in SAFE:
                # Only what is stored is acknowledged: asked again, the app refuses (`_store_cookies`).
                return self._answered(method, target, headers, body)
        return found

    def _answered(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Answer:
        status, said = "500", list[tuple[str, str]]()

        def start(code: str, sent: list[tuple[str, str]], _: object = None, /) -> Callable[[bytes], object]:
            nonlocal status
            status = code
            said[:] = sent
            return lambda _: None

        pieces = self._app(self._environ(method, target, headers, body), start)
        try:
            data = b"".join(pieces)
        finally:
            if hasattr(pieces, "close"):
                pieces.close()
        self._jar.take(value for name, value in said if name.lower() == "set-cookie")
        sent = self._mount.headers([(name, value) for name, value in said if name.lower() != "set-cookie"])
        html = any(name.lower() == "content-type" and value.startswith("text/html") for name, value in sent)
        return Answer(int(status[:3]), sent, self._mount.page(data) if html else data)

    def _store_cookies(self) -> None:
        """Stores cookies before an act, because they say who acts: else the phone would be another one next time."""
        if request.method not in SAFE:
            self._jar.store()

    def tend(self) -> bool:
        """Does what goes on between requests. Returns whether a bot has acted."""
        said, acted = "", 0
        try:
            self._tables.news.tend()
            acted = self._rivals.look()
        except TableError as error:
            said = f"tending: {error}"
        if said and said != self._said:
            print(said, file=sys.stderr)
        self._said = said
        return acted > 0

    def close(self) -> None:
        """Closes the database."""
        self._tables.close()

    def _environ(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> WSGIEnvironment:
        given = {name: value for name, value in headers.items() if name in PASSED}
        given |= {"cookie": self._jar.header, "accept-language": self._languages}
        if method not in SAFE:
            given["origin"] = self._origin  # the service worker takes requests of the site's own pages alone
        builder = EnvironBuilder(
            path=target,
            base_url=self._origin,
            method=method,
            headers=Headers(given),
            content_length=len(body),
            input_stream=io.BytesIO(body),
            environ_base={"REMOTE_ADDR": "127.0.0.1", "wsgi.multithread": False},
        )
        return builder.get_environ()


def prepare(folder: str, address: str) -> None:
    """Starts the app from its folder in a site, as far as it needs no tables: the browser may keep this memory, and
    `begin` goes on from there."""
    place = Path(folder)
    adopt(msgspec.msgpack.decode((place / DRAWN).read_bytes(), type=dict[str, Sprite]))
    kits = msgspec.msgpack.decode((place / MADE).read_bytes(), type=tuple[MadeKit, ...])
    app = make_unserved_app(served(address.rstrip("/"), kits, place / TEMPLATES))
    _serve_faces(app, place / "faces.zip")
    _prepared[:] = [(app, address)]
    gc.freeze()  # the collector would search all modules again, which takes as long as a tap
    gc.enable()


_prepared: list[tuple[Flask, str]] = []


def begin(folder: str, languages: str) -> Device:
    """Prepares the app with the tables in a folder."""
    random.seed()  # memory that was kept would throw the same dice
    ((app, address),) = _prepared
    return Device(app, Path(folder), address, languages)


def _serve_faces(app: Flask, archive: Path) -> None:
    """Answers requests for faces from an archive, because a phone has no press. No file of kept memory stays open."""
    names = frozenset(ZipFile(archive).namelist())

    @app.before_request
    def answer_face() -> Response | None:
        name = request.path.removeprefix(FACES)
        if not request.path.startswith(FACES) or name not in names:
            return None
        return Response(ZipFile(archive).read(name), mimetype="image/svg+xml", headers={"Cache-Control": FOREVER})
