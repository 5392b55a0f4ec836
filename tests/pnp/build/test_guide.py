"""The print guide, in both languages."""

from __future__ import annotations

import io
import re
from pathlib import Path

import msgspec
import pypdfium2
import pytest
from msgspec.structs import replace
from sheet_builders import read, texts

from pnp.art.paths import walk_items
from pnp.build.build import read_for_build
from pnp.build.guide import PICTURED, Guide, draw_thumbnail, plan_guide
from pnp.build.plan import OutputFile, PrintContext, plan_files
from pnp.face.layout import KitFaces
from pnp.kit.model import FULL, Need
from pnp.kits import find
from pnp.render.pdf import write_pdf
from pnp.scene import Box, Group, Image, Page, Placed, Rect, Scene, Text, Use
from pnp.sheet.options import Options
from pnp.sheet.paper import PAPERS, Backs, PaperName
from pnp.sheet.press_words import Technique, sheet_words


def guide(
    paper: PaperName, backs: Backs, language: str, files: int = 4, profile: str = FULL, **changes: object
) -> Guide:
    """The guide of Hangzhou with so many files, each with these changes."""
    options = Options(out=Path(), paper=paper, backs=backs, profile=profile)
    source = read_for_build(find("hangzhou"), options)
    rows = tuple(
        OutputFile(
            name="thick",
            what="",
            title="",
            language=language,
            paper=paper,
            ink="full",
            draw_pages=tuple,
            number=str(number),
            holds="Shops, Coins {1}, Natural *dyes*",
            sheets=number,
            stock="board",
            both_sides=True,
            cuts=12,
            folds=number,
        )
        for number in range(1, files + 1)
    )
    context = PrintContext(source.kit, options.layout(source.kit, language), options, source.selection)
    return Guide(context, tuple(replace(row, **changes) for row in rows))


@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "gutterfold", "separate", "none"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_first_page_shows_the_table_and_names_every_file(backs: Backs, language: str) -> None:
    papers: tuple[PaperName, ...] = ("a4", "letter")
    for paper in papers:
        drawn = guide(paper, backs, language)
        pages = drawn.draw()
        first, text = read(pages)[0], " ".join(read(pages))
        assert "table" in {item.art.key for item, _ in walk_items(pages[0].items) if isinstance(item, Use)}
        assert all(f"{number}-thick-{paper}.pdf" in first for number in range(1, 5))
        assert "Coins {1}, Natural *dyes*" in first and drawn.context.kit.bring[0][language][:12] in text
        assert sheet_words(language).guide.turn[backs] in first


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_guide_says_how_pieces_lie_beside_each_other(language: str) -> None:
    said = sheet_words(language).guide.meetings
    for met in ((), ("shared",), ("touching",)):
        text = " ".join(read(guide("a4", "long-edge", language, meetings=met).draw()))
        found = {way for way, text_ in said.items() if text_.split("**")[1][:20] in text}
        assert found == set(met)


def test_each_need_has_a_table_and_what_is_left_out_is_named() -> None:
    told = guide("a4", "long-edge", "en", files=3, profile="lean")
    needs: tuple[Need, ...] = ("play", "nicer", "box")
    files = [replace(file, need=need) for file, need in zip(told.files, needs, strict=True)]
    text = " ".join(" ".join(read(Guide(told.context, files).draw())).split())
    headings = [text.index(sheet_words("en").guide.needs[need]) for need in needs]
    assert headings == sorted(headings) and sheet_words("en").guide.what not in text
    assert "Not printed: Price dice, " in text and "pnp build hangzhou --profile full" in text


def test_a_long_guide_goes_on_and_stays_in_its_frame() -> None:
    pages = guide("letter", "long-edge", "es", files=30).draw()
    assert len(pages) >= 2
    for page in pages:
        body = [text for text in texts(page.items) if text.y < PAPERS["letter"].foot(False).y - 2]
        assert max(text.y for text in body) < PAPERS["letter"].foot(False).y - 4
        assert max(text.x + text.width for text in body) < page.width - 10


@pytest.mark.parametrize("kit", ["dunhuang", "hangzhou", "xanadu"])
def test_no_page_is_much_emptier_than_the_others(kit: str, tmp_path: Path) -> None:
    options = Options(out=tmp_path, languages=("en",), profile="lean")
    source = read_for_build(find(kit), options)
    context = PrintContext(source.kit, options.layout(source.kit, "en"), options, source.selection)
    drawn = Guide(context, plan_files(context))
    pages = drawn.draw()
    assert len(pages) <= 3
    for page in pages[:-1]:
        words = [matrix[5] + item.y for item, matrix in walk_items(page.items) if isinstance(item, Text)]
        lowest = max(y for y in words if y < drawn.room.bottom)
        assert drawn.room.bottom - lowest < 0.2 * page.height


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


def test_faces_are_stored_once_and_photographs_left_out() -> None:
    photograph = Image("p", b"", Box(1, 1, 20, 30), (10, 10))
    scene = Scene(63.0, 88.0, 3.0, (Rect(Box(0, 0, 63, 88), fill="#FFFFFF"), Group((photograph,))))
    page = Page(210.0, 297.0, tuple(Placed(scene, 20.0 + 65 * n, 20.0) for n in range(3)))
    items = list(draw_thumbnail(page, 10.0, 10.0, 0.2, {}))
    uses = [item for item, _ in walk_items(items) if isinstance(item, Use)]
    assert len(uses) == 3 and len({use.art.key for use in uses}) == 1
    (clipped,) = uses[0].art.items
    assert isinstance(clipped, Group) and clipped.clip == Box(-3, -3, 69, 94)
    assert Rect(photograph.box, fill=PICTURED) in clipped.items[1].items  # type: ignore[union-attr]  # the group above


def test_a_heading_is_not_the_last_thing_on_a_page() -> None:
    headings = {
        sheet_words("en").guide.making,
        sheet_words("en").guide.signs,
        sheet_words("en").guide.bring,
        sheet_words("en").guide.what,
    }
    for files in range(4, 16):
        for page in guide("letter", "separate", "en", files).draw():
            body = [text for text in texts(page.items) if text.y < PAPERS["letter"].foot(False).y - 2]
            assert max(body, key=lambda text: text.y).text not in headings
