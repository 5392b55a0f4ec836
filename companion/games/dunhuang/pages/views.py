"""What each of Dunhuang's pages shows."""

from __future__ import annotations

from flask import abort

from companion.engine.game import OVER, Seat
from companion.games.dunhuang import State
from companion.games.dunhuang.names import GOODS
from companion.games.dunhuang.pages import choices, header, labels, player_panels, tiles
from companion.games.dunhuang.pages.board import ring
from companion.games.dunhuang.pages.step3_character import third
from companion.games.dunhuang.pages.tokens import kinds
from companion.web.table import frame_views
from companion.web.table.context import Desk
from companion.web.table.undo_key import undo_key

STEPS = ("move", "take", "act")
"""The three steps of a turn, each answered on the same page."""


def game(desk: Desk, item: str) -> str:
    """The game as it is on now; `item` ``last``: the table itself, even when it is over."""
    state = _begun(desk)
    if desk.covered:
        return frame_views.curtain(desk)
    if state.turn is OVER and item != "last":
        return frame_views.score(desk, "")
    if desk.view.outcomes:
        return _laying(desk, state)
    return _turn(desk, state)


def _begun(desk: Desk) -> State:
    """The position; 404 before the game."""
    state: State | None = desk.view.state
    return state if state is not None else abort(404)


def _laying(desk: Desk, state: State) -> str:
    """The tiles of the ring, one by one."""
    title, sub = header.bar(desk)
    return desk.show(
        "dunhuang/tiles.html",
        title=title,
        sub=sub,
        space=len(state.ring) + 1,
        tiles=tiles.tiles(desk, state),
        by_app=tiles.by_app(desk),
        undo=undo_key(desk),
    )


def _turn(desk: Desk, state: State) -> str:
    title, sub = header.bar(desk)
    seat = desk.acting
    mine = desk.seated and seat is not None and seat in desk.view.waiting
    turn = seat if mine and state.now.phase in STEPS else None
    mover = seat if mine and state.now.phase in ("move", "park") else None
    hand = seat if seat is not None and desk.seated else None
    whose = _asked_for(desk, state)
    return desk.show(
        "dunhuang/game.html",
        slept=frame_views.slept(desk),
        title=title,
        sub=sub,
        phase=state.now.phase,
        paper=labels.on_paper(desk),
        lay_out=_lay_out(desk, state),
        own=player_panels.held(desk, state, hand) if hand is not None else None,
        whose=whose,
        act_for=_act_for(desk, whose),
        ring=ring(desk, state, mover),
        walked=_walked(desk, state),
        took=_took(desk, state),
        kinds=kinds(desk, state, turn),
        third=third(desk, state, turn) if turn is not None else None,
        choice=choices.choice(desk, state, seat) if mine else None,
        undo=undo_key(desk),
    )


def _lay_out(desk: Desk, state: State) -> str:
    """Before the first turn, with the cards on paper: what everybody puts on the table."""
    if state.now.phase != "park" or not labels.on_paper(desk):
        return ""
    words, setup = labels.words(desk), state.setup
    out = [labels.good(desk, good) for good, n in zip(GOODS, setup.copies, strict=True) if not n]
    without = words.phrase("lay_out_without", goods=desk.words.listed(out)) if out else ""
    laid = words.phrase("lay_out", cards=str(setup.dealt), coins=words.count("coins", setup.coins))
    return f"{laid} {without}".strip()


def _asked_for(desk: Desk, state: State) -> player_panels.Held | None:
    """The player whose name was tapped."""
    wish = desk.wishes.get("seat", "")
    chair = next((chair for chair in desk.players if str(chair.number) == wish), None)
    if chair is None or chair.seat is None:
        return None
    return player_panels.held(desk, state, chair.seat)


def _act_for(desk: Desk, whose: player_panels.Held | None) -> Seat | None:
    """The player whose name was tapped, if this phone could act for them now instead of their own."""
    if whose is None or whose.seat not in desk.view.plays or whose.seat == desk.acting:
        return None
    state: State = desk.view.state
    return whose.seat if labels.on_paper(desk) or state.now.phase not in choices.SECRET else None


def _walked(desk: Desk, state: State) -> str:
    """Step 1, when it is done: “3 steps, you pay 2”."""
    words, steps = labels.words(desk), state.now.steps
    if state.now.phase not in ("take", "act") or not steps:
        return ""
    paid = words.count("coins", steps - 1) if steps > 1 else words.phrase("free")
    return f"{words.count('steps', steps)}, {paid}"


def _took(desk: Desk, state: State) -> bool:
    """Is step 2 done?"""
    return state.now.phase == "act"


def shops(desk: Desk, item: str) -> str:
    """All shops and tokens in a table, kind by kind."""
    state = _begun(desk)
    return desk.show("dunhuang/list.html", rows=player_panels.shops(desk, state), hands=_everybody(desk, state))


def _everybody(desk: Desk, state: State) -> list[player_panels.Held]:
    return [player_panels.held(desk, state, Seat(seat)) for seat in range(len(state.players))]


def screen_side(desk: Desk, item: str) -> str:
    """The part of the big screen that is Dunhuang's."""
    state: State | None = desk.view.state
    if state is None:
        return ""
    return desk.show(
        "dunhuang/screen.html",
        title=header.told(desk),
        ring=ring(desk, state),
        rows=player_panels.shops(desk, state),
        hands=_everybody(desk, state),
    )
