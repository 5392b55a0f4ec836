"""Cuts that pieces share are gone through once: all that is to be cut, nothing twice, and no piece left hanging."""

from __future__ import annotations

import io
import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import ezdxf
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.build.plan import PrintContext, plan_files
from pnp.face.layout import KitFaces
from pnp.kit import Kit
from pnp.kits import load
from pnp.sheet.cutter import FINE, CutLine, Edge, Point, cut_dxf, cut_once, sheet_lines
from pnp.sheet.impose import Sheet
from pnp.sheet.options import Options, select_pieces
from pnp.sheet.paper import CutPaper

SQUARES = """\
[kit]
id = "squares"
title = "Squares"
players = [2, 2]
languages = ["en"]

[[component]]
id = "wide"
kind = "card"
title = "Wide"
size = [60, 40]
corner = 0
bleed = 0
copies = 7
face = "plain"

[[component]]
id = "round"
kind = "card"
title = "Round"
size = [40, 60]
corner = 4
bleed = 0
copies = 5
face = "plain"

[[component]]
id = "hexes"
kind = "token"
title = "Hexagons"
shape = "hexagon"
size = [30, 34.641]
copies = 4
bleed = 0
face = "plain"
"""


def closed(*points: Point) -> CutLine:
    return CutLine("cut", points, True)


def box(x: float, y: float, width: float, height: float) -> CutLine:
    return closed((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def edges(lines: Iterable[CutLine]) -> list[Edge]:
    return [edge for line in lines for edge in line.edges]


def long(cut: Iterable[Edge]) -> float:
    return sum(math.dist(*edge) for edge in cut)


def union(cut: Iterable[Edge]) -> float:
    """How long all edges are together, what lies on one another once: of those that run across or down."""
    spans, total = defaultdict[tuple[int, int], list[tuple[float, float]]](list), 0.0
    for start, end in cut:
        for axis in (0, 1):
            if abs(start[axis] - end[axis]) < FINE / 10:
                one, other = sorted((start[1 - axis], end[1 - axis]))
                spans[axis, round(start[axis] / FINE)].append((one, other))
                break
        else:
            total += math.dist(start, end)
    for found in spans.values():
        reached = -math.inf
        for one, other in sorted(found):
            total += max(0.0, other - max(one, reached))
            reached = max(reached, other)
    return total


def stray(pieces: Sequence[CutLine], cut: Sequence[Edge]) -> float:
    """How far, in mm, the outline of a piece is from the next cut, where that is furthest."""
    start, end = (np.array([edge[side] for edge in cut]) for side in (0, 1))
    way = end - start
    square = np.maximum((way**2).sum(axis=1), 1e-12)
    worst = 0.0
    for one, other in edges(pieces):
        for share in (0.0, 0.02, 0.5, 0.98):
            spot = np.array(one) + share * (np.array(other) - np.array(one))
            along = np.clip(((spot - start) * way).sum(axis=1) / square, 0.0, 1.0)
            away = np.linalg.norm(start + along[:, None] * way - spot, axis=1)
            worst = max(worst, float(away.min()))
    return worst


def doubled(cut: Sequence[Edge]) -> list[tuple[Edge, Edge]]:
    """Edges that run along one another for more than a mark of a blade."""
    found = []
    for one, other in itertools.combinations(cut, 2):
        (x, y), end = one
        length = math.dist(*one)
        if length < 2 * FINE or min(p[0] for p in other) > max(p[0] for p in one) + FINE:
            continue
        right, down = (end[0] - x) / length, (end[1] - y) / length
        if all(abs((px - x) * down - (py - y) * right) <= FINE / 2 for px, py in other):
            first, last = sorted((px - x) * right + (py - y) * down for px, py in other)
            if min(last, length) - max(first, 0.0) > 3 * FINE:
                found.append((one, other))
    return found


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


@given(
    st.lists(st.integers(3, 20), min_size=1, max_size=4),
    st.lists(st.lists(st.integers(3, 20), min_size=1, max_size=5), min_size=1, max_size=4),
    st.randoms(use_true_random=False),
)
def test_rows_of_any_pieces_are_cut_free_and_once(heights: list[int], widths: list[list[int]], dice: object) -> None:
    pieces, y = [], 0.0
    for height, row in zip(heights, widths, strict=False):
        x = 0.0
        for width in row:
            pieces.append(box(x / 3, y / 3, width / 3, height / 3))
            x += width
        y += height
    dice.shuffle(pieces)  # type: ignore[attr-defined]
    found = edges(cut_once(pieces))
    assert long(found) == pytest.approx(union(edges(pieces)), abs=0.01)
    assert stray(pieces, found) < FINE and not doubled(found)


# --- sheets ---------------------------------------------------------------------------------------------


def sheets(kit: Kit, cutter: str) -> Iterator[Sheet]:
    backs = "none" if cutter == "cricut" else "long-edge"
    options = Options(out=Path(), cutter=cutter, backs=backs)  # type: ignore[arg-type]
    for file in plan_files(PrintContext(kit, KitFaces(kit, "en"), options, select_pieces(kit, options))):
        yield from (sheet for sheet in file.imposed if isinstance(sheet.paper, CutPaper))


def machine(sheet: Sheet) -> list[Edge]:
    """What a program that reads DXF lets the machine cut, mm from the sheet's upper left corner."""
    height = sheet.paper.size(sheet.landscape)[1]
    drawing = ezdxf.read(io.StringIO(cut_dxf(sheet_lines(sheet), height)))
    assert not drawing.audit().errors
    found = []
    for line in drawing.modelspace().query('POLYLINE[layer=="CUT"]'):
        points = tuple((vertex.dxf.location.x, height - vertex.dxf.location.y) for vertex in line.vertices)
        found += CutLine("cut", points, line.is_closed).edges
    return found


def check(kit: Kit, cutter: str) -> float:
    """Checks the sheets of a kit, and returns the share of the blade's way that is spared."""
    whole = spared = 0.0
    for sheet in sheets(kit, cutter):
        pieces = [
            line
            for placement in sheet.placements
            for line in sheet_lines(replace(sheet, placements=(placement,)))
            if line.layer == "cut"
        ]
        found = machine(sheet)
        assert long(found) == pytest.approx(union(edges(pieces)), abs=0.2), sheet.titles
        assert stray(pieces, found) < FINE, sheet.titles
        assert not doubled([edge for edge in found if math.dist(*edge) > 1]), sheet.titles
        whole += long(edges(pieces))
        spared += long(edges(pieces)) - long(found)
    return spared / whole


@pytest.mark.parametrize("cutter", ["silhouette-1", "cricut"])
def test_square_round_and_six_sided_pieces_are_cut_free_and_once(cutter: str, tmp_path: Path) -> None:
    (tmp_path / "faces").mkdir()
    (tmp_path / "kit.toml").write_text(SQUARES)
    (tmp_path / "faces" / "plain.toml").write_text('[[draw]]\nrect = "bleed"\nfill = "#884422"\n')
    assert check(load(tmp_path), cutter) > 0.15
