"""The print guide, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from sheet_builders import read

from pnp.art.paths import walk_items
from pnp.build.build import read_for_build
from pnp.build.guide import Guide
from pnp.build.plan import OutputFile, PrintContext, plan_files
from pnp.kit.model import FULL, Need
from pnp.kits import find
from pnp.scene import Text, Use
from pnp.sheet.options import Options
from pnp.sheet.paper import Backs, PaperName
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


def test_each_need_has_a_table_and_what_is_left_out_is_named() -> None:
    told = guide("a4", "long-edge", "en", files=3, profile="lean")
    needs: tuple[Need, ...] = ("play", "nicer", "box")
    files = [replace(file, need=need) for file, need in zip(told.files, needs, strict=True)]
    text = " ".join(" ".join(read(Guide(told.context, files).draw())).split())
    headings = [text.index(sheet_words("en").guide.needs[need]) for need in needs]
    assert headings == sorted(headings) and sheet_words("en").guide.what not in text
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
