"""What can be done in Dunhuang: by a player, by chance, or by correcting the table.

Spaces are numbered from 0 here, and from 1 in texts. Where a card is shown, the action names its kind,
also when the app did not know it before; where it stays hidden, the app's own knowledge is named.
Tags and items are how actions are written: ``into shop tea`` (`companion.engine.notation`).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from companion.engine.correction import Correction
from companion.engine.game import Seat
from companion.games.dunhuang.letters import CARD, CHARACTER, GOOD, PLAYER, SPACE, STEPS
from companion.games.dunhuang.names import CARDS, CHARACTERS, GOODS, SEATS, SPACES, Character, Good


class TileLaid(Struct, frozen=True, gc=False, tag="tile"):
    """Outcome: the next tile of the ring, and the side that is up."""

    character: Annotated[Character, CHARACTER]


class CardDrawn(Struct, frozen=True, gc=False, tag="card"):
    """Outcome: a card from the deck, or for the Trader from a hand."""

    card: Annotated[Good, CARD]


class GoOn(Struct, frozen=True, gc=False, tag="go on"):
    """Outcome, certain: there is nothing to draw or to decide here, so the game goes on.

    It comes up in odd positions only, such as a setup with an empty deck.
    """


class Keep(Struct, frozen=True, gc=False, tag="keep"):
    """Keep this one in hand: of the three dealt, or of those that the Interpreter or the Diplomat drew."""

    card: Annotated[Good, CARD]


class PlaceCamel(Struct, frozen=True, gc=False, tag="place camel"):
    """Setup: put the camel on a space."""

    space: Annotated[int, SPACE]


class MoveCamel(Struct, frozen=True, gc=False, tag="camel"):
    """Step 1: so many steps; all but the first cost a coin."""

    steps: Annotated[int, STEPS]


class IntoHand(Struct, frozen=True, gc=False, tag="into hand"):
    """Step 2: the card at the camel goes into the hand."""


class IntoShop(Struct, frozen=True, gc=False, tag="into shop"):
    """Step 2: the card at the camel goes into the shop, and is of this kind."""

    good: Annotated[Good, GOOD]


class TakeCoins(Struct, frozen=True, gc=False, tag="coins"):
    """Step 3: coins instead of the character."""


class DrawGoods(Struct, frozen=True, gc=False, tag="draw"):
    """Interpreter, Diplomat: draw from the deck."""


class Bury(Struct, frozen=True, gc=False, tag="bury"):
    """Interpreter, Diplomat: put this card under the deck, below all others."""

    card: Annotated[Good, CARD]


class ExchangeShop(Struct, frozen=True, gc=False, tag="exchange"):
    """Soldier: a shop card for the card of a space, which is of this kind."""

    give: Annotated[Good, GOOD]
    space: Annotated[int, SPACE]
    take: Annotated[Good, GOOD]


class ExchangeHand(Struct, frozen=True, gc=False, tag="exchange"):
    """General: a hand card, shown, for the card of a space."""

    give: Annotated[Good, GOOD]
    space: Annotated[int, SPACE]


class Fetch(Struct, frozen=True, gc=False, tag="fetch"):
    """Shepherd, Farmer: the card of a space, into the hand."""

    space: Annotated[int, SPACE]


class Guard(Struct, frozen=True, gc=False, tag="guard"):
    """Manichean, Buddhist: turn the token of this kind to the trader's sign."""

    good: Annotated[Good, GOOD]


class TakePrestige(Struct, frozen=True, gc=False, tag="prestige"):
    """Princess, Dancer."""


class Discard(Struct, frozen=True, gc=False, tag="discard"):
    """Painter: remove this hand card from the game; Musician: this shop card."""

    card: Annotated[Good, CARD]


class Visit(Struct, frozen=True, gc=False, tag="visit"):
    """Trader, Merchant: exchange with this player."""

    seat: Annotated[Seat, PLAYER]


class Give(Struct, frozen=True, gc=False, tag="give"):
    """Give a card of the own hand, as the Merchant's pick or back."""

    card: Annotated[Good, CARD]


class Swap(Struct, frozen=True, gc=False, tag="swap"):
    """Maid: a shop card for a hand card, which is shown."""

    shop: Annotated[Good, GOOD]
    hand: Annotated[Good, GOOD]


class ToHand(Struct, frozen=True, gc=False, tag="to hand"):
    """Domestic: a card from the shop into the hand."""

    good: Annotated[Good, GOOD]


class ToShop(Struct, frozen=True, gc=False, tag="to shop"):
    """Domestic: a card from the hand, shown, into the shop."""

    good: Annotated[Good, GOOD]


class Pay(Struct, frozen=True, gc=False, tag="pay"):
    """Pay the Buddhist's fee and take the token."""


class Claim(Struct, frozen=True, gc=False, tag="claim"):
    """Show that the hand has the kinds of a top merchant."""


class Decline(Struct, frozen=True, gc=False, tag="decline"):
    """Do not pay the fee; have not the kinds of a top merchant."""


class Show(Struct, frozen=True, gc=False, tag="show"):
    """The end: an unknown card of the own hand is of this kind."""

    good: Annotated[Good, GOOD]


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
