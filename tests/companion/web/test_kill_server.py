"""`kill -9` of the served program and of its database, at random moments while phones play:
nothing acknowledged is lost, nothing is done twice, nobody was told what is gone later, and all comes back by itself.

    .venv/bin/python -m pytest -m slow -n 0 -s tests/companion/web/test_kill_server.py

kills a thousand times in some half an hour and prints how far it is.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path

import pytest
from played import MID_GAMES
from real_servers import WAIT, Guest, Listening, Postgres, Server, wait_until
from sqlalchemy import select

from companion.tables import schema as s
from companion.tables.database import Database
from companion.tables.log.fold import fold_all
from companion.tables.store import Store
from companion.tables.tokens import hashed, make_command_key

pytestmark = [pytest.mark.outside, pytest.mark.landing]

PHONES = 6
PAUSE = 0.02
"""Seconds between two taps of a phone, and before one is sent again that was not answered."""
ROUNDS_OF_A_TABLE = 20
"""Kills before the phones move on to new tables: each look at a log replays all of it."""
KILL_SECONDS = 20
"""Seconds between two kills of one of two servers."""
TOLD_EVERY = 50
"""Kills between two lines of progress."""
MOST = 100_000
AGAIN = (429, 502, 503)
"""What a phone answers by sending the same again."""


class Sitting:
    """Phones that tap and listen at new tables of the three games, whatever happens to the servers: what was not
    answered is sent again with its id, as pages do, to the next server."""

    def __init__(self, servers: Sequence[Server], seed: int) -> None:
        self._servers = servers
        self._seed = seed
        host = Guest(servers[0])
        self.token = host.token
        self.tables = {self._opened(host, number): number for number in range(len(MID_GAMES))}
        self.done: set[tuple[str, str]] = set()
        self.told: Counter[str] = Counter()
        self.answered: Counter[int] = Counter()
        self.wrong: list[str] = []
        self._over = threading.Event()
        codes = list(self.tables)
        self._threads = [threading.Thread(target=self._tap, args=(n, codes[n % len(codes)])) for n in range(PHONES)]
        self._threads += [threading.Thread(target=self._listen, args=(code,)) for code in codes]
        for thread in self._threads:
            thread.start()

    @staticmethod
    def _opened(host: Guest, number: int) -> str:
        played = MID_GAMES[number]
        code = host.open(game=played.game, cards="app")
        assert host.command(code, "position", do="position", position=played.position) == 303
        return code

    def _tap(self, number: int, code: str) -> None:
        rng = random.Random(self._seed * 1000 + number)
        act, undo = {"do": "act", "action": MID_GAMES[self.tables[code]].action}, {"do": "undo"}
        name = {"do": "name", "chair": 1, "name": "Mei"}
        guests = cycle([Guest(server, self.token) for server in self._servers])
        while not self._over.is_set():
            id = f"{number}-{rng.getrandbits(60):x}"
            check = {"do": "check", "zone": f"zone {id}"}  # a zone that nobody has checked, so this changes something
            command = rng.choice((act, act, undo, check, name))
            if (status := self._sent(guests, code, id, command)) == 303:
                self.done.add((code, stored(id, command)))
                self.answered[number] += 1
            elif status not in (409, None):
                self.wrong.append(f"{status} {code} {command}")
            self._over.wait(PAUSE)

    def _sent(self, guests: Iterator[Guest], code: str, id: str, command: dict[str, object]) -> int | None:
        """The status of the answer, whenever it comes. None: the phones go away before that."""
        while not self._over.is_set():
            try:
                status = next(guests).command(code, id, **command)
            except (OSError, http.client.HTTPException):
                status = AGAIN[0]
            if status not in AGAIN:
                return status
            self._over.wait(PAUSE)
        return None

    def _listen(self, code: str) -> None:
        servers = cycle(self._servers)
        while not self._over.is_set():
            try:
                stream = Listening(Guest(next(servers), self.token), code)
            except OSError:
                self._over.wait(PAUSE)
                continue
            with closing(stream):
                while not stream.ended and not self._over.wait(PAUSE):
                    self.told[code] = max(self.told[code], stream.told)

    def goes_on(self) -> None:
        """Every phone has another tap acknowledged, and every stream tells something newer."""
        answered, told = self.answered.copy(), self.told.copy()
        wait_until(
            lambda: (
                bool(self.wrong)
                or (
                    all(self.answered[n] > answered[n] for n in range(PHONES))
                    and all(self.told[code] > told[code] for code in self.tables)
                )
            ),
            lambda: f"phones {self.answered - answered}, streams {self.told - told}",
        )
        assert not self.wrong, self.wrong

    def close(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(WAIT)


class Logs:
    """The logs of a sitting, looked at again and again."""

    def __init__(self, where: str, sitting: Sitting) -> None:
        self._database = Database(where)
        self._sitting = sitting
        self._before: dict[str, list[tuple[object, ...]]] = {}

    def hold(self) -> None:
        """Every acknowledged tap was done once; what was there before, or was told, stays; all replays."""
        done, told = set(self._sitting.done), self._sitting.told.copy()
        store = Store(self._database)
        for code in self._sitting.tables:
            log = s.entry.c
            query = select(log.seq, log.body, log.at).where(log.code == code).order_by(log.seq)
            made = select(s.command.c.key).where(s.command.c.code == code)
            with self._database.reading() as connection:
                keys = set(connection.execute(made).scalars())
                rows = [tuple(row) for row in connection.execute(query)]
            phone = hashed(self._sitting.token)
            acknowledged = {make_command_key(phone, code, id) for where, id in done if where == code}
            assert acknowledged <= keys, f"acknowledged taps are lost: {len(acknowledged - keys)}"
            self._check_commands(code, len(rows))
            assert [row[0] for row in rows] == list(range(1, len(rows) + 1)), "the log has a gap"
            assert len(rows) >= told[code], "a phone was told of an entry that is gone"
            before = self._before.get(code, [])
            assert rows[: len(before)] == before, "an entry that was read is another one now"
            self._before[code] = rows
            assert fold_all(store.log(code, 0, MOST)).seq >= len(rows)

    def _check_commands(self, code: str, seq: int) -> None:
        """Every entry up to `seq` but the first is of one command, and no command is there twice."""
        made = select(s.command.c.first, s.command.c.last).where(s.command.c.code == code).order_by(s.command.c.first)
        with self._database.reading() as connection:
            entries = [entry for first, last in connection.execute(made) for entry in range(first, last + 1)]
        assert [entry for entry in entries if 1 < entry <= seq] == list(range(2, seq + 1)), "a tap was done twice"

    def close(self) -> None:
        self._database.close()


def stored(command_id: str, command: dict[str, object]) -> str:
    """The id in the log of a command that a form sent."""
    return f"{command_id}-{zlib.crc32(json.dumps(command).encode()):08x}-0"


def killed(server: Server, where: str, database: Postgres | None, kinds: str, rounds: int, seed: int) -> None:
    """Kills server or database (`kinds`: ``s``, ``d``, in turn) so many times under load, and looks at what is left."""
    rng, acknowledged, began = random.Random(seed), 0, time.monotonic()
    victims = cycle([server if kind == "s" else database for kind in kinds])
    with server:
        for first in range(0, rounds, ROUNDS_OF_A_TABLE):
            with closing(Sitting([server], seed * rounds + first)) as sitting, closing(Logs(where, sitting)) as logs:
                sitting.goes_on()
                for number in range(first + 1, min(rounds, first + ROUNDS_OF_A_TABLE) + 1):
                    time.sleep(rng.uniform(0.0, 0.25))
                    victim = next(victims)
                    victim.kill()
                    victim.start()
                    sitting.goes_on()
                    logs.hold()
                    if number % TOLD_EVERY == 0:
                        taps = acknowledged + len(sitting.done)
                        print(f"{where}: {number} kills in {time.monotonic() - began:.0f} s, {taps} taps, none lost")
                acknowledged += len(sitting.done)
    assert acknowledged >= PHONES * rounds


@pytest.mark.parametrize(("rounds", "seed"), [(2, 1), pytest.param(600, 3, marks=pytest.mark.slow)])
def test_killed_while_phones_play(tmp_path: Path, rounds: int, seed: int) -> None:
    killed(Server(tmp_path), str(tmp_path / "tables.sqlite3"), None, "s", rounds, seed)


@pytest.mark.parametrize(
    ("kinds", "rounds", "seed"), [("sd", 2, 2), *(pytest.param(kind, 200, 4, marks=pytest.mark.slow) for kind in "sd")]
)
def test_killed_on_postgresql(tmp_path: Path, database_server: Postgres, kinds: str, rounds: int, seed: int) -> None:
    url = database_server.new()
    killed(Server(tmp_path, "--database", url), url, database_server, kinds, rounds, seed)


@pytest.mark.slow
def test_one_of_two_servers_on_one_postgresql_is_killed_again_and_again(
    tmp_path: Path, database_server: Postgres
) -> None:
    url = database_server.new()
    servers = [Server(tmp_path, "--database", url) for _ in range(2)]
    with servers[0], servers[1], closing(Sitting(servers, 5)) as sitting, closing(Logs(url, sitting)) as logs:
        for number, victim in enumerate(islice(cycle(servers), 9), start=1):
            time.sleep(KILL_SECONDS)
            victim.kill()
            sitting.goes_on()
            victim.start()
            sitting.goes_on()
            logs.hold()
            print(f"two servers: {number} kills, {len(sitting.done)} taps acknowledged, none lost")
