"""Cookies are kept as a browser keeps them, and are there when the app is opened again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.site.jar import Jar
from companion.tables.database import Database
from companion.tables.errors import StorageFailed


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """That of the tables on a phone."""
    found = Database(tmp_path / "tables.sqlite3")
    yield found
    found.close()


def test_cookies_are_sent_again_and_outlive_the_app(database: Database) -> None:
    jar = Jar(database)
    jar.take(["phone=0123; Path=/; HttpOnly; Max-Age=31536000", 'name="Ana \\303\\211"; Path=/'])
    assert jar.header == 'name="Ana \\303\\211"; phone=0123'
    jar.store()
    assert Jar(database).header == 'name="Ana \\303\\211"; phone=0123'


def test_a_cookie_is_replaced_and_thrown_away(database: Database) -> None:
    jar = Jar(database)
    jar.take(["theme=dark; Path=/", "hint=no; Path=/"])
    jar.take(["theme=light; Path=/", "hint=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/", "\x00=;;"])
    assert jar.header == "theme=light", "and what is no cookie is ignored"


def test_what_cannot_be_written_is_sent_still_and_kept_once_it_can(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Database) -> None:
        raise StorageFailed("full", "storage_full")

    jar = Jar(database)
    jar.take(["theme=dark; Path=/"])
    with monkeypatch.context() as patch:
        patch.setattr(Database, "writing", full)
        with pytest.raises(StorageFailed):
            jar.store()
    assert jar.header == "theme=dark" and not Jar(database).header
    jar.store()
    assert Jar(database).header == "theme=dark"
