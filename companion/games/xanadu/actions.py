"""What can be done in Xanadú: by a player, by chance, or by correcting the table.

Tags and items are how actions are written: ``worker 49 12`` (`companion.engine.notation`).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from companion.engine.correction import Correction
from companion.games.xanadu import components
from companion.games.xanadu.letters import ANY_CARD, CARD
from companion.games.xanadu.names import UNKNOWN, Card


class PickStart(Struct, frozen=True, gc=False, tag="start"):
    """Pick a starting building from the hand, secretly."""

    card: Annotated[Card, CARD]


class Sell(Struct, frozen=True, gc=False, tag="sell"):
    """Step 1: sell an own building at its price in force."""

    building: Annotated[Card, CARD]


class PlaceWorker(Struct, frozen=True, gc=False, tag="worker"):
    """Step 2: a hand card, face down, on the lowest uncovered row of any building in play."""

    building: Annotated[Card, CARD]
    worker: Annotated[Card, ANY_CARD] = UNKNOWN


class Build(Struct, frozen=True, gc=False, tag="build"):
    """Step 2: pay for a hand card and put it down sideways."""

    card: Annotated[Card, CARD]


class EndTurn(Struct, frozen=True, gc=False, tag="end turn"):
    """Steps 1 and 2 are done; cards are drawn next."""


class CardDrawn(Struct, frozen=True, gc=False, tag="draw"):
    """Outcome: the top card of the deck; unknown where the app knows no hidden card."""

    card: Annotated[Card, ANY_CARD]


class EndDrawn(Struct, frozen=True, gc=False, tag="draw end"):
    """Outcome: the End card is on top of the deck."""


class GoOn(Struct, frozen=True, gc=False, tag="go on"):
    """Outcome, certain: there is nothing to draw or to pick here, so the game goes on (odd positions)."""


PlayerAction = PickStart | Sell | PlaceWorker | Build | EndTurn
Outcome = CardDrawn | EndDrawn | GoOn
Action = PlayerAction | Outcome | Correction

# One of each: lists of legal actions are made of these.
PICK_START = {card: PickStart(card) for card in components.CARDS}
SELL = {card: Sell(card) for card in components.CARDS}
BUILD = {card: Build(card) for card in components.CARDS}
PLACE_WORKER = {
    building: {worker: PlaceWorker(building, worker) for worker in (UNKNOWN, *components.CARDS)}
    for building in components.CARDS
}
CARD_DRAWN = {card: CardDrawn(card) for card in (UNKNOWN, *components.CARDS)}
END_TURN, END_DRAWN, GO_ON = EndTurn(), EndDrawn(), GoOn()
