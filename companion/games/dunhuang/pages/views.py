"""Dunhuang's pages."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.game import OVER, Seat
from companion.games.dunhuang.names import CHARACTERS, GOODS, Character
from companion.games.dunhuang.pages import choices, header, labels, turn
from companion.games.dunhuang.pages.context import TableContext
from companion.games.dunhuang.pages.ring import ring, steps_of
from companion.games.dunhuang.pages.shops import Shop, shop, shops
from companion.games.dunhuang.pages.showing import counting
from companion.games.dunhuang.state import State
from companion.web.table import result
from companion.web.table.frame import show
from companion.web.table.game_page import curtain
from companion.web.table.undo import undo_keys
from companion.web.widgets import Key, do


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
    """The tiles of the ring, one by one: a key for each character, grey if it is already placed."""
    title, sub = header.bar(context)
    left = {context.game.action_text(outcome) for outcome in context.view.outcomes}
    keys = []
    for character in CHARACTERS:
        outcome = f"tile {character}"
        refusal = None if outcome in left else context.game.refusal(state, context.game.parse_action(outcome))
        small = context.brief(refusal, state) if refusal is not None else ""
        label, sign = labels.character(context, character), f"portrait-{character}"
        keys.append(Key(label, do("roll", outcome=outcome), small, sign, off=outcome not in left))
    return show(
        context,
        "dunhuang/tiles.html",
        title=title,
        sub=sub,
        space=len(state.ring) + 1,
        tiles=keys,
        by_app=Key(context.own_words.phrase("app_lays"), do("roll", rest=True)),
        undo=undo_keys(context),
    )


def _turn(context: TableContext, state: State) -> str:
    title, sub = header.bar(context)
    seat = context.acting if context.seated and context.acting in context.view.waiting else None
    whose = _asked_for(context)
    asked = choices.choice(context, state, seat) if seat is not None else None
    return show(
        context,
        "dunhuang/game.html",
        title=title,
        sub=_walked(context, state) if seat is not None and state.now.phase in ("take", "act") else sub,
        lay_out=_lay_out(context, state),
        counting=counting(context, state, context.acting if context.seated else None),
        whose=None if whose is None else shop(context, state, whose),
        act_for=whose if _acts_for(context, whose) else None,
        ring=ring(context, state, moves=seat is not None and state.now.phase in ("move", "take", "act")),
        people=_people(context, state) if context.wishes.get("who") else (),
        does=_does(context, state.character) if steps_of(state) and seat is not None and state.character else None,
        turn=turn.panel(context, state, seat) if seat is not None else None,
        choice=asked,
        shops=shops(context, state),
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


def _asked_for(context: TableContext) -> Seat | None:
    """The player whose name was tapped."""
    wish = context.wishes.get("seat", "")
    return next((chair.seat for chair in context.players if str(chair.number) == wish), None)


def _acts_for(context: TableContext, whose: Seat | None) -> bool:
    """Whether this phone could act for the player whose name was tapped now, instead of for their own."""
    if whose is None or whose not in context.view.plays or whose == context.acting:
        return False
    return labels.on_paper(context) or context.position.now.phase not in choices.SECRET


def _walked(context: TableContext, state: State) -> str:
    """Where the camel has gone: “Soldier · 3 steps, 2 coins”."""
    words, steps = context.own_words, steps_of(state)
    paid = words.count("thing.coins", steps - 1) if steps > 1 else words.phrase("free")
    walked = f"{words.count('thing.steps', steps)}, {paid}"
    return f"{labels.character(context, state.character)} · {walked}" if state.character else walked


def screen_side(context: TableContext, item: str) -> str:
    """The part of the big screen that is Dunhuang's."""
    state = context.view.state
    if state is None:
        return ""
    rows: tuple[Shop, ...] = shops(context, state)
    return show(
        context, "dunhuang/screen.html", title=header.told(context), ring=ring(context, state, moves=False), shops=rows
    )
