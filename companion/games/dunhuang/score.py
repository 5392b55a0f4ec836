"""Scores as derivations: every line with its count, its worth and its rule."""

from __future__ import annotations

from companion.engine.game import OVER, Score, ScoreLine, Seat, Sheet
from companion.games.dunhuang import components
from companion.games.dunhuang.names import GOODS
from companion.games.dunhuang.state import State


def score(state: State) -> Score:
    """What the position is worth to each seat, and who is ahead. Unknown cards count nothing.

    A top merchant has won whatever the points are.
    """
    final = state.turn is OVER
    sheets = tuple(_sheet(state, Seat(seat)) for seat in range(len(state.players)))
    if final and state.now.seat is not None:
        return Score(sheets, (state.now.seat,), "top-merchant", final)
    best = max(sheet.total for sheet in sheets)
    ahead = [sheet for sheet in sheets if sheet.total == best]
    if len(ahead) == 1:
        return Score(sheets, (ahead[0].seat,), "score", final)
    most = max(sheet.ties[0].count for sheet in ahead)
    return Score(sheets, tuple(sheet.seat for sheet in ahead if sheet.ties[0].count == most), "tie", final)


def returns(state: State) -> tuple[float, ...]:
    """What the game brought each seat: see `Score.returns`. Raises `ValueError` before the end."""
    return score(state).returns


def kept(state: State) -> tuple[tuple[int, ...], ...]:
    """The kinds, by index, of which each seat keeps a card: those it has most of in hand, or ties for."""
    hands = [player.hand for player in state.players]
    most = [max(hand[i] for hand in hands) for i in range(len(GOODS))]
    return tuple(tuple(i for i, n in enumerate(most) if n and hand[i] == n) for hand in hands)


def _sheet(state: State, seat: Seat) -> Sheet:
    player, tokens = state.players[seat], state.tokens(seat)
    best = sorted(kept(state)[seat], key=lambda i: -components.VALUES[i])[:tokens]
    cards = (ScoreLine(f"card_{GOODS[i]}", 1, components.VALUES[i], "score-hands") for i in sorted(best))
    return Sheet(
        seat,
        (
            ScoreLine("tokens", tokens, components.TOKEN_WORTH, "score-majority"),
            ScoreLine("prestige", player.prestige, components.PRESTIGE_WORTH, "score-prestige"),
            *cards,
        ),
        (ScoreLine("coins", player.coins, 0, "winner"),),
    )
