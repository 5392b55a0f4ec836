"""The fold: builds the table from its entries.

`replay` plays the rest of the line again after a replaced step. What the rules determine is determined anew; actions
and chance outcomes stay as logged if they are still possible. Others may move along with the changed step
(`GameTable.along`), such as a dye on a shop that is now elsewhere; otherwise they are dropped and listed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress

from msgspec import ValidationError
from msgspec.structs import replace

from companion.engine.correction import Correction
from companion.engine.game import CHANCE, AnyEffect, GameState, OptionError, ParseError, RefusedError, Seat
from companion.engine.wording import Message, format_error
from companion.tables.errors import TableError, message
from companion.tables.game import GAMES, AnyTable, check_options, table_game
from companion.tables.log import entries as e
from companion.tables.log.table import LOT, Asked, Count, Line, Seed, Step, Table, find_line_at
from companion.tables.log.views import Chair, Mixture


def open_table(event: e.Event, code: str = "") -> Table:
    """Returns the table of a first entry. Raises ``bad_options``, ``bad_command``."""
    body = event.body
    if not isinstance(body, e.Open) or event.seq != 1:
        raise TableError("bad_command", message=message("unfit"))
    try:
        game = table_game(body.game)
        check_options(game, body.options)
    except KeyError as error:
        raise TableError("bad_options", message=message("other", what=tuple(GAMES), given=body.game)) from error
    except OptionError as error:
        raise TableError("bad_options", message=error.what) from error
    if body.rules != (known := game.rules.RULES):
        what = message("log_version", what="rules", found=body.rules, known=known)
        raise TableError("bad_options", message=what)
    chairs = tuple(Chair(number, key) for number, key in enumerate(body.chairs))
    return Table(code, 1, body, game, event.at, body.settings, chairs, (Seed(1, body.commitment),))


def fold(table: Table, event: e.Event) -> Table:
    """Returns the table after one more entry. Raises `RefusedError` if the rules refuse it, otherwise ``bad_options``
    or ``bad_command``."""
    if event.seq != table.seq + 1:
        raise TableError("bad_command", message=message("unfit"))
    try:
        return replace(_apply(table, event), seq=event.seq)
    except RefusedError:
        raise
    except OptionError as error:
        raise TableError("bad_options", message=error.what) from error
    except (ValueError, IndexError, ValidationError) as error:
        # What the engine cannot read (a ValueError), or a chair that is not there.
        raise TableError("bad_command", message=format_error(error)) from error


def fold_all(events: Iterable[e.Event], code: str = "", table: Table | None = None) -> Table:
    """Returns the table after these entries, or after more of them. Raises ``bad_import`` for an invalid one."""
    for event in events:
        try:
            table = open_table(event, code) if table is None else fold(table, event)
        except (TableError, RefusedError, RecursionError) as error:
            raise TableError(
                "bad_import", message=message("entry", seq=event.seq, what=explain_error(error))
            ) from error
    assert table is not None, "a log begins with its opening"
    return table


def explain_error(error: Exception) -> Message:
    """Returns why an entry is invalid."""
    return error.what if isinstance(error, TableError) else format_error(error)


def find_steps_back(table: Table) -> Line:
    """Returns the steps that a redo restores."""
    line = {step.seq for step in table.line}
    return tuple(step for step in table.undone[-1] if step.seq not in line)


def _apply(table: Table, event: e.Event) -> Table:
    match body := event.body:
        case e.Replace():
            return _replace(table, event, body)
        case e.Start() | e.EnterPosition() | e.Enter() | e.Act() | e.Roll() | e.Answer() | e.Correct():
            return _play(table, event, body)
        case e.Undo():
            to = body.to or 0
            table = _note_first(table, event.seq, table.after(to))
            table = replace(table, undone=(*table.undone, table.line), asked=None)
            return _set_line(table, find_line_at(table.line, to))
        case e.Redo():
            if not table.undone:
                raise ParseError(message("unfit"))
            *rest, line = table.undone
            table = _note_first(table, event.seq, find_steps_back(table))
            return _set_line(replace(table, undone=tuple(rest), asked=None), line)
        case e.Ask():
            if body.what == "undo":
                table = _note_first(table, event.seq, table.after(body.to))
            return replace(table, asked=Asked(event.seq, event.actor, event.at, body))
        case e.ReplyUndo():
            if (asked := table.asked) is None:
                raise ParseError(message("unfit"))
            return replace(table, asked=replace(asked, yes=(*asked.yes, event.actor)) if body.yes else None)
        case e.Lend():
            return replace(table, asked=None, shared=(*table.shared, table.players[body.seat or 0]))
        case e.Tally():
            counts = {**table.counts, body.chair: Count(body.things, body.ready, event.actor)}
            table = replace(table, counts=dict(sorted(counts.items())), moved_at=event.at)
            ready = all(chair in counts and counts[chair].ready for chair in table.counting)
            return replace(table, compared=table.counts) if ready else table
        case e.Mix():
            if not table.mixable:
                raise ParseError(message("unfit"))
            table = _drop_share(table, event.actor)
            return _set_seed(table, shares=(*table.seed.shares, Mixture(event.seq, event.actor, body.text)))
        case e.Commit():
            # Rolls from a seed that nobody knows any more come from the new one.
            first = LOT if table.seed.key is None else table.rolled
            return replace(table, rolled=first, seeds=(*table.seeds, Seed(event.seq, body.commitment, first)))
        case e.Proof():
            return _set_seed(table, value=body.seed)
        case e.Carry():
            chairs = tuple(replace(chair, held=False) for chair in table.chairs)
            return replace(table, chairs=chairs, asked=None, closed=False, standing=())
        case e.TakeSeat():
            return _take_seat(table, body)
        case e.LeaveSeat():
            return _leave_seat(table, table.chairs[body.chair or 0])
        case e.NameSeat():
            return _set_chair(table, body.chair, name=body.name or "", language=body.language, taken=True)
        case e.SeatRival():
            name = body.name or table.chairs[body.chair].name
            table = replace(table, shared=_without(table.shared, body.chair))
            return _set_chair(table, body.chair, name=name, taken=True, rival=body.player)
        case e.Set():
            return replace(table, settings=body.apply(table.settings))
        case e.Close():
            return replace(table, closed=True, asked=None)
    raise ParseError(message("unfit"))


def _note_first(table: Table, seq: int, steps: Iterable[Step]) -> Table:
    """Records the first human step that entry `seq` undoes, redoes or asks to undo."""
    first = next((step for step in steps if step.human), None)
    return table if first is None else replace(table, about={**table.about, seq: first})


def _set_line(table: Table, line: Line) -> Table:
    players = line[-1].players if line else ()
    chairs = tuple(
        replace(chair, seat=Seat(players.index(chair.number)) if chair.number in players else None)
        for chair in table.chairs
    )
    return replace(table, line=line, players=players, chairs=chairs)


def _add_step(table: Table, step: Step, line: Line) -> Table:
    return _set_line(replace(table, steps=(*table.steps, step), undone=(), asked=None), (*line, step))


# Seats and shares of the dice.


def _take_seat(table: Table, body: e.TakeSeat) -> Table:
    named = {"name": body.name or "", "language": body.language} if body.by == "free" else {}
    table = _set_chair(_drop_share(table, body.chair), body.chair, taken=True, held=True, rival="", **named)
    if body.by == "phone":
        # It is the same player's as its old phone, and goes on as that did.
        return table
    standing = (*_without(table.standing, body.chair), *((body.chair,) if body.agreed else ()))
    # A question to this player is not answered by whoever came: it may be the asker.
    drop = body.agreed or (table.asked is not None and body.chair in table.asked.ask.of)
    shared = _without(table.shared, body.chair)
    return replace(table, standing=standing, shared=shared, asked=None if drop else table.asked)


def _leave_seat(table: Table, chair: Chair) -> Table:
    # What this phone counted for others belongs to them alone now, not to whoever takes its seat.
    counts = {n: replace(count, by=n) if count.by == chair.number else count for n, count in table.counts.items()}
    table = replace(table, counts=counts, standing=_without(table.standing, chair.number))
    empty = {} if chair.seat is not None else {"name": "", "taken": False, "rival": ""}
    return _set_chair(table, chair.number, held=False, **empty)


def _without(chairs: tuple[int, ...], chair: int) -> tuple[int, ...]:
    return tuple(other for other in chairs if other != chair)


def _set_chair(table: Table, number: int, **changes: object) -> Table:
    chairs = list(table.chairs)
    chairs[number] = replace(chairs[number], **changes)
    return replace(table, chairs=tuple(chairs))


def _drop_share(table: Table, chair: int | None) -> Table:
    """Returns the table where a phone may mix in again for this chair, unless the app has rolled."""
    kept = tuple(share for share in table.seed.shares if share.chair != chair or not table.mixable)
    return _set_seed(table, shares=kept)


def _set_seed(table: Table, **changes: object) -> Table:
    return replace(table, seeds=(*table.seeds[:-1], replace(table.seed, **changes)))


# Steps of the game.


def _play(table: Table, event: e.Event, body: e.Moment) -> Table:
    game, players, seat = table.game, table.players, None
    effects: tuple[AnyEffect, ...] = ()
    if isinstance(body, e.Start | e.EnterPosition | e.Enter):
        players = body.chairs
        if not all(chair in range(len(table.chairs)) for chair in players):
            raise ParseError(message("unfit"))
        state = _set_up(table, body)
    elif table.state is None:
        raise ParseError(message("unfit"))
    else:
        seat = Seat(body.seat or 0) if isinstance(body, e.Act) else None
        if isinstance(body, e.Answer) and (question := game.question(table.state)) is not None:
            seat = question.seat
        state, effects = _play_body(game, table.state, body, seat)
        if isinstance(body, e.Correct) and len(players) != len(game.chairs_of(state)):
            players = game.chairs_of(state)
    number = _number_roll(table, event)
    if number is not None and event.source != "hand":
        table = replace(table, rolled=max(table.rolled, number + 1))
    if isinstance(body, e.MADE):
        # Phones that are here when the game is dealt are their players'.
        held = {number for number in players if table.chairs[number].held}
        alone = tuple(number for number in players if number not in held and not table.chairs[number].rival)
        table = replace(table, standing=tuple(sorted({*table.standing, *held})), shared=alone)
    reveals = event.source == "app" or game.learned(effects)
    step = Step(event.seq, body, state, effects, players, seat, event.actor, event.source, reveals, roll=number)
    table = replace(table, began_at=table.began_at if table.line else event.at, moved_at=event.at)
    return _add_step(table, step, table.line)


def _set_up(table: Table, body: e.Start | e.EnterPosition | e.Enter) -> GameState:
    game, options = table.game, table.opened.options
    match body:
        case e.Start():
            return game.new(options, body.chairs, body.first)
        case e.EnterPosition():
            return game.rules.from_json(body.position)
    made = game.draft(table.state, options, body.chairs, body.changes)
    if table.state is not None and body.keeps:
        made = game.kept(table.state, made)
    return game.entered(made)


def _number_roll(table: Table, event: e.Event) -> int | None:
    """Returns the number of a roll or lot. A manual roll only has one if it replaces the app's."""
    match event.body:
        case e.Start(lot=True):
            return LOT
        case e.Roll() if event.source == "app" or (event.source == "hand" and table.next_roll < table.rolled):
            return table.next_roll
    return None


