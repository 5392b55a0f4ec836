"""The print guide, in both languages."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from sheet_builders import FONTS, IMPRINT, read, texts

from pnp.build.guide import Guide, draw_guide
from pnp.build.plan import PrintJob
from pnp.sheet.paper import PAPERS, Backs, PaperName
from pnp.sheet.words import words


def guide(paper: PaperName, backs: Backs, language: str, jobs: int = 4) -> Guide:
    rows = tuple(
        PrintJob(
            file=f"hangzhou-{language}-{paper}-{number}.pdf",
            holds="Shops, Coins, Natural dyes",
            paper=PAPERS[paper].title,
            sheets=number,
            stock="board",
            both_sides=True,
            cuts=12,
            folds=number,
        )
        for number in range(1, jobs + 1)
    )
    imprint = replace(IMPRINT, language=language)
    bring = ("a *cloth* bag", "21 cubes")
    return Guide(kit="Hangzhou {1}", imprint=imprint, paper=PAPERS[paper], backs=backs, jobs=rows, bring=bring)


@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "gutterfold", "separate", "none"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_guide_fits_one_page_and_names_every_file(backs: Backs, language: str) -> None:
    papers: tuple[PaperName, ...] = ("a4", "letter")
    for paper in papers:
        (text,) = read(draw_guide(guide(paper, backs, language), FONTS))
        assert all(f"hangzhou-{language}-{paper}-{number}.pdf" in text for number in range(1, 5))
        assert "Hangzhou {1}" in text and "cloth" in text and "*" not in text
        assert words(language).guide.turn[backs] in text


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_guide_says_how_pieces_lie_beside_each_other(language: str) -> None:
    said = words(language).guide.meetings
    for met in ((), ("shared",), ("touching",)):
        told = guide("a4", "long-edge", language)
        told = replace(told, jobs=tuple(replace(job, meetings=met) for job in told.jobs))
        (text,) = read(draw_guide(told, FONTS))
        found = {way for way, text_ in said.items() if text_.split("**")[1][:20] in text}
        assert found == set(met)


def test_paper_that_backs_are_printed_on_by_themselves_is_counted_once() -> None:
    told = guide("a4", "separate", "en", jobs=2)
    fronts, backs = told.jobs
    told = replace(told, jobs=(fronts, replace(backs, both_sides=False, onto=fronts.file)))
    (text,) = read(draw_guide(told, FONTS))
    assert "In all 1 sheets." in text and "(2)" in text and words("en").back in text


def test_a_long_guide_goes_on_and_stays_in_its_frame() -> None:
    pages = draw_guide(guide("letter", "long-edge", "es", jobs=30), FONTS)
    assert len(pages) >= 2
    for page in pages:
        body = [text for text in texts(page.items) if text.y < PAPERS["letter"].foot(False).y - 2]
        assert max(text.y for text in body) < PAPERS["letter"].foot(False).y - 4
        assert max(text.x + text.width for text in body) < page.width - 10


def test_a_heading_is_not_the_last_thing_on_a_page() -> None:
    headings = {words("en").guide.making, words("en").guide.signs, words("en").guide.bring, words("en").guide.what}
    for jobs in range(4, 16):
        for page in draw_guide(guide("letter", "separate", "en", jobs), FONTS):
            body = [text for text in texts(page.items) if text.y < PAPERS["letter"].foot(False).y - 2]
            assert max(body, key=lambda text: text.y).text not in headings
