"""One app over one fresh database for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from real_servers import Postgres, postgres

from companion.tables import Tables, open_tables
from companion.web import Config, create_app


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    served = open_tables(tmp_path / "tables.sqlite3")
    yield served
    served.close()


@pytest.fixture
def app(tables: Tables, tmp_path: Path) -> Flask:
    made = create_app(tables, Config(prints=tmp_path / "prints"))
    made.testing = True
    return made


@pytest.fixture(scope="session")
def database_server() -> Iterator[Postgres]:
    """A PostgreSQL server that tests may stop, if they start it again."""
    with postgres() as running:
        yield running
