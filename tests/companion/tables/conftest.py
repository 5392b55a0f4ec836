from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.tables import Tables, open_tables


class Clock:
    """A clock that only tests move. Seconds since 1970."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tables(tmp_path: Path, clock: Clock) -> Iterator[Tables]:
    opened = open_tables(tmp_path / "tables.sqlite3", clock=clock)
    yield opened
    opened.close()
