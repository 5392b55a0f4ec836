"""The print guide, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from sheet_builders import read, texts

from pnp.build.build import read_for_build
from pnp.build.guide import Guide
from pnp.build.plan import OutputFile, PrintContext
from pnp.kit.model import FULL, Need
from pnp.kits import find
from pnp.sheet.options import Options
from pnp.sheet.paper import PAPERS, Backs, PaperName
from pnp.sheet.press_words import sheet_words


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
def test_the_guide_fits_one_page_and_names_every_file(backs: Backs, language: str) -> None:
    papers: tuple[PaperName, ...] = ("a4", "letter")
    for paper in papers:
        drawn = guide(paper, backs, language)
        (text,) = read(drawn.draw())
        assert all(f"{number}-thick-{paper}.pdf" in text for number in range(1, 5))
        assert "Coins {1}, Natural *dyes*" in text and drawn.context.kit.bring[0][language][:12] in text
        assert sheet_words(language).guide.turn[backs] in text


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_guide_says_how_pieces_lie_beside_each_other(language: str) -> None:
    said = sheet_words(language).guide.meetings
    for met in ((), ("shared",), ("touching",)):
        (text,) = read(guide("a4", "long-edge", language, meetings=met).draw())
        found = {way for way, text_ in said.items() if text_.split("**")[1][:20] in text}
        assert found == set(met)


def test_paper_that_backs_are_printed_on_by_themselves_is_counted_once() -> None:
    told = guide("a4", "separate", "en", files=2)
    fronts, backs = told.files
    (text,) = read(Guide(told.context, (fronts, replace(backs, both_sides=False, onto=fronts.path))).draw())
    assert "1 sheets, about" in text and "(2)" in text and sheet_words("en").back in text


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
