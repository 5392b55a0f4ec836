"""What can be done in Hangzhou: by a player, by chance, or by correcting the table."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.correction import Correction
from companion.games.hangzhou import components
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Dye, Merchant, Space


class PlaceShop(Struct, frozen=True, gc=False):
    """Place a shop from the hand on a free space, for 1 coin."""

    space: Space


class PlaceDye(Struct, frozen=True, gc=False):
    """Place a dye from the supply on an own shop; the one there goes back."""

    space: Space
    dye: Dye


class PlaceCoin(Struct, frozen=True, gc=False):
    """Place a coin from the hand on an own shop."""

    space: Space


class Pass(Struct, frozen=True, gc=False):
    """Put the seal on the temple instead of acting."""


class TakeCoin(Struct, frozen=True, gc=False):
    """Take a coin from the supply instead of acting, with the seal on the temple."""


class EndTurn(Struct, frozen=True, gc=False):
    """End the turn after one action (alone: after none, too)."""


class PickDye(Struct, frozen=True, gc=False):
    """Setup: take one of the start dyes."""

    dye: Dye


class Trade(Struct, frozen=True, gc=False):
    """House rule `trade = optional`: the owner trades."""


class Decline(Struct, frozen=True, gc=False):
    """House rule `trade = optional`: the owner does not trade, and takes the shop back."""


class DyeDrawn(Struct, frozen=True, gc=False):
    """Outcome: a start dye."""

    dye: Dye


class DieDrawn(Struct, frozen=True, gc=False):
    """Outcome: a die of that dye from the bag, and its price as it lies after turning (H3)."""

    dye: Dye
    price: int


class MerchantActs(Struct, frozen=True, gc=False):
    """Outcome, certain: the merchant whose turn it is moves and trades by its rules."""

    merchant: Merchant


class GoOn(Struct, frozen=True, gc=False):
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
