"""All tables of one database: the calls that pages are made of."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import OVER, BadOption
from companion.tables import carrying, dice, errors, transfers
from companion.tables import commands as c
from companion.tables import entries as e
from companion.tables.attendance import Attendance
from companion.tables.database import Database
from companion.tables.deciding import CHECKED, decide
from companion.tables.explaining import forgotten
from companion.tables.games import GAMES, rules_version, table_game
from companion.tables.hints import Hints
from companion.tables.memory import Memory
from companion.tables.plan import Asking, Plan, RuleRefused
from companion.tables.seeing import line_of, view_of
from companion.tables.store import Appended, Reading, Store, TakenCode
from companion.tables.summaries import nearest, summaries
from companion.tables.table import Table, Unreplayable, fold, opened
from companion.tables.tokens import commitment, hashed, new_command_id, new_token, read_code
from companion.tables.views import (
    Accepted,
    ForgottenStep,
    Line,
    MovedOn,
    Presence,
    RefusedByRule,
    Result,
    SeatRequest,
    Summary,
    View,
    Who,
)

DAY = 24 * 60 * 60 * 1000
TRIES = 50
"""How often a command is tried again when other processes were faster."""
ID_LENGTH = 64
"""Letters that a command id may have."""


class Limits(Struct, frozen=True):
    """What bounds a server: tables in all, and by one opener a day; entries of a log; bytes of an entry;
    tables kept in memory; seconds between two notes of a phone's presence in the database."""

    tables: int = 10_000
    by_opener: int = 50
    entries: int = 10_000
    entry_bytes: int = 64 * 1024
    in_memory: int = 128
    presence_seconds: int = 5


