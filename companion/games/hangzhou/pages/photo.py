"""The city with its merchants and the dice of the market, as photographs show them: entered, or compared with the app.

Parts are named as readings name them: ``A3``, ``merchant orange``, ``market orange 1``, and ``die`` for the round die.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
    MERCHANTS,
    SPACES,
    Colour,
    Dye,
    Merchant,
    Space,
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
        spaces = {space.value: _shop_text(state, state.shop(space)) for space in SPACES}
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
        return tuple(map(shown, sorted(found, key=lambda one: _order(one.part))))

    def named(self, part: str) -> str:
        words, (name, at) = self.context.own_words, _place(part)
        if not name:
            return words.phrase("round_die") if part == ROUND else part
        merchant = labels.merchant(self.context, Merchant(name))
        return words.phrase("photo.die" if at else "merchant_here", merchant=merchant, n=str(at))

    def called(self, part: str, value: str) -> str:
        return ", ".join(self._words(part, value))

    def _words(self, part: str, value: str) -> tuple[str, ...]:
        """A value in words: owner, dye and coins of a shop; colour and price of a die; where a merchant stands."""
        words, dyes = self.context.own_words, DYE_NAMES[self.context.language]
        match _value(part, value):
            case Lies(owner, dye, coins):
                name = words.phrase("shop_of", name=entry.name_of(self.context, owner))
                lies = dyes[dye] if dye else words.phrase("no_dye")
                return (name, lies, *((words.count("thing.coins", coins),) if coins else ()))
            case Die(dye=dye, price=price):
                return (f"{dyes[dye]} {price}",)
            case None:
                return (words.phrase(("free", "gate", "photo.no_die")[_order(part)]),)
        return (value,)

    def compared(self, part: str, values: Sequence[str]) -> tuple[str, ...]:
        """Names a shop by its pieces, for shops of one owner look alike."""
        named = [self._words(part, value) for value in values]
        if len({one[0] for one in named}) == 1 and all(len(one) > 1 for one in named):
            return (f"{self.named(part)}: {named[0][0]}", *(", ".join(one[1:]) for one in named))
        return super().compared(part, values)

    def sign(self, part: str, value: str) -> str:
        """The dye of a shop or die, or the shop."""
        match None if value == ELSE else _value(part, value):
            case Lies(owner=owner, dye=None):
                return f"shop-{owner}"
            case Lies(dye=dye) | Die(dye=dye):
                return f"dye-{dye}"
        return ""

    def changes(self, values: Mapping[str, str]) -> tuple[Change, ...]:
        """Part by part. An empty place of the market changes nothing, as no row has a gap."""
        return tuple(change for part, value in values.items() if (change := _change(part, value)) is not None)

    def entered(self, values: Mapping[str, str]) -> tuple[str, str]:
        """Taps; then the first space that is still to be tapped, or the dice."""
        read = {part: value for part, value in values.items() if value != ELSE}
        changes = list(self.changes({part: value for part, value in read.items() if not _place(part)[1]}))
        for merchant, row in zip(MERCHANTS, self.state.market, strict=True):
            if dice := _row(merchant, read):  # behind the dice that were read the row stays
                changes.append(Change(f"market.{merchant}", to_builtins([*dice, *row[len(dice) :]])))
        left = [part for part in values if part not in read]
        if lies := [part for part in left if _order(part) < 2]:
            then = f"city/{lies[0]}" if lies[0] in SPACES else "city"
        else:
            firsts = [n for n, merchant in enumerate(MERCHANTS, 1) if f"market {merchant} 1" in left]
            then = f"city/dice-{firsts[0]}" if firsts else "city/dice"
        return do("tap", changes=to_builtins(changes)), then

    def tapped(self, part: str) -> str:
        """A space can be tapped right; a merchant on the space where it stands."""
        return f"at/{part}" if part in SPACES else ""

    def picture(self, seen: Sequence[Seen], numbers: Mapping[str, int]) -> str:
        """The city from straight above, with what was read over it."""
        read = {one.part: one.value for one in seen[0].sighted.readings}
        spaces = [(_area(part), _value(part, value), _standing(read, part)) for part, value in read.items()]
        market = [_row(merchant, read) for merchant in MERCHANTS]
        return show(
            self.context,
            "hangzhou/photo_city.html",
            shot=jpeg(seen[0]),
            spaces=[one for one in spaces if one[0]],
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
    return (City(context=context, zone="city", whole=True, state=context.position, judge=certainty.judged),)


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


def _order(part: str) -> int:
    """0: a space; 1: a merchant; 2: a die."""
    name, at = _place(part)
    return 2 if at or part == ROUND else 1 if name else 0


def _value(part: str, value: str) -> Lies | Space | Die | int | None:
    """A part's value: of a space its shop, of a merchant its space. None: nothing. 400 for a value that it cannot
    have."""
    merchant, at = _place(part)
    if value == NOTHING:
        return None
    if part == ROUND:
        return int(value) if re.fullmatch("[1-6]", value) else abort(400)
    if at:
        letter, price = (_DIE.fullmatch(value) or abort(400)).groups()
        dye = DYE_NAMED[letter]
        return Die(dye, int(price)) if int(price) in DYE_ROWS[DYE_INDEX[dye]].prices else abort(400)
    if merchant:
        return Space(value) if value in SPACES else abort(400)
    owner, letter, coins = (_SHOP.fullmatch(value) or abort(400)).groups()
    return Lies(_OWNERS[owner], DYE_NAMED[letter] if letter else None, int(coins or 0))


def _change(part: str, value: str) -> Change | None:
    (merchant, at), found = _place(part), to_builtins(_value(part, value))
    if part in SPACES:
        return Change(f"city.{part}", found)
    if merchant and not at:
        return Change(f"merchants.{merchant}", found)
    return None if found is None else Change(f"market.{merchant}.{at - 1}" if at else "round_die", found)


def _area(part: str) -> Area | None:
    """A space in the picture."""
    return (UNIT * "ABCDE".index(part[0]), UNIT * (int(part[1]) - 1), UNIT, UNIT) if part in SPACES else None


def shown(reading: Reading) -> Shown:
    """Reading of a part. Coins that lie on one another are counted up to three."""
    part, value, others = reading.part, reading.value, tuple[str, ...]()
    if part in SPACES and value.endswith(str(MANY)):
        others = tuple(f"{value[:-1]}{coins}" for coins in range(MANY + 1, COINS + 1))
    return Shown(part, value, reading.second, reading.sure, others, area=_area(part))


def _shop_text(state: State, shop: Shop | None) -> str:
    if shop is None:
        return NOTHING
    dye = DYE_LETTERS[DYE_INDEX[shop.dye]] if shop.dye else ""
    return f"{COLOUR_LETTERS[state.colours[shop.owner]]}{dye}{min(shop.coins, COINS) or ''}"


def _row(merchant: Merchant, read: Mapping[str, str]) -> list[Die]:
    """The dice of a row up to its first gap."""
    row = list[Die]()
    for n in range(1, 5):
        part = f"market {merchant} {n}"
        die = _value(part, read.get(part, NOTHING))
        if not isinstance(die, Die):
            break
        row.append(die)
    return row


def _standing(read: Mapping[str, str], space: str) -> list[tuple[Merchant, int]]:
    """The merchants on a space, with their numbers."""
    return [(one, n) for n, one in enumerate(MERCHANTS, 1) if read.get(f"merchant {one}") == space]
