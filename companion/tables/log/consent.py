"""Who has to agree before something hidden is opened: one rule for all that could open it.

Every other seat that holds hidden things and has its own phone must agree. Its own is a phone that was there when the
game was dealt, that came by a code from such a phone, or that all let in since (`Table.standing`). So neither the
asker's second phone counts for others, nor one that sat down later. One *no* is enough. Where no such phone is left,
there is nobody to ask.

A hand itself is its player's to give: the old phone is asked. When that has been silent for 30 seconds, or there is
none, the host and all others who have to agree decide.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from companion.engine.game import OVER
from companion.tables.game import AnyTable
from companion.tables.log import entries as e
from companion.tables.log import tally
from companion.tables.log.fold import asked_of
from companion.tables.log.table import Asked, Step, Table
from companion.tables.log.views import Who

SILENT = 30_000
"""Milliseconds after which others may answer for whom was asked."""


def guards(table: Table, chair: int | None) -> tuple[int, ...]:
    """The chairs that must agree before something hidden is opened, if the phone of this chair asks for it."""
    if not guarded(table):
        return ()
    return tuple(other for other in table.standing if other != chair and table.chairs[other].held)


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


def played_for(table: Table, chairs: Iterable[int]) -> tuple[int, ...]:
    """Those of the chairs whose last action another phone has entered: it could have ended the game for them."""
    last = {step.seat: step.actor for step in map(table.step, table.line) if isinstance(step.body, e.Acted)}
    seats = {chair: table.seat_of(chair) for chair in chairs}
    return tuple(chair for chair, seat in seats.items() if seat in last and last[seat] != chair)


def is_hand(table: Table, chair: int) -> bool:
    """Would whoever sits down on this chair see what others may not?"""
    if chair in dict(table.counts) and not tally.done(table):
        return True
    dealt = any(chair in step.players for step in table.steps if isinstance(step.body, e.MADE))
    return dealt and guarded(table)


def of_hand(table: Table, who: Who, chair: int) -> tuple[int, ...]:
    """The chairs that must agree before the host lets a phone have this chair: its own phone, then the others."""
    if not is_hand(table, chair) or who.chair == chair:
        return ()
    others = tuple(other for other in guards(table, who.chair) if other != chair)
    return (chair, *others) if table.chairs[chair].held else others


def of_loan(table: Table, who: Who, chair: int) -> tuple[int, ...] | None:
    """The chairs that must agree before this phone shows the hand of a chair without one; none: the host has to.

    Whoever shares phones is shown the own hand when it is their turn, on the phone of any other player.
    """
    if not is_hand(table, chair):
        return ()
    if not who.host and who.chair not in table.standing:
        return None
    seat, waiting = table.seat_of(chair), table.game.rules.waiting(table.position)
    return () if chair in table.shared and seat in waiting else guards(table, who.chair)


def firm(table: Table, asked: Asked) -> bool:
    """Would a *yes* open something hidden? Then nobody answers for whom was asked, unless a hand changes phones."""
    if asked.what not in ("undo", "replace"):
        return asked.what != "end" or guarded(table)
    at = next((one.body.at for one in asked.then if isinstance(one.body, e.Replaced)), asked.to + 1)
    return learned(table, table.after(at - 1)) and bool(guards(table, asked.asker))


def learned(table: Table, steps: Iterable[Step]) -> bool:
    """Was something told or opened in these steps, where players hide something from each other?"""
    return any(step.told or opens(table, step) for step in steps) and guarded(table)


def voice(table: Table, asked: Asked, who: Who) -> Literal["now", "later", ""]:
    """May this phone answer the question: now, later, when whom was asked has been silent, or not at all?"""
    own, others = owner(asked), voters(table, asked)
    of = asked_of(table, asked)
    if who.chair in asked.yes or (who.chair is None and not who.host):
        return ""
    if own is not None:
        if who.chair == own and own in of:
            return "now"
        if who.chair in others or (who.host and not others):
            return "later" if own in of else "now"
        return ""
    if who.chair in of:
        return "now"
    if who.chair == asked.asker or firm(table, asked):
        return ""
    return "now" if asked.what == "end" and who.host else "later"


def voters(table: Table, asked: Asked) -> tuple[int, ...]:
    """The chairs that must all agree: of a hand that changes phones those besides its own."""
    return tuple(chair for chair in asked_of(table, asked) if chair != owner(asked))


def silent(asked: Asked, at: int, heard: int = 0) -> bool:
    """Has whom was asked been silent for long enough? `heard`: when the phone gave a sign last."""
    return at - max(asked.at, heard) >= SILENT


def owner(asked: Asked) -> int | None:
    """The chair whose hand somebody asks to take over; none: nobody does."""
    return next((one.body.chair for one in asked.then if isinstance(one.body, e.Given | e.Seated)), None)
