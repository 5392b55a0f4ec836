"""What can be done in Xanadú: by a player, by chance, or by correcting the table."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.correction import Correction
from companion.games.xanadu import components
from companion.games.xanadu.names import UNKNOWN, Card


class PickStart(Struct, frozen=True, gc=False):
    """Pick a starting building from the hand, secretly."""

    card: Card


class Sell(Struct, frozen=True, gc=False):
    """Step 1: sell an own building at its price in force."""

    building: Card


class PlaceWorker(Struct, frozen=True, gc=False):
    """Step 2: a hand card, face down, on the lowest uncovered row of any building in play."""

    building: Card
    worker: Card = UNKNOWN


class Build(Struct, frozen=True, gc=False):
    """Step 2: pay for a hand card and put it down sideways."""

    card: Card


class EndTurn(Struct, frozen=True, gc=False):
    """Steps 1 and 2 are done; cards are drawn next."""


class CardDrawn(Struct, frozen=True, gc=False):
    """Outcome: the top card of the deck; unknown where the app knows no hidden card."""

    card: Card


class EndDrawn(Struct, frozen=True, gc=False):
    """Outcome: the End card is on top of the deck."""


class GoOn(Struct, frozen=True, gc=False):
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
