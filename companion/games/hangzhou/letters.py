"""The letters that positions and actions are written with, and the tolerant reading of names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from companion.engine.game import Word
from companion.engine.notation import named, whole
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Colour, Dye, Merchant

DYE_LETTERS = "brygopk"
"""One for each dye, in the order of `Dye`; black is k."""
COLOUR_LETTERS = {Colour.WHITE: "W", Colour.BLUE: "B", Colour.RED: "R", Colour.YELLOW: "Y"}

DYE_NAMED: dict[str, Dye] = dict(zip(DYE_LETTERS, DYES, strict=True)) | {d.value: d for d in DYES}
COLOUR_NAMED: dict[str, Colour] = {letter.lower(): c for c, letter in COLOUR_LETTERS.items()} | {
    colour.value: colour for colour in Colour
}
MERCHANT_NAMED: dict[str, Merchant] = {m.value: m for m in Merchant} | {
    str(number): m for number, m in enumerate(Merchant, start=1)
}
W = TypeVar("W", bound=Word)


def dye_letter(dye: Dye) -> str:
    """The letter that stands for a dye."""
    return DYE_LETTERS[DYES.index(dye)]


def listed(words: Iterable[Word]) -> str:
    """``blue, red or yellow``."""
    *most, last = [word.value for word in words]
    return f"{', '.join(most)} or {last}"


SPACE = named("space", {s.lower(): s for s in SPACES}, "A1 to E5 (not C3, the temple)", "a space, A1 to E5")
DYE = named("dye", DYE_NAMED, listed(DYES))
MERCHANT = named("merchant", MERCHANT_NAMED, listed(MERCHANTS))
PRICE = whole("price", "a whole number", "the price that the die shows")
