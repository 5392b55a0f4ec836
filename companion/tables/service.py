"""All tables of one database: the operations that pages use."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import OVER
from companion.tables.database import Database
from companion.tables.errors import StorageFailed, TableError, message
from companion.tables.history import History
from companion.tables.log import entries as e
from companion.tables.log import seats, transfer
from companion.tables.log.decide import decide
from companion.tables.log.entries import ENTRY_BYTES, MOST_ENTRIES
from companion.tables.log.fold import fold_all
from companion.tables.log.hotseat import find_viewer
from companion.tables.log.plan import Asking, Plan, RuleRefused
from companion.tables.log.proof import SEED_BYTES, Verdict, prove
from companion.tables.log.repair import Repair, repair_of
from companion.tables.log.table import Table
from companion.tables.log.tally import finished
from companion.tables.log.views import (
    Accepted,
    AnyView,
    Claim,
    Holders,
    Line,
    MovedOn,
    Presence,
    RefusedByRule,
    Result,
    Who,
)
from companion.tables.log.visibility import hides, lines_of, make_view
from companion.tables.news import Newsroom
from companion.tables.store import Store, StoredTable, TakenCode
from companion.tables.tokens import (
    CODE_LENGTH,
    commitment,
    hashed,
    is_code,
    make_command_key,
    new_code,
    new_command_id,
    read_code,
)

CACHED = 64
"""Tables that are kept in memory. Any other is folded from its log when it is asked for."""
EXPORT_BYTES = 16 * 1024 * 1024
"""Bytes of an export: ten thousand entries of some two hundred bytes, indented."""
TRIES = 50
"""How often a command is tried again when others were faster."""
RIVAL = "rival"
"""What stands for the phone of what bots do."""


class Limits(Struct, frozen=True):
    """Limits of a server: allowed bots (empty: none), and the length of new tables' codes."""

    rivals: tuple[str, ...] = ("easy", "middling", "strong")
    letters: int = CODE_LENGTH
    threads: bool = True
    """Whether a thread looks for what other processes wrote. Without it this is the only process, and whoever serves
    calls `Newsroom.tend` from time to time."""


