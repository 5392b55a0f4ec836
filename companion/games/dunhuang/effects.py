"""Effects of Dunhuang as data: each names its rule; its sentence is made when shown.

Spaces are numbered from 1. Counts are of all seats, in their order.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

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
        """Has that shop more than any other?"""
        return all(n < self.counts[self.seat] for seat, n in enumerate(self.counts) if seat != self.seat)


class TileLaid(Struct, frozen=True, tag=True):
    """Setup: a tile with this side up."""

    space: int
    character: Character
    rule: str = "setup-market"


class CardLaid(Struct, frozen=True, tag=True):
    """A card from the deck was laid face up on a space, in setup or in step 5."""

    space: int
    card: Good
    rule: str


class CardDealt(Struct, frozen=True, tag=True):
    """Setup: a card for a player's eyes only."""

    seat: Seat
    card: Good
    rule: str = "setup-hand"


class CardChosen(Struct, frozen=True, tag=True):
    """Setup: a seat keeps this one of its cards; `removed` others left the game unseen."""

    seat: Seat
    card: Good
    removed: int
    rule: str = "setup-hand"


class CamelPlaced(Struct, frozen=True, tag=True):
    """Setup: the camel begins here."""

    seat: Seat
    space: int
    rule: str = "setup-camel"


class TurnBegan(Struct, frozen=True, tag=True):
    """It is this seat's turn."""

    seat: Seat
    rule: str = "turn"


class CamelMoved(Struct, frozen=True, tag=True):
    """Step 1: so many steps for so many coins; `character` stands at the space it came to, if any."""

    seat: Seat
    space: int
    steps: int
    coins: int
    character: Character | None
    rule: str = "camel"


class NothingThere(Struct, frozen=True, tag=True):
    """Step 2: the space is empty."""

    seat: Seat
    space: int
    rule: str = "camel-empty"


class CardTaken(Struct, frozen=True, tag=True):
    """A card of the market came into a hand (step 2, Shepherd, Farmer) or into a shop (step 2)."""

    seat: Seat
    card: Good
    space: int
    into: Literal["hand", "shop"]
    rule: str = "take-goods"


class CoinsTaken(Struct, frozen=True, tag=True):
    """Step 3: coins from the bank instead of the character."""

    seat: Seat
    coins: int
    rule: str = "coins-instead"


class DrawBegan(Struct, frozen=True, tag=True):
    """The Interpreter or the Diplomat draws so many cards."""

    seat: Seat
    number: int
    rule: str


class CardDrawn(Struct, frozen=True, tag=True):
    """The Interpreter or the Diplomat drew a card, for the player's eyes only."""

    seat: Seat
    card: Good
    rule: str


class CardKept(Struct, frozen=True, tag=True):
    """One of the cards drawn went into the hand."""

    seat: Seat
    card: Good
    rule: str


class CardBuried(Struct, frozen=True, tag=True):
    """One of the cards drawn went under the deck."""

    seat: Seat
    card: Good
    rule: str


class Exchanged(Struct, frozen=True, tag=True):
    """Soldier and General: `given` lies on the space now, `taken` is in the shop or the hand.

    No space: it was not asked on which one, for the cards lie on paper.
    """

    seat: Seat
    given: Good
    space: int | None
    taken: Good
    rule: str


class Carried(Struct, frozen=True, tag=True):
    """Domestic: a card went between hand and shop."""

    seat: Seat
    card: Good
    into: Literal["hand", "shop"]
    rule: str = "domestic"


class Swapped(Struct, frozen=True, tag=True):
    """Maid: `given` went from the shop into the hand, `taken` from the hand into the shop."""

    seat: Seat
    given: Good
    taken: Good
    rule: str = "maid"


class TokenGuarded(Struct, frozen=True, tag=True):
    """A token shows the trader's sign now."""

    seat: Seat
    good: Good
    rule: str


class PrestigeTaken(Struct, frozen=True, tag=True):
    """`prestige` came from the bank, which may have had less than was due."""

    seat: Seat
    prestige: int
    rule: str


