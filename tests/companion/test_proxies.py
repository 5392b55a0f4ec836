"""The example proxies before a server: TLS, what they bound, and that phones with older cookies keep their seats."""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType

import pytest
from proxies import FILES, PROXIES, WAIT, Proxy, free_port, needs, running

from companion.tables import NameSeat, Settings, TakeSeat, new_command_id, new_token, open_tables
from companion.web.config import SECURE
from companion.web.serve import IDLE_BEHIND_PROXY

pytestmark = [pytest.mark.outside, pytest.mark.landing]

PHOTOGRAPH = 25 << 20
"""Bytes that proxies and the server take at most, as docs/hosting.md has it."""
BOTH = [pytest.param("nginx", marks=needs("nginx", "openssl")), pytest.param("caddy", marks=needs("caddy"))]


class Echo(BaseHTTPRequestHandler):
    """Answers with what came through; streams stay open until their phone goes."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._answer(0)

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", "0"))
        self._answer(len(self.rfile.read(length)))

    def _answer(self, size: int) -> None:
        if self.path.endswith("/stream"):
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            with suppress(OSError):
                while True:
                    self.wfile.write(b": here\n\n")
                    time.sleep(0.2)
            return
        told = {"version": self.request_version, "size": size, "headers": dict(self.headers)}
        body = json.dumps(told).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Tests are quiet."""


class Echoes(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_: object) -> None:
        """A proxy that gives a request up is what is tried here."""


@contextmanager
def before_echo(kind: str, folder: Path, shorter: Mapping[str, str] = MappingProxyType({})) -> Iterator[Proxy]:
    """A proxy before a server that tells what came through."""
    with Echoes(("127.0.0.1", 0), Echo) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        with PROXIES[kind](folder / kind, server.server_address[1], shorter) as proxy:
            yield proxy
        server.shutdown()


@pytest.mark.parametrize("kind", BOTH)
def test_browsers_get_http2_and_the_server_http1(kind: str, tmp_path: Path) -> None:
    with before_echo(kind, tmp_path) as proxy:
        line = proxy.line(("h2", "http/1.1"))
        assert line.selected_alpn_protocol() == "h2"
        line.close()
        status, headers, body = proxy.ask("GET", "/")
        assert status == 200 and json.loads(body)["version"] == "HTTP/1.1"
        assert int(headers["Strict-Transport-Security"].removeprefix("max-age=")) >= 31536000


@pytest.mark.parametrize("kind", BOTH)
def test_no_guest_says_who_or_where_he_is(kind: str, tmp_path: Path) -> None:
    claimed = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http"}
    with before_echo(kind, tmp_path) as proxy:
        came = json.loads(proxy.ask("GET", "/", headers=claimed)[2])["headers"]
    assert came["X-Forwarded-For"] == "127.0.0.1" and came["X-Forwarded-Proto"] == "https"
    assert came["X-Forwarded-Host"] == came["Host"] == f"{proxy.name}:{proxy.port}"


@pytest.mark.parametrize("kind", BOTH)
def test_photographs_and_exports_pass_and_what_is_too_large_does_not(kind: str, tmp_path: Path) -> None:
    photo = "/t/BCDFG/photo"
    with before_echo(kind, tmp_path) as proxy:
        photos = (photo, 6_000_000), (f"{photo}/dice", PHOTOGRAPH), ("/t/BCDFG/check/photo", PHOTOGRAPH)
        for path, size in (*photos, ("/import", PHOTOGRAPH)):
            status, _, body = proxy.ask("POST", path, bytes(size))
            assert status == 200 and json.loads(body)["size"] == size
        for path, size in (("/import", PHOTOGRAPH + 1), (photo, PHOTOGRAPH + 1)):
            asked = proxy.connection()
            asked.putrequest("POST", path)
            asked.putheader("Content-Length", str(size))
            asked.endheaders()
            if kind == "caddy":  # it counts what comes
                with suppress(OSError):
                    asked.send(bytes(size))
            answer = asked.getresponse()
            assert answer.status == 413 or (kind == "caddy" and answer.status == 502), path
            asked.close()


@pytest.mark.parametrize(
    ("kind", "bound"),
    [
        pytest.param("nginx", {"client_body_timeout 10s": "client_body_timeout 1s"}, marks=needs("nginx", "openssl")),
        pytest.param("caddy", {"read_body 2m": "read_body 1s"}, marks=needs("caddy")),
    ],
)
def test_a_body_that_does_not_come_is_not_waited_for_and_a_stream_may_be_long(
    kind: str, bound: dict[str, str], tmp_path: Path
) -> None:
    with before_echo(kind, tmp_path, bound) as proxy:
        stream = proxy.connection()
        stream.request("GET", "/t/ABCDE/stream")
        told = stream.getresponse()
        began = time.monotonic()
        slow = proxy.connection()
        slow.putrequest("POST", "/phone")
        slow.putheader("Content-Length", "100")
        slow.endheaders(b"x")
        try:
            answered = slow.getresponse().status
        except OSError:  # cut off without a word is a bound as well
            answered = 408
        assert answered in (408, 502, 504) and time.monotonic() - began < WAIT
        while time.monotonic() - began < 3:
            assert told.readline(), "the stream ended with the patience for bodies"
        stream.close()


@needs("nginx", "openssl")
def test_one_address_has_so_many_connections_and_no_more(tmp_path: Path) -> None:
    with before_echo("nginx", tmp_path, {"silkroad_guests 256": "silkroad_guests 3"}) as proxy:
        streams = [proxy.connection() for _ in range(3)]
        for stream in streams:
            stream.request("GET", "/t/ABCDE/stream")
            assert stream.getresponse().status == 200
        assert proxy.ask("GET", "/")[0] == 429
        streams.pop().close()
        end = time.monotonic() + WAIT
        while (status := proxy.ask("GET", "/")[0]) != 200 and time.monotonic() < end:
            time.sleep(0.1)
        assert status == 200
        for stream in streams:
            stream.close()


