"""New tables: under a code that nobody has, once for each command."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from companion.tables.log import entries as e
from companion.tables.log.outline import Outline
from companion.tables.storage.store import Store, TakenCode
from companion.tables.tokens import hashed


class Opening:
    """Stores new tables, up to `most` in all."""

    def __init__(self, store: Store, most: int, letters: int, now: Callable[[], int]) -> None:
        self._store = store
        self._most = most
        self._letters = letters
        self._now = now

    def opened_by(self, key: str) -> str | None:
        """The table that the command of this key (`tokens.command_key`) has opened."""
        return self._store.opened_by(key)

    def room(self) -> int:
        """How many tables may still be added."""
        return self._store.room(self._most)

    def create(
        self,
        events: Sequence[e.Event],
        seed: bytes,
        token: str,
        key: str | None,
        shown: Outline,
        code: str = "",
    ) -> str:
        """Stores a new table, under the code if it is free; or finds the one that the command has opened.

        Raises `TooManyTables`.
        """
        game = events[0].body.game if isinstance(events[0].body, e.Opened) else ""
        while True:
            made = None if key is None else self._store.opened_by(key)
            if made is not None:
                return made
            code = code or self._store.free_code(self._letters)
            named = [replace(event, table=code) for event in events]
            try:
                self._store.create(named, game, self._now(), key, seed, hashed(token), self._most, shown)
            except TakenCode:
                code = ""
                continue
            return code
