"""Page for a photograph of the city: readings over the picture, doubtful ones asked first."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from flask import abort
from msgspec import Struct, to_builtins

from companion.engine.correction import Change
from companion.games.hangzhou.certainty import NOTHING, ROUND
from companion.games.hangzhou.components import DYE_NAMES
from companion.games.hangzhou.names import (
    COLOUR_LETTERS,
    DYE_LETTERS,
    DYE_NAMED,
    MERCHANTS,
    SPACES,
    Colour,
    Merchant,
    Space,
)
from companion.games.hangzhou.pages import entry, labels, photo_dice
from companion.games.hangzhou.pages.context import TableContext
from companion.sight.reading import Reading, Seen
from companion.web.photographs import ELSE, Area, Doubt, Guess, Read, Subject
from companion.web.widgets import do

UNIT: Final = 60
"""Of a space in the picture."""
MANY: Final = 3
"""Coins from which the camera does not count on."""
_SHOP: Final = re.compile(rf"(?P<owner>[{''.join(COLOUR_LETTERS.values())}])(?P<dye>[{DYE_LETTERS}]?)(?P<coins>\d?)")
_OWNERS: Final = {letter: colour for colour, letter in COLOUR_LETTERS.items()}


class Lies(Struct, frozen=True):
    """A shop with what lies on it, or none (no owner)."""

    owner: str = ""
    dye: str = ""
    coins: int = 0


class Over(Struct, frozen=True):
    """Drawing over a space of the photograph: its corner, the shop, the numbers of its merchants, and
    the number of the doubt."""

    corner: tuple[int, int]
    lies: Lies
    figures: tuple[tuple[str, str], ...]
    doubt: int


def subject(context: TableContext, item: str) -> Subject:
    """The city is everybody's, and whoever is seated may enter it."""
    return Subject("city")


def sighted(context: TableContext, item: str, seen: Sequence[Seen]) -> Read:
    """Readings over the picture."""
    (only,) = seen
    readings = only.sighted.readings
    asked = sorted((one for one in readings if _asks(one)), key=lambda one: _order(one.part))
    doubts = tuple(_doubt(context, number, reading) for number, reading in enumerate(asked, 1))
    drawn = {
        "shot": base64.b64encode(only.straight).decode(),
        "over": tuple(_over(readings, {one.part: one.number for one in doubts})),
        "side": UNIT * 5,
        "market": photo_dice.rows(context, {one.part: one.value for one in readings}),
    }
    sure = {one.part: one.value for one in readings if not _asks(one)}
    return Read("hangzhou/photo_read.html", doubts, sure, drawn)


def _order(part: str) -> int:
    """Spaces are asked about first, then merchants, then dice."""
    return 0 if part in SPACES else 2 if photo_dice.is_die(part) else 1


def confirmed(context: TableContext, item: str, fields: Mapping[str, str]) -> tuple[str, str]:
    """The taps that enter what was confirmed, and the page to look at next: the dice, or what is still to be tapped."""
    dice = {part: value for part, value in fields.items() if photo_dice.is_die(part)}
    lying = {part: value for part, value in fields.items() if part not in dice}
    changes = [lies(part, value) for part, value in lying.items() if value != ELSE]
    state = entry.draft(context)
    if state is not None:
        seen = {part: value for part, value in dice.items() if value != ELSE}
        changes += photo_dice.changes(state, seen)
    left = [part for part, value in lying.items() if value == ELSE]
    space = next((part for part in left if part in SPACES), "")
    then = f"city/{space}" if space else "city" if left else "-".join(("city/dice", *_row_left(dice)))
    return do("tap", changes=to_builtins(changes)), then


def _row_left(dice: Mapping[str, str]) -> Iterator[str]:
    """The first row, from 1, whose first die is still to be tapped."""
    firsts = [dice.get(f"market {merchant} 1", "") for merchant in MERCHANTS]
    if ELSE in firsts:
        yield str(firsts.index(ELSE) + 1)


def _asks(reading: Reading) -> bool:
    """Is somebody asked about it? About many coins always: they lie on one another."""
    return not reading.sure or (reading.value.endswith(str(MANY)) and reading.part in SPACES)


