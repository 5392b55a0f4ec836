"""The foot on each page, in both languages, and the work that sheets make."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from msgspec.structs import replace
from sheet_builders import FONTS, FOOTER, part, printed, read, texts

from pnp.build.plan import count_work
from pnp.scene import Box, Page, Text
from pnp.sheet.draw import PagePosition, draw_sheet, foot
from pnp.sheet.impose import impose
from pnp.sheet.nets import die_net
from pnp.sheet.paper import PAPERS, PaperName
from pnp.sheet.press_words import languages, sheet_words


def test_every_page_says_what_it_is_and_how_to_print_it() -> None:
    sheets = impose([part("coins", 20, 20, copies=3, back=True), part("dyes", 190, 250)], PAPERS["a4"], "long-edge")
    sides = [draw_sheet(sheet, n, 2, FOOTER, FONTS) for n, sheet in enumerate(sheets, 1)]
    front, back, single = read(page for side in sides for page in side)
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
        items = foot(strip, replace(FOOTER, language=language), PagePosition(titles=titles, number=10, total=11), FONTS)
        width, height = PAPERS[paper].size(landscape)
        (page,) = printed([Page(width, height, items)])
        assert any(box.width == pytest.approx(100, abs=0.01) for box in page.stroked("#000000"))
        lines = list(texts(items))
        assert min(text.size for text in lines) >= 7
        assert all(text.x + text.width <= strip.right + 0.01 for text in lines)
        rows: dict[float, list[Text]] = {}
        for text in lines:
            rows.setdefault(round(text.y, 2), []).append(text)
        for row in rows.values():
            row.sort(key=lambda text: text.x)
            assert all(one.x + one.width < other.x for one, other in pairwise(row))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("landscape", [False, True])
def test_a_foot_beside_the_pieces_keeps_to_its_strip_and_reads_upwards(paper: PaperName, landscape: bool) -> None:
    strip = PAPERS[paper].foot(landscape, beside=True)
    field = PAPERS[paper].field(landscape, beside=True)
    width, height = PAPERS[paper].size(landscape)
    assert field.right < strip.x and strip.right <= width - 5.0 + 1e-6
    titles = ("Shops", "Coins", "Victory points", "Natural dyes", "Mixed dyes", "Seals", "Price tiles")
    for language in languages():
        position = PagePosition(titles=titles, number=10, total=11, side="front")
        items = foot(strip, replace(FOOTER, language=language), position, FONTS)
        (page,) = printed([Page(width, height, items)])
        ruler = max(page.stroked("#000000"), key=lambda box: box.height)
        assert ruler.height == pytest.approx(100, abs=0.01) and strip.x <= ruler.x and ruler.right <= strip.right
        (text,) = texts(items[0].items)  # before it is turned
        assert text.size >= 7 and text.x > 100 and text.x + text.width <= strip.height
        assert "Hangzhou 1.0" in text.text and sheet_words(language).actual_size in text.text


def test_titles_that_find_no_room_are_counted() -> None:
    strip = Box(0, 0, 190, 9)
    titles = tuple(f"Component {number}" for number in range(9))
    lines = [text.text for text in texts(foot(strip, FOOTER, PagePosition(titles=titles, number=1, total=1), FONTS))]
    assert any(line.startswith("Hangzhou 1.0 · Component 0") and line.endswith("more") for line in lines)


def test_the_languages_say_the_same_things() -> None:
    assert languages() == ("en", "es")
    english, spanish = (msgspec.to_builtins(sheet_words(language)) for language in languages())
    assert keys(english) == keys(spanish)
    assert sheet_words("de") == sheet_words("en")


def keys(value: object) -> object:
    if isinstance(value, dict):
        return {key: keys(inner) for key, inner in value.items()}
    return len(value) if isinstance(value, (list, tuple)) else None


def test_work_counts_lines_shapes_and_folds() -> None:
    parts = [
        part("cards", 60, 80, copies=2),
        part("coins", 12, 12, copies=5, outlined=True),
        part("standee", 25, 106, folds=(8.0, 53.0, 98.0)),
    ]
    parts.append(replace(part("die", 69, 48, copies=2, outlined=True), net=die_net(16)))
    cuts, folds = count_work(impose(parts, PAPERS["a4"], "none"))
    assert folds == 3 + 2 * 12
    assert cuts == (4 + 2) + 5 + (2 + 2) + 2
