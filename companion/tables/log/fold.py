"""The fold: from entries to the table that they make."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from companion.engine.correction import Change, Correction
from companion.engine.game import CHANCE, AnyEffect, GameState, OptionError, ParseError, Refusal, RefusedError, Seat
from companion.engine.message import Message, MessageError, Said, sentence_of
from companion.tables.errors import message
from companion.tables.game import GAMES, check_options, table_game
from companion.tables.log import dice, hotseat
from companion.tables.log import entries as e
from companion.tables.log.chairs import FOLDERS as SEATING
from companion.tables.log.replay import replayed
from companion.tables.log.table import Asked, Count, Past, PastSeed, Step, Table, others
from companion.tables.log.views import Chair, Mixture


class ReplayError(MessageError):
    """An entry does not fit the table it is appended to."""

    def __init__(self, seq: int, what: Said, refusal: Refusal | None = None) -> None:
        super().__init__(what)
        self.seq = seq
        self.refusal = refusal
        """Why the rules refuse it; none: it is not they that do."""

    @property
    def sentence(self) -> Message:
        return message("entry", seq=self.seq, what=self.what)


def opened(event: e.Event) -> Table:
    """The table that a first entry makes. Raises `ReplayError`."""
    body = event.body
    if not isinstance(body, e.Opened) or event.seq != 1:
        raise ReplayError(event.seq, message("no_opening"))
    try:
        check_options(table_game(body.game), body.options)
    except KeyError as error:
        raise ReplayError(event.seq, message("no_table_game", game=body.game, games=tuple(GAMES))) from error
    except OptionError as error:
        raise ReplayError(event.seq, error.what) from error
    chairs = tuple(Chair(number, key) for number, key in enumerate(body.chairs))
    return Table(event.table, 1, body, body.settings, chairs, commitment=body.commitment)


def fold(table: Table, event: e.Event) -> Table:
    """The table after one more entry. Raises `ReplayError`."""
    return hotseat.covered(table, _folded(table, event))


def _folded(table: Table, event: e.Event) -> Table:
    if event.seq != table.seq + 1:
        raise ReplayError(event.seq, message("expected_entry", seq=table.seq + 1))
    body = event.body
    try:
        if isinstance(body, e.Replaced):
            return _replaced(table, event, body)
        if isinstance(body, e.MOMENTS):
            return _moment(table, event, body)
        folder = _FOLDERS.get(type(body))
        if folder is None:
            raise ReplayError(event.seq, message("opened_once"))
        return replace(folder(table, event, body), seq=event.seq)
    except ReplayError:
        raise
    except RefusedError as error:
        raise ReplayError(event.seq, sentence_of(error), error.refusal) from error
    except (ValueError, IndexError) as error:
        # What the engine cannot read (a ValueError), or a chair that is not there.
        raise ReplayError(event.seq, sentence_of(error)) from error


def _moment(table: Table, event: e.Event, body: e.Moment) -> Table:
    state, effects, players, seat = after_moment(table, body)
    rolled = event.source == "app"
    told = rolled or table.game.learned(effects)
    roll, seed = _roll(table, event.source, body)
    step = Step(event.seq, body, state, effects, players, seat, event.actor, event.source, told, roll=roll, seed=seed)
    if isinstance(body, e.MADE):
        table = _dealt(table, players)
    return replace(
        table,
        seq=event.seq,
        steps=(*table.steps, step),
        line=(*table.line, event.seq),
        last=step,
        chairs=seated(table.chairs, players) if players != table.players else table.chairs,
        undone=(),
        asked=None,
        draft=() if isinstance(body, e.Entered) else table.draft,
        drafts=() if isinstance(body, e.Entered) else table.drafts,
        draws=table.draws + (seed == table.seeds),
        began_at=table.began_at if table.line else event.at,
        moved_at=event.at,
        revealed=0,
    )


def _roll(table: Table, source: e.Source, body: e.Moment) -> tuple[int | None, int]:
    """Which roll of the game it is, and the seed that it follows from (see `Step`)."""
    if isinstance(body, e.Started) and body.lot is True:
        return dice.LOT, table.seed_of(dice.LOT)
    if not isinstance(body, e.Drawn) or source not in ("app", "hand"):
        return None, 0
    roll = table.next_roll
    if source == "app":
        return roll, table.seed_of(roll)
    # By hand it takes the place of what the app has rolled there before, so that the next roll is another one.
    return (roll if any(step.roll == roll for step in table.steps) else None), 0


def _dealt(table: Table, players: tuple[int, ...]) -> Table:
    """The table where these chairs are dealt a game: phones that are here now are their players'."""
    here = {number for number in players if table.chairs[number].held}
    alone = (number for number in players if not (table.chairs[number].held or table.chairs[number].rival))
    return replace(table, standing=tuple(sorted({*table.standing, *here})), shared=tuple(alone))


