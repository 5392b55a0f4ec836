"""Sheets: each copy once, inside the margins, apart from what needs other paper; marks off the components."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sheet_builders import part

from pnp.findings import KitError
from pnp.scene import Box
from pnp.sheet.imposition import impose
from pnp.sheet.marks import crop_marks, printable
from pnp.sheet.model import Part, Sheet
from pnp.sheet.papers import PAPERS, Backs, PaperName


def placed(sheets: tuple[Sheet, ...]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for sheet in sheets:
        for placement in sheet.placements:
            counts[placement.part.component] = counts.get(placement.part.component, 0) + 1
    return counts


def overlap(one: Box, other: Box) -> bool:
    return min(one.right, other.right) - max(one.x, other.x) > 1e-6 and (
        min(one.bottom, other.bottom) - max(one.y, other.y) > 1e-6
    )


def test_stocks_and_backs_keep_to_their_own_sheets() -> None:
    parts = [
        part("paper", 50, 50, stock="paper"),
        part("card", 50, 50, back=True),
        part("board", 50, 50, stock="board"),
        part("plain", 50, 50),
    ]
    groups = [sheet.titles for sheet in impose(parts, PAPERS["a4"], "long-edge")]
    assert groups == [("Paper",), ("Card",), ("Plain",), ("Board",)]
    assert [sheet.titles for sheet in impose(parts, PAPERS["a4"], "none")][1] == ("Card", "Plain")


def test_parts_of_one_size_share_a_block() -> None:
    (sheet,) = impose([part("natural", 16, 16, copies=24), part("mixed", 16, 16, copies=16)], PAPERS["a4"], "none")
    assert len(sheet.cuts) == 1 and sheet.titles == ("Natural", "Mixed")


@pytest.mark.parametrize(("paper", "aids"), [("a4", 4), ("letter", 4), ("both", 4)])
def test_four_player_aids_lie_on_one_sheet(paper: PaperName, aids: int) -> None:
    assert len(impose([part("aid", 88, 129, copies=aids, bleed=3, back=True)], PAPERS[paper], "long-edge")) == 1


@pytest.mark.parametrize("paper", PAPERS)
def test_a_score_pad_of_190_by_259_fits_every_paper(paper: PaperName) -> None:
    (sheet,) = impose([part("score-pad", 190, 259, bleed=0)], PAPERS[paper], "none")
    assert sheet.placements[0].front.width in (190, 259)


def test_a_component_larger_than_the_paper_is_a_finding() -> None:
    with pytest.raises(KitError) as error:
        impose([part("board", 420, 297), part("poster", 594, 420), part("fine", 20, 20)], PAPERS["a4"], "none")
    findings = error.value.findings
    assert [finding.card for finding in findings] == ["board", "poster"]
    assert "420 × 297 mm" in findings[0].message and "tiles" in findings[0].hint


def test_sizes_that_fit_only_different_ways_of_the_paper_still_print() -> None:
    upright, lying = part("upright", 190, 270, bleed=0), part("lying", 285, 100, bleed=0, number=2)
    sheets = impose([upright, lying], PAPERS["a4"], "none")
    assert placed(sheets) == {"upright": 1, "lying": 1}


def test_folds_are_marked_dashed_at_the_ends_of_a_row() -> None:
    (sheet,) = impose([part("standee", 25, 106, copies=1, folds=(8.0, 53.0, 98.0))], PAPERS["a4"], "none")
    (cuts,) = sheet.cuts
    assert [round(y - cuts.box.y, 3) for y in cuts.fold_ys] == [8.0, 53.0, 98.0]
    folds = [mark for mark in crop_marks(sheet.cuts, printable(210, 297), ()) if mark.fold]
    assert len(folds) == 6 and all(mark.y1 == mark.y2 for mark in folds)


parts = st.lists(
    st.builds(
        part,
        st.just("part"),
        st.floats(10, 95).map(lambda x: round(x, 1)),
        st.floats(10, 120).map(lambda x: round(x, 1)),
        copies=st.integers(1, 12),
        bleed=st.sampled_from([0.0, 2.0, 3.0]),
        back=st.booleans(),
        outlined=st.booleans(),
    ),
    min_size=1,
    max_size=5,
)
ways: st.SearchStrategy[Backs] = st.sampled_from(["long-edge", "short-edge", "gutterfold", "none"])


@settings(max_examples=50, deadline=None)
@given(parts, st.sampled_from(sorted(PAPERS)), ways)
def test_whatever_is_printed(parts: list[Part], paper: PaperName, backs: Backs) -> None:
    sheets = impose(parts, PAPERS[paper], backs)
    assert sum(len(sheet.placements) for sheet in sheets) == sum(part.copies for part in parts)
    for sheet in sheets:
        width, height = sheet.paper.size(sheet.landscape)
        field = sheet.paper.field(sheet.landscape).inset(-1e-6)
        boxes = [p.front for p in sheet.placements] + [
            p.back for p in sheet.placements if p.back and sheet.fold is not None
        ]
        assert not any(overlap(one, other) for i, one in enumerate(boxes) for other in boxes[:i])
        clips = [p.clip for p in sheet.placements]
        fronts = [p.front for p in sheet.placements]
        assert not any(overlap(clip, front) for i, clip in enumerate(clips) for front in fronts[:i] + fronts[i + 1 :])
        for clip in clips:
            assert field.x <= clip.x and clip.right <= field.right
            assert field.y <= clip.y and clip.bottom <= field.bottom
        strip = sheet.paper.foot(sheet.landscape)
        page = printable(width, height)
        for mark in crop_marks(sheet.cuts, page, (strip,)):
            line = Box(min(mark.x1, mark.x2), min(mark.y1, mark.y2), abs(mark.x2 - mark.x1), abs(mark.y2 - mark.y1))
            assert page.x <= line.x and line.right <= page.right and page.y <= line.y and line.bottom <= page.bottom
            near = line.inset(-0.1)
            assert not overlap(near, strip) and not any(overlap(near, clip) for clip in clips)
        for cuts in sheet.cuts:
            marks = crop_marks(sheet.cuts, page, (strip,))
            for x in cuts.xs:
                ends = [m for m in marks if m.x1 == m.x2 == x]
                assert any(max(m.y1, m.y2) < cuts.box.y for m in ends), "a mark at the top"
                assert any(min(m.y1, m.y2) > cuts.box.bottom for m in ends), "a mark at the bottom"
