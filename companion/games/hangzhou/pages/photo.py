"""The city with its merchants and the dice of the market, as photographs show them: entered, or compared with the app.

Parts are named as readings name them: ``A3``, ``merchant orange``, ``market orange 1``, and ``die`` for the round die.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Final

from flask import abort
from msgspec import Struct, to_builtins

from companion.engine.correction import Change
from companion.games.hangzhou import certainty
from companion.games.hangzhou.certainty import COINS, NOTHING, ROUND
from companion.games.hangzhou.components import DYE_NAMES, DYE_ROWS
from companion.games.hangzhou.names import (
    COLOUR_LETTERS,
    DYE_INDEX,
    DYE_LETTERS,
    DYE_NAMED,
    DYES,
    MERCHANTS,
    SPACES,
    Colour,
    Dye,
    Merchant,
)
from companion.games.hangzhou.pages import entry, labels, turn
from companion.games.hangzhou.pages.beats import phase
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.state import Die, Shop, State
from companion.sight.reading import Reading, Seen
from companion.web.photographs import ELSE, Area, Photographed, Shown, jpeg
from companion.web.table.frame import show
from companion.web.widgets import do

UNIT: Final = 60
"""Of a space in the picture."""
MANY: Final = 3
"""Coins from which the camera does not count on: they lie on one another."""
_SHOP: Final = re.compile(rf"([{''.join(COLOUR_LETTERS.values())}])([{DYE_LETTERS}]?)(\d?)")
_OWNERS: Final = {letter: colour for colour, letter in COLOUR_LETTERS.items()}
_DIE: Final = re.compile(rf"([{DYE_LETTERS}])(\d)")


class Lies(Struct, frozen=True):
    """A shop with what lies on it."""

    owner: Colour
    dye: Dye | None
    coins: int


class City(Photographed[TableContext], frozen=True, kw_only=True):
    """The city and the market, of a position or of the draft that is tapped in."""

    state: State

    def believed(self) -> Mapping[str, str]:
        state = self.state
        spaces = {space.value: _shop_value(state, state.shop(space)) for space in SPACES}
        stand = zip(MERCHANTS, state.merchants, strict=True)
        merchants = {f"merchant {name}": at.value if at else NOTHING for name, at in stand}
        market = {
            f"market {merchant} {n}": f"{DYE_LETTERS[DYE_INDEX[die.dye]]}{die.price}"
            for merchant, row in zip(MERCHANTS, state.market, strict=True)
            for n, die in enumerate(row, 1)
        }
        return {**spaces, **merchants, **market, ROUND: str(state.round_die)}

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
        """Spaces first, then merchants, then dice."""
        found = self.readings(seen) if self.zone else seen[0].sighted.readings
        return tuple(map(shown, sorted(found, key=lambda one: _kind(one.part))))

    def named(self, part: str) -> str:
        words, (name, at) = self.context.own_words, _place(part)
        if not name:
            return words.phrase("round_die") if part == ROUND else part
        merchant = labels.merchant(self.context, Merchant(name))
        if at:
            return words.phrase("photo.die", merchant=merchant, n=str(at))
        return words.phrase("merchant_here", merchant=merchant)

    def called(self, part: str, value: str) -> str:
        return ", ".join(self._said(part, value))

    def _said(self, part: str, value: str) -> tuple[str, ...]:
        """A value in words: owner, dye and coins of a shop; colour and price of a die; where a merchant stands."""
        words, dyes, kind = self.context.own_words, DYE_NAMES[self.context.language], _kind(part)
        if value == NOTHING:
            return (words.phrase(("free", "gate", "photo.no_die")[kind]),)
        if kind == 0:
            shop = _lies(value)
            name = words.phrase("shop_of", name=entry.name_of(self.context, shop.owner))
            dye = dyes[shop.dye] if shop.dye else words.phrase("no_dye")
            return (name, dye, *((words.count("thing.coins", shop.coins),) if shop.coins else ()))
        if kind == 2 and part != ROUND:
            die = _die(value)
            return (f"{dyes[die.dye]} {die.price}",)
        return (value,)

    def compared(self, part: str, values: Sequence[str]) -> tuple[str, ...]:
        """Names a shop by its pieces, for shops of one owner look alike."""
        said = [self._said(part, value) for value in values]
        if len({one[0] for one in said}) == 1 and all(len(one) > 1 for one in said):
            return (f"{self.named(part)}: {said[0][0]}", *(", ".join(one[1:]) for one in said))
        return super().compared(part, values)

    def sign(self, part: str, value: str) -> str:
        """The dye of a shop or die, or the shop."""
        if value in (NOTHING, ELSE) or part == ROUND or _kind(part) == 1:
            return ""
        if _kind(part) == 2:
            return f"dye-{_die(value).dye}"
        shop = _lies(value)
        return f"dye-{shop.dye}" if shop.dye else f"shop-{shop.owner}"

    def changes(self, values: Mapping[str, str]) -> tuple[Change, ...]:
        """Part by part. An empty place of the market changes nothing, as no row has a gap."""
        return tuple(change for part, value in values.items() if (change := _change(part, value)) is not None)

    def entered(self, values: Mapping[str, str]) -> tuple[str, str]:
        """Taps; then the first space that is still to be tapped, or the dice."""
        seen = {part: value for part, value in values.items() if value != ELSE}
        changes = list(self.changes({part: value for part, value in seen.items() if not _place(part)[1]}))
        changes += _rows(self.state, seen)
        left = [part for part in values if part not in seen]
        lies, firsts = [part for part in left if _kind(part) < 2], [f"market {merchant} 1" for merchant in MERCHANTS]
        if lies:
            then = f"city/{lies[0]}" if lies[0] in SPACES else "city"
        else:
            then = next((f"city/dice-{n}" for n, part in enumerate(firsts, 1) if part in left), "city/dice")
        return do("tap", changes=to_builtins(changes)), then

    def tapped(self, part: str) -> str:
        """A space can be tapped right; a merchant on the space where it stands."""
        return f"at/{part}" if part in SPACES else ""

    def picture(self, seen: Sequence[Seen], numbers: Mapping[str, int]) -> str:
        """The city from straight above, with what was read over it."""
        read = {one.part: one.value for one in seen[0].sighted.readings}
        spaces = [
            (_area(part), _lies(value) if value != NOTHING else None, _standing(read, part))
            for part, value in read.items()
            if part in SPACES
        ]
        market = tuple(tuple(_row(merchant, read)) for merchant in MERCHANTS)
        return show(
            self.context,
            "hangzhou/photo_city.html",
            shot=jpeg(seen[0]),
            spaces=spaces,
            rings=[(_area(part), number) for part, number in numbers.items() if part in SPACES],
            side=UNIT * 5,
            rows=turn.market(self.context, market) if any(market) else (),
        )


def photographed(context: TableContext, item: str) -> City | None:
    """The city is everybody's, and whoever is seated may enter it. None: it is no time to."""
    state = entry.draft(context)
    return None if state is None else City(context=context, by_hand="city", state=state, judge=certainty.judged)


