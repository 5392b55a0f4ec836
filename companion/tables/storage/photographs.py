"""Rows about photographs: those of tables that keep them."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import and_, delete, func, insert, select

from companion.tables.storage import schema as s
from companion.tables.storage.database import Database


class Photograph(Struct, frozen=True):
    """A photograph that a table keeps, without its picture: the first has number 1. `at`: when it was read,
    milliseconds since 1970; `chair`: of whose phone; `told`: JSON of what was read of it, or why nothing was."""

    number: int
    at: int
    chair: int | None
    told: str


_ROW = s.photograph.c
_NEWEST_FIRST = _ROW.number.desc()


class Photographs:
    """The photographs in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def room(self, most: int) -> bool:
        """Are there fewer than so many, of all tables?"""
        with self.database.reading() as connection:
            return connection.execute(select(func.count()).select_from(s.photograph)).scalar_one() < most

    def add(self, code: str, at: int, chair: int | None, jpeg: bytes, told: str, most: int) -> None:
        """Keeps one more of a table; of more than `most` the oldest go."""
        here = _ROW.table == code
        with self.database.writing() as connection:
            locked = select(s.game_table.c.code).where(s.game_table.c.code == code).with_for_update()
            if connection.execute(locked).first() is None:
                return  # the table was deleted while it was read
            number = (connection.execute(select(func.max(_ROW.number)).where(here)).scalar() or 0) + 1
            row = {"table": code, "number": number, "at": at, "chair": chair, "jpeg": jpeg, "told": told}
            connection.execute(insert(s.photograph).values(row))
            kept = select(_ROW.number).where(here).order_by(_NEWEST_FIRST).limit(most)
            connection.execute(delete(s.photograph).where(here, _ROW.number.not_in(kept.scalar_subquery())))

    def of(self, code: str) -> tuple[Photograph, ...]:
        """Those of a table, the newest first."""
        query = select(_ROW.number, _ROW.at, _ROW.chair, _ROW.told).where(_ROW.table == code).order_by(_NEWEST_FIRST)
        with self.database.reading() as connection:
            return tuple(Photograph(*row) for row in connection.execute(query))

    def jpeg(self, code: str, number: int) -> bytes | None:
        """The picture of one."""
        query = select(_ROW.jpeg).where(_ROW.table == code, _ROW.number == number)
        with self.database.reading() as connection:
            found = connection.execute(query).scalar()
        return None if found is None else bytes(found)

    def delete(self, code: str, number: int | None) -> None:
        """Deletes one of a table, or all; nothing is left of it in the file."""
        those = _ROW.table == code if number is None else and_(_ROW.table == code, _ROW.number == number)
        with self.database.writing() as connection:
            connection.execute(delete(s.photograph).where(those))
        self.database.scrub()
