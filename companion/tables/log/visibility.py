"""The only way out of a table: what one phone may know of it, and of each log entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from companion.engine.correction import Corrected, without_secrets
from companion.engine.game import CHANCE, OVER, AnyEffect, GameState, ParseError, Seat
from companion.tables.log import consent, tally
from companion.tables.log import entries as e
from companion.tables.log.fold import fold
from companion.tables.log.hotseat import find_curtain, find_viewer
from companion.tables.log.table import Asked, Step, Table, find_last_press, last_turn
from companion.tables.log.views import (
    AnyView,
    Deed,
    Draft,
    Ended,
    Finisher,
    Line,
    Replacement,
    Summary,
    TallyView,
    UndoCard,
    UndoOffer,
    View,
    Who,
)


def make_view(table: Table, who: Who, version: int = 0) -> AnyView:
    """Returns the table of that version as this phone may know it."""
    game, state, ui, rules = table.game, table.state, table.ui, table.game.rules
    seat, reading = find_viewer(table, who), ui.reading
    seen = None if state is None else rules.view(state, seat)
    scored = _scored(table, seen)
    return View(
        code=table.code,
        game=table.opened.game,
        seq=table.seq,
        me=who,
        seat=table.seat_of(who.chair),
        eyes=seat,
        curtain=find_curtain(table, who),
        language=table.opened.language,
        settings=table.settings,
        options=table.opened.options,
        rules=table.opened.rules,
        chairs=table.chairs,
        state=seen,
        waiting=() if state is None else rules.waiting(state),
        plays=_plays(table, who, seat, seen),
        legal=() if state is None or seat is None else tuple(rules.legal(state, seat)),
        outcomes=_outcomes(table, seen),
        question=None if state is None else game.question(state),
        undo=_undo_card(table, who, seat),
        last=last_turn(table, seat),
        undoes=_undo_offer(table, who, seat),
        can_redo=bool(table.undone),
        draft=_draft(table),
        tally=_tally(table, who),
        score=None if scored is None else rules.score(scored),
        scored=scored,
        shown=reading.entry if reading else 0,
        began_at=table.began_at,
        moved_at=max(table.moved_at, reading.at if reading else 0),
        corrected=_corrected(table, seat),
        commitment=table.seed.commitment,
        mixed=table.seed.shares,
        mixable=table.mixable,
        proof=table.seed.value,
        closed=table.closed,
        beat=reading.beat if reading else None,
        ui=replace(ui, lent=None, claims=()),
        version=version,
        unlaid=table.unlaid,
        hinted=seat is not None and bool(table.line) and ui.hinted == (seat, table.newest),
        gated=tuple(one.number for one in table.chairs if not one.held and consent.needs_host(table, who, one.number)),
        ended=_ended(table),
    )


def _undo_offer(table: Table, who: Who, seat: Seat | None) -> UndoOffer | None:
    if not (press := find_last_press(table.line)):
        return None
    back = consent.undo_target(table)
    asks, _ = consent.find_chairs_to_ask_for_undo(table, who.chair, back)
    return UndoOffer(deeds(table, press, seat)[0], _effects(table, table.after(back), seat), asks)


def _ended(table: Table) -> Ended | None:
    if not table.line or not consent.is_end_by_hand(table.line[-1]):
        return None
    turn = table.line[-2].state.turn
    return Ended(table.newest, table.line[-1].actor, turn if isinstance(turn, int) else None)


def hides(table: Table) -> bool:
    """Returns whether the log reveals something that players hide until the game ends, or until all have counted."""
    if table.counts and not tally.done(table):
        return True
    if table.line and table.turn is OVER:
        # A hand dealt to somebody who did not play to the end stays hidden.
        absent = {*table.standing} - {*table.players}
        return any(consent.hides(table, step) for step in table.undone_steps if absent & {*step.players})
    # Of the line it is the newest position alone: what it does not hide any more has been shown.
    return any(consent.hides(table, step) for step in (*table.undone_steps, *table.line[-1:]))


def _plays(table: Table, who: Who, eyes: Seat | None, own: GameState | None) -> tuple[Seat, ...]:
    if table.state is None or not who.seated:
        return ()
    state, rules, mine = table.state, table.game.rules, table.seat_of(who.chair)
    chairs = [table.chairs[chair] for chair in table.players]
    return tuple(
        s
        for s in rules.waiting(state)
        if not chairs[s].rival and (s == eyes or (chairs[s].held and s != mine) or rules.view(state, s) == own)
    )


def _outcomes(table: Table, seen: GameState | None) -> tuple[object, ...]:
    game = table.game
    if seen is None or table.turn is not CHANCE or game.question(table.position) or game.deals(table.position):
        return ()
    return tuple(game.rules.chances(seen).outcomes)


def _undo_card(table: Table, who: Who, seat: Seat | None) -> UndoCard | None:
    asked = table.asked
    if asked is None:
        return None
    ask, view = asked.ask, table.game.rules.view
    voice, made = consent.find_reply_right(table, asked, who), list(_list_asked_steps(table, asked))
    gone, replaces = table.after(ask.to), None
    for body, step in made:
        if isinstance(body, e.Replace) and step.replaced is not None:
            gone = tuple(one for one in table.line if one.seq in body.gone)
            replaces = _replacement(table, step.replaced, seat)
    effects = tuple(effect for _, step in made for effect in _find_open_corrections(table, step, seat))
    lent = next((one.body.seat for one in ask.then if isinstance(one.body, e.Lend)), None)
    then = consent.find_position(table, ask.to)
    return UndoCard(
        seq=asked.seq,
        asker=asked.asker,
        yes=asked.yes,
        mine=voice == "now",
        of=consent.find_asked_chairs(table, asked),
        instead=voice == "later",
        at=asked.at,
        what=ask.what,
        effects=effects,
        state=view(table.position, seat) if effects else None,
        deeds=deeds(table, gone, seat),
        replaces=replaces,
        owner=consent.find_hand_owner(asked) if lent is None else table.players[lent],
        then=None if then is None else view(then, seat),
        gone=_effects(table, gone, seat),
        first=ask.first,
        firm=consent.may_reveal(table, asked),
    )


def _find_open_corrections(table: Table, step: Step, seat: Seat | None) -> Iterator[Corrected]:
    """Returns the step's corrections without what is hidden from this seat now, though it may be about to be opened."""

    def is_hidden(path: str) -> bool:
        return any(table.game.secret(state, path, seat) for state in (table.position, step.state))

    return (without_secrets(effect, is_hidden) for effect in step.effects if isinstance(effect, Corrected))


