"""Phones that ask for a chair, and chairs that change hands."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, and_, delete, insert, select, update

from companion.tables import schema as s
from companion.tables.database import Database
from companion.tables.errors import TableError
from companion.tables.log.plan import Claim, Hold

LIFE = 10 * 60 * 1000
"""Milliseconds that a request lives."""
MOST_REQUESTS = 30
"""Phones that may ask for seats of one table at the same time."""
_HOLDER, _REQUEST = s.holder.c, s.seat_request.c


class SeatRequests:
    """The requests in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def ask(self, code: str, asking: Claim, now: int) -> int:
        """The number that the asking phone shows: the same when it asks again, for whichever chair; a phone has one
        request. Raises ``too_many_requests``."""
        with self.database.writing() as connection:
            _raise_version(connection, code)  # first: phones that ask at once wait for each other
            connection.execute(delete(s.seat_request).where(_REQUEST.code == code, _REQUEST.expires < now))
            claims = _read_claims(connection, code, now)
            number = next((claim.number for claim in claims if claim.token_hash == asking.token_hash), None)
            if number is None:
                if len(claims) >= MOST_REQUESTS:
                    raise TableError("too_many_requests")
                number = secrets.choice(sorted(set(range(10, 100)) - {claim.number for claim in claims}))
            own = and_(_REQUEST.code == code, _REQUEST.token_hash == asking.token_hash)
            connection.execute(delete(s.seat_request).where(own))
            row = {"chair": asking.chair, "token_hash": asking.token_hash}
            row |= {"name": asking.name, "language": asking.language, "expires": now + LIFE}
            connection.execute(insert(s.seat_request).values(code=code, number=number, **row))
        return number

    def claims(self, code: str, now: int) -> tuple[Claim, ...]:
        """The phones that ask for a chair."""
        with self.database.reading() as connection:
            return _read_claims(connection, code, now)


def _raise_version(connection: Connection, code: str) -> None:
    """Others look at the table again, and decide anew what they were about to do."""
    table = s.game_table.c
    connection.execute(update(s.game_table).where(table.code == code).values(version=table.version + 1))


def _read_claims(connection: Connection, code: str, now: int) -> tuple[Claim, ...]:
    asking = and_(_REQUEST.code == code, _REQUEST.expires >= now)
    rows = connection.execute(select(s.seat_request).where(asking).order_by(_REQUEST.number))
    return tuple(Claim(row.number, row.chair, row.token_hash, row.name, row.language) for row in rows)


def change_holder(connection: Connection, code: str, change: Hold) -> None:
    """Carries the change out, in the caller's transaction."""
    asked = and_(_REQUEST.code == code, _REQUEST.number == change.number)
    connection.execute(delete(s.seat_request).where(asked))
    if not change.accept:
        return
    if change.chair is not None:
        of_chair = and_(_HOLDER.code == code, _HOLDER.chair == change.chair)
        connection.execute(update(s.holder).where(of_chair).values(chair=None, moved=True))
    own = and_(_HOLDER.code == code, _HOLDER.token_hash == change.token_hash)
    row = {"chair": change.chair, "moved": False, "heard_seq": 0, "heard_at": 0}
    if not connection.execute(update(s.holder).where(own).values(row)).rowcount:
        connection.execute(insert(s.holder).values(code=code, token_hash=change.token_hash, **row))
    if change.chair is None:
        connection.execute(delete(s.holder).where(own, ~_HOLDER.host))
