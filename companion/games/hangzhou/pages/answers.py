"""Alternatives for a step of a turn, as keys: by kind of act, then by space and dye."""

from __future__ import annotations

from typing import Any

from companion.games.hangzhou.components import DYE_NAMES
from companion.games.hangzhou.moves import PickDye, PlaceCoin, PlaceDye, PlaceShop
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.state import State
from companion.web.widgets import Answer


def answer(context: TableContext, state: State, action: Any) -> Answer:
    """The key of an action: spaces and dyes under what is done there."""
    words, names = context.own_words, DYE_NAMES[context.language]
    match action:
        case PlaceShop(space):
            named = words.phrase("step.ShopPlaced", space=space)
            return Answer(space, name=named, group=labels.move(context, action), columns=5)
        case PlaceCoin(space):
            named = words.phrase("step.CoinPlaced", space=space)
            return Answer(space, name=named, group=labels.move(context, action), columns=5)
        case PlaceDye(space, dye):
            named = words.phrase("step.DyePlaced", space=space, dye=names[dye])
            return Answer(f"{space} {names[dye]}", "", f"dye-{dye}", named, words.phrase("place_dye"), 4)
        case PickDye(dye):
            return Answer(names[dye], sign=f"dye-{dye}", group=words.phrase("pick_title"))
    return Answer(labels.move(context, action))
