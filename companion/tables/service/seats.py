"""Seats that change hands: codes for another phone, and phones that ask the host for a chair."""

from __future__ import annotations

from collections.abc import Callable

from companion.tables import errors
from companion.tables.log.names import unlike
from companion.tables.log.plan import Claim
from companion.tables.log.seats import gated
from companion.tables.log.views import SeatRequest
from companion.tables.storage import seat_requests
from companion.tables.storage.phones import Phones
from companion.tables.storage.repository import Found
from companion.tables.tokens import hashed


class Asking:
    """What phones may ask for at tables that were found for them. `now` is in milliseconds."""

    def __init__(self, phones: Phones, now: Callable[[], int]) -> None:
        self._phones = phones
        self._now = now

    def new_code(self, found: Found) -> str:
        """A one-time code for this phone's chair. Raises `NotSeated`."""
        if found.who.chair is None:
            raise errors.NotSeated
        return seat_requests.new_code(self._phones, found.table.code, found.who.chair, self._now())

    def ask(self, found: Found, token: str, chair: int, name: str, language: str) -> int:
        """The number that the phone has to show. Raises `NoSuchSeat`, `SeatFree`, `NoName`, `NameTaken`,
        `TooManyRequests`."""
        table = found.table
        if chair not in range(len(table.chairs)):
            raise errors.NoSuchSeat
        if table.chairs[chair].held:
            name = ""
        elif gated(table, found.who, chair):
            name = unlike(name, (other for other in table.chairs if other.number != chair))
        else:
            raise errors.SeatFree
        asking = Claim(0, chair, hashed(token), name, language)
        return seat_requests.ask(self._phones, table.code, asking, self._now())

    def hosts(self, code: str) -> tuple[int, ...]:
        """The chairs of a table whose phones are hosts."""
        holders = self._phones.holders(code)
        return tuple(sorted(h.who.chair for h in holders if h.who.host and h.who.chair is not None))

    def requests(self, found: Found) -> tuple[SeatRequest, ...]:
        """The phones that ask at a table. Raises `HostOnly`."""
        if not found.who.host:
            raise errors.HostOnly
        return seat_requests.requests(self._phones, found.table.code, self._now())
