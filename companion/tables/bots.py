"""Seats played by bots: their pending decisions, their observations, and their actions."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.engine.drive import Witness
from companion.engine.game import Prospect, Seat
from companion.tables.log import entries as e
from companion.tables.log.plan import Plan
from companion.tables.log.table import Table
from companion.tables.service import Tables


class BotDecision(Struct, frozen=True):
    """A decision for a bot: the newest entry, its chair and engine seat, the game, and the seat's observations
    (`companion.engine.drive`)."""

    seq: int
    seat: Seat
    player: str
    game: Any
    eyes: Witness


def find_due_decision(tables: Tables, code: str) -> BotDecision | None:
    """Returns the bot's pending decision. None if there is none, or if its pieces are not yet placed."""
    table = tables.load(code).table
    if table.state is None or table.closed or table.asked is not None or table.unlaid:
        return None
    for seat in table.game.rules.waiting(table.state):
        if player := table.chairs[table.players[seat]].rival:
            return BotDecision(table.seq, seat, player, table.game.rules, observe(table, seat))
    return None


def act(tables: Tables, code: str, due: BotDecision, action: object, why: Prospect | str | None) -> bool:
    """Enters a bot's action. Returns False if the table has moved on. Raises `RuleRefused`."""

    def add(plan: Plan) -> None:
        plan.add(e.Act(due.game.action_text(action), due.seat, why=why), "rival")
        plan.run()
        plan.renew()

    return tables.act_for_bot(code, due.seq, add)


def stand_in(tables: Tables, code: str, due: BotDecision, player: str) -> bool:
    """Lets `player` replace a bot that failed. Returns False if the table has moved on."""

    def add(plan: Plan) -> None:
        chair = plan.table.chairs[plan.table.players[due.seat]]
        plan.add(e.SeatRival(chair.number, player, failed=chair.rival), "app")

    return tables.act_for_bot(code, due.seq, add)


def observe(table: Table, seat: Seat) -> Witness:
    """Returns a seat's observations since the position was last set as a whole, for bots and hints."""
    rules: Any = table.game.rules
    if rules.view(table.position, seat) == table.position:
        return Witness(rules, table.position, seat)
    start = max((n for n, step in enumerate(table.line) if isinstance(step.body, e.MADE)), default=0)
    witness = Witness(rules, table.line[start].state, seat)
    for step in table.line[start + 1 :]:
        witness.saw(step.state, step.effects)
    return witness
