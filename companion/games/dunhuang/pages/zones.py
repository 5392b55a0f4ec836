"""Expected things on the table: camel and deck, tokens, each player's things, tiles."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Seat
from companion.games.dunhuang.names import CHARACTERS, GOODS, SEATS, SPACES, UNKNOWN, Character
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.labels import TableContext
from companion.games.dunhuang.state import State
from companion.web.widgets import Choice, Count, Thing, Zone


def zones(context: TableContext) -> tuple[Zone, ...]:
    """In the order in which the eye goes."""
    state = context.position
    players = (_player(context, state, Seat(seat)) for seat in range(len(state.players)))
    return (_ring(context, state), _tokens(context, state), *players, _tiles(context, state))


def _ring(context: TableContext, state: State) -> Zone:
    """The camel; with the cards on paper, the deck too."""
    words, things = context.own_words, list[Thing]()
    where = state.character
    if state.camel is not None:
        name = words.phrase("camel_at", name=labels.character(context, where) if where else "–")
        things.append(Count("camel", name, "camel", state.camel, least=1, most=SPACES))
    if labels.on_paper(context):
        things.append(Count("deck.unknown", words.phrase("cards_in_deck"), "card-back", state.pile[UNKNOWN]))
    says = words.count("in_deck", state.deck)
    return Zone("ring", "ring", words.phrase("zone.ring"), "camel", says, things=tuple(things))


def _tokens(context: TableContext, state: State) -> Zone:
    """Zone of the tokens: each holder, and whether it is guarded."""
    words = context.own_words
    things = tuple(_token(context, state, i) for i, n in enumerate(state.setup.copies) if n)
    says = words.count("thing.tokens", len(GOODS) - state.holders.count(None))
    return Zone("tokens", "tokens", words.phrase("score.tokens"), "near", says, things=things)


def _token(context: TableContext, state: State, i: int) -> Choice:
    words, good = context.own_words, GOODS[i]
    options: list[tuple[Any, str]] = [(None, words.phrase("bank"))]
    guards = {Character.MANICHEAN, Character.BUDDHIST} & set(state.ring) or any(state.guards)
    for seat, name in enumerate(context.names):
        options.append(({"holder": SEATS[seat], "guarded": False}, name))
        if guards:
            options.append(({"holder": SEATS[seat], "guarded": True}, words.phrase("put.guarded", seat=name)))
    holder = state.holders[i]
    now = None if holder is None else {"holder": SEATS[holder], "guarded": state.guards[i]}
    app = next(n for n, (value, _) in enumerate(options) if value == now)
    return Choice(f"tokens.{good}", labels.numbered(context, good), labels.sign(good), tuple(options), app)


def _player(context: TableContext, state: State, seat: Seat) -> Zone:
    """Coins, prestige, shop, and of the hand what this phone may know."""
    words, player, own = context.own_words, state.players[seat], seat == context.view.eyes
    path = f"players.{SEATS[seat]}"
    whose = words.phrase("for_you") if own else words.phrase("for_player", name=context.names[seat])
    things = [
        Count(f"{path}.coins", words.phrase("score.coins"), "coin", player.coins, unit="thing.coins", where=whose),
        Count(f"{path}.prestige", words.phrase("count.prestige"), "prestige", player.prestige),
    ]
    if labels.on_paper(context):
        closed = player.hand[UNKNOWN]
        things.append(Count(f"{path}.hand.unknown", words.phrase("hand_cards"), "card-back", closed))
    elif own:
        things += _heap(context, state, f"{path}.hand", player.hand, "in_hand")
    things += _heap(context, state, f"{path}.shop", player.shop, "in_shop")
    title = context.words.phrase("fix.yours") if own else words.phrase("things_of", name=context.names[seat])
    return Zone(str(int(seat)), "hand", title, "shop", things=tuple(things))


def _heap(context: TableContext, state: State, path: str, counts: tuple[int, ...], word: str) -> list[Count]:
    words = context.own_words
    return [
        Count(
            f"{path}.{good}",
            words.phrase(word, good=labels.good(context, good)),
            labels.sign(good),
            counts[i],
            heap=words.phrase("hand_cards" if word == "in_hand" else "in_shop_all"),
            short=labels.good(context, good),
        )
        for i, good in enumerate(GOODS)
        if state.setup.copies[i]
    ]


def _tiles(context: TableContext, state: State) -> Zone:
    """The characters of the ring."""
    words = context.own_words
    options = tuple((character.value, labels.character(context, character)) for character in CHARACTERS)
    things = tuple(
        Choice(f"ring.{i}", words.phrase("on_space", n=str(i + 1)), "", options, CHARACTERS.index(character))
        for i, character in enumerate(state.ring)
    )
    return Zone("tiles", "tiles", words.phrase("zone.tiles"), "mark", things=things)
