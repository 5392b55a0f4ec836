"""The dice that a photograph shows on the market: what they are called, and what they say of the position."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from flask import abort

from companion.engine.correction import Change
from companion.games.hangzhou.certainty import NOTHING, ROUND
from companion.games.hangzhou.components import DYE_NAMES, DYE_ROWS
from companion.games.hangzhou.names import DYE_INDEX, DYE_LETTERS, DYE_NAMED, DYES, MERCHANTS, Dye, Merchant
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.pages.turn import Row
from companion.games.hangzhou.state import State

ROW: Final = 4
_PLACE: Final = re.compile(rf"market (?P<merchant>{'|'.join(MERCHANTS)}) (?P<number>[1-{ROW}])")


def is_die(part: str) -> bool:
    """Is a reading about a die?"""
    return part == ROUND or _PLACE.fullmatch(part) is not None


def named(context: TableContext, part: str) -> str:
    """Name of a die's place."""
    if part == ROUND:
        return context.own_words.phrase("round_die")
    merchant, at = place(part)
    return context.own_words.phrase("photo.die", merchant=labels.merchant(context, merchant), n=str(at + 1))


def place(part: str) -> tuple[Merchant, int]:
    """Merchant of a place's row, and its position in the row."""
    found = _PLACE.fullmatch(part)
    return (Merchant(found["merchant"]), int(found["number"]) - 1) if found else abort(400)


def called(context: TableContext, part: str, value: str) -> str:
    """Text of a die's reading: colour and price."""
    if value == NOTHING:
        return context.own_words.phrase("photo.no_die")
    if part == ROUND:
        return str(_face(value))
    dye, price = die(value)
    return f"{DYE_NAMES[context.language][dye]} {price}"


def die(value: str) -> tuple[Dye, int]:
    """The die of a reading. 400 where it is none."""
    dye = DYE_NAMED.get(value[:1])
    if dye is None or value[1:] not in map(str, DYE_ROWS[DYE_INDEX[dye]].prices):
        abort(400)
    return dye, int(value[1:])


def _face(value: str) -> int:
    """Number of the round die. 400 for another value."""
    return int(value) if re.fullmatch("[1-6]", value) else abort(400)


def changes(state: State, read: Mapping[str, str]) -> list[Change]:
    """Changes of an entered position by dice: each row up to its first gap; behind it the row stays."""
    found = []
    for merchant, row in zip(MERCHANTS, state.market, strict=True):
        dice = _row(merchant, read)
        if dice:
            rest = [(one.dye, one.price) for one in row[len(dice) :]]
            found.append(Change(f"market.{merchant}", [_written(*one) for one in (*dice, *rest)]))
    shown = read.get(ROUND, NOTHING)
    return found if shown == NOTHING else [*found, Change("round_die", _face(shown))]


def change(part: str, value: str) -> Change | None:
    """Change that corrects one die. None for an empty place: no row has a gap."""
    if value == NOTHING:
        return None
    if part == ROUND:
        return Change("round_die", _face(value))
    merchant, at = place(part)
    return Change(f"market.{merchant}.{at}", _written(*die(value)))


def _written(dye: Dye, price: int) -> dict[str, Any]:
    return {"dye": dye.value, "price": price}


def _row(merchant: Merchant, read: Mapping[str, str]) -> list[tuple[Dye, int]]:
    """The dice of a row up to its first gap."""
    found = []
    for number in range(1, ROW + 1):
        value = read.get(f"market {merchant} {number}", NOTHING)
        if value == NOTHING:
            break
        found.append(die(value))
    return found


def rows(context: TableContext, read: Mapping[str, str]) -> tuple[Row, ...]:
    """The market as it was read, to be drawn; nothing where no die was."""
    names, found = DYE_NAMES[context.language], []
    for number, merchant in enumerate(MERCHANTS, 1):
        dice = tuple((dye.value, names[dye], price) for dye, price in _row(merchant, read))
        found.append(Row(merchant, str(number), labels.merchant(context, merchant), dice))
    return tuple(found) if any(row.dice for row in found) else ()


def believed(state: State) -> dict[str, str]:
    """The dice of a position, as readings write them."""
    market = {
        f"market {merchant} {number}": f"{DYE_LETTERS[DYES.index(one.dye)]}{one.price}"
        for merchant, row in zip(MERCHANTS, state.market, strict=True)
        for number, one in enumerate(row, 1)
    }
    return {**market, ROUND: str(state.round_die)}