class Discarded(Struct, frozen=True, tag=True):
    """A card left the game, from the hand unseen (Painter) or from the shop (Musician)."""

    seat: Seat
    card: Good
    rule: str


class Visited(Struct, frozen=True, tag=True):
    """An exchange of `number` cards with another hand begins."""

    seat: Seat
    other: Seat
    number: int
    rule: str


class CardGiven(Struct, frozen=True, tag=True):
    """A card went from hand to hand; the two know it."""

    seat: Seat
    other: Seat
    card: Good
    rule: str


class TokenTaken(Struct, frozen=True, tag=True):
    """A shop has the most of a kind, or ties for it, and its owner takes the token."""

    because: Majority
    rule: str

    @property
    def seat(self) -> Seat:
        return self.because.seat


class TokenReturned(Struct, frozen=True, tag=True):
    """A shop gave up a card, and its owner the token, to the bank."""

    because: Majority
    rule: str = "majority-lose"


class GuardUsed(Struct, frozen=True, tag=True):
    """The Manichean's guard: a tie is refused, and the token turns back to its number."""

    because: Majority
    rule: str = "manichean"


class FeeAsked(Struct, frozen=True, tag=True):
    """The Buddhist's guard: the rival who ties may pay the holder 2 coins for the token."""

    because: Majority
    rule: str = "buddhist"


class FeePaid(Struct, frozen=True, tag=True):
    """`coins` went to the holder of the token."""

    seat: Seat
    holder: Seat
    good: Good
    coins: int
    rule: str = "buddhist"


class FeeNotPaid(Struct, frozen=True, tag=True):
    """The token stays guarded where it is. `able`: the rival could have paid."""

    because: Majority
    able: bool
    rule: str = "buddhist"


class TieKept(Struct, frozen=True, tag=True):
    """House rule `tie = holder`: a tie takes no token from its holder."""

    because: Majority
    rule: str = "house-tie"


class TopMerchant(Struct, frozen=True, tag=True):
    """The seat wins at once, with so many tokens and kinds of goods in hand."""

    seat: Seat
    tokens: int
    kinds: int
    rule: str = "top-merchant"


class NotTop(Struct, frozen=True, tag=True):
    """Asked, the seat has not the kinds of a top merchant in hand."""

    seat: Seat
    rule: str = "top-merchant"


class LastRound(Struct, frozen=True, tag=True):
    """The deck is empty, or by house rule a space stays so: `seat` has the last turn."""

    seat: Seat
    rule: str


class CardShown(Struct, frozen=True, tag=True):
    """The end: a card of a hand that the app did not know."""

    seat: Seat
    card: Good
    rule: str = "score-hands"


class GameEnded(Struct, frozen=True, tag=True):
    """The last turn has been played."""

    rule: str = "last-turn"


class WentOn(Struct, frozen=True, tag=True):
    """There was nothing to draw or to decide, so the game went on (odd positions only)."""

    rule: str = "turn"


AnyEffect = (
    TileLaid
    | CardLaid
    | CardDealt
    | CardChosen
    | CamelPlaced
    | TurnBegan
    | CamelMoved
    | NothingThere
    | CardTaken
    | CoinsTaken
    | DrawBegan
    | CardDrawn
    | CardKept
    | CardBuried
    | Exchanged
    | Carried
    | Swapped
    | TokenGuarded
    | PrestigeTaken
    | Discarded
    | Visited
    | CardGiven
    | TokenTaken
    | TokenReturned
    | GuardUsed
    | FeeAsked
    | FeePaid
    | FeeNotPaid
    | TieKept
    | TopMerchant
    | NotTop
    | LastRound
    | CardShown
    | GameEnded
    | WentOn
)
Reasoned = TokenTaken | TokenReturned | GuardUsed | FeeAsked | FeeNotPaid | TieKept
"""The effects that hold the counts behind a token's fate."""
