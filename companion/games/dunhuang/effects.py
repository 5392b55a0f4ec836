"""Effects of Dunhuang as data: each names its rule; its sentence is made when shown.

Spaces are numbered from 1. Counts are of all seats, in their order.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from companion.engine.annotations import Secret
from companion.engine.game import Seat
from companion.games.dunhuang.names import Character, Good


class Majority(Struct, frozen=True):
    """Majority for a token: the cards of its kind in each shop."""

    good: Good
    seat: Seat
    """Whose shop has just changed."""
    holder: Seat | None
    """Who held the token before; none: the bank."""
    counts: tuple[int, ...]

    @property
    def more(self) -> bool:
        """Returns whether that shop has more than any other."""
        return all(n < self.counts[self.seat] for seat, n in enumerate(self.counts) if seat != self.seat)


class Effect(Struct, frozen=True, tag=True):
    """Base class. Each effect has a `rule`, the id of its paragraph in the leaflet."""


class SeatEffect(Effect, frozen=True):
    seat: Seat


class CardEffect(SeatEffect, frozen=True):
    card: Good


class PrivateEffect(CardEffect, frozen=True):
    """Only the seat itself sees the card."""

    card: Annotated[Good, Secret("drawn", Good.UNKNOWN, to=("seat",))]


class MajorityEffect(Effect, frozen=True):
    """The fate of a token, with the counts behind it."""

    because: Majority


class TileLaid(Effect, frozen=True):
    """Setup: a tile with this side up."""

    space: int
    character: Character
    rule: str = "setup-market"


class CardLaid(Effect, frozen=True):
    """A card from the deck was laid face up on a space, in setup or in step 5."""

    space: int
    card: Good
    rule: str


class CardDealt(PrivateEffect, frozen=True):
    """Setup: a card for a player's eyes only."""

    rule: str = "setup-hand"


class CardChosen(PrivateEffect, frozen=True):
    """Setup: a seat keeps this one of its cards; `removed` others left the game unseen."""

    removed: int
    rule: str = "setup-hand"


class CamelPlaced(SeatEffect, frozen=True):
    """Setup: the camel begins here."""

    space: int
    rule: str = "setup-camel"


class TurnBegan(SeatEffect, frozen=True):
    """It is this seat's turn."""

    rule: str = "turn"


class CamelMoved(SeatEffect, frozen=True):
    """Step 1: so many steps for so many coins; `character` stands at the space it came to, if any."""

    space: int
    steps: int
    coins: int
    character: Character | None
    rule: str = "camel"


class NothingThere(SeatEffect, frozen=True):
    """Step 2: the space is empty."""

    space: int
    rule: str = "camel-empty"


class CardTaken(CardEffect, frozen=True):
    """A card of the market came into a hand (step 2, Shepherd, Farmer) or into a shop (step 2)."""

    space: int
    into: Literal["hand", "shop"]
    rule: str = "take-goods"


class CoinsTaken(SeatEffect, frozen=True):
    """Step 3: coins from the bank instead of the character."""

    coins: int
    rule: str = "coins-instead"


class DrawBegan(SeatEffect, frozen=True):
    """The Interpreter or the Diplomat draws so many cards."""

    number: int
    rule: str


class CardDrawn(PrivateEffect, frozen=True):
    """The Interpreter or the Diplomat drew a card, for the player's eyes only."""

    rule: str


class CardKept(PrivateEffect, frozen=True):
    """One of the cards drawn went into the hand."""

    rule: str


class CardBuried(PrivateEffect, frozen=True):
    """One of the cards drawn went under the deck."""

    rule: str


class Exchanged(SeatEffect, frozen=True):
    """Soldier and General: `given` lies on the space now, `taken` is in the shop or the hand.

    No space: it was not asked on which one, for the cards lie on paper.
    """

    given: Good
    space: int | None
    taken: Good
    rule: str


class Carried(CardEffect, frozen=True):
    """Domestic: a card went between hand and shop."""

    into: Literal["hand", "shop"]
    rule: str = "domestic"


class Swapped(SeatEffect, frozen=True):
    """Maid: `given` went from the shop into the hand, `taken` from the hand into the shop."""

    given: Good
    taken: Good
    rule: str = "maid"


class TokenGuarded(SeatEffect, frozen=True):
    """A token shows the trader's sign now."""

    good: Good
    rule: str


class PrestigeTaken(SeatEffect, frozen=True):
    """`prestige` came from the bank, which may have had less than was due."""

    prestige: int
    rule: str


class Discarded(CardEffect, frozen=True):
    """A card left the game, from the hand unseen (Painter) or from the shop (Musician)."""

    rule: str


class Visited(SeatEffect, frozen=True):
    """An exchange of `number` cards with another hand begins."""

    other: Seat
    number: int
    rule: str


class CardGiven(SeatEffect, frozen=True):
    """A card went from hand to hand; the two know it."""

    other: Seat
    card: Annotated[Good, Secret("drawn", Good.UNKNOWN, to=("seat", "other"))]
    rule: str


class TokenTaken(MajorityEffect, frozen=True):
    """A shop has the most of a kind, or ties for it, and its owner takes the token."""

    rule: str

    @property
    def seat(self) -> Seat:
        return self.because.seat


class TokenReturned(MajorityEffect, frozen=True):
    """A shop gave up a card, and its owner the token, to the bank."""

    rule: str = "majority-lose"


class GuardUsed(MajorityEffect, frozen=True):
    """The Manichean's guard: a tie is refused, and the token turns back to its number."""

    rule: str = "manichean"


class FeeAsked(MajorityEffect, frozen=True):
    """The Buddhist's guard: the rival who ties may pay the holder 2 coins for the token."""

    rule: str = "buddhist"


class FeePaid(SeatEffect, frozen=True):
    """`coins` went to the holder of the token."""

    holder: Seat
    good: Good
    coins: int
    rule: str = "buddhist"


class FeeNotPaid(MajorityEffect, frozen=True):
    """The token stays guarded where it is. `able`: the rival could have paid."""

    able: bool
    rule: str = "buddhist"


class TieKept(MajorityEffect, frozen=True):
    """House rule `tie = holder`: a tie takes no token from its holder."""

    rule: str = "house-tie"


class TopMerchant(SeatEffect, frozen=True):
    """The seat wins at once, with so many tokens and kinds of goods in hand."""

    tokens: int
    kinds: int
    rule: str = "top-merchant"


class NotTop(SeatEffect, frozen=True):
    """Asked, the seat has not the kinds of a top merchant in hand."""

    rule: str = "top-merchant"


class LastRound(SeatEffect, frozen=True):
    """The deck is empty, or by house rule a space stays so: `seat` has the last turn."""

    rule: str


class CardShown(CardEffect, frozen=True):
    """The end: a card of a hand that the app did not know."""

    rule: str = "score-hands"


class GameEnded(Effect, frozen=True):
    """The last turn has been played."""

    rule: str = "last-turn"


class WentOn(Effect, frozen=True):
    """There was nothing to draw or to decide, so the game went on (odd positions only)."""

    rule: str = "turn"
