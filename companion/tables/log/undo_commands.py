"""Commands that take steps back, bring them back, and answer whoever asks for it."""

from __future__ import annotations

from companion.tables import errors
from companion.tables.log import beats, undo
from companion.tables.log import commands as c
from companion.tables.log import entries as e
from companion.tables.log.fold import asked_of, back_of
from companion.tables.log.plan import Handler, Plan
from companion.tables.log.table import Asked
from companion.tables.log.views import Who


def _undo(plan: Plan, command: c.Undo) -> None:
    table, chair = plan.table, plan.asking.who.chair
    to = undo.back_to(table, command.before) if command.to is None else command.to
    if to != 0 and to not in table.line:
        raise errors.NoSuchEntry(entry=to)
    if not table.after(to):
        raise errors.NothingToUndo
    if asks := undo.asked(table, chair, to):
        plan.add(e.UndoAsked(to, asks))
        plan.asked = True
    else:
        plan.add(e.Undone(to))
        beats.reread(plan, table)


def _redo(plan: Plan, command: c.Redo) -> None:
    table = plan.table
    if not table.undone:
        raise errors.NothingToRedo
    plan.add(e.Redone())
    asks = undo.voters(table, plan.asking.who.chair)
    back = back_of(table, table.undone[-1])
    if asks and undo.guarded(table) and any(undo.opens(table, step) for step in back):
        plan.ask(table, "back", asks)


def _reply(plan: Plan, command: c.ReplyUndo) -> None:
    asked, chair = plan.table.asked, plan.asking.who.chair
    if asked is None or chair is None or (command.yes and chair not in asked_of(plan.table, asked)):
        raise errors.NoQuestion
    plan.add(e.UndoAnswered(chair, command.yes))
    now = plan.table.asked
    if now is None or not command.yes:
        return
    if plan.table.settings.undo == "one" or set(asked_of(plan.table, now)) <= set(now.yes):
        _done_as_asked(plan, now)


def _done_as_asked(plan: Plan, asked: Asked) -> None:
    """The others agree: what was asked for is done, in the name of who asked."""
    if not asked.then:
        before = plan.table
        plan.add(e.Undone(asked.to))
        beats.reread(plan, before)
    for one in asked.then:
        plan.add(one.body, one.source, Who(asked.asker))
    if asked.then and isinstance(asked.then[-1].body, e.MOMENTS):
        plan.run()


HANDLERS: dict[type, Handler] = {c.Undo: _undo, c.Redo: _redo, c.ReplyUndo: _reply}
