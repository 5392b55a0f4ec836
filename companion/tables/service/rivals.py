"""The seats that the app plays: the calls of whoever plays them (`companion.rivals`)."""

from __future__ import annotations

from companion.engine.game import Seat
from companion.engine.prospect import Prospect
from companion.engine.witness import Witness
from companion.tables.log import rivals
from companion.tables.log.rivals import Due
from companion.tables.service.executor import Executor
from companion.tables.storage.repository import Archive
from companion.tables.storage.store import Store
from companion.tables.tokens import read_code


class Rivals:
    """What a program does that plays seats for the app. Raises `NoSuchTable` and `StorageFailed` like all calls."""

    def __init__(self, store: Store, archive: Archive, executor: Executor) -> None:
        self._store, self._archive, self._executor = store, archive, executor

    def tables(self) -> dict[str, int]:
        """The tables that are not closed at which a rival was ever seated, each with its newest entry."""
        return self._store.with_rivals()

    def due(self, code: str) -> Due | None:
        """What a rival has to decide at this table, with all that its seat may know; none: nothing."""
        return rivals.due(self._archive.find(code, None).table)

    def eyes(self, code: str, seat: Seat) -> Witness:
        """What a seat has seen of the game that is on, as bots know it: for hints to whoever has that seat."""
        return rivals.eyes(self._archive.find(code, None).table, seat)

    def act(self, code: str, due: Due, action: object, why: Prospect | str | None) -> bool:
        """Enters what a rival decided. False: the table has moved on meanwhile. Raises `RuleRefused`."""
        return self._executor.for_rival(read_code(code), due.seq, lambda plan: rivals.act(plan, due.seat, action, why))

    def stand_in(self, code: str, due: Due, player: str) -> bool:
        """Has `player` go on for one that failed. False: the table has moved on meanwhile."""
        return self._executor.for_rival(read_code(code), due.seq, lambda plan: rivals.stand_in(plan, due.seat, player))
