"""Xanadú's pages: buildings, a turn, starting buildings, selling, cards by name, checking, counting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.wording import wording
from companion.engine.xanadu.names import RESOURCES, SEAT_LETTERS
from companion.web.boards import MenuRow, Page
from companion.web.desk import Desk
from companion.web.sprite import Sign
from companion.web.xanadu import cards, said, shown
from companion.web.xanadu.bars import bar, moment, seat_mark
from companion.web.xanadu.checking import zones
from companion.web.xanadu.said import step
from companion.web.xanadu.tallying import tally_fields

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
    "game": shown.game,
    "row": shown.row,
    "sell": shown.sell,
    "cards": cards.cards,
    "list": shown.overview,
    "screen-side": shown.screen_side,
}
SETTINGS: Final[Mapping[str, tuple[str, ...]]] = {"way": ("follow", "score"), "undo": ("one", "all")}
STYLES: Final[tuple[str, ...]] = ("xanadu.css",)


def menu(desk: Desk) -> tuple[MenuRow, ...]:
    """Everybody's buildings in words."""
    words = said.words(desk)
    return (MenuRow("list", "menu", words.phrase("menu.list"), words.phrase("menu.list_short")),)


def chair_name(key: str, language: str) -> str:
    """A place at the table by its number: players have no colours."""
    return wording(WORDS, language).phrase("place", n=str(SEAT_LETTERS.index(key) + 1))


def chair_sign(key: str) -> str:
    """None: players have no colours."""
    return ""
