"""The pictures of the print guide: sheets made small, and how a kit is built."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner

from pnp.cli import main
from pnp.output.building import TOOLS, drawing
from pnp.output.thumbnails import PICTURED, Thumbnails
from pnp.scene import Box, Group, Image, Item, Page, Placed, Rect, Scene, Use
from pnp.sheet.words import Technique, words

TECHNIQUES: dict[str, tuple[Technique, ...]] = {
    "hangzhou": ("cut", "standee", "die", "tiles", "booklet"),
    "xanadu": ("cut", "gutterfold", "booklet"),
}


@pytest.mark.parametrize("kit", TECHNIQUES)
def test_a_guide_pictures_each_sheet_and_what_hands_do(kit: str, tmp_path: Path) -> None:
    asked = ["build", kit, "--language", "en", "--no-cache", "--out", str(tmp_path)]
    asked += ["--backs", "gutterfold"] if kit == "xanadu" else []
    assert CliRunner().invoke(main, asked, catch_exceptions=False).exit_code == 0
    (file,) = (tmp_path / kit).glob("*print-guide.pdf")
    guide = pypdfium2.PdfDocument(file)
    text = "\n".join(page.get_textpage().get_text_bounded() for page in guide)
    said = words("en").guide
    assert [name for name, panel in said.panels.items() if panel.title in text] == sorted(
        TECHNIQUES[kit], key=list(said.panels).index
    )
    sheets = sum(len(pypdfium2.PdfDocument(file)) for file in (tmp_path / kit).glob("*sided.pdf") if "one" in file.name)
    sheets += sum(len(pypdfium2.PdfDocument(file)) // 2 for file in (tmp_path / kit).glob("*two-sided.pdf"))
    sheets += sum(len(pypdfium2.PdfDocument(file)) for file in (tmp_path / kit).glob("*gutterfold.pdf"))
    sheets += sum(len(pypdfium2.PdfDocument(file)) for file in (tmp_path / kit).glob("*tiles.pdf"))
    pictured = [(int(first), int(last or first)) for first, last in re.findall(r"(\d+)(?:–(\d+))? · cuts ", text)]
    assert sum(last - first + 1 for first, last in pictured) == sheets
    assert len(pictured) < sheets or kit == "hangzhou", "those that are alike come once"
    assert all(name in text for name in said.tools)
    assert len(guide) == 3 or kit != "hangzhou", "small pictures save a page"


@pytest.mark.parametrize("asked", [["--profile", "economy"], ["--dice", "labels"]])
def test_a_guide_without_dice_to_fold_does_not_tell_how(asked: list[str], tmp_path: Path) -> None:
    command = ["build", "hangzhou", "--language", "en", "--no-cache", "--out", str(tmp_path), *asked]
    assert CliRunner().invoke(main, command, catch_exceptions=False).exit_code == 0
    (file,) = (tmp_path / "hangzhou").glob("*print-guide.pdf")
    text = "\n".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(file))
    panels = words("en").guide.panels
    assert panels["standee"].title in text and panels["die"].title not in text


def test_faces_are_stored_once_and_photographs_left_out() -> None:
    photograph = Image("p", b"", Box(1, 1, 20, 30), (10, 10))
    scene = Scene(63.0, 88.0, 3.0, (Rect(Box(0, 0, 63, 88), fill="#FFFFFF"), Group((photograph,))))
    page = Page(210.0, 297.0, tuple(Placed(scene, 20.0 + 65 * n, 20.0) for n in range(3)))
    items = list(Thumbnails(0.2).drawn(page, 10.0, 10.0))
    uses = list(_uses(items))
    assert len(uses) == 3 and len({use.art.key for use in uses}) == 1
    (clipped,) = uses[0].art.items
    assert isinstance(clipped, Group) and clipped.clip == Box(-3, -3, 69, 94)
    assert Rect(photograph.box, fill=PICTURED) in clipped.items[1].items  # type: ignore[union-attr]  # the group above


def test_the_press_draws_its_own_drawings() -> None:
    for name in (*words("en").guide.panels, *TOOLS):
        assert drawing(name).items, name


def _uses(items: list[Item] | tuple[Item, ...]) -> list[Use]:
    found = []
    for item in items:
        if isinstance(item, Use):
            found.append(item)
        elif isinstance(item, Group):
            found.extend(_uses(item.items))
    return found
