"""Seats that bots play: what they have to decide, what they may know, and what they do."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.engine.drive import Witness
from companion.engine.game import Seat
from companion.engine.prospect import Prospect
from companion.tables.log import entries as e
from companion.tables.log.plan import Plan
from companion.tables.log.table import Table
from companion.tables.service import Tables


class BotDecision(Struct, frozen=True):
    """A decision for a bot: the newest entry, its seat and player of the engine, the game, and what that seat has seen
    of it (`companion.engine.drive`)."""

    seq: int
    seat: Seat
    player: str
    game: Any
    eyes: Witness


def due_for(tables: Tables, code: str) -> BotDecision | None:
    """The decision that a bot owes now. None if there is none, or if its pieces are not yet placed."""
    table = tables.load(code).table
    if table.state is None or table.closed or table.asked is not None or table.unlaid:
        return None
    for seat in table.game.rules.waiting(table.state):
        if player := table.chairs[table.players[seat]].rival:
            return BotDecision(table.seq, seat, player, table.game.rules, _observations(table, seat))
    return None


def observations(tables: Tables, code: str, seat: Seat) -> Witness:
    """Observations of a seat in the current game, as bots get them; used for hints."""
    return _observations(tables.load(code).table, seat)


def act(tables: Tables, code: str, due: BotDecision, action: object, why: Prospect | str | None) -> bool:
    """Enters what a bot decided. False: the table has moved on meanwhile. Raises `RuleRefused`."""

    def add(plan: Plan) -> None:
        plan.add(e.Act(due.game.action_text(action), due.seat, why=why), "rival")
        plan.run()
        plan.renew()

    return tables.act_for_bot(code, due.seq, add)


def stand_in(tables: Tables, code: str, due: BotDecision, player: str) -> bool:
    """Has `player` go on for one that failed. False: the table has moved on meanwhile."""

    def add(plan: Plan) -> None:
        chair = plan.table.chairs[plan.table.players[due.seat]]
        plan.add(e.SeatRival(chair.number, player, failed=chair.rival), "app")

    return tables.act_for_bot(code, due.seq, add)


def _observations(table: Table, seat: Seat) -> Witness:
    """Observations of a seat since the whole position was last set."""
    rules: Any = table.game.rules
    if rules.view(table.position, seat) == table.position:
        return Witness(rules, table.position, seat)
    start = max((n for n, step in enumerate(table.line) if isinstance(step.body, e.MADE)), default=0)
    witness = Witness(rules, table.line[start].state, seat)
    for step in table.line[start + 1 :]:
        witness.saw(step.state, step.effects)
    return witness
