"""Impossibilities of a position, by the pieces in the box or by the rules."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Fault
from companion.games.dunhuang import components
from companion.games.dunhuang.majority import payable
from companion.games.dunhuang.names import GOODS, SPACES, UNKNOWN, Character
from companion.games.dunhuang.phases import Fee
from companion.games.dunhuang.state import State, everywhere

_SETUP = frozenset({"lay", "stock", "deal", "choose", "park"})


def faults(state: State) -> tuple[Fault, ...]:
    """Returns all of them, each with what was found and what the box or the rules have.

    Coins are not counted: the rules do not limit them (D1).
    """
    return (*_cards(state), *_tokens(state), *_ring(state), *_turn(state))


def _cards(state: State) -> Iterator[Fault]:
    """Yields faults of cards: too many of a kind, or a wrong total. Unknown cards can be any."""
    found, copies = everywhere(state), state.setup.copies
    named = True
    for i, good in enumerate(GOODS):
        if found[i] > copies[i] or (not found[UNKNOWN] and found[i] < copies[i]):
            named = False
            kind = "cards" if copies[i] else "not_in_play"
            yield Fault(kind, "setup-kinds" if not copies[i] else "box", good, found=found[i], expected=copies[i])
    total, expected = sum(found), sum(copies)
    if named and total != expected:
        yield Fault("total", "box", found=total, expected=expected)


def _tokens(state: State) -> Iterator[Fault]:
    """Yields faults of majority tokens and prestige."""
    copies, over = state.setup.copies, state.now.phase == "over"
    for i, (good, token) in enumerate(zip(GOODS, state.tokens, strict=True)):
        if token is None:
            continue
        holder = token.holder
        if not copies[i]:
            yield Fault("token_not_in_play", "setup-kinds", good, seat=holder)
        counts = [player.shop[i] for player in state.players]
        if not over and (not counts[holder] or counts[holder] < max(counts)):
            yield Fault("no_majority", "majority-end", good, seat=holder, found=counts[holder], expected=max(counts))
    guarded = sum(token is not None and token.guarded for token in state.tokens)
    if guarded and not {Character.MANICHEAN, Character.BUDDHIST} & set(state.ring):
        yield Fault("nobody_guards", "guard", found=guarded, expected=0)
    found = sum(player.prestige for player in state.players)
    if found > components.PRESTIGE:
        yield Fault("prestige", "box", found=found, expected=components.PRESTIGE)


def _ring(state: State) -> Iterator[Fault]:
    """Yields faults of the characters, the camel and the market."""
    tiles = [components.TILE[character] for character in state.ring]
    for character in dict.fromkeys(state.ring):
        found = tiles.count(components.TILE[character])
        if found > 1 and character == state.ring[tiles.index(components.TILE[character])]:
            yield Fault("tile", "box", character, found=found, expected=1)
    if len(state.ring) != SPACES and state.now.phase != "lay":
        yield Fault("ring", "setup-market", found=len(state.ring), expected=SPACES)
    if state.camel is None and state.now.phase not in _SETUP:
        yield Fault("no_camel", "setup-camel")
    gaps = state.market.count(None)
    if gaps and state.deck and state.now.phase in ("move", "deal", "choose", "park"):
        yield Fault("gaps", "refill", found=gaps, expected=0)


def _turn(state: State) -> Iterator[Fault]:
    now = state.now
    if isinstance(now, Fee) and not payable(state):
        yield Fault("nobody_to_pay", "buddhist", now.good, seat=now.seat)
    if state.last_round and state.deck and state.options.end == "deck_empty":
        yield Fault("last_round", "end", found=state.deck, expected=0)
    if now.phase in ("over", "show") and now.seat is None and not state.last_round:
        yield Fault("ended_early", "end", found=state.deck, expected=0)
