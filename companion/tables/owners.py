"""Whoever runs the server: phones that may see, export and delete every table, after a one-time code."""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select

from companion.tables import schema as s
from companion.tables.database import Database, upsert
from companion.tables.tokens import hashed, new_move_code, read_code
from companion.tables.transfers import LIFE


class Owners:
    """The owner's phones in one database. A code comes from the machine's own command line, never from a page."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def is_owner(self, token: str | None) -> bool:
        """Is the phone of this token the owner's?"""
        if not token:
            return False
        with self.database.reading() as connection:
            query = select(s.owner.c.token_hash).where(s.owner.c.token_hash == hashed(token))
            return connection.execute(query).first() is not None

    def new_code(self, now: int) -> str:
        """A code that makes one phone the owner's, good for ten minutes; older ones are void."""
        code = new_move_code()
        with self.database.writing() as connection:
            connection.execute(delete(s.owner_code))
            connection.execute(insert(s.owner_code).values(code_hash=hashed(code), expires=now + LIFE))
        return code

    def become(self, code: str, token: str, now: int) -> bool:
        """Makes the phone the owner's and uses the code up. False: no such code, or too old."""
        used = delete(s.owner_code).where(
            s.owner_code.c.code_hash == hashed(read_code(code)), s.owner_code.c.expires >= now
        )
        with self.database.writing() as connection:
            if not connection.execute(used).rowcount:
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
