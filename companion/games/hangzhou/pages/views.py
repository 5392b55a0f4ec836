"""What each of Hangzhou's pages shows."""

from __future__ import annotations

from flask import abort

from companion.engine.game import OVER
from companion.engine.reading import number
from companion.games.hangzhou import State
from companion.games.hangzhou.names import MERCHANTS, SPACES
from companion.games.hangzhou.pages import dice as dicing
from companion.games.hangzhou.pages import entry, labels, turn
from companion.games.hangzhou.pages import steps as stepping
from companion.games.hangzhou.pages.drawing import draw
from companion.games.hangzhou.state import Pick
from companion.web.table import frame_views
from companion.web.table.context import Desk
from companion.web.table.undo_key import undo_key


def game(desk: Desk, item: str) -> str:
    """The game as it is on now; `item` ``last``: the table itself, whatever else there is to read."""
    view, state = desk.view, _begun(desk)
    if item == "last":
        return _turn(desk, state, "")
    found = stepping.steps(desk)
    number = stepping.unread(desk, found)
    if number is not None:
        return _step(desk, found, number)
    if state.turn is OVER:
        return frame_views.score(desk, "")
    if view.question is not None:
        return _question(desk, state, found)
    if view.outcomes:
        return dice(desk, "")
    if view.settings.way == "merchants":
        return desk.show("hangzhou/hub.html", city=turn.city(desk, state), rows=turn.market(desk, state))
    return _turn(desk, state, "")


def _begun(desk: Desk) -> State:
    """The position; 404 before the game."""
    state: State | None = desk.view.state
    return state if state is not None else abort(404)


def _turn(desk: Desk, state: State, picked: str) -> str:
    if desk.covered:
        return frame_views.curtain(desk)
    space = entry.picked(picked)
    title, sub = desk.board.bar(desk)
    seat = turn.actor(desk, state)
    chair = number(desk.wishes.get("seat", ""))
    shown = desk.view.chairs[chair].seat if chair is not None and chair < len(desk.view.chairs) else None
    hand = seat if seat is not None else desk.view.eyes
    return desk.show(
        "hangzhou/turn.html",
        slept=frame_views.slept(desk),
        title=title,
        sub=sub,
        city=turn.city(desk, state, picked),
        hand=turn.held(desk, state, hand) if hand is not None else None,
        panel=turn.panel(desk, state, space) if space else None,
        whose=turn.held(desk, state, shown) if shown is not None else None,
        act_for=turn.act_for(desk, state),
        picks=turn.picks(desk, state) if isinstance(state.now, Pick) else (),
        trades=turn.trades(desk, state),
        rows=turn.market(desk, state),
        thumb=turn.thumb(desk, state) if desk.seated else (),
    )


def at(desk: Desk, item: str) -> str:
    """The table with a space picked."""
    if desk.view.state is None or item not in SPACES:
        abort(404)
    return _turn(desk, desk.view.state, item)


def step(desk: Desk, item: str) -> str:
    """One step of the merchant round, to read at the own pace; the table does not move by it."""
    found = stepping.steps(desk)
    which = number(item)
    if which is None or not 0 < which <= len(found):
        abort(404)
    return _step(desk, found, which, private=True)


def _step(desk: Desk, found: tuple[stepping.Step, ...], number: int, private: bool = False) -> str:
    now, here = stepping.unread(desk, found), found[number - 1]
    return desk.show(
        "hangzhou/step.html",
        slept=frame_views.slept(desk),
        here=here,
        told=stepping.told(desk, here),
        steps=found,
        number=number,
        now=now,
        private=private and number != now,
        merchants=[(m.value, str(i + 1), labels.merchant(desk, m)) for i, m in enumerate(MERCHANTS)],
        city=draw(here.state, turned=desk.phone.turned, decision=here.decision),
        rolled=next((seq for seq, source in zip(here.seqs, here.sources, strict=True) if source == "app"), 0),
        round=found[0].states[0].round,
    )


def _question(desk: Desk, state: State, found: tuple[stepping.Step, ...]) -> str:
    question = desk.view.question
    rows = dicing.die_rows(desk, state, dicing.answered) if question is not None and question.kind == "die" else ()
    merchant = next((m for m in MERCHANTS if question is not None and m == question.thing), None)
    return desk.show(
        "hangzhou/question.html",
        city=turn.city(desk, state),
        question=question,
        merchant=labels.merchant(desk, merchant) if merchant else "",
        dye=_demand(desk, state),
        rows=rows,
        steps=found,
    )


