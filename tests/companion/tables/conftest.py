"""A table over one fresh database for each test, with a clock that the test sets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from party import Clock

from companion.tables import Tables, open_tables


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tables(tmp_path: Path, clock: Clock, empty: bytes) -> Iterator[Tables]:
    (tmp_path / "tables.sqlite3").write_bytes(empty)
    opened = open_tables(tmp_path / "tables.sqlite3", clock=clock)
    yield opened
    opened.close()
