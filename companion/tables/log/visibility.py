"""The only way out of a table: what one phone may know of it, and of each entry of its log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from companion.engine.correction import Change
from companion.engine.game import CHANCE, OVER, AnyEffect, GameState, ParseError, Seat
from companion.tables.game import AnyTable
from companion.tables.log import consent, tally, undo
from companion.tables.log import entries as e
from companion.tables.log.fold import asked_of, fold
from companion.tables.log.hotseat import curtain_of, eyes_of
from companion.tables.log.seats import gated
from companion.tables.log.table import Asked, Count, Step, Table, last_turn
from companion.tables.log.views import AnyView, Deed, Draft, Line, Replacement, TallyView, UndoCard, View, Who


def view_of(table: Table, who: Who) -> AnyView:
    """The table as this phone may know it."""
    game, state = table.game, table.state
    seat = eyes_of(table, who)
    seen = None if state is None else game.rules.view(state, seat)
    scored = _scored(table, seen)
    return View(
        code=table.code,
        game=table.opened.game,
        seq=table.seq,
        me=who,
        seat=table.seat_of(who.chair),
        eyes=seat,
        curtain=curtain_of(table, who),
        language=table.opened.language,
        settings=table.settings,
        options=table.opened.options,
        rules=table.opened.rules,
        chairs=table.chairs,
        state=seen,
        waiting=() if state is None else game.rules.waiting(state),
        plays=_plays(table, who, seat, seen),
        legal=() if state is None or seat is None else tuple(game.rules.legal(state, seat)),
        outcomes=_outcomes(table, seen),
        question=None if state is None else game.question(state),
        undo=_undo_card(table, who, seat),
        can_undo=table.last_human is not None,
        last=last_turn(table, seat),
        undoes=next(iter(deeds(table, table.last_press, seat)), None),
        undo_asks=() if table.last_human is None else undo.asked(table, who.chair, undo.back_to(table))[0],
        undo_gone=() if table.last_human is None else _gone(table, table.after(undo.back_to(table)), seat),
        can_redo=bool(table.undone),
        draft=_draft(table),
        tally=_tally(table, who),
        score=None if scored is None else game.rules.score(scored),
        scored=scored,
        shown=table.shown,
        began_at=table.began_at,
        moved_at=table.moved_at,
        revealed=table.revealed,
        corrected=_corrected(table, seat),
        commitment=table.commitment,
        mixed=table.mixed,
        mixable=table.mixable,
        proof=table.proof,
        closed=table.closed,
        next=table.next,
        beat=table.beat,
        next_by=table.next_by,
        ready=table.ready,
        unlaid=table.unlaid,
        hinted=seat is not None and bool(table.line) and table.hinted == (seat, table.line[-1]),
        gated=tuple(one.number for one in table.chairs if not one.held and gated(table, who, one.number)),
        **_ended(table),
    )


def _ended(table: Table) -> dict[str, Any]:
    """That somebody ended the game by hand, and whose turn it was."""
    last = table.last
    if last is None or not undo.ended(last) or len(table.line) < 2:
        return {}
    turn = table.step(table.line[-2]).state.turn
    return {"ended": last.seq, "ended_by": last.actor, "resumes": turn if isinstance(turn, int) else None}


def hides(table: Table) -> bool:
    """Does the log tell something that players hide from each other until the game ends, or until all have counted?"""
    if table.counts and not tally.done(table):
        return True
    line, over = set(table.line), table.state is not None and table.turn is OVER
    steps = [step for step in table.steps if step.seq not in line]
    if over:
        # What was dealt to others than those who have played to the end stays theirs.
        steps = [step for step in steps if {*step.players} & {*table.standing} - {*table.players}]
    elif table.last is not None:
        # Of the line it is the newest position alone: what it does not hide any more has been shown.
        steps.append(table.last)
    return any(consent.hides(table, step) for step in steps)


def _plays(table: Table, who: Who, eyes: Seat | None, own: GameState | None) -> tuple[Seat, ...]:
    if table.state is None or (who.chair is None and not who.host):
        return ()
    view = table.game.rules.view
    held = {seat for seat, chair in enumerate(table.players) if table.chairs[chair].held}
    rivals = {seat for seat, chair in enumerate(table.players) if table.chairs[chair].rival}
    waiting = table.game.rules.waiting(table.state)
    return tuple(
        s
        for s in waiting
        if s not in rivals
        and (s == eyes or (s in held and s != table.seat_of(who.chair)) or view(table.state, s) == own)
    )


def _outcomes(table: Table, seen: GameState | None) -> tuple[object, ...]:
    """What may be typed in now, as far as whoever sees that of the position may know it."""
    if seen is None or table.turn is not CHANCE or table.game.question(table.position) is not None:
        return ()
    if table.game.deals(table.position):
        return ()
    return tuple(table.game.rules.chances(seen).outcomes)


def _undo_card(table: Table, who: Who, seat: Seat | None) -> UndoCard | None:
    asked = table.asked
    if asked is None:
        return None
    voice = consent.voice(table, asked, who)
    gone, replaces = table.after(asked.to), None
    if asked.what == "replace":
        gone, replaces = _asked_replacement(table, asked, seat)
    effects = tuple(_asked_effects(table, asked, seat))
    view = table.game.rules.view
    then = table.step(asked.to) if asked.to in table.line else None
    return UndoCard(
        asked.seq,
        asked.to,
        asked.asker,
        tuple(step.seq for step in gone),
        asked.yes,
        voice == "now",
        asked_of(table, asked),
        voice == "later",
        asked.at,
        asked.what,
        effects,
        view(table.position, seat) if effects else None,
        deeds(table, gone, seat),
        replaces,
        _whose(table, asked),
        view(then.state, seat) if then is not None and then.players == table.players else None,
        _gone(table, gone, seat),
        asked.first,
        consent.firm(table, asked),
        table.state is not None and view(table.position, seat) != table.state,
    )


def _gone(table: Table, steps: Iterable[Step], seat: Seat | None) -> tuple[AnyEffect, ...]:
    """All that happened in these steps."""
    return tuple(_effect(table, step, effect, seat) for step in steps for effect in step.effects)


def _whose(table: Table, asked: Asked) -> int | None:
    """The chair whose hand somebody asks to see."""
    lent = next((one.body.seat for one in asked.then if isinstance(one.body, e.Lent)), None)
    return consent.owner(asked) if lent is None else table.players[lent]


def _asked_replacement(table: Table, asked: Asked, seat: Seat | None) -> tuple[tuple[Step, ...], Replacement | None]:
    """What would go if a step were put right as it is asked, and that step."""
    (one,) = asked.then
    assert isinstance(one.body, e.Replaced)
    step = fold(table, e.Event(table.code, table.seq + 1, one.body, asked.asker, one.source, None, 0)).last
    gone = tuple(table.step(seq) for seq in one.body.gone)
    return gone, None if step is None else _replacement(table, step, seat)


def _asked_effects(table: Table, asked: Asked, seat: Seat | None) -> Iterator[AnyEffect]:
    """The corrections that are asked for. What is hidden now they do not tell, though they may be about to open it."""
    game, now = table.game, table.state
    for one in asked.then:
        event = e.Event(table.code, table.seq + 1, one.body, asked.asker, one.source, None, 0)
        table = fold(table, event)
        step = table.last
        if step is None or now is None or not isinstance(one.body, e.Corrected):
            continue
        for effect in step.effects:
            told = {"changes": tuple(c for c in one.body.changes if not _secret(game, now, step.state, c.path, seat))}
            covered = getattr(effect, "covered", None)
            if covered is not None:  # a stranger's game may tell of corrections in a way of its own
                told["covered"] = tuple(c for c in covered if _secret(game, now, step.state, c.path, seat))
            if isinstance(effect, Struct):
                yield replace(effect, **told)


def _secret(game: AnyTable, before: GameState, after: GameState, path: str, seat: Seat | None) -> bool:
    return game.secret(before, path, seat) or game.secret(after, path, seat)


def deeds(table: Table, steps: Iterable[Step], seat: Seat | None) -> tuple[Deed, ...]:
    """What people did in these steps, press by press."""
    found: list[Deed] = []
    for step in steps:
        if not step.human:
            continue
        effects = tuple(_effect(table, step, effect, seat) for effect in step.effects)
        if found and step.joined:
            found[-1] = replace(found[-1], effects=(*found[-1].effects, *effects))
        else:
            found.append(Deed(step.seq, e.kind(step.body), step.seat, effects))
    return tuple(found)


def _draft(table: Table) -> Draft[GameState] | None:
    """Any draft hides all hands, so it is the same for everybody."""
    if not table.draft and table.settings.way != "merchants":
        return None
    chairs = table.players or tuple(chair.number for chair in table.chairs)
    try:
        state = table.game.draft(table.state, table.opened.options, chairs, table.draft)
    except ParseError:
        # What was tapped before an undo may not fit the position that the undo brought back.
        return Draft(table.draft, None, (), (), bool(table.drafts))
    return Draft(table.draft, state, table.game.draft_faults(state), table.game.missing(state), bool(table.drafts))


def _tally(table: Table, who: Who) -> TallyView | None:
    if not table.counts and table.settings.way != "score":
        return None
    done = tally.done(table)
    seen = {chair: dict(count.things) for chair, count in table.counts if done or _counts(who, chair, count)}
    counting = table.counting
    asked = {chair.number: tally.things_of(table, chair.number) for chair in table.chairs}
    found = {chair: things for chair, things in asked.items() if things is not None}
    by = {chair: count.by for chair, count in table.counts}
    return TallyView(found, seen, tally.ready(table), done, counting, tally.ties(table), by)


def _counts(who: Who, chair: int, count: Count) -> bool:
    """Were the numbers entered on this phone, or are they its own player's?"""
    return chair == who.chair or ((who.chair is not None or who.host) and count.by == who.chair)


