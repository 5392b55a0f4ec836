"""What follows what: turns, rounds, and the end of the game."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import Seat
from companion.games.hangzhou.effects import (
    Effects,
    GameEnded,
    LastTurn,
    MerchantRoundBegan,
    RoundBegan,
    RoundDieRose,
    SealsReturned,
)
from companion.games.hangzhou.names import MERCHANT_INDEX, MERCHANTS, Merchant
from companion.games.hangzhou.state import Move, Over, Play, State

HIGHEST = 6
"""What the round die cannot pass."""
_PLAY = tuple(Play(Seat(seat)) for seat in range(4))
_MOVE = tuple(Move(merchant) for merchant in MERCHANTS)
_MERCHANTS_BEGIN: Effects = (MerchantRoundBegan(),)
_LAST_TURN: tuple[Effects, ...] = tuple((LastTurn(Seat(seat)),) for seat in range(4))


def next_turn(seals: tuple[bool, ...], seat: Seat, *, ends: bool) -> tuple[Play | Move, Effects]:
    """Who comes after a seat's turn, which `ends` the player round if it began with all seals down."""
    if ends or len(seals) == 1:
        return _MOVE[0], _MERCHANTS_BEGIN
    following = (seat + 1) % len(seals)
    return _PLAY[following], _LAST_TURN[following] if all(seals) else ()


def first_round(state: State) -> tuple[State, Effects]:
    """Setup is done: the start player begins."""
    return replace(state, now=_PLAY[state.start]), (RoundBegan(state.round, state.start),)


def after_merchant(state: State, merchant: Merchant) -> tuple[State, Effects]:
    """A merchant is done: the next one, or the end of the round."""
    following = MERCHANT_INDEX[merchant] + 1
    if following < len(MERCHANTS):
        return replace(state, now=_MOVE[following]), ()
    return _end_of_round(state)


def _end_of_round(state: State) -> tuple[State, Effects]:
    effects: Effects = (SealsReturned(),) if any(state.seals) else ()
    rises, limit = state.mixed_returned, state.options.round_limit
    state = replace(state, seals=(False,) * len(state.hands), mixed_returned=False)
    if rises and state.round_die >= HIGHEST:
        return replace(state, now=Over()), (*effects, GameEnded("end-of-game"))
    if limit is not None and state.round >= limit:
        return replace(state, now=Over()), (*effects, GameEnded("house-round-limit"))
    if rises:
        state = replace(state, round_die=state.round_die + 1)
        effects = (*effects, RoundDieRose(state.round_die))
    start = Seat((state.start + 1) % len(state.hands))
    state = replace(state, start=start, round=state.round + 1, now=_PLAY[start])
    return state, (*effects, RoundBegan(state.round, start))
