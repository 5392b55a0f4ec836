"""What is true of a city, as readings say it."""

from __future__ import annotations

from city import Truth

from companion.games.hangzhou.names import COLOUR_LETTERS, DYE_INDEX, DYE_LETTERS, MERCHANTS, SPACES, Dye
from companion.games.hangzhou.sight import NOTHING


def values(truth: Truth) -> list[str]:
    """The value of each space, then the place of each merchant."""
    shops = []
    for space in SPACES:
        laid = truth[space]
        dye = DYE_LETTERS[DYE_INDEX[Dye(laid.dye)]] if laid.dye else ""
        coins = str(min(laid.coins, 3)) if laid.coins else ""
        shops.append(f"{COLOUR_LETTERS[laid.owner]}{dye}{coins}" if laid.owner else NOTHING)
    places = {merchant: space.value for space, laid in truth.items() for merchant in laid.merchants}
    return [*shops, *(places.get(merchant.value, NOTHING) for merchant in MERCHANTS)]
