"""What can be done in Hangzhou: by a player, by chance, or by correcting the table.

Tags and items are how actions are written: ``dye B2 red`` (`companion.engine.notation`).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from companion.engine.correction import Correction
from companion.games.hangzhou import components
from companion.games.hangzhou.letters import DYE, MERCHANT, PRICE, SPACE
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Dye, Merchant, Space


class PlaceShop(Struct, frozen=True, gc=False, tag="shop"):
    """Place a shop from the hand on a free space, for 1 coin."""

    space: Annotated[Space, SPACE]


class PlaceDye(Struct, frozen=True, gc=False, tag="dye"):
    """Place a dye from the supply on an own shop; the one there goes back."""

    space: Annotated[Space, SPACE]
    dye: Annotated[Dye, DYE]


class PlaceCoin(Struct, frozen=True, gc=False, tag="coin"):
    """Place a coin from the hand on an own shop."""

    space: Annotated[Space, SPACE]


class Pass(Struct, frozen=True, gc=False, tag="pass"):
    """Put the seal on the temple instead of acting."""


class TakeCoin(Struct, frozen=True, gc=False, tag="take coin"):
    """Take a coin from the supply instead of acting, with the seal on the temple."""


class EndTurn(Struct, frozen=True, gc=False, tag="end turn"):
    """End the turn after one action (alone: after none, too)."""


class PickDye(Struct, frozen=True, gc=False, tag="pick"):
    """Setup: take one of the start dyes."""

    dye: Annotated[Dye, DYE]


class Trade(Struct, frozen=True, gc=False, tag="trade"):
    """House rule `trade = optional`: the owner trades."""


class Decline(Struct, frozen=True, gc=False, tag="decline"):
    """House rule `trade = optional`: the owner does not trade, and takes the shop back."""


class DyeDrawn(Struct, frozen=True, gc=False, tag="draw"):
    """Outcome: a start dye."""

    dye: Annotated[Dye, DYE]


class DieDrawn(Struct, frozen=True, gc=False, tag="die"):
    """Outcome: a die of that dye from the bag, and its price as it lies after turning (H3)."""

    dye: Annotated[Dye, DYE]
    price: Annotated[int, PRICE]


class MerchantActs(Struct, frozen=True, gc=False, tag="move"):
    """Outcome, certain: the merchant whose turn it is moves and trades by its rules."""

    merchant: Annotated[Merchant, MERCHANT]


class GoOn(Struct, frozen=True, gc=False, tag="go on"):
    """Outcome, certain: there is nothing to draw or to ask here, so the game goes on.

    It comes up in odd positions only, such as a bag without dice.
    """


PlayerAction = PlaceShop | PlaceDye | PlaceCoin | Pass | TakeCoin | EndTurn | PickDye | Trade | Decline
Outcome = DyeDrawn | DieDrawn | MerchantActs | GoOn
Action = PlayerAction | Outcome | Correction

# One of each, in the order of the city and of the dyes: lists of legal actions are made of these.
PLACE_SHOP = tuple(PlaceShop(space) for space in SPACES)
PLACE_DYE = tuple(tuple(PlaceDye(space, dye) for dye in DYES) for space in SPACES)
PLACE_COIN = tuple(PlaceCoin(space) for space in SPACES)
PICK_DYE = tuple(PickDye(dye) for dye in DYES)
DYE_DRAWN = tuple(DyeDrawn(dye) for dye in DYES)
DIE_DRAWN = tuple(tuple(DieDrawn(row.dye, price) for price in row.prices) for row in components.DYE_ROWS)
MERCHANT_ACTS = {merchant: MerchantActs(merchant) for merchant in MERCHANTS}
PASS, TAKE_COIN, END_TURN, TRADE, DECLINE, GO_ON = Pass(), TakeCoin(), EndTurn(), Trade(), Decline(), GoOn()
