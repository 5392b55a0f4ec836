"""Order of play: turns, rounds, and the end of the game."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import Seat
from companion.engine.moves import Tell
from companion.games.hangzhou.effects import (
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


def first_pick(state: State) -> Pick:
    """The player to the right of the start player picks a start dye first."""
    return Pick(Seat((state.start - 1) % len(state.hands)))


def after_pick(state: State, seat: Seat) -> Pick | Market:
    """Next seat to pick a start dye: counter-clockwise, so the start player picks last."""
    return Market() if seat == state.start else Pick(Seat((seat - 1) % len(state.hands)))


def after_action(state: State, now: Play, kind: Kind, tell: Tell) -> Play | Move:
    """Where a turn stands after an action of this kind: its second one, or the next turn."""
    return Play(now.seat, kind) if now.taken is None else after_turn(state.seals, now.seat, tell, ends=all(state.seals))


def after_turn(seals: tuple[bool, ...], seat: Seat, tell: Tell, *, ends: bool) -> Play | Move:
    """Next seat after a turn; it `ends` the player round if it began with all seals down."""
    if ends or len(seals) == 1:
        tell(MerchantRoundBegan())
        return Move(MERCHANTS[0])
    following = Seat((seat + 1) % len(seals))
    if all(seals):
        tell(LastTurn(following))
    return Play(following)


def first_round(state: State, tell: Tell) -> State:
    """Setup is done: the start player begins."""
    tell(RoundBegan(state.round, state.start))
    return replace(state, now=Play(state.start))


def after_merchant(state: State, merchant: Merchant, tell: Tell) -> State:
    """A merchant is done: the next one, or the end of the round."""
    following = MERCHANT_INDEX[merchant] + 1
    if following < len(MERCHANTS):
        return replace(state, now=Move(MERCHANTS[following]))
    if any(state.seals):
        tell(SealsReturned())
    rises, limit = state.mixed_returned, state.options.round_limit
    state = replace(state, seals=(False,) * len(state.hands), mixed_returned=False)
    if rises and state.round_die >= HIGHEST:
        tell(GameEnded("end-of-game"))
        return replace(state, now=Over())
    if limit is not None and state.round >= limit:
        tell(GameEnded("house-round-limit"))
        return replace(state, now=Over())
    if rises:
        tell(RoundDieRose(state.round_die + 1))
    start = Seat((state.start + 1) % len(state.hands))
    tell(RoundBegan(state.round + 1, start))
    return replace(state, round_die=state.round_die + rises, start=start, round=state.round + 1, now=Play(start))
