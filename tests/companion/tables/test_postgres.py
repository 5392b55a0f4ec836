"""The same tables on PostgreSQL: several processes, notifications instead of polling."""

from __future__ import annotations

import inspect
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from types import ModuleType

import psycopg
import pytest
import test_game_lists
import test_log
from party import Clock, Party
from real_servers import Postgres
from test_backup import copied, played, rows, same
from test_hints import Waiting
from test_log import one_of_two_wins

from companion.tables import NameSeat, Tables, open_tables
from companion.tables.backup import restore
from companion.tables.errors import TableError

pytestmark = pytest.mark.outside

_NUMBER = count()


@pytest.fixture(scope="module")
def server(database_server: Postgres) -> str:
    """The URL of a PostgreSQL server."""
    return str(database_server.server.get_uri())


def created(server: str) -> str:
    """The URL of a new database."""
    name = f"tables_{os.getpid()}_{next(_NUMBER)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return server.replace("/postgres?", f"/{name}?") if "/postgres?" in server else f"{server.rsplit('/', 1)[0]}/{name}"


@pytest.fixture
def url(server: str) -> str:
    """An empty database."""
    return created(server)


@pytest.fixture(scope="module")
def shared(server: str) -> str:
    """A database for all tests that are content with no tables in it, for making one takes its time."""
    return created(server)


@pytest.fixture
def there(shared: str, clock: Clock) -> Iterator[Tables]:
    tables = open_tables(shared, clock=clock)
    with psycopg.connect(shared, autocommit=True) as connection:
        connection.execute("TRUNCATE game_table CASCADE")
    yield tables
    tables.close()


def _cases(*modules: ModuleType) -> list[Callable[[Tables], None]]:
    """The tests that need nothing but tables."""
    found = [(name, case) for module in modules for name, case in vars(module).items() if name.startswith("test_")]
    return [case for _, case in found if list(inspect.signature(case).parameters) == ["tables"]]


@pytest.mark.parametrize("case", _cases(test_log, test_game_lists), ids=lambda case: str(case.__name__))
def test_as_on_sqlite(there: Tables, case: Callable[[Tables], None]) -> None:
    case(there)


def test_two_servers_race_and_one_wins(there: Tables, shared: str) -> None:
    with closing(open_tables(shared)) as elsewhere:
        one_of_two_wins(there, elsewhere)


def test_the_other_server_is_notified(there: Tables, shared: str) -> None:
    party = Party(there)
    with closing(open_tables(shared)) as elsewhere:
        waiting = Waiting(elsewhere, party.code, party.view().seq)
        party.do("Mei", NameSeat(1, "Mei"))
        assert waiting.result() == party.view().seq


def test_several_servers_start_at_once(url: str) -> None:
    opened: list[Tables] = []
    threads = [threading.Thread(target=lambda: opened.append(open_tables(url))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 4
    for tables in opened:
        tables.close()


def test_backed_up_there_and_restored_here_and_there(url: str, server: str, tmp_path: Path) -> None:
    tables = open_tables(url)
    party = played(tables)
    sent = copied(url, tmp_path / "backup.sqlite3")
    with pytest.raises(TableError, match="in_use"):
        restore(url, sent, replace=True)
    here, other = tmp_path / "here.sqlite3", created(server)
    for where in (here, other):
        restore(where, sent, replace=False)
        with closing(open_tables(where)) as there:
            same(party, there)
            Party(there, names=())
    tables.close()
    with pytest.raises(TableError, match="not_empty"):
        restore(other, sent, replace=False)
    restore(other, sent, replace=True)
    assert rows(copied(other, tmp_path / "again.sqlite3")) == rows(sent)
