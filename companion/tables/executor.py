"""Carrying commands out: each once, in the order of the log, whichever process is faster."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from threading import Lock

from companion.tables import errors
from companion.tables.cache import Cache, Found
from companion.tables.errors import message
from companion.tables.log import commands as c
from companion.tables.log import entries as e
from companion.tables.log.handlers import CHECKED, decide
from companion.tables.log.hotseat import eyes_of
from companion.tables.log.outline import outline
from companion.tables.log.plan import Asking, Plan, RuleRefused
from companion.tables.log.table import Table
from companion.tables.log.views import Accepted, Line, MovedOn, RefusedByRule, Result, Who
from companion.tables.log.visibility import lines_of
from companion.tables.news import Newsroom
from companion.tables.phones import Phones
from companion.tables.store import Addition, Store
from companion.tables.tokens import command_key, hashed, read_code

TRIES = 50
"""How often a command is tried again when others were faster."""
LOCKS = 4096
"""Commands for one table wait for each other; for others hardly ever."""
SEEDS = 128
"""Seeds that are kept in memory: each is asked for at every roll of its table."""
RIVAL = "rival"
"""What stands for the phone, and begins the command ids, of what bots do."""


@dataclass
class Executor:
    """Decides commands and appends what they come to.

    `bounds`: the most entries of a log, and bytes of an entry.
    """

    store: Store
    cache: Cache
    phones: Phones
    news: Newsroom
    bounds: tuple[int, int]
    now: Callable[[], int]

    def __post_init__(self) -> None:
        # The commitment tells a table from an earlier one of the same code.
        self._seeds = lru_cache(SEEDS)(lambda code, number, commitment: self.store.seed(code, number))
        self._locks = tuple(Lock() for _ in range(LOCKS))

    def command(self, code: str, token: str, command: c.AnyCommand, command_id: str, expected: int | None) -> Result:
        """See `Tables.command`."""
        command = c.checked(command)
        c.check_id(command_id)
        code = read_code(code)
        with self._lock_of(code):
            for _ in range(TRIES):
                found = self.cache.find(code, token, command_key(hashed(token), code, command_id))
                if found.repeated is not None:
                    return self._repeated(found, found.repeated)
                result = self._decide(found, token, command, command_id, expected)
                if result is not None:
                    return result
        raise errors.StorageFailed(message=message("many_writers"))

    def for_rival(self, code: str, expected: int, planned: Callable[[Plan], None]) -> bool:
        """Carries out what is planned for a seat that the app plays. False: the table has moved on from `expected`."""
        with self._lock_of(code):
            found = self.cache.find(code, None)
            if found.table.seq != expected:
                return False
            asking = Asking(Who(), RIVAL, f"{RIVAL}-{expected}", self.now())
            plan = Plan(found.table, asking, self._seed_of(found.table))
            planned(plan)
            return self._append(plan, found) is not None

    def _lock_of(self, code: str) -> Lock:
        return self._locks[hash(code) % LOCKS]

    def _repeated(self, found: Found, first: int) -> Accepted:
        table = found.table
        last = self.store.last_of(table.code, first)
        lines = lines_of(table, found.who, self.store.log(table.code, first - 1, last - first + 1))
        asked = any(line.kind in ("ask", "propose") for line in lines)
        return Accepted(lambda: lines, table.seq, repeated=True, asked=asked)

    def _decide(
        self, found: Found, token: str, command: c.AnyCommand, command_id: str, expected: int | None
    ) -> Result | None:
        """One attempt; none: somebody else was faster."""
        table, who = found.table, found.who
        if expected is not None and expected < table.seq and isinstance(command, CHECKED):
            meanwhile = self._moves_since(table, who, expected)
            if meanwhile:
                return MovedOn(meanwhile, table.seq)
        plan = Plan(table, self._asking(table, who, token, command, command_id), self._seed_of(table))
        try:
            decide(plan, command)
        except RuleRefused as refused:
            seen = table.game.rules.view(refused.state, eyes_of(table, who))
            return RefusedByRule(refused.refusal, seen, table.seq)
        return self._append(plan, found)

    def _append(self, plan: Plan, found: Found) -> Accepted | None:
        table, events = plan.table, plan.events
        if not events and not plan.holders:
            return Accepted(tuple, table.seq)
        entries, entry_bytes = self.bounds
        if events and table.seq > entries:
            raise errors.TableFull(limit=entries)
        if any(len(e.encode(event.body)) > entry_bytes for event in events):
            raise errors.BadCommand(errors.message("entry_bytes", most=entry_bytes))
        shown = outline(table)
        addition = Addition(
            table.code,
            found.kept.opened_at,
            found.kept.version,
            events,
            plan.holders,
            plan.new_seeds,
            table.seeds - len(plan.new_seeds) + 1,
            None if shown == outline(found.table) else shown,
            command_key(plan.asking.token_hash, table.code, plan.asking.command_id),
        )
        if not self.store.append(addition):
            return None
        self.cache.written(addition, table, found.kept.holders)
        self.news.tell(table.code, addition.version + 1, table.seq)
        return Accepted(partial(lines_of, table, plan.asking.who, events), table.seq, asked=plan.asked)

    def _asking(self, table: Table, who: Who, token: str, command: c.AnyCommand, command_id: str) -> Asking:
        now, replies = self.now(), isinstance(command, c.ReplyUndo)
        claims = self.phones.claims(table.code, now) if replies or isinstance(command, c.GiveSeat) else ()
        brought = None
        if isinstance(command, c.BringSeat):
            brought = self.phones.chair_of(table.code, read_code(command.move_code), now)
        heard = {one.chair: one.at for one in self.news.presence(table.code, table.seq)} if replies else {}
        return Asking(who, hashed(token), command_id, now, claims, brought, heard)

    def _seed_of(self, table: Table) -> Callable[[], bytes]:
        return lambda: self._seeds(table.code, table.seeds, table.commitment)

    def _moves_since(self, table: Table, who: Who, seq: int) -> tuple[Line, ...]:
        """What has moved the game since entry `seq`."""
        events = self.store.log(table.code, seq, table.seq - seq)
        moves = [event for event in events if isinstance(event.body, (*e.MOMENTS, e.Undone, e.Redone))]
        return lines_of(table, who, moves)
