"""Phases of a game of Dunhuang: what comes next, and what is known about it."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta, Struct, field

from companion.engine.annotations import By, Secret, Text
from companion.engine.game import Seat
from companion.games.dunhuang.names import CARDS, GOODS, MOST_CARDS, Counts, Good

EMPTY: Counts = (0,) * len(CARDS)
EMPTY_SHOP: Counts = (0,) * len(GOODS)
Few = Annotated[int, Meta(ge=0, le=MOST_CARDS)]


def hidden(counts: Counts) -> Counts:
    """Returns the same number of unknown cards."""
    return (*EMPTY_SHOP, sum(counts))


Drawn = Annotated[tuple[Few, ...], By(CARDS, sparse=True), Text(inline=True), Secret("drawn", hidden, to=("seat",))]


class Phase(Struct, frozen=True, tag_field="phase"):
    """Phase of the game."""

    seat: ClassVar[Seat | None] = None
    """Whose step it is, if it is anybody's."""
    drawn: ClassVar[Counts] = EMPTY
    """Cards drawn, not yet kept or put under the deck."""

    @property
    def phase(self) -> str:
        """Its name, as positions write it: ``act``."""
        return str(type(self).__struct_config__.tag)


class SeatPhase(Phase, frozen=True):
    seat: Seat = field(name="player")  # type: ignore[misc]  # a class variable of other phases


class DrawnPhase(SeatPhase, frozen=True):
    drawn: Drawn = EMPTY  # type: ignore[misc]  # a class variable of other phases


class ExchangePhase(SeatPhase, frozen=True):
    """`left` more cards move between hands."""

    other: Seat
    left: Few


class Lay(Phase, frozen=True, tag="lay"):
    """Setup: a tile is laid (chance)."""


class Stock(Phase, frozen=True, tag="stock"):
    """Setup: a card is laid to a tile (chance)."""


class Deal(SeatPhase, frozen=True, tag="deal"):
    """Setup: a card is dealt to a seat (chance)."""


class Choose(Phase, frozen=True, tag="choose"):
    """Setup: everybody keeps one of the cards dealt, all at once."""


class Park(Phase, frozen=True, tag="park"):
    """Setup: the last player puts the camel on a character."""


class Walk(SeatPhase, frozen=True, tag="move"):
    """Step 1: the camel."""


class Take(SeatPhase, frozen=True, tag="take"):
    """Step 2: the card there; the camel took `steps`."""

    steps: Few


class Act(SeatPhase, frozen=True, tag="act"):
    """Step 3: character or coins."""

    steps: Few


class Fee(SeatPhase, frozen=True, tag="fee"):
    """The seat ties for the guarded token of `good`: pay the Buddhist's fee? `steps`: in step 2; 0: in step 3."""

    steps: Few
    good: Good


class Draw(SeatPhase, frozen=True, tag="draw"):
    """Interpreter, Diplomat: so many more cards are drawn to `drawn` (chance)."""

    left: Few
    drawn: Drawn = EMPTY  # type: ignore[misc]  # a class variable of other phases


class Kept(DrawnPhase, frozen=True, tag="keep"):
    """One of the cards drawn is kept."""


class Burying(DrawnPhase, frozen=True, tag="bury"):
    """The next of the cards drawn goes under the deck."""


class Rob(ExchangePhase, frozen=True, tag="rob"):
    """Trader: `left` more of `number` cards come from the hand of `other` (chance)."""

    number: Few


class Picking(ExchangePhase, frozen=True, tag="pick"):
    """Merchant: `other` picks them."""

    number: Few


class Giving(ExchangePhase, frozen=True, tag="give"):
    """The seat gives `left` more cards back to `other`."""


class Claiming(SeatPhase, frozen=True, tag="claim"):
    """Step 4: the hand is not known; does the seat have the kinds of a top merchant?"""


class Fill(SeatPhase, frozen=True, tag="fill"):
    """Step 5: a card is laid on a space (chance)."""


class Showing(Phase, frozen=True, tag="show"):
    """The end: whoever has unknown cards shows them."""


class Over(Phase, frozen=True, tag="over"):
    """The game has ended; the seat is the top merchant, if there is one."""

    seat: Seat | None = field(name="player", default=None)  # type: ignore[misc]  # a class variable of other phases


Setup = Lay | Stock | Deal | Choose | Park
CardPhase = Draw | Kept | Burying | Rob | Picking | Giving
Now = Setup | Walk | Take | Act | Fee | CardPhase | Claiming | Fill | Showing | Over
