"""The city with its merchants and the dice of the market, as photographs show them: entered, or compared with the app.

Parts are named as readings name them: ``A3``, ``merchant orange``, ``market orange 1``, and ``die`` for the round die;
their values are written as in positions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, Final

from flask import abort
from msgspec import Struct, convert, to_builtins

from companion.engine.correction import Change
from companion.games.hangzhou import certainty
from companion.games.hangzhou.certainty import COINS, MARKET, MERCHANT, ROUND
from companion.games.hangzhou.components import DYE_NAMES, DYE_ROWS
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Colour, Merchant
from companion.games.hangzhou.pages import entry, labels, turn
from companion.games.hangzhou.pages.beats import phase
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.rounds import HIGHEST, ROW
from companion.games.hangzhou.state import Die, Shop, State
from companion.sight.reading import NOTHING, Reading, Seen
from companion.web.photographs import ELSE, Area, Photographed, Shown, jpeg
from companion.web.table.frame import show
from companion.web.widgets import do

UNIT: Final = 60
"""Of a space in the picture."""
NO_DIE: Final = "photo.no_die"
MANY: Final = 3
"""Coins from which the camera does not count on: they lie on one another."""
SHOPS: Final = {
    f"{colour.letter}{dye.letter if dye else ''}{coins or ''}": {"owner": colour.value, "dye": dye, "coins": coins}
    for colour in Colour
    for dye in (None, *DYES)
    for coins in range(COINS + 1)
}
DICE: Final = {f"{row.dye.letter}{price}": {"dye": row.dye, "price": price} for row in DYE_ROWS for price in row.prices}


class Part(Struct, frozen=True):
    """A part of the board: its path in a position, its JSON values by their texts, the phrase for nothing there, and
    for a merchant or a place of the market whose it is, and which place."""

    path: str
    values: Mapping[str, Any]
    nothing: str = ""
    merchant: Merchant | None = None
    place: int = 0


PARTS: Final = {
    **{space.value: Part(f"city.{space}", {NOTHING: None, **SHOPS}, "free") for space in SPACES},
    **{
        f"{MERCHANT}{one}": Part(
            f"merchants.{one}", {NOTHING: None} | {at.value: at.value for at in SPACES}, "gate", one
        )
        for one in MERCHANTS
    },
    **{
        f"{MARKET}{one} {n}": Part(f"market.{one}.{n - 1}", {NOTHING: None, **DICE}, NO_DIE, one, n)
        for one in MERCHANTS
        for n in range(1, ROW + 1)
    },
    ROUND: Part("round_die", {NOTHING: None, **{str(n): n for n in range(1, HIGHEST + 1)}}, NO_DIE),
}
"""By name."""


class City(Photographed[TableContext], frozen=True, kw_only=True):
    """The city and the market, of a position or of the draft that is tapped in."""

    state: State

    def believed(self) -> Mapping[str, str]:
        state = self.state
        spaces = {space.value: _shop_text(state, state.shop(space)) for space in SPACES}
        stand = zip(MERCHANTS, state.merchants, strict=True)
        merchants = {f"{MERCHANT}{name}": at.value if at else NOTHING for name, at in stand}
        market = {
            f"{MARKET}{merchant} {n}": f"{die.dye.letter}{die.price}"
            for merchant, row in zip(MERCHANTS, state.market, strict=True)
            for n, die in enumerate(row, 1)
        }
        return {**spaces, **merchants, **market, ROUND: str(state.round_die)}

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
        return tuple(map(make_shown, self.readings(seen) if self.zone else seen[0].sighted.readings))

    def named(self, part: str) -> str:
        words, known = self.context.own_words, _find(part)
        if known.merchant is None:
            return words.phrase("round_die") if part == ROUND else part
        merchant = labels.merchant(self.context, known.merchant)
        return words.phrase("photo.die" if known.place else "merchant_here", merchant=merchant, n=str(known.place))

    def called(self, part: str, value: str) -> str:
        return ", ".join(self._words(part, value))

    def _words(self, part: str, value: str) -> tuple[str, ...]:
        """A value in words: owner, dye and coins of a shop; colour and price of a die; where a merchant stands."""
        words, dyes = self.context.own_words, DYE_NAMES[self.context.language]
        match _read(part, value):
            case {"owner": owner, "dye": dye, "coins": coins}:
                name = words.phrase("shop_of", name=entry.name_of(self.context, Colour(owner)))
                lies = dyes[dye] if dye else words.phrase("no_dye")
                return (name, lies, *((words.count("thing.coins", coins),) if coins else ()))
            case {"dye": dye, "price": price}:
                return (f"{dyes[dye]} {price}",)
            case None:
                return (words.phrase(_find(part).nothing),)
        return (value,)

    def compared(self, part: str, values: Sequence[str]) -> tuple[str, ...]:
        """Names a shop by its pieces, for shops of one owner look alike."""
        named = [self._words(part, value) for value in values]
        if len({one[0] for one in named}) == 1 and all(len(one) > 1 for one in named):
            return (f"{self.named(part)}: {named[0][0]}", *(", ".join(one[1:]) for one in named))
        return super().compared(part, values)

    def sign(self, part: str, value: str) -> str:
        """The dye of a shop or die, or the shop."""
        match None if value == ELSE else _read(part, value):
            case {"owner": owner, "dye": None}:
                return f"shop-{owner}"
            case {"dye": dye}:
                return f"dye-{dye}"
        return ""

    def changes(self, values: Mapping[str, str]) -> tuple[Change, ...]:
        """Part by part. Where no die is, nothing changes: no row has a gap, and the round die is on the table."""
        found = ((_find(part), _read(part, value)) for part, value in values.items())
        return tuple(Change(part.path, value) for part, value in found if value is not None or part.nothing != NO_DIE)

    def entered(self, values: Mapping[str, str]) -> tuple[str, str]:
        """Taps; then the first space that is still to be tapped, or the dice."""
        read = {part: value for part, value in values.items() if value != ELSE}
        changes = list(self.changes({part: value for part, value in read.items() if not _find(part).place}))
        for merchant, row in zip(MERCHANTS, self.state.market, strict=True):
            if dice := _row(merchant, read):  # behind the dice that were read the row stays
                changes.append(Change(f"market.{merchant}", [*dice, *row[len(dice) :]]))
        left = [part for part in values if part not in read]
        if lies := [part for part in left if part in SPACES or part.startswith(MERCHANT)]:
            then = f"city/{lies[0]}" if lies[0] in SPACES else "city"
        else:
            firsts = [merchant.number for merchant in MERCHANTS if f"{MARKET}{merchant} 1" in left]
            then = f"city/dice-{firsts[0]}" if firsts else "city/dice"
        return do("tap", changes=to_builtins(changes)), then

    def tapped(self, part: str) -> str:
        """A space can be tapped right; a merchant on the space where it stands."""
        return f"at/{part}" if part in SPACES else ""

    def picture(self, seen: Sequence[Seen], numbers: Mapping[str, int]) -> str:
        """The city from straight above, with what was read over it."""
        read = {one.part: one.value for one in seen[0].sighted.readings}
        market = convert([_row(merchant, read) for merchant in MERCHANTS], list[list[Die]])
        return show(
            self.context,
            "hangzhou/photo_city.html",
            shot=jpeg(seen[0]),
            spaces=[(_area(at), _read(at, read[at]), _standing(read, at)) for at in SPACES if at in read],
            rings=[(_area(part), number) for part, number in numbers.items() if part in SPACES],
            side=UNIT * 5,
            rows=turn.list_market_rows(self.context, market) if any(market) else (),
        )


def photographed(context: TableContext, item: str) -> City | None:
    """The city is everybody's, and whoever is seated may enter it. None: it is no time to."""
    state = entry.find_draft(context)
    return None if state is None else City(context=context, by_hand="city", state=state, judge=certainty.judged)


