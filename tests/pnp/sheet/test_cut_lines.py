"""Cuts that pieces share are gone through once: all that is to be cut, nothing twice, and no piece left hanging."""

from __future__ import annotations

import math
from collections.abc import Iterable

import pytest

from pnp.sheet.cutter import CutLine, Edge, Point, cut_once


def closed(*points: Point) -> CutLine:
    return CutLine("cut", points, True)


def box(x: float, y: float, width: float, height: float) -> CutLine:
    return closed((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def edges(lines: Iterable[CutLine]) -> list[Edge]:
    return [edge for line in lines for edge in line.edges]


def long(cut: Iterable[Edge]) -> float:
    return sum(math.dist(*edge) for edge in cut)


# --- outlines -------------------------------------------------------------------------------------------


def test_a_line_between_two_pieces_is_cut_with_the_first() -> None:
    first, second = cut_once((box(0, 0, 10, 10), box(10, 0, 10, 10)))
    assert first == box(0, 0, 10, 10)
    assert second == CutLine("cut", ((10, 0), (20, 0), (20, 10), (10, 10)), False)


def test_lines_that_meet_for_a_part_are_cut_there_once() -> None:
    _, second = cut_once((box(0, 0, 10, 10), box(10, 4, 10, 10)))
    assert second == CutLine("cut", ((10, 4), (20, 4), (20, 14), (10, 14), (10, 10)), False)


@pytest.mark.parametrize(("gap", "once"), [(0.0, True), (0.009, True), (-0.009, True), (0.02, False)])
def test_what_is_a_hundredth_of_a_millimetre_apart_is_one_cut(gap: float, once: bool) -> None:
    pieces = (box(0, 0, 10, 10), box(10 + gap, 0, 10, 10))
    assert long(edges(cut_once(pieces))) == pytest.approx(70 if once else 80, abs=0.05)
