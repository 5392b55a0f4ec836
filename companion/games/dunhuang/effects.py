"""What follows from moves, as data; what one move alone tells stands beside that move.

Every effect names its rule; words are made of it when it is shown.

Spaces are numbered from 0. Counts are of all seats, in their order.
"""

from __future__ import annotations

from typing import Literal, Protocol

from msgspec import Struct, field

from companion.engine.game import Seat
from companion.games.dunhuang.names import Character, Good


class _Indexed(Protocol):
    @property
    def index(self) -> int: ...


class OnSpace(Struct, frozen=True):
    """What happened on a space. In JSON its number has always been told from 0, so it is kept that way."""

    @property
    def space(self: _Indexed) -> int:
        """The space, from 1."""
        return self.index + 1


class TileLaid(OnSpace, frozen=True, tag=True):
    """Setup: a tile with this side up."""

    index: int = field(name="space")
    character: Character
    rule: str = "setup-market"


class CardChosen(Struct, frozen=True, tag=True):
    """Setup: a seat keeps this one of its cards; `removed` others left the game unseen."""

    seat: Seat
    card: Good
    removed: int
    rule: str = "setup-hand"


class TurnBegan(Struct, frozen=True, tag=True):
    """It is this seat's turn."""

    seat: Seat
    rule: str = "turn"


class NothingThere(OnSpace, frozen=True, tag=True):
    """Step 2: the space is empty."""

    seat: Seat
    index: int = field(name="space")
    rule: str = "camel-empty"


class CardTaken(OnSpace, frozen=True, tag=True):
    """A card of the market came into a hand (step 2, Shepherd, Farmer) or into a shop (step 2)."""

    seat: Seat
    card: Good
    index: int = field(name="space")
    into: Literal["hand", "shop"]
    rule: str = "take-goods"


class Majority(Struct, frozen=True):
    """What a token depends on: who has how many of its kind in the shop."""

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
    index: int | None = field(name="space")
    taken: Good
    rule: str

    @property
    def space(self) -> int | None:
        """The space, from 1."""
        return None if self.index is None else self.index + 1


class Carried(Struct, frozen=True, tag=True):
    """Domestic: a card went between hand and shop."""

    seat: Seat
    card: Good
    into: Literal["hand", "shop"]
    rule: str = "domestic"


class PrestigeTaken(Struct, frozen=True, tag=True):
    """`prestige` came from the bank, which may have had less than was due."""

    seat: Seat
    prestige: int
    rule: str


class CardGiven(Struct, frozen=True, tag=True):
    """A card went from hand to hand; the two know it."""

    seat: Seat
    other: Seat
    card: Good
    rule: str


class TopMerchant(Struct, frozen=True, tag=True):
    """The seat wins at once, with so many tokens and kinds of goods in hand."""

    seat: Seat
    tokens: int
    kinds: int
    rule: str = "top-merchant"


class LastRound(Struct, frozen=True, tag=True):
    """The deck is empty, or by house rule a space stays so: `seat` has the last turn."""

    seat: Seat
    rule: str


class GameEnded(Struct, frozen=True, tag=True):
    """The last turn has been played."""

    rule: str = "last-turn"


SetupEffect = TileLaid | CardChosen | TurnBegan
TokenEffect = TokenTaken | TokenReturned | GuardUsed | FeeAsked | FeePaid | FeeNotPaid | TieKept
CardEffect = NothingThere | CardTaken | CardDrawn | CardKept | CardBuried | Exchanged | Carried | CardGiven
EndEffect = PrestigeTaken | TopMerchant | LastRound | GameEnded
Consequence = SetupEffect | TokenEffect | CardEffect | EndEffect
Consequences = tuple[Consequence, ...]
Reasoned = TokenTaken | TokenReturned | GuardUsed | FeeAsked | FeeNotPaid | TieKept
"""The effects that hold the counts behind a token's fate."""
