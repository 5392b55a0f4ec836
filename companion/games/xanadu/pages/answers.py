"""What a step of a turn could have been, as keys: buildings under what is done with them."""

from __future__ import annotations

from typing import Any

from companion.games.xanadu.moves import Build, PickStart, PlaceWorker, Sell
from companion.games.xanadu.names import UNKNOWN, Card
from companion.games.xanadu.pages import labels
from companion.games.xanadu.pages.context import TableContext
from companion.tables.log.repair import Repair
from companion.web.widgets import Answer


def answer(context: TableContext, repair: Repair, action: Any) -> Answer:
    """The key of an action: the building, and which card works there, where it is known."""
    words = context.own_words
    match action:
        case PlaceWorker(building, worker):
            small = "" if worker in (None, UNKNOWN) else _card(context, worker)
            return Answer(_card(context, building), small, group=words.phrase("worker"), columns=2)
        case Build(card):
            return Answer(_card(context, card), group=words.phrase("build"), columns=2)
        case Sell(building):
            return Answer(_card(context, building), group=words.phrase("sell"), columns=2)
        case PickStart(card):
            return Answer(_card(context, card), group=words.phrase("bar.pick_own"), columns=2)
    return Answer(words.phrase("end_turn"))


def _card(context: TableContext, card: Card) -> str:
    return f"{labels.number(card)} {labels.name(context, card)}"
