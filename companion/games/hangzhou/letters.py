"""The letters that positions and actions are written with, and the tolerant reading of names."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.game import Word
from companion.engine.message import Value, either, messages
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
message = messages("companion.games.hangzhou")


def dye_letter(dye: Dye) -> str:
    """The letter that stands for a dye."""
    return DYE_LETTERS[DYES.index(dye)]


def listed(words: Iterable[Word]) -> Value:
    """``blue, red or yellow``."""
    return either([word.value for word in words])


SPACE = named(message("space"), {s.lower(): s for s in SPACES}, message("spaces"), message("a_space"))
DYE = named(message("dye"), DYE_NAMED, listed(DYES))
MERCHANT = named(message("merchant"), MERCHANT_NAMED, listed(MERCHANTS))
PRICE = whole(message("price"), message("whole_number"), message("price_shown"))
