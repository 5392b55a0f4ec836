"""How much one address may ask for: counted across processes, forgotten in time, and nobody's address kept."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from clocks import Clock

from companion.tables import Close, Limits, Rate, Rates, Tables, new_token, open_tables
from companion.tables.addresses import WIDE
from companion.tables.errors import StorageFailed, TooManyTables
from companion.tables.storage.database import Database
from companion.tables.storage.rate_limits import MOST_COUNTS, networks_of
from companion.tables.storage.store import OLD

HOME = "192.0.2.7"
LONG = 60.0
"""Seconds after which what has to come by itself does not come."""
LIMITS = Limits(phones=2, rates=Rates(look=Rate(10, 10), act=Rate(3, 10), wrong=Rate(2, 600), sent=Rate(500, 60)))


@pytest.fixture
def bounded(tmp_path: Path, clock: Clock) -> Iterator[Tables]:
    opened = open_tables(tmp_path / "tables.sqlite3", LIMITS, clock)
    yield opened
    opened.close()


def elsewhere(tmp_path: Path, clock: Clock) -> Tables:
    """The same tables in another process."""
    return open_tables(tmp_path / "tables.sqlite3", LIMITS, clock)


def test_two_phones_may_do_twice_as_much_and_then_wait(bounded: Tables, clock: Clock) -> None:
    clock.now += 4
    assert [bounded.allow("act", HOME) for _ in range(8)] == [0.0] * 6 + [6.0] * 2
    assert bounded.allow("look", HOME) == 0.0, "each kind is counted for itself"
    assert bounded.allow("act", "192.0.2.8") == 0.0, "and each address"
    clock.now += 6
    assert bounded.allow("act", HOME) == 0.0


def test_guessing_is_bounded_for_all_behind_an_address_together(bounded: Tables) -> None:
    assert [bounded.allow("wrong", HOME, 0) > 0 for _ in range(3)] == [False] * 3, "only asked"
    assert [bounded.allow("wrong", HOME) > 0 for _ in range(3)] == [False, False, True]
    assert bounded.allow("wrong", HOME, 0) > 0


def test_bytes_are_counted_and_what_is_larger_than_all_comes_alone(bounded: Tables, clock: Clock) -> None:
    assert bounded.allow("sent", HOME, 5000) == 0.0
    assert bounded.allow("sent", HOME, 1) > 0
    clock.now += 60
    assert bounded.allow("sent", HOME, 999) == 0.0
    assert bounded.allow("sent", HOME, 2) > 0
    assert bounded.allow("sent", HOME, 1) == 0.0


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.0.1", "::1", "::ffff:127.0.0.1", "", None])
def test_this_machine_is_not_bounded(bounded: Tables, address: str | None) -> None:
    assert not any(bounded.allow("wrong", address) for _ in range(50))


def test_a_household_of_ipv6_is_one_address_and_so_is_its_wider_network() -> None:
    assert (
        networks_of("2001:db8:1:2::7")
        == networks_of("2001:db8:1:2:ffff::1")
        == ("2001:db8:1:2::/64", "2001:db8:1::/48")
    )
    assert networks_of("2001:db8:1:3::7") == ("2001:db8:1:3::/64", "2001:db8:1::/48")
    assert networks_of("::ffff:192.0.2.7") == networks_of("192.0.2.7") == ("192.0.2.7", "")
    assert networks_of("fe80::1%eth0") == networks_of("fe80::2%wlan0") == ("fe80::/64", "")


@pytest.mark.parametrize("address", ["2001:db8:7:{0:x}::1", "2001:db8:7:{0:x}:{0:x}::{0:x}"])
def test_who_goes_from_one_64_to_the_next_is_bounded_by_the_48(bounded: Tables, address: str) -> None:
    asked = [bounded.allow("wrong", address.format(number)) for number in range(1, 200)]
    assert [wait > 0 for wait in asked] == [n >= 2 * WIDE for n in range(199)]
    assert bounded.allow("wrong", "2001:db8:8:1::1") == 0.0, "the neighbours are others"


def test_tables_are_bounded_by_the_48_too(bounded: Tables) -> None:
    opened = 0
    with pytest.raises(TooManyTables):
        for number in range(200):
            bounded.open("hangzhou", new_token(), opener=f"2001:db8:7:{number:x}::1")
            opened += 1
    assert opened == LIMITS.phones * WIDE
    bounded.open("hangzhou", new_token(), opener="2001:db8:8:1::1")


def test_tables_that_are_opened_and_closed_again_have_an_end(bounded: Tables) -> None:
    opened = 0
    with pytest.raises(TooManyTables):
        for number in range(200):
            code = bounded.open("hangzhou", host := new_token(), opener=HOME)
            bounded.command(code, host, Close(), command_id=str(number))
            opened += 1
    assert opened == LIMITS.phones * OLD


def test_bounds_can_be_switched_off(tmp_path: Path, clock: Clock) -> None:
    tables = open_tables(tmp_path / "t.sqlite3", Limits(phones=0), clock)
    assert not any(tables.allow("wrong", HOME) for _ in range(500))
    for _ in range(3):
        tables.open("hangzhou", new_token(), opener=HOME)
    tables.close()


def test_processes_count_together_and_a_new_one_knows(bounded: Tables, tmp_path: Path, clock: Clock) -> None:
    other = elsewhere(tmp_path, clock)
    for tables in (bounded, other, bounded, other):
        assert tables.allow("act", HOME) == 0.0
    bounded.settle()
    other.settle()
    assert [other.allow("act", HOME) > 0 for _ in range(3)] == [False, False, True], "six, its own settled two included"
    assert bounded.allow("act", HOME) == 0.0, "of what the other has counted since it knows at the next settling"
    other.settle()
    bounded.settle()
    assert bounded.allow("act", HOME) > 0
    other.close()
    third = elsewhere(tmp_path, clock)
    assert third.allow("act", HOME) == 0.0
    third.settle()
    assert third.allow("act", HOME) > 0, "what was counted before it started"
    third.close()


def test_counts_are_settled_by_themselves(bounded: Tables, tmp_path: Path) -> None:
    bounded.allow("act", HOME)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as rows:
        end = time.monotonic() + LONG
        while rows.execute("SELECT amount FROM spent").fetchall() != [(1,)]:
            assert time.monotonic() < end, "not settled"
            time.sleep(0.1)


def test_what_is_over_is_pruned(bounded: Tables, tmp_path: Path, clock: Clock) -> None:
    bounded.allow("act", HOME)
    bounded.allow("wrong", HOME)
    bounded.settle()
    clock.now += 60
    bounded.allow("look", HOME)
    bounded.settle()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as rows:
        assert sorted(rows.execute("SELECT kind FROM spent")) == [("look",), ("wrong",)]


def test_no_address_is_kept_and_yesterdays_key_is_gone(bounded: Tables, tmp_path: Path, clock: Clock) -> None:
    for _ in range(2):
        bounded.open("hangzhou", new_token(), opener=HOME)
        bounded.allow("act", HOME)
        bounded.settle()
        clock.now += 86_400
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as rows:
        assert len(rows.execute("SELECT day FROM address_key").fetchall()) == 1
        openers = {opener for (opener,) in rows.execute("SELECT opener FROM game_table")}
        assert len(openers) == 2 and None not in openers, "the same address is another each day"
    bounded.close()
    assert HOME.encode() not in (tmp_path / "tables.sqlite3").read_bytes()


def test_tables_of_one_address_are_bounded_across_processes(bounded: Tables, tmp_path: Path, clock: Clock) -> None:
    other = elsewhere(tmp_path, clock)
    for tables in (bounded, other):
        tables.open("hangzhou", new_token(), opener=HOME)
    for tables in (bounded, other):
        with pytest.raises(TooManyTables):
            tables.open("hangzhou", new_token(), opener=HOME)
    other.open("hangzhou", new_token(), opener="127.0.0.1")
    other.close()


def test_many_addresses_do_not_fill_the_memory(bounded: Tables) -> None:
    for number in range(MOST_COUNTS + 10):
        bounded.allow("act", f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    bounded.settle()
    assert bounded.allow("act", HOME) == 0.0


def test_a_database_that_is_away_keeps_nobody_waiting(
    bounded: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(self: Database) -> None:
        raise StorageFailed(message="away")

    bounded.allow("act", HOME)
    monkeypatch.setattr(Database, "writing", away)
    monkeypatch.setattr(Database, "reading", away)
    assert [bounded.allow("act", HOME) for _ in range(6)] == [0.0] * 5 + [pytest.approx(10, abs=10)]
    with pytest.raises(StorageFailed):
        bounded.settle()
    clock.now += 86_400
    assert bounded.allow("act", HOME) == 0.0
    monkeypatch.undo()
    bounded.settle()
