"""What lies on a space, set right where it is: coins more or fewer, no dye, no shop. It is no action."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.correction import LIES
from companion.games.hangzhou import Space, State
from companion.games.hangzhou.pages.context import TableContext
from companion.web.widgets import Key, do


class Lying(Struct, frozen=True):
    """The coins at a shop, keys for one less and one more, and keys for what is not there."""

    coins: int
    less: Key
    more: Key
    gone: tuple[Key, ...]


def lying(context: TableContext, state: State, space: Space) -> Lying | None:
    """Of a space with a shop, on a phone that may enter something."""
    shop = state.shop(space)
    if shop is None or not context.seated:
        return None
    words, at = context.own_words, f"city.{space}"
    less = Key("−", _set(f"{at}.coins", max(0, shop.coins - 1)), off=not shop.coins, said=words.phrase("coin_less"))
    more = Key("+", _set(f"{at}.coins", shop.coins + 1), said=words.phrase("coin_more"))
    gone = [Key(words.phrase("no_dye_here"), _set(f"{at}.dye", None))] if shop.dye else []
    gone.append(Key(words.phrase("no_shop_here"), _set(at, None)))
    return Lying(shop.coins, less, more, tuple(gone))


def _set(path: str, value: object) -> str:
    return do("correct", changes=[{"path": path, "value": value}], why=LIES)
