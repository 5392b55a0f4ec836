"""What lies within reach: steps of the camel, cards of market and hand, the fee for a token."""

from __future__ import annotations

from companion.games.dunhuang.majority import FEE
from companion.games.dunhuang.names import CARD_INDEX, GOODS, SPACES, UNKNOWN, Character, Counts, Good
from companion.games.dunhuang.state import Player, State, on_from

MOST_STEPS = 99
"""More than the coins that any game can bring to one player, so that walks can be listed."""
_KINDS = range(len(GOODS))


def showable(state: State, hand: Counts) -> list[int]:
    """The kinds that a card shown from this hand can be: those it has, and any in play if some are unknown."""
    if not hand[UNKNOWN]:
        return [i for i in _KINDS if hand[i]]
    copies = state.setup.copies
    return [i for i in _KINDS if hand[i] or copies[i]]


def kinds_at(state: State, space: int) -> list[int]:
    """The kinds that the card of a space can be; none if it is empty."""
    card = state.card_at(space)
    if card is None:
        return []
    if card is not Good.UNKNOWN:
        return [CARD_INDEX[card]]
    copies = state.setup.copies
    return [i for i in _KINDS if copies[i]]


def longest(state: State, player: Player) -> int:
    """The most steps that the camel may take."""
    limit = state.options.camel_max
    most = MOST_STEPS if limit == "coins" else int(limit)
    return min(player.coins + 1, most)


def reach(state: State) -> list[int]:
    """The spaces whose card the Shepherd or the Farmer may fetch now."""
    camel, steps = state.camel, state.now.steps
    if camel is None:
        return []
    if state.character is Character.SHEPHERD:
        ahead: tuple[int, ...] = (1, -1)
    elif state.options.farmer == "exact":
        ahead = (steps,) if steps % SPACES else ()
    else:
        ahead = tuple(range(1, min(steps, SPACES - 1) + 1))
    return [space for n in ahead if state.card_at(space := on_from(camel, n)) is not None]


def exchanged(number: int, mine: Counts, theirs: Counts) -> int:
    """How many cards the Trader or the Merchant moves each way (D8)."""
    return min(number, sum(mine), sum(theirs))


def payable(state: State) -> bool:
    """Is there a rival's token, and the coins for the fee?"""
    seat, good = state.now.seat, state.now.good
    if seat is None or good is None:
        return False
    holder = state.holders[CARD_INDEX[good]]
    return holder is not None and holder != seat and state.players[seat].coins >= FEE
