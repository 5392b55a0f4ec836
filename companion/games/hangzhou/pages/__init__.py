"""Hangzhou's pages: the city, a turn, the merchant round, dice, entering the city, checking, counting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.hangzhou.components import COLOUR_NAMES
from companion.games.hangzhou.names import DYES, MERCHANTS, Colour
from companion.games.hangzhou.pages import header, labels, views
from companion.games.hangzhou.pages.context import Page, TableContext
from companion.games.hangzhou.pages.labels import step
from companion.games.hangzhou.pages.scoring_form import tally_fields
from companion.games.hangzhou.pages.zones import zones
from companion.web.widgets import Mark, MenuRow, Sign

__all__ = [
    "PAGES",
    "SETTINGS",
    "SIGNS",
    "STYLES",
    "WORDS",
    "bar",
    "chair_name",
    "chair_sign",
    "menu",
    "moment",
    "seat_mark",
    "step",
    "tally_fields",
    "zones",
]

WORDS: Final = __name__
SIGNS: Final = (
    *(Sign(f"dye-{dye}", "dye-chip", "dyes", dye) for dye in DYES),
    *(Sign(f"shop-{colour}", "shop", "players", colour, into="player") for colour in Colour),
    *(Sign(f"disc-{merchant}", "merchant-disc", "merchants", merchant, into="merchant") for merchant in MERCHANTS),
    Sign("coin", art="coin"),
    Sign("point", art="victory"),
    Sign("temple", art="temple"),
    Sign("mark", art="temple"),
)
"""Drawn from the faces and art of cards/hangzhou."""

PAGES: Final[Mapping[str, Page]] = {
    "game": views.game,
    "at": views.at,
    "step": views.step,
    "market": views.market,
    "list": views.spaces,
    "dice": views.dice,
    "reroll": views.reroll,
    "city": views.city,
    "city-dice": views.city_dice,
    "elsewhere": views.elsewhere,
    "screen-side": views.screen_side,
}


SETTINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "way": ("follow", "merchants", "score"),
    "dice": ("app", "hand"),
    "undo": ("one", "all"),
}
STYLES: Final[tuple[str, ...]] = ()


def menu(context: TableContext) -> tuple[MenuRow, ...]:
    """The city in words, and entering it."""
    words = labels.words(context)
    rows = [MenuRow("list", "menu", words.phrase("menu.list"), words.phrase("menu.list_short"))]
    if context.seated:
        rows.append(MenuRow("city", "mark", words.phrase("enter_city"), words.phrase("before_merchants")))
    return tuple(rows)


def chair_name(key: str, language: str) -> str:
    """The colour of a chair in words."""
    return COLOUR_NAMES[language][Colour(key)]


def chair_sign(key: str) -> str:
    """The shop of a chair's colour."""
    return f"shop-{key}"


def bar(context: TableContext) -> tuple[str, str]:
    """What to do now, and what is going on."""
    return header.bar(context)


def moment(context: TableContext) -> str:
    """The round."""
    return header.moment(context)


def seat_mark(context: TableContext, chair: int) -> Mark | None:
    """The chair's seal is on the temple: its player has passed."""
    seat = context.view.chairs[chair].seat
    if seat is None or context.view.state is None or not context.view.state.seals[seat]:
        return None
    return Mark("passed", labels.words(context).phrase("has_passed"))
