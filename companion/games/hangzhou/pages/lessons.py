"""Hangzhou's part of the lesson cards: the city above them, keys with pieces, and when the merchants'
steps have been told."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from companion.games.hangzhou.components import DYE_NAMES
from companion.games.hangzhou.effects import MerchantMoved, MerchantStayed
from companion.games.hangzhou.moves import PickDye, PlaceCoin, PlaceDye, PlaceShop
from companion.games.hangzhou.names import MERCHANTS, Dye, Space
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.beat_picture import decided
from companion.games.hangzhou.pages.city_map import city_map
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.pages.drawing import draw
from companion.games.hangzhou.state import State
from companion.web.table.frame import show
from companion.web.widgets import Key


def offer(context: TableContext, action: Any) -> Key:
    """An action as a key: where, or which dye and who asks for it."""
    do = context.act(context.game.action_text(action))
    match action:
        case PlaceShop(space=space):
            return Key(space.value, do, sign=_shop(context))
        case PlaceCoin(space=space):
            return Key(space.value, do, sign="coin")
        case PlaceDye(space=space, dye=dye):
            small = " · ".join(filter(None, (_asked(context, dye), _where(context, space))))
            return Key(DYE_NAMES[context.language][dye], do, small, f"dye-{dye}")
        case PickDye(dye=dye):
            return Key(DYE_NAMES[context.language][dye], do, _asked(context, dye), f"dye-{dye}")
    return Key(labels.move(context, action), do)


def _shop(context: TableContext) -> str:
    seat = context.acting
    return "" if seat is None else f"shop-{context.position.colours[seat]}"


def _where(context: TableContext, space: Space) -> str:
    """Choice of the shop, if the acting seat has several."""
    own = [shop for shop in context.position.city if shop is not None and shop.owner == context.acting]
    return space.value if len(own) > 1 else ""


def _asked(context: TableContext, dye: Dye) -> str:
    """The first merchant that asks for a dye, and its price: “orange asks 2”."""
    for merchant in MERCHANTS:
        die = context.position.demand(merchant)
        if die is not None and die.dye == dye:
            name = labels.merchant(context, merchant)
            return context.own_words.phrase("asks", merchant=name, price=str(die.price))
    return ""


def scene(context: TableContext, state: State, about: Any) -> str:
    """The city, with a ring round the space of an action, or the whole decision of a merchant."""
    turned, space = context.phone.turned, getattr(about, "space", None)
    if isinstance(about, MerchantMoved | MerchantStayed):
        city = draw(state, turned=turned, moment=decided(city_map(turned), about.because))
    else:
        city = draw(state, turned=turned, marked={} if space is None else {space: ""})
    # A template of its own, and escaped when it was filled.
    return Markup(show(context, "hangzhou/scene.html", city=city))
