"""Cookies are kept as a browser keeps them, and are there when the app is opened again."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.site.jar import Jar
from companion.tables.errors import StorageFailed


def test_cookies_are_sent_again_and_outlive_the_app(tmp_path: Path) -> None:
    jar = Jar(tmp_path)
    jar.take(["phone=0123; Path=/; HttpOnly; Max-Age=31536000", 'name="Ana \\303\\211"; Path=/'])
    assert jar.header == 'name="Ana \\303\\211"; phone=0123'
    jar.keep()
    jar.close()
    assert Jar(tmp_path).header == 'name="Ana \\303\\211"; phone=0123'


def test_a_cookie_is_replaced_and_thrown_away(tmp_path: Path) -> None:
    jar = Jar(tmp_path)
    jar.take(["theme=dark; Path=/", "hint=no; Path=/"])
    jar.take(["theme=light; Path=/", "hint=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/"])
    assert jar.header == "theme=light"


def test_what_is_no_cookie_is_left(tmp_path: Path) -> None:
    jar = Jar(tmp_path)
    jar.take(["theme=dark; Path=/", "\x00=;;"])
    assert jar.header == "theme=dark"


def test_what_cannot_be_written_is_sent_still_and_kept_once_it_can(tmp_path: Path) -> None:
    jar = Jar(tmp_path)
    jar.take(["theme=dark; Path=/"])
    jar._database.execute("PRAGMA query_only=ON")
    with pytest.raises(StorageFailed):
        jar.keep()
    assert jar.header == "theme=dark" and not Jar(tmp_path).header
    jar._database.execute("PRAGMA query_only=OFF")
    jar.keep()
    assert Jar(tmp_path).header == "theme=dark"
