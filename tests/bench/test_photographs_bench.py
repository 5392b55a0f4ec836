"""What a photograph of the table takes, from the phone’s request to its answer: alone, and four phones at once; and
what a tap takes meanwhile. Prints, never fails.

    .venv/bin/python -m pytest -m bench -n 0 -s tests/bench/test_photographs_bench.py

The pictures are as phones send them (2,000 pixels); the server is `companion serve` as it is started by hand.
"""

from __future__ import annotations

import http.client
import io
import statistics
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import city
import houses
import market
from camera import Level
from real_servers import Guest, Server
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from companion.tables import new_token

pytestmark = pytest.mark.bench
PHONES = 4
ROUNDS = 3
LEVEL = Level(tilt=(30, 37), width=(2000, 2000), ground="test")
MARKET = (
    "dunhuang 2 ring: interpreter soldier shepherd manichean princess painter trader maid "
    "market: 3 - * * * 8 * * camel: 2 A: c5 hand *x2 B: c3 hand * shop 6"
)
GAMES: dict[str, tuple[dict[str, str], str, str, Callable[[int], bytes]]] = {
    "hangzhou": ({"way": "merchants"}, "photo", "photograph", lambda seed: city.photograph(seed, LEVEL).jpeg),
    "xanadu": ({"way": "score"}, "photo/0", "photograph", lambda seed: houses.photograph(seed, LEVEL).jpeg),
    "dunhuang": ({"position": MARKET}, "check/photo", "photograph", lambda seed: market.photograph(seed, LEVEL).jpeg),
}
"""Of each game: how its table is opened, the page that takes photographs, what its form does, and a photograph."""


def sent(guest: Guest, path: str, does: str, photograph: bytes) -> float:
    """Seconds until the phone has what was read of it."""
    form = {"do": does, "photo": FileStorage(io.BytesIO(photograph), "a.jpg")}
    boundary, body = encode_multipart(form)
    headers = {"Cookie": f"phone={guest.token}", "Origin": guest.server.base}
    headers["Content-Type"] = f'multipart/form-data; boundary="{boundary}"'
    connection = http.client.HTTPConnection("127.0.0.1", guest.server.port, timeout=300)
    begun = time.perf_counter()
    connection.request("POST", path, body, headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    taken = time.perf_counter() - begun
    connection.close()
    assert answer.status == 200, text[-2_000:]
    return taken


def tapped(guest: Guest, code: str) -> float:
    """Seconds of a tap that the log takes down."""
    begun = time.perf_counter()
    assert guest.command(code, new_token(), do="check") == 303
    return time.perf_counter() - begun


@pytest.mark.parametrize("game", GAMES)
def test_photographs(game: str, tmp_path: Path) -> None:
    fields, page, does, taken = GAMES[game]
    photographs = [taken(70_000_000 + number) for number in range(PHONES)]
    with Server(tmp_path) as server:
        guests = [Guest(server) for _ in range(PHONES)]
        codes = [guest.open(game=game, **fields) for guest in guests]
        tapper = Guest(server)
        other = tapper.open(way="merchants")
        paths = [f"/t/{code}/{page}" for code in codes]
        sent(guests[0], paths[0], does, photographs[0])  # draws the faces that are compared with, once for all
        alone = [sent(guests[n], paths[n], does, photographs[n]) for n in range(PHONES)]
        quiet = [tapped(tapper, other) for _ in range(20)]
        together, busy = [], []
        for _ in range(ROUNDS):
            threads = [
                threading.Thread(target=lambda n=n: together.append(sent(guests[n], paths[n], does, photographs[n])))
                for n in range(PHONES)
            ]
            for thread in threads:
                thread.start()
            while any(thread.is_alive() for thread in threads):
                busy.append(tapped(tapper, other))
                time.sleep(0.05)
    print(f"\n  {game}: {'median':>24} {'worst':>8} s")
    for name, times in (
        ("alone", alone),
        (f"{PHONES} phones at once", together),
        ("a tap", quiet),
        ("a tap meanwhile", busy),
    ):
        print(f"  {name:24} {statistics.median(times):8.3f} {max(times):8.3f}")