def _demand(desk: Desk, state: State) -> str:
    question = desk.view.question
    merchant = next((m for m in MERCHANTS if question is not None and m == question.thing), None)
    die = state.demand(merchant) if merchant else None
    return die.dye.value if die else ""


def dice(desk: Desk, item: str) -> str:
    """The keypad for what is rolled or drawn by hand."""
    if desk.view.state is None or not desk.view.outcomes:
        return desk.show("hangzhou/nodice.html")
    return desk.show("hangzhou/dice.html", pad=dicing.pad(desk, desk.view.state), undo=undo_key(desk))


def reroll(desk: Desk, item: str) -> str:
    """The app's roll of an entry was made by hand after all: which die was it?"""
    seq = number(item)
    line = frame_views.one_line(desk, seq) if seq is not None else None
    if line is None or line.source != "app" or line.undone or not line.moment:
        abort(404)
    rows = dicing.die_rows(desk, line.state, dicing.rerolled(line.seq), bound=False)
    return desk.show("hangzhou/reroll.html", rows=rows, says=desk.said(line))


def market(desk: Desk, item: str) -> str:
    """All sixteen dice."""
    if desk.view.state is None:
        abort(404)
    return desk.show("hangzhou/market.html", rows=turn.market(desk, desk.view.state))


def spaces(desk: Desk, item: str) -> str:
    """The city as a list: the spaces that are not empty."""
    state = desk.view.state
    if state is None:
        abort(404)
    names = labels.spaces(desk, state)
    return desk.show("hangzhou/list.html", spaces=[(s, names[s]) for s in turn.spaces_in_use(state)])


def city(desk: Desk, item: str) -> str:
    """Enter the city: where, then what."""
    state = entry.draft(desk)
    if state is None:
        abort(404)
    space = entry.picked(item)
    names = dict(labels.spaces(desk, state))
    faults = entry.faults(desk, state)
    wrong = entry.asked_for(desk, faults)
    for one in wrong.spaces:
        names[one] += f", {desk.own_words.phrase('look_here')}"
    return desk.show(
        "hangzhou/entry.html",
        space=space,
        says=names[space].replace(",", ":", 1) if space else wrong.says,
        city=draw(state, turned=desk.phone.turned, bare=True, picked=item, says=names, marked=wrong.spaces),
        pad=entry.pad(desk, state, space) if space else (),
        blank=state.colours,
        merchants=entry.merchants(desk, state, space),
        tools=entry.tools(desk, state, space),
        shops=len(state.shops()),
        untap=entry.untap_key(desk),
        fault=faults[0].says if faults else "",
    )


def city_dice(desk: Desk, item: str) -> str:
    """The four first dice, and the key that moves the merchants."""
    state = entry.draft(desk)
    if state is None:
        abort(404)
    missing = [i for i, row in enumerate(state.market) if not row]
    row = number(item) or 0
    index = row - 1 if 0 < row <= len(MERCHANTS) else missing[0] if missing else 0
    return desk.show(
        "hangzhou/entry_dice.html",
        rows=turn.market(desk, state),
        index=index,
        pad=entry.first_dice(desk, state, index),
        missing=missing,
        faults=entry.faults(desk, state),
        after=_after(index, missing),
    )


def _after(index: int, missing: list[int]) -> int:
    """The row to ask for next, from 1; 0: none is missing after this one."""
    rest = [i for i in missing if i != index]
    return rest[0] + 1 if rest else 0


def elsewhere(desk: Desk, item: str) -> str:
    """Not so here: the merchant of a step went elsewhere, or there was no trade."""
    found = stepping.steps(desk)
    which = number(item)
    if which is None or not 0 < which <= len(found):
        abort(404)
    here = found[which - 1]
    return desk.show(
        "hangzhou/elsewhere.html",
        here=here,
        number=which,
        name=labels.merchant(desk, here.decision.merchant),
        city=draw(here.state, turned=desk.phone.turned, says=labels.spaces(desk, here.state)),
    )


def screen_side(desk: Desk, item: str) -> str:
    """The part of the big screen that is Hangzhou's."""
    state = desk.view.state
    if state is None:
        return ""
    found = stepping.steps(desk)
    number = stepping.unread(desk, found)
    here = found[number - 1] if number is not None else None
    title, _ = desk.board.bar(desk)
    return desk.show(
        "hangzhou/screen.html",
        title=title,
        city=draw(here.state if here else state, decision=here.decision if here else None),
        told=stepping.told(desk, here) if here else None,
        rows=turn.market(desk, here.state if here else state),
        hands=[turn.held(desk, state, seat) for seat in sorted(c.seat for c in desk.players if c.seat is not None)],
    )