def _scored(table: Table, seen: GameState | None) -> GameState | None:
    """What a score is made of: before the end of what is seen of the position, so that it tells nothing else."""
    if tally.done(table):
        return tally.final(table)
    known = table.state if table.turn is OVER else seen
    return known if known is not None and table.game.scorable(known) else None


def _corrected(table: Table, seat: Seat | None) -> tuple[str, ...]:
    """The fields set in the round that is on (in a game without rounds: in all of it), newest first."""
    now = getattr(table.state, "round", None)
    paths: dict[str, None] = {}
    for seq in reversed(table.line):
        step = table.step(seq)
        if getattr(step.state, "round", None) != now:
            break
        if isinstance(step.body, e.Corrected):
            changes = _open(table, step, step.body.changes, _then(table, step, seat))
            paths.update(dict.fromkeys(change.path for change in changes))
    return tuple(paths)


def lines_of(table: Table, who: Who, events: Iterable[e.Event]) -> tuple[Line, ...]:
    """The entries as this phone may see them. `table` has folded them already."""
    seat, line = eyes_of(table, who), frozenset(table.line)
    return tuple(
        _talk(table, event, who)
        if (step := table.find(event.seq)) is None
        else _moment(table, event, step, seat, undone=event.seq not in line)
        for event in events
    )


