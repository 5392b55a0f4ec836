"""The cookies of the one phone. Browsers let no service worker set any, so they are kept beside the tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from pathlib import Path

from companion.tables.database import translate_errors

FILE = "phone.sqlite3"
"""The database of the jar in a data folder: what is in it opens tables, so it is as durable as they are."""


class Jar:
    """Cookies by name, for one origin and all of its paths. Raises `StorageFailed`."""

    def __init__(self, folder: Path) -> None:
        with translate_errors():
            self._database = sqlite3.connect(folder / FILE, isolation_level=None)
            self._database.execute("PRAGMA synchronous=FULL")
            self._database.execute("CREATE TABLE IF NOT EXISTS cookie (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
            self._kept: dict[str, str] = dict(self._database.execute("SELECT name, value FROM cookie"))
        self._cookies = dict(self._kept)

    @property
    def header(self) -> str:
        """What a request sends."""
        return "; ".join(f"{name}={value}" for name, value in sorted(self._cookies.items()))

    def take(self, headers: Iterable[str]) -> None:
        """Takes what an answer's ``Set-Cookie`` say; one without age is thrown away."""
        for header in headers:
            for name, morsel in _read(header).items():
                if morsel["max-age"] == "0":
                    self._cookies.pop(name, None)
                else:
                    self._cookies[name] = morsel.coded_value

    def keep(self) -> None:
        """Lets what was taken be there when the app is opened again. Raises `StorageFailed`."""
        if self._cookies != self._kept:
            with translate_errors(), self._database:
                self._database.execute("BEGIN")
                self._database.execute("DELETE FROM cookie")
                self._database.executemany("INSERT INTO cookie VALUES (?, ?)", sorted(self._cookies.items()))
            self._kept = dict(self._cookies)

    def close(self) -> None:
        """Gives the file back."""
        self._database.close()


def _read(header: str) -> SimpleCookie:
    try:
        return SimpleCookie(header)
    except CookieError:
        return SimpleCookie()
