"""How much one address may ask for: counted by every process in memory, settled about once a second into rows.

The rows are the truth for all processes and after a restart. A request is judged by what the rows said at
the last settling and what this process has counted since, so it costs no transaction of its own; between
two settlings each process may let the same rate through once more.

Of an address only a keyed hash is stored. The key is made by chance, one for each day (UTC), and deleted
with the next: yesterday's hashes then lead to nobody. Only where the owner shut an address out, the key of that
day stays until that is over.

A household of IPv6 has a /64, or a /48 with 65,536 of them: both are counted, the wider one with more room.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
from collections.abc import Callable
from threading import Lock
from typing import Literal, TypeAlias

from msgspec import Struct, to_builtins
from sqlalchemy import Connection, delete, select

from companion.tables.addresses import Address
from companion.tables.errors import StorageFailed
from companion.tables.storage import schema as s
from companion.tables.storage.database import Database, upsert

Clock: TypeAlias = Callable[[], float]
"""Seconds since 1970."""
Kind = Literal["look", "act", "wrong", "heavy", "photos", "imports", "sent", "carried", "ask", "open", "print"]
"""What is counted; the column holds eight characters, `REFUSED` among them.
``open`` and ``print`` are bounded by what is there; only what was refused is counted of them."""
PER_HUNDRED = ("heavy", "photos", "imports", "carried")
"""The rates that grow with every full hundred phones."""
REFUSED = "!"
"""Before a kind: how often it was refused to an address today."""
WIDER = "/48"
"""What a wider network of IPv6 is."""
DAY_SECONDS = 24 * 60 * 60
MOST_SHOWN = 1_000
"""Rows of what was refused that are shown."""
MOST_COUNTS = 20_000
"""Counts kept in memory; when there are more, those of this process start anew."""


class Rate(Struct, frozen=True):
    """At most so much in each span of so many seconds."""

    most: int
    seconds: int


class Rates(Struct, frozen=True):
    """What one address may do. `Limits.phones` multiplies `look`, `act` and `sent`, which are those of one phone; every
    hundred phones multiply `PER_HUNDRED`."""

    look: Rate = Rate(120, 10)
    """Pages and news: a phone fetches at most four pages a second while others play."""
    act: Rate = Rate(60, 10)
    """Commands: tapping a whole city in takes 36 within half a minute."""
    sent: Rate = Rate(1024 * 1024, 60)
    """Bytes of request bodies: forms have some hundred."""
    carried: Rate = Rate(128 * 1024 * 1024, 600)
    """Bytes of tables that are brought here: two whole archives; games go on beside them."""
    wrong: Rate = Rate(60, 600)
    """Codes of tables, seats and moves that there are not: whoever guesses, not whoever mistypes."""
    heavy: Rate = Rate(60, 600)
    """What takes a second or more of the machine: printing and exporting."""
    photos: Rate = Rate(60, 600)
    """Photographs: reading one takes seconds of a core."""
    imports: Rate = Rate(30, 600)
    """Imports, and logs that are verified: a long one takes seconds."""
    ask: Rate = Rate(30, 600)
    """Requests to hosts for a seat."""


class Ban(Struct, frozen=True):
    """An address that is shut out, by its hash under the key of that day, until a second since 1970."""

    who: str
    day: int
    until: int


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


class Settled(Struct, frozen=True):
    """What all processes have counted, and who is shut out."""

    amounts: tuple[tuple[Spent, int], ...]
    bans: tuple[Ban, ...]


class Bounds:
    """What each address has asked for lately. Any thread may ask."""

    def __init__(self, database: Database, rates: Rates, phones: int, clock: Clock) -> None:
        self._database = database
        self._phones = phones
        self._rates = {
            kind: Rate(rate.most * _times(kind, phones), rate.seconds)
            for kind in Rates.__struct_fields__
            for rate in (getattr(rates, kind),)
        }
        self._clock = clock
        self._counts: dict[tuple[str, str, int], Count] = {}
        self._day = -1
        self._keys: dict[int, bytes] = {}
        self._bans: dict[str, Ban] = {}
        self._known: dict[str, Address] = {}
        self._lock = Lock()

    def allow(self, kind: Kind, address: str | None, cost: int = 1) -> float:
        """Seconds to wait before asking again; 0: go on, it has been counted.

        A `cost` of 0 only asks. What costs more than a whole rate fits into a span that is empty. While
        the database does not answer nobody is kept waiting: whatever comes next will say so.
        """
        try:
            networks = self.known(address).networks
        except StorageFailed:
            return 0.0
        rate, now = self._rates[kind], self._clock()
        start = int(now // rate.seconds) * rate.seconds
        with self._lock:
            counts = [(self._count(kind, who, start), rate.most * times) for who, times in networks]
            spent = [(count.known + count.own, most) for count, most in counts]
            if any(was and was + max(cost, 1) > most for was, most in spent):
                return start + rate.seconds - now
            for count, _ in counts:
                count.own += cost
        return 0.0

    def refused(self, kind: Kind, address: str | None) -> None:
        """Counts that something was refused to an address today, for the owner to see."""
        try:
            networks = self.known(address).networks
        except StorageFailed:
            return
        with self._lock:
            for who, _ in networks:
                self._count(f"{REFUSED}{kind}", who, self._day * DAY_SECONDS).own += 1

    def _count(self, kind: str, who: str, start: int) -> Count:
        count = self._counts.get((kind, who, start))
        if count is None:
            if len(self._counts) >= MOST_COUNTS:
                self._counts.clear()
            count = self._counts[kind, who, start] = Count()
        return count

    def _seconds(self, kind: str) -> int:
        return DAY_SECONDS if kind.startswith(REFUSED) else self._rates[kind].seconds

    def known(self, address: str | None) -> Address:
        """What is stored of an address today. Raises `StorageFailed`."""
        if not self._phones:
            return Address()
        day = int(self._clock() // DAY_SECONDS)
        if self._day != day:
            self._keys, bans = self._begin(day)
            self._bans = {ban.who: ban for ban in bans}
            self._day, self._known = day, {}
        known = self._known
        found = known.get(address or "")
        if found is None:
            found = self._hashed(address, day)
            if len(known) < MOST_COUNTS:
                known[address or ""] = found
        return found

    def _hashed(self, address: str | None, day: int) -> Address:
        own, wide = networks_of(address)
        return Address(*(_hash(self._keys[day], network) for network in (own, wide)))

    def _begin(self, day: int) -> tuple[dict[int, bytes], tuple[Ban, ...]]:
        """The day's key, the same for all processes, and those that bans are still known by; others are deleted."""
        with self._database.reading() as connection:
            bans, keys = _bans(connection, int(self._clock())), _keys(connection)
        if day not in keys:
            with self._database.writing() as connection:
                needed = {day, *(ban.day for ban in bans)}
                connection.execute(delete(s.address_key).where(s.address_key.c.day.not_in(needed)))
                row = {"day": day, "key": secrets.token_bytes(32)}
                connection.execute(upsert(connection, s.address_key).on_conflict_do_nothing(), row)
                keys = _keys(connection)
        return keys, bans

    # Shutting out.

    def shut_out(self, address: str | None) -> float:
        """Seconds until the address is let in again; 0: it is not shut out."""
        try:
            known = self.known(address)
        except StorageFailed:
            return 0.0
        now = self._clock()
        bans = [ban for ban in self._bans.values() if ban.until > now]
        if not bans or known == Address():
            return 0.0
        days = {ban.day for ban in bans}
        found = {who for day in days if day in self._keys for who, _ in self._hashed(address, day).networks}
        return max((ban.until - now for ban in bans if ban.who in found), default=0.0)

    def ban(self, who: str) -> None:
        """Shuts out an address of today, by its hash, for a day."""
        now = int(self._clock())
        with self._database.writing() as connection:
            row = upsert(connection, s.ban).values(who=who, day=now // DAY_SECONDS, until=now + DAY_SECONDS)
            connection.execute(row.on_conflict_do_nothing())
            bans = _bans(connection, now)
        self._bans = {ban.who: ban for ban in bans}

    def lift(self, who: str) -> None:
        """Lets an address in again."""
        with self._database.writing() as connection:
            connection.execute(delete(s.ban).where(s.ban.c.who == who))
            bans = _bans(connection, int(self._clock()))
        self._bans = {ban.who: ban for ban in bans}

    def bans(self) -> tuple[Ban, ...]:
        """Those that hold now."""
        with self._database.reading() as connection:
            return _bans(connection, int(self._clock()))

    def refusals(self) -> dict[str, dict[str, int]]:
        """What was refused today: of each address, by its hash, how often which kind."""
        found: dict[str, dict[str, int]] = {}
        today = s.spent.c.start == int(self._clock() // DAY_SECONDS) * DAY_SECONDS
        query = select(s.spent).where(s.spent.c.kind.startswith(REFUSED), today).order_by(s.spent.c.amount.desc())
        with self._database.reading() as connection:
            for row in connection.execute(query.limit(MOST_SHOWN)):
                found.setdefault(row.who, {})[row.kind.removeprefix(REFUSED)] = row.amount
        return found

    # Settling.

    def take(self) -> tuple[Spent, ...]:
        """What is to be settled. What belongs to spans that are over is forgotten here."""
        now = self._clock()
        with self._lock:
            for key in [key for key in self._counts if key[2] + self._seconds(key[0]) <= now]:
                del self._counts[key]
            # In the same order in every process, so that none waits for a row that another holds.
            return tuple(
                Spent(kind, who, start, start + self._seconds(kind), count.own)
                for (kind, who, start), count in sorted(self._counts.items())
                if count.own
            )

    def put(self, connection: Connection, batch: tuple[Spent, ...]) -> Settled:
        """Adds to the rows, in the caller's transaction: what all processes have counted, for `settled`."""
        connection.execute(delete(s.spent).where(s.spent.c.ends <= int(self._clock())))
        new = upsert(connection, s.spent)
        adding = new.on_conflict_do_update(
            index_elements=[s.spent.c.kind, s.spent.c.who, s.spent.c.start],
            set_={"amount": s.spent.c.amount + new.excluded.amount},
        ).returning(s.spent.c.amount)
        amounts = tuple((item, connection.execute(adding, to_builtins(item)).scalar_one()) for item in batch)
        return Settled(amounts, _bans(connection, int(self._clock())))

    def settled(self, found: Settled) -> None:
        """The transaction is committed: what was put is known now."""
        self._bans = {ban.who: ban for ban in found.bans}
        with self._lock:
            for item, amount in found.amounts:
                count = self._counts.get((item.kind, item.who, item.start))
                if count is not None:
                    count.known = amount
                    count.own -= item.amount


def _times(kind: str, phones: int) -> int:
    """The factor of a rate where so many phones share an address."""
    if kind in ("look", "act", "sent"):
        return phones
    return max(1, phones // 100) if kind in PER_HUNDRED else 1


def _bans(connection: Connection, now: int) -> tuple[Ban, ...]:
    """Those that hold, in the caller's transaction."""
    query = select(s.ban.c.who, s.ban.c.day, s.ban.c.until).where(s.ban.c.until > now).order_by(s.ban.c.until)
    return tuple(Ban(*row) for row in connection.execute(query))


def _keys(connection: Connection) -> dict[int, bytes]:
    """By their days since 1970."""
    found = connection.execute(select(s.address_key.c.day, s.address_key.c.key))
    return {row.day: bytes(row.key) for row in found}


def _hash(key: bytes, network: str) -> str | None:
    """What stands for a network; of a wider one that can be seen."""
    if not network:
        return None
    found = hmac.new(key, network.encode(), hashlib.sha256).hexdigest()[:32]
    return f"{found}{WIDER}" if network.endswith(WIDER) else found


def networks_of(address: str | None) -> tuple[str, str]:
    """What counts as one address, and the wider network it is in: an IPv4 address and nothing, the /64 and the /48 of
    IPv6.

    Empty for this machine itself, and where there is none (a socket file): there a proxy stands before us
    that has not said who asks (`serve --proxy`), and bounding it would bound everybody at once.
    """
    if not address:
        return "", ""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address, ""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is None:
            own, wide = (str(ipaddress.ip_network((found, bits), strict=False)) for bits in (64, 48))
            return ("", "") if found.is_loopback else (own, "" if found.is_link_local else wide)
        found = found.ipv4_mapped
    return ("", "") if found.is_loopback else (str(found), "")
