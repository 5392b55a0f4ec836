"""Consent before hidden things are revealed: one rule for all commands that could reveal them.

Every other seat with hidden things and its own phone must agree. A seat's own phone is one that was there when the game
was dealt, that got its chair from such a phone, or that all others admitted since (`Table.standing`). So neither the
asker's second phone counts for others, nor one that sat down later. One *no* is enough. If no such phone is left,
nobody is asked.

A hand belongs to its player: the old phone is asked. If that has been silent for 30 seconds, or there is none, the host
and all others who have to agree decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from companion.engine.correction import FINISHED
from companion.engine.game import OVER, GameState, Seat
from companion.tables.errors import TableError
from companion.tables.game import AnyTable
from companion.tables.log import entries as e
from companion.tables.log import tally
from companion.tables.log.fold import find_steps_back
from companion.tables.log.table import Asked, Step, Table, find_last_press, others
from companion.tables.log.views import Who

SILENT = 30_000
"""Milliseconds after which others may answer for a silent phone."""


def find_chairs_to_ask(before: Table, after: Table, who: Who, bodies: Sequence[e.Body]) -> tuple[int, ...]:
    """Returns the chairs that must agree before a phone changes the table by these entries; none: it is done at once.

    Where nothing is hidden, others are only asked about the end. Undo (`find_chairs_to_ask_for_undo`) and hands
    (`find_chairs_to_ask_for_seat`, `find_chairs_to_ask_for_loan`) are separate questions.
    """
    must, ends = find_hand_guards(before, who.chair), after.turn is OVER and before.turn is not OVER
    match bodies[0]:
        case e.Act() | e.Roll() | e.Answer():
            # The rules end the game; but another phone may have played a player's last action, and ended it for them.
            last = {step.seat: step.actor for step in after.line if isinstance(step.body, e.Act)} if ends else {}
            return tuple(chair for chair in must if last.get(after.seat_of(chair), chair) != chair)
        case e.Replace():
            return must if ends else ()
        case e.Redo():
            back = find_steps_back(before)
            hidden, ends = any(_may_open(before, step) for step in back), any(is_end_by_hand(step) for step in back)
        case e.Start() | e.Set():
            return ()
        case _:
            hidden = not all(_is_harmless(before, body) for body in bodies)
    return (must if hidden else ()) or (others(before, who.chair) if ends and not who.host else ())


def find_hand_guards(table: Table, chair: int | None) -> tuple[int, ...]:
    """Returns the chairs that must agree before something hidden is revealed to the phone of this chair."""
    if not _has_guarded_hands(table):
        return ()
    return tuple(other for other in table.standing if other != chair and table.chairs[other].held)


def _has_guarded_hands(table: Table) -> bool:
    """Returns whether players have secrets, or had some until the end or a manual entry revealed them."""
    for step in reversed(table.line):
        if hides(table, step):
            return True
        if not _may_open(table, step):
            break
    return any(hides(table, step) for step in table.undone_steps)


def hides(table: Table, step: Step) -> bool:
    """Returns whether somebody does not see the whole position after this step."""
    return table.game.rules.view(step.state, None) != step.state


def _may_open(table: Table, step: Step) -> bool:
    """Returns whether the step may have revealed something: the end, or a manual setting or entry."""
    match step.body:
        case e.Correct():
            return not _loose(table.game, step.body)
        case e.EnterPosition() | e.Enter():
            return not hides(table, step)
    return step.state.turn is OVER


def is_end_by_hand(step: Step) -> bool:
    """Returns whether somebody ended the game manually."""
    return isinstance(step.body, e.Correct) and step.body.why == FINISHED


def _is_harmless(table: Table, body: e.Body) -> bool:
    """Returns whether one phone may add this manually, even while players have secrets."""
    return (
        isinstance(body, e.Correct)
        and _loose(table.game, body)
        and not any(table.game.secret(table.position, change.path, None) for change in body.changes)
    )


def _loose(game: AnyTable, body: e.Correct) -> bool:
    return all(game.loose(change.path) for change in body.changes)


def holds_hand(table: Table, chair: int) -> bool:
    """Returns whether whoever sits down on this chair would see secrets."""
    if chair in table.counts and not tally.done(table):
        return True
    dealt = any(chair in step.players for step in table.steps if isinstance(step.body, e.MADE))
    return dealt and _has_guarded_hands(table)


def find_chairs_to_ask_for_seat(table: Table, who: Who, chair: int) -> tuple[int, ...]:
    """Returns the chairs that must agree before the host gives a phone this chair: its own phone, then the others."""
    if not holds_hand(table, chair) or who.chair == chair:
        return ()
    others = tuple(other for other in find_hand_guards(table, who.chair) if other != chair)
    return (chair, *others) if table.chairs[chair].held else others


def find_chairs_to_ask_for_loan(table: Table, who: Who, chair: int) -> tuple[int, ...] | None:
    """Returns the chairs that must agree before this phone shows the hand of a chair without one; None: the host has
    to.

    Players who share phones see their own hand on their turn, on any other player's phone.
    """
    if not holds_hand(table, chair):
        return ()
    if not who.host and who.chair not in table.standing:
        return None
    seat, waiting = table.seat_of(chair), table.game.rules.waiting(table.position)
    return () if chair in table.shared and seat in waiting else find_hand_guards(table, who.chair)


def needs_host(table: Table, who: Who, chair: int) -> bool:
    """Returns whether the host has to admit this phone although the chair is free: to a hand. This includes the host's
    own phone if others have to agree."""
    return holds_hand(table, chair) and (not who.host or bool(find_chairs_to_ask_for_seat(table, who, chair)))


def may_reveal(table: Table, asked: Asked) -> bool:
    """Returns whether a *yes* would reveal something. Then nobody answers for others, unless a hand changes phones."""
    ask = asked.ask
    if ask.what not in ("undo", "replace"):
        return ask.what != "end" or _has_guarded_hands(table)
    at = next((one.body.at for one in ask.then if isinstance(one.body, e.Replace)), ask.to + 1)
    return has_revealed(table, table.after(at - 1)) and bool(find_hand_guards(table, asked.asker))


def has_revealed(table: Table, steps: Iterable[Step]) -> bool:
    """Returns whether these steps revealed something, where players have secrets."""
    return any(step.reveals or _may_open(table, step) for step in steps) and _has_guarded_hands(table)


def find_reply_right(table: Table, asked: Asked, who: Who) -> Literal["now", "later", ""]:
    """Returns when this phone may answer the question: now, later (after the asked ones were silent), or never."""
    own, voters, of = find_hand_owner(asked), voting_chairs(table, asked), find_asked_chairs(table, asked)
    if who.chair in asked.yes or not who.seated:
        return ""
    if own is not None:
        if who.chair == own and own in of:
            return "now"
        if who.chair in voters or (who.host and not voters):
            return "later" if own in of else "now"
        return ""
    if who.chair in of:
        return "now"
    if who.chair == asked.asker or may_reveal(table, asked):
        return ""
    return "now" if asked.ask.what == "end" and who.host else "later"


def find_asked_chairs(table: Table, asked: Asked) -> tuple[int, ...]:
    """Returns the asked chairs that have a phone."""
    return tuple(chair for chair in others(table, asked.asker) if chair in asked.ask.of)


def voting_chairs(table: Table, asked: Asked) -> tuple[int, ...]:
    """Returns the chairs that must all agree; for a hand that changes phones, those besides its own."""
    return tuple(chair for chair in find_asked_chairs(table, asked) if chair != find_hand_owner(asked))


def find_hand_owner(asked: Asked) -> int | None:
    """Returns the chair whose hand somebody asks to take over, if any."""
    return next((one.body.chair for one in asked.ask.then if isinstance(one.body, e.TakeSeat)), None)


# Undo.


def undo_target(table: Table, before: int | None = None) -> int:
    """Returns the entry before the last key press of a person, or before the one that contains entry `before`.

    Raises ``nothing_to_undo``, ``no_such_entry``.
    """
    line = table.line if before is None else table.line[: table.index(before) + 1]
    press = line[-1:] if before is not None and not line[-1].human else find_last_press(line)
    if not press:
        raise TableError("nothing_to_undo")
    i = line.index(press[0])
    return line[i - 1].seq if i else 0


def find_chairs_to_ask_for_undo(table: Table, chair: int | None, to: int) -> tuple[tuple[int, ...], bool]:
    """Returns the chairs to ask before this phone may go back to entry `to` (none: it may at once), and whether the
    first answer decides.

    Own steps go back at once, unless something was revealed since. Otherwise their owner is asked; and if more than one
    person's steps go, or something was revealed, everybody who would lose something. If the steps are nobody's, or of
    people without phones, any other player may answer. If something hidden was revealed, those of `consent` must agree.
    """
    gone = table.after(to)
    if has_revealed(table, gone) and (must := find_hand_guards(table, chair)):
        return must, False
    reveals = any(step.reveals for step in gone)
    foreign = [step for step in gone if step.human and not is_own(step, chair)]
    if not (reveals or foreign):
        return (), False
    here, whose = others(table, chair), {_find_step_owner(table, step) for step in foreign}
    if reveals or len(whose) > 1:
        whose |= _find_losing_chairs(table, to)
    of = tuple(other for other in here if other in whose)
    return of or here, not of


def is_own(step: Step, chair: int | None) -> bool:
    """Returns whether this phone did the step, or it was done for its seat."""
    return step.actor == chair or (step.seat is not None and step.players[step.seat] == chair)


def _find_step_owner(table: Table, step: Step) -> int | None:
    """Returns the chair whose phone decides about a step: that of its seat, otherwise the one that entered it."""
    chair = None if step.seat is None else step.players[step.seat]
    return chair if chair is not None and table.chairs[chair].held else step.actor


def _find_losing_chairs(table: Table, to: int) -> set[int | None]:
    """Returns the chairs that would lose something, as far as everybody can see."""
    if (then := find_position(table, to)) is None:
        return set()
    rules, holdings = table.game.rules, table.game.holdings
    before, now = rules.view(then, None), rules.view(table.position, None)
    seats = {chair: Seat(seat) for seat, chair in enumerate(table.players)}
    return {
        chair
        for chair, seat in seats.items()
        if any(n > 0 for n in gains(holdings(before, seat), holdings(now, seat)).values())
    }


def find_position(table: Table, to: int) -> GameState | None:
    """Returns the position after entry `to` of the line, if it has the same players as now."""
    return next((step.state for step in table.line if step.seq == to and step.players == table.players), None)


def gains(then: dict[str, int], now: dict[str, int]) -> dict[str, int]:
    """Returns gains by thing; losses are negative."""
    return {thing: n for thing in {**then, **now} if (n := now.get(thing, 0) - then.get(thing, 0))}
