"""The print guide, in both languages."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from sheet_builders import FONTS, FOOTER, read, texts

from pnp.build.guide import Guide
from pnp.build.plan import OutputFile
from pnp.kit.model import Need
from pnp.sheet.paper import PAPERS, Backs, PaperName
from pnp.sheet.press_words import sheet_words


def guide(paper: PaperName, backs: Backs, language: str, jobs: int = 4) -> Guide:
    rows = tuple(
        OutputFile(
            name="thick",
            what="sheets",
            title="",
            language=language,
            paper=paper,
            pages=tuple,
            number=str(number),
            holds="Shops, Coins, Natural dyes",
            sheet_count=number,
            stock="board",
            backed=True,
            cuts=12,
            folds=number,
        )
        for number in range(1, jobs + 1)
    )
    footer = replace(FOOTER, title="Hangzhou {1}", language=language)
    bring = ("a *cloth* bag", "21 cubes")
    return Guide(kit="hangzhou", footer=footer, fonts=FONTS, paper=PAPERS[paper], backs=backs, files=rows, bring=bring)


@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "gutterfold", "separate", "none"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_guide_fits_one_page_and_names_every_file(backs: Backs, language: str) -> None:
    papers: tuple[PaperName, ...] = ("a4", "letter")
    for paper in papers:
        (text,) = read(guide(paper, backs, language).draw())
        assert all(f"{number}-thick-{paper}.pdf" in text for number in range(1, 5))
        assert "Hangzhou {1}" in text and "cloth" in text and "*" not in text
        assert sheet_words(language).guide.turn[backs] in text


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_guide_says_how_pieces_lie_beside_each_other(language: str) -> None:
    said = sheet_words(language).guide.meetings
    for met in ((), ("shared",), ("touching",)):
        told = guide("a4", "long-edge", language)
        told = replace(told, files=tuple(replace(file, meetings=met) for file in told.files))
        (text,) = read(told.draw())
        found = {way for way, text_ in said.items() if text_.split("**")[1][:20] in text}
        assert found == set(met)


def test_paper_that_backs_are_printed_on_by_themselves_is_counted_once() -> None:
    told = guide("a4", "separate", "en", jobs=2)
    fronts, backs = told.files
    told = replace(told, files=(fronts, replace(backs, backed=False, onto=fronts.path)))
    (text,) = read(told.draw())
    assert "1 sheets, about" in text and "(2)" in text and sheet_words("en").back in text


def test_each_need_has_a_table_and_what_is_left_out_is_named() -> None:
    told = guide("a4", "long-edge", "en", jobs=3)
    needs: tuple[Need, ...] = ("play", "nicer", "box")
    files = tuple(replace(file, need=need) for file, need in zip(told.files, needs, strict=True))
    (text,) = read(replace(told, files=files, sorted_by_need=True, missing=("Tuck box",)).draw())
    headings = [text.index(sheet_words("en").guide.needs[need]) for need in needs]
    assert headings == sorted(headings) and sheet_words("en").guide.what not in text
    assert "Not printed: Tuck box." in text and "pnp build hangzhou --profile full" in text


def test_a_long_guide_goes_on_and_stays_in_its_frame() -> None:
    pages = guide("letter", "long-edge", "es", jobs=30).draw()
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
    for jobs in range(4, 16):
        for page in guide("letter", "separate", "en", jobs).draw():
            body = [text for text in texts(page.items) if text.y < PAPERS["letter"].foot(False).y - 2]
            assert max(body, key=lambda text: text.y).text not in headings