def _talk(table: Table, event: e.Event, who: Who) -> Line:
    """An entry that does not move the game."""
    body = _public(table, event.body, who)
    first = table.about(event.seq)
    about = next(iter(deeds(table, (first,), eyes_of(table, who))), None) if first is not None else None
    return Line(event.seq, event.kind, event.at, event.actor, event.source, moment=False, body=body, about=about)


def _moment(table: Table, event: e.Event, step: Step, seat: Seat | None, *, undone: bool) -> Line:
    return Line(
        event.seq,
        event.kind,
        event.at,
        event.actor,
        event.source,
        moment=True,
        undone=undone,
        seat=step.seat,
        effects=tuple(_effect(table, step, effect, seat) for effect in step.effects),
        state=table.game.rules.view(step.state, _then(table, step, seat)),
        body=step.body if isinstance(step.body, e.Started | e.Answered) else None,
        explains=step.body.explains if isinstance(step.body, e.Corrected) else None,
        replaces=_replacement(table, step, seat),
        joined=step.joined,
        why=step.body.why if isinstance(step.body, e.Acted) and step.body.why is not UNSET else None,
    )


def _replacement(table: Table, step: Step, seat: Seat | None) -> Replacement | None:
    """What a step that was put right had been, and what it is instead."""
    if step.put_right is None:
        return None
    was, now = (tuple(_effect(table, one, effect, seat) for effect in one.effects) for one in step.put_right)
    view = table.game.rules.view
    states = [view(one.state, _then(table, one, seat)) for one in step.put_right]
    return Replacement(step.put_right[0].seq, was, states[0], now, states[1])


def _public(table: Table, body: e.Body, who: Who) -> e.Body:
    """Counts are secret until all are ready; a position that was carried here, or what somebody asks to set, may hold
    hidden hands."""
    match body:
        case e.Tallied() if body.chair != who.chair and not tally.done(table):
            return replace(body, things={})
        case e.Carried():
            return replace(body, position="")
        case e.ChangeAsked():
            return replace(body, then=())
    return body


def _then(table: Table, step: Step, seat: Seat | None) -> Seat | None:
    """The seat that the player of this seat had then: another game may have been dealt since."""
    if seat is None or step.players == table.players:
        return seat
    chair = table.players[seat]
    return Seat(step.players.index(chair)) if chair in step.players else None


def _effect(table: Table, step: Step, effect: AnyEffect, seat: Seat | None) -> AnyEffect:
    seat = _then(table, step, seat)
    effect = table.game.rules.seen(step.state, effect, seat)
    changes = getattr(effect, "changes", None)
    if changes is None or not isinstance(effect, Struct):
        return effect
    return replace(effect, changes=_open(table, step, changes, seat))


def _open(table: Table, step: Step, changes: tuple[Change, ...], seat: Seat | None) -> tuple[Change, ...]:
    """The changes of fields that are not secret from this seat."""
    return tuple(change for change in changes if not table.game.secret(step.state, change.path, seat))
