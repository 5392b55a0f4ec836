"""What the press says beside the pieces, in a language that is written from right to left: mirrored, all but words,
rulers and pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
from changes_builders import card, swap_pages
from msgspec.structs import replace
from sheet_builders import FOOTER, face, texts

from pnp.art.paths import walk_items
from pnp.build.blocks import DISC
from pnp.build.build import read_for_build
from pnp.build.guide import FRAME, FRAMES_APART, INSIDE, PAPER_COLOUR, Guide
from pnp.build.plan import OutputFile, PrintContext
from pnp.diff.compare import PieceChange
from pnp.kit.model import Localised
from pnp.kit.theme import FontFamily
from pnp.kits import find
from pnp.scene import Ellipse, Item, Page, Placed, Rect, Text
from pnp.scene import Path as Line
from pnp.sheet.options import Options
from pnp.sheet.press_words import sheet_words
from pnp.text.fonts import FontBook, installed_faces

FACE = "FrankRuhlLibre[wght]"
pytestmark = pytest.mark.skipif(FACE not in installed_faces(), reason="pip install fontpkg-frank-ruhl-libre")
FONTS = FontBook(dict.fromkeys(("text", "display", "figure"), FontFamily(FACE)), language="he")
HEBREW = replace(FOOTER, language="he")
EDGE = FRAME + FRAMES_APART + INSIDE
"""Of what the guide says, from both sides of the paper."""


def run(page: Page, text: str) -> Text:
    return next(found for found in texts(page.items) if found.text.strip() == text)


def right(text: Text) -> float:
    return text.x + text.width


def guide() -> Page:
    options = Options(out=Path())
    source = read_for_build(find("hangzhou"), options)
    fonts = replace(source.kit.theme, fonts=dict.fromkeys(("text", "display", "figure"), FontFamily(FACE)))
    bring = tuple(Localised({"he": thing}) for thing in ("cubes", "bag"))
    kit = replace(
        source.kit, title=Localised({"he": "Souk"}), languages=("he",), theme=fonts, bring=bring, components=()
    )
    sheets = OutputFile(
        name="souk",
        what="",
        title="",
        language="he",
        paper="a4",
        ink="full",
        draw_pages=tuple,
        holds="Shops",
        sheets=5,
        stock="card",
        both_sides=True,
        cuts=12,
    )
    context = PrintContext(kit, options.layout(kit, "he"), options, source.selection)
    (page,) = Guide(context, (sheets,)).draw()
    return page


def drawn(page: Page) -> list[Item]:
    return [item for item, _ in walk_items(item for item in page.items if not isinstance(item, Placed))]


def test_the_print_guide_begins_at_the_right() -> None:
    page, say = guide(), sheet_words("he").guide
    end = page.width - EDGE
    assert right(run(page, say.title)) == pytest.approx(end - 11.0)
    assert run(page, "Souk").x == pytest.approx(EDGE)
    for heading in (say.before, say.what, say.signs, say.bring):
        assert right(run(page, heading)) == pytest.approx(end - 4.6), "beside its sign"
    discs = [item.box for item in drawn(page) if isinstance(item, Ellipse) and item.box.width == DISC]
    assert [disc.right for disc in discs] == [pytest.approx(end)] * 3
    (panel,) = (item.box for item in drawn(page) if isinstance(item, Rect) and item.fill == PAPER_COLOUR)
    assert panel.x == pytest.approx(EDGE)
    cubes, bag = run(page, "cubes"), run(page, "bag")
    assert right(cubes) == pytest.approx(end - 4.5) and right(bag) < cubes.x


def swap_list(box: tuple[int, int] = (43, 44)) -> Page:
    change = PieceChange(
        component="cards",
        old=card(1, {"front": "gone"}),
        new=card(1, {"front": "face"}),
        take_out=1,
        put_in=1,
        title="New",
        old_title="Old",
        statements=("price: 5 → 6",),
    )
    (page,) = swap_pages(change, face(60.0, 88.0, 2.0, "#AA3322"), FONTS, HEBREW, box=box)
    return page


def test_a_swap_list_leads_from_the_old_at_the_right_to_the_new() -> None:
    page = swap_list()
    old, new = run(page, "Old"), run(page, "New")
    heads = [run(page, name) for name in ("Take out", "Put in", "What is different", "done")]
    assert [head.x for head in heads] == sorted((head.x for head in heads), reverse=True)
    assert new.x < old.x
    heavy = [item for item in drawn(page) if isinstance(item, Line) and item.stroke and item.stroke.width == 0.5]
    ends = [(segments[0][1], segments[-1][1]) for segments in (item.segments for item in heavy)]
    start, tip = ends[0]
    assert right(new) < tip < start < old.x
    done = next(item.box for item in drawn(page) if isinstance(item, Rect) and item.box.width == 6.0)
    assert done.right < heads[2].x


@pytest.mark.parametrize("shown", ["6 ← 5 :price", "pieces 44 ← 43 :in the box"])
def test_arrows_of_a_swap_list_point_from_old_to_new_as_they_are_read(shown: str) -> None:
    rows: dict[float, list[Text]] = {}
    for text in texts(swap_list().items):
        rows.setdefault(text.y, []).append(text)
    lines = [
        "".join(letter for text in sorted(row, key=lambda text: text.x) for _, letter in text.spelled())
        for row in rows.values()
    ]
    assert any(shown in line for line in lines), lines
