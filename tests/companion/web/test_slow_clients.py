"""Clients that send slowly, or never go on: whoever looks at pages meanwhile notices nothing."""

from __future__ import annotations

import select
import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from raw import FORM, answer, asked, head, opened, trickling, unfinished
from real_servers import WAIT, Guest, Server

from companion.web.serving.bodies import PLACES, PLACES_OF_ONE
from companion.web.serving.server import IDLE

pytestmark = pytest.mark.outside

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


def test_a_kept_connection_outlasts_that_of_a_proxy() -> None:
    """nginx keeps one for 60 seconds: if we ended it earlier, a tap might be on its way into one that ends."""
    assert IDLE > 60


@pytest.mark.slow
def test_a_connection_is_there_after_a_minute(server: Server) -> None:
    with closing(opened(server)) as connection:
        for pause in (0, 31, 61):
            time.sleep(pause)
            connection.sendall(head(server, "GET /healthz"))
            assert answer(connection)[0] == 200, f"closed within {pause} seconds"
