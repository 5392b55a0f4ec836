"""Majority tokens: who takes one when a card enters a shop, and when one goes back to the bank."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.engine.game import Seat
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.effects import Consequences, Majority
from companion.games.dunhuang.names import CARD_INDEX, Character, Good
from companion.games.dunhuang.state import Now, State, swapped

FEE: Final = 2
"""Coins that the Buddhist's guard costs a rival who ties."""
Played = tuple[State, Consequences]


def lost(state: State, seat: Seat, good: Good) -> Played:
    """After a card of this kind has left the shop: does its owner give the token back? (D5)"""
    i = CARD_INDEX[good]
    if state.holders[i] != seat:
        return state, ()
    counts = tuple(player.shop[i] for player in state.players)
    if counts[seat] and counts[seat] == max(counts):
        return state, ()
    back = did.TokenReturned(Majority(good, seat, seat, counts))
    return _held(state, i, None), (back,)


def gained(state: State, seat: Seat, good: Good, resume: int) -> Played:
    """After a card of this kind has entered the shop: does its owner take the token? (D4, D6)

    `resume`: where the turn goes on if the Buddhist's fee has to be asked for, see `Now.steps`.
    """
    i = CARD_INDEX[good]
    holder = state.holders[i]
    if holder == seat:
        return state, ()
    counts = tuple(player.shop[i] for player in state.players)
    if not counts[seat] or counts[seat] < max(counts):
        return state, ()
    because = Majority(good, seat, holder, counts)
    if holder is None or because.more:
        rule = "guard-more" if holder is not None and state.guards[i] else "majority-take"
        return _held(state, i, seat), (did.TokenTaken(because, rule),)
    if state.options.tie == "holder":
        return state, (did.TieKept(because),)
    if not state.guards[i]:
        return _held(state, i, seat), (did.TokenTaken(because, "majority-take"),)
    return _guarded(state, because, resume)


def _guarded(state: State, because: Majority, resume: int) -> Played:
    """A tie for a guarded token: the Manichean refuses it once, the Buddhist asks for a fee."""
    i = CARD_INDEX[because.good]
    if Character.BUDDHIST not in state.ring:
        return replace(state, guards=swapped(state.guards, i, False)), (did.GuardUsed(because),)
    if state.players[because.seat].coins < FEE:
        return state, (did.FeeNotPaid(because, able=False),)
    now = Now("fee", because.seat, steps=resume, good=because.good)
    return replace(state, now=now), (did.FeeAsked(because),)


def paid(state: State, seat: Seat, good: Good) -> Played:
    """The fee goes to the holder, the token to the rival."""
    i = CARD_INDEX[good]
    holder = state.holders[i]
    assert holder is not None, "refused without a holder"
    counts = tuple(player.shop[i] for player in state.players)
    players = swapped(state.players, seat, replace(state.players[seat], coins=state.players[seat].coins - FEE))
    players = swapped(players, holder, replace(players[holder], coins=players[holder].coins + FEE))
    taken = did.TokenTaken(Majority(good, seat, holder, counts), "buddhist")
    return _held(replace(state, players=players), i, seat), (did.FeePaid(seat, holder, good, FEE), taken)


def declined(state: State, seat: Seat, good: Good) -> Consequences:
    """The token stays where it is, and guarded."""
    i = CARD_INDEX[good]
    counts = tuple(player.shop[i] for player in state.players)
    return (did.FeeNotPaid(Majority(good, seat, state.holders[i], counts), able=True),)


def _held(state: State, i: int, seat: Seat | None) -> State:
    """A token that changes hands or goes back shows its number."""
    return replace(state, holders=swapped(state.holders, i, seat), guards=swapped(state.guards, i, False))
