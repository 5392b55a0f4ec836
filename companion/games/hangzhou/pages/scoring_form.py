"""Score only: what is counted in Hangzhou."""

from __future__ import annotations

from companion.games.hangzhou.pages.context import TableContext
from companion.web.widgets import Counted

SIGN = {"coins": "coin", "shop_coins": "shop", "dyes": "dye-blue", "points": "point", "shops": "shop"}


def tally_fields(context: TableContext, chair: int, things: tuple[str, ...]) -> tuple[Counted, ...]:
    """A number for each; what lies at or in shops bears the shop of the player."""
    shop = context.pages.chair_sign(context.view.chairs[chair].key)
    signs = SIGN | {"shop_coins": shop, "shops": shop}
    return tuple(Counted(thing, context.own_words.phrase(f"count.{thing}"), signs[thing]) for thing in things)
