"""What a seat may know: its own hand and picks. Deck and workers lie face down for everybody."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.correction import Change
from companion.engine.game import OVER, Seat
from companion.engine.xanadu import effects as did
from companion.engine.xanadu.effects import Effect
from companion.engine.xanadu.names import SEAT_LETTERS, UNKNOWN, Cards
from companion.engine.xanadu.state import Building, State

HIDDEN = "…"
"""What a corrected value that a seat may not know is replaced by."""


def view(state: State, seat: Seat | None) -> State:
    """The position as a seat may know it; none is a watcher.

    Hands, picks, workers and the deck turn into as many unknown cards; a worker is not looked at again,
    not even by who placed it. House rule `open_score = no`: so do the tong bao of others, till the end.
    """
    coins = state.coins
    if state.options.open_score == "no" and state.turn is not OVER:
        coins = tuple(n if other == seat else None for other, n in enumerate(coins))
    return replace(
        state,
        hands=tuple(cards if other == seat else _unknown(cards) for other, cards in enumerate(state.hands)),
        picked=tuple(cards if other == seat else _unknown(cards) for other, cards in enumerate(state.picked)),
        coins=coins,
        city=tuple(
            tuple(Building(b.card, _unknown(b.workers), b.sideways) for b in buildings) for buildings in state.city
        ),
        deck=_unknown(state.deck),
    )


def _unknown(cards: Cards) -> Cards:
    return (UNKNOWN,) * len(cards)


def seen(state: State, effect: Effect, seat: Seat | None) -> Effect:
    """The effect as a seat may know it: which card was drawn, picked or placed is for its own seat."""
    match effect:
        case did.Drawn() | did.StartPicked() if effect.seat != seat:
            return replace(effect, card=UNKNOWN)
        case did.WorkerPlaced() if effect.seat != seat:
            return replace(effect, worker=UNKNOWN)
        case did.Corrected():
            changes = tuple(Change(c.path, HIDDEN) if _secret(c.path, state, seat) else c for c in effect.changes)
            return replace(effect, changes=changes)
    return effect


def _secret(path: str, state: State, seat: Seat | None) -> bool:
    """May a field be set without the seat knowing to what?"""
    head, _, rest = path.partition(".")
    own = seat is not None and rest.split(".")[0] == SEAT_LETTERS[seat]
    if head in ("hands", "picked"):
        return not own
    if head == "coins":
        return state.options.open_score == "no" and state.turn is not OVER and not own
    return head in ("deck", "city")
