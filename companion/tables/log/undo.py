"""Undo and redo, the questions to others, and their replies."""

from __future__ import annotations

from companion.engine.game import GameState, Seat
from companion.tables.errors import TableError
from companion.tables.log import consent
from companion.tables.log import entries as e
from companion.tables.log.plan import Hold, Plan
from companion.tables.log.table import Asked, Step, Table, last_press, others
from companion.tables.log.views import Who


def back_to(table: Table, before: int | None = None) -> int:
    """The entry before the last press of a key by a person, or before the one that entry `before` belongs to.

    Raises ``nothing_to_undo``, ``no_such_entry``.
    """
    line = table.line if before is None else table.line[: table.index(before) + 1]
    press = line[-1:] if before is not None and not line[-1].human else last_press(line)
    if not press:
        raise TableError("nothing_to_undo")
    i = line.index(press[0])
    return line[i - 1].seq if i else 0


def asked(table: Table, chair: int | None, to: int) -> tuple[tuple[int, ...], bool]:
    """The chairs to ask before this phone may go back to entry `to` (none: it may at once), and whether the first
    answer decides.

    Own steps go back at once, unless something was revealed since. Otherwise their owner is asked; and where more than
    one person's go, or something was revealed, all who would give something back. Where all of it is nobody's, or of
    people without phones, any other may answer. Where something hidden was revealed, those of `consent` must agree.
    """
    gone = table.after(to)
    if consent.learned(table, gone) and (must := consent.guards(table, chair)):
        return must, False
    reveals = any(step.reveals for step in gone)
    foreign = [step for step in gone if step.human and not own(step, chair)]
    if not (reveals or foreign):
        return (), False
    here, whose = others(table, chair), {_owner(table, step) for step in foreign}
    if reveals or len(whose) > 1:
        whose |= _givers(table, to)
    of = tuple(other for other in here if other in whose)
    return of or here, not of


def own(step: Step, chair: int | None) -> bool:
    """This phone did the step, or it was done for its seat."""
    return step.actor == chair or (step.seat is not None and step.players[step.seat] == chair)


def _owner(table: Table, step: Step) -> int | None:
    """The chair whose phone decides about a step: that of its seat, else that on which it was entered."""
    chair = None if step.seat is None else step.players[step.seat]
    return chair if chair is not None and table.chairs[chair].held else step.actor


def _givers(table: Table, to: int) -> set[int | None]:
    """The chairs that would give something back, as far as everybody can see."""
    if (then := position_at(table, to)) is None:
        return set()
    rules, holdings = table.game.rules, table.game.holdings
    before, now = rules.view(then, None), rules.view(table.position, None)
    seats = {chair: Seat(seat) for seat, chair in enumerate(table.players)}
    return {
        chair
        for chair, seat in seats.items()
        if any(n > 0 for n in gains(holdings(before, seat), holdings(now, seat)).values())
    }


def position_at(table: Table, to: int) -> GameState | None:
    """The position after entry `to` of the line, if its players are those of now."""
    return next((step.state for step in table.line if step.seq == to and step.players == table.players), None)


def gains(then: dict[str, int], now: dict[str, int]) -> dict[str, int]:
    """What somebody has more of now, thing by thing; fewer: below 0."""
    return {thing: n for thing in {**then, **now} if (n := now.get(thing, 0) - then.get(thing, 0))}


def undo(plan: Plan, command: e.Undo) -> None:
    """Goes back, or asks others first."""
    table = plan.table
    to = back_to(table, command.before) if command.to is None else command.to
    if to != 0:
        table.index(to)
    gone = table.after(to)
    if not gone:
        raise TableError("nothing_to_undo")
    asks, first = asked(table, plan.asking.who.chair, to)
    if asks and not (command.keep and len(gone) == 1 and consent.ended(gone[0])):
        plan.add(e.Ask("undo", to, asks, first=first))
        plan.asked = True
    else:
        plan.add(e.Undo(to))


def redo(plan: Plan, command: e.Redo) -> None:
    """Brings back what the last undo took, or asks others first."""
    table = plan.table
    if not table.undone:
        raise TableError("nothing_to_redo")
    plan.add(command)
    if asks := consent.asks(table, plan.table, plan.asking.who, (command,)):
        plan.ask(table, "back", asks)


def reply(plan: Plan, command: e.ReplyUndo) -> None:
    """Answers a question; with the last *yes* it is done."""
    who, asked = plan.asking.who, plan.table.asked
    if asked is None or command.asked not in (None, asked.seq):
        raise TableError("no_question")
    if who.chair == asked.asker and not command.yes:
        plan.add(e.ReplyUndo(yes=False))
        return
    decides = _decides(plan, asked)
    plan.add(e.ReplyUndo(command.yes))
    now = plan.table.asked
    if now is not None and (decides or set(consent.voters_of(plan.table, now)) <= set(now.yes)):
        _do(plan, now)


def _decides(plan: Plan, asked: Asked) -> bool:
    """This phone's *yes* alone decides. Raises ``no_question``: it is not asked; ``asked_first``: not yet."""
    table, who, own = plan.table, plan.asking.who, consent.owner(asked)
    of, voice = consent.asked_of(table, asked), consent.voice(table, asked, who)
    if not voice:
        raise TableError("no_question")
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
        claim = next((claim for claim in plan.asking.claims if (claim.number, claim.chair) == key), None)
        if claim is None:  # the phone does not ask any more
            plan.add(e.ReplyUndo(yes=False), by=by)
            return
        plan.holders.append(Hold(claim.chair, claim.token_hash, claim.number))
    for one in then:
        plan.add(one.body, one.source, by)
    if then and isinstance(then[-1].body, e.MOMENTS):
        plan.run()
