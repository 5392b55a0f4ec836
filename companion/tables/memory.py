"""Folded tables kept in memory: a cache, bounded, rebuilt from the log whenever it is lost."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from companion.tables.table import Table


class Memory:
    """The tables used last, by code. A table is known by its opening time too: codes may be used again."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._tables: OrderedDict[str, tuple[int, Table]] = OrderedDict()
        self._lock = Lock()

    def get(self, code: str) -> tuple[int, Table] | None:
        """Opening time and table, if it is here."""
        with self._lock:
            kept = self._tables.get(code)
            if kept is not None:
                self._tables.move_to_end(code)
            return kept

    def put(self, opened_at: int, table: Table) -> None:
        """Keeps the newer of two foldings of a table."""
        with self._lock:
            kept = self._tables.get(table.code)
            if kept is None or kept[0] != opened_at or kept[1].seq < table.seq:
                self._tables[table.code] = (opened_at, table)
            self._tables.move_to_end(table.code)
            while len(self._tables) > self._size:
                self._tables.popitem(last=False)

    def drop(self, code: str) -> None:
        with self._lock:
            self._tables.pop(code, None)
