"""Whose step an undo takes back, and who has to be asked before."""

from __future__ import annotations

from companion.engine.correction import FINISHED
from companion.engine.game import Seat
from companion.tables import errors
from companion.tables.log import consent
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


def asked(table: Table, chair: int | None, to: int) -> tuple[tuple[int, ...], bool]:
    """The chairs to ask before this phone may go back to entry `to` (none: it may at once), and whether the first
    answer decides.

    Own steps go back at once, unless something was told since. Else it is asked whose steps they are; and where more
    than one person's go, or something was told, as in a merchant round, all who would give something back. Where all
    of it is nobody's, or of people without phones, any other may answer. Where something hidden was told, those of
    `consent` must agree.
    """
    gone = table.after(to)
    if consent.learned(table, gone) and (must := consent.guards(table, chair)):
        return must, False
    told = any(step.told for step in gone)
    foreign = [step for step in gone if step.human and not own(table, step, chair)]
    if not (told or foreign):
        return (), False
    here, whose = others(table, chair), {_owner(table, step) for step in foreign}
    if told or len(whose) > 1:
        whose |= {table.players[seat] for seat in givers(table, to)}
    of = tuple(other for other in here if other in whose)
    return of or here, not of


def ended(step: Step) -> bool:
    """Did somebody end the game by hand?"""
    return isinstance(step.body, e.Corrected) and step.body.why == FINISHED


def own(table: Table, step: Step, chair: int | None) -> bool:
    """Did this phone do the step, or was it done for its seat?"""
    return step.actor == chair or (step.seat is not None and step.players[step.seat] == chair)


def _owner(table: Table, step: Step) -> int | None:
    """The chair whose phone decides about a step: that of its seat, else that on which it was entered."""
    chair = None if step.seat is None else step.players[step.seat]
    return chair if chair is not None and table.chairs[chair].held else step.actor


def givers(table: Table, to: int) -> tuple[Seat, ...]:
    """The seats that would give something back, as far as everybody can see."""
    if to not in table.line or table.step(to).players != table.players:
        return ()
    view, holdings = table.game.rules.view, table.game.holdings
    then, now = view(table.step(to).state, None), view(table.position, None)
    got = {seat: gains(holdings(then, seat), holdings(now, seat)) for seat in map(Seat, range(len(table.players)))}
    return tuple(seat for seat, things in got.items() if any(n > 0 for n in things.values()))


def gains(then: dict[str, int], now: dict[str, int]) -> dict[str, int]:
    """What somebody has more of now, thing by thing; fewer: below 0."""
    return {thing: n for thing in {**then, **now} if (n := now.get(thing, 0) - then.get(thing, 0))}
