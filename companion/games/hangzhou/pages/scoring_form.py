"""Score only: what is counted in Hangzhou."""

from __future__ import annotations

from typing import Final

from companion.games.hangzhou import components
from companion.games.hangzhou.pages.context import TableContext
from companion.web.widgets import Counted

SIGN: Final = {"coins": "coin", "shop_coins": "shop", "dyes": "dye-blue", "points": "point", "shops": "shop"}
WORTH: Final = {"coins": "coin", "shop_coins": "coin", "dyes": "dye", "points": "point"}
LINE: Final = {
    "coins": "coins_in_hand",
    "shop_coins": "coins_at_shops",
    "dyes": "dyes_in_hand",
    "points": "points",
    "shops": "shops_in_city",
}
"""The score line of each thing."""
NATURAL: Final = sum(n for n, natural in zip(components.CUBES, components.NATURAL, strict=True) if natural)
"""Dyes that a hand may hold."""


def tally_fields(context: TableContext, chair: int, things: tuple[str, ...]) -> tuple[Counted, ...]:
    """A number for each; what lies at or in shops bears the shop of the player."""
    shop = context.pages.chair_sign(context.view.chairs[chair].key)
    signs = SIGN | {"shop_coins": shop, "shops": shop}
    most = {"dyes": NATURAL, "shops": max(components.SHOPS.values())}
    return tuple(
        Counted(
            thing,
            context.pages.thing_label(context, thing),
            signs[thing],
            most.get(thing, 99),
            components.WORTH.get(WORTH.get(thing, ""), 0),
        )
        for thing in things
    )
