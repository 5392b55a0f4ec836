"""Questions beside the steps of a turn, each on the phone of whom it concerns; the others play on or look."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Seat
from companion.games.dunhuang.majority import FEE
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.context import TableContext
from companion.games.dunhuang.pages.turn import holder_of
from companion.games.dunhuang.state import State
from companion.web.widgets import Key, KeyRow, Panel

SECRET = ("choose", "keep", "bury", "pick", "give")
"""Choices among cards that only their owner sees."""


def choice(context: TableContext, state: State, seat: Seat) -> Panel | None:
    """The seat's question now, or None during the steps of its turn."""
    words = context.own_words
    now: Any = state.now
    rule = str(state.character or "characters")
    match now.phase:
        case "choose":
            title, text, rule = words.phrase("keep_start"), words.phrase("keep_start_long"), "setup-hand"
        case "keep":
            title, text = words.phrase("keep_one"), words.phrase("keep_one_long")
        case "bury":
            title, text = words.phrase("bury"), ""
        case "pick" | "give":
            pick = now.phase == "pick"
            other = now.seat if pick else now.other
            title = words.phrase("pick_for" if pick else "give_back", name=context.names[other])
            text = words.count("thing.cards", now.left)
        case "fee":
            return _fee(context, state)
        case "claim":
            return _claim(context, state, seat)
        case _:
            return None
    return Panel(title, text, rule, (KeyRow(_cards(context, state, seat), columns=3),))


def _cards(context: TableContext, state: State, seat: Seat) -> tuple[Key, ...]:
    """A key for each card that may be named."""
    actions: list[Any] = list(context.game.legal(state, seat))
    return tuple(
        context.key(action, labels.numbered(context, action.card), sign=labels.sign(action.card), again=True)
        for action in actions
    )


def _fee(context: TableContext, state: State) -> Panel:
    words = context.own_words
    now: Any = state.now
    good = now.good
    has = holder_of(context, state, good)
    name = has.rpartition(" ")[0] or has
    coins = words.count("thing.coins", FEE)
    keys = (
        context.key("decline", context.words.phrase("no"), words.phrase("stays_with", name=name)),
        context.key("pay", words.phrase("pay", coins=coins), words.phrase("you_take_it"), go=True),
    )
    title = words.phrase("fee", good=labels.good(context, good), name=name, coins=coins)
    return Panel(title, "", "buddhist", (KeyRow(keys),))


def _claim(context: TableContext, state: State, seat: Seat) -> Panel:
    words, kinds = context.own_words, str(state.setup.kinds)
    keys = (
        context.key("decline", words.phrase("not_yet")),
        context.key("claim", words.phrase("show_kinds", n=kinds), go=True),
    )
    text = words.phrase("claim_long", n=str(state.holders.count(seat)))
    return Panel(words.phrase("claim", n=kinds), text, "top-merchant", (KeyRow(keys),))
