"""Who is here: when a chair's phone was last heard of, and how far it has read. Not part of the log."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock

from msgspec import Struct
from sqlalchemy import Connection

from companion.tables.log.views import Presence
from companion.tables.storage.phones import Phones, note_presences

AWAKE = 15_000
"""Milliseconds after which a phone that was not heard of counts as asleep. It gives a sign every five seconds, and
another process notes it within five more."""
MOST = 10_000
"""Chairs remembered in memory."""


def is_awake(heard: int, now: int) -> bool:
    """Was a phone heard of just now? A clock may have been set back since: what lies far ahead was long ago."""
    return abs(now - heard) < AWAKE


class Heard(Struct, frozen=True):
    """A chair's phone had read up to entry `seq` at a time (milliseconds since 1970)."""

    table: str
    chair: int
    seq: int
    at: int


class Attendance:
    """Exact for the phones of this process; for those of others as new as their last note in the database."""

    def __init__(self, phones: Phones, seconds: int) -> None:
        self._phones = phones
        self._between = seconds * 1000
        self._heard: dict[tuple[str, int], Heard] = {}
        self._noted: dict[tuple[str, int], int] = {}
        self._lock = Lock()

    def heard(self, code: str, chair: int, seq: int, at: int) -> None:
        """The chair's phone has read up to entry `seq`."""
        with self._lock:
            if len(self._heard) >= MOST:
                self._heard.clear()
                self._noted.clear()
            self._heard[code, chair] = Heard(code, chair, seq, at)

    def of(self, code: str, newest: int) -> tuple[Presence, ...]:
        """Every chair that was ever heard of, against the newest entry."""
        noted = self._phones.presence(code)
        with self._lock:
            here = [heard for (table, _), heard in self._heard.items() if table == code]
        for heard in here:
            if _newer(heard.at, noted.get(heard.chair, (0, 0))[1]):
                noted[heard.chair] = (heard.seq, heard.at)
        return tuple(Presence(chair, at, max(0, newest - seq)) for chair, (seq, at) in sorted(noted.items()))

    def awake(self, codes: Iterable[str], now: int) -> dict[str, tuple[tuple[int, bool], ...]]:
        """Of each table: which chairs were ever heard of, and are they awake?"""
        wanted = set(codes)
        latest = self._phones.presences(wanted)
        with self._lock:
            for heard in self._heard.values():
                if heard.table in wanted:
                    chairs = latest.setdefault(heard.table, {})
                    if _newer(heard.at, chairs.get(heard.chair, 0)):
                        chairs[heard.chair] = heard.at
        return {
            code: tuple((chair, is_awake(at, now)) for chair, at in sorted(chairs.items()))
            for code, chairs in latest.items()
        }

    # Settling.

    def take(self) -> tuple[Heard, ...]:
        """What was heard of chairs whose note in the database has become old."""
        with self._lock:
            old = (heard for key, heard in self._heard.items() if self._is_old(self._noted.get(key, 0), heard.at))
            return tuple(sorted(old, key=lambda heard: (heard.table, heard.chair)))

    def _is_old(self, noted: int, heard: int) -> bool:
        """Is a note so old that the newer is to be noted? One from before the clock was set back is."""
        return abs(heard - noted) >= self._between

    def put(self, connection: Connection, batch: tuple[Heard, ...]) -> None:
        """Notes it, in the caller's transaction."""
        notes = [
            {"of_table": heard.table, "of_chair": heard.chair, "heard_seq": heard.seq, "heard_at": heard.at}
            for heard in batch
        ]
        note_presences(connection, notes)

    def settled(self, found: tuple[Heard, ...]) -> None:
        """The notes are committed."""
        with self._lock:
            for heard in found:
                self._noted[heard.table, heard.chair] = heard.at


def _newer(heard: int, noted: int) -> bool:
    """Is what this process heard newer than a note? One that lies far ahead is from before a clock was set back."""
    return heard >= noted or noted - heard >= AWAKE
