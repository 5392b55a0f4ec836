"""All tables of one database: the calls that pages are made of."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from companion.engine.correction import Change
from companion.engine.game import OVER, OptionError, Seat
from companion.engine.prospect import Prospect
from companion.engine.witness import Witness
from companion.tables.cache import Cache, Met
from companion.tables.database import Database
from companion.tables.errors import StorageFailed, TableError, message
from companion.tables.executor import Executor
from companion.tables.game import GAMES, check_options, table_game
from companion.tables.games import History, Played
from companion.tables.log import bots, transfer
from companion.tables.log import commands as c
from companion.tables.log import entries as e
from companion.tables.log.bots import Due
from companion.tables.log.consent import gated
from companion.tables.log.explain import ForgottenStep, forgotten
from companion.tables.log.hotseat import eyes_of
from companion.tables.log.names import unlike
from companion.tables.log.plan import Claim, RuleRefused
from companion.tables.log.proof import SEED_BYTES, Verdict, prove
from companion.tables.log.repair import Repair, repair_of
from companion.tables.log.table import Table
from companion.tables.log.tally import finished
from companion.tables.log.views import (
    AnyView,
    Line,
    Presence,
    RefusedByRule,
    Result,
    SeatRequest,
)
from companion.tables.log.visibility import hides, lines_of
from companion.tables.news import Newsroom, Watch
from companion.tables.phones import Phones
from companion.tables.store import Store
from companion.tables.tokens import CODE_LENGTH, command_key, commitment, hashed, new_command_id, read_code

Clock: TypeAlias = Callable[[], float]
"""Seconds since 1970."""
DAY = 24 * 60 * 60 * 1000
"""Milliseconds."""


class Limits(Struct, frozen=True):
    """What a server offers: players of the engine that may be seated (empty: the app plays no seats), and the number of
    letters in codes of new tables."""

    rivals: tuple[str, ...] = ("easy", "middling", "strong")
    letters: int = CODE_LENGTH
    threads: bool = True
    """Whether a thread looks for what other processes wrote. Without it this is the only process, and whoever serves
    calls `Tables.tend` from time to time."""


class Tables:
    """The tables of one database. Every call may be made by any thread, in any number of processes.

    All calls with a code raise ``no_such_table``, and all raise `StorageFailed` when the database does not answer. A
    token of none, or one that holds nothing, is a watcher's. `met` is called, by any thread,
    whenever a table at which a bot sits is read or written on.
    """

    def __init__(
        self, database: Database, limits: Limits | None = None, clock: Clock = time.time, met: Met = lambda: None
    ) -> None:
        self.limits = limits or Limits()
        self._clock = clock
        self._store = Store(database)
        self._phones = Phones(database)
        self._cache = Cache(self._store, self._phones, met)
        self._news = Newsroom(self._store, self._phones, self.now, threads=self.limits.threads)
        self._executor = Executor(self._store, self._cache, self._phones, self._news, self.limits.letters, self.now)
        self.history = History(self._store)
        self.rivals = Rivals(self._store, self._cache, self._executor)
        self.repairs = Repairs(self._cache)

    def now(self) -> int:
        """The time by which tables are kept, in milliseconds since 1970."""
        return int(self._clock() * 1000)

    def end_streams(self) -> None:
        """Wakes all threads that wait for news, for good: the server stops."""
        self._news.close()

    def close(self) -> None:
        """Lets go of the database; those who wait are woken."""
        self._news.close()
        with suppress(StorageFailed):
            self._news.note_presences()
        self._store.database.close()

    def tend(self) -> None:
        """Does once what a thread does otherwise (`Limits.threads`). Raises `StorageFailed`."""
        self._news.tend()

    def open(
        self,
        game: str,
        token: str,
        *,
        language: str = "en",
        options: Mapping[str, str | int] | None = None,
        settings: e.Settings | None = None,
        chairs: int | Sequence[str] | None = None,
        command_id: str | None = None,
    ) -> str:
        """The code of a new table. The token's owner is its host. A `command_id` that it repeats opens no second.

        `options` are the game's house rules by name, `chairs` how many places there are (none: as many as
        can play) or, for a count alone, which ones.
        Raises ``bad_options``, ``too_many_tables``.
        """
        if command_id is not None:
            c.check_id(command_id)
        if game not in GAMES:
            raise TableError("bad_options", message=message("no_game", game=game, games=tuple(GAMES)))
        offered = table_game(game)
        keys = offered.CHAIRS[:chairs] if isinstance(chairs, int | None) else tuple(chairs)
        number = chairs if isinstance(chairs, int) else len(keys)
        if number not in range(1, len(offered.CHAIRS) + 1) or not set(keys) <= set(offered.CHAIRS):
            raise TableError("bad_options", message=message("chairs", most=len(offered.CHAIRS)))
        try:
            check_options(offered, options or {})
            offered.new(options or {}, tuple(range(number)), 0)
        except OptionError as error:
            raise TableError("bad_options", message=error.what) from error
        settings = settings or e.Settings()
        seed = secrets.token_bytes(SEED_BYTES)
        body = e.Open(game, offered.RULES, dict(options or {}), keys, language, settings, commitment(seed))
        key = None if command_id is None else command_key(hashed(token), "open", command_id)
        return self._executor.begin(token, key, command_id or new_command_id(), seed, (body,))

    def again(self, code: str, token: str, *, command_id: str) -> str:
        """The code of a new table for the same people: settings, seats and phones are those of this one, and the
        left neighbour starts at once. This table then names it (`View.ui.next`). Raises ``not_seated``, ``not_over``,
        ``too_many_tables``.
        """
        return self._executor.open_next(self._cache.find(code, token), token, command_id)

    def find(self, typed: str) -> str:
        """The code of a table as somebody typed it. Raises ``no_such_table``."""
        code = read_code(typed)
        if not self._store.newest([code]):
            raise TableError("no_such_table", table=code)
        return code

    def listing(self) -> tuple[Played, ...]:
        """All tables, the newest first."""
        return self.history.listing()

    def delete(self, code: str, token: str | None) -> None:
        """Deletes every trace of the table, for good. Raises ``host_only``: only its host may, and whoever runs the
        server, for whom the token is none."""
        code = self.find(code)
        if token is not None and not self.is_host(code, token):
            raise TableError("host_only")
        self._store.delete(code)

    def unused(self, days: int) -> tuple[str, ...]:
        """The tables at which nothing was done for so many days."""
        return self._store.unused_since(self.now() - days * DAY)

    def is_host(self, code: str, token: str) -> bool:
        """Whether this phone is a host of the table, and so may delete it. The table's rules need not be here."""
        who = self._phones.holders(read_code(code)).get(hashed(token))
        return who is not None and who.host

    def probe(self) -> None:
        """Can the database be read and written? Raises `StorageFailed`."""
        self._store.probe()

    def settle(self) -> None:
        """Writes down which phones were heard of, as is done every few seconds anyway. Raises `StorageFailed`."""
        self._news.note_presences()

    # Playing.

    def command(
        self, code: str, token: str, command: c.AnyCommand, *, command_id: str, expected: int | None = None
    ) -> Result:
        """Carries a command out, once for each `command_id` of this phone at this table.

        `expected` is the newest entry that the phone has seen (`View.seq`): commands that mean a certain
        position are not done when the game has moved since. Raises the errors of `companion.tables.errors`.
        """
        if isinstance(command, e.SeatRival) and command.player not in ("", *self.limits.rivals):
            if not self.limits.rivals:
                raise TableError("no_rivals_here")
            raise TableError(
                "bad_command", message=message("no_rival", player=command.player, players=self.limits.rivals)
            )
        return self._executor.command(code, token, command, command_id, expected)

    # Seeing.

    def view_for(self, code: str, token: str | None = None) -> AnyView:
        """The table as this phone may know it."""
        return self._cache.find(code, token).view()

    def log_for(
        self, code: str, token: str | None = None, *, after: int = 0, limit: int | None = None, fresh: bool = True
    ) -> tuple[Line, ...]:
        """The entries that follow entry `after`, as this phone may see them: the first `limit` of them; none: all.
        Without `fresh`, as this process knows the table: another may have written since."""
        found = self._cache.find(code, token, fresh=fresh)
        there = max(0, found.table.seq - after)
        events = self._store.log(found.table.code, after, there if limit is None else min(limit, there))
        return lines_of(found.table, found.who, events)

    def wait_for(self, code: str, after: int, timeout: float) -> int:
        """Returns as soon as the table has an entry after `after`, or when `timeout` seconds are over: the
        newest entry; 0: no such table, or no answer from the database. Only a hint: what is new is in
        `view_for` and `log_for`.
        """
        return self._news.wait(read_code(code), after, timeout)

    def watching(self, code: str) -> AbstractContextManager[Watch]:
        """Waits for news again and again, for streams: who waits costs the database nothing."""
        return self._news.watching(read_code(code))

    def heard(self, code: str, token: str | None, seq: int) -> None:
        """This phone is here and has read up to entry `seq`. A watcher leaves no trace."""
        found = self._cache.find(code, token, fresh=False)
        if found.table.seq < seq:
            found = self._cache.find(code, token)
        if found.who.chair is not None:
            self._news.heard(found.table.code, found.who.chair, min(seq, found.table.seq))

    def watched(self, code: str, token: str) -> None:
        """This phone looks at the table and shall find it in its history."""
        found = self._cache.find(code, token)
        if found.stranger:
            # A database that cannot be written to is no reason not to watch.
            with suppress(StorageFailed):
                self._phones.watch(found.table.code, hashed(token))

    def presence(self, code: str) -> tuple[Presence, ...]:
        """When each chair's phone was last heard of, and how many entries it lacks."""
        table = self._cache.find(code, None, fresh=False).table
        return self._news.presence(table.code, table.seq)

    # Seats that change hands.

    def hosts(self, code: str) -> tuple[int, ...]:
        """The chairs whose phones may do what the host may."""
        holders = self._cache.find(code, None).cached.holders.values()
        return tuple(sorted(who.chair for who in holders if who.host and who.chair is not None))

    def move_code(self, code: str, token: str) -> str:
        """A one-time code, good for ten minutes, for `BringSeat` on another phone. Raises ``not_seated``."""
        found = self._cache.find(code, token)
        if found.who.chair is None:
            raise TableError("not_seated")
        return self._phones.new_move_code(found.table.code, found.who.chair, self.now())

    def ask_seat(self, code: str, token: str, chair: int, *, name: str = "", language: str = "en") -> int:
        """Asks the host for a chair whose phone is lost, or, by a name, for a free one that the host lets in to
        (`View.gated`): the two-digit number that this phone has to show.

        Raises ``no_such_seat``, ``seat_free``, ``no_name``, ``name_taken``, ``too_many_requests``.
        """
        found = self._cache.find(code, token)
        table = found.table
        if chair not in range(len(table.chairs)):
            raise TableError("no_such_seat")
        if table.chairs[chair].held:
            name = ""
        elif gated(table, found.who, chair):
            name = unlike(name[:40], table.chairs, chair)
        else:
            raise TableError("seat_free")
        number = self._phones.ask(table.code, Claim(0, chair, hashed(token), name, language), self.now())
        self._news.look(table.code)
        return number

    def requests(self, code: str, token: str) -> tuple[SeatRequest, ...]:
        """The phones that ask for a chair; `GiveSeat` answers them. Raises ``host_only``."""
        found = self._cache.find(code, token, fresh=False)
        if not found.who.host:
            raise TableError("host_only")
        claims = self._phones.claims(found.table.code, self.now())
        return tuple(SeatRequest(claim.number, claim.chair, claim.name) for claim in claims)

    # Export and import.

    def export(self, code: str, token: str) -> str:
        """The table as JSON: log and position. Before the end it is the host's; afterwards everybody's with a chair.

        Raises ``host_only``, and ``hidden_yet`` while players hide something from each other, for the log tells it.
        """
        table = self._exportable(code, token)
        return transfer.written(table, self._store.log(table.code, 0, table.seq))

    def _exportable(self, code: str, token: str) -> Table:
        found = self._cache.find(code, token)
        table, who = found.table, found.who
        over = table.state is not None and table.turn is OVER
        if not who.host and not (over and who.chair is not None):
            raise TableError("host_only")
        if hides(table):
            raise TableError("hidden_yet")
        return table

    def may_export(self, code: str, token: str) -> bool:
        """May this phone carry the table away now?"""
        try:
            self._exportable(code, token)
        except TableError:
            return False
        return True

    def verified(self, code: str) -> Verdict | None:
        """The check of a finished table's log and dice, for everybody: all of it is open then. None: not yet."""
        table = self._cache.find(code, None).table
        if not finished(table) or hides(table):
            return None
        return prove(self._store.log(table.code, 0, table.seq), table.code)

    def carry_in(self, text: str | bytes, token: str, *, command_id: str | None = None) -> str:
        """Goes on with an exported table here, under its code if that is free; the token's owner is host.

        The log keeps its numbers and ids; all chairs are free to be taken again. Raises ``bad_import``.
        """
        return self._executor.carry_in(text, token, command_id)


