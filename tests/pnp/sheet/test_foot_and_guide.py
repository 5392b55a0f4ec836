"""The foot on each page, and the print guide, in both languages."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import pairwise

import msgspec
import pypdfium2
import pytest
from msgspec.structs import replace
from sheet_builders import FONTS, IMPRINT, part, printed

from pnp.render.pdf import write_pdf
from pnp.scene import Box, Group, Item, Page, Placed, Text
from pnp.sheet.foot import Standing, foot
from pnp.sheet.guide import Guide, Job, draw_guide, work
from pnp.sheet.impose import impose
from pnp.sheet.pages import draw_sheet
from pnp.sheet.papers import PAPERS, Backs, PaperName
from pnp.sheet.words import languages, words


def read(pages: Iterable[Page]) -> list[str]:
    """The text of each page of the finished file."""
    out = io.BytesIO()
    write_pdf(pages, out, fonts=FONTS, title="test")
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(out.getvalue())]


def texts(items: Iterable[Item | Placed]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group):
            yield from texts(item.items)


def test_every_page_says_what_it_is_and_how_to_print_it() -> None:
    sheets = impose([part("coins", 20, 20, copies=3, back=True), part("dyes", 16, 16)], PAPERS["a4"], "long-edge")
    sides = [draw_sheet(sheet, n, 2, IMPRINT, FONTS) for n, sheet in enumerate(sheets, 1)]
    front, back, single = read(page for side in sides for page in (side.front, side.back) if page)
    for text in (front, back, single):
        assert "Hangzhou 1.0" in text and "build 3f9a2c" in text and "http://silkroad.local:8000" in text
        assert "print at 100 %" in text and "the ruler is 100 mm long" in text
    assert "Coins" in front and "sheet 1 of 2 · front" in front and "sheet 1 of 2 · back" in back
    assert "Dyes" in single and "sheet 2 of 2" in single and "front" not in single


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("landscape", [False, True])
def test_the_ruler_measures_100_mm_and_the_foot_keeps_to_its_strip(paper: PaperName, landscape: bool) -> None:
    strip = PAPERS[paper].foot(landscape)
    titles = ("Shops", "Coins", "Victory points", "Natural dyes", "Mixed dyes", "Seals", "Price tiles")
    for language in languages():
        items = foot(strip, replace(IMPRINT, language=language), Standing(titles=titles, number=10, total=11), FONTS)
        width, height = PAPERS[paper].size(landscape)
        (page,) = printed([Page(width, height, items)])
        assert any(box.width == pytest.approx(100, abs=0.01) for box in page.stroked("#2b2320"))
        lines = list(texts(items))
        assert min(text.size for text in lines) >= 7
        assert all(text.x + text.width <= strip.right + 0.01 for text in lines)
        rows: dict[float, list[Text]] = {}
        for text in lines:
            rows.setdefault(round(text.y, 2), []).append(text)
        for row in rows.values():
            row.sort(key=lambda text: text.x)
            assert all(one.x + one.width < other.x for one, other in pairwise(row))


def test_titles_that_find_no_room_are_counted() -> None:
    strip = Box(0, 0, 190, 9)
    titles = tuple(f"Component {number}" for number in range(9))
    lines = [text.text for text in texts(foot(strip, IMPRINT, Standing(titles=titles, number=1, total=1), FONTS))]
    assert any(line.startswith("Hangzhou 1.0 · Component 0") and line.endswith("more") for line in lines)


def test_the_languages_say_the_same_things() -> None:
    assert languages() == ("en", "es")
    english, spanish = (msgspec.to_builtins(words(language)) for language in languages())
    assert keys(english) == keys(spanish)
    assert words("de") == words("en")


def keys(value: object) -> object:
    if isinstance(value, dict):
        return {key: keys(inner) for key, inner in value.items()}
    return len(value) if isinstance(value, (list, tuple)) else None


def guide(paper: PaperName, backs: Backs, language: str, jobs: int = 4) -> Guide:
    rows = tuple(
        Job(
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


def test_work_counts_lines_shapes_and_folds() -> None:
    parts = [
        part("cards", 60, 80, copies=2),
        part("coins", 12, 12, copies=5, outlined=True),
        part("standee", 25, 106, folds=(8.0, 53.0, 98.0)),
    ]
    parts.append(replace(part("die", 69, 48, copies=2, outlined=True), creases=12))
    cuts, folds = work(impose(parts, PAPERS["a4"], "none"))
    assert folds == 3 + 2 * 12
    assert cuts == (4 + 2) + 5 + (2 + 2) + 2
