"""Labels of Hangzhou's pages: words for spaces and merchants."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import Seat
from companion.games.hangzhou.components import DYE_NAMES, MERCHANT_NAMES
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Merchant, Space
from companion.games.hangzhou.state import State
from companion.web import context
from companion.web.widgets import Holding

TableContext: TypeAlias = context.TableContext[State]
"""A table of this game, as one phone's pages see it."""


def move(context: TableContext, action: Struct) -> str:
    """Returns the label of a move's key, in the words of the rules: ``move.<verb>``."""
    return context.own_words.phrase(f"move.{action.__struct_config__.tag}")


def merchant(context: TableContext, which: Merchant) -> str:
    return MERCHANT_NAMES[context.language][which]


def owner(context: TableContext, seat: Seat) -> str:
    """Returns “your shop”, “Mei's shop”."""
    if seat == context.view.eyes:
        return context.own_words.phrase("your_shop")
    return context.own_words.phrase("shop_of", name=context.names[seat])


def spaces(context: TableContext, state: State) -> dict[Space, str]:
    """Returns each space in words: “A3, your shop, no dye”, “C2, free, orange merchant”."""
    return {space: ", ".join((space.value, *_parts(context, state, space))) for space in SPACES}


def _parts(context: TableContext, state: State, space: Space) -> list[str]:
    speaking, shop = context.own_words, state.shop(space)
    parts = []
    if shop is None:
        parts.append(speaking.phrase("free"))
    else:
        parts.append(owner(context, shop.owner))
        parts.append(DYE_NAMES[context.language][shop.dye] if shop.dye else speaking.phrase("no_dye"))
        if shop.coins:
            parts.append(speaking.count("thing.coins", shop.coins))
    for which, place in zip(MERCHANTS, state.merchants, strict=True):
        if place == space:
            parts.append(speaking.phrase("merchant_here", merchant=merchant(context, which)))
    return parts


DRAWN = 6
"""Cubes of a colour that are drawn one by one; of more, one with their number."""


def hand(context: TableContext, state: State, seat: Seat, after: State | None = None) -> tuple[Holding, ...]:
    """Returns coins, dyes, points, and the shops not in the city yet; of a hidden hand the shops. `after`: the numbers
    after the selected action."""
    words, held, colour = context.own_words, state.hands[seat], state.colours[seat]
    then = held if after is None else after.hands[seat]

    def holding(thing: str, sign: str) -> Holding:
        n, comes = (getattr(which, thing) for which in (held, then))
        return Holding(words.count(f"held.{thing}", n), n, ((sign, ""),), comes if comes != n else None)

    shops = holding("shops", f"shop-{colour}")
    if held.hidden:
        return Holding(words.phrase("hidden")), shops
    coins = holding("coins", "coin")
    if held.at_least:
        coins = replace(coins, word=words.phrase("held_at_least", coins=coins.word))
    corrected = any(path.startswith(f"hands.{colour}") for path in context.view.corrected)
    right = (Holding(words.phrase("corrected")),) if corrected else ()
    return coins, *_dyes(context, state, seat), holding("points", "point"), shops, *right


def _dyes(context: TableContext, state: State, seat: Seat) -> Iterator[Holding]:
    """Dyes of a hand: those drawn singly first, then counted ones."""
    signs, counted = list[tuple[str, str]](), list[Holding]()
    for dye, n in zip(DYES, state.hands[seat].dyes, strict=True):
        sign = (f"dye-{dye}", DYE_NAMES[context.language][dye])
        if n > DRAWN:
            counted.append(Holding("", n, (sign,)))
        else:
            signs += [sign] * n
    if signs or not counted:
        yield Holding("" if signs else context.own_words.phrase("no_dye"), signs=tuple(signs))
    yield from counted
