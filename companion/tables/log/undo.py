"""Undo and redo, the questions to others, and their replies."""

from __future__ import annotations

from companion.tables.errors import TableError
from companion.tables.log import consent, seats
from companion.tables.log import entries as e
from companion.tables.log.plan import Plan
from companion.tables.log.table import Asked
from companion.tables.log.views import Who


def undo(plan: Plan, command: e.Undo) -> None:
    """Goes back, or asks others first."""
    table = plan.table
    to = consent.back_to(table, command.before) if command.to is None else command.to
    if to != 0:
        table.index(to)
    gone = table.after(to)
    if not gone:
        raise TableError("nothing_to_undo")
    asks, first = consent.undo_asks(table, plan.asking.who.chair, to)
    if asks and not (command.keep and len(gone) == 1 and consent.ended(gone[0])):
        plan.add(e.Ask("undo", to, asks, first=first))
        plan.asked = True
    else:
        plan.add(e.Undo(to))


def redo(plan: Plan, command: e.Redo) -> None:
    """Brings back what the last undo took, or asks others first."""
    table = plan.table
    if not table.undone:
        raise TableError("nothing_to_undo")
    plan.add(command)
    if asks := consent.asks(table, plan.table, plan.asking.who, (command,)):
        plan.ask(table, "back", asks)


def reply(plan: Plan, command: e.ReplyUndo) -> None:
    """Answers a question; with the last *yes* it is done."""
    who, asked = plan.asking.who, plan.table.asked
    if asked is None or command.asked not in (None, asked.seq):
        raise TableError("too_late")
    if who.chair == asked.asker and not command.yes:
        plan.add(e.ReplyUndo(yes=False))
        return
    decides = _decides(plan, asked)
    plan.add(e.ReplyUndo(command.yes))
    now = plan.table.asked
    if now is not None and (decides or set(consent.voters_of(plan.table, now)) <= set(now.yes)):
        _do(plan, now)


def _decides(plan: Plan, asked: Asked) -> bool:
    """This phone's *yes* alone decides. Raises ``too_late``: it is not asked; ``asked_first``: not yet."""
    table, who, own = plan.table, plan.asking.who, consent.owner(asked)
    of, voice = consent.asked_of(table, asked), consent.voice(table, asked, who)
    if not voice:
        raise TableError("too_late")
    heard = 0 if own is None else plan.asking.heard.get(own, 0)
    if voice == "later" and plan.asking.at - max(asked.at, heard) < consent.SILENT:
        chairs = [table.chairs[chair] for chair in (of if own is None else (own,))]
        raise TableError("asked_first", names=", ".join(chair.name or chair.key for chair in chairs))
    if own is not None:
        return who.chair == own or not consent.voters_of(table, asked)
    return asked.ask.first or who.chair not in of


def _do(plan: Plan, asked: Asked) -> None:
    """The others agree: what was asked for is done, in the name of who asked."""
    then, by = asked.ask.then, Who(asked.asker)
    if not then:
        plan.add(e.Undo(asked.ask.to))
    if asked.ask.what == "seat":
        key = (asked.ask.claim, consent.owner(asked))
        claims = plan.table.ui.open_claims(plan.asking.at)
        claim = next((claim for claim in claims if (claim.number, claim.chair) == key), None)
        if claim is None:  # the phone does not ask any more
            plan.add(e.ReplyUndo(yes=False), by=by)
            return
        seats.accept(plan, claim)
    for one in then:
        plan.add(one.body, one.source, by)
    if then and isinstance(then[-1].body, e.MOMENTS):
        plan.run()
