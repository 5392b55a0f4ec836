"""What Dunhuang adds to the cards of a first game: keys with characters and goods."""

from __future__ import annotations

from typing import Any

from companion.games.dunhuang.moves import Keep, MoveCamel, PlaceCamel
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.context import TableContext
from companion.games.dunhuang.state import State, on_from
from companion.web.widgets import Key


def offer(context: TableContext, action: Any) -> Key:
    """An action as a key: which character the camel goes to, how far that is and what it costs; or which good."""
    do, state = context.act(context.game.action_text(action)), context.position
    match action:
        case MoveCamel(steps=steps) if state.camel is not None:
            return _place(context, state, on_from(state.camel, steps), do, _walk(context, steps))
        case PlaceCamel(space=space):
            return _place(context, state, space, do, "")
        case Keep(card=card):
            return Key(labels.numbered(context, card), do, sign=labels.sign(card))
    return Key(context.game.action_text(action), do)


def _place(context: TableContext, state: State, space: int, do: str, walk: str) -> Key:
    if space > len(state.ring):
        return Key(str(space), do, walk)
    laid = state.ring[space - 1]
    return Key(labels.character(context, laid), do, walk, f"portrait-{laid}")


def _walk(context: TableContext, steps: int) -> str:
    """How far, and for how much: “3 steps · 2 coins”."""
    words = context.own_words
    price = words.count("thing.coins", steps - 1) if steps > 1 else words.phrase("free")
    return f"{words.count('thing.steps', steps)} · {price}"
