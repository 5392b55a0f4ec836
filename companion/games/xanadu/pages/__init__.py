"""Xanadú's pages: buildings, a turn, starting buildings, selling, cards by name, checking, counting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.wording import wording
from companion.games.xanadu.names import RESOURCES, SEAT_LETTERS
from companion.games.xanadu.pages import cards, labels, views
from companion.games.xanadu.pages.context import Page, TableContext
from companion.games.xanadu.pages.header import bar, moment, seat_mark
from companion.games.xanadu.pages.labels import step
from companion.games.xanadu.pages.scoring_form import tally_fields
from companion.games.xanadu.pages.zones import zones
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
    *(Sign(f"r-{resource}", art=resource.value) for resource in RESOURCES),
    Sign("coin", art="coin"),
    Sign("worker", art="worker"),
    Sign("mark", art="moon-gate"),
)
"""Drawn from the art of cards/xanadu."""

PAGES: Final[Mapping[str, Page]] = {
    "game": views.game,
    "row": views.row,
    "sell": views.sell,
    "cards": cards.cards,
    "list": views.overview,
    "screen-side": views.screen_side,
}
SETTINGS: Final[Mapping[str, tuple[str, ...]]] = {"way": ("follow", "score"), "undo": ("one", "all")}
STYLES: Final[tuple[str, ...]] = ("game.css",)


def menu(context: TableContext) -> tuple[MenuRow, ...]:
    """Everybody's buildings in words."""
    words = labels.words(context)
    return (MenuRow("list", "menu", words.phrase("menu.list"), words.phrase("menu.list_short")),)


def chair_name(key: str, language: str) -> str:
    """A place at the table by its number: players have no colours."""
    return wording(WORDS, language).phrase("place", n=str(SEAT_LETTERS.index(key) + 1))


def chair_sign(key: str) -> str:
    """None: players have no colours."""
    return ""
