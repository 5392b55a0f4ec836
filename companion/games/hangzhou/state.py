"""The state of a game of Hangzhou: frozen, compared by value, with structure shared between states.

Fields are in the order of the one-line notation; the default of each follows from those before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from companion.engine.annotations import By, Count, Positive, Rule, Secret, Text
from companion.engine.game import CHANCE, OVER, Seat, Turn
from companion.engine.options import Options as HouseRules
from companion.games.hangzhou import components, phases
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Colour, Dye, Merchant, Space

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

    `hidden`: unknown here, in a view or because nobody entered it. Everything except the shops is 0 then and stays so,
    and the player is assumed to have whatever is needed. `at_least`: there may be more coins, as some may have been
    taken that nobody entered.
    """

    coins: Annotated[Count, Text(sign="c"), Secret("hand", 0)] = 0
    at_least: Annotated[bool, Secret("hand", False)] = False
    dyes: Annotated[Counts, Text(inline=True), Secret("hand", NONE)] = NONE
    points: Annotated[Count, Text(sign="v"), Secret("hand", 0)] = 0
    hidden: Annotated[bool, Secret("hand", True)] = False
    shops: Annotated[Count, Text(sign="s", follows=True)] = 0

    @property
    def pays(self) -> bool:
        """Whether the player can pay a coin, as far as known."""
        return self.coins > 0 or self.hidden or self.at_least


class Die(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A price die on the market: its dye, and its price after turning (H3)."""

    dye: Dye
    price: Positive


class State(Struct, frozen=True):
    """A position: everything on the table, and the next step."""

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
    now: phases.Now

    @property
    def turn(self) -> Turn:
        """A seat, CHANCE, or OVER."""
        now = self.now
        if isinstance(now, phases.Play):
            return now.seat
        if isinstance(now, phases.Pick):
            return now.seat if any(self.pool) else CHANCE
        if isinstance(now, phases.Ask):
            owner = self.asked(now.merchant)
            return CHANCE if owner is None else owner
        return OVER if isinstance(now, phases.Over) else CHANCE

    @property
    def phase(self) -> str:
        """The name of what comes next, as positions write it: ``play``."""
        return str(type(self.now).__struct_config__.tag)

    @property
    def solo(self) -> bool:
        return len(self.colours) == 1

    def shop(self, space: Space) -> Shop | None:
        """The shop on a space."""
        return self.city[space.ordinal]

    def shops(self) -> tuple[tuple[Space, Shop], ...]:
        """All shops in the city with their spaces, from A1."""
        return tuple((space, shop) for space, shop in zip(SPACES, self.city, strict=True) if shop)

    def merchant(self, merchant: Merchant) -> Space | None:
        """Where a merchant is; None: at its gate."""
        return self.merchants[merchant.ordinal]

    def demand(self, merchant: Merchant) -> Die | None:
        """The first die of a merchant's row."""
        row = self.market[merchant.ordinal]
        return row[0] if row else None

    def demands(self) -> list[tuple[Merchant, Die]]:
        """The merchants with a demand, and the demand."""
        return [(merchant, row[0]) for merchant, row in zip(MERCHANTS, self.market, strict=True) if row]

    def reached(self, merchant: Merchant) -> Shop | None:
        """The shop under a merchant, if it has the dye in demand."""
        space, die = self.merchant(merchant), self.demand(merchant)
        shop = None if space is None else self.city[space.ordinal]
        return shop if shop is not None and die is not None and shop.dye == die.dye else None

    def asked(self, merchant: Merchant) -> Seat | None:
        """The owner of that shop, if able to trade."""
        shop, die = self.reached(merchant), self.demand(merchant)
        if shop is None or die is None:
            return None
        return shop.owner if able(self.hands[shop.owner], die) else None


def able(hand: Hand, die: Die) -> bool:
    """Returns whether the player with this hand can trade for this die (H12)."""
    if hand.hidden:
        return True
    i = die.dye.ordinal
    if components.NATURAL[i]:
        return hand.coins >= die.price or hand.at_least
    return all(hand.dyes[part] for part in components.BREWS[i])


def gaining(hand: Hand, coins: int = 0, shops: int = 0, points: int = 0, dyes: Counts | None = None) -> Hand:
    """Returns the hand with this much more of each, and with these dyes; unknown values stay unknown."""
    if hand.hidden:
        return Hand(shops=hand.shops + shops, hidden=True)
    coins = max(0, hand.coins + coins) if hand.at_least else hand.coins + coins
    dyes = hand.dyes if dyes is None else dyes
    return Hand(coins, hand.at_least, dyes, hand.points + points, shops=hand.shops + shops)


def changed(counts: Counts, index: int, by: int) -> Counts:
    """Returns the counts with one changed."""
    return (*counts[:index], counts[index] + by, *counts[index + 1 :])


def cubes(city: Iterable[Shop | None], hands: Iterable[Hand], *piles: Counts) -> Counts:
    """Returns the number of cubes of each dye in the city, in these hands and on these piles."""
    found = [sum(counts) for counts in zip(NONE, *(hand.dyes for hand in hands), *piles, strict=True)]
    for shop in city:
        if shop is not None and shop.dye is not None:
            found[shop.dye.ordinal] += 1
    return tuple(found)


def dice(market: Iterable[tuple[Die, ...]]) -> Counts:
    """Returns the number of dice of each dye in these rows."""
    found = [die.dye for row in market for die in row]
    return tuple(found.count(dye) for dye in DYES)


def count_shops(city: Iterable[Shop | None], seat: int) -> int:
    """Returns the number of a seat's shops in the city."""
    return sum(shop is not None and shop.owner == seat for shop in city)


def rest(box: Counts, counts: Counts) -> Counts:
    """Returns the pieces that remain in the box."""
    return tuple(max(0, n - there) for n, there in zip(box, counts, strict=True))
