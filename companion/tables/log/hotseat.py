"""Phones shared by several players, and other UI state changed by log entries.

A player without a phone plays on another player's. Where hands are hidden, a phone shows those of one player at a time.
When another player of the same phone is to act, the phone covers itself; a tap by that player uncovers it (`Lend`).
Where nothing is hidden, nothing is covered. If it is lost who uses which phone, all phones that may be shared are
covered.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from companion.engine.game import GameState, Seat
from companion.tables.errors import TableError
from companion.tables.log import entries as e
from companion.tables.log.fold import find_steps_back
from companion.tables.log.table import Table
from companion.tables.log.views import Who


def find_viewer(table: Table, who: Who) -> Seat | None:
    """Returns the seat that sees this phone; None: nobody in particular, as for a watcher."""
    return _find_viewer(table, who.chair) if who.seated else None


def find_curtain(table: Table, who: Who) -> Seat | None:
    """Returns the seat to hand this phone to, if it differs from the current one and has secrets."""
    seat, view = _due(table, who.chair) if who.seated else None, table.game.rules.view
    if (
        seat is None
        or seat == _find_viewer(table, who.chair)
        or view(table.position, seat) == view(table.position, None)
    ):
        return None
    return seat


def check_eyes(table: Table, state: GameState, seat: Seat | None, players: tuple[int, ...], who: Who) -> None:
    """Raises ``cards_hidden`` unless the phone sees what the seat sees."""
    if not sees_like(table, state, seat, who):
        raise TableError("cards_hidden", **table.chairs[players[seat or 0]].called)


def sees_like(table: Table, state: GameState, seat: Seat | None, who: Who) -> bool:
    """Returns whether the phone sees what the seat sees in this position."""
    view, eyes = table.game.rules.view, find_viewer(table, who)
    return eyes == seat or bool(view(state, eyes) == view(state, seat))


def _find_viewer(table: Table, chair: int | None) -> Seat | None:
    """Returns the seat that sees the phone of this chair (None: the host's laptop, which has no chair)."""
    own, lent = table.seat_of(chair), table.ui.lent
    if lent is None:
        return None if _has_phoneless(table) and _has_secrets(table) else own
    seat = dict(lent).get(chair, own)
    return seat if seat is None or seat == own or _is_phoneless(table, seat) else None


def _due(table: Table, chair: int | None) -> Seat | None:
    """Returns the seat that should see this phone now: its own, or one without a phone that has to act."""
    own, looking = table.seat_of(chair), _find_viewer(table, chair)
    waiting = () if table.state is None else table.game.rules.waiting(table.state)
    here = [seat for seat in waiting if seat == own or _is_phoneless(table, seat)]
    if not waiting or looking in here:
        return looking
    return own if own in here or not here else here[0]


def follow(before: Table, after: Table, event: e.Event) -> Table:
    """Returns the table after an entry, with its UI state updated."""
    body, ui = event.body, after.ui
    if isinstance(body, e.Moment):
        ui = replace(ui, revealed=0, checked=ui.checked if isinstance(body, e.Correct) else ())
    if isinstance(body, e.MADE) and ui.lent is None and not before.steps:
        # The first deal: nobody has been lent a phone.
        ui = replace(ui, lent=())
    match body:
        case e.Enter():
            ui = replace(ui, entered=(), taps=())
        case e.Undo():
            to = body.to or 0
            ui = replace(ui, reads=tuple(one for one in ui.reads if one.newest <= to), checked=())
            entered = next((one.body for one in before.after(to) if isinstance(one.body, e.Enter)), None)
            if entered is not None:
                # The draft is continued, not tapped in anew.
                ui = replace(ui, entered=entered.changes, taps=())
        case e.Redo():
            ui = replace(ui, checked=())
            if any(isinstance(step.body, e.Enter) for step in find_steps_back(before)):
                ui = replace(ui, entered=(), taps=())
        case e.Tally():
            ui = replace(ui, revealed=0)
        case e.LeaveSeat() | e.SeatRival() | e.TakeSeat(by="free"):
            ui = replace(ui, ready=tuple(chair for chair in ui.ready if chair != body.chair))
    after = replace(after, ui=ui)
    if isinstance(body, e.LeaveSeat) or (isinstance(body, e.TakeSeat) and body.by != "phone"):
        # Another phone comes to this chair.
        after = _set_lent(after, {one: seat for one, seat in ui.lent or () if one != body.chair})
    if isinstance(body, e.Lend) and body.seat is not None:
        after = lend(after, event.actor, Seat(body.seat))
    return _cover(before, after)


def _cover(before: Table, after: Table) -> Table:
    """Returns the table with shared phones covered when another player's turn on them begins.

    A phone is shared if it is the only one, or was lent before. One that was lent to a player who has a phone now is
    covered for good; so is each when other people play.
    """
    if after.ui.lent is None or after.state is None:
        return after
    same = not before.players or before.players == after.players
    lent = {chair: seat if same and seat == _find_viewer(after, chair) else None for chair, seat in after.ui.lent}
    after = _set_lent(after, lent)
    if not _has_phoneless(after) or not _has_secrets(after):
        return after
    held = [chair.number for chair in after.chairs if chair.held]
    for chair in {*lent, *(held if len(held) == 1 else ())}:
        if _due(after, chair) not in (_due(before, chair), _find_viewer(after, chair)):
            lent[chair] = None
    return _set_lent(after, lent)


def lend(table: Table, chair: int | None, seat: Seat | None) -> Table:
    """Returns the table after the phone of this chair was handed to that seat."""
    lost = tuple((one, None) for one in (None, *(one.number for one in table.chairs if one.held)))
    return _set_lent(table, {**dict(lost if table.ui.lent is None else table.ui.lent), chair: seat})


def _set_lent(table: Table, lent: Mapping[int | None, Seat | None]) -> Table:
    if table.ui.lent is None and not lent:
        return table
    return replace(table, ui=replace(table.ui, lent=tuple(lent.items())))


def _has_secrets(table: Table) -> bool:
    return bool(table.game.rules.view(table.position, None) != table.position)


def _has_phoneless(table: Table) -> bool:
    return any(_is_phoneless(table, Seat(number)) for number in range(len(table.players)))


def _is_phoneless(table: Table, seat: Seat) -> bool:
    """Returns whether the seat's player has no phone and is not a bot."""
    if seat >= len(table.players):
        return False
    chair = table.chairs[table.players[seat]]
    return not chair.held and not chair.rival
