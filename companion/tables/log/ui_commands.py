"""Commands that change the UI state alone: no entry of the log holds them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from companion.engine.game import ParseError, Seat
from companion.tables.errors import TableError
from companion.tables.log import consent, hotseat, tally
from companion.tables.log import entries as e
from companion.tables.log.plan import Plan
from companion.tables.log.ui import STEPS, Reading, add_tap


class UiCommand(e.Record, frozen=True):
    """Base of these commands."""

    def apply(self, plan: Plan) -> None:
        """Changes the UI state of the plan's table. Raises `TableError`."""
        raise NotImplementedError


class Tap(UiCommand, frozen=True, tag="tap"):
    """Put something into the draft of the city."""

    changes: e.Changes

    def apply(self, plan: Plan) -> None:
        table, ui = plan.table, plan.table.ui
        chairs = table.players or tuple(chair.number for chair in table.chairs)
        try:
            table.game.draft(table.state, table.opened.options, chairs, add_tap(ui.draft, self.changes))
        except ParseError as error:
            raise TableError("bad_command", message=error.what) from error
        entered, taps = ui.entered, (*ui.taps, self.changes)
        if len(taps) > STEPS:
            entered, taps = add_tap(entered, taps[0]), taps[1:]
        plan.set_ui(entered=entered, taps=taps)


class Untap(UiCommand, frozen=True, tag="untap"):
    """Take back the last tap, or `all` of them."""

    all: bool = False

    def apply(self, plan: Plan) -> None:
        taps = plan.table.ui.taps
        if not taps and not self.all:
            raise TableError("nothing_to_undo")
        plan.set_ui(**{"entered": (), "taps": ()} if self.all else {"taps": taps[:-1]})


class Show(UiCommand, frozen=True, tag="show"):
    """The table has read this beat of the round of entry `entry`, and all phones show the next one; `back`: it reads
    this beat again. Without a `beat`: it has read this entry and all before. A second tap does nothing.
    """

    entry: e.Entry
    beat: e.Number | None = None
    back: bool = False

    def apply(self, plan: Plan) -> None:
        table, now, beat = plan.table, plan.table.ui.reading, self.beat
        table.index(self.entry)
        if beat is None:
            if now is not None and self.entry <= now.entry:
                return
        else:
            read = now is not None and now.beat is not None and (now.entry, now.beat) >= (self.entry, beat)
            if read != self.back:
                raise TableError("too_late")
            beat = max(0, beat - 1) if self.back else beat
        reading = Reading(self.entry, beat, table.newest, plan.asking.who.chair, plan.asking.at)
        plan.set_ui(reads=(*table.ui.reads, reading)[-STEPS:])


class Lay(UiCommand, frozen=True, tag="lay"):
    """The pieces of bots lie on the table, up to this entry (see `View.unlaid`)."""

    entry: e.Entry

    def apply(self, plan: Plan) -> None:
        if plan.table.unlaid and plan.table.unlaid <= self.entry:
            plan.set_ui(laid=self.entry)


class Hint(UiCommand, frozen=True, tag="hint"):
    """Take a hint for the own seat."""

    def apply(self, plan: Plan) -> None:
        table = plan.table
        seat = table.seat_of(plan.asking.who.chair)
        if seat is None:
            raise TableError("not_seated")
        if table.settings.hints == "off" or not table.game.rivals(table.opened.options):
            raise TableError("no_hints")
        plan.set_ui(hinted=(seat, table.newest))


class Reveal(UiCommand, frozen=True, tag="reveal"):
    """Show so many lines of the final score to all (host)."""

    lines: Annotated[int, Meta(ge=0, le=99)]

    def apply(self, plan: Plan) -> None:
        if not tally.finished(plan.table):
            raise TableError("not_started")
        plan.set_ui(revealed=max(plan.table.ui.revealed, self.lines))


class Ready(UiCommand, frozen=True, tag="ready"):
    """The own player is ready to begin, or is not."""

    yes: bool = True

    def apply(self, plan: Plan) -> None:
        own = plan.asking.who.chair
        if own is None:
            raise TableError("not_seated")
        if plan.table.state is not None:
            raise TableError("too_late")
        others = tuple(chair for chair in plan.table.ui.ready if chair != own)
        plan.set_ui(ready=(*others, own) if self.yes else others)


class Check(UiCommand, frozen=True, tag="check"):
    """A zone of the table agrees with the app, or all the rest does."""

    zone: e.Text = "all"

    def apply(self, plan: Plan) -> None:
        checked = {self.zone: plan.asking.who.chair, **dict(plan.table.ui.checked)}
        plan.set_ui(checked=tuple(checked.items())[:STEPS])


class PlayOn(UiCommand, frozen=True, tag="play_on"):
    """The same people play on at that table (see `Tables.again`)."""

    table: Annotated[str, Meta(pattern="^[A-Z]{5,8}$")]

    def apply(self, plan: Plan) -> None:
        plan.set_ui(next=self.table, next_by=plan.asking.who.chair)


def lend(plan: Plan, command: e.Lend) -> None:
    """Hands the phone over, or asks others first."""
    table, who = plan.table, plan.asking.who
    seat = None if command.seat is None else Seat(command.seat)
    asks: tuple[int, ...] | None = ()
    if seat is not None and seat != table.seat_of(who.chair):
        if seat not in range(len(table.players)):
            raise TableError("no_such_seat")
        chair = table.chairs[table.players[seat]]
        if chair.held:
            raise TableError("seat_taken", **chair.called)
        asks = consent.of_loan(table, who, chair.number)
    if asks is None:
        raise TableError("ask_host")
    if asks:
        plan.add(e.Lend(seat))
        plan.ask(table, "lend", asks)
    else:
        plan.table = hotseat.lend(table, who.chair, seat)
