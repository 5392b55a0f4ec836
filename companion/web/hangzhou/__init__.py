"""Hangzhou's pages: the city, a turn, the merchant round, dice, entering the city, checking, counting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.hangzhou.box import COLOUR_NAMES
from companion.engine.hangzhou.names import DYES, MERCHANTS, Colour
from companion.web.boards import Page
from companion.web.desk import Desk
from companion.web.hangzhou import bars, shown, tallying
from companion.web.sprite import Sign

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
    "table": shown.table,
    "watch": shown.watch,
    "at": shown.at,
    "step": shown.step,
    "market": shown.market,
    "list": shown.spaces,
    "dice": shown.dice,
    "reroll": shown.reroll,
    "city": shown.city,
    "city-dice": shown.city_dice,
    "check": shown.checking,
    "tally": tallying.tally,
    "elsewhere": shown.elsewhere,
    "screen-side": shown.screen_side,
}


def chair_name(key: str, language: str) -> str:
    """The colour of a chair in words."""
    return COLOUR_NAMES[language][Colour(key)]


def chair_sign(key: str) -> str:
    """The shop of a chair's colour."""
    return f"shop-{key}"


def bar(desk: Desk) -> tuple[str, str]:
    """What to do now, and what is going on."""
    return bars.bar(desk)


def passed(desk: Desk, chair: int) -> bool:
    """Is the chair's seal on the temple?"""
    seat = desk.view.chairs[chair].seat
    return seat is not None and desk.view.state is not None and bool(desk.view.state.seals[seat])
