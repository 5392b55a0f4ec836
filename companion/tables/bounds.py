"""How much one address may ask for: counted by every process in memory, settled about once a second into rows.

The rows are the truth for all processes and after a restart. A request is judged by what the rows said at
the last settling and what this process has counted since, so it costs no transaction of its own; between
two settlings each process may let the same rate through once more.

Of an address only a keyed hash is stored. The key is made by chance, one for each day (UTC), and deleted
with the next: yesterday's hashes then lead to nobody.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
from collections.abc import Callable
from threading import Lock
from typing import Literal

from msgspec import Struct, to_builtins
from sqlalchemy import Connection, delete, select

from companion.tables import schema as s
from companion.tables.database import Database, upsert
from companion.tables.errors import StorageFailed

Kind = Literal["look", "act", "wrong", "heavy", "sent"]
DAY_SECONDS = 24 * 60 * 60
MOST_COUNTS = 20_000
"""Counts kept in memory; when there are more, those of this process start anew."""


class Rate(Struct, frozen=True):
    """At most so much in each span of so many seconds."""

    most: int
    seconds: int


class Rates(Struct, frozen=True):
    """What one address may do, if a single phone stands behind it (`Limits.phones` multiplies the first three)."""

    look: Rate = Rate(120, 10)
    """Pages and news: a phone fetches at most four pages a second while others play."""
    act: Rate = Rate(60, 10)
    """Commands: tapping a whole city in takes 36 within half a minute."""
    sent: Rate = Rate(1024 * 1024, 60)
    """Bytes of request bodies: forms have some hundred; an exported table has up to four million."""
    wrong: Rate = Rate(60, 600)
    """Codes of tables, seats and moves that there are not: whoever guesses, not whoever mistypes."""
    heavy: Rate = Rate(60, 600)
    """What takes a second or more of the machine: printing, importing, exporting."""


class Count(Struct):
    """What was counted in one span: by all, when it was last settled; and by this process since then."""

    known: int = 0
    own: int = 0


class Spent(Struct, frozen=True):
    """A count to be settled."""

    kind: str
    who: str
    start: int
    ends: int
    amount: int


class Bounds:
    """What each address has asked for lately. Any thread may ask."""

    def __init__(self, database: Database, rates: Rates, phones: int, clock: Callable[[], float]) -> None:
        self._database = database
        self._phones = phones
        self._rates = {
            kind: Rate(rate.most * (phones if kind in ("look", "act", "sent") else 1), rate.seconds)
            for kind in Rates.__struct_fields__
            for rate in (getattr(rates, kind),)
        }
        self._clock = clock
        self._counts: dict[tuple[str, str, int], Count] = {}
        self._key: tuple[int, bytes] = (-1, b"")
        self._hashes: dict[str, str] = {}
        self._lock = Lock()

    def allow(self, kind: Kind, address: str | None, cost: int = 1) -> float:
        """Seconds to wait before asking again; 0: go on, it has been counted.

        A `cost` of 0 only asks. What costs more than a whole rate fits into a span that is empty. While
        the database does not answer nobody is kept waiting: whatever comes next will say so.
        """
        try:
            who = self.who(address)
        except StorageFailed:
            return 0.0
        if who is None:
            return 0.0
        rate, now = self._rates[kind], self._clock()
        start = int(now // rate.seconds) * rate.seconds
        with self._lock:
            count = self._counts.get((kind, who, start))
            if count is None:
                if len(self._counts) >= MOST_COUNTS:
                    self._counts.clear()
                count = self._counts[kind, who, start] = Count()
            spent = count.known + count.own
            if spent and spent + max(cost, 1) > rate.most:
                return start + rate.seconds - now
            count.own += cost
        return 0.0

    def who(self, address: str | None) -> str | None:
        """What is stored of an address today. None: it is not bounded. Raises `StorageFailed`."""
        if not self._phones:
            return None
        day = int(self._clock() // DAY_SECONDS)
        if self._key[0] != day:
            self._key = (day, self._key_of(day))
            self._hashes = {}
        known, key = self._hashes, self._key[1]
        found = known.get(address or "")
        if found is None:
            network = network_of(address)
            found = hmac.new(key, network.encode(), hashlib.sha256).hexdigest()[:32] if network else ""
            if len(known) < MOST_COUNTS:
                known[address or ""] = found
        return found or None

    def _key_of(self, day: int) -> bytes:
        """The day's key, the same for all processes; keys of days before are deleted."""
        query = select(s.address_key.c.key).where(s.address_key.c.day == day)
        with self._database.reading() as connection:
            found = connection.execute(query).scalar()
        if found is None:
            with self._database.writing() as connection:
                connection.execute(delete(s.address_key).where(s.address_key.c.day < day))
                row = {"day": day, "key": secrets.token_bytes(32)}
                connection.execute(upsert(connection, s.address_key).on_conflict_do_nothing(), row)
                found = connection.execute(query).scalar_one()
        return bytes(found)

    # Settling.

    def take(self) -> tuple[Spent, ...]:
        """What is to be settled. What belongs to spans that are over is forgotten here."""
        now = self._clock()
        with self._lock:
            for key in [key for key in self._counts if key[2] + self._rates[key[0]].seconds <= now]:
                del self._counts[key]
            # In the same order in every process, so that none waits for a row that another holds.
            return tuple(
                Spent(kind, who, start, start + self._rates[kind].seconds, count.own)
                for (kind, who, start), count in sorted(self._counts.items())
                if count.own
            )

    def put(self, connection: Connection, batch: tuple[Spent, ...]) -> tuple[tuple[Spent, int], ...]:
        """Adds to the rows, in the caller's transaction: what all processes have counted, for `settled`."""
        connection.execute(delete(s.spent).where(s.spent.c.ends <= int(self._clock())))
        new = upsert(connection, s.spent)
        adding = new.on_conflict_do_update(
            index_elements=[s.spent.c.kind, s.spent.c.who, s.spent.c.start],
            set_={"amount": s.spent.c.amount + new.excluded.amount},
        ).returning(s.spent.c.amount)
        return tuple((item, connection.execute(adding, to_builtins(item)).scalar_one()) for item in batch)

    def settled(self, found: tuple[tuple[Spent, int], ...]) -> None:
        """The transaction is committed: what was put is known now."""
        with self._lock:
            for item, amount in found:
                count = self._counts.get((item.kind, item.who, item.start))
                if count is not None:
                    count.known = amount
                    count.own -= item.amount


def network_of(address: str | None) -> str:
    """What counts as one address: an IPv4 address, or the /64 network that one household of IPv6 has.

    Empty for this machine itself, and where there is none (a socket file): there a proxy stands before us
    that has not said who asks (`serve --proxy`), and bounding it would bound everybody at once.
    """
    if not address:
        return ""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is None:
            return "" if found.is_loopback else str(ipaddress.ip_network((found, 64), strict=False))
        found = found.ipv4_mapped
    return "" if found.is_loopback else str(found)
