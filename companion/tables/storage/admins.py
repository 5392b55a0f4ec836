"""Whoever runs the server: phones that may see, export and delete every table, after a one-time code."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, func, insert, select

from companion.tables.storage import schema as s
from companion.tables.storage.database import Database, upsert
from companion.tables.storage.seat_requests import LIFE
from companion.tables.tokens import hashed, new_move_code, read_code, same


class Owners:
    """The owner's phones in one database. A code comes from the machine's own command line, never from a page."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def is_owner(self, token: str | None) -> bool:
        """Is the phone of this token the owner's?"""
        if not token:
            return False
        with self.database.reading() as connection:
            return _is_among(hashed(token), connection.scalars(select(s.owner.c.token_hash)))

    def new_code(self, now: int) -> str:
        """A code that makes one phone the owner's, good for ten minutes; older ones are void."""
        code = new_move_code()
        with self.database.writing() as connection:
            connection.execute(delete(s.owner_code))
            connection.execute(insert(s.owner_code).values(code_hash=hashed(code), expires=now + LIFE))
        return code

    def become(self, code: str, token: str, now: int) -> bool:
        """Makes the phone the owner's and uses the code up. False: no such code, or too old."""
        good = select(s.owner_code.c.code_hash).where(s.owner_code.c.expires >= now)
        with self.database.writing() as connection:
            if not _is_among(hashed(read_code(code)), connection.scalars(good)):
                return False
            if not connection.execute(delete(s.owner_code)).rowcount:
                return False
            row = upsert(connection, s.owner).values(token_hash=hashed(token))
            connection.execute(row.on_conflict_do_nothing())
        return True

    def forget(self) -> int:
        """No phone is the owner's any more, and no code makes one so; how many were."""
        with self.database.writing() as connection:
            phones = connection.execute(select(func.count()).select_from(s.owner)).scalar_one()
            connection.execute(delete(s.owner))
            connection.execute(delete(s.owner_code))
        return phones


def _is_among(asking: str, known: Iterable[str]) -> bool:
    """Is the hash one of these? All are compared, each in constant time."""
    return sum(same(asking, one) for one in known) > 0
