"""All tables of one database: the calls that pages are made of."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from companion.engine.correction import Change
from companion.engine.game import OVER, OptionError
from companion.tables.bots import Rivals
from companion.tables.cache import Cache, Met
from companion.tables.database import Database
from companion.tables.errors import StorageFailed, TableError, message
from companion.tables.executor import Executor, check_id
from companion.tables.game import GAMES, check_options, table_game
from companion.tables.history import History
from companion.tables.log import commands as c
from companion.tables.log import entries as e
from companion.tables.log import transfer
from companion.tables.log.consent import gated
from companion.tables.log.hotseat import eyes_of
from companion.tables.log.names import unlike
from companion.tables.log.plan import Claim, RuleRefused
from companion.tables.log.proof import SEED_BYTES, Verdict, prove
from companion.tables.log.repair import ForgottenStep, Repair, forgotten, repair_of
from companion.tables.log.table import Table
from companion.tables.log.tally import finished
from companion.tables.log.views import AnyView, Line, Presence, RefusedByRule, Result, Who
from companion.tables.log.visibility import hides, lines_of
from companion.tables.news import Newsroom
from companion.tables.phones import Phones
from companion.tables.store import Store
from companion.tables.tokens import CODE_LENGTH, command_key, commitment, hashed, read_code

Clock: TypeAlias = Callable[[], float]
"""Seconds since 1970."""


class Limits(Struct, frozen=True):
    """What a server offers: players of the engine that may be seated (empty: the app plays no seats), and the number of
    letters in codes of new tables."""

    rivals: tuple[str, ...] = ("easy", "middling", "strong")
    letters: int = CODE_LENGTH
    threads: bool = True
    """Whether a thread looks for what other processes wrote. Without it this is the only process, and whoever serves
    calls `Newsroom.tend` from time to time."""


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
        self.store = Store(database)
        self._phones = Phones(database)
        self._cache = Cache(self.store, self._phones, met)
        self.news = Newsroom(self.store, self._phones, self.now, threads=self.limits.threads)
        self._executor = Executor(self.store, self._cache, self._phones, self.news, self.limits.letters, self.now)
        self.history = History(self.store)
        self.rivals = Rivals(self.store, self._cache, self._executor)
        self.repairs = Repairs(self._cache)

    def now(self) -> int:
        """The time by which tables are kept, in milliseconds since 1970."""
        return int(self._clock() * 1000)

    def close(self) -> None:
        """Lets go of the database; those who wait are woken."""
        self.news.close()
        with suppress(StorageFailed):
            self.news.note_presences()
        self.store.database.close()

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
            check_id(command_id)
        if game not in GAMES:
            raise TableError("bad_options", message=message("other", what=tuple(GAMES), given=game))
        offered = table_game(game)
        keys = offered.CHAIRS[:chairs] if isinstance(chairs, int | None) else tuple(chairs)
        number = chairs if isinstance(chairs, int) else len(keys)
        if number not in range(1, len(offered.CHAIRS) + 1) or not set(keys) <= set(offered.CHAIRS):
            raise TableError("bad_options", message=message("unfit"))
        try:
            check_options(offered, options or {})
            offered.new(options or {}, tuple(range(number)), 0)
        except OptionError as error:
            raise TableError("bad_options", message=error.what) from error
        settings = settings or e.Settings()
        seed = secrets.token_bytes(SEED_BYTES)
        body = e.Open(game, offered.rules.RULES, dict(options or {}), keys, language, settings, commitment(seed))
        key = None if command_id is None else command_key(hashed(token), "open", command_id)
        return self._executor.begin({hashed(token): Who(host=True)}, key, seed, (body,))

    def again(self, code: str, token: str, *, command_id: str) -> str:
        """The code of a new table for the same people: settings, seats and phones are those of this one, and the
        left neighbour starts at once. This table then names it (`View.ui.next`).

        Raises ``not_seated``, ``not_started``, ``too_many_tables``.
        """
        return self._executor.open_next(self._cache.find(code, token), token, command_id)

    def find(self, typed: str) -> str:
        """The code of a table as somebody typed it. Raises ``no_such_table``."""
        code = read_code(typed)
        if not self.store.newest([code]):
            raise TableError("no_such_table", table=code)
        return code

    def delete(self, code: str, token: str | None) -> None:
        """Deletes every trace of the table, for good. Raises ``host_only``: only its host may, and whoever runs the
        server, for whom the token is none."""
        code = self.find(code)
        if token is not None and not self.is_host(code, token):
            raise TableError("host_only")
        self.store.delete(code)

    def is_host(self, code: str, token: str) -> bool:
        """Whether this phone is a host of the table, and so may delete it. The table's rules need not be here."""
        who = self._phones.holders(read_code(code)).get(hashed(token))
        return who is not None and who.host

    def command(
        self, code: str, token: str, command: c.AnyCommand, *, command_id: str, expected: int | None = None
    ) -> Result:
        """Carries a command out, once for each `command_id` of this phone at this table.

        `expected` is the newest entry that the phone has seen (`View.seq`): commands that mean a certain
        position are not done when the game has moved since. Raises the errors of `companion.tables.errors`.
        """
        rivals = self.limits.rivals
        if isinstance(command, e.SeatRival) and command.player not in ("", *rivals):
            what = message("other", what=rivals, given=command.player)
            raise TableError("bad_command", message=what) if rivals else TableError("no_rivals")
        return self._executor.command(code, token, command, command_id, expected)

    def view_for(self, code: str, token: str | None = None) -> AnyView:
        """The table as this phone may know it."""
        return self._cache.find(code, token).view()

    def visit(self, code: str, token: str | None) -> tuple[AnyView, tuple[Presence, ...]]:
        """As `view_for` of a phone that is here and reads all of it; and who has been heard of before."""
        found = self._cache.find(code, token)
        table, chair = found.table, found.who.chair
        heard = self.news.presence(table.code, table.seq)
        if chair is not None:
            self.news.heard(table.code, chair, table.seq)
        return found.view(), heard

    def log_for(
        self, code: str, token: str | None = None, *, after: int = 0, limit: int | None = None, fresh: bool = True
    ) -> tuple[Line, ...]:
        """The entries that follow entry `after`, as this phone may see them: the first `limit` of them; none: all.
        Without `fresh`, as this process knows the table: another may have written since."""
        found = self._cache.find(code, token, fresh=fresh)
        there = max(0, found.table.seq - after)
        events = self.store.log(found.table.code, after, there if limit is None else min(limit, there))
        return lines_of(found.table, found.who, events)

    def heard(self, code: str, token: str | None, seq: int) -> None:
        """This phone is here and has read up to entry `seq`. A watcher leaves no trace."""
        found = self._cache.find(code, token, fresh=False)
        if found.table.seq < seq:
            found = self._cache.find(code, token)
        if found.who.chair is not None:
            self.news.heard(found.table.code, found.who.chair, min(seq, found.table.seq))

    def presence(self, code: str) -> tuple[Presence, ...]:
        """When each chair's phone was last heard of, and how many entries it lacks."""
        table = self._cache.find(code, None, fresh=False).table
        return self.news.presence(table.code, table.seq)

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

        Raises ``no_such_seat``, ``no_such_seat``, ``no_name``, ``name_taken``, ``too_many_requests``.
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
            raise TableError("no_such_seat")
        number = self._phones.ask(table.code, Claim(0, chair, hashed(token), name, language), self.now())
        self.news.look(table.code)
        return number

    def requests(self, code: str, token: str) -> tuple[Claim, ...]:
        """The phones that ask for a chair; `GiveSeat` answers them. Raises ``host_only``."""
        found = self._cache.find(code, token, fresh=False)
        if not found.who.host:
            raise TableError("host_only")
        return self._phones.claims(found.table.code, self.now())

    def export(self, code: str, token: str) -> str:
        """The table as JSON: log and position. Before the end it is the host's; afterwards everybody's with a chair.

        Raises ``host_only``, and ``hidden_yet`` while players hide something from each other, for the log tells it.
        """
        table = self._exportable(code, token)
        return transfer.write_export(table, self.store.log(table.code, 0, table.seq))

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
        return prove(self.store.log(table.code, 0, table.seq), table.code)

    def carry_in(self, text: str | bytes, token: str, *, command_id: str | None = None) -> str:
        """Goes on with an exported table here, under its code if that is free; the token's owner is host.

        The log keeps its numbers and ids; all chairs are free to be taken again. Raises ``bad_import``.
        """
        return self._executor.carry_in(text, token, command_id)


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
