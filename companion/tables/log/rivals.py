"""What the app does at a table as a rival, and what people tell it or ask of it."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct

from companion.engine.game import Seat
from companion.engine.prospect import Prospect
from companion.engine.witness import Witness
from companion.tables import errors
from companion.tables.log import commands as c
from companion.tables.log import entries as e
from companion.tables.log.plan import Handler, Plan
from companion.tables.log.table import Table


class Due(Struct, frozen=True):
    """What a rival has to decide: the newest entry, its seat, which player of the engine it is, the game, and what
    that seat has seen of it (`companion.engine.witness`)."""

    seq: int
    seat: Seat
    player: str
    game: Any
    eyes: Witness


def due(table: Table) -> Due | None:
    """What a rival has to decide now; none: nothing, or it waits until its pieces are laid."""
    seat = _seat_due(table)
    if seat is None:
        return None
    rules: Any = table.game.rules
    rival = table.chairs[table.players[seat]].rival
    return Due(table.seq, seat, rival, rules, eyes(table, seat))


def eyes(table: Table, seat: Seat) -> Witness:
    """What a seat has seen, from the last time that the whole position was set."""
    rules: Any = table.game.rules
    if rules.view(table.position, seat) == table.position:
        return Witness(rules, table.position, seat)
    steps = [table.step(seq) for seq in table.line]
    start = max((n for n, step in enumerate(steps) if isinstance(step.body, e.MADE)), default=0)
    found = Witness(rules, steps[start].state, seat)
    for step in steps[start + 1 :]:
        found.saw(step.state, step.effects)
    return found


def _seat_due(table: Table) -> Seat | None:
    if table.state is None or table.closed or table.asked is not None or table.unlaid:
        return None
    waiting = table.game.rules.waiting(table.state)
    return next((seat for seat in waiting if table.chairs[table.players[seat]].rival), None)


def act(plan: Plan, seat: Seat, action: object, why: Prospect | str | None) -> None:
    """Adds what a rival does. Raises `RuleRefused`."""
    text = plan.table.game.rules.action_text(action)
    plan.add(e.Acted(seat, text, why=UNSET if why is None else why), "rival")
    plan.run()
    plan.renew()


def stand_in(plan: Plan, seat: Seat, player: str) -> None:
    """Has another player go on for one that failed."""
    chair = plan.table.chairs[plan.table.players[seat]]
    plan.add(e.RivalSeated(chair.number, player, failed=chair.rival), "app")


def _lay(plan: Plan, command: c.Lay) -> None:
    if plan.table.unlaid and plan.table.unlaid <= command.entry:
        plan.add(e.Laid(command.entry))


def _hint(plan: Plan, command: c.Hint) -> None:
    table = plan.table
    seat = table.seat_of(plan.asking.who.chair)
    if seat is None:
        raise errors.NotSeated
    if table.settings.hints is not UNSET or not table.game.rivals(table.opened.options):
        raise errors.NoHints
    if table.line and table.hinted != (seat, table.line[-1]):
        plan.add(e.Hinted(seat))


HANDLERS: dict[type, Handler] = {c.Lay: _lay, c.Hint: _hint}
