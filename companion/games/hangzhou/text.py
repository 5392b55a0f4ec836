"""The one-line text of a position, as docs/positions.md defines it: what the types of the state do not tell."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

from msgspec import UNSET

from companion.engine.forms import Form, named, or_none, row
from companion.engine.game import ParseError, Seat
from companion.engine.message import Said
from companion.engine.positiontext import Options, PositionText
from companion.engine.reading import Field, Token, twice
from companion.engine.seating import Seating, Seats
from companion.games.hangzhou import components
from companion.games.hangzhou import state as st
from companion.games.hangzhou.letters import COLOUR_LETTERS, COLOUR_NAMED, DYE_LETTERS, DYE_NAMED, dye_letter, message
from companion.games.hangzhou.names import DYE_INDEX, DYES, MERCHANTS, SPACES, Colour, Space

_SHOP = re.compile(r"([a-e][1-5])([wbry])([brygopk]?)([0-9]{0,9})")
_COUNT = re.compile(r"([a-z]+)([0-9]{1,9})")
_AT_LEAST = re.compile(r"c([0-9]{1,9})\+")
_City = tuple[st.Shop | None, ...]


class _Seats(Seats, frozen=True):
    def field(self, fields: Mapping[str, Field], before: str, seat: int) -> Field | None:
        colour = COLOUR_NAMED[self.letters[seat].lower()]
        short, full = super().field(fields, before, seat), fields.get(colour)
        if short is not None and full is not None:
            raise full.name.wrong(message("hand_twice", colour=colour))
        return short or full


@cache
def _seats(colours: tuple[Colour, ...]) -> Seats:
    named = {name: Seat(colours.index(colour)) for name, colour in COLOUR_NAMED.items() if colour in colours}
    return _Seats([COLOUR_LETTERS[colour] for colour in colours], named)


class _Seating(Seating):
    """Seats by the letter or name of their colour; the line begins with the letters in seat order."""

    each = "hand"

    def __init__(self) -> None:
        self.names = tuple(COLOUR_NAMED)

    def seats(self, state: st.State) -> Seats:
        return _seats(state.colours)

    def written(self, seats: Seats) -> str:
        return "".join(seats.letters)

    def read(self, words: Sequence[Token]) -> Seats:
        if not words:
            raise ParseError(message("no_players"))
        found: list[Colour] = []
        for word in words:
            for part in _colours(word):
                colour = COLOUR_NAMED.get(part)
                if colour is None:
                    raise word.wrong(message("player_letters", given=word.text))
                if colour in found:
                    raise word.wrong(message("colour_twice_in", given=word.text, colour=colour))
                found.append(colour)
        return _seats(tuple(found))

    def fields(self, seats: Seats) -> dict[str, Any]:
        return {"colours": tuple(COLOUR_NAMED[letter.lower()] for letter in seats.letters)}


def _colours(word: Token) -> Sequence[str]:
    """A colour's name, or the letters of several."""
    name = word.text.lower()
    return [name] if name in COLOUR_NAMED else name


def default_bag(state: st.State) -> st.Counts:
    """The dice that are not on the market."""
    dice = list(components.DICE)
    for die in chain(*state.market):
        dice[DYE_INDEX[die.dye]] -= 1
    return tuple(max(0, n) for n in dice)


def default_supply(state: st.State) -> st.Counts:
    """The dyes that lie nowhere else."""
    left = [n - pool - sold for n, pool, sold in zip(components.CUBES, state.pool, state.sold, strict=True)]
    for shop in state.city:
        if shop and shop.dye:
            left[DYE_INDEX[shop.dye]] -= 1
    for hand in state.hands:
        for i in range(len(DYES)):
            left[i] -= hand.dyes[i]
    return tuple(max(0, n) for n in left)


def default_hands(state: st.State) -> tuple[st.Hand, ...]:
    """The coins of the start, and the shops that do not stand in the city."""
    owners = [shop.owner for shop in state.city if shop is not None]
    shops = [components.SHOPS[colour] - owners.count(Seat(seat)) for seat, colour in enumerate(state.colours)]
    return tuple(st.Hand(components.START_COINS, max(0, n)) for n in shops)


def _city_text(city: _City, seats: Seats, left: _City) -> str:
    return " ".join(
        [
            f"{space}{seats.letters[shop.owner]}{dye_letter(shop.dye) if shop.dye else ''}{shop.coins or ''}"
            for space, shop in zip(SPACES, city, strict=True)
            if shop
        ]
    )


