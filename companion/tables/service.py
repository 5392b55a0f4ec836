"""All tables of one database: the calls that pages are made of. `Executor` has those that change something."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.engine.correction import Change
from companion.engine.game import OVER
from companion.tables.bots import Rivals
from companion.tables.cache import Cache, Met
from companion.tables.database import Database
from companion.tables.errors import StorageFailed, TableError
from companion.tables.executor import Clock, Executor, Limits
from companion.tables.history import History
from companion.tables.log import transfer
from companion.tables.log.consent import gated
from companion.tables.log.hotseat import eyes_of
from companion.tables.log.names import unlike
from companion.tables.log.plan import Claim, RuleRefused
from companion.tables.log.proof import Verdict, prove
from companion.tables.log.repair import ForgottenStep, Repair, forgotten, repair_of
from companion.tables.log.table import Table
from companion.tables.log.tally import finished
from companion.tables.log.views import AnyView, Line, Presence, RefusedByRule
from companion.tables.log.visibility import hides, lines_of
from companion.tables.tokens import hashed, read_code


class Tables(Executor):
    """The tables of one database. Every call may be made by any thread, in any number of processes.

    All calls with a code raise ``no_such_table``, and all raise `StorageFailed` when the database does not answer. A
    token of none, or one that holds nothing, is a watcher's.
    """

    def __init__(
        self, database: Database, limits: Limits | None = None, clock: Clock = time.time, met: Met = lambda: None
    ) -> None:
        super().__init__(database, limits or Limits(), clock, met)
        self.history = History(self.store)
        self.rivals = Rivals(self)
        self.repairs = Repairs(self.cache)

    def close(self) -> None:
        """Lets go of the database; those who wait are woken."""
        self.news.close()
        with suppress(StorageFailed):
            self.news.note_presences()
        self.store.database.close()

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
        who = self.store.holders(read_code(code)).get(hashed(token))
        return who is not None and who.host

    def view_for(self, code: str, token: str | None = None) -> AnyView:
        """The table as this phone may know it."""
        return self.cache.find(code, token).view()

    def visit(self, code: str, token: str | None) -> tuple[AnyView, tuple[Presence, ...]]:
        """Same as `view_for`, and marks the phone as present and up to date. Also returns the presences before."""
        found = self.cache.find(code, token)
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
        found = self.cache.find(code, token, fresh=fresh)
        there = max(0, found.table.seq - after)
        events = self.store.log(found.table.code, after, there if limit is None else min(limit, there))
        return lines_of(found.table, found.who, events)

    def heard(self, code: str, token: str | None, seq: int) -> None:
        """This phone is here and has read up to entry `seq`. A watcher leaves no trace."""
        found = self.cache.find(code, token, fresh=False)
        if found.table.seq < seq:
            found = self.cache.find(code, token)
        if found.who.chair is not None:
            self.news.heard(found.table.code, found.who.chair, min(seq, found.table.seq))

    def presence(self, code: str) -> tuple[Presence, ...]:
        """When each chair's phone was last heard of, and how many entries it lacks."""
        table = self.cache.find(code, None, fresh=False).table
        return self.news.presence(table.code, table.seq)

    def hosts(self, code: str) -> tuple[int, ...]:
        """The chairs whose phones may do what the host may."""
        holders = self.cache.find(code, None).cached.holders.values()
        return tuple(sorted(who.chair for who in holders if who.host and who.chair is not None))

    def move_code(self, code: str, token: str) -> str:
        """A one-time code, good for ten minutes, for `BringSeat` on another phone. Raises ``not_seated``."""
        found = self.cache.find(code, token)
        if found.who.chair is None:
            raise TableError("not_seated")
        return self.requested.new_move_code(found.table.code, found.who.chair, self.now())

    def ask_seat(self, code: str, token: str, chair: int, *, name: str = "", language: str = "en") -> int:
        """Asks the host for a chair whose phone is lost, or, by a name, for a free one that the host lets in to
        (`View.gated`): the two-digit number that this phone has to show.

        Raises ``no_such_seat``, ``no_such_seat``, ``no_name``, ``name_taken``, ``too_many_requests``.
        """
        found = self.cache.find(code, token)
        table = found.table
        if chair not in range(len(table.chairs)):
            raise TableError("no_such_seat")
        if table.chairs[chair].held:
            name = ""
        elif gated(table, found.who, chair):
            name = unlike(name[:40], table.chairs, chair)
        else:
            raise TableError("no_such_seat")
        number = self.requested.ask(table.code, Claim(0, chair, hashed(token), name, language), self.now())
        self.news.look(table.code)
        return number

    def requests(self, code: str, token: str) -> tuple[Claim, ...]:
        """The phones that ask for a chair; `GiveSeat` answers them. Raises ``host_only``."""
        found = self.cache.find(code, token, fresh=False)
        if not found.who.host:
            raise TableError("host_only")
        return self.requested.claims(found.table.code, self.now())

    def export(self, code: str, token: str) -> str:
        """The table as JSON: log and position. Before the end it is the host's; afterwards everybody's with a chair.

        Raises ``host_only``, and ``hidden_yet`` while players hide something from each other, for the log tells it.
        """
        table = self._exportable(code, token)
        return transfer.write_export(table, self.store.log(table.code, 0, table.seq))

    def _exportable(self, code: str, token: str) -> Table:
        found = self.cache.find(code, token)
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
        table = self.cache.find(code, None).table
        if not finished(table) or hides(table):
            return None
        return prove(self.store.log(table.code, 0, table.seq), table.code)


@dataclass
class Repairs:
    """Looks at what to set right, and what would follow; `Replace` and `Correct` are the commands."""

    cache: Cache

    def of(self, code: str, token: str | None, at: int, action: str | None = None) -> Repair | RefusedByRule:
        """Alternatives for the action of entry `at`, and the consequences of `action`.

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
