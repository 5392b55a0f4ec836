"""What the server's owner looks after: tables that nobody used go, addresses that asked for too much are seen."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from clocks import Clock
from party import SAMPLE, Party

from companion.tables import (
    Close,
    LeaveSeat,
    Limits,
    Mix,
    NameSeat,
    Rate,
    Rates,
    Set,
    SettingsPatch,
    Tables,
    TakeSeat,
    new_token,
    open_tables,
)
from companion.tables.errors import BadCode, NoSuchTable, OwnerOnly, TooManyTables

DAY = 86_400
GUEST, NEIGHBOUR = "203.0.113.7", "203.0.113.8"


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


# Addresses.


@pytest.fixture
def bounded(tmp_path: Path, clock: Clock) -> Iterator[Tables]:
    opened = open_tables(tmp_path / "bounded.sqlite3", Limits(phones=1, rates=Rates(look=Rate(2, 10))), clock)
    yield opened
    opened.close()


def test_the_owner_sees_what_was_refused_to_whom_today(bounded: Tables, clock: Clock) -> None:
    owner = owner_of(bounded)
    assert bounded.keeping.refusals(owner) == ()
    for address, times in ((GUEST, 3), (NEIGHBOUR, 1), ("2001:db8:1:2::3", 2)):
        for _ in range(times):
            bounded.refused("look", address)
    bounded.refused("wrong", GUEST)
    bounded.settle()
    found = bounded.keeping.refusals(owner)
    assert [one.kinds for one in found] == [{"look": 3, "wrong": 1}, {"look": 2}, {"look": 2}, {"look": 1}]
    assert sorted(one.who.endswith("/48") for one in found) == [False, False, False, True]
    assert GUEST not in str(found)
    clock.now += DAY
    bounded.allow("look", GUEST)
    bounded.settle()
    assert bounded.keeping.refusals(owner) == ()


def test_what_is_there_bounds_too_and_is_seen(bounded: Tables) -> None:
    owner = owner_of(bounded)
    for _ in range(3):
        with suppress(TooManyTables):
            bounded.open("hangzhou", new_token(), opener=GUEST)
    bounded.settle()
    (found,) = bounded.keeping.refusals(owner)
    assert found.kinds == {"open": 2}


def test_whom_the_owner_shuts_out_stays_out_for_a_day(bounded: Tables, tmp_path: Path, clock: Clock) -> None:
    """Over midnight, when addresses get other hashes; in every process; and after a new start."""
    owner = owner_of(bounded)
    bounded.refused("look", GUEST)
    bounded.settle()
    (found,) = bounded.keeping.refusals(owner)
    bounded.keeping.ban(found.who, owner)
    left = DAY
    while left > 0:
        other = open_tables(tmp_path / "bounded.sqlite3", Limits(phones=1), clock)
        for tables in (bounded, other):
            assert tables.shut_out(GUEST) == left
            assert not tables.shut_out(NEIGHBOUR) and not tables.shut_out("127.0.0.1")
        other.close()
        clock.now += DAY // 4
        left -= DAY // 4
    assert not bounded.shut_out(GUEST)
    clock.now += DAY
    bounded.allow("look", GUEST)
    with closing(sqlite3.connect(tmp_path / "bounded.sqlite3")) as rows:
        assert rows.execute("SELECT count(*) FROM address_key").fetchone() == (1,)


def test_a_running_process_hears_of_it(bounded: Tables, tmp_path: Path, clock: Clock) -> None:
    owner, other = owner_of(bounded), open_tables(tmp_path / "bounded.sqlite3", Limits(phones=1), clock)
    assert not other.shut_out(GUEST)
    bounded.refused("look", GUEST)
    bounded.settle()
    (found,) = bounded.keeping.refusals(owner)
    for change, out in ((bounded.keeping.ban, True), (bounded.keeping.lift, False)):
        change(found.who, owner)
        other.allow("look", NEIGHBOUR)
        other.settle()
        assert bool(other.shut_out(GUEST)) is bool(bounded.shut_out(GUEST)) is out
    other.close()


def test_a_network_is_shut_out_as_a_whole(bounded: Tables) -> None:
    owner = owner_of(bounded)
    bounded.refused("look", "2001:db8:1:2::3")
    bounded.settle()
    (wide,) = (one.who for one in bounded.keeping.refusals(owner) if one.who.endswith("/48"))
    bounded.keeping.ban(wide, owner)
    assert bounded.shut_out("2001:db8:1:ffff::1") and not bounded.shut_out("2001:db8:2::1")
    assert {one.who for one in bounded.keeping.refusals(owner) if one.until} == {wide}


def test_only_the_owner_looks_after_it(bounded: Tables) -> None:
    bounded.refused("look", GUEST)
    bounded.settle()
    keeping, stranger = bounded.keeping, new_token()
    for attempt in (keeping.refusals, keeping.empty, keeping.delete_empty):
        with pytest.raises(OwnerOnly):
            attempt(stranger)
    for change in (keeping.ban, keeping.lift):
        with pytest.raises(OwnerOnly):
            change("7f3a", stranger)
    with pytest.raises(BadCode):
        keeping.ban("7f3a", owner_of(bounded))
