"""Adding to the logs: what waits is written together, and each addition stands or falls for itself."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event as Signal
from threading import Thread

import pytest
from party import SAMPLE, Party
from sqlalchemy import Connection

from companion.tables import Act, Check, MovedOn, Tables, Undo, new_token, open_tables
from companion.tables.errors import NoSuchTable, StorageFailed
from companion.tables.log import entries as e
from companion.tables.storage.database import Database
from companion.tables.storage.writer import Addition, Appender

LONG = 20.0


class Slow(Database):
    """A database whose first transaction lasts until it is let go; it counts them, and can be away."""

    def __init__(self, path: Path) -> None:
        self.go, self.began, self.away, self.commits = Signal(), Signal(), False, 0
        self.go.set()
        super().__init__(path)
        self.go.clear()
        self.began.clear()
        self.commits = 0

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        with super().writing() as connection:
            yield connection
            self.began.set()
            assert self.go.wait(LONG)
            if self.away:
                raise StorageFailed(message="away")
        self.commits += 1


def checked(table: str, seq: int, command: str) -> e.Event:
    return e.Event(table, seq, e.Checked("city"), 0, "person", command, 1)


@pytest.fixture
def there(tables: Tables, tmp_path: Path) -> Iterator[tuple[Slow, dict[str, int]]]:
    """A slow database with three open tables: when each was opened."""
    codes = [tables.open("hangzhou", new_token()) for _ in range(3)]
    slow = Slow(tmp_path / "tables.sqlite3")
    yield slow, dict.fromkeys(codes, 1800000000000)
    slow.close()


def together(slow: Slow, additions: list[Addition]) -> list[bool | StorageFailed]:
    """What becomes of additions of which the first is being written while the others come."""
    appender = Appender(slow)
    found: dict[int, bool | StorageFailed] = {}

    def add(number: int) -> None:
        try:
            found[number] = appender.append(additions[number])
        except StorageFailed as error:
            found[number] = error

    threads = [Thread(target=add, args=(number,), daemon=True) for number in range(len(additions))]
    threads[0].start()
    assert slow.began.wait(LONG)
    for thread in threads[1:]:
        thread.start()
    while len(appender._queue) < len(additions) - 1:
        time.sleep(0.001)
    slow.go.set()
    for thread in threads:
        thread.join(LONG)
    return [found[number] for number in range(len(additions))]


def test_what_waits_is_written_in_one_transaction(there: tuple[Slow, dict[str, int]]) -> None:
    slow, opened = there
    additions = [Addition(at, [checked(code, 2, f"id-{code}")]) for code, at in opened.items()]
    assert together(slow, additions) == [True] * 3
    assert slow.commits == 2


def test_one_that_is_refused_takes_no_other_with_it(there: tuple[Slow, dict[str, int]], tables: Tables) -> None:
    slow, opened = there
    (first, at), (second, _), (third, _) = opened.items()
    additions = [
        Addition(at, [checked(first, 2, "one")], key="one"),
        Addition(at, [checked(second, 2, "two"), checked(second, 3, "three")], key="two"),
        Addition(at, [checked(first, 2, "faster")], key="faster"),
        Addition(at, [checked(first, 3, "one")], key="one"),
        Addition(at + 1, [checked(third, 2, "meant for a table that had this code before")]),
        Addition(at, [checked("BBBBB", 2, "no such table")]),
        Addition(at, [checked(third, 2, "four")], key="four"),
    ]
    assert together(slow, additions) == [True, True, False, False, False, False, True]
    assert [tables.view_for(code).seq for code in opened] == [2, 3, 2]


def test_a_failure_is_told_to_all_who_waited_for_it(there: tuple[Slow, dict[str, int]], tables: Tables) -> None:
    slow, opened = there
    slow.away = True
    additions = [Addition(at, [checked(code, 2, f"id-{code}")]) for code, at in opened.items()]
    assert [type(found) for found in together(slow, additions)] == [StorageFailed] * 3
    assert [tables.view_for(code).seq for code in opened] == [1, 1, 1]
    slow.away = False
    assert Appender(slow).append(additions[0])


def test_what_another_process_wrote_is_seen_by_a_command(tables: Tables, tmp_path: Path) -> None:
    party = Party(tables, position=SAMPLE)
    elsewhere = open_tables(tmp_path / "tables.sqlite3")
    seen = party.view().seq
    code, ana = party.code, party.phones["Ana"]
    elsewhere.command(code, ana, Act("coin B1"), command_id="there")
    assert isinstance(tables.command(code, ana, Act("coin B1"), command_id="late", expected=seen), MovedOn)
    assert tables.command(code, ana, Undo(), command_id="here").seq == seen + 2
    again = elsewhere.command(code, ana, Undo(), command_id="here")
    assert again.seq == seen + 2 and getattr(again, "repeated", False)
    elsewhere.close()


def test_a_table_deleted_elsewhere_is_gone_here(tables: Tables, tmp_path: Path) -> None:
    party = Party(tables)
    elsewhere = open_tables(tmp_path / "tables.sqlite3")
    export = elsewhere.export(party.code, party.host)
    elsewhere.delete(party.code, party.host)
    with pytest.raises(NoSuchTable):
        party.do("Ana", Check("city"))
    host = new_token()
    assert elsewhere.carry_in(export, host) == party.code
    assert tables.command(party.code, host, Check("city"), command_id="new").seq == tables.view_for(party.code).seq
    elsewhere.close()
