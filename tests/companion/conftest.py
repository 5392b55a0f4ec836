"""What tests of the companion share: an app over a fresh database for each, and what is dear to start once for all."""

from __future__ import annotations

import os
import random
import secrets
from collections.abc import Iterator

import pytest
from browsers import server
from real_servers import Postgres, postgres
from served import app, empty, tables

__all__ = ["address", "app", "database_server", "empty", "tables"]


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