def lies(part: str, value: str) -> Change:
    """Change of the position for a reading of a space or merchant. 400 for another value."""
    if part in SPACES:
        return Change(f"city.{part}", _shop(value))
    name = part.removeprefix("merchant ")
    if name not in {merchant.value for merchant in MERCHANTS} or value not in ("-", *SPACES):
        abort(400)
    return Change(f"merchants.{name}", None if value == "-" else value)


def _shop(value: str) -> dict[str, Any] | None:
    lies = lies_of(value)
    return {"owner": lies.owner, "dye": lies.dye or None, "coins": lies.coins} if lies.owner else None


def lies_of(value: str) -> Lies:
    """Content of a space in a reading. 400 for another value."""
    if value == "-":
        return Lies()
    found = _SHOP.fullmatch(value)
    if found is None:
        abort(400)
    dye = DYE_NAMED[found["dye"]].value if found["dye"] else ""
    return Lies(_OWNERS[found["owner"]].value, dye, int(found["coins"] or 0))


def _doubt(context: TableContext, number: int, reading: Reading) -> Doubt:
    words, else_ = context.own_words, Guess(ELSE, context.words.phrase("something_else"))
    if photo_dice.is_die(reading.part):
        keys = (
            Guess(one, photo_dice.called(context, reading.part, one), not n, _dye(reading.part, one))
            for n, one in enumerate((reading.value, reading.second))
        )
        return Doubt(number, reading.part, photo_dice.named(context, reading.part), None, (*keys, else_))
    if reading.part not in SPACES:
        says = words.phrase("photo.merchant", merchant=merchant(context, reading.part))
        values = (reading.value, reading.second)
        guesses = tuple(Guess(v, words.phrase("gate") if v == "-" else v, not n) for n, v in enumerate(values))
        return Doubt(number, reading.part, says, None, (*guesses, else_))
    values = _values(reading)
    said = [called(context, value) for value in values]
    same = said[0][0] if said[0][0] == said[1][0] and all(len(one) > 1 for one in said) else ""
    guesses = tuple(
        Guess(value, ", ".join(one[1:] if same else one), not n, lies_of(value))
        for n, (value, one) in enumerate(zip(values, said, strict=True))
    )
    says = f"{reading.part}: {same}" if same else reading.part
    return Doubt(number, reading.part, says, area(reading.part), (*guesses, else_))


def _dye(part: str, value: str) -> str:
    """The dye of a die, to be drawn; nothing of the round die, and where there is none."""
    return "" if part == ROUND or value == NOTHING else photo_dice.die(value)[0].value


def merchant(context: TableContext, part: str) -> str:
    """Name of the merchant in a reading."""
    return labels.merchant(context, Merchant(part.removeprefix("merchant ")))


def _values(reading: Reading) -> tuple[str, str]:
    """The two guesses; many coins could be one more."""
    if reading.sure:
        return reading.value, f"{reading.value[:-1]}{MANY + 1}"
    return reading.value, reading.second


def called(context: TableContext, value: str) -> tuple[str, ...]:
    """Owner, dye and coins of a shop, or that the space is free."""
    words, lies = context.own_words, lies_of(value)
    if not lies.owner:
        return (words.phrase("free"),)
    name = words.phrase("shop_of", name=entry.name_of(context, Colour(lies.owner)))
    dye = DYE_NAMES[context.language][DYE_NAMED[lies.dye]] if lies.dye else words.phrase("no_dye")
    return name, dye, *([words.count("thing.coins", lies.coins)] if lies.coins else [])


def _over(readings: tuple[Reading, ...], doubts: Mapping[str, int]) -> Iterator[Over]:
    standing: dict[str, list[tuple[str, str]]] = {}
    for number, merchant in enumerate(MERCHANTS, 1):
        reading = next((one for one in readings if one.part == f"merchant {merchant.value}"), None)
        if reading is not None and reading.value != "-":
            standing.setdefault(reading.value, []).append((merchant.value, str(number)))
    for one in readings:
        if one.part in SPACES:
            yield Over(
                _corner(one.part), lies_of(one.value), tuple(standing.get(one.part, ())), doubts.get(one.part, 0)
            )


def area(part: str) -> Area:
    """A space in the picture."""
    return *_corner(part), UNIT, UNIT


def _corner(part: str) -> tuple[int, int]:
    space = Space(part)
    return UNIT * "ABCDE".index(space.value[0]), UNIT * (int(space.value[1]) - 1)
