"""Alternatives for a step of a turn, as keys: buildings by kind of act."""

from __future__ import annotations

from typing import Any

from companion.games.xanadu.moves import Build, PickStart, PlaceWorker, Sell
from companion.games.xanadu.names import UNKNOWN
from companion.games.xanadu.pages import labels
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.state import State
from companion.web.widgets import Answer


def answer(context: TableContext, state: State, action: Any) -> Answer:
    """The key of an action: the building, and which card works there, where it is known."""
    words = context.own_words
    match action:
        case PlaceWorker(building, worker):
            small = "" if worker in (None, UNKNOWN) else labels.called(context, worker)
            return Answer(labels.called(context, building), small, group=words.phrase("worker"), columns=2)
        case Build(card):
            return Answer(labels.called(context, card), group=words.phrase("build"), columns=2)
        case Sell(building):
            return Answer(labels.called(context, building), group=words.phrase("sell"), columns=2)
        case PickStart(card):
            return Answer(labels.called(context, card), group=words.phrase("bar.pick_own"), columns=2)
    return Answer(words.phrase("end_turn"))
