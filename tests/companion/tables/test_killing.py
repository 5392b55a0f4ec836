"""`kill -9` under load: nothing that was acknowledged is lost, nothing is done twice, every table goes on."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest
from party import NAMES, Party
from sqlalchemy import select

from companion.engine import Seat
from companion.tables import Check, View, open_tables
from companion.tables import schema as s
from companion.tables.database import Database
from companion.tables.log.entries import Event
from companion.tables.log.fold import fold_all
from companion.tables.log.table import Table
from companion.tables.store import Store
from companion.tables.tokens import command_key, hashed

pytestmark = [pytest.mark.outside, pytest.mark.landing]

XANADU = (
    "xanadu 4 cards: paper A: 01 02 03 hand *x7 B: 04 05 06 hand *x7 C: 07 08 09 hand *x7"
    " D: 10 11 12 hand *x7 now: play A"
)
OPEN = (("hangzhou", "", ""), ("dunhuang", "", "paper"), ("xanadu", XANADU, ""))
"""Tables that hide nothing: the game, the position that it begins with (none: its start), and who has the cards."""
HIDING = (("dunhuang", "", "app"), ("xanadu", "", "app"))
"""The same where each phone alone knows its hand, and the app alone what it deals next."""
EYES = (None, *map(Seat, range(len(NAMES))))
"""A watcher's, and those of each seat."""
Tables = tuple[tuple[str, str, str], ...]
MOST = 100_000


class Load:
    """The program of `killed.py`, and what it has said so far."""

    def __init__(self, where: str, parties: list[Party]) -> None:
        seats = [f"{party.code}:{token}" for party in parties for token in party.phones.values()]
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("killed.py")), where, *seats],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.done: set[tuple[str, str]] = set()
        self.open: dict[tuple[str, str], None] = {}

    def run(self, seed: int, seconds: float) -> None:
        """Forks a server, kills it `seconds` after it has acknowledged a command, and reads all it said."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        stdin.write(" ".join([str(seed), *(f"{code}:{id}" for code, id in self.open)]) + "\n")
        stdin.flush()
        timer: Timer | None = None
        for line in stdout:
            word, *rest = line.split()
            if word == "pid":
                pid = int(rest[0])
            elif word == "dead":
                break
            elif word == "sent":
                self.open[rest[0], rest[1]] = None
            else:
                self.open.pop((rest[0], rest[1]))
                if word == "done":
                    self.done.add((rest[0], rest[1]))
                if timer is None and word != "none":
                    timer = Timer(seconds, os.kill, (pid, signal.SIGKILL))
                    timer.start()
        assert timer is not None, "the server acknowledged nothing"
        timer.join()

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


def check(parties: list[Party], load: Load, store: Store) -> None:
    """Every acknowledged command was carried out once; every log is whole and replays to what each phone is served."""
    for party in parties:
        log, table, views = settled(party, store)
        phones = list(party.phones.values())
        for code, id in load.done:
            if code == party.code:
                phone = phones[int(id.rpartition("-")[2]) % len(phones)]
                row = store.read(code, log[-1].seq, command_key(hashed(phone), code, id))
                assert row is not None and row.repeated is not None, "an acknowledged command is lost"
        check_commands(store, party.code, log[-1].seq)
        for seat, view in zip(EYES, views, strict=True):
            assert table.game.rules.view(table.state, seat) == view.state, f"the view of {seat}"
        assert not party.do("host", Check("goes on")).repeated


def check_commands(store: Store, code: str, seq: int) -> None:
    """Every entry up to `seq` but the first is of one command, and no command is there twice."""
    made = select(s.command.c.first, s.command.c.last).where(s.command.c.code == code).order_by(s.command.c.first)
    with store.database.reading() as connection:
        entries = [entry for first, last in connection.execute(made) for entry in range(first, last + 1)]
    assert entries[entries.index(2) : seq] == list(range(2, seq + 1))


def settled(party: Party, store: Store) -> tuple[tuple[Event, ...], Table, list[View]]:
    """The log, what it replays to, and what `EYES` are served, once a server that was killed writes no more.

    PostgreSQL may still carry out a commit that it was sent: such a command was not acknowledged.
    """
    while True:
        log = store.log(party.code, 0, MOST)
        table, views = fold_all(log), [party.view(name) for name in (None, *NAMES)]
        if {table.seq} == {view.seq for view in views}:
            return log, table, views


def killed(where: str, rounds: int, seed: int, games: Tables = OPEN) -> int:
    """Kills a server so many times; how many commands were acknowledged."""
    tables = open_tables(where)
    parties = [
        Party(tables, position=position, start=not position, game=game, options={"cards": cards} if cards else {})
        for game, position, cards in games
    ]
    load = Load(where, parties)
    rng = random.Random(seed)
    with closing(Database(where)) as database:
        for n in range(rounds):
            load.run(n, rng.uniform(0.0, 0.25))
            check(parties, load, Store(database))
    load.close()
    tables.close()
    return len(load.done)


def test_killed_under_load(tmp_path: Path) -> None:
    assert killed(str(tmp_path / "tables.sqlite3"), rounds=8, seed=1, games=(*OPEN, *HIDING)) >= 8


@pytest.mark.slow
def test_killed_under_load_many_times(tmp_path: Path) -> None:
    assert killed(str(tmp_path / "tables.sqlite3"), rounds=200, seed=2, games=(*OPEN, *HIDING)) >= 200
