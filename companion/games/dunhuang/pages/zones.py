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
    """Returns the zones in reading order."""
    state = context.position
    players = (_player(context, state, Seat(seat)) for seat in range(len(state.players)))
    return (_ring(context, state), _tokens(context, state), *players, _tiles(context, state))


def _ring(context: TableContext, state: State) -> Zone:
    """Returns the camel; with the cards on paper, the deck too."""
    words, things = context.own_words, list[Thing]()
    if state.camel is not None:
        name = labels.character(context, state.character) if state.character else "–"
        camel = words.phrase("camel_at", name=name)
        things.append(Count("camel", camel, "camel", state.camel, least=1, most=SPACES))
    if labels.on_paper(context):
        things.append(Count("deck.unknown", words.phrase("cards_in_deck"), "card-back", state.pile[UNKNOWN]))
    says = words.count("in_deck", state.deck)
    return Zone("ring", "ring", words.phrase("zone.ring"), "camel", says, things=tuple(things))


def _tokens(context: TableContext, state: State) -> Zone:
    """Returns each token's holder, and whether it is guarded, if this game has guards."""
    words, things = context.own_words, list[Thing]()
    can_guard = {Character.MANICHEAN, Character.BUDDHIST} & set(state.ring) or [
        one for one in state.tokens if one and one.guarded
    ]
    options: list[tuple[Any, str]] = [(None, words.phrase("bank"))]
    for seat, name in enumerate(context.names):
        options.append(({"holder": SEATS[seat], "guarded": False}, name))
        if can_guard:
            options.append(({"holder": SEATS[seat], "guarded": True}, words.phrase("put.guarded", seat=name)))
    values = [value for value, _ in options]
    for good, copies, token in zip(GOODS, state.setup.copies, state.tokens, strict=True):
        if copies:
            now = None if token is None else {"holder": SEATS[token.holder], "guarded": token.guarded}
            label, sign = labels.numbered(context, good), labels.sign(good)
            things.append(Choice(f"tokens.{good}", label, sign, tuple(options), values.index(now)))
    says = words.count("thing.tokens", len(GOODS) - state.holders.count(None))
    return Zone("tokens", "tokens", words.phrase("score.tokens"), "near", says, things=tuple(things))


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
    heaps = [("shop", player.shop, "in_shop", words.phrase("in_shop_all"))]
    if own and not labels.on_paper(context):
        heaps.insert(0, ("hand", player.hand, "in_hand", words.phrase("hand_cards")))
    for heap, counts, word, all_of_it in heaps:
        for good, copies, n in zip(GOODS, state.setup.copies, counts, strict=False):
            if copies:
                name = labels.good(context, good)
                called, sign = words.phrase(word, good=name), labels.sign(good)
                things.append(Count(f"{path}.{heap}.{good}", called, sign, n, heap=all_of_it, short=name))
    title = context.words.phrase("fix.yours") if own else words.phrase("things_of", name=context.names[seat])
    return Zone(str(int(seat)), "hand", title, "shop", things=tuple(things))


def _tiles(context: TableContext, state: State) -> Zone:
    """Returns the characters of the ring."""
    words = context.own_words
    options = tuple((character.value, labels.character(context, character)) for character in CHARACTERS)
    things = tuple(
        Choice(f"ring.{i}", words.phrase("on_space", n=str(i + 1)), "", options, character.ordinal)
        for i, character in enumerate(state.ring)
    )
    return Zone("tiles", "tiles", words.phrase("zone.tiles"), "mark", things=things)
