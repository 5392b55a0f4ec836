"""What viewers call the pages of each file."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from draw_builders import pdf

from pnp.cli import main
from pnp.scene import Page
from pnp.sheet.booklet import impose_booklet
from pnp.sheet.paper import PAPERS, page_size


def labels(data: bytes) -> list[str]:
    with pikepdf.open(io.BytesIO(data)) as document:
        assert int(document.Root.PageLabels.Nums[0]) == 0
        return [page.label for page in document.pages]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (["", "", ""], ["1", "2", "3"]),
        (["A1", "", "", "B", ""], ["A1", "2", "3", "B", "5"]),
        (["", "ii"], ["1", "ii"]),
    ],
)
def test_a_page_without_a_label_is_called_by_its_number(said: list[str], expected: list[str]) -> None:
    assert labels(pdf([Page(50, 50, (), label=label) for label in said])) == expected


@pytest.mark.parametrize(
    ("count", "turned", "expected"),
    [
        (8, False, ["8, 1", "2, 7", "6, 3", "4, 5"]),
        (8, True, ["1, 8", "7, 2", "3, 6", "5, 4"]),
        (5, False, ["1", "2", "3", "4, 5"]),
        (1, False, ["1", "–"]),
    ],
)
def test_a_side_of_a_booklet_is_called_by_its_pages_from_left_to_right(
    count: int, turned: bool, expected: list[str]
) -> None:
    size = page_size(PAPERS["a4"])
    sides = impose_booklet([Page(*size, ()) for _ in range(count)], PAPERS["a4"], "long-edge", turned)
    assert [page.label for sheet in sides for page in sheet] == expected


def test_a_booklet_knows_pages_by_their_own_labels() -> None:
    size = page_size(PAPERS["a4"])
    (sheet,) = impose_booklet([Page(*size, (), label=label) for label in ("i", "ii", "1", "2")], PAPERS["a4"], "none")
    assert [page.label for page in sheet] == ["2, i", "ii, 1"]


def test_every_file_of_a_kit_has_labels(tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    (kit / "faces").mkdir(parents=True)
    (kit / "faces" / "plain.toml").write_text('[[draw]]\nrect = "bleed"\nfill = "#E8DFC8"\n')
    parts = (("map", "[420, 297]", ""), ("mat", "[400, 300]", ""), ("both", "[400, 310]", 'back = "plain"\n'))
    (kit / "kit.toml").write_text(
        '[kit]\nid = "flat"\ntitle = "Flat"\nplayers = [2, 2]\nlanguages = ["en"]\n'
        + "".join(
            f'[[component]]\nid = "{one}"\nkind = "board"\ntitle = "{one}"\nsize = {size}\nbleed = 3\n'
            f'face = "plain"\n{back}'
            for one, size, back in parts
        )
        + '[[component]]\nid = "rules"\nkind = "leaflet"\nfile = "rules"\ntitle = "Rules"\n'
    )
    (kit / "rules.en.md").write_text("# Rules\n\n## First\n\nText.\n")
    asked = ["build", str(kit), "--out", str(tmp_path / "out")]
    assert CliRunner().invoke(main, asked, catch_exceptions=False).exit_code == 0
    found = {
        path.stem.partition("-")[2]: labels(path.read_bytes())
        for path in (tmp_path / "out" / "flat" / "en").glob("*.pdf")
    }
    assert found["map-a3"] == ["1 front", "1 back"]
    assert [said for name, said in found.items() if name.startswith("map-shop-")] == [["1"]]
    assert [said for name, said in found.items() if name.startswith("mat-") and name.endswith("mm")] == [["1"]]
    assert [said for name, said in found.items() if name.startswith("both-") and name.endswith("mm")] == [["1", "2"]]
    assert found["rules-booklet-a4"] == ["1", "2"]
    assert found["print-guide-a4"][0] == "1"
