"""What printing from the page costs, and whether phones notice: `make bench` prints the figures."""

from __future__ import annotations

import time
from pathlib import Path
from urllib.parse import urlencode

import pytest
from browsers import server
from load_client import Answer, Connection

pytestmark = pytest.mark.bench
ASKED = 200
FORM = {"language": "en", "paper": "a4", "backs": "long-edge", "ink": "full", "address": "http://10.0.0.7:8000"}


def location(answer: Answer) -> str:
    assert answer.status == 303, answer.head
    return next(line[9:].strip() for line in answer.head.splitlines() if line.lower().startswith("location:"))


def pages(phone: Connection, table: str) -> str:
    """How long a table's page takes, asked for twenty times a second."""
    took = []
    for _ in range(ASKED):
        begun = time.perf_counter()
        assert phone.ask("GET", table).status == 200
        took.append((time.perf_counter() - begun) * 1000)
        time.sleep(0.05)
    took.sort()
    return f"median {took[ASKED // 2]:6.1f}   p95 {took[int(ASKED * 0.95)]:6.1f}   most {took[-1]:6.1f} ms"


def test_phones_are_answered_while_the_press_works(tmp_path: Path) -> None:
    with server(tmp_path / "data") as address:
        phone = Connection("127.0.0.1", int(address.rpartition(":")[2]))
        table = location(phone.ask("POST", "/new/hangzhou", b"way=follow&players=2&command_id=a"))
        assert phone.ask("GET", table).status == 200
        print(f"\na table's page, nobody prints:   {pages(phone, table)}")
        orders = [
            location(phone.ask("POST", "/print", urlencode(FORM | {"game": "xanadu", "paper": paper}).encode()))
            for paper in ("a4", "letter", "a3", "tabloid")
        ]
        print(f"a table's page, the press works: {pages(phone, table)}")
        while phone.ask("GET", f"{orders[-1]}/kit.zip").status != 200:
            time.sleep(0.2)
        order = location(phone.ask("POST", "/print", urlencode(FORM | {"game": "hangzhou"}).encode()))
        begun = time.perf_counter()
        while phone.ask("GET", f"{order}/kit.zip").status != 200:
            time.sleep(0.05)
        print(f"Hangzhou, from the tap to the download: {time.perf_counter() - begun:5.1f} s")
        for name in ("first picture", "the same again"):
            begun = time.perf_counter()
            assert phone.ask("GET", "/print/picture.png?game=dunhuang&backs=gutterfold").status == 200
            print(f"{name}: {time.perf_counter() - begun:.2f} s")
