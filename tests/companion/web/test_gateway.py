"""What the app is told of requests, large answers, and places that nobody takes all of."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask, Request, Response, request
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from paperless import begun

from companion.tables import Tables
from companion.web import Config, create_app
from companion.web.http.places import Places
from companion.web.serving.environ import client_of, environ_of
from companion.web.serving.gateway import LARGE, Gateway


class Headers:
    """As granian has them: every line of the head, in order."""

    def __init__(self, *lines: tuple[str, str]) -> None:
        self._lines = lines

    def items(self) -> list[tuple[str, str]]:
        return list(self._lines)

    def get_all(self, name: str) -> list[str]:
        return [value for own, value in self._lines if own == name]

    def get(self, name: str) -> str | None:
        return next(iter(self.get_all(name)), None)

    def __contains__(self, name: str) -> bool:
        return any(own == name for own, _ in self._lines)


class Scope(Struct):
    headers: Any = Headers()
    method: str = "GET"
    path: str = "/"
    query_string: str = ""
    client: str = "203.0.113.7:4711"
    server: str = "192.0.2.1:8000"
    scheme: str = "http"


class Proto:
    """One request of granian's, whose client goes away when it and the others that ask at once have their answers."""

    def __init__(self, all_at_once: list[Proto]) -> None:
        self.all_at_once = all_at_once
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""
        self.file = Path()

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.status, self.headers, self.body = status, dict(headers), body

    def response_empty(self, status: int, headers: list[tuple[str, str]]) -> None:
        self.response_bytes(status, headers, b"")

    def response_file(self, status: int, headers: list[tuple[str, str]], file: str) -> None:
        self.file = Path(file)
        self.response_bytes(status, headers, self.file.read_bytes())

    async def client_disconnect(self) -> None:
        while not all(one.status for one in self.all_at_once):
            await asyncio.sleep(0.01)


@given(st.text(st.characters(exclude_categories=["C"], exclude_characters="&=+;%#")))
def test_a_query_is_read_whether_it_is_percent_encoded_or_not(said: str) -> None:
    for query in (said, quote(said)):
        assert Request(environ_of(Scope(query_string=f"x={query}"), None)).args["x"] == said


def test_the_app_sees_a_head_as_it_was_sent() -> None:
    lines = (("host", "a"), ("host", "b"), ("cookie", "x=1"), ("cookie", "y=2"), ("content-type", "text/plain"))
    found = environ_of(
        Scope(Headers(*lines, ("x_forwarded_for", "198.51.100.1")), path="/a/é", query_string="q=%C3"), None
    )
    assert found["HTTP_HOST"] == "a,b", "said twice is seen, and can be refused"
    assert found["HTTP_COOKIE"] == "x=1; y=2"
    assert found["CONTENT_TYPE"] == "text/plain"
    assert found["PATH_INFO"] == "/a/Ã©" and found["QUERY_STRING"] == "q=%C3"
    assert found["REMOTE_ADDR"] == "203.0.113.7" and found["SERVER_PORT"] == "8000"
    assert "HTTP_X_FORWARDED_FOR" not in found, "an underscore passes for no hyphen"


def test_who_asks_is_what_the_trusted_proxies_say() -> None:
    said = Scope(Headers(("x-forwarded-for", "spoofed, 198.51.100.1"), ("x-forwarded-for", "10.0.0.1")))
    assert client_of(said, 0) == "203.0.113.7"
    assert client_of(said, 1) == "10.0.0.1"
    assert client_of(said, 2) == "198.51.100.1"
    assert client_of(Scope(), 1) == "203.0.113.7"
    assert client_of(Scope(client="[2001:db8::1]:4711"), 0) == "2001:db8::1"