def comparisons(context: TableContext) -> tuple[City, ...]:
    """The city; not while the merchants move."""
    if phase(context).name == "merchants":
        return ()
    return (City(context=context, zone="city", whole=True, state=context.position, judge=certainty.judged),)


def _find(part: str) -> Part:
    """Returns a part by its name; 400 if there is none."""
    return PARTS.get(part) or abort(400)


def _read(part: str, value: str) -> Any:
    """Returns a value as corrections write it; None for nothing. 400 for a value that the part cannot have."""
    values = _find(part).values
    return values[value] if value in values else abort(400)


def _area(part: str) -> Area | None:
    """A space in the picture."""
    return (UNIT * "ABCDE".index(part[0]), UNIT * (int(part[1]) - 1), UNIT, UNIT) if part in SPACES else None


def make_shown(reading: Reading) -> Shown:
    """Reading of a part. Coins that lie on one another are counted up to three."""
    part, value, others = reading.part, reading.value, tuple[str, ...]()
    if part in SPACES and value.endswith(str(MANY)):
        others = tuple(f"{value[:-1]}{coins}" for coins in range(MANY + 1, COINS + 1))
    return Shown(part, value, reading.second, reading.sure, others, area=_area(part))


def _shop_text(state: State, shop: Shop | None) -> str:
    if shop is None:
        return NOTHING
    dye = shop.dye.letter if shop.dye else ""
    return f"{state.colours[shop.owner].letter}{dye}{min(shop.coins, COINS) or ''}"


def _row(merchant: Merchant, read: Mapping[str, str]) -> list[Any]:
    """The dice of a row up to its first gap."""
    dice = (_read(part, read.get(part, NOTHING)) for n in range(1, ROW + 1) for part in (f"{MARKET}{merchant} {n}",))
    return list(takewhile(bool, dice))


def _standing(read: Mapping[str, str], space: str) -> list[Merchant]:
    """The merchants on a space."""
    return [one for one in MERCHANTS if read.get(f"{MERCHANT}{one}") == space]
