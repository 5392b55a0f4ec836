"""Whose step an undo takes back, and who has to be asked before."""

from __future__ import annotations

from companion.tables import errors
from companion.tables.table import Step, Table, others


def back_to(table: Table) -> int:
    """The entry before the last step that somebody decided. Raises `NothingToUndo`."""
    last = table.last_human
    if last is None:
        raise errors.NothingToUndo
    i = table.line.index(last.seq)
    return table.line[i - 1] if i else 0


def asked(table: Table, chair: int | None, to: int) -> tuple[int, ...]:
    """The chairs to ask before this phone may go back to entry `to`; none: it may at once.

    Own steps go back at once, unless something was told since; where nobody else has a phone, all do.
    """
    gone = table.after(to)
    own = all(_own(table, step, chair) for step in gone if step.human) and not any(step.told for step in gone)
    return () if own else others(table, chair)


def _own(table: Table, step: Step, chair: int | None) -> bool:
    """Did this phone do the step, or was it done for its seat?"""
    return step.actor == chair or (step.seat is not None and step.players[step.seat] == chair)
