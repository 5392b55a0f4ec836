"""The one-line text of a position, as docs/positions.md defines it: reading, with precise errors."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from companion.engine.game import OptionError, ParseError, Seat
from companion.engine.message import Said, either
from companion.engine.reading import A_PLAYER, Field, Reading, Token, one_of_players, read_fields, read_switches, twice
from companion.games.hangzhou import components
from companion.games.hangzhou import state as st
from companion.games.hangzhou.letters import (
    COLOUR_LETTERS,
    COLOUR_NAMED,
    DYE_LETTERS,
    DYE_NAMED,
    MERCHANT_NAMED,
    listed,
    message,
)
from companion.games.hangzhou.names import DYE_INDEX, MERCHANTS, SPACES, Colour, Kind, Merchant, Space
from companion.games.hangzhou.text import default_bag, default_shops, default_supply

_OPTIONS = tuple(switch.name.replace("_", "-") for switch in st.SWITCHES)
_OWN = ("city", "merchants", "market", "bag", "pool", "sold", "supply")
_SMALL = ("seals", "start", "round", "die", "mixed", "now")
_FIELDS = (*_OWN, *_SMALL, *COLOUR_NAMED, *_OPTIONS)
_SHOP = re.compile(r"([a-e][1-5])([wbry])([brygopk]?)([0-9]{0,9})")
_COUNT = re.compile(r"([a-z]+)([0-9]{1,9})")


def parse(text: str) -> st.State:
    """The position in the text. Raises `ParseError` with line, column, and what was expected there."""
    reading = read_fields(text, _FIELDS)
    return _Parser(reading, _players(reading)).state()


def _players(reading: Reading) -> tuple[Colour, ...]:
    words = list(reading.head)
    if words and words[0].text.lower() == "hangzhou":
        words = words[1:]
    if not words:
        raise ParseError(message("no_players"), 1, 1)
    found: list[Colour] = []
    for word in words:
        name = word.text.lower()
        for part in [name] if name in COLOUR_NAMED else list(name):
            colour = COLOUR_NAMED.get(part)
            if colour is None:
                raise word.wrong(message("player_letters", given=word.text))
            if colour in found:
                raise word.wrong(message("colour_twice_in", given=word.text, colour=colour))
            found.append(colour)
    return tuple(found)


def _dice(field: Field | None) -> tuple[tuple[st.Die, ...], ...]:
    rows: list[list[st.Die]] = [[]]
    for token in field.items if field else ():
        if token.text == "/":
            rows.append([])
            if len(rows) > len(MERCHANTS):
                raise token.wrong(message("market_rows"))
            continue
        dye, n = _counted(token, "market")
        if dye not in DYE_NAMED or n < 1:
            raise token.unexpected("market", message("die_short"))
        rows[-1].append(st.Die(DYE_NAMED[dye], n))
    rows += [[] for _ in range(len(MERCHANTS) - len(rows))]
    return tuple(tuple(row) for row in rows)


def _counted(token: Token, field: Said) -> tuple[str, int]:
    match = _COUNT.fullmatch(token.text.lower())
    if match is None:
        raise token.unexpected(field, message("letter_and_number"))
    return match.group(1), int(match.group(2))


def _counts(field: Field) -> st.Counts:
    """``b2 k1``; ``-`` alone is none of all."""
    counts = list(st.NONE)
    if [token.text for token in field.items] == ["-"]:
        return st.NONE
    for token in field.items:
        name, n = _counted(token, field.name.text)
        if name not in DYE_NAMED:
            raise token.unexpected(field.name.text, message("a_dye", letters=tuple(DYE_LETTERS)), name)
        counts[DYE_INDEX[DYE_NAMED[name]]] += n
    return tuple(counts)


def _spaces(field: Field | None) -> tuple[Space | None, ...]:
    if field is None:
        return (None,) * len(MERCHANTS)
    if len(field.items) != len(MERCHANTS):
        place = field.items[len(MERCHANTS)] if len(field.items) > len(MERCHANTS) else field.name
        *most, last = MERCHANTS
        raise place.wrong(message("four_spaces", most=tuple(most), last=last))
    return tuple(_space(token) for token in field.items)


def _space(token: Token) -> Space | None:
    if token.text == "-":
        return None
    name = token.text.upper()
    if name not in SPACES:
        raise token.wrong(message("merchant_space", given=token.text))
    return Space(name)


class _Parser:
    """A position being put together: the fields, and whose seats there are."""

    def __init__(self, reading: Reading, players: tuple[Colour, ...]) -> None:
        self.fields = reading.fields
        self.players = players
        self.seats = {colour: Seat(i) for i, colour in enumerate(players)}

    def state(self) -> st.State:
        options = self._options()
        city, market = self._city(), _dice(self.fields.get("market"))
        start = self._start()
        state = st.State(
            colours=self.players,
            city=city,
            merchants=_spaces(self.fields.get("merchants")),
            market=market,
            bag=self._counts_or("bag", default_bag(market)),
            supply=st.NONE,
            hands=self._hands(city),
            seals=self._seals(),
            now=self._now(start),
            start=start,
            round_die=self._whole("die", options.start_at),
            round=self._whole("round", 1),
            mixed_returned=self._yes("mixed"),
            pool=self._counts_or("pool", st.NONE),
            sold=self._counts_or("sold", st.NONE),
            options=options,
        )
        return replace(state, supply=self._counts_or("supply", default_supply(state)))

    def _seat(self, token: Token, name: str, field: str) -> Seat:
        colour = COLOUR_NAMED.get(name.lower())
        if colour not in self.seats:
            playing = tuple(COLOUR_LETTERS[c] for c in self.players)
            raise token.unexpected(field, one_of_players(playing), name)
        return self.seats[colour]

    def _counts_or(self, name: str, default: st.Counts) -> st.Counts:
        field = self.fields.get(name)
        return default if field is None else _counts(field)

    def _whole(self, name: str, default: int) -> int:
        field = self.fields.get(name)
        return default if field is None else field.whole(1)

    def _yes(self, name: str) -> bool:
        field = self.fields.get(name)
        return field is not None and field.yes()

    def _city(self) -> tuple[st.Shop | None, ...]:
        field = self.fields.get("city")
        shops: dict[Space, st.Shop] = {}
        for token in field.items if field else ():
            match = _SHOP.fullmatch(token.text.lower())
            if match is None or match.group(1).upper() not in SPACES:
                raise token.unexpected("city", message("shop"))
            space = Space(match.group(1).upper())
            if space in shops:
                raise token.wrong(twice("city", space))
            dye = DYE_NAMED[match.group(3)] if match.group(3) else None
            owner = self._seat(token, match.group(2).upper(), "city")
            shops[space] = st.Shop(owner, dye, int(match.group(4) or 0))
        return tuple(shops.get(space) for space in SPACES)

    def _hands(self, city: tuple[st.Shop | None, ...]) -> tuple[st.Hand, ...]:
        for name, field in self.fields.items():
            if name in COLOUR_NAMED:
                self._seat(field.name, name.upper(), "hand")
        return tuple(self._hand(colour, default_shops(city, self.players, s)) for colour, s in self.seats.items())

    def _hand(self, colour: Colour, shops: int) -> st.Hand:
        letter, full = COLOUR_LETTERS[colour].lower(), colour.value
        fields = [self.fields[name] for name in (letter, full) if name in self.fields]
        if not fields:
            return st.Hand(components.START_COINS, shops)
        if len(fields) > 1:
            raise fields[1].name.wrong(message("hand_twice", colour=colour))
        held = {"c": 0, "s": shops, "v": 0}
        dyes, hidden, whose = list(st.NONE), False, message("hand_of", colour=colour)
        for token in fields[0].items:
            if token.text.lower() == "hidden":
                hidden = True
                continue
            name, n = _counted(token, whose)
            if name in held:
                held[name] = n
            elif name in DYE_NAMED:
                dyes[DYE_INDEX[DYE_NAMED[name]]] += n
            else:
                what = message("hand_things", letters=tuple(DYE_LETTERS))
                raise token.unexpected(whose, what, name)
        if hidden:
            return st.Hand(0, held["s"], hidden=True)
        return st.Hand(held["c"], held["s"], held["v"], tuple(dyes))

    def _seals(self) -> tuple[bool, ...]:
        field = self.fields.get("seals")
        down: set[Seat] = set()
        for token in field.items if field else ():
            name = token.text.lower()
            for part in [name] if name in COLOUR_NAMED else list(name):
                down.add(self._seat(token, part.upper(), "seals"))
        return tuple(seat in down for seat in self.seats.values())

    def _start(self) -> Seat:
        field = self.fields.get("start")
        if field is None:
            return Seat(0)
        token = field.one(A_PLAYER)
        return self._seat(token, token.text, "start")

    def _now(self, start: Seat) -> st.Now:
        field = self.fields.get("now")
        if field is None:
            return st.Play(start)
        if not field.items:
            raise field.name.lacking(_NOW)
        word, *rest = field.items
        phase = next((phase for phase in st.PHASES if phase == word.text.lower()), None)
        if phase is None:
            raise word.unexpected("now", _NOW)
        most = _AFTER[phase]
        if len(rest) > most:
            raise rest[most].too_much("now", phase)
        if phase in ("pick", "play"):
            seat = self._seat(rest[0], rest[0].text, "now") if rest else start
            return st.now_of(phase, seat, _taken(rest[1:]), None)
        return st.now_of(phase, None, None, _merchant(rest))

    def _options(self) -> st.Options:
        values: dict[str, Any] = read_switches(self.fields, st.SWITCHES)
        try:
            return st.settled(st.Options(**values), len(self.players))
        except OptionError as error:
            raise self.fields["round-die"].name.wrong(error.what) from error


_NOW = either(st.PHASES)
_AFTER = {
    "draw": 0,
    "pick": 1,
    "market": 0,
    "play": 2,
    "move": 1,
    "ask": 1,
    "roll": 1,
    "over": 0,
}
"""How many words may follow each."""


def _merchant(words: list[Token]) -> Merchant:
    if not words:
        return MERCHANTS[0]
    if words[0].text.lower() not in MERCHANT_NAMED:
        raise words[0].unexpected("now", message("a_merchant", names=listed(MERCHANTS)))
    return MERCHANT_NAMED[words[0].text.lower()]


def _taken(words: list[Token]) -> Kind | None:
    if not words:
        return None
    if words[0].text.lower() not in tuple(Kind):
        raise words[0].unexpected("now", message("first_action", names=listed(Kind)))
    return Kind(words[0].text.lower())
