"""Tables that nobody used go by themselves, and the server's owner deletes them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from clocks import Clock
from party import SAMPLE, Party

from companion.tables import (
    Close,
    LeaveSeat,
    Mix,
    NameSeat,
    Set,
    SettingsPatch,
    Tables,
    TakeSeat,
    new_token,
    open_tables,
)
from companion.tables.errors import NoSuchTable, OwnerOnly

DAY = 86_400


def owner_of(tables: Tables) -> str:
    tables.history.become_owner(tables.history.owner_code(), token := new_token())
    return token


def codes(tables: Tables) -> set[str]:
    return {summary.code for summary in tables.listing()}


def unused(tables: Tables) -> set[str]:
    """Tables at which nobody ever sat and nothing was played."""
    parties = [Party(tables, names=()) for _ in range(4)]
    parties[1].do("host", Set(SettingsPatch(dice="hand")))
    parties[2].do("host", Mix("chance of a page that waits"))
    parties[3].do("host", Close())
    return {party.code for party in parties}


def used(tables: Tables) -> set[str]:
    """Tables with anything at all in them."""
    seated, left, named, played, brought = (Party(tables, names=()) for _ in range(5))
    seated.do("host", TakeSeat(0, "Ana"))
    left.do("host", TakeSeat(0, "Ana"))
    left.do("host", LeaveSeat())
    named.do("host", NameSeat(1, "Bo"))
    entered = Party(tables, names=(), position=SAMPLE)
    found = {party.code for party in (seated, left, named, entered)}
    carried = tables.carry_in(tables.export(played.code, played.host), played.host)
    for party in (played, brought):
        tables.delete(party.code, party.host)
    return found | {carried}


def test_tables_that_nobody_used_for_a_day_go_when_somebody_opens_one(tables: Tables, clock: Clock) -> None:
    empty, kept = unused(tables), used(tables)
    clock.now += DAY - 60
    late = Party(tables, names=())
    assert codes(tables) == empty | kept | {late.code}
    clock.now += 3600
    new = Party(tables, names=())
    assert codes(tables) == kept | {late.code, new.code}
    for code in empty:
        with pytest.raises(NoSuchTable):
            tables.view_for(code)


def test_a_table_touched_since_yesterday_stays(tables: Tables, clock: Clock) -> None:
    party = Party(tables, names=())
    clock.now += DAY - 60
    party.do("host", Set(SettingsPatch(dice="hand")))
    clock.now += 3600
    Party(tables, names=())
    assert party.view().settings.dice == "hand"


def test_whoever_sits_down_at_one_that_is_gone_is_told_so(tables: Tables, tmp_path: Path, clock: Clock) -> None:
    """By a process that still remembers it; and no row of it is left behind."""
    party = Party(tables, names=())
    clock.now += DAY + 60
    other = open_tables(tmp_path / "tables.sqlite3", clock=clock)
    other.open("hangzhou", new_token())
    with pytest.raises(NoSuchTable):
        party.do("host", TakeSeat(0, "Ana"))
    other.close()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as rows:
        for table in ("event", "holder", "seed", "record"):
            assert rows.execute(f'SELECT count(*) FROM {table} WHERE "table" = ?', (party.code,)).fetchone() == (0,)


def test_the_owner_deletes_empty_tables_without_waiting_for_tomorrow(tables: Tables, clock: Clock) -> None:
    owner, empty, kept = owner_of(tables), unused(tables), used(tables)
    assert tables.keeping.empty(owner) == 0, "somebody may be about to sit down"
    clock.now += 3601
    new = Party(tables, names=())
    assert tables.keeping.empty(owner) == len(empty)
    assert tables.keeping.delete_empty(owner) == len(empty)
    assert codes(tables) == kept | {new.code}
    assert tables.keeping.empty(owner) == tables.keeping.delete_empty(owner) == 0


def test_only_the_owner_deletes_them(tables: Tables) -> None:
    for attempt in (tables.keeping.empty, tables.keeping.delete_empty):
        with pytest.raises(OwnerOnly):
            attempt(new_token())
