"""The same people play once more: a new table with the old one's settings, seats and phones."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator

from companion.tables import errors
from companion.tables.log import commands as c
from companion.tables.log import dice
from companion.tables.log import entries as e
from companion.tables.log.fold import fold, opened
from companion.tables.log.outline import outline
from companion.tables.log.plan import Hold
from companion.tables.log.table import Table
from companion.tables.log.tally import finished
from companion.tables.service.executor import Executor
from companion.tables.service.opening import Opening
from companion.tables.storage.phones import Phones
from companion.tables.storage.repository import Found
from companion.tables.tokens import command_key, commitment, hashed


class Again:
    """Opens the next table for those who sit at one."""

    def __init__(self, opening: Opening, phones: Phones, executor: Executor, now: Callable[[], int]) -> None:
        self._opening = opening
        self._phones = phones
        self._executor = executor
        self._now = now

    def open(self, found: Found, token: str, command_id: str) -> str:
        """The code of the next table, which that one then names. Raises as `Tables.again`."""
        table, who = found.table, found.who
        if who.chair is None and not who.host:
            raise errors.NotSeated
        if table.next:
            return table.next
        if not finished(table):
            raise errors.NotOver
        made = self._made(table, token, command_id)
        if table.players and table.settings.way == "follow":
            self._executor.command(made, token, next_start(table), f"{command_id[:50]}-start", None)
        self._executor.command(table.code, token, c.PlayOn(made), f"{command_id[:50]}-next", None)
        return made

    def _made(self, table: Table, token: str, command_id: str) -> str:
        """The table on which everybody has the chair that they had."""
        key = command_key(hashed(token), f"again {table.code}", command_id)
        made = self._opening.opened_by(key)
        if made is not None:
            return made
        seed = secrets.token_bytes(dice.SEED_BYTES)
        bodies = (_opening(table, commitment(seed)), *_seats(table))
        events = [
            e.Event("", seq, body, None, "person", command_id if seq == 1 else None, self._now())
            for seq, body in enumerate(bodies, 1)
        ]
        shown = opened(events[0])
        for event in events[1:]:
            shown = fold(shown, event)
        code = self._opening.create(events, seed, token, key, outline(shown))
        for holder in self._phones.holders(table.code):
            if holder.who.host and holder.token_hash != hashed(token):
                self._phones.new_host(code, holder.token_hash)
            if holder.who.chair is not None:
                self._phones.change_holders(code, Hold(holder.who.chair, holder.token_hash))
        return code


def _opening(table: Table, bound: str) -> e.Opened:
    was = table.opened
    return e.Opened(was.game, was.rules, was.options, was.chairs, was.language, table.settings, bound)


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
