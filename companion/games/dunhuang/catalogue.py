"""All actions of Dunhuang in an order that stays: what is new comes last."""

from __future__ import annotations

from typing import Final

from companion.engine.catalogue import Catalogue
from companion.games.dunhuang.characters import (
    BURY,
    DISCARD,
    DRAW_GOODS,
    EXCHANGE_HAND,
    EXCHANGE_SHOP,
    FETCH,
    GIVE,
    GUARD,
    SWAP,
    TAKE_PRESTIGE,
    TO_HAND,
    TO_SHOP,
    VISIT,
)
from companion.games.dunhuang.moves import (
    CLAIM,
    DECLINE,
    INTO_HAND,
    INTO_SHOP,
    KEEP,
    MOVE_CAMEL,
    PAY,
    PLACE_CAMEL,
    SHOW,
    TAKE_COINS,
    Action,
)
from companion.games.dunhuang.outcomes import CARD_DRAWN, GO_ON, TILE_LAID

actions: Final[Catalogue[Action]] = Catalogue(
    (
        *KEEP,
        *PLACE_CAMEL,
        *MOVE_CAMEL,
        INTO_HAND,
        *INTO_SHOP,
        TAKE_COINS,
        DRAW_GOODS,
        TAKE_PRESTIGE,
        *BURY,
        *(action for spaces in EXCHANGE_SHOP for kinds in spaces for action in kinds),
        *(action for spaces in EXCHANGE_HAND for action in spaces),
        *FETCH,
        *GUARD,
        *DISCARD,
        *VISIT,
        *GIVE,
        *(action for hands in SWAP for action in hands),
        *TO_HAND,
        *TO_SHOP,
        PAY,
        DECLINE,
        CLAIM,
        *SHOW,
        *TILE_LAID.values(),
        *CARD_DRAWN,
        GO_ON,
    )
)
