"""The fold: builds the table from its entries."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import ValidationError
from msgspec.structs import replace

from companion.engine.game import AnyEffect, GameState, OptionError, ParseError, RefusedError, Seat
from companion.engine.message import Message, format_error
from companion.tables.errors import TableError, message
from companion.tables.game import GAMES, check_options, table_game
from companion.tables.log import entries as e
from companion.tables.log.replay import replayed
from companion.tables.log.table import LOT, Asked, Count, Seed, Step, Table, find_line_at, play_body
from companion.tables.log.views import Chair, Mixture

Folder = Callable[[Table, e.Event, Any], Table]


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
    body = event.body
    folder: Folder | None = _moment if isinstance(body, e.MOMENTS) else _FOLDERS.get(type(body))
    if folder is None or event.seq != table.seq + 1:
        raise TableError("bad_command", message=message("unfit"))
    try:
        return replace(folder(table, event, body), seq=event.seq)
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


def _moment(table: Table, event: e.Event, body: e.Moment) -> Table:
    if isinstance(body, e.Replace):
        return _replace(table, event, body)
    state, effects, players, seat = _play_moment(table, body)
    app, number = event.source == "app", _number(table, event)
    if number is not None and event.source != "hand":
        table = replace(table, rolled=max(table.rolled, number + 1))
    if isinstance(body, e.MADE):
        # Phones that are here when the game is dealt are their players'.
        held = {number for number in players if table.chairs[number].held}
        alone = tuple(number for number in players if number not in held and not table.chairs[number].rival)
        table = replace(table, standing=tuple(sorted({*table.standing, *held})), shared=alone)
    reveals = app or table.game.learned(effects)
    step = Step(event.seq, body, state, effects, players, seat, event.actor, event.source, reveals, roll=number)
    table = replace(
        table,
        began_at=table.began_at if table.line else event.at,
        moved_at=event.at,
        steps=(*table.steps, step),
        undone=(),
        asked=None,
    )
    return _replace_line(table, (*table.line, step))


def _number(table: Table, event: e.Event) -> int | None:
    """Returns the number of a roll or lot. A manual roll only has one if it replaces the app's."""
    match event.body:
        case e.Start(lot=True):
            return LOT
        case e.Roll() if event.source == "app" or (event.source == "hand" and table.next_roll < table.rolled):
            return table.next_roll
    return None


def _replace_line(table: Table, line: tuple[Step, ...]) -> Table:
    """Returns the table with this line; the chairs get the seats of the players."""
    players = line[-1].players if line else ()
    chairs = tuple(
        replace(chair, seat=Seat(players.index(chair.number)) if chair.number in players else None)
        for chair in table.chairs
    )
    return replace(table, line=line, players=players, chairs=chairs)


def _replace(table: Table, event: e.Event, body: e.Replace) -> Table:
    """Returns the line with another action at that step; its steps keep their numbers."""
    made = replayed(table, body.at, body.action, body.gone)
    if set(body.gone) != set(made.gone):
        raise ParseError(message("unfit"))
    was = next(step for step in table.line if step.seq == body.at)
    first, last = made.steps[0], made.steps[-1]
    step = Step(event.seq, body, last.state, (), table.players, first.seat, event.actor, event.source, reveals=False)
    step = replace(step, replaced=(was, first), before=table.line)
    before = tuple(one for one in table.line if one.seq < body.at)
    return replace(
        table,
        steps=(*table.steps, step),
        line=(*before, *made.steps, step),
        undone=(),
        asked=None,
    )


Made = tuple[GameState, tuple[AnyEffect, ...], tuple[int, ...], Seat | None]


def _play_moment(table: Table, body: e.Moment) -> Made:
    """Returns position, effects, players and seat after a game step. Raises the engine's errors."""
    game, state, players = table.game, table.state, table.players
    options = table.opened.options
    if isinstance(body, e.MADE) and not all(chair in range(len(table.chairs)) for chair in body.chairs):
        raise ParseError(message("unfit"))
    match body:
        case e.Start():
            return game.new(options, body.chairs, body.first), (), body.chairs, None
        case e.EnterPosition():
            return game.rules.from_json(body.position), (), body.chairs, None
        case e.Enter():
            made = game.draft(state, options, body.chairs, body.changes)
            if state is not None and body.keeps:
                made = game.kept(state, made)
            return game.entered(made, fill=body.fill), (), body.chairs, None
    if state is None:
        raise ParseError(message("unfit"))
    seat = Seat(body.seat or 0) if isinstance(body, e.Act) else None
    if isinstance(body, e.Answer) and (question := game.question(state)) is not None:
        seat = question.seat
    state, effects = play_body(game, state, body, seat)
    if isinstance(body, e.Correct) and len(players) != len(game.chairs_of(state)):
        players = game.chairs_of(state)
    return state, effects, players, seat


def _undo(table: Table, event: e.Event, body: e.Undo) -> Table:
    to = body.to or 0
    table = _note_first(table, event.seq, table.after(to))
    table = replace(table, undone=(*table.undone, table.line), asked=None)
    return _replace_line(table, find_line_at(table.line, to))


def _note_first(table: Table, seq: int, steps: Iterable[Step]) -> Table:
    """Records the first human step that entry `seq` undoes, redoes or asks to undo."""
    first = next((step for step in steps if step.human), None)
    return table if first is None else replace(table, about={**table.about, seq: first})


def _redo(table: Table, event: e.Event, body: e.Redo) -> Table:
    if not table.undone:
        raise ParseError(message("unfit"))
    *rest, line = table.undone
    table = _note_first(table, event.seq, find_steps_back(table))
    return _replace_line(replace(table, undone=tuple(rest), asked=None), line)


