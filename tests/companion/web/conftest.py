"""What tests of pages share: phones that are closed after their test, and tables for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.tables import Tables, open_tables


@pytest.fixture(autouse=True)
def _closed_phones(request: pytest.FixtureRequest) -> Iterator[None]:
    """Closes what a test has opened in the browser."""
    yield
    if "browser" in request.fixturenames:
        for context in request.getfixturevalue("browser").contexts:
            context.close()


@pytest.fixture(scope="module")
def module_tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    tables = open_tables(tmp_path_factory.mktemp("module") / "tables.sqlite3")
    yield tables
    tables.close()
