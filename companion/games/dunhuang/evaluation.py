"""Evaluation of a position for each seat, in points: bots maximise the sum, and give a term as their reason.

The numbers are a player's experience; nothing in the rules depends on them.
"""

from __future__ import annotations

from typing import Any, Final

from companion.engine.game import RIVALS, Prospect, Seat
from companion.games.dunhuang import characters, components, moves
from companion.games.dunhuang.names import GOODS, SPACES, UNKNOWN, Character, Counts, Good
from companion.games.dunhuang.phases import Act, Draw, Fee, Picking, Rob, Take
from companion.games.dunhuang.state import State
from companion.lab.rollout import Level

LEVELS: Final = {
    "easy": Level(blur=0.5),
    "middling": Level(breadth=6),
    "strong": Level(breadth=6, playouts=12, begins="move"),
}
SAFE, GUARDED, NEARLY = 0.35, 0.5, 0.45
"""Beside its points: a token that nobody ties for yet, one that is guarded, and a kind that lacks one card."""
KEPT, SPARE, BEHIND = (0.8, 0.3), (0.25, 0.1), 0.12
"""Of a card's value: one that would be kept now, one for which a token is lacking, one of which another has more. Here
and below, where there are two numbers: with an empty deck, and with a full one, when others may yet have more."""
HELD = (0.3, 1.0)
"""Any card in the hand: there is something to exchange and to gather more of."""
COIN, MORE_COINS, MANY_COINS = 0.7, 0.1, 6
NEAR_TOP, TOP = 1.2, 8.0
"""Each step towards a top merchant near the end of the way; and all of it."""
OFFER, INSTEAD = 0.6, 1.35
"""Of what the turn still offers, before it is taken; and of that, the coins that can be taken instead of a visit."""
NEW, SAME, TIED = 0.15, 0.3, 0.4
"""Of that, a card: of its value, if none of its kind is in the hand; if one is; for the shop, without a token."""
_VISITS: Final = {
    2.2: (Character.SOLDIER, Character.SHEPHERD, Character.FARMER),
    2.0: (Character.DANCER, Character.GENERAL, Character.MERCHANT, Character.DOMESTIC),
    1.8: (Character.PAINTER, Character.MAID),
    1.6: (Character.MUSICIAN,),
    1.2: (Character.MANICHEAN, Character.BUDDHIST),
    1.1: (Character.TRADER,),
}
VISIT: Final = {character: worth for worth, characters in _VISITS.items() for character in characters}
"""What a visit brings about. The Princess's tokens are counted; those who let draw cards go by their number."""
DRAWN = (0.0, 2.3, 2.9, 3.2)
"""A card kept of none, one, two, three or more that are drawn."""
BRINGS: Final[dict[str, tuple[type, ...]]] = {
    "visit": (moves.MoveCamel, moves.PlaceCamel, characters.DrawGoods, characters.Visit),
    "market": (moves.MoveCamel,),
    "coins": (moves.TakeCoins,),
    RIVALS: (moves.IntoShop, characters.ExchangeShop, characters.ToShop, characters.Swap, characters.Visit, moves.Pay),
    "prestige": (characters.TakePrestige, characters.Discard, characters.Visit, characters.Give),
}
"""Actions that bring these terms about by themselves."""


def concerns(term: Prospect, action: Any, state: State) -> bool:
    """Returns whether such an action causes the term, or the term is about a kind of goods that the action moves."""
    if term.motive in BRINGS:
        return isinstance(action, BRINGS[term.motive])
    space = state.camel if isinstance(action, moves.IntoHand) else getattr(action, "space", None)
    moved = [getattr(action, field) for field in action.__struct_fields__]
    moved += [state.card_at(space)] if space else []
    moved += [state.now.good] if isinstance(state.now, Fee) else []
    return term.thing is None or term.thing in moved