def find_steps_back(table: Table) -> tuple[Step, ...]:
    """Returns the steps that a redo restores."""
    line = {step.seq for step in table.line}
    return tuple(step for step in table.undone[-1] if step.seq not in line)


def _ask(table: Table, event: e.Event, body: e.Ask) -> Table:
    if body.what == "undo":
        table = _note_first(table, event.seq, table.after(body.to))
    return replace(table, asked=Asked(event.seq, event.actor, event.at, body))


def _reply(table: Table, event: e.Event, body: e.ReplyUndo) -> Table:
    asked = table.asked
    if asked is None:
        raise ParseError(message("unfit"))
    return replace(table, asked=replace(asked, yes=(*asked.yes, event.actor)) if body.yes else None)


def _lend(table: Table, event: e.Event, body: e.Lend) -> Table:
    return replace(table, asked=None, shared=(*table.shared, table.players[body.seat or 0]))


def _tally(table: Table, event: e.Event, body: e.Tally) -> Table:
    counts = {**table.counts, body.chair: Count(body.things, body.ready, event.actor)}
    table = replace(table, counts=dict(sorted(counts.items())), moved_at=event.at)
    ready = all(chair in counts and counts[chair].ready for chair in table.counting)
    return replace(table, compared=table.counts) if ready else table


def _mix(table: Table, event: e.Event, body: e.Mix) -> Table:
    if not table.mixable:
        raise ParseError(message("unfit"))
    table = _drop_share(table, event.actor)
    return _set_seed(table, shares=(*table.seed.shares, Mixture(event.seq, event.actor, body.text)))


def _drop_share(table: Table, chair: int | None) -> Table:
    """Returns the table where a phone may mix in again for this chair, unless the app has rolled."""
    kept = tuple(share for share in table.seed.shares if share.chair != chair or not table.mixable)
    return _set_seed(table, shares=kept)


def _set_seed(table: Table, **changes: object) -> Table:
    return replace(table, seeds=(*table.seeds[:-1], replace(table.seed, **changes)))


def _commit(table: Table, event: e.Event, body: e.Commit) -> Table:
    # Rolls from a seed that nobody knows any more come from the new one.
    first = LOT if table.seed.key is None else table.rolled
    return replace(table, rolled=first, seeds=(*table.seeds, Seed(event.seq, body.commitment, first)))


def _prove(table: Table, event: e.Event, body: e.Proof) -> Table:
    return _set_seed(table, value=body.seed)


def _carry(table: Table, event: e.Event, body: e.Carry) -> Table:
    chairs = tuple(replace(chair, held=False) for chair in table.chairs)
    return replace(table, chairs=chairs, asked=None, closed=False, standing=())


def _take(table: Table, event: e.Event, body: e.TakeSeat) -> Table:
    named = {"name": body.name or "", "language": body.language} if body.by == "free" else {}
    table = _chair(_drop_share(table, body.chair), body.chair, taken=True, held=True, rival="", **named)
    if body.by == "phone":
        # It is the same player's as its old phone, and goes on as that did.
        return table
    standing = (*_without(table.standing, body.chair), *((body.chair,) if body.agreed else ()))
    # A question to this player is not answered by whoever came: it may be the asker.
    drop = body.agreed or (table.asked is not None and body.chair in table.asked.ask.of)
    shared = _without(table.shared, body.chair)
    return replace(table, standing=standing, shared=shared, asked=None if drop else table.asked)


def _leave(table: Table, event: e.Event, body: e.LeaveSeat) -> Table:
    chair = table.chairs[body.chair or 0]
    # What this phone counted for others belongs to them alone now, not to whoever takes its seat.
    counts = {n: replace(count, by=n) if count.by == chair.number else count for n, count in table.counts.items()}
    table = replace(table, counts=counts, standing=_without(table.standing, chair.number))
    empty = {} if chair.seat is not None else {"name": "", "taken": False, "rival": ""}
    return _chair(table, chair.number, held=False, **empty)


def _name(table: Table, event: e.Event, body: e.NameSeat) -> Table:
    return _chair(table, body.chair, name=body.name or "", language=body.language, taken=True)


def _rival(table: Table, event: e.Event, body: e.SeatRival) -> Table:
    name = body.name or table.chairs[body.chair].name
    table = replace(table, shared=_without(table.shared, body.chair))
    return _chair(table, body.chair, name=name, taken=True, rival=body.player)


def _without(chairs: tuple[int, ...], chair: int) -> tuple[int, ...]:
    return tuple(other for other in chairs if other != chair)


def _chair(table: Table, number: int, **changes: object) -> Table:
    chairs = list(table.chairs)
    chairs[number] = replace(chairs[number], **changes)
    return replace(table, chairs=tuple(chairs))


_FOLDERS: dict[type, Folder] = {
    e.TakeSeat: _take,
    e.LeaveSeat: _leave,
    e.NameSeat: _name,
    e.SeatRival: _rival,
    e.Set: lambda table, event, body: replace(table, settings=body.apply(table.settings)),
    e.Undo: _undo,
    e.Redo: _redo,
    e.Ask: _ask,
    e.ReplyUndo: _reply,
    e.Lend: _lend,
    e.Tally: _tally,
    e.Mix: _mix,
    e.Commit: _commit,
    e.Proof: _prove,
    e.Carry: _carry,
    e.Close: lambda table, event, body: replace(table, closed=True, asked=None),
}
