"""Handlers of commands about chairs and names."""

from __future__ import annotations

import secrets

from msgspec.structs import replace

from companion.tables.errors import TableError
from companion.tables.log import consent
from companion.tables.log import entries as e
from companion.tables.log.names import check_name
from companion.tables.log.plan import Hold, Plan
from companion.tables.log.views import Chair, Claim

CLAIM_LIFE = 10 * 60 * 1000
"""Milliseconds after which a claim expires."""
MOST_CLAIMS = 30
"""Phones that may ask for seats of one table at the same time."""


def _chair(plan: Plan, number: int) -> Chair:
    if number not in range(len(plan.table.chairs)):
        raise TableError("no_such_seat")
    return plan.table.chairs[number]


def _free_chair(plan: Plan, number: int) -> Chair:
    chair = _chair(plan, number)
    if chair.held:
        raise TableError("seat_taken", **chair.called)
    return chair


def _clean_name(plan: Plan, name: str | None, *own: int | None) -> str | None:
    return None if name is None else check_name(name, plan.table.chairs, *own)


def take_seat(plan: Plan, command: e.TakeSeat) -> None:
    chair, own = _chair(plan, command.chair), plan.asking.who.chair
    name = _clean_name(plan, command.name, chair.number, own)
    if chair.number == own:
        plan.add(e.NameSeat(own, name, command.language))
        return
    _free_chair(plan, chair.number)
    if consent.needs_host(plan.table, plan.asking.who, chair.number):
        raise TableError("ask_host")
    agreed = consent.holds_hand(plan.table, chair.number)
    if own is not None:
        plan.add(e.LeaveSeat(own))
    plan.sit(chair.number)
    plan.add(replace(command, name=name, agreed=agreed))
    plan.holders.append(Hold(chair.number, plan.asking.token_hash))


def leave_seat(plan: Plan, command: e.LeaveSeat) -> None:
    own = plan.asking.who.chair
    if command.chair in (None, own):
        if own is None:
            raise TableError("not_seated")
        plan.add(e.LeaveSeat(own))
        plan.holders.append(Hold(None, plan.asking.token_hash))
        return
    # A chair that was named for somebody without a phone is free again.
    chair = _free_chair(plan, command.chair or 0)
    if plan.table.state is not None:
        raise TableError("too_late")
    if chair.taken:
        plan.add(e.LeaveSeat(chair.number))


def name_seat(plan: Plan, command: e.NameSeat) -> None:
    if command.chair != plan.asking.who.chair:
        _free_chair(plan, command.chair)
    plan.add(replace(command, name=_clean_name(plan, command.name, command.chair)))


def seat_rival(plan: Plan, command: e.SeatRival) -> None:
    table, chair = plan.table, _free_chair(plan, command.chair)
    if table.state is not None and chair.seat is None:
        raise TableError("too_late")
    if command.player and not table.game.rivals(table.opened.options):
        raise TableError("no_rivals")
    if command.player == chair.rival:
        return
    name = _clean_name(plan, command.name or None, chair.number) if not chair.name else None
    plan.add(replace(command, name=name or ""))


def give_seat(plan: Plan, command: e.GiveSeat) -> None:
    who = plan.asking.who
    claims = plan.table.ui.open_claims(plan.asking.at)
    claim = next((claim for claim in claims if claim.number == command.number), None)
    own = claim is not None and claim.chair == who.chair
    if not who.host and not own:
        raise TableError("host_only")
    if claim is None:
        raise TableError("bad_code")
    if not command.yes:
        _close(plan, claim)
        return
    table = plan.table
    agreed, asks = consent.holds_hand(table, claim.chair), consent.find_chairs_to_ask_for_seat(table, who, claim.chair)
    if own:
        plan.add(e.TakeSeat(claim.chair, by="phone"))
    elif claim.name:
        # Whom the host lets in takes nobody's seat.
        _free_chair(plan, claim.chair)
        plan.add(e.TakeSeat(claim.chair, _clean_name(plan, claim.name, claim.chair), claim.language, agreed=agreed))
    else:
        plan.add(e.TakeSeat(claim.chair, by="host", agreed=agreed))
    if asks:
        plan.ask(table, "seat", asks, claim.number)
    else:
        accept(plan, claim)


def accept(plan: Plan, claim: Claim) -> None:
    """Gives the chair to the phone that requests it."""
    plan.holders.append(Hold(claim.chair, claim.token_hash))
    _close(plan, claim)


def _close(plan: Plan, claim: Claim) -> None:
    plan.set_ui(claims=tuple(other for other in plan.table.ui.claims if other.number != claim.number))


def ask_seat(plan: Plan, chair: int, name: str, language: str) -> int:
    """Requests a chair (see `Tables.ask_seat`). Returns the number that the phone shows, the same for repeated requests
    for any chair. A phone has one claim. Raises ``no_such_seat``, ``no_name``, ``name_taken``, ``too_many_requests``.
    """
    now, phone = plan.asking.at, plan.asking.token_hash
    if _chair(plan, chair).held:
        name = ""
    elif consent.needs_host(plan.table, plan.asking.who, chair):
        name = check_name(name[:40], plan.table.chairs, chair)
    else:
        raise TableError("no_such_seat")
    claims = plan.table.ui.open_claims(now)
    number = next((claim.number for claim in claims if claim.token_hash == phone), None)
    if number is None:
        if len(claims) >= MOST_CLAIMS:
            raise TableError("too_many_requests")
        number = secrets.choice(sorted(set(range(10, 100)) - {claim.number for claim in claims}))
    others = tuple(claim for claim in claims if claim.token_hash != phone)
    plan.set_ui(claims=(*others, Claim(number, chair, phone, now + CLAIM_LIFE, name, language)))
    return number