def _list_asked_steps(table: Table, asked: Asked) -> Iterator[tuple[e.Body, Step]]:
    for one in asked.ask.then:
        table = fold(table, e.Event(table.seq + 1, one.body, asked.asker, one.source, 0))
        if table.newest == table.seq:
            yield one.body, table.line[-1]


def deeds(table: Table, steps: Iterable[Step], seat: Seat | None) -> tuple[Deed, ...]:
    """Returns people's deeds in these steps, by key press."""
    found: list[Deed] = []
    for step in steps:
        if not step.human:
            continue
        effects = _effects(table, (step,), seat)
        if found and step.joined:
            found[-1] = replace(found[-1], effects=(*found[-1].effects, *effects))
        else:
            found.append(Deed(step.seq, step.body.kind, step.seat, effects))
    return tuple(found)


def _draft(table: Table) -> Draft[GameState] | None:
    """Returns the draft. A draft hides all hands, so it is the same for everybody."""
    draft, taps = table.ui.draft, bool(table.ui.taps)
    if not draft and table.settings.way != "merchants":
        return None
    chairs = table.players or tuple(chair.number for chair in table.chairs)
    try:
        state = table.game.draft(table.state, table.opened.options, chairs, draft)
    except ParseError:
        # What was tapped before an undo may not fit the position that the undo brought back.
        return Draft(draft, None, (), (), taps)
    return Draft(draft, state, table.game.draft_faults(state), table.game.missing(state), taps)


def _tally(table: Table, who: Who) -> TallyView | None:
    if not table.counts and table.settings.way != "score":
        return None
    # Secret but for who is counted, and on whose phone.
    done = tally.done(table)
    counted = {
        chair: dict(count.things)
        for chair, count in table.counts.items()
        if done or chair == who.chair or (who.seated and count.by == who.chair)
    }
    things = {chair.number: tally.things_of(table, chair.number) for chair in table.chairs}
    asked = {chair: names for chair, names in things.items() if names is not None}
    by = {chair: count.by for chair, count in table.counts.items()}
    return TallyView(asked, counted, tally.ready(table), done, table.counting, tally.ties(table), by)


