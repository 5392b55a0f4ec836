"""Booklets: folded and laid into each other, the pages come in order."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from sheet_builders import FONTS, FOOTER, face, part, printed, texts

from pnp.build.plan import count_work
from pnp.scene import Box, Page, Placed, Rect, Text
from pnp.sheet.booklet import impose_booklet, signature
from pnp.sheet.draw import PagePosition, foot
from pnp.sheet.impose import impose
from pnp.sheet.nets import die_net
from pnp.sheet.paper import PAPERS, Backs, PaperName, page_size
from pnp.sheet.press_words import languages


@given(st.integers(1, 64))
def test_folded_sheets_read_in_order(count: int) -> None:
    sheets = signature(count)
    leaves = [(front_right, back_left) for _, front_right, back_left, _ in sheets]
    leaves += [(back_right, front_left) for front_left, _, _, back_right in reversed(sheets)]
    read = [page for leaf in leaves for page in leaf]
    assert read == [*range(1, count + 1), *[None] * (-count % 4)]


def pages(paper: PaperName, count: int) -> list[Page]:
    """Pages with their number as colour, a mark at the top left, and a face placed on each."""
    width, height = page_size(PAPERS[paper])
    return [
        Page(
            width,
            height,
            (
                Rect(Box(0, 0, width, height), fill=f"#{number:02x}3000"),
                Rect(Box(0, 0, 10, 5), fill=f"#{number:02x}4000"),
                Placed(face(20, 10, 0, f"#{number:02x}5000"), 40, 60),
            ),
        )
        for number in range(1, count + 1)
    ]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
def test_pages_lie_at_the_spine_upright_when_the_sheet_is_turned(paper: PaperName, backs: Backs) -> None:
    flat = [side for sheet in impose_booklet(pages(paper, 7), PAPERS[paper], backs) for side in sheet]
    assert len(flat) == 4
    width, height = page_size(PAPERS[paper])
    for index, page in enumerate(printed(flat)):
        spine = page.width / 2
        # a landscape sheet turned about its long edge shows its back upside down
        upright = index % 2 == 0 or backs == "short-edge"
        for shape in page.painted("3000"):
            edge = shape.box.right if shape.box.x < spine - 1 else shape.box.x
            assert edge == pytest.approx(spine, abs=0.05)
            assert (shape.box.width, shape.box.height) == (
                pytest.approx(width, abs=0.05),
                pytest.approx(height, abs=0.05),
            )
            (mark,) = page.painted(shape.colour[1:3] + "4000")
            (placed,) = page.painted(shape.colour[1:3] + "5000")
            if upright:
                assert mark.box.x == pytest.approx(shape.box.x, abs=0.05)
                assert placed.box.x - shape.box.x == pytest.approx(40, abs=0.05)
                assert placed.box.y - shape.box.y == pytest.approx(60, abs=0.05)
            else:
                assert mark.box.right == pytest.approx(shape.box.right, abs=0.05)
                assert shape.box.right - placed.box.right == pytest.approx(40, abs=0.05)
                assert shape.box.bottom - placed.box.bottom == pytest.approx(60, abs=0.05)


def test_the_fold_and_the_staples_are_marked_outside() -> None:
    first, second = impose_booklet(pages("a4", 8), PAPERS["a4"], "short-edge")
    outside, inside, inner, _ = printed([*first, *second])
    ticks = [box for box in outside.stroked("#666666") if box.width < 0.1]
    assert len(ticks) == 4 and all(box.x == pytest.approx(148.5, abs=0.05) for box in ticks)
    assert not inside.stroked("#666666") and not inner.stroked("#666666")


def test_what_is_read_from_right_to_left_opens_on_the_other_side() -> None:
    (sheet,) = impose_booklet(pages("a4", 4), PAPERS["a4"], "short-edge", right_to_left=True)
    front, back = printed(sheet)
    for page, on_left, on_right in ((front, "01", "04"), (back, "03", "02")):
        (left,), (right,) = page.painted(f"{on_left}3000"), page.painted(f"{on_right}3000")
        assert left.box.right == pytest.approx(right.box.x, abs=0.05)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("landscape", [False, True])
def test_the_ruler_measures_100_mm_and_the_foot_keeps_to_its_strip(paper: PaperName, landscape: bool) -> None:
    strip = PAPERS[paper].foot(landscape)
    titles = ("Shops", "Coins", "Victory points", "Natural dyes", "Mixed dyes", "Seals", "Price tiles")
    for language in languages():
        items = foot(strip, replace(FOOTER, language=language), PagePosition(titles=titles, number=10, total=11), FONTS)
        width, height = PAPERS[paper].size(landscape)
        (page,) = printed([Page(width, height, items)])
        assert any(box.width == pytest.approx(100, abs=0.01) for box in page.stroked("#000000"))
        lines = list(texts(items))
        assert min(text.size for text in lines) >= 7
        assert all(text.x + text.width <= strip.right + 0.01 for text in lines)
        rows: dict[float, list[Text]] = {}
        for text in lines:
            rows.setdefault(round(text.y, 2), []).append(text)
        for row in rows.values():
            row.sort(key=lambda text: text.x)
            assert all(one.x + one.width < other.x for one, other in pairwise(row))


def test_work_counts_lines_shapes_and_folds() -> None:
    parts = [
        part("cards", 60, 80, copies=2),
        part("coins", 12, 12, copies=5, outlined=True),
        part("standee", 25, 106, folds=(8.0, 53.0, 98.0)),
    ]
    parts.append(replace(part("die", 69, 48, copies=2, outlined=True), net=die_net(16)))
    cuts, folds = count_work(impose(parts, PAPERS["a4"], "none"))
    assert folds == 3 + 2 * 12
    assert cuts == (4 + 2) + 5 + (2 + 2) + 2
