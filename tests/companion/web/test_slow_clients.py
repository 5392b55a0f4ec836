"""Clients that send slowly, or never go on: whoever looks at pages meanwhile notices nothing."""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from raw import FORM, answer, asked, head, opened, trickling, unfinished
from real_servers import WAIT, Guest, Server

from companion.web.serving.bodies import PLACES, PLACES_OF_ONE

pytestmark = pytest.mark.outside

SILENT = 20
"""Seconds after which a connection without a request is closed, as docs/hosting.md has it."""
MANY = 560
HERE = ["127.0.0.1"] * MANY


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("slow"), "--workers", "1", "--proxy", "1") as running:
        yield running


def answers_pages(server: Server) -> None:
    for path in ("/healthz", "/", "/t/BCDFG"):
        assert Guest(server).ask("GET", path)[0] in (200, 404), path


@pytest.mark.landing
def test_http_2_is_not_spoken(server: Server) -> None:
    """Each unfinished POST held a thread, and one connection could have a hundred of them."""
    connections = [opened(server) for _ in range(6)]
    for connection in connections:
        connection.sendall(unfinished(190))
    answers_pages(server)
    for connection in connections:
        assert answer(connection)[0] in (0, 400)
        connection.close()
    answers_pages(server)


@pytest.mark.slow
def test_pages_are_answered_while_hundreds_of_bodies_trickle(server: Server) -> None:
    with trickling(server, HERE) as connections:
        answers_pages(server)
        found = [answer(connection) for connection in connections]
        refused = [headers for status, headers in found if status == 503]
        late = [headers for status, headers in found if status == 408]
        assert len(late) == PLACES, "so many have a place, and ten seconds"
        assert len(refused) == MANY - PLACES
        assert all(int(headers["retry-after"]) > 0 and headers["connection"] == "close" for headers in refused)
        answers_pages(server)
    assert Guest(server).open(), "the places are free again"


def test_one_address_cannot_take_all_places(server: Server) -> None:
    many = ["203.0.113.7"] * 20
    with trickling(server, ["198.51.100.1", *many]) as connections:
        waiting, _, _ = select.select(connections, [], [], WAIT)
        end = time.monotonic() + WAIT
        while len(waiting) < len(many) - PLACES_OF_ONE and time.monotonic() < end:
            time.sleep(0.1)
            waiting, _, _ = select.select(connections, [], [], 0)
        assert {answer(connection)[0] for connection in waiting} == {503}
        assert len(waiting) == len(many) - PLACES_OF_ONE
        assert connections[0] not in waiting, "another address has places of its own"


def test_a_body_that_comes_in_pieces_in_time_is_read(server: Server) -> None:
    body = b"way=follow&command_id=in-pieces"
    with closing(opened(server)) as connection:
        connection.sendall(head(server, "POST /new/hangzhou", FORM, f"Content-Length: {len(body)}"))
        for place in range(0, len(body), 8):
            connection.sendall(body[place : place + 8])
            time.sleep(0.3)
        assert answer(connection)[0] == 303


def test_a_body_that_breaks_off_does_nothing(server: Server) -> None:
    with closing(opened(server)) as connection:
        said = b"way=follow&command_id=broken-off"
        connection.sendall(head(server, "POST /new/hangzhou", FORM, f"Content-Length: {len(said) + 5}") + said)
        time.sleep(0.2)
    answers_pages(server)


def test_whoever_asks_first_is_told_to_go_on(server: Server) -> None:
    with closing(opened(server)) as connection:
        length = "Content-Length: 29"
        connection.sendall(head(server, "POST /new/hangzhou", FORM, length, "Expect: 100-continue"))
        assert answer(connection)[0] == 100
        connection.sendall(b"way=follow&command_id=expects")
        assert answer(connection)[0] == 303


def test_a_body_of_unknown_length_is_refused(server: Server) -> None:
    sent = head(server, "POST /new/hangzhou", FORM, "Transfer-Encoding: chunked") + b"3\r\nway\r\n0\r\n\r\n"
    assert asked(server, sent)[0] == 411


def test_a_body_that_is_too_large_is_not_waited_for(server: Server) -> None:
    began = time.monotonic()
    status, _ = asked(server, head(server, "POST /new/hangzhou", FORM, "Content-Length: 999999999"))
    assert status == 413 and time.monotonic() - began < 10


def test_heads_that_trickle_and_idle_connections_hold_nobody_up(server: Server) -> None:
    connections = [opened(server) for _ in range(1000)]
    for number, connection in enumerate(connections):
        if number % 2:
            connection.sendall(b"GET / HTTP/1.1\r\nHo")
    answers_pages(server)
    for connection in connections:
        connection.close()


def test_a_connection_is_kept_for_the_next_request(server: Server) -> None:
    with closing(opened(server)) as connection:
        for method, path in (("GET", "/healthz"), ("HEAD", "/"), ("GET", "/healthz")):
            connection.sendall(head(server, f"{method} {path}"))
            assert answer(connection)[0] == 200


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
    while len(closed) < len(connections) and time.monotonic() - began < 2 * SILENT:
        for name in connections.keys() - closed.keys():
            if has_ended(connections[name], goes_on=name not in ("nothing", "a request")):
                closed[name] = time.monotonic() - began
    assert closed.keys() == connections.keys()
    assert closed["a request"] > SILENT / 2, "it is kept for the next request"
    for connection in connections.values():
        connection.close()


def has_ended(connection: socket.socket, *, goes_on: bool) -> bool:
    """Has the server closed it? Another byte is sent if it `goes_on`."""
    try:
        if goes_on:
            connection.sendall(b"a")
        return not connection.recv(65536)
    except TimeoutError:
        return False
    except OSError:
        return True