class Tables:
    """The tables of one database. Every call may be made by any thread, in any number of processes.

    All calls with a code raise `NoSuchTable`, and all raise `StorageFailed` when the database does not
    answer. A `token` of none, or one that holds nothing, is a watcher's.
    """

    def __init__(
        self, database: Database, limits: Limits | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self.limits = limits or Limits()
        self._store = Store(database)
        self._hints = Hints(self._store)
        self._clock = clock
        self._memory = Memory(self.limits.in_memory)
        self._attendance = Attendance(self._store, self.limits.presence_seconds)
        self._locks = tuple(Lock() for _ in range(64))

    def close(self) -> None:
        """Lets go of the database; those who wait are woken."""
        self._hints.close()
        self._store.database.close()

    # Tables.

    def open(
        self,
        game: str,
        token: str,
        *,
        language: str = "en",
        options: Mapping[str, str | int] | None = None,
        settings: e.Settings | None = None,
        chairs: int | None = None,
        opener: str | None = None,
    ) -> str:
        """The code of a new table. The token's owner is its host.

        `options` are the game's house rules by name, `chairs` how many places there are (none: as many as
        can play), `opener` an address for the bound on tables. Raises `BadOptions`, `TooManyTables`.
        """
        if game not in GAMES:
            raise errors.BadOptions(message=f"no game {game!r}; there are: {', '.join(GAMES)}")
        offered = table_game(game)
        number = len(offered.CHAIRS) if chairs is None else chairs
        if number not in range(1, len(offered.CHAIRS) + 1):
            raise errors.BadOptions(message=f"chairs: 1 to {len(offered.CHAIRS)}")
        try:
            offered.new(options or {}, tuple(range(number)), 0)
        except BadOption as error:
            raise errors.BadOptions(message=str(error)) from error
        seed = secrets.token_bytes(dice.SEED_BYTES)
        body = e.Opened(
            game,
            rules_version(offered),
            dict(options or {}),
            offered.CHAIRS[:number],
            language,
            settings or e.Settings(),
            commitment(seed),
        )
        return self._create([e.Event("", 1, body, None, "person", new_command_id(), self._now())], seed, token, opener)

    def _create(self, events: Sequence[e.Event], seed: bytes, token: str, opener: str | None, code: str = "") -> str:
        """Stores a new table, under the code if it is free."""
        if self._store.count() >= self.limits.tables:
            raise errors.TooManyTables(limit=self.limits.tables)
        if opener is not None and self._store.opened_since(self._now() - DAY, opener) >= self.limits.by_opener:
            raise errors.TooManyTables(limit=self.limits.by_opener)
        game = events[0].body.game if isinstance(events[0].body, e.Opened) else ""
        while True:
            code = code or self._store.free_code()
            try:
                named = [replace(event, table=code) for event in events]
                self._store.create(named, game, self._now(), opener, seed, hashed(token))
            except TakenCode:
                code = ""
                continue
            return code

    def find(self, typed: str) -> str:
        """The code of a table as somebody typed it. Raises `NoSuchTable`, naming an open one that is near."""
        code = read_code(typed)
        if not self._store.newest([code]):
            raise errors.NoSuchTable(code, nearest(code, self._store.open_codes()))
        return code

    def listing(self, limit: int = 100) -> tuple[Summary, ...]:
        """The tables opened last, the newest first."""
        return summaries(self._store, limit)

    def delete(self, code: str, token: str) -> None:
        """Every trace of the table is gone for good. Raises `HostOnly`."""
        table, reading = self._read(code, token)
        if not reading.who.host:
            raise errors.HostOnly
        self._store.delete(table.code)
        self._memory.drop(table.code)

    def new_host(self, code: str) -> str:
        """A token for one more host: for whoever runs the server."""
        table, _ = self._read(code, None)
        token = new_token()
        self._store.new_host(table.code, hashed(token))
        return token

    # Playing.

    def command(
        self, code: str, token: str, command: c.AnyCommand, *, command_id: str, expected: int | None = None
    ) -> Result:
        """Carries a command out, once for each `command_id`.

        `expected` is the newest entry that the phone has seen (`View.seq`): commands that mean a certain
        position are not done when the game has moved since. Raises the errors of `companion.tables.errors`.
        """
        command = c.checked(command)
        if not 0 < len(command_id) <= ID_LENGTH:
            raise errors.BadCommand(f"command_id: 1 to {ID_LENGTH} letters")
        code = read_code(code)
        with self._locks[hash(code) % len(self._locks)]:
            for _ in range(TRIES):
                result = self._try(code, token, command, command_id, expected)
                if result is not None:
                    return result
        raise errors.StorageFailed(message="too many others write to this table")

    def _try(
        self, code: str, token: str, command: c.AnyCommand, command_id: str, expected: int | None
    ) -> Result | None:
        """One attempt; none: another process was faster."""
        table, reading = self._read(code, token, command_id)
        if reading.repeated is not None:
            first, last = reading.repeated.first, reading.repeated.last
            lines = self._lines(table, reading.who, self._store.log(code, first - 1, last - first + 1))
            return Accepted(lines, table.seq, repeated=True, asked=any(line.kind == "ask" for line in lines))
        if expected is not None and expected < table.seq and isinstance(command, CHECKED):
            meanwhile = self._moves_since(table, reading.who, expected)
            if meanwhile:
                return MovedOn(meanwhile, table.seq)
        plan = Plan(table, self._asking(table, reading.who, token, command, command_id), self._seed_of(table))
        try:
            decide(plan, command)
        except RuleRefused as refused:
            seen = table.game.rules.view(refused.state, table.seat_of(reading.who.chair))
            return RefusedByRule(refused.refusal, seen, table.seq)
        return self._append(plan, reading)

    def _append(self, plan: Plan, reading: Reading) -> Result | None:
        table, events = plan.table, plan.events
        if not events:
            for change in plan.holders:
                self._store.change_holders(table.code, change)
            return Accepted((), table.seq)
        if table.seq > self.limits.entries:
            raise errors.TableFull(limit=self.limits.entries)
        if any(len(e.encode(event.body)) > self.limits.entry_bytes for event in events):
            raise errors.BadCommand(f"an entry has {self.limits.entry_bytes} bytes at most")
        first_seed = table.seeds - len(plan.new_seeds) + 1
        if not isinstance(self._store.append(events, plan.holders, plan.new_seeds, first_seed), Appended):
            return None
        self._keep(reading, table)
        self._hints.told(table.code, table.seq)
        return Accepted(self._lines(table, plan.asking.who, events), table.seq, asked=plan.asked)

    def _asking(self, table: Table, who: Who, token: str, command: c.AnyCommand, command_id: str) -> Asking:
        now = self._now()
        claims = self._store.claims(table.code, now) if isinstance(command, c.GiveSeat) else ()
        brought = None
        if isinstance(command, c.BringSeat):
            brought = self._store.move_code(table.code, read_code(command.move_code), now)
        return Asking(who, hashed(token), command_id, now, claims, brought)

    def _seed_of(self, table: Table) -> Callable[[], bytes]:
        return lambda: self._store.seed(table.code, table.seeds)

    # Seeing.

    def view_for(self, code: str, token: str | None = None) -> View:
        """The table as this phone may know it."""
        table, reading = self._read(code, token)
        return view_of(table, reading.who)

    def log_for(self, code: str, token: str | None = None, *, after: int = 0, limit: int = 200) -> tuple[Line, ...]:
        """The entries that follow entry `after`, as this phone may see them."""
        table, reading = self._read(code, token)
        events = self._store.log(table.code, after, limit)
        return self._lines(table, reading.who, [event for event in events if event.seq <= table.seq])

    def wait_for(self, code: str, after: int, timeout: float) -> int:
        """Returns as soon as the table has an entry after `after`, or when `timeout` seconds are over: the
        newest entry (0: no such table). Only a hint: what is new is in `view_for` and `log_for`."""
        return self._hints.wait(read_code(code), after, timeout)

    def heard(self, code: str, token: str | None, seq: int) -> None:
        """This phone is here and has read up to entry `seq`. A watcher leaves no trace."""
        table, reading = self._read(code, token)
        if reading.who.chair is not None:
            self._attendance.heard(table.code, reading.who.chair, min(seq, table.seq), self._now())

    def presence(self, code: str) -> tuple[Presence, ...]:
        """When each chair's phone was last heard of, and how many entries it lacks."""
        table, _ = self._read(code, None)
        return self._attendance.of(table.code, table.seq)

    def explain(self, code: str, token: str, path: str, value: object) -> tuple[ForgottenStep, ...]:
        """The one forgotten step that would explain why the field at `path` is `value` on the table.

        To those from whom something is hidden nothing is offered: an explanation might tell it.
        """
        table, reading = self._read(code, token)
        seat = table.seat_of(reading.who.chair)
        if table.state is None or table.game.rules.view(table.state, seat) != table.state:
            return ()
        return forgotten(table, path, value)

    # Seats that change hands.

    def move_code(self, code: str, token: str) -> str:
        """A one-time code, good for ten minutes, for `BringSeat` on another phone. Raises `NotSeated`."""
        table, reading = self._read(code, token)
        if reading.who.chair is None:
            raise errors.NotSeated
        return transfers.new_code(self._store, table.code, reading.who.chair, self._now())

    def ask_seat(self, code: str, token: str, chair: int) -> int:
        """Asks the host for a chair whose phone is lost: the two-digit number that this phone has to show.

        Raises `NoSuchSeat`, `SeatFree`, `TooManyRequests`.
        """
        table, _ = self._read(code, token)
        if chair not in range(len(table.chairs)):
            raise errors.NoSuchSeat
        if not table.chairs[chair].held:
            raise errors.SeatFree
        return transfers.ask(self._store, table.code, chair, token, self._now())

    def requests(self, code: str, token: str) -> tuple[SeatRequest, ...]:
        """The phones that ask for a chair; `GiveSeat` answers them. Raises `HostOnly`."""
        table, reading = self._read(code, token)
        if not reading.who.host:
            raise errors.HostOnly
        return transfers.requests(self._store, table.code, self._now())

    # Carrying.

    def export(self, code: str, token: str) -> str:
        """The table as JSON: log and position. Raises `HostOnly`: before the end only the host gets it, for it
        holds what is hidden; afterwards everybody with a chair."""
        table, reading = self._read(code, token)
        over = table.state is not None and table.turn is OVER
        if not reading.who.host and not (over and reading.who.chair is not None):
            raise errors.HostOnly
        return carrying.written(table, self._store.log(table.code, 0, table.seq))

    def carry_in(self, text: str | bytes, token: str, *, opener: str | None = None) -> str:
        """Goes on with an exported table here, under its code if that is free; the token's owner is host.

        The log keeps its numbers and ids; all chairs are free to be taken again. Raises `BadImport`.
        """
        export, table = carrying.read(text)
        seed = secrets.token_bytes(dice.SEED_BYTES)
        position = "" if table.state is None else table.game.rules.text(table.state)
        bodies = (e.Carried(position), e.Committed(commitment(seed)))
        events = list(carrying.events(export))
        for body in bodies:
            events.append(e.Event("", len(events) + 1, body, None, "import", None, self._now()))
        return self._create(events, seed, token, opener, table.code if table.code == read_code(table.code) else "")

    # Reading.

    def _now(self) -> int:
        return int(self._clock() * 1000)

    def _read(self, code: str, token: str | None, command_id: str | None = None) -> tuple[Table, Reading]:
        """The table up to its newest entry, and what else the request needs."""
        code = read_code(code)
        kept = self._memory.get(code)
        reading = self._store.read(code, kept[1].seq if kept else 0, token, command_id)
        if kept is not None and kept[0] != reading.opened_at:
            # The table was deleted, and perhaps another one has its code now.
            self._memory.drop(code)
            kept, reading = None, self._store.read(code, 0, token, command_id)
        if reading.opened_at is None:
            raise errors.NoSuchTable(code)
        table = _folded(kept[1] if kept else None, reading.events)
        self._keep(reading, table)
        return table, reading

    def _keep(self, reading: Reading, table: Table) -> None:
        if reading.opened_at is not None:
            self._memory.put(reading.opened_at, table)

    def _lines(self, table: Table, who: Who, events: Sequence[e.Event]) -> tuple[Line, ...]:
        return tuple(line_of(table, event, who) for event in events)

    def _moves_since(self, table: Table, who: Who, seq: int) -> tuple[Line, ...]:
        """What has moved the game since entry `seq`."""
        events = self._store.log(table.code, seq, table.seq - seq)
        moves = [event for event in events if isinstance(event.body, (*e.MOMENTS, e.Undone, e.Redone))]
        return self._lines(table, who, moves)


def _folded(table: Table | None, events: Sequence[e.Event]) -> Table:
    """The table after these entries. Raises `OtherRules` when it was begun under rules that are not here."""
    first = events[0].body if table is None else table.opened
    assert isinstance(first, e.Opened), "a log begins with its opening"
    here = rules_version(table_game(first.game))
    if first.rules != here:
        raise errors.OtherRules(table=events[0].table if events else "", begun=first.rules, here=here)
    try:
        if table is None:
            table, events = opened(events[0]), events[1:]
        for event in events:
            table = fold(table, event)
    except Unreplayable as error:
        raise errors.StorageFailed(message=f"the log cannot be replayed: {error}") from error
    return table


def open_tables(where: str | Path, limits: Limits | None = None, clock: Callable[[], float] = time.time) -> Tables:
    """The tables in an SQLite file (made if it is missing) or behind a PostgreSQL URL.

    Older data is brought up to date first; the old SQLite file stays beside it. Raises `StorageFailed`,
    `NewerData`.
    """
    return Tables(Database(where), limits, clock)
