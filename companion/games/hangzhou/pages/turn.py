"""A player's turn: what the tapped space allows, the keys below, and what is held."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import Refusal, Seat
from companion.games.hangzhou.components import BREWS, DYE_NAMES, NATURAL
from companion.games.hangzhou.moves import (
    Decline,
    EndTurn,
    Pass,
    PickDye,
    PlaceCoin,
    PlaceDye,
    PlaceShop,
    TakeCoin,
    Trade,
)
from companion.games.hangzhou.names import DYES, MERCHANTS, Dye, Merchant, Space
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.pages.drawing import City, draw
from companion.games.hangzhou.rules import HANGZHOU
from companion.games.hangzhou.state import Ask, Play, State
from companion.games.hangzhou.table import TABLE
from companion.tables import say
from companion.tables.errors import TableError
from companion.web.widgets import Key, Note, both


class Panel(Struct, frozen=True):
    """What a space allows. `both`: the dye keys place a shop with the dye. `standing`: the merchants that keep dyes
    off an own shop, each with its number; there are no dye keys then."""

    title: str
    space: str
    both: bool = False
    shop: Key | None = None
    coin: Key | None = None
    buy: tuple[Key, ...] = ()
    sell: tuple[Key, ...] = ()
    standing: tuple[tuple[Merchant, str], ...] = ()
    reason: Note | None = None
    act_for: str = ""


def city(context: TableContext, state: State, picked: str = "") -> City:
    """The city with a sentence on each space."""
    return draw(state, turned=context.phone.turned, picked=picked, says=labels.spaces(context, state))


def panel(context: TableContext, state: State, space: Space) -> Panel:
    """What can be done on a space, and what not, with the reasons."""
    title = labels.spaces(context, state)[space].replace(",", ":", 1)
    seat, words = context.acting, context.own_words
    if seat is None or not isinstance(state.now, Play) or state.turn != seat:
        return Panel(title, space, reason=_waiting(context, state), act_for=act_for(context))
    if seat != context.view.eyes and TABLE.private(state, PlaceShop(space)):
        # Whatever is done with a hand that this phone does not see would tell what it holds.
        return Panel(
            title, space, reason=Note(say(TableError("cards_hidden", name=context.names[seat]), context.language))
        )
    shop = state.shop(space)
    if shop is not None and shop.owner != seat:
        refusal = context.game.refusal(state, PlaceDye(space, Dye.BLUE), seat)
        return Panel(title, space, reason=context.refused(refusal, state) if refusal else None)
    on_shop = shop is not None
    hand, shop_action, coin_action = state.hands[seat], PlaceShop(space), PlaceCoin(space)
    no_shop, no_coin = (context.game.refusal(state, action, seat) for action in (shop_action, coin_action))
    mine = "" if hand.hidden else words.phrase("of_your", n=str(hand.coins))
    coin = _key(context, coin_action, mine, again=True) if on_shop else None
    standing = tuple((one, str(n)) for n, one in enumerate(MERCHANTS, 1) if state.merchants[n - 1] == space)
    if standing or (not on_shop and no_shop is not None):
        # None of the seven dyes can be placed, all for one reason: that is said once.
        reason = _refused(context, state, no_coin if on_shop else no_shop)
        return Panel(title, space, coin=coin, standing=standing if on_shop else (), reason=reason)
    keys = list(_dyes(context, state, seat, space, both_at_once=not on_shop))
    first = next((refusal for _, refusal in keys if refusal is not None), no_coin if on_shop else no_shop)
    made = {
        natural: tuple(k for (k, _), n in zip(keys, NATURAL, strict=True) if bool(n) == natural)
        for natural in (True, False)
    }
    return Panel(
        title,
        space,
        not on_shop,
        None if on_shop else _key(context, shop_action, words.phrase("costs_coin")),
        coin,
        made[True],
        made[False],
        reason=_refused(context, state, first),
    )


def _key(context: TableContext, action: Any, small: str = "", **looks: Any) -> Key:
    return context.key(action, labels.move(context, action), small, **looks)


def _refused(context: TableContext, state: State, refusal: Refusal | None) -> Note | None:
    return context.refused(refusal, state) if refusal else None


def _dyes(
    context: TableContext, state: State, seat: Seat, space: Space, both_at_once: bool
) -> Iterator[tuple[Key, Refusal | None]]:
    """The seven dye keys: on an own shop, or together with a new one."""
    shop = PlaceShop(space)
    after = HANGZHOU.play(state, shop)[0] if both_at_once else state
    for i, dye in enumerate(DYES):
        name = DYE_NAMES[context.language][dye]
        action, sign, small = PlaceDye(space, dye), f"dye-{dye}", _advice(context, state, seat, i)
        spoken = context.own_words.phrase("shop_with", dye=name) if both_at_once else name
        if after.turn != seat:
            one = context.own_words.count("actions", 1)
            yield Key("", context.act(HANGZHOU.action_text(action)), one, sign, off=True, said=spoken), None
            continue
        key = context.key(action, "", small, sign, state=after, said=spoken)
        if both_at_once:
            key = replace(key, do=both(context.act(HANGZHOU.action_text(shop)), key.do))
        yield key, context.game.refusal(after, action, seat)


def _advice(context: TableContext, state: State, seat: Seat, i: int) -> str:
    """How many are left; of a mixed dye, whether its brew is in the hand (advice, not a rule)."""
    words = context.own_words
    if NATURAL[i]:
        return words.phrase("left", n=str(state.supply[i]))
    if state.hands[seat].hidden:
        return ""
    lacking = [DYE_NAMES[context.language][DYES[part]] for part in BREWS[i] if not state.hands[seat].dyes[part]]
    if not lacking:
        return words.phrase("can_mix")
    return words.phrase("lack", dye=words.listed(lacking))


def _waiting(context: TableContext, state: State) -> Note | None:
    refusal = context.game.refusal(state, Pass(), context.view.eyes if context.view.eyes is not None else Seat(-1))
    return context.refused(refusal, state) if refusal else None


def unsure(context: TableContext, state: State) -> str:
    """Where to say what the own hand holds, while the app does not know for sure; empty: it does."""
    seat = context.view.eyes
    if seat is None or not context.seated or not (state.hands[seat].hidden or state.hands[seat].at_least):
        return ""
    return f"{context.home}/check/{int(seat)}"


def act_for(context: TableContext) -> str:
    """The name of the player for whom this phone could act, whose own phone is elsewhere."""
    waiting = context.view.waiting
    if not waiting or waiting[0] not in context.view.plays or waiting[0] == context.acting:
        return ""
    return context.names[waiting[0]]


def thumb(context: TableContext, state: State) -> tuple[Key, ...]:
    """The bar at the bottom, beside undo: take a coin, pass or end the turn."""
    words = context.own_words
    if not isinstance(state.now, Play):
        return ()
    coin = _key(context, TakeCoin(), again=True)
    if state.now.taken is not None or state.solo:
        return coin, _key(context, EndTurn())
    return coin, _key(context, Pass(), words.phrase("seal_to_temple"))


def picks(context: TableContext, state: State) -> tuple[Key, ...]:
    """Setup: the start dyes that are left, on the phone of who picks; the others read who does."""
    seat, found = context.acting, list[Key]()
    if not context.seated or seat not in context.view.waiting:
        return ()
    for i, n in enumerate(state.pool):
        if n:
            name = DYE_NAMES[context.language][DYES[i]]
            small = context.own_words.phrase("left", n=str(n))
            found.append(context.key(PickDye(DYES[i]), name, small, f"dye-{DYES[i]}"))
    return tuple(found)


def trades(context: TableContext, state: State) -> tuple[Key, ...]:
    """House rule: the owner is asked."""
    if not isinstance(state.now, Ask):
        return ()
    seat, words = context.acting, context.own_words
    off = seat is None or state.turn != seat
    yes, no = Trade(), Decline()
    return (
        Key(labels.move(context, yes), context.act(HANGZHOU.action_text(yes)), go=True, off=off),
        Key(labels.move(context, no), context.act(HANGZHOU.action_text(no)), words.phrase("shop_goes_back"), off=off),
    )


class Row(Struct, frozen=True):
    """A row of the market: merchant, number, demand and the rest, as (dye, price)."""

    merchant: str
    number: str
    name: str
    dice: tuple[tuple[str, str, int], ...]
    """Dye, its name, price; the first is the demand."""


def market(context: TableContext, state: State) -> tuple[Row, ...]:
    """The four rows."""
    names = DYE_NAMES[context.language]
    return tuple(
        Row(
            merchant,
            str(i + 1),
            labels.merchant(context, merchant),
            tuple((die.dye.value, names[die.dye], die.price) for die in state.market[i]),
        )
        for i, merchant in enumerate(MERCHANTS)
    )
