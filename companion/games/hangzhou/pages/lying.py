"""What lies on a space, set right where it is: coins more or fewer, no dye, no shop, a merchant. It is no action."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.correction import LIES
from companion.games.hangzhou import Space, State
from companion.games.hangzhou.names import MERCHANTS, Merchant
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.context import TableContext
from companion.web.widgets import Key, do


class Coins(Struct, frozen=True):
    """The coins at a shop, with keys for one less and one more."""

    n: int
    less: Key
    more: Key


class Lying(Struct, frozen=True):
    """The coins at a shop (none: there is no shop), keys for what is not there, and for merchants that are."""

    coins: Coins | None
    gone: tuple[Key, ...]
    stand: tuple[Key, ...]


def lying(context: TableContext, state: State, space: Space) -> Lying | None:
    """Of a space, on a phone that may enter something."""
    if not context.seated:
        return None
    words, at, shop = context.own_words, f"city.{space}", state.shop(space)
    away = (one for one, where in zip(MERCHANTS, state.merchants, strict=True) if where != space)
    stand = tuple(Key(_stands(context, one), _set(f"merchants.{one}", space)) for one in away)
    if shop is None:
        return Lying(None, (), stand)
    less = Key("−", _set(f"{at}.coins", max(0, shop.coins - 1)), off=not shop.coins, said=words.phrase("coin_less"))
    more = Key("+", _set(f"{at}.coins", shop.coins + 1), said=words.phrase("coin_more"))
    gone = [Key(words.phrase("no_dye_here"), _set(f"{at}.dye", None))] if shop.dye else []
    gone.append(Key(words.phrase("no_shop_here"), _set(at, None)))
    return Lying(Coins(shop.coins, less, more), tuple(gone), stand)


def _stands(context: TableContext, merchant: Merchant) -> str:
    said = context.own_words.phrase("stands_here", merchant=labels.merchant(context, merchant))
    return said[:1].upper() + said[1:]


def _set(path: str, value: object) -> str:
    return do("correct", changes=[{"path": path, "value": value}], why=LIES)
