"""The print guide, and what finished files say of themselves."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from msgspec.structs import replace
from output_builders import manifest, pnp
from sheet_builders import read

from pnp.art.paths import walk_items
from pnp.build.build import read_for_build
from pnp.build.guide import Guide
from pnp.build.plan import OutputFile, PrintContext, plan_files
from pnp.kit.model import FULL, Need
from pnp.kits import find
from pnp.scene import MM_PER_POINT, Text, Use
from pnp.sheet.options import Options
from pnp.sheet.paper import Backs, PaperName
from pnp.sheet.press_words import read_sheet_words


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
        assert read_sheet_words(language).guide.turn[backs] in first


def test_each_need_has_a_table_and_what_is_left_out_is_named() -> None:
    told = guide("a4", "long-edge", "en", files=3, profile="lean")
    needs: tuple[Need, ...] = ("play", "nicer", "box")
    files = [replace(file, need=need) for file, need in zip(told.files, needs, strict=True)]
    text = " ".join(" ".join(read(Guide(told.context, files).draw())).split())
    headings = [text.index(read_sheet_words("en").guide.needs[need]) for need in needs]
    assert headings == sorted(headings) and read_sheet_words("en").guide.what not in text
    assert "Not printed: Price dice, " in text and "pnp build hangzhou --profile full" in text


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


@pytest.fixture(scope="module", params=["long-edge", "separate", "gutterfold"])
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp(request.param)
    only = [part for one in ("board", "natural-dyes", "coins", "aid", "score-pad") for part in ("--only", one)]
    asked = ["--language", "es", "--backs", request.param, *only, "--out", str(out)]
    assert pnp("build", "hangzhou", *asked).exit_code == 0
    return out / "hangzhou-reprint"


def test_each_file_has_a_title_of_its_own_an_author_and_the_same_as_xmp(built: Path) -> None:
    titles = []
    for path in sorted(built.rglob("*.pdf")):
        with pikepdf.open(path) as document:
            titles.append(str(document.docinfo["/Title"]))
            with document.open_metadata(set_pikepdf_as_editor=False) as said:
                assert said["dc:title"] == titles[-1]
                assert said["dc:creator"] == ["Silk Road Print & Play"] == [str(document.docinfo["/Author"])]
                assert said["dc:language"] == {"es"} and said["pdf:Keywords"] == str(document.docinfo["/Keywords"])
            assert b"Date" not in document.Root.Metadata.read_bytes(), "the same pages give the same bytes"
    assert len(set(titles)) == len(titles) > 4 and all(title.startswith("Hangzhou · ") for title in titles)


def test_pages_are_called_what_stands_at_their_foot(built: Path) -> None:
    for path in sorted(built.rglob("*.pdf")):
        with pikepdf.open(path) as document:
            labels = [page.label for page in document.pages]
        assert len(set(labels)) == len(labels)
        if "two-sided" in path.name:
            assert labels[:2] == ["1 anverso", "1 reverso"]
        if "tiles" in path.name:
            assert labels[0] == "A1"


def test_the_manifest_leads_to_the_back_of_each_sheet(built: Path) -> None:
    """Backs are the pages with words where there are none on fronts: a coin's back has no value."""
    made = manifest(built)
    files = {file["path"]: file["pages"] for file in made["files"]}
    ways = {file["path"]: file["backs"] for file in made["files"]}
    backed = [sheet for sheet in made["sheets"] if sheet["back_file"]]
    assert any("natural-dyes" in sheet["components"] for sheet in backed)
    for sheet in made["sheets"]:
        assert bool(sheet["back_file"]) == (sheet["back_page"] > 0)
    for sheet in backed:
        assert 1 <= sheet["back_page"] <= files[sheet["back_file"]]
        way = built.parent.name.rstrip("0123456789")
        assert ways[sheet["file"]] == ways[sheet["back_file"]] == way
        if way == "separate":
            assert sheet["file"].split("-")[1:] == sheet["back_file"].replace("backs", "fronts").split("-")[1:]
            assert sheet["back_page"] == sheet["front_page"]
        elif way == "gutterfold":
            assert (sheet["back_file"], sheet["back_page"]) == (sheet["file"], sheet["front_page"])
        else:
            assert (sheet["back_file"], sheet["back_page"]) == (sheet["file"], sheet["front_page"] + 1)


def test_a_board_for_a_shop_has_bleed_and_marks_round_its_trim(built: Path) -> None:
    with pikepdf.open(next(built.rglob("*-board-shop-*.pdf"))) as document:
        (page,) = document.pages
        left, bottom, right, top = (float(value) * MM_PER_POINT for value in page.TrimBox)
        assert (right - left, top - bottom) == pytest.approx((420, 297), abs=0.01)
        pairs = zip(page.BleedBox, page.TrimBox, strict=True)
        beyond = [abs(float(outer) - float(inner)) * MM_PER_POINT for outer, inner in pairs]
        assert beyond == pytest.approx([3.0] * 4, abs=0.01)
        assert min(left, bottom) > 8, "there is room for marks"
        widths = [float(operands[0]) for operands, operator in pikepdf.parse_content_stream(page, "w")]
        assert 0.15 in widths


def test_every_page_says_where_it_is_cut(built: Path) -> None:
    for path in sorted(built.rglob("*.pdf")):
        with pikepdf.open(path) as document:
            for page in document.pages:
                boxes = (page.mediabox, page.BleedBox, page.TrimBox)
                media, bleed, trim = ([float(value) * MM_PER_POINT for value in box] for box in boxes)
                for outer, inner in ((media, bleed), (bleed, trim)):
                    assert outer[0] <= inner[0] + 0.01 and outer[1] <= inner[1] + 0.01
                    assert inner[2] <= outer[2] + 0.01 and inner[3] <= outer[3] + 0.01
