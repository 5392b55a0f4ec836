"""Labels of Hangzhou's pages: words for spaces and merchants."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct

from companion.engine.game import Seat
from companion.engine.wording import wording
from companion.games.hangzhou.components import DYE_NAMES, MERCHANT_NAMES
from companion.games.hangzhou.names import MERCHANTS, SPACES, Merchant, Space
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.state import State


def move(context: TableContext, action: Struct) -> str:
    """Label of a move's key, in the words of the rules: ``move.<verb>``."""
    return wording("companion.games.hangzhou", context.language).phrase(f"move.{action.__struct_config__.tag}")


def merchant(context: TableContext, which: Merchant) -> str:
    return MERCHANT_NAMES[context.language][which]


def owner(context: TableContext, seat: Seat) -> str:
    """“your shop”, “Mei's shop”."""
    if seat == context.view.eyes:
        return context.own_words.phrase("your_shop")
    return context.own_words.phrase("shop_of", name=context.names[seat])


def spaces(context: TableContext, state: State) -> dict[Space, str]:
    """Each space in words: “A3, your shop, no dye”, “C2, free, orange merchant”."""
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


def put_back(context: TableContext, then: State) -> tuple[tuple[str, str, int], ...]:
    """Merchants, market dice and the round die, where they were otherwise."""
    now, words, said, moved = context.position, context.own_words, list[str](), 0
    away = [was for was, place in zip(then.merchants, now.merchants, strict=True) if was != place]
    if away:
        places = dict.fromkeys(words.phrase("gate") if place is None else place.value for place in away)
        said.append(words.count("back.merchants", len(away), places=context.words.listed(places)))
        moved += len(away)
    rows = zip(then.market, now.market, strict=True)
    dice = sum((Counter(was) - Counter(row)).total() for was, row in rows)
    if dice:
        said.append(words.phrase("back.dice", n=dice))
        moved += dice
    if then.round_die != now.round_die:
        said.append(words.phrase("back.die", n=str(then.round_die)))
        moved += 1
    sign = f"disc-{MERCHANTS[0]}" if away else "die"
    sentence = "; ".join(said)
    return ((sign, f"{sentence[:1].upper()}{sentence[1:]}.", moved),) if said else ()


def step(context: TableContext, effect: Any) -> str:
    """“shop on A3”, “red on A3”, “pass”."""
    die = getattr(effect, "die", None)
    dye = getattr(effect, "dye", None) or (die.dye if die else None)
    return context.own_words.named(
        "step",
        effect,
        space=str(getattr(effect, "space", "")),
        dye=DYE_NAMES[context.language][dye] if dye else "",
        price=str(die.price) if die else "",
    )
