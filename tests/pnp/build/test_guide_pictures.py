"""The pictures of the print guide: sheets made small, and how a kit is built."""

from __future__ import annotations

import io
import re
from pathlib import Path

import msgspec
import pypdfium2
import pytest

from pnp.art.paths import walk_items
from pnp.build.build import read_for_build
from pnp.build.guide import PICTURED, TOOLS, draw_thumbnail, drawing, plan_guide
from pnp.build.plan import OutputFile, PrintContext, plan_files
from pnp.face.layout import KitFaces
from pnp.kits import find
from pnp.render.pdf import write_pdf
from pnp.scene import Box, Group, Image, Page, Placed, Rect, Scene, Use
from pnp.sheet.options import Options
from pnp.sheet.press_words import Technique, sheet_words

TECHNIQUES: dict[str, tuple[Technique, ...]] = {
    "hangzhou": ("cut", "standee", "die", "tiles", "booklet"),
    "xanadu": ("cut", "gutterfold", "booklet"),
}


def guide_of(kit: str, **asked: object) -> tuple[pypdfium2.PdfDocument, str, list[OutputFile]]:
    """The guide of a kit of ours in English, as it is printed; what it says; and the files that it tells of."""
    options = msgspec.structs.replace(Options(out=Path("/nowhere")), **asked)
    source = read_for_build(find(kit), options)
    found = source.kit
    layout = KitFaces(found, "en", address=options.code_address(found))
    context = PrintContext(found, layout, options, source.selection)
    files = plan_files(context)
    guide = plan_guide(context, files)
    assert guide
    out = io.BytesIO()
    write_pdf(guide.draw_pages(), out, fonts=layout.fonts, title=guide.title)
    document = pypdfium2.PdfDocument(out.getvalue())
    return document, "\n".join(page.get_textpage().get_text_bounded() for page in document), [*files]


@pytest.mark.parametrize("kit", TECHNIQUES)
def test_a_guide_pictures_each_sheet_and_what_hands_do(kit: str) -> None:
    _, text, files = guide_of(kit, backs="gutterfold" if kit == "xanadu" else "long-edge")
    said = sheet_words("en").guide
    assert [name for name, panel in said.panels.items() if panel.title in text] == sorted(
        TECHNIQUES[kit], key=list(said.panels).index
    )
    printed = [file for file in files if file.name.endswith(("one-sided", "two-sided", "gutterfold", "tiles"))]
    sheets = sum(sum(1 for _ in file.draw_pages()) // (2 if "two-sided" in file.name else 1) for file in printed)
    pictured = [(int(first), int(last or first)) for first, last in re.findall(r"(\d+)(?:–(\d+))? · cuts ", text)]
    assert sum(last - first + 1 for first, last in pictured) == sheets
    assert len(pictured) < sheets or kit == "hangzhou", "those that are alike come once"
    assert all(name in text for name in said.tools)


def test_a_guide_without_dice_to_fold_does_not_tell_how() -> None:
    _, text, _ = guide_of("hangzhou", profile="economy")
    panels = sheet_words("en").guide.panels
    assert panels["standee"].title in text and panels["die"].title not in text


def test_faces_are_stored_once_and_photographs_left_out() -> None:
    photograph = Image("p", b"", Box(1, 1, 20, 30), (10, 10))
    scene = Scene(63.0, 88.0, 3.0, (Rect(Box(0, 0, 63, 88), fill="#FFFFFF"), Group((photograph,))))
    page = Page(210.0, 297.0, tuple(Placed(scene, 20.0 + 65 * n, 20.0) for n in range(3)))
    items = list(draw_thumbnail(page, 10.0, 10.0, {}))
    uses = [item for item, _ in walk_items(items) if isinstance(item, Use)]
    assert len(uses) == 3 and len({use.art.key for use in uses}) == 1
    (clipped,) = uses[0].art.items
    assert isinstance(clipped, Group) and clipped.clip == Box(-3, -3, 69, 94)
    assert Rect(photograph.box, fill=PICTURED) in clipped.items[1].items  # type: ignore[union-attr]  # the group above


def test_the_press_draws_its_own_drawings() -> None:
    for name in (*sheet_words("en").guide.panels, *TOOLS):
        assert drawing(name).items, name