def _replaced(table: Table, event: e.Event, body: e.Replaced) -> Table:
    """The line with that step done otherwise; its steps keep their numbers."""
    made = replayed(table, body.at, body.action, body.gone)
    if set(body.gone) != set(made.gone):
        raise ParseError(message("no_action_there"))
    first, last = made.steps[0], made.steps[-1]
    new = {step.seq: step for step in made.steps}
    step = Step(
        seq=event.seq,
        body=body,
        state=last.state,
        effects=(),
        players=table.players,
        seat=first.seat,
        actor=event.actor,
        source=event.source,
        told=False,
        put_right=(table.step(body.at), first),
    )
    line = tuple(seq for seq in table.line if seq not in body.gone)
    return replace(
        table,
        seq=event.seq,
        steps=(*(new.get(old.seq, old) for old in table.steps), step),
        line=(*line, event.seq),
        last=step,
        replaced=(*table.replaced, past(table, event.seq)),
        undone=(),
        asked=None,
    )


def past(table: Table, seq: int) -> Past:
    """The game as it is now, before entry `seq`."""
    return Past(seq, table.line, table.steps, table.replaced)


def seated(chairs: tuple[Chair, ...], players: tuple[int, ...]) -> tuple[Chair, ...]:
    """The chairs with their seats, as these chairs play."""
    return tuple(
        replace(chair, seat=Seat(players.index(chair.number)) if chair.number in players else None) for chair in chairs
    )


Made = tuple[GameState, tuple[AnyEffect, ...], tuple[int, ...], Seat | None]


def after_moment(table: Table, body: e.Moment) -> Made:
    """State, effects, players and seat after a moment. Raises what the engine raises."""
    game, state, players = table.game, table.state, table.players
    options = table.opened.options
    if isinstance(body, e.MADE) and not all(chair in range(len(table.chairs)) for chair in body.chairs):
        raise ParseError(message("no_chair"))
    match body:
        case e.Started():
            return game.new(options, body.chairs, body.first), (), body.chairs, None
        case e.Positioned():
            return game.rules.from_json(body.position), (), body.chairs, None
        case e.Entered():
            made = game.draft(state, options, body.chairs, body.changes)
            if state is not None and body.keeps is True:
                made = game.kept(state, made)
            return game.entered(made, fill=body.fill), (), body.chairs, None
    if state is None:
        raise ParseError(message("not_begun"))
    match body:
        case e.Acted():
            seat = Seat(body.seat)
            state, effects = game.play(state, game.rules.parse_action(body.action), seat)
            return state, effects, players, seat
        case e.Drawn():
            if state.turn is not CHANCE:
                raise ParseError(message("no_chance_here"))
            state, effects = game.play(state, game.rules.parse_action(body.outcome), None)
            return state, effects, players, None
        case e.Answered():
            question = game.question(state)
            state, effects = game.answered(state, body.answer)
            return state, effects, players, question.seat if question else None
        case e.Corrected():
            state, effects = game.play(state, Correction(body.changes, body.who, body.why), None)
            return (
                state,
                effects,
                game.chairs_of(state) if len(players) != len(game.chairs_of(state)) else players,
                None,
            )
    raise AssertionError("all moments are listed")


