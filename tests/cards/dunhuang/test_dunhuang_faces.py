"""Merchants of Dunhuang's faces and sheets: everything fits, in both languages, both inks, on every paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.art.qr import LEAST_MODULE, module_size
from pnp.face.ink import InkMode
from pnp.face.layout import Layout
from pnp.kit import Kit
from pnp.kit.model import Faced, Localised
from pnp.kits import find, load
from pnp.output.build import build, check
from pnp.scene import Text
from pnp.scene.colour import contrast
from pnp.sheet.options import Options
from pnp.sheet.papers import PAPERS, PaperName
from pnp.sheet.tiles import tile_board

pytestmark = pytest.mark.long

ADDRESS = "http://silkroad.local:8000/k/dunhuang/3f9a2c"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return load(find("dunhuang"))


@pytest.mark.parametrize(
    ("paper", "ink"),
    [
        ("a4", "full"),
        ("letter", "low"),
        pytest.param("a4", "low", marks=pytest.mark.slow),
        pytest.param("letter", "full", marks=pytest.mark.slow),
    ],
)
def test_nothing_is_found(tmp_path: Path, paper: PaperName, ink: InkMode) -> None:
    found = check(find("dunhuang"), Options(out=tmp_path, paper=paper, ink=ink), lambda _name, _done: None)
    assert [str(finding) for finding in found] == []


@pytest.mark.parametrize("paper", ["a4", "letter", pytest.param("both", marks=pytest.mark.slow)])
def test_sheets_are_three_quarters_full(tmp_path: Path, paper: PaperName) -> None:
    options = Options(out=tmp_path, paper=paper, languages=("en",), cache=False)
    sheets = build(find("dunhuang"), options, lambda _name, _done: None).manifest.sheets
    assert sum(sheet.fill for sheet in sheets) / len(sheets) >= 0.75
    most_goods = max(sheet.components.get("goods", 0) for sheet in sheets)
    assert most_goods >= 9


def test_a_card_reads_the_same_from_both_sides_of_the_table(kit: Kit) -> None:
    """Turned by half, the value and the sign in the far corner stand where the near ones were."""
    component = next(part for part in kit.components if part.id == "goods")
    assert isinstance(component, Faced)
    for row in kit.tables["goods"].rows:
        drawn = [part for part in kit.faces[component.face].draws if getattr(part, "face", None) == "goods-end"]
        assert sorted(getattr(part, "turn", 0) or 0 for part in drawn) == [0, 180], row.key


def test_all_goods_differ_in_sign_and_colour(kit: Kit) -> None:
    rows = kit.tables["goods"].rows
    for column in ("colour", "tint", "mark"):
        assert len({row.values[column] for row in rows}) == len(rows)


def test_marks_of_a_kind_show_on_paper_and_on_its_tint(kit: Kit) -> None:
    """Graphics need a contrast of 3 (WCAG 2.2, 1.4.11)."""
    layout = Layout(kit, "en", address=ADDRESS)
    for row in kit.tables["goods"].rows:
        mark, tint, paper = (layout.colour(str(name)) for name in (row.values["mark"], row.values["tint"], "paper"))
        assert mark and tint and paper
        assert contrast(mark, tint) >= 3 and contrast(mark, paper) >= 3, row.key


def words(item: object) -> Iterator[str]:
    """The runs of text on a scene."""
    if isinstance(item, Text):
        yield item.text
    for child in getattr(item, "items", ()):
        yield from words(child)


def plain(text: str) -> str:
    """A text without spaces, signs and markup."""
    return re.sub(r"[\s*]|\{[a-z-]+\}", "", text)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_tile_speaks_both_languages(kit: Kit, language: str) -> None:
    layout = Layout(kit, language, address=ADDRESS)
    for row in kit.tables["characters"].rows:
        printed = plain("".join(words(layout.scene("character", row, size=(70, 70)))))
        for text in ("name", "effect"):
            both = row.values[text]
            assert isinstance(both, Localised)
            for said in both.texts.values():
                assert plain(said) in printed, (row.key, said)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_seams_of_the_mat_run_beside_its_places(kit: Kit, paper: PaperName) -> None:
    """Four tiles; only the deck and the places beside it, which are not kept whole, may be crossed."""
    mat = Layout(kit, "en", address=ADDRESS).scene("mat", size=(420, 297))
    above_and_below, name, picture, label = 2 * 6, 1, 1, 1
    assert len(mat.keep) == above_and_below + name + picture + label
    tiling = tile_board(mat, PAPERS[paper])
    assert (len(tiling.tiles), tiling.cut_through) == (4, 0)


@pytest.mark.parametrize("face", ["aid-back", "card-box-back", "token-box-back"])
def test_a_phone_can_read_the_codes(kit: Kit, face: str) -> None:
    size = kit.faces[face].size
    assert size
    (content, box), *others = Layout(kit, "en", address=ADDRESS).scene(face, size=size).codes
    assert content == ADDRESS and not others
    assert module_size(content, box) >= LEAST_MODULE
