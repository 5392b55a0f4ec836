"""What a player has: coins, prestige, tokens, shop, and the hand as far as this phone may know it."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.game import Seat
from companion.games.dunhuang import UNKNOWN, State
from companion.games.dunhuang.components import VALUES
from companion.games.dunhuang.names import CARD_INDEX, GOODS
from companion.games.dunhuang.pages import header, labels
from companion.games.dunhuang.pages.context import TableContext
from companion.web.widgets import Holding


class Token(Struct, frozen=True):
    """A majority token that a player holds."""

    name: str
    value: int
    sign: str
    guarded: bool


class Held(Struct, frozen=True):
    """What a seat has. `hand` are the cards that this phone may see, `closed` how many it may not. `near`: what is
    to be said of a player who is close to winning."""

    seat: Seat
    name: str
    coins: int
    prestige: int
    tokens: tuple[Token, ...]
    shop: tuple[labels.Card, ...]
    hand: tuple[labels.Card, ...]
    closed: int
    cards: int
    near: str


def held(context: TableContext, state: State, seat: Seat) -> Held:
    """What a seat has, as this phone may know it."""
    player = state.players[seat]
    tokens = tuple(
        Token(labels.good(context, good), VALUES[i], f"token-{good}", state.guards[i])
        for i, good in enumerate(GOODS)
        if state.holders[i] == seat
    )
    return Held(
        seat,
        context.names[seat],
        player.coins,
        player.prestige,
        tokens,
        labels.cards(context, player.shop),
        labels.cards(context, player.hand),
        player.hand[UNKNOWN],
        sum(player.hand),
        _near(context, state, seat),
    )


def hand(context: TableContext, seat: Seat) -> tuple[Holding, ...]:
    """Coins, how many cards, prestige."""
    words, player = context.own_words, context.position.players[seat]
    cards = sum(player.hand)
    return (
        Holding(words.count("held.coins", player.coins), player.coins, (("coin", ""),)),
        Holding(words.count("held.cards", cards), cards, (("card-back", ""),)),
        Holding(words.phrase("score.prestige").lower(), player.prestige, (("prestige", ""),)),
    )


def _near(context: TableContext, state: State, seat: Seat) -> str:
    if not header.close(state, seat):
        return ""
    short = state.setup.tokens - state.tokens(seat)
    word = "near_long" if short > 0 else "near_now"
    return context.own_words.phrase(word, kinds=str(state.setup.kinds))


class Row(Struct, frozen=True):
    """A kind in the list of shops: how many each player has there, and who holds its token."""

    value: int
    name: str
    sign: str
    counts: tuple[int, ...]
    holder: Seat | None
    guarded: bool


def shops(context: TableContext, state: State) -> tuple[Row, ...]:
    """The shops by kind, without kinds that are not in play."""
    return tuple(
        Row(
            VALUES[i],
            labels.good(context, good),
            labels.sign(good),
            tuple(player.shop[CARD_INDEX[good]] for player in state.players),
            state.holders[i],
            state.guards[i],
        )
        for i, good in enumerate(GOODS)
        if state.setup.copies[i]
    )