def _set(table: Table, event: e.Event, body: e.SettingsChanged) -> Table:
    return replace(table, settings=body.settings.applied(table.settings))


def _undo(table: Table, event: e.Event, body: e.Undone) -> Table:
    now, gone = past(table, event.seq), table.after(body.to)
    entered = next((step.body for step in gone if isinstance(step.body, e.Entered)), None)
    if entered is not None:
        # What was tapped in then is to be tapped on, not anew.
        table = replace(table, draft=entered.changes, drafts=())
    table = _about(table, event.seq, gone)
    before = next((old for old in table.replaced if old.seq > body.to), now)
    line = tuple(seq for seq in before.line if seq <= body.to)
    # Steps that were put right since stand as they did before, and those that did not fit are back.
    steps = (*before.steps, *table.steps[len(before.steps) :])
    table = replace(table, steps=steps, replaced=before.replaced, undone=(*table.undone, now), asked=None)
    return _on_line(table, line)


def _about(table: Table, seq: int, steps: Iterable[Step]) -> Table:
    """Notes what the entry takes back or brings back, or asks for."""
    first = next((step.seq for step in steps if step.human), None)
    return table if first is None else replace(table, taken=(*table.taken, (seq, first)))


def _redo(table: Table, event: e.Event, body: e.Redone) -> Table:
    if not table.undone:
        raise ParseError(message("nothing_undone"))
    *rest, back = table.undone
    come = back_of(table, back)
    if any(isinstance(step.body, e.Entered) for step in come):
        table = replace(table, draft=(), drafts=())
    table = _about(table, event.seq, come)
    table = replace(table, steps=back.steps, replaced=back.replaced, undone=tuple(rest), asked=None)
    return _on_line(table, back.line)


def back_of(table: Table, back: Past) -> tuple[Step, ...]:
    """The steps that come back with that past."""
    here = set(table.line)
    return tuple(step for step in back.steps if step.seq in back.line and step.seq not in here)


def _on_line(table: Table, line: tuple[int, ...]) -> Table:
    table = replace(table, line=line, last=table.step(line[-1]) if line else None)
    return replace(table, chairs=seated(table.chairs, table.players))


def _ask(table: Table, event: e.Event, body: e.UndoAsked) -> Table:
    table = _about(table, event.seq, table.after(body.to))
    of = None if body.of is UNSET else body.of
    asked = Asked(event.seq, body.to, event.actor, of, at=event.at, first=body.first is True)
    return replace(table, asked=asked)


def _propose(table: Table, event: e.Event, body: e.ChangeAsked) -> Table:
    newest = table.line[-1] if table.line else 0
    to = next((one.body.to for one in body.then if isinstance(one.body, e.Undone)), newest)
    claim = 0 if body.claim is UNSET else body.claim
    asked = Asked(event.seq, to, event.actor, body.of, body.what, body.then, at=event.at, claim=claim)
    return replace(table, asked=asked)


def _reply(table: Table, event: e.Event, body: e.UndoAnswered) -> Table:
    asked = table.asked
    if asked is None:
        raise ParseError(message("nothing_asked"))
    return replace(table, asked=replace(asked, yes=(*asked.yes, body.chair)) if body.yes else None)


def asked_of(table: Table, asked: Asked) -> tuple[int, ...]:
    """The chairs with a phone that are asked."""
    found = others(table, asked.asker)
    return found if asked.of is None else tuple(chair for chair in found if chair in asked.of)


def _tap(table: Table, event: e.Event, body: e.Tapped) -> Table:
    return replace(table, draft=tapped(table.draft, body.changes), drafts=(*table.drafts, table.draft))