class Tables:
    """The tables of one database. Thread-safe; any number of processes may share a database.

    All calls with a code raise ``no_such_table``, ``other_rules`` and ``game_missing``, and all raise `StorageFailed`
    if the database does not answer. A token of None, or one without a seat, is a watcher's. `clock` returns seconds
    since 1970. `met` is called whenever a table with a bot is read or written.
    """

    def __init__(
        self,
        database: Database,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.time,
        met: Callable[[], object] = lambda: None,
    ) -> None:
        self.limits = limits or Limits()
        self._clock = clock
        self._met = met
        self.store = Store(database)
        self.news = Newsroom(self.store, self.now, threads=self.limits.threads)
        self.history = History(self.store)
        self._cached: OrderedDict[str, StoredTable] = OrderedDict()
        self._lock = Lock()

    def close(self) -> None:
        """Closes the database and wakes all waiters."""
        self.news.close()
        with suppress(StorageFailed):
            self.news.note_presences()
        self.store.database.close()

    def now(self) -> int:
        """Returns the current time in milliseconds since 1970."""
        return int(self._clock() * 1000)

    def load(self, code: str, key: str | None = None) -> StoredTable:
        """Returns the table with a code as typed; `key` identifies the request's command."""
        code = read_code(code)
        with self._lock:
            known = self._cached.get(code)
        found = self.store.read(code, known, key)
        if found is None:
            raise TableError("no_such_table", table=code)
        self._keep(found)
        return found

    def _keep(self, new: StoredTable) -> None:
        with self._lock:
            self._cached[new.table.code] = new
            self._cached.move_to_end(new.table.code)
            if len(self._cached) > CACHED:
                self._cached.popitem(last=False)
        if any(chair.rival for chair in new.table.chairs):
            self._met()

    # Commands.

    def command(
        self, code: str, token: str, command: e.AnyCommand, *, command_id: str, expected: int | None = None
    ) -> Result:
        """Executes a command, once for each `command_id` of this phone at this table.

        `expected` is the newest entry that the phone has seen (`View.seq`): commands that refer to a position are
        rejected if the game has moved since. Raises the errors of `companion.tables.errors`.
        """
        rivals = self.limits.rivals
        if isinstance(command, e.SeatRival) and command.player not in ("", *rivals):
            what = message("other", what=rivals, given=command.player)
            raise TableError("bad_command", message=what) if rivals else TableError("no_rivals")
        command, key = e.check_values(command), make_command_key(hashed(token), read_code(code), command_id)
        for _ in range(TRIES):
            found = self.load(code, key)
            if found.repeated is not None:
                first, last = found.repeated
                lines = self._lines(found.table, found.who(token), first - 1, last - first + 1)
                return Accepted(lines, found.table.seq, repeated=True)
            result = self._try(found, token, command, key, expected)
            if result is not None:
                return result
        raise StorageFailed(message=message("many_writers"))

    def act_for_bot(self, code: str, expected: int, act: Callable[[Plan], None]) -> bool:
        """Executes a bot's action. Returns False if the table has moved on from `expected`."""
        found = self.load(code)
        if found.table.seq != expected:
            return False
        plan = Plan(found.table, Asking(Who(), RIVAL, self.now()), found.seed)
        act(plan)
        return self._append(plan, found, make_command_key(RIVAL, found.table.code, str(expected))) is not None

    def _try(
        self, found: StoredTable, token: str, command: e.AnyCommand, key: str, expected: int | None
    ) -> Result | None:
        table, who = found.table, found.who(token)
        if expected is not None and expected < table.seq and isinstance(command, e.CHECKED):
            lines = self._lines(table, who, expected, table.seq - expected)
            if moves := tuple(line for line in lines if line.moment or line.kind in ("undo", "redo")):
                return MovedOn(moves, table.seq)
        heard = self.news.presence(table.code, table.seq) if isinstance(command, e.ReplyUndo) else ()
        plan = Plan(table, Asking(who, hashed(token), self.now(), {one.chair: one.at for one in heard}), found.seed)
        try:
            decide(plan, command)
        except RuleRefused as refused:
            seen = table.game.rules.view(refused.state, find_viewer(table, who))
            return RefusedByRule(refused.refusal, seen, table.seq)
        return self._append(plan, found, key)

    def _append(self, plan: Plan, found: StoredTable, key: str) -> Accepted | None:
        table, events = plan.table, plan.events
        if not events and not plan.holders and table.ui == found.table.ui:
            return Accepted((), table.seq)
        if events and table.seq > MOST_ENTRIES:
            raise TableError("table_full", limit=MOST_ENTRIES)
        if max(len(e.encode(one)) for one in (table.ui, *(event.body for event in events))) > ENTRY_BYTES:
            raise TableError("bad_command", message=message("too_large", what="entry", most=ENTRY_BYTES))
        made = self.store.append(plan, found, key)
        if made is None:
            return None
        self._keep(made)
        self.news.tell(table.code, made.version, table.seq)
        return Accepted(lines_of(table, plan.asking.who, events), table.seq)

    # What phones may know.

    def view_for(self, code: str, token: str | None = None) -> AnyView:
        """Returns the table as this phone may know it."""
        found = self.load(code)
        return make_view(found.table, found.who(token), found.version)

    def visit(self, code: str, token: str | None) -> tuple[AnyView, tuple[Presence, ...], tuple[Claim, ...]]:
        """Same as `view_for`, and marks the phone as present and up to date. Also returns the presences before, and the
        pending seat requests that `GiveSeat` answers: the host sees all, others those for their chair."""
        found = self.load(code)
        table, who = found.table, found.who(token)
        presences = self.news.presence(table.code, table.seq)
        self._hear(table, who, table.seq)
        claims = table.ui.open_claims(self.now()) if who.seated else ()
        requests = tuple(claim for claim in claims if who.host or claim.chair == who.chair)
        return make_view(table, who, found.version), presences, requests

    def heard(self, code: str, token: str | None, seq: int | None = None) -> tuple[int, int]:
        """Marks this phone as present with entries up to `seq` (None: all) read. A watcher is not recorded. Returns the
        table's newest entry and version."""
        found = self.load(code)
        newest = found.table.seq
        self._hear(found.table, found.who(token), newest if seq is None else min(seq, newest))
        return newest, found.version

    def _hear(self, table: Table, who: Who, seq: int) -> None:
        if who.chair is not None:
            self.news.heard(table.code, who.chair, seq)

    def log_for(
        self, code: str, token: str | None = None, *, after: int = 0, limit: int | None = None
    ) -> tuple[Line, ...]:
        """Returns the entries after entry `after`, as this phone may see them: the first `limit` of them, or all."""
        found = self.load(code)
        there = max(0, found.table.seq - after)
        return self._lines(found.table, found.who(token), after, there if limit is None else min(limit, there))

    def _lines(self, table: Table, who: Who, after: int, number: int) -> tuple[Line, ...]:
        return lines_of(table, who, self.store.log(table.code, after, number))

    def repair(self, code: str, token: str | None, at: int, action: str | None = None) -> Repair | RefusedByRule:
        """Returns alternatives for the action of entry `at`, and the consequences of `action`, for `Replace`.

        Raises ``not_seated``, ``no_such_entry``, ``played_since``, ``cards_hidden``, ``bad_command``.
        """
        found = self.load(code)
        table, who = found.table, found.who(token)
        if not who.seated:
            raise TableError("not_seated")
        try:
            return repair_of(table, who, at, action)
        except RuleRefused as refused:
            return RefusedByRule(refused.refusal, refused.state, table.seq)

    def export(self, code: str, token: str) -> str:
        """Returns the table as JSON: log and position. Before the end for its host only; afterwards for everybody with
        a chair.

        Raises ``host_only``, and ``hidden_yet`` while the log would reveal players' secrets.
        """
        table = self._exportable(code, token)
        return transfer.write_export(table, self.store.log(table.code, 0, table.seq))

    def may_export(self, code: str, token: str) -> bool:
        """Returns whether this phone may export the table now."""
        try:
            self._exportable(code, token)
        except TableError:
            return False
        return True

    def _exportable(self, code: str, token: str) -> Table:
        found = self.load(code)
        table, who = found.table, found.who(token)
        over = table.state is not None and table.turn is OVER
        if not who.host and not (over and who.chair is not None):
            raise TableError("host_only")
        if hides(table):
            raise TableError("hidden_yet")
        return table

    def verified(self, code: str) -> Verdict | None:
        """Returns the check of a finished table's log and dice, for everybody. None before the end."""
        table = self.load(code).table
        if not finished(table) or hides(table):
            return None
        return prove(self.store.log(table.code, 0, table.seq), table.code)

    # Hosts and seats.

    def is_host(self, code: str, token: str) -> bool:
        """Returns whether this phone is a host of the table, and so may delete it. The table's rules need not be
        installed."""
        who = self.store.holders(read_code(code)).get(hashed(token))
        return who is not None and who.host

    def hosts(self, code: str) -> tuple[int, ...]:
        """Returns the chairs whose phones have the host's rights."""
        holders = self.load(code).holders.values()
        return tuple(sorted(who.chair for who in holders if who.host and who.chair is not None))

    def delete(self, code: str, token: str | None) -> None:
        """Deletes every trace of the table, for good. Raises ``host_only`` for other phones; a token of None is the
        server's operator."""
        code = self.find(code)
        if token is not None and not self.is_host(code, token):
            raise TableError("host_only")
        self.store.delete(code)

    def find(self, typed: str) -> str:
        """Returns the code of a table as typed by somebody. Raises ``no_such_table``."""
        code = read_code(typed)
        if not self.store.newest([code]):
            raise TableError("no_such_table", table=code)
        return code

    def ask_seat(self, code: str, token: str, chair: int, *, name: str = "", language: str = "en") -> int:
        """Requests a chair that another phone has, or, with a name, a free one that the host admits to (`View.gated`).
        Returns the two-digit number that this phone has to show.

        Raises ``no_such_seat``, ``no_name``, ``name_taken``, ``too_many_requests``.
        """
        for _ in range(TRIES):
            found = self.load(code)
            plan = Plan(found.table, Asking(found.who(token), hashed(token), self.now()), found.seed)
            number = seats.ask_seat(plan, chair, name, language)
            if self._append(plan, found, new_command_id()) is not None:
                return number
        raise StorageFailed(message=message("many_writers"))

    # New tables. These may raise ``too_many_tables``.

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
        """Opens a table and returns its code. The token's owner is its host. A repeated `command_id` opens no second
        one.

        `options` are the game's house rules by name, `chairs` the number of places (None: the game's maximum) or, for
        counting only, which ones. Raises ``bad_options``, ``too_many_tables``.
        """
        seed = secrets.token_bytes(SEED_BYTES)
        first = transfer.make_first_entry(
            game, options or {}, chairs, language, settings or e.Settings(), commitment(seed)
        )
        key = None if command_id is None else make_command_key(hashed(token), "open", command_id)
        return self._create((first,), {hashed(token): Who(host=True)}, key, seed)

    def carry_in(self, text: str | bytes, token: str) -> str:
        """Imports an exported table, under its code if that is free; the token's owner is host.

        The log keeps its numbers; all chairs are free. Raises ``bad_import``.
        """
        export, _ = transfer.read_export(text)
        seed = secrets.token_bytes(SEED_BYTES)
        bodies = (e.Carry(), e.Commit(commitment(seed)))
        code = export.table if is_code(export.table) else ""
        return self._create(bodies, {hashed(token): Who(host=True)}, None, seed, export.log, code)

    def again(self, code: str, token: str, *, command_id: str) -> str:
        """Opens a new table for the same people, with the same settings, seats and phones; the left neighbour starts.
        This table then refers to it (`View.ui.next`). Returns its code.

        Raises ``not_seated``, ``not_started``.
        """
        found = self.load(code)
        table, who = found.table, found.who(token)
        if not who.seated:
            raise TableError("not_seated")
        if table.ui.next:
            return table.ui.next
        if not finished(table):
            raise TableError("not_started")
        key = make_command_key(hashed(token), f"again {table.code}", command_id)
        seed = secrets.token_bytes(SEED_BYTES)
        holders = {phone: one for phone, one in found.holders.items() if one.seated}
        holders[hashed(token)] = replace(who, host=True, moved=False)
        code = self._create(transfer.list_seat_entries(table, commitment(seed)), holders, key, seed)
        if table.players and table.settings.way == "follow":
            self.command(code, token, transfer.next_start(table), command_id=f"{command_id[:50]}-start")
        self.command(table.code, token, e.PlayOn(code), command_id=f"{command_id[:50]}-next")
        return code

    def _create(
        self,
        bodies: Sequence[e.Body],
        holders: Holders,
        key: str | None,
        seed: bytes,
        before: Sequence[e.Event] = (),
        code: str = "",
    ) -> str:
        """Stores a new table with these entries after those `before`, under `code` if it is free; or returns the one
        that a command with that key has opened."""
        source: e.Source = "import" if before else "person"
        added = [e.Event(seq, body, None, source, self.now()) for seq, body in enumerate(bodies, len(before) + 1)]
        events = (*before, *added)
        table = fold_all(events)
        while True:
            if key is not None and (existing := self.store.opened_by(key)):
                return existing
            code = code or new_code(self.limits.letters)
            try:
                self.store.create(events, replace(table, code=code), self.now(), key, seed, holders)
            except TakenCode:
                code = ""
                continue
            return code


def open_tables(where: str | Path, limits: Limits | None = None, clock: Callable[[], float] = time.time) -> Tables:
    """Opens the tables in an SQLite file (created if missing) or behind a PostgreSQL URL.

    Raises `StorageFailed`, ``data_version``.
    """
    return Tables(Database(where), limits, clock)
