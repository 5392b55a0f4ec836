"""Tables as they stand in the log now. Folded ones are kept in memory, bounded, and folded again when they are lost."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import TypeAlias

from msgspec import Struct, field

from companion.engine.game import GameState
from companion.tables import errors
from companion.tables.game import GAMES, has_rules, table_game
from companion.tables.log import entries as e
from companion.tables.log.fold import ReplayError, fold, opened
from companion.tables.log.table import Table
from companion.tables.log.views import AnyView, Glance, Who
from companion.tables.log.visibility import view_of
from companion.tables.phones import Holder, Phones, who_is
from companion.tables.store import Addition, Store
from companion.tables.tokens import read_code

Met: TypeAlias = Callable[[], object]


class Kept(Struct, frozen=True):
    """A folded table at a version; when it was opened, for codes may be used again; who holds something there; and the
    views that were made of it: a phone asks for its view several times between two entries."""

    opened_at: int
    version: int
    table: Table
    holders: tuple[Holder, ...]
    views: dict[Who, AnyView] = field(default_factory=dict)


class Found(Struct, frozen=True):
    """A table up to its newest entry, who asks, and the first entry that the request's command has made before, if any.

    `stranger`: the table has never heard of this phone.
    """

    kept: Kept
    who: Who
    stranger: bool
    repeated: int | None = None

    @property
    def table(self) -> Table:
        return self.kept.table

    def view(self) -> AnyView:
        """The table as whoever asks may know it."""
        views = self.kept.views
        if self.who not in views:
            views[self.who] = view_of(self.table, self.who)
        return views[self.who]

    def glance(self) -> Glance[GameState]:
        """As little of it as will do."""
        table = self.table
        waiting = () if table.state is None else table.game.rules.waiting(table.state)
        return Glance(table.code, table.opened.game, self.who, waiting, self.view)


class Cache:
    """The `size` tables used last. `met` is called for each at which a bot sits."""

    def __init__(self, store: Store, phones: Phones, size: int, met: Met) -> None:
        self._store = store
        self._phones = phones
        self._size = size
        self._met = met
        self._tables: OrderedDict[str, Kept] = OrderedDict()
        self._lock = Lock()

    def find(self, code: str, token: str | None, key: str | None = None, *, keep: bool = True) -> Found:
        """The table behind a code as typed. Without `keep` it is not remembered, so that whoever goes through all
        tables does not drive those out of memory that are played. Raises `NoSuchTable`, `OtherRules`.
        """
        code = read_code(code)
        kept = self.known(code)
        reading = self._store.read(code, kept.table.seq if kept else 0, key)
        if kept is not None and kept.opened_at != reading.opened_at:
            # The table was deleted, and perhaps another one has its code now.
            self.forget(code)
            kept, reading = None, self._store.read(code, 0, key)
        if reading.opened_at is None:
            raise errors.NoSuchTable(code)
        if kept is None or kept.version != reading.version:
            table = _folded(kept.table if kept else None, reading.events)
            kept = Kept(reading.opened_at, reading.version, table, self._phones.holders(code))
        if keep:
            self._remember(kept)
        return _found(kept, token, reading.repeated)

    def known(self, code: str) -> Kept | None:
        """The table as this process knows it: another may have written since."""
        with self._lock:
            return self._tables.get(code)

    def remembered(self, code: str, token: str | None) -> Found | None:
        """The table as this process knows it, if it knows this phone at it too: another may have written since."""
        kept = self.known(read_code(code))
        found = None if kept is None else _found(kept, token)
        return None if found is None or found.stranger else found

    def written(self, addition: Addition, table: Table, holders: tuple[Holder, ...]) -> None:
        """The table has been written on."""
        changed = tuple(addition.holders)
        holders = self._phones.holders(table.code) if changed else holders
        self._remember(Kept(addition.opened_at, addition.version + 1, table, holders))

    def forget(self, code: str) -> None:
        """The table is gone."""
        with self._lock:
            self._tables.pop(code, None)

    def _remember(self, new: Kept) -> None:
        """Keeps the newer of two foldings of a table."""
        code = new.table.code
        with self._lock:
            kept = self._tables.get(code)
            if kept is None or kept.opened_at != new.opened_at or kept.version < new.version:
                self._tables[code] = new
            self._tables.move_to_end(code)
            while len(self._tables) > self._size:
                self._tables.popitem(last=False)
        if any(chair.rival for chair in new.table.chairs):
            self._met()


def _found(kept: Kept, token: str | None, repeated: int | None = None) -> Found:
    who = who_is(token, kept.holders) if token else None
    return Found(kept, who or Who(), who is None, repeated)


def _folded(table: Table | None, events: Sequence[e.Event]) -> Table:
    """The table after these entries. Raises `OtherRules` when it was begun under rules that are not here."""
    first = events[0].body if table is None else table.opened
    assert isinstance(first, e.Opened), "a log begins with its opening"
    code = events[0].table if table is None else table.code
    if first.game not in GAMES:
        raise errors.GameMissing(table=code, game=first.game)
    if not has_rules(first.game, first.rules):
        raise errors.OtherRules(table=code, begun=first.rules, here=table_game(first.game).RULES)
    try:
        if table is None:
            table, events = opened(events[0]), events[1:]
        for event in events:
            table = fold(table, event)
    except ReplayError as error:
        raise errors.StorageFailed(message=errors.message("not_replayed", what=error.sentence)) from error
    return table
