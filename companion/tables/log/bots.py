"""What a bot has to decide at a table, and what it may know."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.engine.game import Seat
from companion.engine.prospect import Prospect
from companion.engine.witness import Witness
from companion.tables.log import entries as e
from companion.tables.log.plan import Plan
from companion.tables.log.table import Table


class Due(Struct, frozen=True):
    """A decision for a bot: the newest entry, its seat and player of the engine, the game, and what that seat has seen
    of it (`companion.engine.witness`)."""

    seq: int
    seat: Seat
    player: str
    game: Any
    eyes: Witness


def due(table: Table) -> Due | None:
    """What a bot has to decide now; None: nothing, or it waits until its pieces are laid."""
    if table.state is None or table.closed or table.asked is not None or table.unlaid:
        return None
    for seat in table.game.rules.waiting(table.state):
        if player := table.chairs[table.players[seat]].rival:
            return Due(table.seq, seat, player, table.game.rules, eyes(table, seat))
    return None


def eyes(table: Table, seat: Seat) -> Witness:
    """What a seat has seen, from the last time that the whole position was set."""
    rules: Any = table.game.rules
    if rules.view(table.position, seat) == table.position:
        return Witness(rules, table.position, seat)
    start = max((n for n, step in enumerate(table.line) if isinstance(step.body, e.MADE)), default=0)
    witness = Witness(rules, table.line[start].state, seat)
    for step in table.line[start + 1 :]:
        witness.saw(step.state, step.effects)
    return witness


def act(plan: Plan, seat: Seat, action: object, why: Prospect | str | None) -> None:
    """Adds what a bot does. Raises `RuleRefused`."""
    plan.add(e.Act(plan.table.game.rules.action_text(action), seat, why=why), "rival")
    plan.run()
    plan.renew()


def stand_in(plan: Plan, seat: Seat, player: str) -> None:
    """Has another player go on for one that failed."""
    chair = plan.table.chairs[plan.table.players[seat]]
    plan.add(e.SeatRival(chair.number, player, failed=chair.rival), "app")
