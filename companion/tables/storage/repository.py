"""Tables as they stand in the log now, with what is kept in memory of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct

from companion.engine.game import GameState
from companion.tables import errors
from companion.tables.game import GAMES, has_rules, table_game
from companion.tables.log import entries as e
from companion.tables.log.fold import ReplayError, fold, opened
from companion.tables.log.table import Table
from companion.tables.log.views import AnyView, Glance, Who
from companion.tables.log.visibility import view_of
from companion.tables.storage.memory import Kept, Memory
from companion.tables.storage.phones import Holder, Phones, who_is
from companion.tables.storage.store import Store
from companion.tables.tokens import read_code

Met: TypeAlias = Callable[[], object]
_CHANGES_HOLDERS = (e.Seated, e.Left, e.Given)


class Found(Struct, frozen=True):
    """A table up to its newest entry, who asks, and the first entry that the request's command has made before, if any.

    `stranger`: the table has never heard of this phone. `views`: those that were made of this table so far.
    """

    table: Table
    opened_at: int
    who: Who
    repeated: int | None
    stranger: bool
    views: dict[Who, AnyView]

    def view(self) -> AnyView:
        """The table as whoever asks may know it."""
        view = self.views.get(self.who)
        if view is None:
            view = self.views[self.who] = view_of(self.table, self.who)
        return view

    def glance(self) -> Glance[GameState]:
        """As little of it as will do."""
        table = self.table
        waiting = () if table.state is None else table.game.rules.waiting(table.state)
        return Glance(table.code, table.opened.game, self.who, waiting, self.view)


class Archive:
    """Reads tables: from memory what is there, from the log what is newer. `met` is called for each at which a rival
    sits."""

    def __init__(self, store: Store, phones: Phones, size: int, met: Met) -> None:
        self._store = store
        self._phones = phones
        self._met = met
        self._memory = Memory(size)

    def find(self, code: str, token: str | None, key: str | None = None, *, keep: bool = True) -> Found:
        """The table behind a code as typed. Without `keep` it is not remembered, so that whoever goes through all
        tables does not drive those out of memory that are played. Raises `NoSuchTable`, `OtherRules`.
        """
        code = read_code(code)
        kept = self._memory.get(code)
        reading = self._store.read(code, kept.table.seq if kept else 0, key)
        if kept is not None and kept.opened_at != reading.opened_at:
            # The table was deleted, and perhaps another one has its code now.
            self._memory.drop(code)
            kept, reading = None, self._store.read(code, 0, key)
        if reading.opened_at is None:
            raise errors.NoSuchTable(code)
        table = _folded(kept.table if kept else None, reading.events)
        known = kept.holders if kept and not any(isinstance(v.body, _CHANGES_HOLDERS) for v in reading.events) else None
        who, holders = self._who(code, token, known)
        views = kept.views if kept is not None and kept.table is table else {}
        if keep:
            self._remember(Kept(reading.opened_at, table, holders, views))
        return Found(table, reading.opened_at, who or Who(), reading.repeated, who is None, views)

    def known(self, code: str) -> Table | None:
        """The table as this process knows it: another may have written since."""
        kept = self._memory.get(code)
        return None if kept is None else kept.table

    def remembered(self, code: str, token: str | None) -> Found | None:
        """The table as this process knows it, if it knows this phone at it too: another may have written since."""
        kept = self._memory.get(read_code(code))
        if kept is None or kept.holders is None or not token:
            return None
        who = who_is(token, kept.holders)
        return None if who is None else Found(kept.table, kept.opened_at, who, None, False, kept.views)

    def _who(
        self, code: str, token: str | None, known: tuple[Holder, ...] | None
    ) -> tuple[Who | None, tuple[Holder, ...] | None]:
        """Who the token is, if the table knows it. The log tells of holders that have changed, not of new hosts."""
        if not token:
            return None, known
        who = None if known is None else who_is(token, known)
        if who is None:
            known = self._phones.holders(code)
            who = who_is(token, known)
        return who, known

    def keep(self, found: Found, table: Table, events: Sequence[e.Event]) -> None:
        """The table has been written on."""
        kept = self._memory.get(table.code)
        same = kept is not None and not any(isinstance(event.body, _CHANGES_HOLDERS) for event in events)
        self._remember(Kept(found.opened_at, table, kept.holders if kept and same else None))

    def _remember(self, kept: Kept) -> None:
        self._memory.put(kept)
        if any(chair.rival for chair in kept.table.chairs):
            self._met()

    def forget(self, code: str) -> None:
        """The table is gone."""
        self._memory.drop(code)


def _folded(table: Table | None, events: Sequence[e.Event]) -> Table:
    """The table after these entries. Raises `OtherRules` when it was begun under rules that are not here."""
    first = events[0].body if table is None else table.opened
    assert isinstance(first, e.Opened), "a log begins with its opening"
    if first.game not in GAMES:
        raise errors.GameMissing(table=events[0].table if events else table.code if table else "", game=first.game)
    if not has_rules(first.game, first.rules):
        here = table_game(first.game).RULES
        raise errors.OtherRules(table=events[0].table if events else "", begun=first.rules, here=here)
    try:
        if table is None:
            table, events = opened(events[0]), events[1:]
        for event in events:
            table = fold(table, event)
    except ReplayError as error:
        raise errors.StorageFailed(message=errors.message("not_replayed", what=error.sentence)) from error
    return table
