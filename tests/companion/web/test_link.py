"""A link that dies without a word, as in a house with thick walls: what a phone shows then, and once it is back."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlencode, urlsplit

import pytest
from browsers import Phone
from playwright.sync_api import Browser

pytestmark = [pytest.mark.outside, pytest.mark.landing]

MERCHANTS = (
    "hangzhou WB city: B1Wb D2Wy1 B2Br1 D4Bg A3B E2Wr2 C4Br merchants: C2 D3 C5 A4 "
    "market: y2 b1 p5 k6 / r2 b1 y1 p4 / g5 r3 y2 g4 / b1 r1 p5 o6 W: c7 b1 r1 B: c5 b1 y1 now: move orange"
)
AWAY = 8.0
"""Seconds without a link: what is asked again and again is asked more seldom by then."""
SOON = 2.0
"""Seconds in which a phone that has a link again shows what is on: one until it has looked for it, one for the page. On
a slow machine, the time in which a page could be fetched ten times."""


class Wall:
    """Hands on what goes to a server. While it is `closed`, nothing comes through and nothing says so: what is open
    stays open, and what is new waits."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open = threading.Event()
        self._open.set()
        self._sockets: list[socket.socket] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._open.clear()

    def open(self) -> None:
        """New links come through. The old ones are gone for good: the phone has another address now."""
        for one in self._sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self._sockets.clear()
        self._open.set()

    def end(self) -> None:
        self.open()
        self._server.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._server.accept()
                far = socket.create_connection(("127.0.0.1", self._port))
                self._sockets += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._hand_on, args=(one, other), daemon=True).start()

    def _hand_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if not self._open.wait(60):
                    return
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def wall(address: str) -> Iterator[Wall]:
    wall = Wall(urlsplit(address).port or 0)
    yield wall
    wall.end()


def test_a_phone_behind_a_wall_says_so_and_shows_what_is_on_once_it_is_back(
    browser: Browser, address: str, wall: Wall
) -> None:
    """Mei's, while the merchants move: the table has told of two trades meanwhile, and not of what comes."""
    ana, mei = Phone(browser), Phone(browser, (390, 664))
    ana.open(f"{address}/new/hangzhou?{urlencode({'position': MERCHANTS})}")
    ana.page.fill("#name", "Ana")
    ana.page.click("#open")
    ana.page.wait_for_url("**/t/*")
    mei.open(f"http://127.0.0.1:{wall.port}{urlsplit(ana.page.url).path}")
    mei.page.fill("#name", "Mei")
    mei.tap("#chair-1")
    ana.page.wait_for_selector("#act[data-beat='12']")
    mei.page.wait_for_selector("#act[data-beat='12']")
    wall.close()
    closed, seq = time.monotonic(), mei.seq
    while (ana.page.locator("#act").get_attribute("data-beat") or "") < "32":
        ana.tap("#thumb .key--go")
    mei.page.wait_for_selector("#gone")
    mei.page.wait_for_timeout(1000 * max(0.0, AWAY - (time.monotonic() - closed)))
    assert mei.seq == seq
    begin = time.monotonic()
    ana.page.reload()
    fetched = time.monotonic() - begin
    wall.open()
    begin = time.monotonic()
    mei.page.wait_for_selector("#act[data-beat='32']")
    assert time.monotonic() - begin < max(SOON, 10 * fetched)
    mei.page.wait_for_selector("#slept-card")
    says = mei.page.inner_text("#slept-card")
    assert "Orange moves" in says and "Green moves" in says and "Purple moves" not in says
    assert not mei.page.locator("#gone").count()
    ana.close()
    mei.close()
