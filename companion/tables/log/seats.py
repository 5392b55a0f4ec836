"""Commands about chairs, names, settings, and the end of a table."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from companion.tables import errors
from companion.tables.log import commands as c
from companion.tables.log import consent
from companion.tables.log import entries as e
from companion.tables.log.names import unlike
from companion.tables.log.plan import Handler, HandOver, Hold, Plan
from companion.tables.log.table import Table
from companion.tables.log.views import Chair, Who


def at_table(plan: Plan) -> None:
    """Only who has a chair, and the host, may do it. Raises `NotSeated`."""
    if plan.asking.who.chair is None and not plan.asking.who.host:
        raise errors.NotSeated


def _host(plan: Plan) -> None:
    if not plan.asking.who.host:
        raise errors.HostOnly


def chair_at(plan: Plan, number: int) -> Chair:
    """The chair of that number. Raises `NoSuchSeat`."""
    if number not in range(len(plan.table.chairs)):
        raise errors.NoSuchSeat
    return plan.table.chairs[number]


def gated(table: Table, who: Who, chair: int) -> bool:
    """Has this phone to be let in by the host, though the chair is free? To a hand it has even if it sits elsewhere; so
    has the host's, where others have to agree."""
    return consent.is_hand(table, chair) and (not who.host or bool(consent.of_hand(table, who, chair)))


def may_begin(table: Table, who: Who) -> bool:
    """May this phone begin the game? The host's may; and any at the table once all who have a phone are ready."""
    return who.host or all(chair.number in table.ready for chair in table.chairs if chair.held)


def _named(plan: Plan, name: str | None, *own: int | None) -> str | None:
    """The name as it is kept. Raises `NoName`, and `NameTaken` where that of a chair not `own` looks the same."""
    return None if name is None else unlike(name, (chair for chair in plan.table.chairs if chair.number not in own))


def _take(plan: Plan, command: c.TakeSeat) -> None:
    chair, own = chair_at(plan, command.chair), plan.asking.who.chair
    name = _named(plan, command.name, chair.number, own)
    if chair.number == own:
        plan.add(e.Named(own, name, command.language))
        return
    if chair.held:
        raise errors.SeatTaken(**chair.called)
    if gated(plan.table, plan.asking.who, chair.number):
        raise errors.AskHost
    agreed = _agreed(plan.table, chair.number)
    if own is not None:
        plan.add(e.Left(own))
    plan.sit(chair.number)
    plan.add(e.Seated(chair.number, name, command.language, agreed))
    plan.holders.append(Hold(chair.number, plan.asking.token_hash))


def _agreed(table: Table, chair: int) -> Literal[True] | UnsetType:
    """As an entry says it: it is a hand, and all who had to let the phone in did."""
    return True if consent.is_hand(table, chair) else UNSET


def _leave(plan: Plan, command: c.LeaveSeat) -> None:
    own = plan.asking.who.chair
    if own is None:
        raise errors.NotSeated
    plan.add(e.Left(own))
    plan.holders.append(Hold(None, plan.asking.token_hash))


def _name(plan: Plan, command: c.NameSeat) -> None:
    at_table(plan)
    chair = chair_at(plan, command.chair)
    if chair.held and chair.number != plan.asking.who.chair:
        raise errors.SeatTaken(**chair.called)
    plan.add(e.Named(chair.number, _named(plan, command.name, chair.number), command.language))


def _free(plan: Plan, command: c.FreeSeat) -> None:
    at_table(plan)
    chair = chair_at(plan, command.chair)
    if chair.held:
        raise errors.SeatTaken(**chair.called)
    if plan.table.state is not None:
        raise errors.AlreadyStarted
    if chair.taken:
        plan.add(e.Left(chair.number))


def _ready(plan: Plan, command: c.Ready) -> None:
    own = plan.asking.who.chair
    if own is None:
        raise errors.NotSeated
    if plan.table.state is not None:
        raise errors.AlreadyStarted
    if command.yes != (own in plan.table.ready):
        plan.add(e.Readied(own, command.yes))


def _rival(plan: Plan, command: c.SeatRival) -> None:
    at_table(plan)
    table, chair = plan.table, chair_at(plan, command.chair)
    if chair.held:
        raise errors.SeatTaken(**chair.called)
    if table.state is not None and chair.seat is None:
        raise errors.AlreadyStarted
    if command.player and not table.game.rivals(table.opened.options):
        raise errors.NoRivals
    if command.player == chair.rival:
        return
    name = _named(plan, command.name or None, chair.number) if not chair.name else None
    plan.add(e.RivalSeated(chair.number, command.player, name or ""))


def _give(plan: Plan, command: c.GiveSeat) -> None:
    _host(plan)
    claim = next((claim for claim in plan.asking.claims if claim.number == command.number), None)
    if claim is None:
        raise errors.BadCode
    over = HandOver(claim.chair, claim.token_hash, claim.number, command.yes)
    if not command.yes:
        plan.holders.append(over)
        return
    table, chair = plan.table, plan.table.chairs[claim.chair]
    agreed, asks = _agreed(table, claim.chair), consent.of_hand(table, plan.asking.who, claim.chair)
    if not claim.name:
        plan.add(e.Given(claim.chair, "host", agreed))
    elif chair.held:
        # Whom the host lets in takes nobody's seat.
        raise errors.SeatTaken(**chair.called)
    else:
        plan.add(e.Seated(claim.chair, _named(plan, claim.name, claim.chair), claim.language, agreed))
    if asks:
        plan.ask(table, "seat", asks, claim.number)
    else:
        plan.holders.append(over)


def _bring(plan: Plan, command: c.BringSeat) -> None:
    chair, own = plan.asking.brought, plan.asking.who.chair
    if chair is None:
        raise errors.BadCode
    if own is not None and own != chair:
        plan.add(e.Left(own))
    plan.sit(chair)
    plan.add(e.Given(chair, "code"))
    plan.holders.append(HandOver(chair, plan.asking.token_hash))


def _set(plan: Plan, command: c.Set) -> None:
    _host(plan)
    if not command.settings.changes:
        raise errors.BadCommand(errors.message("nothing_set"))
    plan.add(e.SettingsChanged(command.settings))
    plan.run()


def _play_on(plan: Plan, command: c.PlayOn) -> None:
    at_table(plan)
    plan.add(e.PlayedOn(command.table))


def _close(plan: Plan, command: c.Close) -> None:
    _host(plan)
    plan.add(e.Closed())


HANDLERS: dict[type, Handler] = {
    c.TakeSeat: _take,
    c.LeaveSeat: _leave,
    c.NameSeat: _name,
    c.FreeSeat: _free,
    c.Ready: _ready,
    c.SeatRival: _rival,
    c.GiveSeat: _give,
    c.BringSeat: _bring,
    c.Set: _set,
    c.PlayOn: _play_on,
    c.Close: _close,
}
