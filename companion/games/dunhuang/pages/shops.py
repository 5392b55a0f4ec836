"""Players' things: shops with majority tokens, coins, prestige and cards."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.game import Seat
from companion.games.dunhuang.names import GOODS, UNKNOWN, Good
from companion.games.dunhuang.pages import header, labels
from companion.games.dunhuang.pages.context import TableContext
from companion.games.dunhuang.state import State
from companion.web.widgets import Holding


class Heap(Struct, frozen=True):
    """Cards of a kind in a shop: how many, and whether their player has the token, perhaps guarded."""

    sign: str
    says: str
    count: int
    token: bool
    guarded: bool


class Shop(Struct, frozen=True):
    """A player's row. `near`: what to know of one who is close to winning; empty: nothing."""

    name: str
    heaps: tuple[Heap, ...]
    holds: tuple[Holding, ...]
    near: str


def shops(context: TableContext, state: State) -> tuple[Shop, ...]:
    """All players, the one that looks first."""
    seats = sorted(map(Seat, range(len(state.players))), key=lambda seat: seat != context.view.eyes)
    return tuple(shop(context, state, seat) for seat in seats)


def shop(context: TableContext, state: State, seat: Seat) -> Shop:
    """Public things of a seat."""
    player = state.players[seat]
    heaps = tuple(
        _heap(context, state, seat, good, n)
        for i, (good, n) in enumerate(zip(GOODS, player.shop, strict=True))
        if n or state.holders[i] == seat
    )
    return Shop(context.names[seat], heaps, _public(context, state, seat), _near(context, state, seat))


def _heap(context: TableContext, state: State, seat: Seat, good: Good, n: int) -> Heap:
    words, i = context.own_words, GOODS.index(good)
    token, guarded = state.holders[i] == seat, state.guards[i]
    says = [f"{n} {labels.good(context, good)}"]
    if token:
        says += [words.phrase("holds_token"), words.phrase("guarded") if guarded else ""]
    return Heap(labels.sign(good), ", ".join(filter(None, says)), n, token, token and guarded)


def _public(context: TableContext, state: State, seat: Seat) -> tuple[Holding, ...]:
    """Coins, prestige, and how many cards: without words, for they stand in a column."""
    words, player = context.own_words, state.players[seat]
    cards = sum(player.hand)
    return (
        Holding("", player.coins, (("coin", words.count("held.coins", player.coins)),)),
        Holding("", player.prestige, (("prestige", words.phrase("score.prestige").lower()),)),
        Holding("", cards, (("card-back", words.count("held.cards", cards)),)),
    )


def hand(context: TableContext, seat: Seat) -> tuple[Holding, ...]:
    """Coins, prestige, and the cards: those that this phone knows one by one."""
    words, player = context.own_words, context.position.players[seat]
    cards = sum(player.hand)
    known = [
        (labels.sign(good), labels.numbered(context, good))
        for good, n in zip(GOODS, player.hand, strict=False)
        for _ in range(n)
    ]
    own = Holding("", None, tuple(known))
    return (
        Holding(words.count("held.coins", player.coins), player.coins, (("coin", ""),)),
        Holding(words.phrase("score.prestige").lower(), player.prestige, (("prestige", ""),)),
        own
        if known and not player.hand[UNKNOWN]
        else Holding(words.count("held.cards", cards), cards, (("card-back", ""),)),
    )


def _near(context: TableContext, state: State, seat: Seat) -> str:
    if not header.close(state, seat):
        return ""
    word = "near_long" if state.holders.count(seat) < state.setup.tokens else "near_now"
    return context.own_words.phrase(word, kinds=str(state.setup.kinds))
