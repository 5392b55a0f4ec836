"""Evaluation of Dunhuang: tokens, prestige, the cards that would be kept, and the rest of the turn.

The numbers are a player's experience, in points; nothing in the rules depends on them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.engine.game import OVER, Seat
from companion.engine.prospect import RIVALS, Prospect
from companion.games.dunhuang import characters, components, moves
from companion.games.dunhuang.names import CARD_INDEX, GOODS, SPACES, UNKNOWN, Character, Counts, Good
from companion.games.dunhuang.state import Act, Draw, State, Take

SAFE, GUARDED, NEARLY = 0.35, 0.5, 0.45
"""Beside its points: a token that nobody ties for yet, one that is guarded, and a kind that lacks one card."""
KEPT, SPARE, BEHIND = (0.8, 0.3), (0.25, 0.1), 0.12
"""Of a card's value: one that would be kept now, one for which a token is lacking, one of which another has more. Here
and below, where there are two numbers: with an empty deck, and with a full one, when others may yet have more."""
HELD = (0.3, 1.0)
"""Any card in the hand: there is something to exchange and to gather more of."""
COIN, MANY_COINS = 0.7, 6
NEAR_TOP, TOP = 1.2, 8.0
"""Each step towards a top merchant near the end of the way; and all of it."""
OFFER, INSTEAD = 0.6, 1.35
"""Of what the turn still offers, before it is taken; and of that, the coins that can be taken instead of a visit."""
NEW, SAME = 0.15, 0.3
"""Of that, a card: of its value, if none of its kind is in the hand; if one is."""
_ROUGH = {
    Character.DANCER: 2.0,
    Character.PAINTER: 1.8,
    Character.MUSICIAN: 1.6,
    Character.SOLDIER: 2.2,
    Character.GENERAL: 2.0,
    Character.SHEPHERD: 2.2,
    Character.FARMER: 2.2,
    Character.MANICHEAN: 1.2,
    Character.BUDDHIST: 1.2,
    Character.TRADER: 1.1,
    Character.MERCHANT: 2.0,
    Character.MAID: 1.8,
    Character.DOMESTIC: 2.0,
}
"""What a visit brings about; of the Princess it is counted, of those who let draw cards it goes by how many."""
_DRAWN = (0.0, 2.3, 2.9, 3.2)
"""A card kept of none, one, two, three or more that are drawn."""
_FULL = {players: sum(one.copies) - SPACES - players * one.dealt for players, one in components.SETUPS.items()}
"""Cards in the deck as the first turn begins, by players."""
BLUR = 0.5
"""Points by which a beginner misjudges a position: more would, with so much luck, be no better than chance."""
SEARCHED = 1 << 14
"""Hands, tokens and so on of which the parts are kept in mind: more than a search of a turn comes to."""
Parts = list[list[Prospect]]


def prospects(state: State) -> Parts:
    """Terms of the evaluation for each seat."""
    players, now = state.players, state.now
    hands, shops = tuple([player.hand for player in players]), tuple([player.shop for player in players])
    most = tuple(map(max, *hands))
    left = min(1.0, (state.deck + sum(now.drawn)) / _FULL[len(players)])  # what is drawn goes back, but for one
    found = []
    for seat, player in enumerate(players):
        parts = [_prestige(player.prestige), _coins(player.coins), *_tokens(seat, state.holders, state.guards, shops)]
        tokens = state.holders.count(seat)
        parts += _cards(player.hand, most, left, tokens)
        parts += _top(player.hand, tokens, len(players))
        found.append(parts)
    if state.turn is not OVER and now.seat is not None and now.phase in ("take", "act"):
        found[now.seat].extend(_offers(state, now.seat))
    elif now.seat is not None and now.phase in ("draw", "rob", "pick"):  # what it brings is not there yet
        found[now.seat].append(Prospect("visit", _visit(state, now.seat), thing=state.character))
    return found


_BRINGS: dict[str, tuple[type, ...]] = {
    "visit": (moves.MoveCamel, moves.PlaceCamel, characters.DrawGoods, characters.Visit),
    "market": (moves.MoveCamel,),
    "coins": (moves.TakeCoins,),
    RIVALS: (moves.IntoShop, characters.ExchangeShop, characters.ToShop, characters.Swap, characters.Visit, moves.Pay),
    "prestige": (characters.TakePrestige, characters.Discard, characters.Visit, characters.Give),
}
"""Actions that bring these parts about by themselves."""
_GOODS = ("card", "good", "give", "take", "shop", "hand")
"""Fields of actions that name a kind of goods."""


def concerns(part: Prospect, action: Any, state: State) -> bool:
    """Is it brought by such an action, or about a kind of goods that the action moves?"""
    if part.motive in _BRINGS:
        return isinstance(action, _BRINGS[part.motive])
    if part.thing is None:
        return True
    moved = {getattr(action, field, None) for field in _GOODS}
    if isinstance(action, moves.IntoHand) and state.camel is not None:
        moved.add(state.card_at(state.camel))
    if isinstance(action, characters.Fetch | characters.ExchangeHand):
        moved.add(state.card_at(action.space))
    if isinstance(action, moves.Pay):
        moved.add(getattr(state.now, "good", None))
    return part.thing in moved


# Positions of one search have most of what lies there in common: what was made of it before is taken again.
@lru_cache(SEARCHED)
def _prestige(tokens: int) -> Prospect:
    return Prospect("prestige", float(components.PRESTIGE_WORTH * tokens))


@lru_cache(SEARCHED)
def _coins(coins: int) -> Prospect:
    return Prospect("coins", COIN * min(coins, MANY_COINS) + 0.1 * max(0, coins - MANY_COINS))


@lru_cache(SEARCHED)
def _cards(hand: Counts, most: Counts, left: float, tokens: int) -> list[Prospect]:
    """The cards of a hand. `most`: that anybody has of each kind; `left`: how much of the deck there is still, from 1
    to 0; `tokens`: how many of them may be kept."""
    found, values = [], []
    keeps, spares, held = _at(KEPT, left), _at(SPARE, left), _at(HELD, left)
    for i, n in enumerate(hand[:UNKNOWN]):
        if not n:
            continue
        value = components.VALUES[i]
        if n == most[i]:
            values.append(value)
        found.append(Prospect("card", (spares if n == most[i] else BEHIND) * value + held * n, thing=GOODS[i]))
    values.sort(reverse=True)
    # Apart from the cards: a token lets another card count, and that card is not what was taken for it.
    if kept := sum(values[:tokens]):
        found.append(Prospect("kept", (keeps - spares) * kept))
    if unknown := hand[UNKNOWN]:
        found.append(Prospect("cards", 2.0 * unknown))
    return found


@lru_cache(SEARCHED)
def _top(hand: Counts, tokens: int, players: int) -> list[Prospect]:
    """The steps that are lacking to a top merchant."""
    setup = components.SETUPS[players]
    kinds = sum([1 for n in hand[:UNKNOWN] if n])
    lacking = max(0, setup.tokens - tokens) + max(0, setup.kinds - kinds)
    return [Prospect("top", TOP if not lacking else NEAR_TOP * (3 - lacking))] if lacking < 3 else []


def _at(worth: tuple[float, float], left: float) -> float:
    """Between what a thing is worth with an empty deck and with a full one."""
    late, early = worth
    return late + (early - late) * left


@lru_cache(SEARCHED)
def _tokens(
    seat: int, holders: tuple[int | None, ...], guards: tuple[bool, ...], shops: tuple[Counts, ...]
) -> list[Prospect]:
    """The tokens that the seat holds, and the kinds that lack one card of a tie."""
    found, own = [], shops[seat]
    for i, holder in enumerate(holders):
        if holder == seat:
            rival = max([shop[i] for one, shop in enumerate(shops) if one != seat])
            worth = components.TOKEN_WORTH + SAFE * min(2, own[i] - rival) + GUARDED * guards[i]
            found.append(Prospect("token", worth, thing=GOODS[i]))
        elif own[i] and own[i] + 1 >= (0 if holder is None else shops[holder][i]):
            found.append(Prospect("nearly", NEARLY, thing=GOODS[i]))
    return found


def _visit(state: State, seat: int) -> float:
    """Worth of the character at the camel's place, before its effect."""
    character, now = state.character, state.now
    if character is None:
        return 0.0
    if character is Character.PRINCESS:
        return float(state.tokens_of(Seat(seat)))
    if character in _ROUGH:
        return _ROUGH[character]
    if isinstance(now, Draw):
        cards = now.left + sum(now.drawn)
    else:
        cards = components.CARDS_OF.get(character, now.steps if isinstance(now, Take | Act) else 0)
    return _DRAWN[min(cards, state.deck + sum(now.drawn), len(_DRAWN) - 1)]


def _offers(state: State, seat: int) -> list[Prospect]:
    """Remaining offers at the camel's place in this turn: its card, and its character or coins."""
    player = state.players[seat]
    found = [Prospect("visit", OFFER * max(INSTEAD, _visit(state, seat)), thing=state.character)]
    card = state.card_at(state.camel) if state.camel is not None and state.now.phase == "take" else None
    if card is not None and card is not Good.UNKNOWN:
        i = CARD_INDEX[card]
        shop = max([other.shop[i] for one, other in enumerate(state.players) if one != seat])
        token = components.TOKEN_WORTH if state.holders[i] != seat and player.shop[i] + 1 >= shop else 0.4
        first = NEW * components.VALUES[i] if not player.hand[i] else SAME
        found.append(Prospect("market", max(float(token), first), thing=card))
    return found
