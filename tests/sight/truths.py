"""What is true of a city and of its market, as readings say it."""

from __future__ import annotations

from city import Truth
from dice import Market, places

from companion.games.hangzhou import dice
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


def dice_values(lies: Market) -> dict[str, str]:
    """The value of each place for a die."""
    found = {
        f"market {MERCHANTS[row].value} {at + 1}": f"{DYE_LETTERS[DYE_INDEX[Dye(die.dye)]]}{die.price}"
        if die
        else NOTHING
        for row, at, die in places(lies)
    }
    return {**found, dice.ROUND: str(lies.round or NOTHING)}
