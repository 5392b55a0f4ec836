"""The photographs that a table keeps, if its players say so (`Settings.photographs`): for those who sit there."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET

from companion.tables import errors
from companion.tables.storage.photographs import Photograph, Photographs
from companion.tables.storage.repository import Archive, Found

MOST = 40
"""Photographs that one table keeps."""
MOST_OF_ALL = 4_000
"""Photographs that all tables of a server keep: some gigabytes."""


class Album:
    """Keeps, shows and deletes them. All calls raise `NoSuchTable`, and `NotSeated` for phones that only watch."""

    def __init__(self, photographs: Photographs, archive: Archive, now: Callable[[], int]) -> None:
        self._photographs = photographs
        self._archive = archive
        self._now = now

    def keep(self, code: str, token: str, jpeg: bytes, told: str) -> None:
        """Keeps a photograph that this phone has sent, if its table keeps any and the server has room. `told`: JSON of
        what was read of it, or why nothing was. Of more than `MOST` the oldest go."""
        found = self._seated(code, token)
        if found.table.settings.photographs is not UNSET and self.room():
            self._photographs.add(found.table.code, self._now(), found.who.chair, jpeg, told, MOST)

    def room(self) -> bool:
        """Has the server room for one more?"""
        return self._photographs.room(MOST_OF_ALL)

    def of(self, code: str, token: str) -> tuple[Photograph, ...]:
        """Those of a table, the newest first, without their pictures."""
        return self._photographs.of(self._seated(code, token).table.code)

    def jpeg(self, code: str, token: str, number: int) -> bytes | None:
        """The picture of one; none: there is no such photograph."""
        return self._photographs.jpeg(self._seated(code, token).table.code, number)

    def delete(self, code: str, token: str, number: int | None = None) -> None:
        """Deletes one of them, or all."""
        self._photographs.delete(self._seated(code, token).table.code, number)

    def _seated(self, code: str, token: str) -> Found:
        """The table, for a phone that sits there, or opened it."""
        found = self._archive.find(code, token)
        if found.who.chair is None and not found.who.host:
            raise errors.NotSeated
        return found
