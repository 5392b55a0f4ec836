"""Score only: what is counted in Hangzhou."""

from __future__ import annotations

from companion.games.hangzhou.pages import labels
from companion.web.score.form import Counted
from companion.web.table.context import Desk

SIGN = {"coins": "coin", "shop_coins": "shop", "dyes": "dye-blue", "points": "point", "shops": "shop"}


def tally_fields(desk: Desk, chair: int, things: tuple[str, ...]) -> tuple[Counted, ...]:
    """A number for each; what lies at or in shops bears the shop of the player."""
    shop = desk.board.chair_sign(desk.view.chairs[chair].key)
    signs = SIGN | {"shop_coins": shop, "shops": shop}
    return tuple(Counted(thing, labels.words(desk).phrase(f"count.{thing}"), signs[thing]) for thing in things)
