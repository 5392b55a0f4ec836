"""Who is here, when a clock has jumped: those that are heard of are awake, the others are not for ever."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from clocks import Clock
from party import Party

from companion.tables import Tables, open_tables
from companion.tables.news import is_awake

HOUR = 3600.0


def awake(tables: Tables, code: str, clock: Clock) -> dict[int, tuple[bool, int]]:
    """Of each chair: is its phone awake, and how many entries does it lack?"""
    now = int(clock.now * 1000)
    return {found.chair: (is_awake(found.at, now), found.behind) for found in tables.presence(code)}


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_a_phone_is_awake_after_a_clock_that_jumped(tables: Tables, clock: Clock, tmp_path: Path, jump: float) -> None:
    party = Party(tables)
    seq = tables.view_for(party.code).seq
    for name in ("Ana", "Mei"):
        tables.heard(party.code, party.phones[name], seq - 1)
    tables.news.note_presences()
    clock.now += jump
    tables.heard(party.code, party.phones["Ana"], seq)
    assert awake(tables, party.code, clock) == {0: (True, 0), 1: (False, 1)}
    tables.news.note_presences()
    with closing(open_tables(tmp_path / "tables.sqlite3", clock=clock)) as elsewhere:
        assert awake(elsewhere, party.code, clock) == {0: (True, 0), 1: (False, 1)}, "noted for the other workers"
