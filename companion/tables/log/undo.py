"""Whose step an undo takes back, who has to be asked before, and what else nobody does alone.

While players hide something from each other, nobody changes the table by hand without the others: who ended the
game, typed a position or set the phase could read every hand, and go back. Where nobody else plays with a phone,
there is nobody to ask.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.game import OVER
from companion.tables import errors
from companion.tables.game import AnyTable
from companion.tables.log import entries as e
from companion.tables.log.table import Step, Table, others


def back_to(table: Table, before: int | None = None) -> int:
    """The entry before what somebody did last, with one press of a key; or before that which entry `before` is of.

    Raises `NothingToUndo`, `NoSuchEntry`.
    """
    line = table.line
    if before is not None:
        if before not in line:
            raise errors.NoSuchEntry(entry=before)
        line = line[: line.index(before) + 1]
    at = (table.step(before),) if before is not None and not table.step(before).human else table.press(line)
    if not at:
        raise errors.NothingToUndo
    i = line.index(at[0].seq)
    return line[i - 1] if i else 0


def asked(table: Table, chair: int | None, to: int) -> tuple[int, ...]:
    """The chairs to ask before this phone may go back to entry `to`; none: it may at once.

    Own steps go back at once, unless something was told since, or opened; where nobody else has a phone, all do.
    """
    gone = table.after(to)
    if any(opens(table, step) for step in gone) and guarded(table):
        return voters(table, chair)
    mine = all(own(table, step, chair) for step in gone if step.human) and not any(step.told for step in gone)
    return () if mine else others(table, chair)


def own(table: Table, step: Step, chair: int | None) -> bool:
    """Did this phone do the step, or was it done for its seat?"""
    return step.actor == chair or (step.seat is not None and step.players[step.seat] == chair)


def voters(table: Table, chair: int | None) -> tuple[int, ...]:
    """The chairs to ask before this phone changes by hand what players hide from each other: all others that play,
    for who only looks on has nothing to lose. None: nobody else plays with a phone."""
    return tuple(other for other in others(table, chair) if other in table.players or not table.players)


def guarded(table: Table) -> bool:
    """Do players hide something from each other, or did they until the end, or what was done by hand, opened it?"""
    for seq in reversed(table.line):
        step = table.step(seq)
        if hides(table, step):
            return True
        if not opens(table, step):
            break
    line = set(table.line)
    return any(hides(table, step) for step in table.steps if step.seq not in line)


def hides(table: Table, step: Step) -> bool:
    """Does somebody not see all of the position after this step?"""
    return table.game.rules.view(step.state, None) != step.state


def opens(table: Table, step: Step) -> bool:
    """Can the step have opened what was hidden? The end does, and so may what was set or typed by hand."""
    match step.body:
        case e.Corrected():
            return not _loose(table.game, step.body)
        case e.Positioned() | e.Entered():
            return not hides(table, step)
    return step.state.turn is OVER


def alone(table: Table, added: Iterable[e.Body]) -> bool:
    """May one phone add this by hand, even while players hide something from each other?"""
    game = table.game
    return all(
        isinstance(body, e.Corrected)
        and _loose(game, body)
        and not any(game.secret(table.position, change.path, None) for change in body.changes)
        for body in added
    )


def _loose(game: AnyTable, body: e.Corrected) -> bool:
    return all(game.loose(change.path) for change in body.changes)
