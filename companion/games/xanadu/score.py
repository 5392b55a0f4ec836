"""Scores as derivations: every line with its count, its worth and its rule."""

from __future__ import annotations

from companion.engine.game import OVER, Score, ScoreLine, Seat, Sheet
from companion.games.xanadu import components
from companion.games.xanadu.flow import extra
from companion.games.xanadu.state import State


def score(state: State) -> Score:
    """What the position is worth to each seat, and who is ahead; ties are shared (X8).

    Every building in play counts at its price in force, as if the game ended now. Tong bao that are not
    known here count as none.
    """
    sheets = tuple(_sheet(state, Seat(seat)) for seat in range(state.players))
    best = max(sheet.total for sheet in sheets)
    winners = tuple(sheet.seat for sheet in sheets if sheet.total == best)
    return Score(sheets, winners, "winner", state.turn is OVER)


def returns(state: State) -> tuple[float, ...]:
    """What the game brought each seat: see `Score.returns`. Raises `ValueError` before the end."""
    return score(state).returns


def _sheet(state: State, seat: Seat) -> Sheet:
    lines = [ScoreLine("coins", state.coins[seat] or 0, 1, "tong-bao")]
    lines += [ScoreLine(components.BUILDINGS[b.card].id, 1, state.price(b), "final-sale") for b in state.city[seat]]
    paid = sum(extra(state, building) for building in state.city[seat])
    if paid:
        lines.append(ScoreLine("extra", paid, 1, "extra-coins"))
    return Sheet(seat, tuple(lines))
