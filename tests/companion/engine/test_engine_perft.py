"""Counts of the tree of play, as docs/perft.md has them for all games."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from perft import Perft, perft, reached

from companion.engine import GAMES, game, hangzhou

PAGE = Path(__file__).parents[3] / "docs" / "perft.md"
LARGE = 2_000
"""Leaves from which a count is one for the long searches."""


def counts() -> list[Any]:
    """Of each row: the position, how many actions, and what they lead to."""
    found, position = [], ""
    for line in PAGE.read_text("utf-8").splitlines():
        if re.match(rf"    ({'|'.join(GAMES)}) ", line):
            position = line.strip()
        row = re.fullmatch(r"\| (\d+) \| ([\d,]+) \| ([\d,]+) \| ([\d/]+) \| ([\d/]+) \|", line)
        if row:
            depth, leaves, positions = (int(cell.replace(",", "")) for cell in row.groups()[:3])
            expected = Perft(leaves, positions, *map(Fraction, row.groups()[3:]))
            marks = [pytest.mark.slow] if leaves > LARGE else []
            label = f"{position[:24]}-{len(found)}"
            found.append(pytest.param(position, depth, expected, marks=marks, id=label))
    return found


@pytest.mark.parametrize(("position", "depth", "expected"), counts())
def test_the_page_counts_right(position: str, depth: int, expected: Perft) -> None:
    played = game(position.split()[0])
    assert perft(played, played.parse(position), depth) == expected


def test_the_page_has_every_game_and_goes_deep() -> None:
    text = PAGE.read_text("utf-8")
    assert all(f"    {name} " in text for name in GAMES)
    assert len(counts()) > 60


def test_the_start_dyes_are_drawn_without_putting_back() -> None:
    """By hand: two red and two blue of eight each, in any order, from 24 cubes: 6 · (8·7·8·7)/(24·23·22·21)."""
    found = reached(hangzhou, hangzhou.parse("hangzhou RBYW now: draw"), 4)
    by_pool = {state.pool[:3]: weight for state, (_, weight) in found.items()}
    assert by_pool[2, 2, 0] == Fraction(6 * 8 * 7 * 8 * 7, 24 * 23 * 22 * 21)


def test_a_game_that_is_over_leads_nowhere() -> None:
    with pytest.raises(ValueError, match="over before 1 action"):
        perft(hangzhou, hangzhou.parse("hangzhou RB now: over"), 1)
