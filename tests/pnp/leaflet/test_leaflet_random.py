"""Any Markdown at all: the press never crashes, and every letter that goes in comes out."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from leaflet_builders import plain_setting, runs, set_text, strips_of

from pnp.leaflet.document import Block, Figure, Heading, Listing, MarkdownTable, Paragraph, Sidebar, Spans
from pnp.leaflet.parser import read_leaflet
from pnp.leaflet.strips import Strip, paginate

pytestmark = pytest.mark.long

WORDS = st.text("abcdeñ ", min_size=1, max_size=30)
TEXTS = st.lists(
    st.one_of(
        WORDS, st.sampled_from(["{coin}", "**bold**", "*soft*", "[x]{ink}", r"\*", "1 {coin}", "100 %", "¿no?", "{H3}"])
    ),
    min_size=1,
    max_size=12,
).map(" ".join)


def block(depth: int) -> st.SearchStrategy[str]:
    simple = st.one_of(
        TEXTS,
        TEXTS.map(lambda text: f"### {text}"),
        TEXTS.map(lambda text: f"{text}\n\n![{text.replace('[', '').replace(']', '')}](face:f)"),
        st.lists(WORDS, min_size=1, max_size=5).map(lambda cells: _table(cells)),
        st.sampled_from(["---", "![](face:f)", "![One.](face:f)"]),
    )
    if depth == 0:
        return simple
    inner = st.lists(block(depth - 1), min_size=1, max_size=3)
    return st.one_of(
        simple,
        inner.map(lambda blocks: "\n>\n".join("> " + text.replace("\n", "\n> ") for text in blocks)),
        inner.map(lambda blocks: "\n".join("- " + text.replace("\n", "\n  ") for text in blocks)),
        inner.map(lambda blocks: "\n".join("1. " + text.replace("\n", "\n   ") for text in blocks)),
    )


def _table(cells: list[str]) -> str:
    head = "|".join(["", *("h" for _ in cells), ""])
    return f"{head}\n{'|'.join(['', *('---' for _ in cells), ''])}\n{'|'.join(['', *cells, ''])}"


LEAFLETS = st.lists(block(2), min_size=1, max_size=10).map(lambda blocks: "## A\n\n" + "\n\n".join(blocks))


class Expected(Counter[str]):
    """The characters that pages must show, hyphens and blanks left out."""

    figures = 0

    def text(self, text: str) -> None:
        self.update(character for character in text if not character.isspace() and character not in "-\u00ad")

    def spans(self, spans: Spans) -> None:
        for span in spans:
            self.text(span.text)

    def blocks(self, blocks: tuple[Block, ...]) -> None:
        for each in blocks:
            match each:
                case Heading() | Paragraph():
                    self.spans(each.spans)
                    self.text(each.rule.number if each.rule else "")
                case Listing():
                    for index, item in enumerate(each.items):
                        self.blocks(item)
                        self.text(str(each.start + index) if each.start is not None else "")
                case MarkdownTable():
                    for row in (each.head, *each.rows):
                        for cell in row:
                            self.spans(cell)
                case Figure():
                    self.spans(each.caption)
                    if each.caption:
                        self.figures += 1
                        self.text(f"Fig.{self.figures}")
                case Sidebar():
                    self.blocks(each.blocks)


def shown(strips: tuple[Strip, ...]) -> Counter[str]:
    found = Expected()
    for strip in strips:
        for run in runs(item for part in strip.parts for item in part.items):
            found.text(run.text)
    return Counter(found)


@given(LEAFLETS)
def test_no_letter_is_lost_or_doubled(text: str) -> None:
    document = read_leaflet(text, "rules.en.md")
    expected = Expected()
    expected.blocks(document.body)
    strips = strips_of(document, plain_setting())
    assert shown(strips) == +Counter(expected)


@given(LEAFLETS)
def test_pages_hold_every_strip_once_in_order(text: str) -> None:
    setting = plain_setting()
    strips = strips_of(read_leaflet(text, "rules.en.md"), setting)
    pages = paginate(strips, setting.height)
    kept = [
        row.strip
        for rows in pages
        for index, row in enumerate(rows)
        if index or len(rows) == 1 or rows[1].strip.head is not row.strip
    ]
    assert [id(strip) for strip in kept] == [id(strip) for strip in strips]
    for rows in pages:
        assert all(first.y < second.y for first, second in pairwise(rows))


@given(st.text("#>-*|[](){}!`<\n 1.ab\\_", max_size=200))
def test_no_marks_crash_the_press(text: str) -> None:
    assert set_text(text).pages
