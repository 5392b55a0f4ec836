"""Who is here: when a chair's phone was last heard of, and how far it has read. Not part of the log."""

from __future__ import annotations

from threading import Lock

from companion.tables.phones import Phones
from companion.tables.views import Presence

MOST = 10_000
"""Chairs remembered in memory."""


class Attendance:
    """Exact for the phones of this process; for those of others as new as their last note in the database."""

    def __init__(self, phones: Phones, seconds: int) -> None:
        self._phones = phones
        self._between = seconds * 1000
        self._heard: dict[tuple[str, int], tuple[int, int]] = {}
        self._noted: dict[tuple[str, int], int] = {}
        self._lock = Lock()

    def heard(self, code: str, chair: int, seq: int, at: int) -> None:
        """The chair's phone has read up to entry `seq`."""
        key = (code, chair)
        with self._lock:
            if len(self._heard) >= MOST:
                self._heard.clear()
                self._noted.clear()
            self._heard[key] = (seq, at)
            due = at - self._noted.get(key, 0) >= self._between
            if due:
                self._noted[key] = at
        if due:
            self._phones.put_presence(code, chair, seq, at)

    def of(self, code: str, newest: int) -> tuple[Presence, ...]:
        """Every chair that was ever heard of, against the newest entry."""
        noted = self._phones.presence(code)
        with self._lock:
            here = {chair: heard for (table, chair), heard in self._heard.items() if table == code}
        for chair, (seq, at) in here.items():
            if at >= noted.get(chair, (0, 0))[1]:
                noted[chair] = (seq, at)
        return tuple(Presence(chair, at, max(0, newest - seq)) for chair, (seq, at) in sorted(noted.items()))