def prospects(state: State) -> list[list[Prospect]]:
    """Returns the terms of each seat."""
    now, setup = state.now, state.setup
    full = sum(setup.copies) - SPACES - len(state.players) * setup.dealt
    left = min(1.0, (state.deck + sum(now.drawn)) / full)  # what is drawn goes back, but for one
    most = tuple(map(max, *[player.hand for player in state.players]))
    found = []
    for seat, player in enumerate(state.players):
        tokens = _tokens(state, seat)
        held = sum([term.motive == "token" for term in tokens])
        coins = COIN * min(player.coins, MANY_COINS) + MORE_COINS * max(0, player.coins - MANY_COINS)
        terms = [Prospect("prestige", float(components.PRESTIGE_WORTH * player.prestige)), Prospect("coins", coins)]
        terms += [*tokens, *_cards(player.hand, most, left, held)]
        kinds = sum([1 for n in player.hand[:UNKNOWN] if n])
        lacking = max(0, setup.tokens - held) + max(0, setup.kinds - kinds)
        if lacking < 3:
            terms.append(Prospect("top", NEAR_TOP * (3 - lacking) if lacking else TOP))
        found.append(terms)
    if isinstance(now, Take | Act | Draw | Rob | Picking):
        worth = _visit(state, now.seat)
        if isinstance(now, Take | Act):  # the turn may still end with coins instead
            worth = OFFER * max(INSTEAD, worth)
        found[now.seat].append(Prospect("visit", worth, thing=state.character))
    if isinstance(now, Take) and state.camel is not None:
        found[now.seat] += _market(state, now.seat, state.card_at(state.camel))
    return found


def _tokens(state: State, seat: int) -> list[Prospect]:
    """Returns terms for the seat's tokens, and for kinds one card short of a tie."""
    found, own = [], state.players[seat].shop
    for i, token in enumerate(state.tokens):
        if token is not None and token.holder == seat:
            rival = max([player.shop[i] for other, player in enumerate(state.players) if other != seat])
            worth = components.TOKEN_WORTH + SAFE * min(2, own[i] - rival) + GUARDED * token.guarded
            found.append(Prospect("token", worth, thing=GOODS[i]))
        elif own[i] and own[i] + 1 >= (0 if token is None else state.players[token.holder].shop[i]):
            found.append(Prospect("nearly", NEARLY, thing=GOODS[i]))
    return found


def _cards(hand: Counts, most: Counts, left: float, tokens: int) -> list[Prospect]:
    """Returns terms for the cards of a hand. `most`: the highest number of each kind that anybody has; `left`: the
    remaining share of the deck, from 1 to 0; `tokens`: how many of them may be kept."""
    keeps, spares, held = (late + (early - late) * left for late, early in (KEPT, SPARE, HELD))
    found, values = [], []
    for i, n in enumerate(hand[:UNKNOWN]):
        if n:
            value = components.VALUES[i]
            found.append(Prospect("card", (spares if n == most[i] else BEHIND) * value + held * n, thing=GOODS[i]))
            if n == most[i]:
                values.append(value)
    # Apart from the cards: a token lets another card count, and that card is not what was taken for it.
    if kept := sum(sorted(values, reverse=True)[:tokens]):
        found.append(Prospect("kept", (keeps - spares) * kept))
    if hand[UNKNOWN]:
        found.append(Prospect("cards", 2.0 * hand[UNKNOWN]))
    return found


def _visit(state: State, seat: Seat) -> float:
    """Returns the value of the character at the camel's place, before its effect."""
    character, now = state.character, state.now
    if character is None:
        return 0.0
    if character is Character.PRINCESS:
        return float(state.count_tokens(seat))
    if character in VISIT:
        return VISIT[character]
    steps = now.steps if isinstance(now, Take | Act) else 0
    cards = now.left + sum(now.drawn) if isinstance(now, Draw) else components.CARDS_OF.get(character, steps)
    return DRAWN[min(cards, state.deck + sum(now.drawn), len(DRAWN) - 1)]


def _market(state: State, seat: Seat, card: Good | None) -> list[Prospect]:
    """Returns the value of the card at the camel's place, for the hand or the shop."""
    if card is None or card is Good.UNKNOWN:
        return []
    i, player = card.ordinal, state.players[seat]
    rival = max([other.shop[i] for one, other in enumerate(state.players) if one != seat])
    token = components.TOKEN_WORTH if state.holder(card) != seat and player.shop[i] + 1 >= rival else TIED
    return [Prospect("market", max(token, SAME if player.hand[i] else NEW * components.VALUES[i]), thing=card)]
