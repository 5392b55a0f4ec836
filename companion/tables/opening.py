"""New tables: opened by somebody, or by the people of a table who play once more."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from companion.tables import errors
from companion.tables.cache import Found
from companion.tables.executor import Executor
from companion.tables.log import commands as c
from companion.tables.log import dice
from companion.tables.log import entries as e
from companion.tables.log.fold import fold, opened
from companion.tables.log.outline import Outline, outline
from companion.tables.log.table import Table
from companion.tables.log.tally import finished
from companion.tables.phones import Phones
from companion.tables.store import Store, TakenCode
from companion.tables.tokens import command_key, commitment, hashed


@dataclass
class Opening:
    """Stores new tables, up to `most` in all, under codes of so many `letters`, once for each command."""

    store: Store
    most: int
    letters: int
    now: Callable[[], int]

    def room(self) -> int:
        """How many tables may still be added."""
        return max(0, self.most - self.store.count())

    def create(
        self, events: Sequence[e.Event], seed: bytes, token: str, key: str | None, shown: Outline, code: str = ""
    ) -> str:
        """Stores a new table, under the code if it is free; or finds the one that the command of that key has opened.

        Raises `TooManyTables`.
        """
        game = events[0].body.game if isinstance(events[0].body, e.Opened) else ""
        while True:
            made = None if key is None else self.store.opened_by(key)
            if made is not None:
                return made
            code = code or self.store.free_code(self.letters)
            named = [replace(event, table=code) for event in events]
            try:
                self.store.create(named, game, self.now(), key, seed, hashed(token), self.most, shown)
            except TakenCode:
                code = ""
                continue
            return code

    def begin(self, token: str, key: str | None, command_id: str, seed: bytes, bodies: Sequence[e.Body]) -> str:
        """Stores a new table with these first entries."""
        events = [
            e.Event("", seq, body, None, "person", command_id if seq == 1 else None, self.now())
            for seq, body in enumerate(bodies, 1)
        ]
        table = opened(events[0])
        for event in events[1:]:
            table = fold(table, event)
        return self.create(events, seed, token, key, outline(table))


@dataclass
class Rematch:
    """Opens the next table for those who sit at one."""

    opening: Opening
    store: Store
    phones: Phones
    executor: Executor

    def open(self, found: Found, token: str, command_id: str) -> str:
        """The code of the next table, which that one then names. Raises as `Tables.again`."""
        table, who = found.table, found.who
        if who.chair is None and not who.host:
            raise errors.NotSeated
        if table.next:
            return table.next
        if not finished(table):
            raise errors.NotOver
        made = self._make(found, token, command_id)
        if table.players and table.settings.way == "follow":
            self.executor.command(made, token, next_start(table), f"{command_id[:50]}-start", None)
        self.executor.command(table.code, token, c.PlayOn(made), f"{command_id[:50]}-next", None)
        return made

    def _make(self, found: Found, token: str, command_id: str) -> str:
        """The table on which everybody has the chair that they had."""
        table, was = found.table, found.table.opened
        key = command_key(hashed(token), f"again {table.code}", command_id)
        made = self.store.opened_by(key)
        if made is not None:
            return made
        seed = secrets.token_bytes(dice.SEED_BYTES)
        first = e.Opened(was.game, was.rules, was.options, was.chairs, was.language, table.settings, commitment(seed))
        code = self.opening.begin(token, key, command_id, seed, (first, *_seats(table)))
        self.phones.seat_all(code, found.kept.holders)
        return code


def _seats(table: Table) -> Iterator[e.Seated | e.Named | e.RivalSeated]:
    for chair in table.chairs:
        if chair.held:
            yield e.Seated(chair.number, chair.name or None, chair.language)
        elif chair.rival:
            yield e.RivalSeated(chair.number, chair.rival, chair.name)
        elif chair.taken:
            yield e.Named(chair.number, chair.name or None, chair.language)


def next_start(table: Table) -> c.Start:
    """How the next game starts: those who played and those who came late, the left neighbour of the last starter
    first."""
    started = next((s.body for s in map(table.step, table.line) if isinstance(s.body, e.Started)), None)
    before = started.chairs[started.first] if started else table.players[0]
    chairs = tuple(chair.number for chair in table.chairs if chair.taken or chair.number in table.players)
    left = next((chair for chair in chairs if chair > before), chairs[0])
    return c.Start(chairs, chairs.index(left))
