"""Carries commands out and opens tables: each once, in the order of the log, whichever process is faster."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import OptionError
from companion.engine.msgspec_ready import ready
from companion.tables.cache import Cache, CachedTable, Met, PhoneAccess
from companion.tables.database import Database
from companion.tables.errors import StorageFailed, TableError, message
from companion.tables.game import GAMES, check_options, table_game
from companion.tables.log import commands as c
from companion.tables.log import entries as e
from companion.tables.log import transfer
from companion.tables.log.decide import decide
from companion.tables.log.fold import fold, fold_all
from companion.tables.log.hotseat import eyes_of
from companion.tables.log.plan import Asking, Plan, RuleRefused
from companion.tables.log.proof import SEED_BYTES
from companion.tables.log.table import Table
from companion.tables.log.tally import finished
from companion.tables.log.ui import encode_ui
from companion.tables.log.ui_commands import PlayOn
from companion.tables.log.views import Accepted, Holders, Line, MovedOn, RefusedByRule, Result, Who
from companion.tables.log.visibility import lines_of
from companion.tables.news import Newsroom
from companion.tables.seat_requests import SeatRequests
from companion.tables.store import Store, TakenCode
from companion.tables.tokens import CODE_LENGTH, command_key, commitment, hashed, is_code, read_code

MOST_ENTRIES = 10_000
"""Entries that a log may have."""
ENTRY_BYTES = 64 * 1024
"""Bytes that an entry may have, and the UI state."""
EXPORT_BYTES = 16 * 1024 * 1024
"""Bytes of an export: ten thousand entries of some two hundred bytes, indented, with their odds."""
TRIES = 50
"""How often a command is tried again when others were faster."""
DEEPEST = 8
"""Levels that the value of a field may have; a position has five."""
COMMAND_ID = "[A-Za-z0-9_-]{1,64}"
RIVAL = "rival"
"""What stands for the phone of what bots do."""


class Limits(Struct, frozen=True):
    """Limits of a server: bots that may be seated (empty: none), and the number of
    letters in codes of new tables."""

    rivals: tuple[str, ...] = ("easy", "middling", "strong")
    letters: int = CODE_LENGTH
    threads: bool = True
    """Whether a thread looks for what other processes wrote. Without it this is the only process, and whoever serves
    calls `Newsroom.tend` from time to time."""


Clock: TypeAlias = Callable[[], float]
"""Seconds since 1970."""


class Executor:
    """Carries commands out, appends the entries that follow, and opens tables. `met` is called, by any thread, whenever
    a table at which a bot sits is read or written on."""

    def __init__(self, database: Database, limits: Limits, clock: Clock, met: Met) -> None:
        self.limits = limits
        self._clock = clock
        self.store = Store(database)
        self.requested = SeatRequests(database)
        self.cache = Cache(self.store, met)
        self.news = Newsroom(self.store, self.now, threads=limits.threads)

    def now(self) -> int:
        """The time by which tables are kept, in milliseconds since 1970."""
        return int(self._clock() * 1000)

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
        command, code = check_values(command), read_code(code)
        key = make_key(token, code, command_id)
        for _ in range(TRIES):
            found = self.cache.find(code, token, key)
            if found.repeated is not None:
                return self._repeat(found, *found.repeated)
            result = self._decide(found, token, command, key, expected)
            if result is not None:
                return result
        raise StorageFailed(message=message("many_writers"))

    def act_for_bot(self, code: str, expected: int, act: Callable[[Plan], None]) -> bool:
        """Carries out what a bot decided. False: the table has moved on from `expected`."""
        found = self.cache.find(code, None)
        if found.table.seq != expected:
            return False
        plan = self._plan(found, Asking(Who(), RIVAL, self.now()))
        act(plan)
        key = command_key(RIVAL, found.table.code, str(expected))
        return self._append(plan, found, key) is not None

    def _repeat(self, found: PhoneAccess, first: int, last: int) -> Accepted:
        """The answer to a command that was carried out before."""
        table = found.table
        lines = lines_of(table, found.who, self.store.log(table.code, first - 1, last - first + 1))
        asked = any(line.kind == "ask" for line in lines)
        return Accepted(lines, table.seq, repeated=True, asked=asked)

    def _decide(
        self, found: PhoneAccess, token: str, command: c.AnyCommand, key: str, expected: int | None
    ) -> Result | None:
        """One attempt. None: somebody else was faster."""
        table, who = found.table, found.who
        if expected is not None and expected < table.seq and isinstance(command, c.CHECKED):
            moves = self._moves_since(table, who, expected)
            if moves:
                return MovedOn(moves, table.seq)
        plan = self._plan(found, self._asking(table, who, token, command))
        try:
            decide(plan, command)
        except RuleRefused as refused:
            seen = table.game.rules.view(refused.state, eyes_of(table, who))
            return RefusedByRule(refused.refusal, seen, table.seq)
        return self._append(plan, found, key)

    def _append(self, plan: Plan, found: PhoneAccess, key: str) -> Accepted | None:
        cached, table, events = found.cached, plan.table, plan.events
        if not events and not plan.holders and table.ui == cached.table.ui:
            return Accepted((), table.seq)
        if events and table.seq > MOST_ENTRIES:
            raise TableError("table_full", limit=MOST_ENTRIES)
        if max(len(encode_ui(table.ui)), *(len(e.encode(event.body)) for event in events), 0) > ENTRY_BYTES:
            raise TableError("bad_command", message=message("too_large", what="entry", most=ENTRY_BYTES))
        if not self.store.append(plan, table, cached.opened_at, cached.version, key):
            return None
        holders = self.store.holders(table.code) if plan.holders else cached.holders
        self.cache.keep(CachedTable(cached.opened_at, cached.version + 1, table, holders))
        self.news.tell(table.code, cached.version + 1, table.seq)
        return Accepted(lines_of(table, plan.asking.who, events), table.seq, asked=plan.asked)

    def _plan(self, found: PhoneAccess, asking: Asking) -> Plan:
        table = found.table
        return Plan(table, asking, lambda: self.store.seed(table.code, len(table.seeds)))

    def _asking(self, table: Table, who: Who, token: str, command: c.AnyCommand) -> Asking:
        now, replies = self.now(), isinstance(command, e.ReplyUndo)
        claims = self.requested.claims(table.code, now) if replies or isinstance(command, c.GiveSeat) else ()
        brought = None
        if isinstance(command, c.BringSeat):
            brought = self.requested.chair_of(table.code, read_code(command.move_code), now)
        heard = {one.chair: one.at for one in self.news.presence(table.code, table.seq)} if replies else {}
        return Asking(who, hashed(token), now, claims, brought, heard)

    def _moves_since(self, table: Table, who: Who, seq: int) -> tuple[Line, ...]:
        """Log lines that changed the game after entry `seq`."""
        events = self.store.log(table.code, seq, table.seq - seq)
        moves = [event for event in events if isinstance(event.body, (*e.MOMENTS, e.Undo, e.Redo))]
        return lines_of(table, who, moves)

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
        """The code of a new table. The token's owner is its host. A `command_id` that it repeats opens no second.

        `options` are the game's house rules by name, `chairs` how many places there are (none: as many as
        can play) or, for a count alone, which ones.
        Raises ``bad_options``, ``too_many_tables``.
        """
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
        key = None if command_id is None else make_key(token, "open", command_id)
        return self._begin({hashed(token): Who(host=True)}, key, seed, (body,))

    def carry_in(self, text: str | bytes, token: str, *, command_id: str | None = None) -> str:
        """Goes on with an exported table here, under its code if that is free; the token's owner is host.

        The log keeps its numbers; all chairs are free to be taken again. Raises ``bad_import``.
        """
        export, table = transfer.read_export(text, MOST_ENTRIES, ENTRY_BYTES)
        key = None if command_id is None else make_key(token, "import", command_id)
        seed = secrets.token_bytes(SEED_BYTES)
        position = "" if table.state is None else table.game.rules.text(table.state)
        events = list(export.log)
        bodies: tuple[e.Body, ...] = (e.Carry(position), e.Commit(commitment(seed)))
        for body in bodies:
            events.append(e.Event(len(events) + 1, body, None, "import", self.now()))
            table = fold(table, events[-1])
        holders, code = {hashed(token): Who(host=True)}, export.table if is_code(export.table) else ""
        return self._create(events, table, seed, holders, key, code)

    def again(self, code: str, token: str, *, command_id: str) -> str:
        """The code of a new table for the same people: settings, seats and phones are those of this one, and the
        left neighbour starts at once. This table then names it (`View.ui.next`).

        Raises ``not_seated``, ``not_started``.
        """
        found = self.cache.find(code, token)
        table, who = found.table, found.who
        if not who.seated:
            raise TableError("not_seated")
        if table.ui.next:
            return table.ui.next
        if not finished(table):
            raise TableError("not_started")
        key = make_key(token, f"again {table.code}", command_id)
        code = self.store.opened_by(key) or self._seat_again(found, token, key)
        if table.players and table.settings.way == "follow":
            self.command(code, token, next_start(table), command_id=f"{command_id[:50]}-start")
        self.command(table.code, token, PlayOn(code), command_id=f"{command_id[:50]}-next")
        return code

    def _seat_again(self, found: PhoneAccess, token: str, key: str) -> str:
        """A new table on which everybody has the same chair."""
        table, was = found.table, found.table.opened
        seed = secrets.token_bytes(SEED_BYTES)
        first = e.Open(was.game, was.rules, was.options, was.chairs, was.language, table.settings, commitment(seed))
        own = replace(found.who, host=True, moved=False)
        holders = {phone: who for phone, who in found.cached.holders.items() if who.seated} | {hashed(token): own}
        return self._begin(holders, key, seed, (first, *_seats(table)))

    def _begin(self, holders: Holders, key: str | None, seed: bytes, bodies: Sequence[e.Body]) -> str:
        """Stores a new table with these first entries; `key` is that of the command."""
        events = [e.Event(seq, body, None, "person", self.now()) for seq, body in enumerate(bodies, 1)]
        return self._create(events, fold_all(events), seed, holders, key)

    def _create(
        self, events: Sequence[e.Event], table: Table, seed: bytes, holders: Holders, key: str | None, code: str = ""
    ) -> str:
        """Stores the table that these entries make, under `code` if it is free; or finds the one that the command of
        that key has opened."""
        while True:
            if key is not None and (existing := self.store.opened_by(key)):
                return existing
            code = code or self.store.free_code(self.limits.letters)
            try:
                self.store.create(events, replace(table, code=code), self.now(), key, seed, holders)
            except TakenCode:
                code = ""
                continue
            return code


def _seats(table: Table) -> Iterator[e.TakeSeat | e.NameSeat | e.SeatRival]:
    for chair in table.chairs:
        if chair.held:
            yield e.TakeSeat(chair.number, chair.name or None, chair.language)
        elif chair.rival:
            yield e.SeatRival(chair.number, chair.rival, chair.name)
        elif chair.taken:
            yield e.NameSeat(chair.number, chair.name or None, chair.language)


def next_start(table: Table) -> e.Start:
    """How the next game starts: those who played and those who came late, the left neighbour of the last starter
    first."""
    started = next((s.body for s in table.line if isinstance(s.body, e.Start)), None)
    before = started.chairs[started.first] if started else table.players[0]
    chairs = tuple(chair.number for chair in table.chairs if chair.taken or chair.number in table.players)
    left = next((chair for chair in chairs if chair > before), chairs[0])
    return e.Start(chairs, chairs.index(left))


def make_key(token: str, where: str, command_id: str) -> str:
    """The key of a phone's command. Raises ``bad_command`` for an invalid id."""
    if not re.fullmatch(COMMAND_ID, command_id):
        what = message("unexpected", field="command_id", what=COMMAND_ID, given=command_id)
        raise TableError("bad_command", message=what)
    return command_key(hashed(token), where, command_id)


def check_values(command: c.AnyCommand) -> c.AnyCommand:
    """The command, if its values are within bounds and none of them is the app's to fill in. Raises ``bad_command``,
    naming the field."""
    try:
        made = msgspec.convert(msgspec.to_builtins(command), ready(type(command)))
    except (msgspec.ValidationError, TypeError, OverflowError, RecursionError) as error:
        raise TableError("bad_command", message=str(error)) from error
    stamped = next((name for name in msgspec.to_builtins(made) if name in made.STAMPED), None)
    if stamped is not None:
        raise TableError("bad_command", message=message("in_field", field=stamped, what=message("unfit")))
    for change in getattr(made, "changes", ()):
        if _is_deeper(change.value, DEEPEST):
            raise TableError("bad_command", message=message("too_large", what=change.path, most=DEEPEST))
    return made


def _is_deeper(value: object, levels: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(levels == 0 or _is_deeper(item, levels - 1) for item in inner)
