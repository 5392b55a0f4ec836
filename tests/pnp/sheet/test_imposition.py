"""Sheets: packing, imposition, marks and cuts; papers of a kit's own and labels."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from output_builders import pnp, tiny, tiny_toml
from sheet_builders import overlap, part

from pnp.build.plan import count_work
from pnp.findings import KitError
from pnp.kits import read
from pnp.scene import Box
from pnp.sheet.impose import Sheet, impose, impose_labels
from pnp.sheet.marks import Cuts, Mark, crop_marks, printable
from pnp.sheet.pack import BLOCK_GAP, Gutters
from pnp.sheet.paper import KNOWN, PAPERS, Backs, LabelPaper, PaperName, make_own_paper
from pnp.sheet.parts import PrintPart


def placed(sheets: tuple[Sheet, ...]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for sheet in sheets:
        for placement in sheet.placements:
            counts[placement.part.component] = counts.get(placement.part.component, 0) + 1
    return counts


def test_stocks_keep_to_their_own_sheets_and_backs_where_that_costs_none() -> None:
    def titles(*parts: PrintPart, backs: Backs = "long-edge") -> list[tuple[str, ...]]:
        return [sheet.titles for sheet in impose(parts, PAPERS["a4"], backs)]

    paper, board = part("paper", 50, 50, stock="paper"), part("board", 50, 50, stock="board")
    card, plain = part("card", 150, 150, back=True), part("plain", 150, 150)
    assert titles(paper, card, board, plain) == [("Paper",), ("Card",), ("Plain",), ("Board",)]
    assert titles(part("card", 90, 90, back=True), part("plain", 90, 90), backs="none") == [("Card", "Plain")]


@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "gutterfold"])
def test_what_has_no_back_fills_sheets_of_what_has_one(backs: Backs) -> None:
    cards, nets = part("cards", 63.5, 88.9, bleed=3, copies=10, back=True), part("nets", 60, 60, copies=14)
    sheets = impose([cards, nets], PAPERS["a4"], backs)
    apart = len(impose([cards], PAPERS["a4"], backs)) + len(impose([nets], PAPERS["a4"], "none"))
    assert len(sheets) < apart
    assert placed(sheets) == {"cards": 10, "nets": 14}
    for sheet in sheets:
        assert (sheet.mirror is not None) == any(p.part.component == "cards" for p in sheet.placements)
        assert all((p.back is not None) == (p.part.component == "cards") for p in sheet.placements)


@pytest.mark.parametrize(
    ("paper", "backs", "sheets"),
    [
        ("a4", "long-edge", 9),
        ("letter", "long-edge", 9),
        ("both", "long-edge", 9),
        ("a4", "gutterfold", 21),
        ("letter", "gutterfold", 21),
        ("both", "gutterfold", 21),
    ],
)
def test_a_deck_of_81_poker_cards_takes_as_few_sheets_as_can_be(paper: PaperName, backs: Backs, sheets: int) -> None:
    deck = impose([part("cards", 63.5, 88.9, copies=81, bleed=3, back=True)], PAPERS[paper], backs)
    assert len(deck) == sheets


@pytest.mark.parametrize("paper", ["letter", "both"])
def test_cards_that_fill_a_small_paper_keep_a_bleed_and_their_marks(paper: PaperName) -> None:
    (sheet,) = impose([part("cards", 63.5, 88.9, copies=9, bleed=3, back=True)], PAPERS[paper], "long-edge")
    (cuts,) = sheet.cuts
    assert min(cuts.bleed) >= 1.0
    width, height = sheet.paper.size(sheet.landscape)
    marks = crop_marks(sheet.cuts, printable(width, height), (sheet.foot,))
    assert len(marks) == 2 * (4 + 4)
    assert min(abs(m.x2 - m.x1) + abs(m.y2 - m.y1) for m in marks) >= 1.19


def test_marks_keep_out_of_the_bleed_where_the_margin_is_narrow() -> None:
    cuts = Cuts(Box(50, 50, 60, 60), (3.0, 3.0), (50.0, 110.0), (50.0, 110.0))
    marks = crop_marks((cuts,), cuts.outer.inset(-0.8), ())
    assert len(marks) == 8
    for mark in marks:
        nearest = min(math.hypot(max(50 - x, x - 110, 0), max(50 - y, y - 110, 0)) for x, y in ends(mark))
        assert nearest == pytest.approx(3.2), "0.2 mm beyond the bleed"


def ends(mark: Mark) -> tuple[tuple[float, float], tuple[float, float]]:
    return (mark.x1, mark.y1), (mark.x2, mark.y2)


def test_neighbours_that_show_one_ground_share_a_cut() -> None:
    plain = part("coins", 13, 13, copies=36, back=True, plain=True)
    (sheet,) = impose([plain], PAPERS["a4"], "long-edge")
    assert count_work([sheet]) == (14, 0) and sheet.cuts[0].meeting == "shared"
    framed = part("coins", 13, 13, copies=36, back=True)  # its corners are of another colour
    (sheet,) = impose([framed], PAPERS["a4"], "long-edge")
    assert count_work([sheet]) == (24, 0) and sheet.cuts[0].meeting == "apart"


def test_a_component_larger_than_the_paper_is_a_finding() -> None:
    with pytest.raises(KitError) as error:
        impose([part("board", 420, 297), part("poster", 594, 420), part("fine", 20, 20)], PAPERS["a4"], "none")
    findings = error.value.findings
    assert [finding.card for finding in findings] == ["board", "poster"]
    assert "420 × 297 mm" in findings[0].message and "tiles" in findings[0].hint
    with pytest.raises(KitError) as folded:
        impose([part("aid", 148, 210, back=True)], PAPERS["a4"], "gutterfold")
    (finding,) = folded.value.findings
    assert "beside the fold" in finding.message and "backs another way" in finding.hint


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
        plain=st.booleans(),
    ),
    min_size=1,
    max_size=5,
)
ways: st.SearchStrategy[Backs] = st.sampled_from(["long-edge", "short-edge", "gutterfold", "none"])


@settings(max_examples=50)
@given(parts, st.sampled_from(sorted(PAPERS)), ways, st.sampled_from(["share", "always"]))
def test_whatever_is_printed(parts: list[PrintPart], paper: PaperName, backs: Backs, gutters: Gutters) -> None:
    sheets = impose(parts, PAPERS[paper], backs, gutters=gutters)
    assert sum(len(sheet.placements) for sheet in sheets) == sum(part.copies for part in parts)
    for sheet in sheets:
        width, height = sheet.paper.size(sheet.landscape)
        field = sheet.paper.field(sheet.landscape, sheet.beside).inset(-1e-6)
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
        strip = sheet.foot
        page = printable(width, height)
        for mark in crop_marks(sheet.cuts, page, (strip,)):
            line = Box(min(mark.x1, mark.x2), min(mark.y1, mark.y2), abs(mark.x2 - mark.x1), abs(mark.y2 - mark.y1))
            assert page.x <= line.x and line.right <= page.right and page.y <= line.y and line.bottom <= page.bottom
            near = line.inset(-0.1)
            assert not overlap(near, strip) and not any(overlap(near, clip) for clip in clips)
        for placement in sheet.placements:
            if placement.back and sheet.mirror:
                assert placement.back == sheet.mirror.box(placement.front)
        assert parted([cuts.box for cuts in sheet.cuts]), "knife and ruler part the blocks"
        for cuts in sheet.cuts:
            for box in (p.front for p in sheet.placements):
                inside = Box(box.x, box.y, box.width, box.height).inset(1e-6)
                if overlap(box, cuts.box):
                    assert not any(inside.x < x < inside.right for x in cuts.xs), "a cut goes through no piece"
                    assert not any(inside.y < y < inside.bottom for y in cuts.ys), "a cut goes through no piece"
            marks = crop_marks(sheet.cuts, page, (strip,))
            for x in cuts.xs:
                ends = [m for m in marks if m.x1 == m.x2 == x]
                assert any(max(m.y1, m.y2) < cuts.box.y for m in ends), "a mark at the top"
                assert any(min(m.y1, m.y2) > cuts.box.bottom for m in ends), "a mark at the bottom"


def test_neighbours_stand_two_bleeds_apart_if_that_costs_no_sheet() -> None:
    (sheet,) = impose([part("tokens", 16, 16, copies=40)], PAPERS["a4"], "none")
    first, second = (placement.front for placement in sheet.placements[:2])
    assert second.x - first.right == pytest.approx(4.0)


def parted(boxes: list[Box]) -> bool:
    """Whether cuts from edge to edge, one after the other, part all boxes."""
    if len(boxes) <= 1:
        return True
    for low, high in ((lambda b: b.x, lambda b: b.right), (lambda b: b.y, lambda b: b.bottom)):
        for edge in sorted(high(box) for box in boxes):
            one = [box for box in boxes if high(box) <= edge + 1e-6]
            other = [box for box in boxes if low(box) >= edge + BLOCK_GAP - 1e-6]
            if one and other and len(one) + len(other) == len(boxes):
                return parted(one) and parted(other)
    return False


# --- papers of a kit's own, and sheets of labels ---


def labels(name: str) -> LabelPaper:
    paper = make_own_paper(name, KNOWN[name])
    assert isinstance(paper, LabelPaper)
    return paper


def with_paper(folder: Path, paper: str) -> Path:
    kit = tiny(folder)
    (kit / "kit.toml").write_text(tiny_toml() + paper)
    return kit


@pytest.mark.parametrize(
    ("name", "count", "first"),
    [("labels-63x38", 21, (7.21, 15.15)), ("labels-38x21", 65, (4.75, 10.7)), ("labels-67x25", 30, (4.7625, 12.7))],
)
def test_common_labels_lie_where_their_makers_put_them(name: str, count: int, first: tuple[float, float]) -> None:
    paper = labels(name)
    assert len(paper.fields) == count
    assert (paper.fields[0].x, paper.fields[0].y) == pytest.approx(first, abs=0.01)
    sheet = Box(0, 0, paper.width, paper.height)
    assert all(sheet.holds(field) for field in paper.fields)


def test_each_piece_lies_in_the_middle_of_a_label() -> None:
    paper = labels("labels-63x38")
    sheets = impose_labels([part("seals", 30, 30, copies=20, bleed=2), part("names", 38, 63, copies=3, bleed=2)], paper)
    assert [len(sheet.placements) for sheet in sheets] == [21, 2]
    assert not any(sheet.cuts for sheet in sheets)
    for sheet in sheets:
        for placement, field in zip(sheet.placements, paper.fields, strict=False):
            box = placement.front
            assert (box.x + box.width / 2, box.y + box.height / 2) == pytest.approx(
                (field.x + field.width / 2, field.y + field.height / 2)
            )
    turned = sheets[1].placements[0]
    assert (turned.turns, turned.front.width) == (1, 63)
    half_way = (paper.fields[1].x - paper.fields[0].right) / 2
    assert turned.clip.right == pytest.approx(paper.fields[0].right + min(half_way, turned.front.right + 2))


def test_what_is_larger_than_a_label_is_an_error() -> None:
    with pytest.raises(KitError) as caught:
        impose_labels([part("cards", 63.5, 88.9)], labels("labels-63x38"))
    assert [finding.code for finding in caught.value.findings] == ["label-small"]
    assert "cards is 63.5 × 88.9 mm, a label 63.5 × 38.1" in str(caught.value)


@pytest.mark.parametrize(
    ("paper", "says"),
    [
        ("size = [130, 180]\nmargin = 2", "margin is 2"),
        ("size = [130, 180]\nlabels = { columns = 3, rows = 2, size = [50, 30] }", "labels reach to 140 × 120 mm"),
        (
            "size = [130, 180]\nlabels = { columns = 2, rows = 2, size = [50, 30], pitch = [40, 30] }",
            "labels of 50 × 30 mm lie on each other",
        ),
        ("size = [130, 180]\nlabels = { columns = 2, size = [50, 30] }", "rows is missing"),
    ],
)
def test_a_paper_that_cannot_be_is_told(tmp_path: Path, paper: str, says: str) -> None:
    messages = [finding.message for finding in read(with_paper(tmp_path, f"\n[paper.mine]\n{paper}\n"))[1].errors]
    assert any(says in message for message in messages), messages


def test_a_paper_that_nobody_knows_is_told_with_those_that_are(tmp_path: Path) -> None:
    kit = with_paper(tmp_path / "kit", "\n[paper.mine]\nsize = 'a5'\n")
    result = pnp("build", kit, "--out", tmp_path / "out", "--paper", "a9")
    assert result.exit_code != 0
    assert "there is no paper 'a9', only a4, letter" in result.output
    assert "labels-63x38" in result.output
    assert "mine" in result.output