def _city(field: Field, seats: Seats, left: _City) -> _City:
    shops: dict[Space, st.Shop] = {}
    for token in field.items:
        match = _SHOP.fullmatch(token.text.lower())
        if match is None or match.group(1).upper() not in SPACES:
            raise token.unexpected("city", message("shop"))
        space = Space(match.group(1).upper())
        if space in shops:
            raise token.wrong(twice("city", space))
        owner = seats.seat(token, "city", match.group(2).upper())
        shops[space] = st.Shop(owner, DYE_NAMED.get(match.group(3)), int(match.group(4) or 0))
    return tuple(shops.get(space) for space in SPACES)


def _counted(token: Token, field: Said) -> tuple[str, int]:
    match = _COUNT.fullmatch(token.text.lower())
    if match is None:
        raise token.unexpected(field, message("letter_and_number"))
    return match.group(1), int(match.group(2))


def _market_text(market: tuple[tuple[st.Die, ...], ...], *_: object) -> str:
    return " / ".join([" ".join([f"{dye_letter(die.dye)}{die.price}" for die in row]) for row in market])


def _market(field: Field, *_: object) -> tuple[tuple[st.Die, ...], ...]:
    rows: list[list[st.Die]] = [[]]
    for token in field.items:
        if token.text == "/":
            rows.append([])
            if len(rows) > len(MERCHANTS):
                raise token.wrong(message("market_rows"))
            continue
        dye, price = _counted(token, "market")
        if dye not in DYE_NAMED or price < 1:
            raise token.unexpected("market", message("die_short"))
        rows[-1].append(st.Die(DYE_NAMED[dye], price))
    return tuple(map(tuple, rows + [[]] * (len(MERCHANTS) - len(rows))))


def _hand_text(hand: st.Hand, seats: Seats, left: st.Hand) -> str:
    shops = f"s{hand.shops}" if hand.shops != left.shops else ""
    if hand.hidden:
        return f"hidden {shops}".strip()
    points = f"v{hand.points}" if hand.points else ""
    dyes = [f"{letter}{n}" for letter, n in zip(DYE_LETTERS, hand.dyes, strict=True) if n]
    return " ".join(filter(None, (f"c{hand.coins}{'+' * hand.doubted}", *dyes, points, shops)))


def _hand(field: Field, seats: Seats, left: st.Hand) -> st.Hand:
    held = {"c": 0, "s": left.shops, "v": 0}
    more, dyes, hidden, whose = False, list(st.NONE), False, message("hand_of", colour=COLOUR_NAMED[field.name.text])
    for token in field.items:
        if token.text.lower() == "hidden":
            hidden = True
            continue
        at_least = _AT_LEAST.fullmatch(token.text.lower())
        if at_least is not None:
            held["c"], more = int(at_least.group(1)), True
            continue
        name, n = _counted(token, whose)
        if name in held:
            held[name] = n
        elif name in DYE_NAMED:
            dyes[DYE_INDEX[DYE_NAMED[name]]] += n
        else:
            raise token.unexpected(whose, message("hand_things", letters=tuple(DYE_LETTERS)), name)
    if hidden:
        return st.Hand(0, held["s"], hidden=True)
    return st.Hand(held["c"], held["s"], held["v"], tuple(dyes), at_least=more or UNSET)


def _seals_text(seals: tuple[bool, ...], seats: Seats, left: object) -> str:
    return "".join([letter for letter, down in zip(seats.letters, seals, strict=True) if down])


def _seals(field: Field, seats: Seats, left: object) -> tuple[bool, ...]:
    down = {seats.seat(token, "seals", part.upper()) for token in field.items for part in _colours(token)}
    return tuple(seat in down for seat in range(len(seats.letters)))


_FORMS = {
    "city": Form(_city_text, _city, (None,) * len(SPACES)),
    "merchants": row(
        or_none(
            named(
                {space.lower(): space for space in SPACES},
                lambda token, _: token.wrong(message("merchant_space", given=token.text)),
            )
        ),
        lambda token: token.wrong(message("four_spaces", most=tuple(MERCHANTS[:-1]), last=MERCHANTS[-1])),
        len(MERCHANTS),
        len(MERCHANTS),
    ),
    "market": Form(_market_text, _market, ((),) * len(MERCHANTS)),
    "hands": Form(_hand_text, _hand, leans=True),
    "seals": Form(_seals_text, _seals),
}
_TEXT = PositionText(
    "hangzhou",
    st.State,
    _Seating(),
    "city merchants market bag hands pool sold supply seals start round round_die mixed_returned now",
    read="options city market start merchants bag hands seals now round_die round mixed_returned pool sold supply",
    options=Options(st.Options(), st.SWITCHES, st.settled, "round-die"),
    follows={
        "bag": default_bag,
        "hands": default_hands,
        "supply": default_supply,
        "seals": lambda state: (False,) * len(state.colours),
        "round_die": lambda state: state.options.start_at,
        "now": lambda state: st.Play(state.start),
    },
    forms=_FORMS,
)
text, parse = _TEXT.text, _TEXT.parse
