"""What can be done in Dunhuang: by a player, by chance, or by correcting the table.

Spaces are numbered from 0 here, and from 1 in texts. Where a card is shown, the action names its kind,
also when the app did not know it before; where it stays hidden, the app's own knowledge is named.
"""

from __future__ import annotations

from msgspec import Struct

from companion.engine.correction import Correction
from companion.engine.game import Seat
from companion.games.dunhuang.names import CARDS, CHARACTERS, GOODS, SEATS, SPACES, Character, Good


class TileLaid(Struct, frozen=True, gc=False):
    """Outcome: the next tile of the ring, and the side that is up."""

    character: Character


class CardDrawn(Struct, frozen=True, gc=False):
    """Outcome: a card from the deck, or for the Trader from a hand."""

    card: Good


class GoOn(Struct, frozen=True, gc=False):
    """Outcome, certain: there is nothing to draw or to decide here, so the game goes on.

    It comes up in odd positions only, such as a setup with an empty deck.
    """


class Keep(Struct, frozen=True, gc=False):
    """Keep this one in hand: of the three dealt, or of those that the Interpreter or the Diplomat drew."""

    card: Good


class PlaceCamel(Struct, frozen=True, gc=False):
    """Setup: put the camel on a space."""

    space: int


class MoveCamel(Struct, frozen=True, gc=False):
    """Step 1: so many steps; all but the first cost a coin."""

    steps: int


class IntoHand(Struct, frozen=True, gc=False):
    """Step 2: the card at the camel goes into the hand."""


class IntoShop(Struct, frozen=True, gc=False):
    """Step 2: the card at the camel goes into the shop, and is of this kind."""

    good: Good


class TakeCoins(Struct, frozen=True, gc=False):
    """Step 3: coins instead of the character."""


class DrawGoods(Struct, frozen=True, gc=False):
    """Interpreter, Diplomat: draw from the deck."""


class Bury(Struct, frozen=True, gc=False):
    """Interpreter, Diplomat: put this card under the deck, below all others."""

    card: Good


class ExchangeShop(Struct, frozen=True, gc=False):
    """Soldier: a shop card for the card of a space, which is of this kind."""

    give: Good
    space: int
    take: Good


class ExchangeHand(Struct, frozen=True, gc=False):
    """General: a hand card, shown, for the card of a space."""

    give: Good
    space: int


class Fetch(Struct, frozen=True, gc=False):
    """Shepherd, Farmer: the card of a space, into the hand."""

    space: int


class Guard(Struct, frozen=True, gc=False):
    """Manichean, Buddhist: turn the token of this kind to the trader's sign."""

    good: Good


class TakePrestige(Struct, frozen=True, gc=False):
    """Princess, Dancer."""


class Discard(Struct, frozen=True, gc=False):
    """Painter: remove this hand card from the game; Musician: this shop card."""

    card: Good


class Visit(Struct, frozen=True, gc=False):
    """Trader, Merchant: exchange with this player."""

    seat: Seat


class Give(Struct, frozen=True, gc=False):
    """Give a card of the own hand, as the Merchant's pick or back."""

    card: Good


class Swap(Struct, frozen=True, gc=False):
    """Maid: a shop card for a hand card, which is shown."""

    shop: Good
    hand: Good


class ToHand(Struct, frozen=True, gc=False):
    """Domestic: a card from the shop into the hand."""

    good: Good


class ToShop(Struct, frozen=True, gc=False):
    """Domestic: a card from the hand, shown, into the shop."""

    good: Good


class Pay(Struct, frozen=True, gc=False):
    """Pay the Buddhist's fee and take the token."""


class Claim(Struct, frozen=True, gc=False):
    """Show that the hand has the kinds of a top merchant."""


class Decline(Struct, frozen=True, gc=False):
    """Do not pay the fee; have not the kinds of a top merchant."""


class Show(Struct, frozen=True, gc=False):
    """The end: an unknown card of the own hand is of this kind."""

    good: Good


SetupAction = Keep | PlaceCamel
TurnAction = MoveCamel | IntoHand | IntoShop | TakeCoins | Pay | Claim | Decline | Show
CharacterAction = (
    DrawGoods
    | Bury
    | ExchangeShop
    | ExchangeHand
    | Fetch
    | Guard
    | TakePrestige
    | Discard
    | Visit
    | Give
    | Swap
    | ToHand
    | ToShop
)
Outcome = TileLaid | CardDrawn | GoOn
Action = SetupAction | TurnAction | CharacterAction | Outcome | Correction

MOST_STEPS = 99
"""More than the coins that any game can bring to one player, so that walks can be listed."""

# One of each, in the order of the ring and of the goods: lists of legal actions are made of these.
TILE_LAID = {character: TileLaid(character) for character in CHARACTERS}
CARD_DRAWN = tuple(CardDrawn(card) for card in CARDS)
KEEP = tuple(Keep(card) for card in CARDS)
PLACE_CAMEL = tuple(PlaceCamel(space) for space in range(SPACES))
MOVE_CAMEL = tuple(MoveCamel(steps) for steps in range(1, MOST_STEPS + 1))
INTO_SHOP = tuple(IntoShop(good) for good in GOODS)
BURY = tuple(Bury(card) for card in CARDS)
EXCHANGE_SHOP = tuple(
    tuple(tuple(ExchangeShop(give, space, take) for take in GOODS) for space in range(SPACES)) for give in GOODS
)
EXCHANGE_HAND = tuple(tuple(ExchangeHand(give, space) for space in range(SPACES)) for give in GOODS)
FETCH = tuple(Fetch(space) for space in range(SPACES))
GUARD = tuple(Guard(good) for good in GOODS)
DISCARD = tuple(Discard(card) for card in CARDS)
VISIT = tuple(Visit(Seat(seat)) for seat in range(len(SEATS)))
GIVE = tuple(Give(card) for card in CARDS)
SWAP = tuple(tuple(Swap(shop, hand) for hand in GOODS) for shop in GOODS)
TO_HAND = tuple(ToHand(good) for good in GOODS)
TO_SHOP = tuple(ToShop(good) for good in GOODS)
SHOW = tuple(Show(good) for good in GOODS)
INTO_HAND, TAKE_COINS, DRAW_GOODS, TAKE_PRESTIGE = IntoHand(), TakeCoins(), DrawGoods(), TakePrestige()
PAY, CLAIM, DECLINE, GO_ON = Pay(), Claim(), Decline(), GoOn()
