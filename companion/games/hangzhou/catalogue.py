"""All actions of Hangzhou in an order that stays: what is new comes last."""

from __future__ import annotations

from typing import Final

from companion.engine.catalogue import Catalogue
from companion.games.hangzhou.moves import (
    DECLINE,
    END_TURN,
    PASS,
    PICK_DYE,
    PLACE_COIN,
    PLACE_DYE,
    PLACE_SHOP,
    TAKE_COIN,
    TRADE,
    Action,
)
from companion.games.hangzhou.outcomes import DIE_DRAWN, DYE_DRAWN, GO_ON, MERCHANT_ACTS

actions: Final[Catalogue[Action]] = Catalogue(
    (
        *PLACE_SHOP,
        *(action for dyes in PLACE_DYE for action in dyes),
        *PLACE_COIN,
        *(PASS, TAKE_COIN, END_TURN),
        *PICK_DYE,
        *(TRADE, DECLINE),
        *DYE_DRAWN,
        *(action for prices in DIE_DRAWN for action in prices),
        *MERCHANT_ACTS.values(),
        GO_ON,
    )
)
