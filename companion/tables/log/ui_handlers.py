"""Handlers of commands that only change the UI state, and of those that hand a phone over."""

from __future__ import annotations

from companion.engine.game import ParseError, Seat
from companion.tables.errors import TableError
from companion.tables.log import consent, hotseat, tally
from companion.tables.log import entries as e
from companion.tables.log.plan import Plan
from companion.tables.log.views import STEPS, Reading, add_tap


def tap(plan: Plan, command: e.Tap) -> None:
    table, ui = plan.table, plan.table.ui
    chairs = table.players or tuple(chair.number for chair in table.chairs)
    try:
        table.game.draft(table.state, table.opened.options, chairs, add_tap(ui.draft, command.changes))
    except ParseError as error:
        raise TableError("bad_command", message=error.what) from error
    entered, taps = ui.entered, (*ui.taps, command.changes)
    if len(taps) > STEPS:
        entered, taps = add_tap(entered, taps[0]), taps[1:]
    plan.set_ui(entered=entered, taps=taps)


def untap(plan: Plan, command: e.Untap) -> None:
    taps = plan.table.ui.taps
    if not taps and not command.all:
        raise TableError("nothing_to_undo")
    plan.set_ui(**{"entered": (), "taps": ()} if command.all else {"taps": taps[:-1]})


def show(plan: Plan, command: e.Show) -> None:
    table, now, beat = plan.table, plan.table.ui.reading, command.beat
    table.index(command.entry)
    if beat is None:
        if now is not None and command.entry <= now.entry:
            return
    else:
        read = now is not None and now.beat is not None and (now.entry, now.beat) >= (command.entry, beat)
        if read != command.back:
            raise TableError("too_late")
        beat = max(0, beat - 1) if command.back else beat
    reading = Reading(command.entry, beat, table.newest, plan.asking.who.chair, plan.asking.at)
    plan.set_ui(reads=(*table.ui.reads, reading)[-STEPS:])


def lay(plan: Plan, command: e.Lay) -> None:
    if plan.table.unlaid and plan.table.unlaid <= command.entry:
        plan.set_ui(laid=command.entry)


def hint(plan: Plan, command: e.Hint) -> None:
    table = plan.table
    seat = table.seat_of(plan.asking.who.chair)
    if seat is None:
        raise TableError("not_seated")
    if table.settings.hints == "off" or not table.game.rivals(table.opened.options):
        raise TableError("no_hints")
    plan.set_ui(hinted=(seat, table.newest))


def reveal(plan: Plan, command: e.Reveal) -> None:
    if not tally.finished(plan.table):
        raise TableError("not_started")
    plan.set_ui(revealed=max(plan.table.ui.revealed, command.lines))


def ready(plan: Plan, command: e.Ready) -> None:
    own = plan.asking.who.chair
    if own is None:
        raise TableError("not_seated")
    if plan.table.state is not None:
        raise TableError("too_late")
    others = tuple(chair for chair in plan.table.ui.ready if chair != own)
    plan.set_ui(ready=(*others, own) if command.yes else others)


def check(plan: Plan, command: e.Check) -> None:
    checked = {command.zone: plan.asking.who.chair, **dict(plan.table.ui.checked)}
    plan.set_ui(checked=tuple(checked.items())[:STEPS])


def play_on(plan: Plan, command: e.PlayOn) -> None:
    plan.set_ui(next=command.table, next_by=plan.asking.who.chair)


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
        asks = consent.find_chairs_to_ask_for_loan(table, who, chair.number)
    if asks is None:
        raise TableError("ask_host")
    if asks:
        plan.add(e.Lend(seat))
        plan.ask(table, "lend", asks)
    else:
        plan.table = hotseat.lend(table, who.chair, seat)
