"""Chairs that change hands: one-time codes, and phones that ask the host."""

from __future__ import annotations

import secrets

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, or_, select, update

from companion.tables import schema as s
from companion.tables.database import Database
from companion.tables.errors import TableError
from companion.tables.log.plan import Claim, Hold
from companion.tables.tokens import MOVE_CODE_LENGTH, hashed, new_code

LIFE = 10 * 60 * 1000
"""Milliseconds that a code or a request lives."""
MOST_REQUESTS = 30
"""Phones that may ask for seats of one table at the same time."""
_HOLDER, _REQUEST = s.holder.c, s.seat_request.c


class SeatRequests:
    """The requests in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def new_move_code(self, code: str, chair: int, now: int) -> str:
        """A one-time code for the chair; an older one is void from now on."""
        secret = new_code(MOVE_CODE_LENGTH)
        row = {"code": code, "key": hashed(secret), "chair": chair, "expires": now + LIFE}
        with self.database.writing() as connection:
            connection.execute(delete(s.seat_request).where(_codes_for(code), _REQUEST.chair == chair))
            connection.execute(insert(s.seat_request).values(row))
        return secret

    def chair_of(self, code: str, move_code: str, now: int) -> int | None:
        """The chair behind a move code that is still good."""
        good = and_(_codes_for(code), _REQUEST.key == hashed(move_code), _REQUEST.expires >= now)
        rows = self.database.fetch(select(_REQUEST.chair).where(good))
        return rows[0].chair if rows else None

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
            connection.execute(insert(s.seat_request).values(code=code, key=str(number), **row))
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
    asking = and_(_REQUEST.code == code, _REQUEST.token_hash.is_not(None), _REQUEST.expires >= now)
    rows = connection.execute(select(s.seat_request).where(asking).order_by(_REQUEST.key))
    return tuple(Claim(int(row.key), row.chair, row.token_hash, row.name, row.language) for row in rows)


def _codes_for(code: str) -> ColumnElement[bool]:
    return and_(_REQUEST.code == code, _REQUEST.token_hash.is_(None))


def change_holder(connection: Connection, code: str, change: Hold) -> None:
    """Carries the change out, in the caller's transaction."""
    asked = and_(_REQUEST.code == code, _REQUEST.key == str(change.number))
    connection.execute(delete(s.seat_request).where(asked))
    if not change.accept:
        return
    if change.chair is not None:
        of_chair = and_(_HOLDER.code == code, _HOLDER.chair == change.chair)
        connection.execute(update(s.holder).where(of_chair).values(chair=None, moved=True))
    own = and_(_HOLDER.code == code, _HOLDER.token_hash == change.token_hash)
    # A code that brings a seat is its holder's: it is void for whoever sits there next.
    void = or_(_REQUEST.chair == change.chair, _REQUEST.chair.in_(select(_HOLDER.chair).where(own)))
    connection.execute(delete(s.seat_request).where(_codes_for(code), void))
    row = {"chair": change.chair, "moved": False, "heard_seq": 0, "heard_at": 0}
    if not connection.execute(update(s.holder).where(own).values(row)).rowcount:
        connection.execute(insert(s.holder).values(code=code, token_hash=change.token_hash, **row))
    if change.chair is None:
        connection.execute(delete(s.holder).where(own, ~_HOLDER.host))
