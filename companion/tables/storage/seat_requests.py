"""Seats that go to another phone: one-time codes from the old phone, requests to the host."""

from __future__ import annotations

import secrets

from msgspec.structs import replace

from companion.tables import errors
from companion.tables.log.plan import Claim
from companion.tables.log.views import SeatRequest
from companion.tables.storage.phones import Phones, TakenNumber
from companion.tables.tokens import hashed, new_move_code, same

LIFE = 10 * 60 * 1000
"""Milliseconds that a code or a request lives."""
MOST_CLAIMS = 30
"""Phones that may ask for seats of one table at the same time."""


def new_code(phones: Phones, table: str, chair: int, now: int) -> str:
    """A one-time code for the chair; an older one is void from now on."""
    secret = new_move_code()
    phones.put_move_code(table, hashed(secret), chair, now + LIFE, now)
    return secret


def ask(phones: Phones, table: str, asking: Claim, now: int) -> int:
    """The number that the asking phone shows: the same when it asks again, for whichever chair; a phone has one
    request. Raises `TooManyRequests`."""
    while True:
        claims = phones.claims(table, now)
        own = next((claim for claim in claims if same(claim.token_hash, asking.token_hash)), None)
        if own is not None:
            phones.put_claim(table, replace(asking, number=own.number), now + LIFE)
            return own.number
        if len(claims) >= MOST_CLAIMS:
            raise errors.TooManyRequests
        free = sorted(set(range(10, 100)) - {claim.number for claim in claims})
        number = secrets.choice(free)
        try:
            phones.put_claim(table, replace(asking, number=number), now + LIFE)
        except TakenNumber:
            # Another phone was given the same number in this moment.
            continue
        return number


def requests(phones: Phones, table: str, now: int) -> tuple[SeatRequest, ...]:
    """Who asks, for the host."""
    return tuple(SeatRequest(claim.number, claim.chair, claim.name) for claim in phones.claims(table, now))
