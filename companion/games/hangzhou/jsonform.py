"""The JSON form of a position: names instead of places in tuples. Its schema is position.schema.json."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from companion.engine import jsontext
from companion.engine.game import BadOption, Seat
from companion.games.hangzhou import state as st
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Colour, Dye, Kind, Merchant, Space

FORMAT: Final = 1
MOST: Final = 999_999_999
"""The largest number that a position can hold, in JSON as in text."""
Count = Annotated[int, Meta(ge=0, le=MOST)]
Positive = Annotated[int, Meta(ge=1, le=MOST)]
DyeCounts = dict[Dye, Count]
N = TypeVar("N", bound=str)


class ShopForm(Struct, forbid_unknown_fields=True):
    """A shop in the city."""

    owner: Colour
    dye: Dye | None = None
    coins: Count = 0


class HandForm(Struct, forbid_unknown_fields=True):
    """What a player holds; dyes left out are none."""

    coins: Count
    shops: Count
    points: Count = 0
    dyes: DyeCounts = {}
    hidden: bool = False


class DieForm(Struct, forbid_unknown_fields=True):
    """A price die as it lies."""

    dye: Dye
    price: Positive


class NowForm(Struct, forbid_unknown_fields=True):
    """What comes next: `player` for pick and play, `merchant` for move, ask and roll."""

    phase: st.Phase
    player: Colour | None = None
    taken: Kind | None = None
    merchant: Merchant | None = None


class Position(Struct, forbid_unknown_fields=True):
    """A position of Hangzhou. Spaces without a shop, dyes without a cube may be left out or null."""

    game: Literal["hangzhou"]
    format: Literal[1]
    players: Annotated[list[Colour], Meta(min_length=1, max_length=4)]
    city: dict[Space, ShopForm | None]
    merchants: dict[Merchant, Space | None]
    market: dict[Merchant, list[DieForm]]
    bag: DyeCounts
    supply: DyeCounts
    hands: dict[Colour, HandForm]
    seals: list[Colour]
    now: NowForm
    start: Colour
    round_die: Positive
    round: Positive
    mixed_returned: bool
    pool: DyeCounts = {}
    sold: DyeCounts = {}
    options: st.Options = st.Options()


def _counts(counts: st.Counts) -> DyeCounts:
    return dict(zip(DYES, counts, strict=True))


def _tuple(counts: DyeCounts) -> st.Counts:
    return tuple(counts.get(dye, 0) for dye in DYES)


def form(state: st.State) -> Position:
    """The position with its names."""
    colours = state.colours
    return Position(
        game="hangzhou",
        format=FORMAT,
        players=list(colours),
        city={space: ShopForm(colours[s.owner], s.dye, s.coins) for space, s in state.shops()},
        merchants=dict(zip(MERCHANTS, state.merchants, strict=True)),
        market={
            merchant: [DieForm(die.dye, die.price) for die in row]
            for merchant, row in zip(MERCHANTS, state.market, strict=True)
        },
        bag=_counts(state.bag),
        supply=_counts(state.supply),
        hands={
            colour: HandForm(hand.coins, hand.shops, hand.points, _counts(hand.dyes), hand.hidden)
            for colour, hand in zip(colours, state.hands, strict=True)
        },
        seals=[colour for colour, down in zip(colours, state.seals, strict=True) if down],
        now=_now_form(state),
        start=colours[state.start],
        round_die=state.round_die,
        round=state.round,
        mixed_returned=state.mixed_returned,
        pool=_counts(state.pool),
        sold=_counts(state.sold),
        options=state.options,
    )


def _now_form(state: st.State) -> NowForm:
    now = state.now
    return NowForm(
        phase=st.phase(now),
        player=state.colours[now.seat] if isinstance(now, st.Pick | st.Play) else None,
        taken=now.taken if isinstance(now, st.Play) else None,
        merchant=now.merchant if isinstance(now, st.Move | st.Ask | st.Roll) else None,
    )


class _Seats:
    """Seats by colour, complaining about players who are not in the game."""

    def __init__(self, players: list[Colour]) -> None:
        if len(set(players)) != len(players):
            raise jsontext.invalid("a colour is named twice", "$.players")
        self._seats = {colour: Seat(i) for i, colour in enumerate(players)}

    def seat(self, colour: Colour | None, path: str) -> Seat:
        if colour not in self._seats:
            playing = ", ".join(self._seats)
            raise jsontext.invalid(f"{colour or 'null'} is none of the players {playing}", path)
        return self._seats[colour]

    def all_of(self, colours: dict[Colour, HandForm]) -> None:
        for colour in colours:
            self.seat(colour, "$.hands")
        for colour in self._seats:
            if colour not in colours:
                raise jsontext.invalid(f"the hand of {colour} is missing", "$.hands")


def state_of(position: Position) -> st.State:
    """The state behind the form. Raises `msgspec.ValidationError`."""
    seats = _Seats(position.players)
    seats.all_of(position.hands)
    hands = position.hands
    seals = {seats.seat(colour, "$.seals") for colour in position.seals}
    city = {
        space: st.Shop(seats.seat(shop.owner, f"$.city.{space}.owner"), shop.dye, shop.coins)
        for space, shop in position.city.items()
        if shop is not None
    }
    return st.State(
        colours=tuple(position.players),
        city=tuple(city.get(space) for space in SPACES),
        merchants=tuple(position.merchants.get(merchant) for merchant in MERCHANTS),
        market=tuple(
            tuple(st.Die(die.dye, die.price) for die in position.market.get(merchant, [])) for merchant in MERCHANTS
        ),
        bag=_tuple(position.bag),
        supply=_tuple(position.supply),
        hands=tuple(_hand(hands[colour]) for colour in position.players),
        seals=tuple(Seat(i) in seals for i in range(len(position.players))),
        now=_now(position.now, seats),
        start=seats.seat(position.start, "$.start"),
        round_die=position.round_die,
        round=position.round,
        mixed_returned=position.mixed_returned,
        pool=_tuple(position.pool),
        sold=_tuple(position.sold),
        options=_options(position),
    )


def _options(position: Position) -> st.Options:
    try:
        return st.settled(position.options, len(position.players))
    except BadOption as error:
        raise jsontext.invalid(str(error), "$.options") from error


def _hand(hand: HandForm) -> st.Hand:
    if hand.hidden:
        return st.Hand(0, hand.shops, hidden=True)
    return st.Hand(hand.coins, hand.shops, hand.points, _tuple(hand.dyes))


def _now(now: NowForm, seats: _Seats) -> st.Now:
    seat = None if now.player is None else seats.seat(now.player, "$.now.player")
    try:
        return st.now_of(now.phase, seat, now.taken, now.merchant)
    except ValueError as error:
        raise jsontext.invalid(str(error), "$.now") from error


def to_json(state: st.State) -> str:
    """The position as JSON text."""
    return msgspec.json.encode(form(state)).decode()


def from_json(text: str) -> st.State:
    """The state behind JSON text. Raises `Unreadable` with line, column and path."""
    return jsontext.read(text, Position, state_of)


def schema() -> dict[str, object]:
    """The JSON Schema of the form (2020-12)."""
    made = msgspec.json.schema(Position)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A position of Merchants of Hangzhou",
        **made,
    }
