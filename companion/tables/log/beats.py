"""How far the table has read what goes by itself, such as the steps of merchants: one beat for all phones.

A round is known by the entry that set it out, its beats by numbers that the game gives them in their order. So a beat
keeps its number when what lies behind it is set right, or was not in the log yet.
"""

from __future__ import annotations

from companion.tables import errors
from companion.tables.log import commands as c
from companion.tables.log import entries as e
from companion.tables.log.plan import Plan
from companion.tables.log.table import Table


def show(plan: Plan, command: c.Show) -> None:
    """The table goes on to the next beat, or back to this one. Raises `NoSuchEntry`, `BeatOver`."""
    table = plan.table
    if command.entry not in table.line:
        raise errors.NoSuchEntry(entry=command.entry)
    if command.beat is None:
        # A second tap on an entry that is read finds it over: the table is never led back.
        if command.entry > table.shown:
            plan.add(e.Shown(command.entry))
        return
    read = table.beat is not None and (table.shown, table.beat) >= (command.entry, command.beat)
    if read != command.back:
        raise errors.BeatOver
    plan.add(e.Shown(command.entry, max(0, command.beat - 1) if command.back else command.beat))


def reread(plan: Plan, before: Table) -> None:
    """After an undo the table reads on from where it was when the first of what is gone was entered."""
    gone = set(before.line) - set(plan.table.line)
    if before.beat is None or not gone:
        return
    then = [(entry, beat) for seq, entry, beat in before.reads if seq < min(gone)]
    entry, beat = then[-1] if then else (0, 0)
    if (entry, beat) != (before.shown, before.beat):
        plan.add(e.Shown(entry) if beat is None else e.Shown(entry, beat))
