"""The state of a game of Hangzhou: frozen, compared by value, shared in structure with the states before.

Fields stand in the order in which a position is written in one line; each can be told from those before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct, field

from companion.engine.annotations import By, Count, Positive, Rule, Secret, Text
from companion.engine.game import CHANCE, OVER, Seat, Turn
from companion.engine.options import Options as HouseRules
from companion.games.hangzhou import components
from companion.games.hangzhou.names import (
    DYES,
    INDEX,
    MERCHANT_INDEX,
    MERCHANTS,
    SPACES,
    Colour,
    Dye,
    Kind,
    Merchant,
    Space,
)

T = TypeVar("T")
Counts = Annotated[tuple[Count, ...], By(DYES)]
"""How many of each dye (or of each dye's dice), in the order of `Dye`."""
NONE: Counts = (0,) * len(DYES)


class Options(HouseRules, frozen=True):
    """The house rules of a table, as the rules page names them."""

    blocking: Annotated[Literal["none", "no_sharing"], Rule("house-blocking")] = "none"
    trade: Annotated[Literal["forced", "optional"], Rule("house-trade")] = "forced"
    round_die: Annotated[Literal["returned", "sold_only"], Rule("house-round-die")] = "returned"
    start_at: Annotated[int, Meta(ge=1, le=5), Rule("house-start-at")] = 1
    repeat_action: Annotated[Literal["yes", "no"], Rule("house-repeat-action")] = "yes"
    open_hands: Annotated[Literal["yes", "hidden"], Rule("house-open-hands")] = "yes"
    round_limit: Annotated[Positive | None, Rule("house-round-limit")] = None


class Shop(Struct, frozen=True, gc=False):
    """A shop in the city, with at most one dye and any number of coins."""

    owner: Seat
    dye: Dye | None = None
    coins: Count = 0


class Hand(Struct, frozen=True):
    """Things of a player.

    `hidden`: not known here, in a view or because nobody entered it. All but the shops is then 0 and stays so, and the
    holder is taken to have whatever is needed. `at_least`: there may be more coins, as some may have been taken that
    nobody entered.
    """

    coins: Annotated[Count, Text(sign="c"), Secret("hand", 0)] = 0
    at_least: Annotated[bool, Secret("hand", False)] = False
    dyes: Annotated[Counts, Text(inline=True), Secret("hand", NONE)] = NONE
    points: Annotated[Count, Text(sign="v"), Secret("hand", 0)] = 0
    hidden: Annotated[bool, Secret("hand", True)] = False
    shops: Annotated[Count, Text(sign="s", follows=True)] = 0

    @property
    def pays(self) -> bool:
        """Can the holder pay a coin, as far as that is known?"""
        return self.coins > 0 or self.hidden or self.at_least


class Die(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A price die on the market: the dye it is for, and the price as it lies after turning (H3)."""

    dye: Dye
    price: Positive


class Phase(Struct, frozen=True, tag_field="phase"):
    """Phase of the game."""


class Draw(Phase, frozen=True, tag="draw"):
    """Setup: the start dyes are drawn."""


class Pick(Phase, frozen=True, tag="pick"):
    """Setup: a seat takes one of the start dyes."""

    seat: Seat = field(name="player")


class Market(Phase, frozen=True, tag="market"):
    """Setup: the first sixteen dice are drawn."""


class Play(Phase, frozen=True, tag="play"):
    """The player round: a seat's turn, and the kind of its first action, if taken."""

    seat: Seat = field(name="player")
    taken: Kind | None = None


class Move(Phase, frozen=True, tag="move"):
    """The merchant round: a merchant is about to move and trade."""

    merchant: Merchant


class Ask(Phase, frozen=True, tag="ask"):
    """House rule `trade = optional`: the owner of the shop where a merchant stands is asked."""

    merchant: Merchant


class Roll(Phase, frozen=True, tag="roll"):
    """The merchant round: a die is drawn for the end of a merchant's row."""

    merchant: Merchant


class Over(Phase, frozen=True, tag="over"):
    """The game has ended."""


Now = Draw | Pick | Market | Play | Move | Ask | Roll | Over


class State(Struct, frozen=True):
    """A position: everything that lies on the table, and what comes next."""

    options: Options
    colours: Annotated[tuple[Colour, ...], Meta(min_length=1, max_length=len(Colour)), Text(name="")] = field(
        name="players"
    )
    """Of each seat."""
    city: Annotated[tuple[Shop | None, ...], By(SPACES, sparse=True)]
    """The 24 spaces in the order of `Space`."""
    merchants: Annotated[tuple[Space | None, ...], By(MERCHANTS)]
    """In the order of `Merchant`; None: still at its gate."""
    market: Annotated[tuple[tuple[Die, ...], ...], By(MERCHANTS)]
    """A row for each merchant. The first die of a row is the demand."""
    bag: Counts
    hands: Annotated[tuple[Hand, ...], By(Seat)]
    pool: Counts
    """Start dyes drawn and not yet taken."""
    sold: Counts
    """Mixed dyes kept in a solo game."""
    supply: Counts
    seals: Annotated[tuple[bool, ...], By(Seat)]
    """Of each seat: is its seal on the temple?"""
    start: Seat
    """Who has the barrel."""
    round: Positive
    round_die: Annotated[Positive, Text(name="die")]
    mixed_returned: Annotated[bool, Text(name="mixed")]
    """A mixed die that counts went back to the bag this round, so the round die will rise."""
    now: Now

    @property
    def turn(self) -> Turn:
        """A seat, CHANCE, or OVER."""
        now = self.now
        if isinstance(now, Play):
            return now.seat
        if isinstance(now, Pick):
            return now.seat if any(self.pool) else CHANCE
        if isinstance(now, Ask):
            owner = self.asked(now.merchant)
            return CHANCE if owner is None else owner
        return OVER if isinstance(now, Over) else CHANCE

    @property
    def phase(self) -> str:
        """The name of what comes next, as positions write it: ``play``."""
        return str(type(self.now).__struct_config__.tag)

    @property
    def solo(self) -> bool:
        return len(self.colours) == 1

    def shop(self, space: Space) -> Shop | None:
        """The shop on a space."""
        return self.city[INDEX[space]]

    def shops(self) -> tuple[tuple[Space, Shop], ...]:
        """All shops in the city with their spaces, from A1."""
        return tuple((space, shop) for space, shop in zip(SPACES, self.city, strict=True) if shop)

    def merchant(self, merchant: Merchant) -> Space | None:
        """Where a merchant stands; None: at its gate."""
        return self.merchants[MERCHANT_INDEX[merchant]]

    def demand(self, merchant: Merchant) -> Die | None:
        """The first die of a merchant's row."""
        row = self.market[MERCHANT_INDEX[merchant]]
        return row[0] if row else None

    def reached(self, merchant: Merchant) -> Shop | None:
        """The shop that a merchant stands on, if it holds the dye in demand."""
        space, die = self.merchant(merchant), self.demand(merchant)
        shop = None if space is None else self.city[INDEX[space]]
        return shop if shop is not None and die is not None and shop.dye == die.dye else None

    def asked(self, merchant: Merchant) -> Seat | None:
        """The owner of that shop, if able to trade."""
        shop, die = self.reached(merchant), self.demand(merchant)
        if shop is None or die is None:
            return None
        return shop.owner if able(self.hands[shop.owner], die) else None


def able(hand: Hand, die: Die) -> bool:
    """Can the holder of the hand carry out a trade for this die? (H12)"""
    if hand.hidden:
        return True
    i = DYES.index(die.dye)
    if components.NATURAL[i]:
        return hand.coins >= die.price or hand.at_least
    return all(hand.dyes[part] for part in components.BREWS[i])


def gaining(hand: Hand, coins: int = 0, shops: int = 0, points: int = 0, dyes: Counts | None = None) -> Hand:
    """The hand with so much more of each, and with these dyes; what is not known stays unknown."""
    if hand.hidden:
        return Hand(shops=hand.shops + shops, hidden=True)
    coins = max(0, hand.coins + coins) if hand.at_least else hand.coins + coins
    dyes = hand.dyes if dyes is None else dyes
    return Hand(coins, hand.at_least, dyes, hand.points + points, shops=hand.shops + shops)


def changed(counts: Counts, index: int, by: int) -> Counts:
    """The same counts but for one."""
    return (*counts[:index], counts[index] + by, *counts[index + 1 :])


def swapped(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The same items but for one."""
    return (*items[:index], item, *items[index + 1 :])


def cubes(city: Iterable[Shop | None], hands: Iterable[Hand], *piles: Counts) -> Counts:
    """How many cubes of each dye lie in the city, in these hands and on these piles."""
    found = [sum(counts) for counts in zip(NONE, *(hand.dyes for hand in hands), *piles, strict=True)]
    for shop in city:
        if shop is not None and shop.dye is not None:
            found[DYES.index(shop.dye)] += 1
    return tuple(found)


def dice(market: Iterable[tuple[Die, ...]]) -> Counts:
    """How many dice of each dye lie in these rows."""
    found = [die.dye for row in market for die in row]
    return tuple(found.count(dye) for dye in DYES)


def shops_of(city: Iterable[Shop | None], seat: int) -> int:
    """How many shops a seat has in the city."""
    return sum(shop is not None and shop.owner == seat for shop in city)


def rest(box: Counts, counts: Counts) -> Counts:
    """The pieces that remain in the box."""
    return tuple(max(0, n - there) for n, there in zip(box, counts, strict=True))