def _scored(table: Table, seen: GameState | None) -> GameState | None:
    """Returns the position to score: before the end only the visible part, so that the score reveals nothing."""
    if table.counts and tally.done(table):
        return tally.final(table)
    known = table.state if table.turn is OVER else seen
    return known if known is not None and table.game.scorable(known) else None


def _corrected(table: Table, seat: Seat | None) -> tuple[str, ...]:
    """Returns the fields set in the current round (in a game without rounds: in all of it), newest first."""
    now = getattr(table.state, "round", None)
    paths: dict[str, None] = {}
    for step in reversed(table.line):
        if getattr(step.state, "round", None) != now:
            break
        if isinstance(step.body, e.Correct):
            then, secret = _find_seat_then(table, step, seat), table.game.secret
            paths.update((one.path, None) for one in step.body.changes if not secret(step.state, one.path, then))
    return tuple(paths)


def lines_of(table: Table, who: Who, events: Iterable[e.Event]) -> tuple[Line, ...]:
    """Returns the entries as this phone may see them. `table` has folded them already."""
    seat, undone = find_viewer(table, who), {step.seq for step in table.undone_steps}
    steps = {step.seq: step for step in (*table.steps, *table.line)}
    lines = []
    for event in events:
        step, body = steps.get(event.seq), event.body
        line = Line(event.seq, body.kind, event.at, event.actor, event.source, step is not None, event.seq in undone)
        if step is not None:
            lines.append(_moment(table, line, step, seat))
        else:
            first = table.about.get(event.seq)
            about = None if first is None else next(iter(deeds(table, (first,), seat)), None)
            if isinstance(body, e.Tally) and body.chair != who.chair and not tally.done(table):
                body = replace(body, things={})
            elif isinstance(body, e.Ask):
                body = replace(body, then=())
            lines.append(replace(line, body=body, about=about))
    return tuple(lines)


def _moment(table: Table, line: Line, step: Step, seat: Seat | None) -> Line:
    body = step.body
    effects, state = _seen(table, step, seat)
    return replace(
        line,
        seat=step.seat,
        effects=effects,
        state=state,
        body=body if isinstance(body, e.Start | e.Answer) else None,
        replaces=None if step.replaced is None else _replacement(table, step.replaced, seat),
        joined=isinstance(body, e.Act) and body.joined,
        why=body.why if isinstance(body, e.Act) else None,
    )


def _replacement(table: Table, replaced: tuple[Step, Step], seat: Seat | None) -> Replacement:
    was, now = replaced
    return Replacement(was.seq, *_seen(table, was, seat), *_seen(table, now, seat))


def _find_seat_then(table: Table, step: Step, seat: Seat | None) -> Seat | None:
    """Returns the seat that this seat's player had then: another game may have been dealt since."""
    if seat is None or step.players == table.players:
        return seat
    chair = table.players[seat]
    return Seat(step.players.index(chair)) if chair in step.players else None


def _seen(table: Table, step: Step, seat: Seat | None) -> tuple[tuple[AnyEffect, ...], GameState]:
    then = _find_seat_then(table, step, seat)
    return _effects(table, (step,), seat), table.game.rules.view(step.state, then)


def _effects(table: Table, steps: Iterable[Step], seat: Seat | None) -> tuple[AnyEffect, ...]:
    found = list[AnyEffect]()
    for step in steps:
        then = _find_seat_then(table, step, seat)
        found += [table.game.rules.seen(step.state, effect, then) for effect in step.effects]
    return tuple(found)


def summarise(table: Table, moved_at: int) -> Summary:
    """Returns the summary of a table for lists. It contains nothing hidden: points only appear at the end."""
    names = tuple(chair.name if chair.taken else None for chair in table.chairs)
    summary = Summary(names, moved_at, table.closed, table.began_at if table.line else None)
    score = tally.result(table) if table.counts or (table.line and table.turn is OVER) else None
    if score is None or not score.final:
        return summary
    chairs = [table.chairs[number] for number in (table.counting if tally.done(table) else table.players)]
    return replace(
        summary,
        ended_at=table.moved_at,
        seats=tuple(
            Finisher(chair.number, chair.key, chair.name, sheet.total, sheet.seat in score.winners, sheet.lines)
            for chair, sheet in zip(chairs, score.sheets, strict=True)
        ),
    )
