"""What tests of the companion share: an app over a fresh database for each, and what is dear to start once for all."""

from __future__ import annotations

import logging
import os
import random
import secrets
from collections.abc import Iterator

import pytest
from browsers import server
from real_servers import Postgres, postgres
from served import app, empty, tables
from snapped import reads

from companion.engine import wording

__all__ = ["address", "app", "database_server", "empty", "reads", "tables", "unfinished_words"]


class Strict(logging.Handler):
    """A missing phrase stops no game, but fails a test."""

    def emit(self, record: logging.LogRecord) -> None:
        raise AssertionError(record.getMessage())


_STRICT = Strict()
wording.log.addHandler(_STRICT)


@pytest.fixture
def unfinished_words() -> Iterator[None]:
    """Lets words be missing, as they may be on a server."""
    wording.log.removeHandler(_STRICT)
    yield
    wording.log.addHandler(_STRICT)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A landing must not depend on luck (tests/conftest.py): there each test draws its own seeds, codes and tokens, the
    same each time. What servers beside it draw stays by chance."""
    if os.environ.get("CI"):
        luck = random.Random(item.nodeid)
        secrets._sysrand = luck  # type: ignore[attr-defined]  # whatever `secrets` makes comes from there
        secrets.choice = luck.choice


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Of a running server, for all tables that phones and programs of the tests open."""
    with server(tmp_path_factory.mktemp("data")) as at:
        yield at


@pytest.fixture(scope="session")
def database_server() -> Iterator[Postgres]:
    """A PostgreSQL server that tests may stop, if they start it again."""
    with postgres() as running:
        yield running
