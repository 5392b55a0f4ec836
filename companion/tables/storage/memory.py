"""Folded tables kept in memory: a cache, bounded, rebuilt from the log whenever it is lost."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from msgspec import Struct, field

from companion.tables.log.table import Table
from companion.tables.log.views import AnyView, Who
from companion.tables.storage.phones import Holder


class Kept(Struct, frozen=True):
    """A folded table; when it was opened, for codes may be used again; who holds its chairs, if known; and the views
    that were made of it: a phone asks for its view several times between two entries."""

    opened_at: int
    table: Table
    holders: tuple[Holder, ...] | None = None
    views: dict[Who, AnyView] = field(default_factory=dict)


class Memory:
    """The tables used last, by code."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._tables: OrderedDict[str, Kept] = OrderedDict()
        self._lock = Lock()

    def get(self, code: str) -> Kept | None:
        """What is kept of a table."""
        with self._lock:
            kept = self._tables.get(code)
            if kept is not None:
                self._tables.move_to_end(code)
            return kept

    def put(self, new: Kept) -> None:
        """Keeps the newer of two foldings of a table."""
        code = new.table.code
        with self._lock:
            kept = self._tables.get(code)
            if kept is None or kept.opened_at != new.opened_at or kept.table.seq <= new.table.seq:
                self._tables[code] = new
            self._tables.move_to_end(code)
            while len(self._tables) > self._size:
                self._tables.popitem(last=False)

    def drop(self, code: str) -> None:
        """Forgets a table."""
        with self._lock:
            self._tables.pop(code, None)
