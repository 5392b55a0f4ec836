"""What follows what: turns, rounds, and the end of the game."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import Seat
from companion.games.hangzhou.effects import (
    Consequences,
    GameEnded,
    LastTurn,
    MerchantRoundBegan,
    RoundBegan,
    RoundDieRose,
    SealsReturned,
)
from companion.games.hangzhou.names import MERCHANT_INDEX, MERCHANTS, Kind, Merchant
from companion.games.hangzhou.state import Market, Move, Over, Pick, Play, State

HIGHEST = 6
"""What the round die cannot pass."""
PLAY = tuple(Play(Seat(seat)) for seat in range(4))
TAKEN = tuple({kind: Play(Seat(seat), kind) for kind in Kind} for seat in range(4))
MOVE = tuple(Move(merchant) for merchant in MERCHANTS)
_MERCHANTS_BEGIN: Consequences = (MerchantRoundBegan(),)
_LAST_TURN: tuple[Consequences, ...] = tuple((LastTurn(Seat(seat)),) for seat in range(4))


def after_pick(state: State, seat: Seat) -> Pick | Market:
    """Who picks a start dye after a seat. Counter-clockwise, so the start player picks last."""
    return Market() if seat == state.start else Pick(Seat((seat - 1) % len(state.hands)))


def acted(state: State, now: Play, kind: Kind) -> tuple[Play | Move, Consequences]:
    """Where a turn stands after an action of this kind: its second one, or the next turn."""
    if now.taken is None:
        return TAKEN[now.seat][kind], ()
    return next_turn(state.seals, now.seat, ends=all(state.seals))


def next_turn(seals: tuple[bool, ...], seat: Seat, *, ends: bool) -> tuple[Play | Move, Consequences]:
    """Who comes after a seat's turn, which `ends` the player round if it began with all seals down."""
    if ends or len(seals) == 1:
        return MOVE[0], _MERCHANTS_BEGIN
    following = (seat + 1) % len(seals)
    return PLAY[following], _LAST_TURN[following] if all(seals) else ()


def first_round(state: State) -> tuple[State, Consequences]:
    """Setup is done: the start player begins."""
    return replace(state, now=PLAY[state.start]), (RoundBegan(state.round, state.start),)


def after_merchant(state: State, merchant: Merchant) -> tuple[State, Consequences]:
    """A merchant is done: the next one, or the end of the round."""
    following = MERCHANT_INDEX[merchant] + 1
    if following < len(MERCHANTS):
        return replace(state, now=MOVE[following]), ()
    return _end_of_round(state)


def _end_of_round(state: State) -> tuple[State, Consequences]:
    effects: Consequences = (SealsReturned(),) if any(state.seals) else ()
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
    state = replace(state, start=start, round=state.round + 1, now=PLAY[start])
    return state, (*effects, RoundBegan(state.round, start))