def _play_body(
    game: AnyTable, state: GameState, body: e.Body, seat: Seat | None
) -> tuple[GameState, tuple[AnyEffect, ...]]:
    match body:
        case e.Act():
            return game.play(state, game.rules.parse_action(body.action), seat)
        case e.Roll():
            if state.turn is not CHANCE:
                raise ParseError(message("unfit"))
            return game.play(state, game.rules.parse_action(body.outcome or ""), None)
        case e.Answer():
            return game.answered(state, body.answer)
        case e.Correct():
            return game.play(state, Correction(body.changes, body.who, body.why), None)
    raise AssertionError("no other entry is played")


# Replaced steps.


def find_rest(table: Table, at: int) -> tuple[GameState, Step, Line]:
    """Returns the position before the action of entry `at`, that step, and the rest of the line.

    Raises ``no_such_entry`` if it is not an action of the line, or the position was entered anew since.
    """
    i = table.index(at)
    rest = table.line[i + 1 :]
    if not isinstance(table.line[i].body, e.Act) or any(isinstance(one.body, e.MADE) for one in rest):
        raise TableError("no_such_entry", entry=at)
    return table.line[i - 1].state, table.line[i], rest


def replay(table: Table, at: int, action: str, gone: Collection[int] | None = None) -> tuple[Line, tuple[int, ...]]:
    """Returns the line from entry `at` on with another action there, and the dropped entries: those `gone`, or (None)
    those that no longer fit.

    Raises `RefusedError`, `ParseError` if a step that should stay is impossible.
    """
    game, (before, was, rest) = table.game, find_rest(table, at)
    now = _play_step(game, before, replace(was, body=replace(was.body, action=action)))
    steps, lost = [now], list[int]()
    for step in rest:
        if gone is not None and step.seq in gone:
            lost.append(step.seq)
            continue
        try:
            steps[-1:] = _play_after(game, steps[-1], step, was, now)
        except (RefusedError, ParseError):
            if gone is not None:
                raise
            lost.append(step.seq)
            if _play_automatic_steps(game, steps[-1]).state.turn is CHANCE:
                # Something is rolled or drawn there that never was: what came later waits for it.
                lost += [one.seq for one in rest if one.seq > step.seq]
                break
    return tuple(steps), tuple(lost)


