"""Majority tokens: who takes one when a card enters a shop, and when one returns to the bank."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.engine.game import Seat
from companion.engine.moves import Tell
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.names import Character, Good
from companion.games.dunhuang.phases import Fee
from companion.games.dunhuang.state import State, Token, replace_token, with_player

FEE: Final = 2
"""Coins that the Buddhist's guard costs a rival who ties."""


def _counts(state: State, good: Good) -> tuple[int, ...]:
    return tuple(player.shop[good.ordinal] for player in state.players)


def lost(state: State, seat: Seat, good: Good, tell: Tell) -> State:
    """Returns the position after a card of this kind has left the shop and its owner may have lost the token (D5)."""
    counts = _counts(state, good)
    if state.holder(good) != seat or (counts[seat] and counts[seat] == max(counts)):
        return state
    tell(did.TokenReturned(did.Majority(good, seat, seat, counts)))
    return replace_token(state, good, None)


def gained(state: State, seat: Seat, good: Good, steps: int, tell: Tell) -> State:
    """Returns the position after a card of this kind has entered the shop and its owner may have gained the token (D4,
    D6).

    `steps`: where the turn continues after the Buddhist's fee, see `Fee`.
    """
    counts, token = _counts(state, good), state.tokens[good.ordinal]
    holder = None if token is None else token.holder
    if holder == seat or not counts[seat] or counts[seat] < max(counts):
        return state
    because = did.Majority(good, seat, holder, counts)
    if token is None or because.more or (state.options.tie == "newcomer" and not token.guarded):
        tell(did.TokenTaken(because, "guard-more" if token is not None and token.guarded else "majority-take"))
        return replace_token(state, good, Token(seat))
    if state.options.tie == "holder":
        tell(did.TieKept(because))
        return state
    if Character.BUDDHIST not in state.ring:
        tell(did.GuardUsed(because))
        return replace_token(state, good, Token(token.holder))
    if state.players[seat].coins < FEE:
        tell(did.FeeNotPaid(because, able=False))
        return state
    tell(did.FeeAsked(because))
    return replace(state, now=Fee(seat, steps, good))


def paid(state: State, seat: Seat, good: Good, tell: Tell) -> State:
    """Returns the state after the rival paid: the fee goes to the holder, the token to the rival."""
    holder = state.holder(good)
    assert holder is not None, "refused without a holder"
    payer, payee = state.players[seat], state.players[holder]
    tell(did.FeePaid(seat, holder, good, FEE))
    tell(did.TokenTaken(did.Majority(good, seat, holder, _counts(state, good)), "buddhist"))
    state = with_player(state, seat, replace(payer, coins=payer.coins - FEE))
    state = with_player(state, holder, replace(payee, coins=payee.coins + FEE))
    return replace_token(state, good, Token(seat))


def declined(state: State, seat: Seat, good: Good, tell: Tell) -> None:
    """Reports that the token stays where it is, guarded."""
    tell(did.FeeNotPaid(did.Majority(good, seat, state.holder(good), _counts(state, good)), able=True))


def payable(state: State) -> bool:
    """Returns whether there is a rival's token, and the coins for the fee."""
    now = state.now
    if not isinstance(now, Fee):
        return False
    holder = state.holder(now.good)
    return holder is not None and holder != now.seat and state.players[now.seat].coins >= FEE
