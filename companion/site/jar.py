"""Cookies of the one phone. A service worker cannot set cookies, so they are kept in the database of the tables."""

from __future__ import annotations

from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie

from sqlalchemy import text

from companion.tables.database import Database

_CREATE = text("CREATE TABLE IF NOT EXISTS cookie (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
_SELECT = text("SELECT name, value FROM cookie")
_DELETE = text("DELETE FROM cookie")
_INSERT = text("INSERT INTO cookie VALUES (:name, :value)")


class Jar:
    """Cookies by name, for one origin and all of its paths. Raises `StorageFailed`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        with database.writing() as connection:
            connection.execute(_CREATE)
            rows = connection.execute(_SELECT).all()
        self._stored: dict[str, str] = {row.name: row.value for row in rows}
        self._cookies = dict(self._stored)

    @property
    def header(self) -> str:
        """The ``Cookie`` header of a request."""
        return "; ".join(f"{name}={value}" for name, value in sorted(self._cookies.items()))

    def take(self, headers: Iterable[str]) -> None:
        """Applies the ``Set-Cookie`` headers of an answer; one whose age is 0 deletes its cookie."""
        for header in headers:
            for name, morsel in _parse(header).items():
                if morsel["max-age"] == "0":
                    self._cookies.pop(name, None)
                else:
                    self._cookies[name] = morsel.coded_value

    def store(self) -> None:
        """Commits changed cookies. Raises `StorageFailed`."""
        if self._cookies != self._stored:
            with self._database.writing() as connection:
                connection.execute(_DELETE)
                for name, value in sorted(self._cookies.items()):
                    connection.execute(_INSERT, {"name": name, "value": value})
            self._stored = dict(self._cookies)


def _parse(header: str) -> SimpleCookie:
    try:
        return SimpleCookie(header)
    except CookieError:
        return SimpleCookie()