def comparisons(context: TableContext) -> tuple[City, ...]:
    """The city; not while the merchants move."""
    if phase(context).name == "merchants":
        return ()
    state = context.position
    return (City(context=context, zone="city", whole=True, state=state, judge=certainty.judged),)


def _place(part: str) -> tuple[str, int]:
    """The merchant of a part, and its place in that row of the market; 0: the figure, "": neither. 400 for others."""
    match part.split():
        case ["merchant", name] if name in MERCHANTS:
            return name, 0
        case ["market", name, n] if name in MERCHANTS and n in ("1", "2", "3", "4"):
            return name, int(n)
        case [name] if name in (*SPACES, ROUND):
            return "", 0
    return abort(400)


def _kind(part: str) -> int:
    """0: a space; 1: a merchant; 2: a die."""
    name, at = _place(part)
    return 2 if at or part == ROUND else 1 if name else 0


def _area(part: str) -> Area | None:
    """A space in the picture."""
    return (UNIT * "ABCDE".index(part[0]), UNIT * (int(part[1]) - 1), UNIT, UNIT) if part in SPACES else None


def shown(reading: Reading) -> Shown:
    """Reading of a part. Coins that lie on one another are counted up to three."""
    part, value, others = reading.part, reading.value, tuple[str, ...]()
    if part in SPACES and value.endswith(str(MANY)):
        others = tuple(f"{value[:-1]}{coins}" for coins in range(MANY + 1, COINS + 1))
    return Shown(part, value, reading.second, reading.sure, others, area=_area(part))


def _shop_value(state: State, shop: Shop | None) -> str:
    if shop is None:
        return NOTHING
    dye = DYE_LETTERS[DYES.index(shop.dye)] if shop.dye else ""
    return f"{COLOUR_LETTERS[state.colours[shop.owner]]}{dye}{min(shop.coins, COINS) or ''}"


def _lies(value: str) -> Lies:
    """A shop by its value; 400 for another value."""
    owner, dye, coins = (_SHOP.fullmatch(value) or abort(400)).groups()
    return Lies(_OWNERS[owner], DYE_NAMED[dye] if dye else None, int(coins or 0))


def _die(value: str) -> Die:
    """A die by its value; 400 for another value."""
    letter, price = (_DIE.fullmatch(value) or abort(400)).groups()
    dye = DYE_NAMED[letter]
    return Die(dye, int(price)) if int(price) in DYE_ROWS[DYE_INDEX[dye]].prices else abort(400)


def _change(part: str, value: str) -> Change | None:
    (name, at), kind = _place(part), _kind(part)
    if kind == 0:
        return Change(f"city.{part}", None if value == NOTHING else to_builtins(_lies(value)))
    if kind == 1:
        place = None if value == NOTHING else value if value in SPACES else abort(400)
        return Change(f"merchants.{name}", place)
    if value == NOTHING:
        return None
    if part == ROUND:
        return Change("round_die", int(value) if re.fullmatch("[1-6]", value) else abort(400))
    return Change(f"market.{name}.{at - 1}", to_builtins(_die(value)))


def _row(merchant: Merchant, read: Mapping[str, str]) -> list[Die]:
    """The dice of a row up to its first gap."""
    found = [read.get(f"market {merchant} {n}", NOTHING) for n in range(1, 5)]
    return [_die(value) for value in takewhile(lambda value: value != NOTHING, found)]


def _rows(state: State, read: Mapping[str, str]) -> list[Change]:
    """Rows of a draft as far as they were read; behind that they stay."""
    lie = zip(MERCHANTS, state.market, strict=True)
    rows = [(merchant, _row(merchant, read), row) for merchant, row in lie]
    return [Change(f"market.{one}", to_builtins([*dice, *row[len(dice) :]])) for one, dice, row in rows if dice]


def _standing(read: Mapping[str, str], space: str) -> list[tuple[Merchant, int]]:
    """The merchants on a space, with their numbers."""
    return [(one, n) for n, one in enumerate(MERCHANTS, 1) if read.get(f"merchant {one}") == space]
