"""Commands that take steps back, bring them back, and answer whoever asks for something."""

from __future__ import annotations

from msgspec import UNSET

from companion.tables import errors
from companion.tables.log import beats, consent, undo
from companion.tables.log import commands as c
from companion.tables.log import entries as e
from companion.tables.log.fold import asked_of, back_of
from companion.tables.log.plan import Handler, HandOver, Plan
from companion.tables.log.table import Asked, Table, others
from companion.tables.log.views import Who


def _undo(plan: Plan, command: c.Undo) -> None:
    table, chair = plan.table, plan.asking.who.chair
    to = undo.back_to(table, command.before) if command.to is None else command.to
    if to != 0 and to not in table.line:
        raise errors.NoSuchEntry(entry=to)
    if not table.after(to):
        raise errors.NothingToUndo
    asks, first = undo.asked(table, chair, to)
    if asks and not (command.keep and _ended_by_hand(table, to)):
        plan.add(e.UndoAsked(to, asks, first=True if first else UNSET))
        plan.asked = True
    else:
        plan.add(e.Undone(to))
        beats.reread(plan, table)


def _ended_by_hand(table: Table, to: int) -> bool:
    """Is all that goes the end of the game that somebody set?"""
    gone = table.after(to)
    return len(gone) == 1 and undo.ended(gone[0])


def _redo(plan: Plan, command: c.Redo) -> None:
    table, who = plan.table, plan.asking.who
    if not table.undone:
        raise errors.NothingToRedo
    plan.add(e.Redone())
    back = back_of(table, table.undone[-1])
    asks = consent.guards(table, who.chair) if any(consent.opens(table, step) for step in back) else ()
    if not who.host and any(undo.ended(step) for step in back):
        asks = asks or others(table, who.chair)
    if asks:
        plan.ask(table, "back", asks)


def _reply(plan: Plan, command: c.ReplyUndo) -> None:
    table, who = plan.table, plan.asking.who
    asked = table.asked
    if asked is None or command.asked not in (None, asked.seq):
        raise errors.NoQuestion
    if who.chair == asked.asker and not command.yes:
        plan.add(e.UndoAnswered(who.chair, yes=False))
        return
    decides = _decides(plan, asked)
    plan.add(e.UndoAnswered(who.chair, command.yes))
    now = plan.table.asked
    if now is not None and (decides or set(consent.voters(plan.table, now)) <= set(now.yes)):
        _done_as_asked(plan, now)


def _decides(plan: Plan, asked: Asked) -> bool:
    """Does this phone's *yes* alone decide? Raises `NoQuestion`: it is not asked; `AskedFirst`: not yet."""
    table, who, own = plan.table, plan.asking.who, consent.owner(asked)
    of, voice = asked_of(table, asked), consent.voice(table, asked, who)
    if not voice:
        raise errors.NoQuestion
    heard = 0 if own is None else plan.asking.heard.get(own, 0)
    if voice == "later" and not consent.silent(asked, plan.asking.at, heard):
        raise errors.AskedFirst(names=_names(table, *(of if own is None else (own,))))
    if own is not None:
        return who.chair == own or not consent.voters(table, asked)
    return asked.first or who.chair not in of


def _names(table: Table, *chairs: int) -> str:
    return ", ".join(table.chairs[chair].name or table.chairs[chair].key for chair in chairs)


def _done_as_asked(plan: Plan, asked: Asked) -> None:
    """The others agree: what was asked for is done, in the name of who asked."""
    if not asked.then:
        before = plan.table
        plan.add(e.Undone(asked.to))
        beats.reread(plan, before)
    if asked.what == "seat":
        _handed_over(plan, asked)
        return
    for one in asked.then:
        plan.add(one.body, one.source, Who(asked.asker))
    if asked.then and isinstance(asked.then[-1].body, e.MOMENTS):
        plan.run()


def _handed_over(plan: Plan, asked: Asked) -> None:
    """The seat goes to the phone that still asks for it; if it does not, nothing is done."""
    (one,) = asked.then
    own = consent.owner(asked)
    claims = plan.asking.claims
    claim = next((claim for claim in claims if (claim.number, claim.chair) == (asked.claim, own)), None)
    if claim is None:
        plan.add(e.UndoAnswered(asked.asker, yes=False))
        return
    plan.holders.append(HandOver(claim.chair, claim.token_hash, claim.number))
    plan.add(one.body, one.source, Who(asked.asker))


HANDLERS: dict[type, Handler] = {c.Undo: _undo, c.Redo: _redo, c.ReplyUndo: _reply}
