"""`kill -9` under load: nothing that was acknowledged is lost, nothing is done twice, every table goes on."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from threading import Timer

import pytest
from party import NAMES, Party

from companion.tables import Check, View, open_tables
from companion.tables.carrying import Export, events, read
from companion.tables.table import Table

XANADU = (
    "xanadu 4 cards: paper A: 01 02 03 B: 04 05 06 C: 07 08 09 D: 10 11 12"
    " hand-A: *x7 hand-B: *x7 hand-C: *x7 hand-D: *x7 now: play A"
)
GAMES = {"hangzhou": "", "dunhuang": "", "xanadu": XANADU}
"""A table of each, from the start or from a position: games whose log hides nothing, so that it can be read while
they run."""


class Load:
    """The program of `killed.py`, and what it has said so far."""

    def __init__(self, where: str, parties: list[Party]) -> None:
        seats = [f"{party.code}:{party.phones[NAMES[0]]}" for party in parties]
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("killed.py")), where, *seats],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.done: set[tuple[str, str]] = set()
        self.open: dict[tuple[str, str], None] = {}

    def run(self, seed: int, seconds: float) -> None:
        """Forks a server, kills it `seconds` after its first answer, and reads all it said."""
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
                if timer is None:
                    timer = Timer(seconds, os.kill, (pid, signal.SIGKILL))
                    timer.start()
        assert timer is not None, "the server gave no answer at all"
        timer.join()

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


def check(parties: list[Party], load: Load) -> None:
    """Every acknowledged command is in a log once; every log is whole and replays to what is served."""
    for party in parties:
        export, table, view = settled(party)
        ids = Counter(event.command_id for event in events(export) if event.command_id is not None)
        acknowledged = {id for code, id in load.done if code == party.code}
        assert acknowledged <= ids.keys(), "an acknowledged command is lost"
        assert max(ids.values()) == 1, "a command was done twice"
        assert table.state == view.state
        assert not party.do("host", Check("goes on")).repeated


def settled(party: Party) -> tuple[Export, Table, View]:
    """The log, what it replays to, and what is served, once a server that was killed writes no more.

    PostgreSQL may still carry out a commit that it was sent: such a command was not acknowledged.
    """
    while True:
        export, table = read(party.tables.export(party.code, party.host), 100_000, 65_536)
        view = party.view()
        if table.seq == view.seq:
            return export, table, view


def killed(where: str, rounds: int, seed: int) -> int:
    """Kills a server so many times; how many commands were acknowledged."""
    tables = open_tables(where)
    parties = [Party(tables, position=position, start=not position, game=game) for game, position in GAMES.items()]
    load = Load(where, parties)
    rng = random.Random(seed)
    for n in range(rounds):
        load.run(n, rng.uniform(0.0, 0.25))
        check(parties, load)
    load.close()
    tables.close()
    return len(load.done)


def test_killed_under_load(tmp_path: Path) -> None:
    assert killed(str(tmp_path / "tables.sqlite3"), rounds=20, seed=1) >= 20


@pytest.mark.slow
def test_killed_under_load_many_times(tmp_path: Path) -> None:
    assert killed(str(tmp_path / "tables.sqlite3"), rounds=200, seed=2) >= 200
