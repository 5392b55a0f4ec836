"""Dunhuang's pages: the ring and the three questions of a turn, small cards for other choices, shops, counting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.wording import wording
from companion.games.dunhuang.names import CHARACTERS, GOODS
from companion.games.dunhuang.pages import labels, views
from companion.games.dunhuang.pages.context import Page, TableContext
from companion.games.dunhuang.pages.header import bar, moment, seat_mark
from companion.games.dunhuang.pages.labels import step
from companion.games.dunhuang.pages.scoring_form import tally_fields
from companion.games.dunhuang.pages.zones import zones
from companion.web.widgets import MenuRow, Sign

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
    *(Sign(f"card-{good}", "fig-good", "goods", good, into="good") for good in GOODS),
    *(Sign(f"token-{good}", "fig-token", "goods", good, into="good") for good in GOODS),
    *(Sign(f"portrait-{character}", "portrait", "characters", character) for character in CHARACTERS),
    Sign("card-back", art="good"),
    Sign("coin", art="coin"),
    Sign("prestige", art="prestige"),
    Sign("point", art="prestige"),
    Sign("near", art="majority"),
    Sign("guard", art="shang"),
    Sign("shop", art="shop"),
    Sign("camel", art="camel"),
    Sign("deck", art="good"),
    Sign("mark", art="camel"),
)
"""Drawn from the faces and art of cards/dunhuang."""

PAGES: Final[Mapping[str, Page]] = {
    "game": views.game,
    "list": views.shops,
    "screen-side": views.screen_side,
}
SETTINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "way": ("follow", "score"),
    "dice": ("app", "hand"),
    "undo": ("one", "all"),
}
STYLES: Final[tuple[str, ...]] = ("game.css",)


def menu(context: TableContext) -> tuple[MenuRow, ...]:
    """All shops in one table."""
    words = labels.words(context)
    return (MenuRow("list", "shop", words.phrase("menu.list"), words.phrase("menu.list_short")),)


def chair_name(key: str, language: str) -> str:
    """The seat's letter, clockwise from the first."""
    return wording(WORDS, language).phrase("seat", letter=key)


def chair_sign(key: str) -> str:
    """None: shops have no colours."""
    return ""