@pytest.fixture
def plain() -> Flask:
    app = Flask(__name__)

    @app.get("/large")
    def large() -> Response:
        def pieces() -> Iterator[bytes]:
            for _ in range(3 * LARGE // 1000):
                yield b"x" * 1000

        return Response(pieces())

    @app.get("/wrong")
    def wrong() -> Response:
        return Response("", headers={"X-Wrong": b"a"})  # type: ignore[dict-item]  # as a slip of ours would be

    @app.get("/who")
    def who() -> str:
        return str(request.remote_addr)

    return app


def answered(app: Flask, folder: Path, monkeypatch: pytest.MonkeyPatch, *paths: str) -> list[Proto]:
    """What each request was answered, all at once."""
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    gateway = Gateway(app, Config(), folder, lambda: None)
    found: list[Proto] = []
    found.extend(Proto(found) for _ in paths)

    async def ask() -> None:
        gateway.__rsgi_init__(asyncio.get_running_loop())
        await asyncio.gather(*(gateway.__rsgi__(Scope(path=path), p) for path, p in zip(paths, found, strict=True)))

    with ThreadPoolExecutor(1) as elsewhere:  # a browser's loop may run in this thread
        elsewhere.submit(asyncio.run, ask()).result()
    return found


def test_large_answers_are_fetched_from_a_file(plain: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their clients may be slow: no thread waits for them, and no memory holds what they have not taken."""
    (found,) = answered(plain, tmp_path, monkeypatch, "/large")
    assert found.status == 200 and len(found.body) == 3 * LARGE // 1000 * 1000
    assert found.file.parent == tmp_path and found.headers["Connection"] == "close"
    assert not list(tmp_path.glob("answer-*")), "deleted when the client is gone"


def test_one_address_fetches_some_large_answers_at_once(
    plain: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = answered(plain, tmp_path, monkeypatch, *["/large"] * 12, "/who")
    assert sorted(one.status for one in found) == [200] * 9 + [503] * 4
    assert found[-1].body == b"203.0.113.7"
    assert not list(tmp_path.glob("answer-*"))


def test_a_failing_app_is_answered_for(plain: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain.wsgi_app = lambda environ, start: 1 / 0  # type: ignore[method-assign,assignment]  # as a broken middleware
    assert answered(plain, tmp_path, monkeypatch, "/who")[0].status == 500


def test_no_address_and_no_site_takes_all_places() -> None:
    places = Places(100, 8)
    assert sum(places.take("198.51.100.1") for _ in range(20)) == 8
    assert sum(places.take("2001:db8:1:1::1") for _ in range(20)) == 8, "a household: /64"
    assert sum(places.take("2001:db8:1:1::2") for _ in range(20)) == 0
    assert sum(places.take(f"2001:db8:1:{n:x}::1") for n in range(2, 50)) == 8, "a site: /48, twice as many"
    assert places.take("2001:db8:2:1::1"), "another site"
    places.leave("2001:db8:1:1::1")
    assert places.take("2001:db8:1:77::1")
    assert not places.take("2001:db8:1:78::1")


def test_this_machine_is_bounded_only_with_all() -> None:
    places = Places(10, 2)
    assert sum(places.take("::1") for _ in range(4)) == 4
    assert sum(places.take("127.0.0.1") for _ in range(20)) == 6


def test_one_guest_cannot_take_all_streams(tables: Tables) -> None:
    app = create_app(tables, Config(streams=12, phones=2))
    table, (ana, mei) = begun(app, ("Ana", "Mei"))

    def stream(phone: Any, address: str) -> Any:
        return phone.client.get(f"{table}/stream", buffered=False, environ_base={"REMOTE_ADDR": address})

    guest = [stream(mei, "198.51.100.1") for _ in range(8)]
    assert [one.status_code for one in guest] == [200] * 4 + [503] * 4
    other = stream(ana, "198.51.100.2")
    assert other.status_code == 200
    for one in (*guest, other):
        one.close()
    again = stream(mei, "198.51.100.1")
    assert again.status_code == 200, "places are given back"
    again.close()
