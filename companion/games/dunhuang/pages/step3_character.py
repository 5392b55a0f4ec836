"""Step 3: the character's action or coins. Each way is one key, or a pick first (which goes) and then a key (which
comes). What is picked lives in the address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from companion.engine.game import Refusal, Seat
from companion.games import dunhuang as rules
from companion.games.dunhuang import Character, Good, State, action_text
from companion.games.dunhuang.names import CARD_INDEX, GOODS
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.context import TableContext
from companion.web.widgets import Key, Note

Legal = Sequence[rules.Action]


class Pick(Struct, frozen=True):
    """A way to the next keys: what goes. `on`: it is picked."""

    label: str
    sign: str
    address: str
    on: bool = False


class Third(Struct, frozen=True):
    """What the third step offers: coins; the character's keys under a heading, perhaps with picks before them.

    `reason`: why the character cannot be used, or not yet.
    """

    character: str
    coins: Key
    heading: str = ""
    picks: tuple[Pick, ...] = ()
    keys: tuple[Key, ...] = ()
    reason: Note | None = None
    off: str = ""


def third(context: TableContext, state: State, seat: Seat) -> Third:
    """The step of the seat whose turn it is; before its time the keys are greyed."""
    words, character = context.own_words, state.character
    coins = _coins(context, state, seat)
    name = labels.character(context, character) if character else words.phrase("nobody_here")
    if state.now.phase != "act":
        off = _early(context, state)
        return Third(words.phrase("character"), coins, off=off)
    refusal = rules.unusable(state)
    if refusal is not None:
        return Third(name, coins, reason=context.refused(refusal, state), off=_short(context, state, refusal))
    assert character is not None, "somebody who can be used stands there"
    heading, picks, keys = _WAYS[character](context, state, rules.legal(state, seat))
    return Third(name, coins, words.phrase(f"heading.{heading}") if heading else "", picks, keys)


def _early(context: TableContext, state: State) -> str:
    """What comes before this step."""
    return context.own_words.phrase("phase.move" if state.now.phase == "move" else "phase.take").removesuffix(".")


def _short(context: TableContext, state: State, refusal: Refusal) -> str:
    return context.brief(refusal, state)


def _coins(context: TableContext, state: State, seat: Seat) -> Key:
    words, action = context.own_words, rules.TakeCoins()
    refusal = context.game.refusal(state, action, seat)
    have = words.phrase("then_have", n=str(state.players[seat].coins + INSTEAD))
    small = have if refusal is None else _early(context, state)
    return Key(
        words.count("thing.coins", INSTEAD), context.act(action_text(action)), small, "coin", off=refusal is not None
    )


INSTEAD: Final = 3
"""Coins instead of the character."""
Ways = tuple[str, tuple[Pick, ...], tuple[Key, ...]]
"""A heading (its word), picks, and keys."""


def _key(context: TableContext, action: rules.Action, label: str, small: str = "", sign: str = "") -> Key:
    return Key(label, context.act(action_text(action)), small, sign)


def _good_key(context: TableContext, action: rules.Action, good: Good, small: str = "") -> Key:
    return _key(context, action, labels.numbered(context, good), small, labels.sign(good))


def _picks(context: TableContext, goods: Sequence[Good]) -> tuple[Pick, ...]:
    """One for each kind; the one in the address is on."""
    wish = context.wishes.get("goes", "")
    return tuple(
        Pick(labels.numbered(context, good), labels.sign(good), f"{context.home}?goes={good}", good == wish)
        for good in goods
    )


def _picked(context: TableContext, goods: Sequence[Good]) -> Good | None:
    """What goes: what the address says, or the only kind there is."""
    wish = context.wishes.get("goes", "")
    return next((good for good in goods if good == wish), goods[0] if len(goods) == 1 else None)


def _kinds(goods: Sequence[Good]) -> list[Good]:
    """Each kind once, in the order of their values."""
    return sorted(set(goods), key=lambda good: CARD_INDEX[good])


def _single(context: TableContext, state: State, legal: Legal) -> Ways:
    """Interpreter, Diplomat, Princess, Dancer: one key."""
    character = state.character
    assert character is not None, "somebody stands there"
    action = next(a for a in legal if isinstance(a, rules.DrawGoods | rules.TakePrestige))
    sign = "prestige" if isinstance(action, rules.TakePrestige) else "deck"
    return "", (), (_key(context, action, labels.character(context, character), labels.hint(context, character), sign),)


def _fetch(context: TableContext, state: State, legal: Legal) -> Ways:
    """Shepherd, Farmer: a card of the market, by its space."""
    words, keys = context.own_words, []
    for action in legal:
        if isinstance(action, rules.Fetch):
            card = state.card_at(action.space)
            where = words.phrase("on_space", n=str(action.space))
            good = card if card is not None else Good.UNKNOWN
            keys.append(_good_key(context, action, good, where))
    return "fetch", (), tuple(keys)


def _guard(context: TableContext, state: State, legal: Legal) -> Ways:
    keys = (_token_key(context, action) for action in legal if isinstance(action, rules.Guard))
    return "guard", (), tuple(keys)


def _token_key(context: TableContext, action: rules.Guard) -> Key:
    return _key(context, action, labels.numbered(context, action.good), sign=f"token-{action.good}")


def _discard(context: TableContext, state: State, legal: Legal) -> Ways:
    """Painter and Musician: a card leaves the game."""
    heading = "discard_hand" if state.character is Character.PAINTER else "discard_shop"
    keys = (_good_key(context, action, action.card) for action in legal if isinstance(action, rules.Discard))
    return heading, (), tuple(keys)


def _visit(context: TableContext, state: State, legal: Legal) -> Ways:
    """Trader and Merchant: a rival."""
    words, keys = context.own_words, []
    for action in legal:
        if isinstance(action, rules.Visit):
            small = words.count("thing.cards", sum(state.players[action.seat].hand))
            keys.append(_key(context, action, context.names[action.seat], small))
    return "visit", (), tuple(keys)


def _soldier(context: TableContext, state: State, legal: Legal) -> Ways:
    """First which goes; then which comes: on paper by its kind, else the card of a space."""
    offers = [action for action in legal if isinstance(action, rules.ExchangeShop)]
    goods = _kinds([action.give for action in offers])
    goes = _picked(context, goods)
    if labels.on_paper(context):
        first = {(action.give, action.take): action for action in reversed(offers)}
        keys = [
            _good_key(context, first[goes, take], take) for take in GOODS if goes is not None and (goes, take) in first
        ]
    else:
        keys = [_good_key(context, a, a.take, _space(context, a.space)) for a in offers if a.give == goes]
    return "discard_shop" if goes is None else "comes", _picks(context, goods), tuple(keys)


def _space(context: TableContext, space: int) -> str:
    return context.own_words.phrase("on_space", n=str(space))


def _general(context: TableContext, state: State, legal: Legal) -> Ways:
    """On paper only the card that is shown has to be named; else the card of a space comes for it."""
    offers = [action for action in legal if isinstance(action, rules.ExchangeHand)]
    goods = _kinds([action.give for action in offers])
    if labels.on_paper(context):
        first = {action.give: action for action in reversed(offers)}
        return "show", (), tuple(_good_key(context, first[good], good) for good in goods)
    goes = _picked(context, goods)
    keys = []
    for action in offers:
        card = state.card_at(action.space)
        if action.give == goes and card is not None:
            keys.append(_good_key(context, action, card, _space(context, action.space)))
    return "show" if goes is None else "comes", _picks(context, goods), tuple(keys)


def _maid(context: TableContext, state: State, legal: Legal) -> Ways:
    offers = [action for action in legal if isinstance(action, rules.Swap)]
    goods = _kinds([action.shop for action in offers])
    goes = _picked(context, goods)
    keys = tuple(_good_key(context, action, action.hand) for action in offers if action.shop == goes)
    return "discard_shop" if goes is None else "comes", _picks(context, goods), keys


def _domestic(context: TableContext, state: State, legal: Legal) -> Ways:
    """From the shop into the hand at once; from a hand on paper the kind has to be named first."""
    words = context.own_words
    into_hand, into_shop = words.phrase("into_hand_short"), words.phrase("into_shop_short")
    keys = [_good_key(context, action, action.good, into_hand) for action in legal if isinstance(action, rules.ToHand)]
    shows = [_good_key(context, action, action.good, into_shop) for action in legal if isinstance(action, rules.ToShop)]
    if not labels.on_paper(context) or not shows:
        return "domestic", (), (*keys, *shows)
    named = context.wishes.get("goes") == "hand" or not keys
    pick = Pick(words.phrase("card_from_hand"), labels.sign(Good.UNKNOWN), f"{context.home}?goes=hand", named)
    return ("show", (pick,), tuple(shows)) if named else ("domestic", (pick,), tuple(keys))


_WAYS: Final[dict[Character, Callable[[TableContext, State, Legal], Ways]]] = {
    Character.INTERPRETER: _single,
    Character.DIPLOMAT: _single,
    Character.SOLDIER: _soldier,
    Character.GENERAL: _general,
    Character.SHEPHERD: _fetch,
    Character.FARMER: _fetch,
    Character.MANICHEAN: _guard,
    Character.BUDDHIST: _guard,
    Character.PRINCESS: _single,
    Character.DANCER: _single,
    Character.PAINTER: _discard,
    Character.MUSICIAN: _discard,
    Character.TRADER: _visit,
    Character.MERCHANT: _visit,
    Character.MAID: _maid,
    Character.DOMESTIC: _domestic,
}