def tapped(draft: tuple[Change, ...], changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """The draft with these on top: each replaces what was tapped for its field and for the parts of it."""
    for change in changes:
        kept = (old for old in draft if not f"{old.path}.".startswith(f"{change.path}."))
        draft = (*kept, change)
    return draft


def _untap(table: Table, event: e.Event, body: e.Untapped) -> Table:
    if not table.drafts:
        raise ParseError(message("nothing_tapped"))
    *before, last = table.drafts
    return replace(table, draft=last, drafts=tuple(before))


def _clear(table: Table, event: e.Event, body: e.DraftCleared) -> Table:
    return replace(table, draft=(), drafts=())


def _show(table: Table, event: e.Event, body: e.Shown) -> Table:
    beat = None if body.beat is UNSET else body.beat
    reads = (*table.reads, (event.seq, body.entry, beat))
    return replace(table, shown=body.entry, beat=beat, reads=reads, moved_at=event.at)


def _laid(table: Table, event: e.Event, body: e.Laid) -> Table:
    return replace(table, laid=max(table.laid, body.entry))


def _hint(table: Table, event: e.Event, body: e.Hinted) -> Table:
    return replace(table, hinted=(body.seat, table.line[-1] if table.line else 0))


def _tally(table: Table, event: e.Event, body: e.Tallied) -> Table:
    kept = tuple((chair, count) for chair, count in table.counts if chair != body.chair)
    count = Count(body.things, body.ready, event.actor)
    counts = tuple(sorted((*kept, (body.chair, count)), key=lambda c: c[0]))
    table = replace(table, counts=counts, moved_at=event.at, revealed=0)
    by_chair = dict(counts)
    ready = all(chair in by_chair and by_chair[chair].ready for chair in table.counting)
    return replace(table, compared=counts) if ready else table


def _reveal(table: Table, event: e.Event, body: e.Revealed) -> Table:
    return replace(table, revealed=max(table.revealed, body.lines))


def _mix(table: Table, event: e.Event, body: e.Mixed) -> Table:
    if not table.mixable:
        raise ParseError(message("rolled_already"))
    if table.has_mixed(event.actor):
        raise ParseError(message("mixed_twice"))
    return replace(table, mixed=(*table.mixed, Mixture(event.seq, event.actor, body.text)))


def _commit(table: Table, event: e.Event, body: e.Committed) -> Table:
    told = table.proof if dice.hash_of(table.proof or "") == table.commitment else None
    return replace(
        table,
        commitment=body.commitment,
        seeds=table.seeds + 1,
        past_seeds=(*table.past_seeds, PastSeed(told, table.mixtures)),
        draws=0,
        mixed=(),
        proof=None,
    )


def _prove(table: Table, event: e.Event, body: e.Proved) -> Table:
    return replace(table, proof=body.seed)


def _carry(table: Table, event: e.Event, body: e.Carried) -> Table:
    chairs = tuple(replace(chair, held=False) for chair in table.chairs)
    return replace(table, chairs=chairs, ready=(), asked=None, closed=False, lent=(), standing=())


def _play_on(table: Table, event: e.Event, body: e.PlayedOn) -> Table:
    return replace(table, next=body.table, next_by=event.actor)


def _close(table: Table, event: e.Event, body: e.Closed) -> Table:
    return replace(table, closed=True, asked=None)


def _check(table: Table, event: e.Event, body: e.Checked) -> Table:
    return table


def _lend(table: Table, event: e.Event, body: e.Lent) -> Table:
    if body.agreed is True and body.seat is not None:
        table = replace(table, asked=None, shared=(*table.shared, table.players[body.seat]))
    return hotseat.lent(table, event.actor, body.seat)


_FOLDERS: dict[type, Callable[[Table, e.Event, Any], Table]] = {
    **SEATING,
    e.SettingsChanged: _set,
    e.Undone: _undo,
    e.Redone: _redo,
    e.UndoAsked: _ask,
    e.ChangeAsked: _propose,
    e.UndoAnswered: _reply,
    e.Checked: _check,
    e.Lent: _lend,
    e.Tapped: _tap,
    e.Untapped: _untap,
    e.DraftCleared: _clear,
    e.Shown: _show,
    e.Laid: _laid,
    e.Hinted: _hint,
    e.Tallied: _tally,
    e.Revealed: _reveal,
    e.Mixed: _mix,
    e.Committed: _commit,
    e.Proved: _prove,
    e.Carried: _carry,
    e.PlayedOn: _play_on,
    e.Closed: _close,
}
