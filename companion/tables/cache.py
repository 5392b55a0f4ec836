"""Cache of folded tables, least recently used ones dropped. Each request first asks the database for newer entries."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from companion.tables.errors import StorageFailed, TableError
from companion.tables.game import GAMES, has_rules, table_game
from companion.tables.log import entries as e
from companion.tables.log.fold import fold_all
from companion.tables.log.table import Table
from companion.tables.log.ui import decode_ui
from companion.tables.log.views import AnyView, Holders, Who
from companion.tables.log.visibility import view_of
from companion.tables.store import Entries, Store
from companion.tables.tokens import hashed, read_code

SIZE = 128
"""Tables that are kept in memory."""
Met: TypeAlias = Callable[[], object]


class CachedTable(Struct, frozen=True):
    """A folded table at a version, who holds something there, and the views that were made of it.

    `opened_at` tells it from an earlier table of the same code.
    """

    opened_at: int
    version: int
    table: Table
    holders: Holders
    views: dict[Who, AnyView] = field(default_factory=dict)


class PhoneAccess(Struct, frozen=True):
    """A table up to its newest entry, for one phone. `repeated`: what the request's command has added before."""

    cached: CachedTable
    who: Who
    repeated: Entries | None = None

    @property
    def table(self) -> Table:
        return self.cached.table

    def view(self) -> AnyView:
        """The table as this phone may know it."""
        views = self.cached.views
        if self.who not in views:
            views[self.who] = replace(view_of(self.table, self.who), version=self.cached.version)
        return views[self.who]


class Cache:
    """The `SIZE` tables used last. `met` is called for each at which a bot sits."""

    def __init__(self, store: Store, met: Met) -> None:
        self._store = store
        self._met = met
        self._tables: OrderedDict[str, CachedTable] = OrderedDict()
        self._lock = Lock()

    def find(self, code: str, token: str | None, key: str | None = None, *, fresh: bool = True) -> PhoneAccess:
        """The table behind a code as typed; `key` is that of the request's command. Without `fresh` a cached table
        that knows this phone will do, though another process may have written since.

        Raises ``no_such_table``, ``other_rules``, ``game_missing``.
        """
        code = read_code(code)
        with self._lock:
            cached = self._tables.get(code)
        if cached is not None and not fresh and (not token or hashed(token) in cached.holders):
            return _find_phone(cached, token)
        reading = self._store.read(code, cached.table.seq if cached else 0, key)
        if reading is not None and cached is not None and cached.opened_at != reading.opened_at:
            cached, reading = None, self._store.read(code, 0, key)
        if reading is None:
            raise TableError("no_such_table", table=code)
        if cached is None or cached.version != reading.version:
            table = replace(_fold_all(code, cached.table if cached else None, reading.events), ui=decode_ui(reading.ui))
            cached = CachedTable(reading.opened_at, reading.version, table, reading.holders)
        self.keep(cached)
        return _find_phone(cached, token, reading.repeated)

    def keep(self, new: CachedTable) -> None:
        """Keeps a table, unless a newer version of it is here."""
        code = new.table.code
        with self._lock:
            cached = self._tables.get(code)
            if cached is None or cached.opened_at != new.opened_at or cached.version < new.version:
                self._tables[code] = new
            self._tables.move_to_end(code)
            while len(self._tables) > SIZE:
                self._tables.popitem(last=False)
        if any(chair.rival for chair in new.table.chairs):
            self._met()


def _find_phone(cached: CachedTable, token: str | None, repeated: Entries | None = None) -> PhoneAccess:
    who = cached.holders.get(hashed(token), Who()) if token else Who()
    return PhoneAccess(cached, who, repeated)


def _fold_all(code: str, table: Table | None, events: Sequence[e.Event]) -> Table:
    """The table after these entries. Raises ``other_rules`` when it was begun under rules that are not here."""
    first = events[0].body if table is None else table.opened
    assert isinstance(first, e.Open), "a log begins with its opening"
    if first.game not in GAMES:
        raise TableError("game_missing", table=code, game=first.game)
    if not has_rules(first.game, first.rules):
        raise TableError("other_rules", table=code, begun=first.rules, here=table_game(first.game).rules.RULES)
    try:
        return fold_all(events, code, table)
    except TableError as error:
        raise StorageFailed(message=error.what) from error
