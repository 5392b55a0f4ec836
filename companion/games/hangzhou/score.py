"""Scores as derivations: every line with its count, its worth and its rule."""

from __future__ import annotations

from companion.engine.game import OVER, Score, ScoreLine, Seat, Sheet
from companion.games.hangzhou import components
from companion.games.hangzhou.names import DYES
from companion.games.hangzhou.state import State


def score(state: State) -> Score:
    """What the position is worth to each seat, and who is ahead.

    A solo game has no points: its sheet counts the mixed dyes sold, and is won with one of each.
    """
    final = state.turn is OVER
    if state.solo:
        return _solo(state, final)
    sheets = tuple(_sheet(state, Seat(seat)) for seat in range(len(state.hands)))
    best = max(sheet.total for sheet in sheets)
    ahead = [sheet for sheet in sheets if sheet.total == best]
    if len(ahead) == 1:
        return Score(sheets, (ahead[0].seat,), "score", final)
    most = max(sheet.ties[0].count for sheet in ahead)
    winners = tuple(sheet.seat for sheet in ahead if sheet.ties[0].count == most)
    return Score(sheets, winners, "tie", final)


def returns(state: State) -> tuple[float, ...]:
    """What the game brought each seat: see `Score.returns`. Raises `ValueError` before the end."""
    return score(state).returns


def _sheet(state: State, seat: Seat) -> Sheet:
    hand = state.hands[seat]
    own = [shop for _, shop in state.shops() if shop.owner == seat]
    coin, point, dye = components.WORTH["coin"], components.WORTH["point"], components.WORTH["dye"]
    return Sheet(
        seat,
        (
            ScoreLine("coins_in_hand", hand.coins, coin, "score"),
            ScoreLine("coins_at_shops", sum(shop.coins for shop in own), coin, "score"),
            ScoreLine("dyes_in_hand", sum(hand.dyes), dye, "score"),
            ScoreLine("points", hand.points, point, "score"),
        ),
        (ScoreLine("shops_in_city", len(own), 0, "tie"),),
    )


def _solo(state: State, final: bool) -> Score:
    mixed = [i for i, natural in enumerate(components.NATURAL) if not natural]
    lines = tuple(ScoreLine(f"sold_{DYES[i]}", state.sold[i], 0, "solo") for i in mixed)
    won = all(state.sold[i] for i in mixed)
    return Score((Sheet(Seat(0), lines),), (Seat(0),) if won else (), "solo", final)
