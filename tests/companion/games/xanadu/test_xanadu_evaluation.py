"""What the evaluation sees in a position."""

from __future__ import annotations

import pytest
from xanadu_tables import table

from companion.engine import OVER, Seat, xanadu
from companion.lab.evaluation import Evaluation


def lead(fields: str) -> float:
    return Evaluation(xanadu).lead(table(fields), Seat(0))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("A: c4 01 B: 02", "A: c3 01 B: 02"),
        ("A: 01 49 B: 02", "A: 01 B: 02"),
        ("A: 49 B: 02", "A: 49.*.* B: 02"),
        ("A: 01 hand 05 06 B: 02", "A: 01 hand 05 B: 02"),
        ("A: 02 24 hand 22 B: 01", "A: 02 hand 22 B: 01"),
        ("A: 01 B: 02 now: play A working got clay2", "A: 01 B: 02 idle: 1 now: play B"),
    ],
)
def test_obvious_advantages(better: str, worse: str) -> None:
    """Tong bao, buildings, their prices, cards, what pays for a card, and not to have been idle."""
    assert lead(better) > lead(worse)


def test_the_end_counts_what_the_score_counts_and_the_victory() -> None:
    state = table("A: c9 01 B: c4 49 now: over")
    assert state.turn is OVER
    totals = [sheet.total for sheet in xanadu.score(state).sheets]
    assert [sum(term.worth for term in terms) for terms in xanadu.prospects(state)] == totals
    assert abs(lead("A: c9 01 B: c4 49 now: over")) > 500