@needs("nginx", "openssl")
def test_another_name_is_not_answered(tmp_path: Path) -> None:
    with before_echo("nginx", tmp_path) as proxy, pytest.raises(OSError, match="unrecognized"):
        Proxy("evil.example", proxy.port, proxy.trusted).line()


@pytest.mark.parametrize("kind", BOTH)
def test_the_companion_behind_it(kind: str, tmp_path: Path) -> None:
    server, data = free_port(), tmp_path / "data"
    serve = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(server), "--proxy", "1"]
    with ExitStack() as stack:
        proxy = stack.enter_context(PROXIES[kind](tmp_path / kind, server, {}))
        stack.enter_context(running(server, [*serve, "--address", proxy.origin, "--data", str(data)]))
        status, headers, _ = proxy.ask("GET", "/")
        assert status == 200 and headers["Set-Cookie"].startswith(SECURE) and "Secure" in headers["Set-Cookie"]
        form = {"Origin": proxy.origin, "Content-Type": "application/x-www-form-urlencoded"}
        assert proxy.ask("POST", "/phone", b"language=es", form)[0] == 303, "a form of this very page is taken"
        assert proxy.ask("GET", "/metrics")[0] == 403
        photographs_pass(data, proxy, server)
        stream_passes_at_once(data, proxy)
        a_phone_keeps_its_seat(data, proxy)


def photographs_pass(data: Path, proxy: Proxy, server: int) -> None:
    """The server takes what the proxy lets through, and no more."""
    tables, token = open_tables(data / "tables.sqlite3"), new_token()
    code = tables.open("hangzhou", token, settings=Settings(way="merchants"))
    tables.command(code, token, TakeSeat(0, "Ana"), command_id=new_command_id())
    tables.close()
    photo = {
        "Origin": proxy.origin,
        "Cookie": f"{SECURE}phone={token}",
        "Content-Type": "multipart/form-data; boundary=edge",
    }
    for size in (6_000_000, 25_000_000):
        status, _, page = proxy.ask("POST", f"/t/{code}/photo", photograph(size), photo)
        assert status == 409 and b"photo" in page, "it says what is wrong with the picture"
    own = {**photo, "X-Forwarded-Proto": "https", "Host": proxy.origin.removeprefix("https://")}
    assert status_of(server, f"/t/{code}/photo", photograph(PHOTOGRAPH + 1), own) == 413


def photograph(size: int) -> bytes:
    """A form with a picture that nothing can be read of, so large in all."""
    head = (
        b'--edge\r\nContent-Disposition: form-data; name="do"\r\n\r\nphotograph\r\n--edge\r\n'
        b'Content-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    )
    end = b"\r\n--edge--\r\n"
    return head + bytes(size - len(head) - len(end)) + end


def status_of(server: int, path: str, body: bytes, headers: Mapping[str, str]) -> int:
    """The server's own answer to what a proxy would refuse."""
    asked = HTTPConnection("127.0.0.1", server, timeout=WAIT)
    with suppress(OSError):  # it may answer before it has all
        asked.request("POST", path, body, dict(headers))
    status = asked.getresponse().status
    asked.close()
    return status


@pytest.mark.parametrize("kind", BOTH)
def test_idle_connections_to_the_server_end_before_it_closes_them(kind: str) -> None:
    """Else a tap might be sent into one that is just being closed."""
    if kind == "caddy":
        found = re.search(r"keepalive (\d+)s", (FILES / "Caddyfile").read_text("utf-8"))
        assert found is not None and int(found[1]) < IDLE_BEHIND_PROXY
    else:
        upstream = (FILES / "nginx.conf").read_text("utf-8").partition("server {")[0]
        assert "keepalive 32" in upstream and "keepalive_timeout" not in upstream, "60 s, as nginx has it by itself"
        assert IDLE_BEHIND_PROXY > 60


def stream_passes_at_once(data: Path, proxy: Proxy) -> None:
    """An entry that is made while a phone listens reaches it long before the next heartbeat."""
    tables, token = open_tables(data / "tables.sqlite3"), new_token()
    code = tables.open("hangzhou", token)
    tables.command(code, token, TakeSeat(0, "Ana"), command_id=new_command_id())
    asked = proxy.connection()
    asked.request("GET", f"/t/{code}/stream", headers={"Last-Event-ID": "2"})
    answer = asked.getresponse()
    assert answer.status == 200 and answer.readline().startswith(b"retry:")
    tables.command(code, token, NameSeat(0, "Ana"), command_id=new_command_id())
    while not (line := answer.readline()).startswith(b"event: moved"):
        assert line and not line.startswith(b":"), "it came with the next heartbeat only"
    asked.close()
    tables.close()


def a_phone_keeps_its_seat(data: Path, proxy: Proxy) -> None:
    """Its cookie is the one for https."""
    tables, token = open_tables(data / "tables.sqlite3"), new_token()
    code = tables.open("dunhuang", token)
    tables.command(code, token, TakeSeat(0, "Ana"), command_id=new_command_id())
    status, headers, page = proxy.ask("GET", f"/t/{code}", headers={"Cookie": f"{SECURE}phone={token}"})
    assert status == 200 and b"Sit here" not in page.split(b"Mei")[0] and "Set-Cookie" not in headers
    tables.close()
