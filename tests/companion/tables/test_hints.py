"""“There is something new”: soon, to everybody who waits; and nothing depends on it."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread

import pytest
from party import SAMPLE, Party

from companion.tables import NameSeat, Tables, news, open_tables

LONG = 20.0
"""Seconds that a test would wait if a hint were lost."""


class Waiting:
    """A thread that waits for a table's next entry."""

    def __init__(self, tables: Tables, code: str, after: int, timeout: float = LONG) -> None:
        self.seq = -1
        self.done = Event()
        self._thread = Thread(target=self._wait, args=(tables, code, after, timeout), daemon=True)
        self._thread.start()

    def _wait(self, tables: Tables, code: str, after: int, timeout: float) -> None:
        self.seq = tables.news.wait(code, after, timeout)
        self.done.set()

    def result(self) -> int:
        assert self.done.wait(LONG / 2), "it has not woken"
        return self.seq


def test_an_entry_that_is_there_already_is_told_at_once(tables: Tables) -> None:
    party = Party(tables)
    assert tables.news.wait(party.code, 0, LONG) == party.view().seq
    assert tables.news.wait("BBBBB", 0, 0) == 0


def test_an_entry_of_another_process_is_told_too(tables: Tables, tmp_path: Path) -> None:
    party = Party(tables)
    elsewhere = open_tables(tmp_path / "tables.sqlite3")
    waiting = Waiting(elsewhere, party.code, party.view().seq)
    party.do("Mei", NameSeat(1, "Mei"))
    assert waiting.result() == party.view().seq
    elsewhere.close()


def test_a_lost_hint_costs_only_the_wait(tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "POLL_SECONDS", LONG)
    party, elsewhere = Party(tables), open_tables(tmp_path / "tables.sqlite3")
    seq = party.view().seq
    waiting = Waiting(elsewhere, party.code, seq, timeout=1.5)
    party.do("Mei", NameSeat(1, "Mei"))
    assert waiting.result() == seq + 1
    assert tables.news.wait(party.code, seq + 1, 0.01) == seq + 1, "nothing new"


def test_closing_wakes_all(tmp_path: Path) -> None:
    tables = open_tables(tmp_path / "t.sqlite3")
    party = Party(tables, position=SAMPLE)
    seq = party.view().seq
    waiting = [Waiting(tables, party.code, seq) for _ in range(3)]
    tables.close()
    assert [w.result() for w in waiting] == [seq] * 3
