"""All actions of Xanadú in an order that stays: what is new comes last."""

from __future__ import annotations

from typing import Final

from companion.engine.catalogue import Catalogue
from companion.games.xanadu.moves import BUILD, END_TURN, PICK_START, PLACE_WORKER, SELL, Action
from companion.games.xanadu.outcomes import CARD_DRAWN, END_DRAWN, GO_ON

actions: Final[Catalogue[Action]] = Catalogue(
    (
        END_TURN,
        *PICK_START.values(),
        *SELL.values(),
        *BUILD.values(),
        *(action for workers in PLACE_WORKER.values() for action in workers.values()),
        *CARD_DRAWN.values(),
        *(END_DRAWN, GO_ON),
    )
)
