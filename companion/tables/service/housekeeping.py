"""Deletes tables that nobody used."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, not_, select

from companion.tables import errors
from companion.tables.storage import schema as s
from companion.tables.storage.admins import Owners
from companion.tables.storage.database import Database

DAY, HOUR = 24 * 60 * 60 * 1000, 60 * 60 * 1000
"""Milliseconds."""
BETWEEN = 10 * 60 * 1000
"""Milliseconds between two times that a process clears away."""
AT_ONCE = 200
"""Tables that are cleared away in one transaction, so that whoever plays does not wait long for it."""
IDLE = ("open", "set", "mix", "close")
"""Kinds of entries that leave a table empty: nobody was named or sat there, and nothing was played or brought."""


class Keeping:
    """Looks after one database. Any thread of any process may use it."""

    def __init__(self, database: Database, owners: Owners, now: Callable[[], int]) -> None:
        self._database = database
        self._owners = owners
        self._now = now
        self._cleared = 0

    def clear_now_and_then(self) -> None:
        """Clears away what was empty for a day, if this process has not just done it; for whoever opens a table, who
        needs the room. Raises `StorageFailed`."""
        now = self._now()
        if now - self._cleared >= BETWEEN:
            self._cleared = now
            self._clear(now - DAY)

    def empty(self, token: str) -> int:
        """How many tables are empty for an hour. Raises `OwnerOnly`."""
        self._check(token)
        with self._database.reading() as connection:
            counting = select(func.count()).select_from(s.game_table).where(_unused(self._now() - HOUR))
            return connection.execute(counting).scalar_one()

    def delete_empty(self, token: str) -> int:
        """Deletes those; how many it were. Raises `OwnerOnly`."""
        self._check(token)
        before, deleted = self._now() - HOUR, 0
        while found := self._clear(before):
            deleted += found
        return deleted

    def _clear(self, before: int) -> int:
        with self._database.writing() as connection:
            found = _locked(connection, before)
            for table in s.OF_A_TABLE:
                connection.execute(delete(table).where(table.c.table.in_(found)))
            connection.execute(delete(s.game_table).where(s.game_table.c.code.in_(found)))
        return len(found)

    def _check(self, token: str) -> None:
        if not self._owners.is_owner(token):
            raise errors.OwnerOnly


def _unused(before: int) -> ColumnElement[bool]:
    """Is a table empty, and was it left alone since that time?"""
    log = s.event.c
    used = exists().where(log.table == s.game_table.c.code, not_(and_(log.kind.in_(IDLE), log.at < before)))
    return and_(s.game_table.c.opened_at < before, not_(used))


def _locked(connection: Connection, before: int) -> list[str]:
    """The codes of some empty tables, at which nobody sits down from here on.

    Whoever was sitting down in this moment is waited for, and seen at the second look.
    """
    code = s.game_table.c.code
    query = select(code).where(_unused(before)).order_by(code).limit(AT_ONCE).with_for_update()
    found = list(connection.scalars(query))
    return list(connection.scalars(select(code).where(code.in_(found), _unused(before))))
