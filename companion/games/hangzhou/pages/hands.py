"""Holdings of a player for the bar."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.engine.game import Seat
from companion.games.hangzhou.components import DYE_NAMES
from companion.games.hangzhou.names import DYES
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.state import State
from companion.web.widgets import Holding

DRAWN = 6
"""Cubes of a colour that are drawn one by one; of more, one with their number."""


def hand(context: TableContext, state: State, seat: Seat, after: State | None = None) -> tuple[Holding, ...]:
    """Coins, dyes, points, and the shops that are not in the city yet; of a hidden hand the shops. `after`: what they
    come to by what is being done."""
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
