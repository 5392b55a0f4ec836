"""One app over one fresh database for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from real_servers import Postgres, postgres
from served import app, tables

__all__ = ["app", "database_server", "tables"]


@pytest.fixture(scope="session")
def database_server() -> Iterator[Postgres]:
    """A PostgreSQL server that tests may stop, if they start it again."""
    with postgres() as running:
        yield running
