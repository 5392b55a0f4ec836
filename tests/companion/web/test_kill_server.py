"""`kill -9` of the served program at random moments, while phones play: nothing acknowledged is lost, nothing is done
twice, and the tables go on."""

from __future__ import annotations

import http.client
import json
import random
import threading
import zlib
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from real_servers import WAIT, Guest, Postgres, Server
from sqlalchemy import select

from companion.tables import open_tables
from companion.tables import schema as s
from companion.tables.database import Database

TABLES = 3
PHONES = 6
COMMANDS = (
    {"do": "check", "zone": "city"},
    {"do": "act", "action": "coin B1"},
    {"do": "undo"},
    {"do": "name", "chair": 1, "name": "Mei"},
)
SAMPLE = (
    "hangzhou WBRY city: B1Wy A2Br1 A3Rr D3Yb E3Yr A5B "
    "market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 / r1 r1 p5 k6 W: c6 r1 B: c3 b1 R: c6 y1 Y: c4 y1"
)


class Tapping:
    """Phones that tap until the server is gone, and send what was not answered again to the next one."""

    def __init__(self, server: Server, tables: list[tuple[str, str]], seed: int) -> None:
        self._server = server
        self._tables = tables
        self._rng = [random.Random(seed * 1000 + number) for number in range(PHONES)]
        self._open: list[tuple[str, str, dict[str, object]] | None] = [None] * PHONES
        self.done: set[tuple[str, str]] = set()
        self.answered = threading.Event()
        self.ended: list[str] = []

    def until_gone(self) -> list[threading.Thread]:
        self.answered.clear()
        self.ended.clear()
        threads = [threading.Thread(target=self._tap, args=(number,), daemon=True) for number in range(PHONES)]
        for thread in threads:
            thread.start()
        return threads

    def _tap(self, number: int) -> None:
        rng = self._rng[number]
        code, token = self._tables[number % TABLES]
        guest = Guest(self._server, token)
        while True:
            command = rng.choice(COMMANDS)
            again = self._open[number] or (code, f"{number}-{rng.getrandbits(60):x}", command)
            self._open[number] = again
            try:
                status = guest.command(again[0], again[1], **again[2])
            except (OSError, http.client.HTTPException) as error:
                self.ended.append(repr(error))
                return
            if status not in (303, 409):
                self.ended.append(f"{status} {command}")
                return
            self._open[number] = None
            if status == 303:
                self.done.add((again[0], stored(again[1], again[2])))
                self.answered.set()


def stored(command_id: str, command: dict[str, object]) -> str:
    """The id in the log of a command that a form sent."""
    return f"{command_id}-{zlib.crc32(json.dumps(command).encode()):08x}-0"


def killed(server: Server, where: str, rounds: int, seed: int) -> int:
    """Kills the server so many times under load, and looks at what is left; how many taps were acknowledged."""
    rng = random.Random(seed)
    with server:
        hosts = [Guest(server) for _ in range(TABLES)]
        tables = [(host.open(), host.token) for host in hosts]
        for (code, _), host in zip(tables, hosts, strict=True):
            assert host.command(code, "position", do="position", position=SAMPLE) == 303
        tapping = Tapping(server, tables, seed)
        for _ in range(rounds):
            threads = tapping.until_gone()
            assert tapping.answered.wait(WAIT), tapping.ended
            threading.Event().wait(rng.uniform(0.0, 0.25))
            server.kill()
            for thread in threads:
                thread.join(WAIT)
            assert not [why for why in tapping.ended if why[:1].isdigit()], tapping.ended
            server.start()
            _holds(where, tapping, tables)
        for number, (code, _) in enumerate(tables):
            host = Guest(server, tables[number][1])
            before = host.seq(code)
            assert host.command(code, "goes-on", do="check", zone="city") == 303
            assert host.seq(code) == before + 1
    return len(tapping.done)


def _holds(where: str, tapping: Tapping, tables: list[tuple[str, str]]) -> None:
    """Every acknowledged tap is in the log, each id once, and the log replays to its end."""
    with closing(Database(where)) as database, database.reading() as connection:
        log = s.event.c
        rows = connection.execute(select(log.table, log.command_id, log.seq).order_by(log.table, log.seq)).all()
    ids = Counter((row.table, row.command_id) for row in rows if row.command_id is not None)
    assert tapping.done <= ids.keys(), "an acknowledged tap is lost"
    assert max(ids.values()) == 1, "a tap was done twice"
    with closing(open_tables(where)) as fresh:
        for code, _ in tables:
            numbers = [row.seq for row in rows if row.table == code]
            assert numbers == list(range(1, len(numbers) + 1)), "the log has a gap"
            assert fresh.view_for(code).seq >= numbers[-1]


def test_killed_while_phones_tap(tmp_path: Path) -> None:
    assert killed(Server(tmp_path), str(tmp_path / "tables.sqlite3"), rounds=3, seed=1) >= 3


def test_killed_with_two_workers_on_postgresql(tmp_path: Path, database_server: Postgres) -> None:
    url = database_server.new()
    assert killed(Server(tmp_path, "--database", url, "--workers", "2"), url, rounds=2, seed=2) >= 2


@pytest.mark.slow
def test_killed_two_hundred_times(tmp_path: Path) -> None:
    server = Server(tmp_path, "--workers", "2")
    assert killed(server, str(tmp_path / "tables.sqlite3"), rounds=200, seed=3) >= 200


@pytest.mark.slow
def test_killed_two_hundred_times_on_postgresql(tmp_path: Path, database_server: Postgres) -> None:
    url = database_server.new()
    assert killed(Server(tmp_path, "--database", url), url, rounds=200, seed=4) >= 200
