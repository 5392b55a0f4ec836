"""Alternatives for a step of a turn, as keys: places of the ring, kinds, coins, characters."""

from __future__ import annotations

from typing import Any

from companion.games.dunhuang.moves import (
    Claim,
    Decline,
    IntoHand,
    IntoShop,
    Keep,
    MoveCamel,
    Pay,
    PlaceCamel,
    Show,
    TakeCoins,
)
from companion.games.dunhuang.names import SPACES, Good
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.context import TableContext
from companion.games.dunhuang.pages.turn import INSTEAD, holder_of
from companion.games.dunhuang.state import State, on_from
from companion.web.widgets import Answer


def answer(context: TableContext, state: State, action: Any) -> Answer:
    """The key of an action, as the step it belongs to has it."""
    words = context.own_words
    match action:
        case IntoShop():
            return _kind(context, state, action)
        case IntoHand():
            return Answer(words.phrase("into_hand"), "", columns=1)
        case MoveCamel(steps):
            coins = words.count("thing.coins", steps - 1) if steps > 1 else words.phrase("free")
            small = f"{words.count('thing.steps', steps)}, {coins}"
            return _place(context, state, on_from(state.camel or SPACES, steps), small)
        case PlaceCamel(space):
            return _place(context, state, space, "")
        case TakeCoins():
            return Answer(words.count("thing.coins", INSTEAD), sign="coin", group=words.phrase("then"))
    named = [*_parts(context, action)] or [words.phrase("character")]
    character = labels.character(context, state.character) if state.character is not None else ""
    return Answer(" → ".join(named), sign=_sign(action), group=character)


def idea(context: TableContext, action: Any) -> str:
    """Name of an action in a hint: the character the camel goes to, or the card. Empty: the name of its step."""
    words, state = context.own_words, context.position
    match action:
        case Keep(card) | IntoShop(card):
            return words.named("idea", action, card=labels.numbered(context, card))
        case MoveCamel(steps) if state.camel is not None:
            return _camel(context, state, on_from(state.camel, steps))
        case PlaceCamel(space):
            return _camel(context, state, space)
        case IntoHand():
            return words.named("idea", action)
        case TakeCoins() | Pay() | Claim() | Decline() | Show():
            return ""
    named = " → ".join(_parts(context, action))
    if state.character is None or not named:
        return named
    return f"{labels.character(context, state.character)}: {named}"


def _camel(context: TableContext, state: State, space: int) -> str:
    return context.own_words.phrase("idea.camel", place=_place(context, state, space, "").label)


def _kind(context: TableContext, state: State, action: IntoShop) -> Answer:
    """A kind with who holds its token, as where it was entered."""
    good, has = action.good, holder_of(context, state, action.good)
    label, shop = labels.numbered(context, good), context.own_words.phrase("shop")
    return Answer(label, has, labels.sign(good), labels.good(context, good), shop, 5)


def _place(context: TableContext, state: State, space: int, small: str) -> Answer:
    words = context.own_words
    name = labels.character(context, state.ring[space - 1]) if space <= len(state.ring) else ""
    return Answer(name or words.phrase("on_space", n=str(space)), small, f"portrait-{state.ring[space - 1]}", columns=4)


def _parts(context: TableContext, action: Any) -> list[str]:
    """Names of an action's fields."""
    found = []
    for field in action.__struct_fields__:
        value = getattr(action, field)
        if isinstance(value, Good):
            found.append(labels.numbered(context, value))
        elif field == "seat":
            found.append(context.names[value])
        elif isinstance(value, int) and not isinstance(value, bool):
            found.append(context.own_words.phrase("on_space", n=str(value)))
    return found


def _sign(action: Any) -> str:
    goods = [value for field in action.__struct_fields__ if isinstance(value := getattr(action, field), Good)]
    return labels.sign(goods[0]) if goods else ""
