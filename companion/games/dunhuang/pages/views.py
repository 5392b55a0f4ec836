"""What each of Dunhuang's pages shows."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.game import OVER, Seat
from companion.games.dunhuang import Character, State
from companion.games.dunhuang.names import GOODS
from companion.games.dunhuang.pages import choices, header, labels, player_panels, tiles
from companion.games.dunhuang.pages.board import ring
from companion.games.dunhuang.pages.context import TableContext
from companion.games.dunhuang.pages.showing import counting
from companion.games.dunhuang.pages.step3_character import third
from companion.games.dunhuang.pages.tokens import kinds
from companion.web.table import result
from companion.web.table.frame import show
from companion.web.table.game_page import curtain
from companion.web.table.log import missed_lines
from companion.web.table.undo import undo_keys

STEPS = ("move", "take", "act")
"""The three steps of a turn, each answered on the same page."""


def game(context: TableContext, item: str) -> str:
    """The game as it is on now; `item` ``last``: the table itself, even when it is over."""
    state = context.position
    if context.covered:
        return curtain(context)
    if state.turn is OVER and item != "last":
        return result.end(context)
    if context.view.outcomes:
        return _laying(context, state)
    return _turn(context, state)


def _laying(context: TableContext, state: State) -> str:
    """The tiles of the ring, one by one."""
    title, sub = header.bar(context)
    return show(
        context,
        "dunhuang/tiles.html",
        title=title,
        sub=sub,
        space=len(state.ring) + 1,
        tiles=tiles.tiles(context, state),
        by_app=tiles.by_app(context),
        undo=undo_keys(context),
    )


def _turn(context: TableContext, state: State) -> str:
    title, sub = header.bar(context)
    seat = context.acting
    mine = context.seated and seat is not None and seat in context.view.waiting
    turn = seat if mine and state.now.phase in STEPS else None
    mover = seat if mine and state.now.phase in ("move", "park") else None
    hand = seat if seat is not None and context.seated else None
    whose = _asked_for(context, state)
    return show(
        context,
        "dunhuang/game.html",
        slept=missed_lines(context),
        title=title,
        sub=sub,
        phase=state.now.phase,
        paper=labels.on_paper(context),
        lay_out=_lay_out(context, state),
        counting=counting(context, state, seat if context.seated else None),
        own=player_panels.held(context, state, hand) if hand is not None else None,
        whose=whose,
        act_for=_act_for(context, whose),
        ring=ring(context, state, mover, costs=turn is None),
        people=_people(context, state) if context.wishes.get("who") else (),
        does=_does(context, state.character) if state.now.phase in ("take", "act") and state.character else None,
        walked=_walked(context, state),
        took=_took(context, state),
        kinds=kinds(context, state, turn) if turn is not None else (),
        rows=player_panels.shops(context, state),
        hands=_everybody(context, state),
        third=third(context, state, turn) if turn is not None else None,
        choice=choices.choice(context, state, seat) if mine else None,
        undo=undo_keys(context),
    )


class Person(Struct, frozen=True):
    """A character with its portrait, what it does in full (the sign of a guarded token stands between the parts), and
    the rule."""

    name: str
    portrait: str
    does: tuple[str, ...]
    rule: str


def _people(context: TableContext, state: State) -> tuple[Person, ...]:
    """The characters of the ring."""
    return tuple(_does(context, character) for character in state.ring)


def _does(context: TableContext, character: Character) -> Person:
    name = labels.character(context, character)
    return Person(name, f"portrait-{character}", labels.effect(context, character), character)


def _lay_out(context: TableContext, state: State) -> str:
    """Before the first turn, with the cards on paper: what everybody puts on the table."""
    if state.now.phase != "park" or not labels.on_paper(context):
        return ""
    words, setup = context.own_words, state.setup
    out = [labels.good(context, good) for good, n in zip(GOODS, setup.copies, strict=True) if not n]
    without = words.phrase("lay_out_without", goods=context.words.listed(out)) if out else ""
    laid = words.phrase("lay_out", cards=str(setup.dealt), coins=words.count("thing.coins", setup.coins))
    return f"{laid} {without}".strip()


def _asked_for(context: TableContext, state: State) -> player_panels.Held | None:
    """The player whose name was tapped."""
    wish = context.wishes.get("seat", "")
    chair = next((chair for chair in context.players if str(chair.number) == wish), None)
    if chair is None or chair.seat is None:
        return None
    return player_panels.held(context, state, chair.seat)


def _act_for(context: TableContext, whose: player_panels.Held | None) -> Seat | None:
    """The player whose name was tapped, if this phone could act for them now instead of their own."""
    if whose is None or whose.seat not in context.view.plays or whose.seat == context.acting:
        return None
    state = context.position
    return whose.seat if labels.on_paper(context) or state.now.phase not in choices.SECRET else None


def _walked(context: TableContext, state: State) -> str:
    """Step 1, when it is done: “3 steps, you pay 2”."""
    words, steps = context.own_words, state.now.steps
    if state.now.phase not in ("take", "act") or not steps:
        return ""
    paid = words.count("thing.coins", steps - 1) if steps > 1 else words.phrase("free")
    return f"{words.count('thing.steps', steps)}, {paid}"


def _took(context: TableContext, state: State) -> bool:
    """Is step 2 done?"""
    return state.now.phase == "act"


def _everybody(context: TableContext, state: State) -> list[player_panels.Held]:
    return [player_panels.held(context, state, Seat(seat)) for seat in range(len(state.players))]


def screen_side(context: TableContext, item: str) -> str:
    """The part of the big screen that is Dunhuang's."""
    state = context.view.state
    if state is None:
        return ""
    return show(
        context,
        "dunhuang/screen.html",
        title=header.told(context),
        ring=ring(context, state, costs=True),
        rows=player_panels.shops(context, state),
        hands=_everybody(context, state),
    )
