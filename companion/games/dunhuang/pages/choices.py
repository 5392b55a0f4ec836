"""Choices beside the three steps: each a small card on the phone concerned; the others play on or look."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from companion.engine.game import Seat
from companion.games import dunhuang as rules
from companion.games.dunhuang import State, action_text
from companion.games.dunhuang.majority import FEE
from companion.games.dunhuang.names import CARD_INDEX
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.context import TableContext
from companion.web.widgets import Key

SECRET = ("choose", "keep", "bury", "pick", "give")
"""Choices among cards that only their owner sees."""


class Choice(Struct, frozen=True):
    """A card: what is asked, with what in mind, by which rule, and the keys that answer it."""

    title: str
    text: str
    rule: str
    keys: tuple[Key, ...]


def choice(context: TableContext, state: State, seat: Seat | None) -> Choice | None:
    """What the seat is asked now, if it is awaited and this is none of the three steps."""
    asks = _ASKS.get(state.now.phase)
    if asks is None or seat is None or seat not in context.view.waiting:
        return None
    return asks(context, state, seat)


def _cards(context: TableContext, state: State, seat: Seat) -> tuple[Key, ...]:
    """A key for each card that may be named."""
    keys = []
    for action in context.game.legal(state, seat):
        match action:
            case rules.Keep(good) | rules.Bury(good) | rules.Give(good):
                label, sign = labels.numbered(context, good), labels.sign(good)
                keys.append(Key(label, context.act(action_text(action)), sign=sign, again=True))
    return tuple(keys)


def _keep_start(context: TableContext, state: State, seat: Seat) -> Choice:
    words = context.own_words
    return Choice(
        words.phrase("keep_start"), words.phrase("keep_start_long"), "setup-hand", _cards(context, state, seat)
    )


def _keep(context: TableContext, state: State, seat: Seat) -> Choice:
    words, rule = context.own_words, state.character or "characters"
    return Choice(words.phrase("keep_one"), words.phrase("keep_one_long"), rule, _cards(context, state, seat))


def _bury(context: TableContext, state: State, seat: Seat) -> Choice:
    words, rule = context.own_words, state.character or "characters"
    return Choice(words.phrase("bury"), "", rule, _cards(context, state, seat))


def _give(context: TableContext, state: State, seat: Seat) -> Choice:
    """A card picked for the Merchant's visitor, or one given back."""
    words, now, rule = context.own_words, state.now, state.character or "characters"
    picking = now.phase == "pick"
    other = now.seat if picking else now.other
    assert other is not None, "two hands are exchanged"
    title = words.phrase("pick_for" if picking else "give_back", name=context.names[other])
    return Choice(title, words.count("thing.cards", now.left), rule, _cards(context, state, seat))


def _fee(context: TableContext, state: State, seat: Seat) -> Choice:
    words, good = context.own_words, state.now.good
    assert good is not None, "the fee is for a kind's token"
    holder = state.holders[CARD_INDEX[good]]
    name = context.names[holder] if holder is not None else words.phrase("bank")
    pay, decline = rules.Pay(), rules.Decline()
    refusal = context.game.refusal(state, pay, seat)
    small = context.brief(refusal, state) if refusal else words.phrase("you_take_it")
    coins = words.count("thing.coins", FEE)
    keys = (
        Key(context.words.phrase("no"), context.act(action_text(decline)), words.phrase("stays_with", name=name)),
        Key(words.phrase("pay", coins=coins), context.act(action_text(pay)), small, off=refusal is not None, go=True),
    )
    title = words.phrase("fee", good=labels.good(context, good), name=name, coins=coins)
    return Choice(title, "", "buddhist", keys)


def _claim(context: TableContext, state: State, seat: Seat) -> Choice:
    words, kinds = context.own_words, str(state.setup.kinds)
    keys = (
        Key(words.phrase("not_yet"), context.act(action_text(rules.Decline()))),
        Key(words.phrase("show_kinds", n=kinds), context.act(action_text(rules.Claim())), go=True),
    )
    title = words.phrase("claim", n=kinds)
    return Choice(title, words.phrase("claim_long", n=str(state.tokens(seat))), "top-merchant", keys)


_ASKS: dict[str, Callable[[TableContext, State, Seat], Choice]] = {
    "choose": _keep_start,
    "keep": _keep,
    "bury": _bury,
    "pick": _give,
    "give": _give,
    "fee": _fee,
    "claim": _claim,
}
