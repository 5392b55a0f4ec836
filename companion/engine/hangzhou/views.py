"""What a seat may know. Hands are open unless the table hides them (`open_hands = hidden`)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import OVER, Seat
from companion.engine.hangzhou.effects import Effect, TakenBack
from companion.engine.hangzhou.state import Hand, State


def view(state: State, seat: Seat | None) -> State:
    """The position as a seat may know it; none is a watcher. When the game is over all is open.

    Of a hidden hand only the shops are known: they are those that do not stand in the city.
    """
    if _open(state):
        return state
    hands = tuple(hand if other == seat else Hand(0, hand.shops, hidden=True) for other, hand in enumerate(state.hands))
    return replace(state, hands=hands)


def seen(state: State, effect: Effect, seat: Seat | None) -> Effect:
    """The effect as a seat may know it: why another player cannot trade would tell a hidden hand."""
    if isinstance(effect, TakenBack) and effect.seat != seat and not _open(state):
        return replace(effect, held=None, missing=())
    return effect


def _open(state: State) -> bool:
    return state.options.open_hands == "yes" or state.turn is OVER
