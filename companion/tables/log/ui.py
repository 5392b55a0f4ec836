"""Commands that only change the UI state, and the one that hands a phone over."""

from __future__ import annotations

from companion.engine.game import ParseError, Seat
from companion.tables.errors import TableError
from companion.tables.log import consent, hotseat, tally
from companion.tables.log import entries as e
from companion.tables.log.plan import Plan
from companion.tables.log.views import STEPS, Reading, add_tap


def change_ui(plan: Plan, command: e.UiCommand) -> None:
    """Changes the UI state. Raises `TableError`."""
    table, ui, own = plan.table, plan.table.ui, plan.asking.who.chair
    match command:
        case e.Tap():
            chairs = table.players or tuple(chair.number for chair in table.chairs)
            try:
                table.game.draft(table.state, table.opened.options, chairs, add_tap(ui.draft, command.changes))
            except ParseError as error:
                raise TableError("bad_command", message=error.what) from error
            entered, taps = ui.entered, (*ui.taps, command.changes)
            if len(taps) > STEPS:
                entered, taps = add_tap(entered, taps[0]), taps[1:]
            plan.set_ui(entered=entered, taps=taps)
        case e.Untap(all=True):
            plan.set_ui(entered=(), taps=())
        case e.Untap():
            if not ui.taps:
                raise TableError("nothing_to_undo")
            plan.set_ui(taps=ui.taps[:-1])
        case e.Show():
            _show(plan, command)
        case e.Lay():
            if table.unlaid and table.unlaid <= command.entry:
                plan.set_ui(laid=command.entry)
        case e.Hint():
            if (seat := table.seat_of(own)) is None:
                raise TableError("not_seated")
            if table.settings.hints == "off" or not table.game.rivals(table.opened.options):
                raise TableError("no_hints")
            plan.set_ui(hinted=(seat, table.newest))
        case e.Reveal():
            if not tally.finished(table):
                raise TableError("not_started")
            plan.set_ui(revealed=max(ui.revealed, command.lines))
        case e.Ready():
            if own is None:
                raise TableError("not_seated")
            if table.state is not None:
                raise TableError("too_late")
            others = tuple(chair for chair in ui.ready if chair != own)
            plan.set_ui(ready=(*others, own) if command.yes else others)
        case e.Check():
            plan.set_ui(checked=tuple({command.zone: own, **dict(ui.checked)}.items())[:STEPS])
        case e.PlayOn():
            plan.set_ui(next=command.table, next_by=own)


def _show(plan: Plan, command: e.Show) -> None:
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
