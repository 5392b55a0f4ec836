"""All tables of one database: the calls that pages are made of."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import IO, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from companion.engine.game import GameState, OptionError
from companion.tables import errors
from companion.tables.game import GAMES, check_options, table_game
from companion.tables.log import commands as c
from companion.tables.log import dice
from companion.tables.log import entries as e
from companion.tables.log.audit import Verdict, verdict
from companion.tables.log.fold import opened
from companion.tables.log.outline import outline
from companion.tables.log.tally import finished
from companion.tables.log.views import (
    AnyView,
    Glance,
    Line,
    Presence,
    Result,
    SeatRequest,
    Summary,
)
from companion.tables.log.visibility import hides, lines_of
from companion.tables.service.executor import Executor
from companion.tables.service.history import History
from companion.tables.service.housekeeping import Keeping
from companion.tables.service.limits import Limits
from companion.tables.service.opening import Opening
from companion.tables.service.photographs import Album
from companion.tables.service.rematch import Again
from companion.tables.service.repairs import Repairs
from companion.tables.service.rivals import Rivals
from companion.tables.service.seats import Asking
from companion.tables.service.transfer import Carried, Porter
from companion.tables.storage.admins import Owners
from companion.tables.storage.database import Database
from companion.tables.storage.flush import Settling
from companion.tables.storage.notify import Hints, Watch
from companion.tables.storage.phones import Phones
from companion.tables.storage.photographs import Photographs
from companion.tables.storage.presence import Attendance
from companion.tables.storage.repository import Archive, Met
from companion.tables.storage.store import Store
from companion.tables.storage.summaries import summaries
from companion.tables.storage.writer import Appender
from companion.tables.tokens import command_key, commitment, hashed, new_command_id, new_token, read_code

Clock: TypeAlias = Callable[[], float]
"""Seconds since 1970."""


class Tables:
    """The tables of one database. Every call may be made by any thread, in any number of processes.

    All calls with a code raise `NoSuchTable`, and all raise `StorageFailed` when the database does not
    answer. A `token` of none, or one that holds nothing, is a watcher's. `met` is called, by any thread, whenever a
    table at which a rival sits is read or written on.
    """

    def __init__(
        self, database: Database, limits: Limits | None = None, clock: Clock = time.time, met: Met = lambda: None
    ) -> None:
        self.limits = limits or Limits()
        self._store = Store(database)
        self._phones = Phones(database)
        self._clock = clock
        self._archive = Archive(self._store, self._phones, self.limits.in_memory, met)
        self._attendance = Attendance(self._phones, self.limits.presence_seconds)
        self._hints = Hints(self._store, self._attendance, self._now, threads=self.limits.threads)
        self._settling = Settling(database, self._attendance, threads=self.limits.threads)
        self._executor = Executor(
            self._store,
            Appender(database),
            self._archive,
            self._phones,
            self._hints,
            (self.limits.entries, self.limits.entry_bytes),
            self._attendance,
            self._now,
        )
        self.rivals = Rivals(self._store, self._archive, self._executor)
        owners = Owners(database)
        self.history = History(self._store, self._phones, owners, self._now)
        self.keeping = Keeping(database, owners, self._now)
        self._opening = Opening(self._store, self.limits.tables, self.limits.letters, self._now)
        self._asking = Asking(self._phones, self._now)
        self.repairs = Repairs(self._archive)
        self.photographs = Album(Photographs(database), self._archive, self._now)
        self._again = Again(self._opening, self._phones, self._executor, self._now)
        self._porter = Porter(
            self._store,
            self._archive,
            self._phones,
            self.history,
            self._opening,
            (self.limits.entries, self.limits.entry_bytes),
            self._now,
        )

    def end_streams(self) -> None:
        """Wakes all threads that wait for news, for good: the server stops."""
        self._hints.close()

    def close(self) -> None:
        """Lets go of the database; those who wait are woken."""
        self._settling.close()
        self._hints.close()
        self._store.database.close()

    def tend(self) -> None:
        """Does once what threads do otherwise (`Limits.threads`). Raises `StorageFailed`."""
        self._settling.settle()
        self._hints.look()

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
        Raises `BadOptions`, `TooManyTables`.
        """
        if command_id is not None:
            c.check_id(command_id)
        if game not in GAMES:
            raise errors.BadOptions(message=errors.message("no_game", game=game, games=tuple(GAMES)))
        offered = table_game(game)
        keys = offered.CHAIRS[:chairs] if isinstance(chairs, int | None) else tuple(chairs)
        number = chairs if isinstance(chairs, int) else len(keys)
        if number not in range(1, len(offered.CHAIRS) + 1) or not set(keys) <= set(offered.CHAIRS):
            raise errors.BadOptions(message=errors.message("chairs", most=len(offered.CHAIRS)))
        try:
            check_options(offered, options or {})
            offered.new(options or {}, tuple(range(number)), 0)
        except OptionError as error:
            raise errors.BadOptions(message=error.what) from error
        settings = settings or e.Settings()
        if self.limits.late == "host" and settings.late is UNSET:
            settings = replace(settings, late="host")
        self.keeping.clear_now_and_then()
        seed = secrets.token_bytes(dice.SEED_BYTES)
        body = e.Opened(
            game,
            offered.RULES,
            dict(options or {}),
            keys,
            language,
            settings,
            commitment(seed),
        )
        events = [e.Event("", 1, body, None, "person", command_id or new_command_id(), self._now())]
        key = None if command_id is None else command_key(hashed(token), "open", command_id)
        return self._opening.create(events, seed, token, key, outline(opened(events[0])))

    def again(self, code: str, token: str, *, command_id: str) -> str:
        """The code of a new table for the same people: settings, seats and phones are those of this one, and the
        left neighbour starts at once. This table then names it (`View.next`). Raises `NotSeated`, `NotOver`,
        `TooManyTables`.
        """
        return self._again.open(self._archive.find(code, token), token, command_id)

    def find(self, typed: str) -> str:
        """The code of a table as somebody typed it. Raises `NoSuchTable`."""
        code = read_code(typed)
        if not self._store.newest([code]):
            raise errors.NoSuchTable(code)
        return code

    def listing(self, limit: int = 100) -> tuple[Summary, ...]:
        """The tables opened last, the newest first."""
        return summaries(self._store, limit)

    def delete(self, code: str, token: str) -> None:
        """Every trace of the table is gone for good. Raises `HostOnly`: only its host and the owner may."""
        code = read_code(code)
        if not self._store.newest([code]):
            raise errors.NoSuchTable(code)
        if not self.history.owns(code, token):
            raise errors.HostOnly
        self._store.delete(code)
        self._archive.forget(code)

    def new_host(self, code: str) -> str:
        """A token for one more host: for whoever runs the server."""
        table = self._archive.find(code, None).table
        token = new_token()
        self._phones.new_host(table.code, hashed(token))
        return token

    def probe(self) -> None:
        """Can the database be read and written? Raises `StorageFailed`."""
        self._store.probe()

    def settle(self) -> None:
        """What was counted and heard in memory goes into the database now, as it does each second anyway."""
        self._settling.settle()

    # Playing.

    def command(
        self, code: str, token: str, command: c.AnyCommand, *, command_id: str, expected: int | None = None
    ) -> Result:
        """Carries a command out, once for each `command_id` of this phone at this table.

        `expected` is the newest entry that the phone has seen (`View.seq`): commands that mean a certain
        position are not done when the game has moved since. Raises the errors of `companion.tables.errors`.
        """
        if isinstance(command, c.SeatRival) and command.player not in ("", *self.limits.rivals):
            if not self.limits.rivals:
                raise errors.NoRivalsHere
            raise errors.BadCommand(errors.message("no_rival", player=command.player, players=self.limits.rivals))
        return self._executor.command(code, token, command, command_id, expected)

    # Seeing.

    def view_for(self, code: str, token: str | None = None) -> AnyView:
        """The table as this phone may know it."""
        return self._archive.find(code, token).view()

    def glance(self, code: str, token: str | None) -> Glance[GameState]:
        """As much of the table as is needed to send something to it. What this process remembers of it will do,
        though another may have written since."""
        return (self._archive.remembered(code, token) or self._archive.find(code, token)).glance()

    def log_for(
        self, code: str, token: str | None = None, *, after: int = 0, limit: int | None = None, remembered: bool = False
    ) -> tuple[Line, ...]:
        """The entries that follow entry `after`, as this phone may see them: the first `limit` of them; none: all.
        `remembered` as in `glance`."""
        found = (self._archive.remembered(code, token) if remembered else None) or self._archive.find(code, token)
        table, who = found.table, found.who
        there = max(0, table.seq - after)
        events = self._store.log(table.code, after, there if limit is None else min(limit, there))
        return lines_of(table, who, events)

    def wait_for(self, code: str, after: int, timeout: float) -> int:
        """Returns as soon as the table has an entry after `after`, or when `timeout` seconds are over: the
        newest entry; 0: no such table, or no answer from the database. Only a hint: what is new is in
        `view_for` and `log_for`.
        """
        return self._hints.wait(read_code(code), after, timeout)

    def watching(self, code: str) -> AbstractContextManager[Watch]:
        """Waits for news again and again, for streams: who waits costs the database nothing."""
        return self._hints.watching(read_code(code))

    def remembers(self, code: str, token: str | None) -> bool:
        """Does this process remember the table and whose the token is, so that it need not ask the database?"""
        return self._archive.remembered(code, token) is not None

    def heard(self, code: str, token: str | None, seq: int) -> None:
        """This phone is here and has read up to entry `seq`. A watcher leaves no trace."""
        found = self._archive.remembered(code, token)
        if found is None or found.table.seq < seq:
            found = self._archive.find(code, token)
        table, who = found.table, found.who
        if who.chair is not None:
            self._settling.begin()
            self._attendance.heard(table.code, who.chair, min(seq, table.seq), self._now())

    def watched(self, code: str, token: str) -> None:
        """This phone looks at the table and shall find it in its history."""
        found = self._archive.find(code, token)
        if found.stranger:
            # A database that cannot be written to is no reason not to watch.
            with suppress(errors.StorageFailed):
                self._phones.watch(found.table.code, hashed(token))

    def presence(self, code: str) -> tuple[Presence, ...]:
        """When each chair's phone was last heard of, and how many entries it lacks."""
        table = self._archive.known(read_code(code)) or self._archive.find(code, None).table
        return self._attendance.of(table.code, table.seq)

    # Seats that change hands.

    def hosts(self, code: str) -> tuple[int, ...]:
        """The chairs whose phones may do what the host may."""
        return self._asking.hosts(read_code(code))

    def move_code(self, code: str, token: str) -> str:
        """A one-time code, good for ten minutes, for `BringSeat` on another phone. Raises `NotSeated`."""
        return self._asking.new_code(self._archive.find(code, token))

    def ask_seat(self, code: str, token: str, chair: int, *, name: str = "", language: str = "en") -> int:
        """Asks the host for a chair whose phone is lost, or, by a name, for a free one that the host lets in to
        (`View.gated`): the two-digit number that this phone has to show.

        Raises `NoSuchSeat`, `SeatFree`, `NoName`, `NameTaken`, `TooManyRequests`.
        """
        self._settling.begin()
        found = self._archive.find(code, token)
        shown = self._asking.ask(found, token, chair, name[:40], language)
        self._hints.stirred(found.table.code)
        return shown

    def requests(self, code: str, token: str) -> tuple[SeatRequest, ...]:
        """The phones that ask for a chair; `GiveSeat` answers them. Raises `HostOnly`."""
        return self._asking.requests(self._archive.remembered(code, token) or self._archive.find(code, token))

    # Carrying.

    def export(self, code: str, token: str) -> str:
        """The table as JSON: log and position. Before the end it is the host's; afterwards everybody's with a
        chair; the owner's always.

        Raises `HostOnly`, and `HiddenYet` while players hide something from each other, for the log tells it.
        """
        return self._porter.export(code, token)

    def may_export(self, code: str, token: str) -> bool:
        """May this phone carry the table away now?"""
        try:
            self._porter.exportable(code, token)
        except (errors.HostOnly, errors.HiddenYet):
            return False
        return True

    def export_all(self, token: str) -> Iterator[bytes]:
        """An archive (ZIP) of all tables of this phone's history that it may carry away, piece by piece."""
        return self._porter.export_all(token)

    def verified(self, code: str) -> Verdict | None:
        """The check of a finished table's log and dice, for everybody: all of it is open then. None: not yet."""
        table = self._archive.find(code, None).table
        if not finished(table) or hides(table):
            return None
        return verdict(table.code, self._store.log(table.code, 0, table.seq))

    def carry_in(self, text: str | bytes, token: str, *, command_id: str | None = None) -> str:
        """Goes on with an exported table here, under its code if that is free; the token's owner is host.

        The log keeps its numbers and ids; all chairs are free to be taken again. Raises `BadImport`.
        """
        return self._porter.carry_in(text, token, command_id)

    def carry_all(self, file: IO[bytes], token: str, *, most: int | None = None) -> Carried:
        """Adds the tables of an archive that are not here yet, up to `most`; a repeated archive adds nothing.

        Nothing is changed unless all of it can be read. Raises `BadImport`, `TooManyTables`.
        """
        return self._porter.carry_all(file, token, most)

    def now(self) -> int:
        """The time by which tables are kept, in milliseconds since 1970."""
        return self._now()

    def _now(self) -> int:
        return int(self._clock() * 1000)


def open_tables(where: str | Path, limits: Limits | None = None, clock: Clock = time.time) -> Tables:
    """The tables in an SQLite file (made if it is missing) or behind a PostgreSQL URL.

    Raises `StorageFailed`, `OtherDataVersion`.
    """
    return Tables(Database(where), limits, clock)
