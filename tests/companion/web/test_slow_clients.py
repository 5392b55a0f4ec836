"""Clients that send slowly, or never go on: whoever looks at pages meanwhile notices nothing."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest
from real_servers import WAIT, Guest, Listening, Server, wait_until

pytestmark = pytest.mark.outside


def opened(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), WAIT)


def head(server: Server, line: str, *headers: str) -> bytes:
    own = [f"Host: 127.0.0.1:{server.port}", f"Origin: {server.base}"]
    return "\r\n".join([f"{line} HTTP/1.1", *own, *headers, "", ""]).encode()


def asked(server: Server, data: bytes) -> int:
    """The status of what comes; 0: the connection was closed without an answer."""
    got = b""
    with closing(opened(server)) as connection, suppress(ConnectionError):
        connection.sendall(data)
        while b"\r\n" not in got and (more := connection.recv(65536)):
            got += more
    return int(got[9:12] or 0)


FORM = "Content-Type: application/x-www-form-urlencoded"


@contextmanager
def trickling(server: Server, number: int) -> Iterator[list[socket.socket]]:
    """So many connections with bodies that have begun."""
    connections = []
    try:
        for _ in range(number):
            connections.append(opened(server))
            connections[-1].sendall(head(server, "POST /phone", FORM, "Content-Length: 100") + b"a")
        yield connections
    finally:
        for connection in connections:
            connection.close()


SILENT = 20
"""Seconds after which a connection without a request is closed, as docs/hosting.md has it."""
BODIES, STREAMS = 300, 200
"""Bodies that trickle and streams that are open while others look at pages."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("slow"), "--streams", str(STREAMS)) as running:
        yield running


def answers_pages(server: Server) -> None:
    for path in ("/healthz", "/", "/t/BCDFG"):
        assert Guest(server).ask("GET", path)[0] in (200, 404), path


@pytest.mark.landing
def test_pages_are_answered_while_bodies_trickle_and_all_streams_are_open(server: Server) -> None:
    host = Guest(server)
    code = host.open()
    with ExitStack() as leaving:
        streams = [Listening(host, code) for _ in range(STREAMS)]
        for stream in streams:
            leaving.callback(stream.close)
        wait_until(lambda: all(stream.lines for stream in streams), lambda: "not every stream is open")
        bodies = leaving.enter_context(trickling(server, BODIES))
        assert host.ask("GET", f"/t/{code}/stream")[0] == 503, "one more is told to ask instead"
        assert host.ask("GET", f"/t/{code}/since?after=0")[0] == 200
        for number in range(3):
            answers_pages(server)
            assert host.command(code, f"tap-{number}", do="check", zone="city") == 303
            newest = host.seq(code)
            for stream in streams:
                stream.wait(newest)
            for body in bodies:
                body.sendall(b"a")
    places = Guest(server, host.token)
    wait_until(lambda: is_free(places, code), lambda: "closed streams keep their places")


def is_free(guest: Guest, code: str) -> bool:
    """Is there a place for a stream?"""
    stream = Listening(guest, code)
    wait_until(lambda: stream.status > 0, lambda: "no answer")
    stream.close()
    return stream.status == 200


@pytest.mark.landing
def test_a_stopped_server_ends_its_streams_at_once(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        host = Guest(server)
        code = host.open()
        streams = [Listening(host, code) for _ in range(20)]
        wait_until(lambda: all(stream.lines for stream in streams), lambda: "not every stream is open")
        with trickling(server, 20):
            assert server.stop() == 0
        for stream in streams:
            stream.close()
    assert [file.name for file in tmp_path.iterdir()] == ["tables.sqlite3"], "all is in one file"


def test_a_body_that_is_too_large_is_not_waited_for(server: Server) -> None:
    assert asked(server, head(server, "POST /new/hangzhou", FORM, "Content-Length: 999999999")) == 413
    assert asked(server, head(server, "POST /new/hangzhou", FORM, "Content-Length: 70000") + b"a" * 70000) == 413


def test_heads_that_trickle_and_idle_connections_hold_nobody_up(server: Server) -> None:
    connections = [opened(server) for _ in range(1000)]
    for number, connection in enumerate(connections):
        if number % 2:
            connection.sendall(b"GET / HTTP/1.1\r\nHo")
    answers_pages(server)
    for connection in connections:
        connection.close()


@pytest.mark.landing
def test_silent_connections_are_closed(server: Server) -> None:
    """After `SILENT` seconds, whatever has come until then but a whole request."""
    beginnings = {
        "nothing": b"",
        "half a head": b"GET / HTTP/1.1\r\nHo",
        "a head that goes on": b"GET / HTTP/1.1\r\nX: ",
        "a request": head(server, "GET /healthz"),
        "a request, and half a head": head(server, "GET /healthz") + b"GET / HTTP/1.1\r\nHo",
        "half a body": head(server, "POST /phone", FORM, "Content-Length: 100") + b"a",
        "half a photograph": head(server, "POST /t/BCDFG/photo", FORM, "Content-Length: 6000000") + b"a",
        "half an import": head(server, "POST /import", FORM, "Content-Length: 6000000") + b"a",
    }
    connections = {name: opened(server) for name in beginnings}
    for name, sent in beginnings.items():
        connections[name].settimeout(0.5)
        connections[name].sendall(sent)
    began, closed = time.monotonic(), dict[str, float]()

    def all_are_closed() -> bool:
        for name in connections.keys() - closed.keys():
            if has_ended(connections[name]):
                closed[name] = time.monotonic() - began
        return closed.keys() == connections.keys()

    wait_until(all_are_closed, lambda: f"still open: {connections.keys() - closed.keys()}")
    assert closed["a request"] > SILENT / 2, "it is kept for the next request"
    for connection in connections.values():
        connection.close()


def has_ended(connection: socket.socket) -> bool:
    """Has the server closed it?"""
    try:
        return not connection.recv(65536)
    except TimeoutError:
        return False
    except OSError:
        return True