def _replace(table: Table, event: e.Event, body: e.Replace) -> Table:
    """Returns the line with another action at that step; its steps keep their numbers."""
    steps, gone = replay(table, body.at, body.action, body.gone)
    if set(body.gone) != set(gone):
        raise ParseError(message("unfit"))
    i = table.index(body.at)
    now = steps[0]
    step = Step(event.seq, body, steps[-1].state, (), table.players, now.seat, event.actor, event.source, reveals=False)
    step = replace(step, replaced=(table.line[i], now), before=table.line)
    return _add_step(table, step, (*table.line[:i], *steps))


def _play_after(game: AnyTable, last: Step, step: Step, was: Step, now: Step) -> tuple[Step, Step]:
    """Returns the last step and this one after it, adapted if necessary. Raises `RefusedError`, `ParseError`."""
    if isinstance(step.body, e.Roll):
        with suppress(RefusedError, ParseError):
            return last, _play_step(game, last.state, step)
    last = _play_automatic_steps(game, last)
    try:
        return last, _play_step(game, last.state, step)
    except (RefusedError, ParseError):
        if not isinstance(step.body, e.Act):
            raise
        rules = game.rules
        actions = [rules.parse_action(one.body.action) for one in (was, now, step) if isinstance(one.body, e.Act)]
        moved = game.along(*actions)
        if moved == actions[-1]:
            raise
        body = replace(step.body, action=rules.action_text(moved))
        return last, _play_step(game, last.state, replace(step, body=body))


def _play_automatic_steps(game: AnyTable, last: Step) -> Step:
    while game.is_certain(last.state):
        state, effects = game.play(last.state, game.rules.chances(last.state).outcomes[0], None)
        last = replace(last, state=state, effects=(*last.effects, *effects))
    return last


def _play_step(game: AnyTable, state: GameState, step: Step) -> Step:
    body, rules = step.body, game.rules
    if isinstance(body, e.Replace):
        return replace(step, state=state, effects=())
    if isinstance(body, e.Roll):
        if step.source == "rules" and game.is_certain(state):
            body = e.Roll(rules.action_text(rules.chances(state).outcomes[0]))
        elif step.source == "rules" or game.question(state) is not None:
            raise ParseError(message("unfit"))
    state, effects = _play_body(game, state, body, step.seat)
    return replace(step, body=body, state=state, effects=effects)
