"""Papers of a kit's own, and sheets of labels: what is printed on them lies where it must."""

from __future__ import annotations

from pathlib import Path

import pytest
from output_builders import pnp, tiny, tiny_toml
from sheet_builders import part

from pnp.findings import KitError
from pnp.kits import read
from pnp.scene import Box
from pnp.sheet.impose import impose_labels
from pnp.sheet.paper import KNOWN, LabelPaper, own_paper


def labels(name: str) -> LabelPaper:
    paper = own_paper(name, KNOWN[name])
    assert isinstance(paper, LabelPaper)
    return paper


def with_paper(folder: Path, paper: str) -> Path:
    kit = tiny(folder)
    (kit / "kit.toml").write_text(tiny_toml() + paper)
    return kit


@pytest.mark.parametrize(
    ("name", "count", "first"),
    [
        ("labels-63x38", 21, (7.21, 15.15)),
        ("labels-38x21", 65, (4.75, 10.7)),
        ("labels-67x25", 30, (4.7625, 12.7)),
    ],
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