@dataclass
class Rivals:
    """What a program does that plays seats for the app (`companion.rivals`)."""

    store: Store
    cache: Cache
    executor: Executor

    def tables(self) -> dict[str, int]:
        """The tables that are not closed at which a bot sits, each with its version."""
        return self.store.with_bots()

    def due(self, code: str) -> Due | None:
        """What a bot has to decide at this table, with all that its seat may know; none: nothing."""
        return bots.due(self.cache.find(code, None).table)

    def eyes(self, code: str, seat: Seat) -> Witness:
        """What a seat has seen of the game that is on, as bots know it: for hints to whoever has that seat."""
        return bots.eyes(self.cache.find(code, None).table, seat)

    def act(self, code: str, due: Due, action: object, why: Prospect | str | None) -> bool:
        """Enters what a bot decided. False: the table has moved on meanwhile. Raises `RuleRefused`."""
        return self.executor.act_for_bot(read_code(code), due.seq, lambda plan: bots.act(plan, due.seat, action, why))

    def stand_in(self, code: str, due: Due, player: str) -> bool:
        """Has `player` go on for one that failed. False: the table has moved on meanwhile."""
        return self.executor.act_for_bot(read_code(code), due.seq, lambda plan: bots.stand_in(plan, due.seat, player))


@dataclass
class Repairs:
    """Looks at what to set right, and what would follow; `Replace` and `Correct` are the commands."""

    cache: Cache

    def of(self, code: str, token: str | None, at: int, action: str | None = None) -> Repair | RefusedByRule:
        """What the action of entry `at` could have been instead, and what would follow of `action`.

        Raises ``not_seated``, ``no_such_entry``, ``played_since``, ``cards_hidden``, ``bad_command``.
        """
        found = self.cache.find(code, token)
        if not found.who.seated:
            raise TableError("not_seated")
        try:
            return repair_of(found.table, found.who, at, action)
        except RuleRefused as refused:
            return RefusedByRule(refused.refusal, refused.state, found.table.seq)

    def forgotten(self, code: str, token: str, lies: tuple[Change, ...]) -> tuple[ForgottenStep, ...]:
        """The one forgotten or wrong step that would explain why these fields hold these values on the table.

        To those from whom something is hidden nothing is offered: an explanation might tell it.
        """
        found = self.cache.find(code, token)
        table, who = found.table, found.who
        seat = eyes_of(table, who)
        if table.state is None or table.game.rules.view(table.state, seat) != table.state:
            return ()
        return forgotten(table, lies)


def open_tables(where: str | Path, limits: Limits | None = None, clock: Clock = time.time) -> Tables:
    """The tables in an SQLite file (made if it is missing) or behind a PostgreSQL URL.

    Raises `StorageFailed`, ``data_version``.
    """
    return Tables(Database(where), limits, clock)
