"""Markdown becomes typed blocks; what cannot be read is a finding, and no letter is lost."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from leaflet_builders import plain_setting, runs, set_text, strips_of

from pnp.leaflet.document import (
    Block,
    Figure,
    Heading,
    Listing,
    MarkdownTable,
    NewPage,
    Paragraph,
    RuleName,
    Sidebar,
    Spans,
    plain,
)
from pnp.leaflet.parser import compare_rules, read_leaflet
from pnp.leaflet.strips import Strip, paginate
from pnp.text.markup import Span

GAME = """# My Game

What it is.

## Playing {#playing}

Take a {coin}, *then* [pay]{cinnabar} **one**. See [the end](#end). {#take H7}

1. First. {#first}
2. Second.

| what | worth |
|---|--:|
| {coin} | 1 |

> ![](face:fig-a)
>
> Beside it.

---

## The end {#end}

![A picture.](face:fig-b)

One more. {H8}
"""


def read(text: str) -> list[str]:
    return [f"{finding.place}: {finding.code}" for finding in read_leaflet(text, "rules.en.md", ["fig-a"]).findings]


def test_blocks_are_typed_in_reading_order() -> None:
    document = read_leaflet(GAME, "rules.en.md")
    assert document.findings == ()
    assert document.title == Heading(1, (Span("My Game"),), None, 1)
    assert [plain(block.spans) for block in document.cover if isinstance(block, Paragraph)] == ["What it is."]
    kinds = [type(block) for block in document.body]
    assert kinds == [Heading, Paragraph, Listing, MarkdownTable, Sidebar, NewPage, Heading, Figure, Paragraph]


def test_rules_have_names_numbers_and_lines() -> None:
    rules = read_leaflet(GAME, "rules.en.md").rules
    assert rules == (
        RuleName("playing", "", 5),
        RuleName("take", "H7", 7),
        RuleName("first", "", 9),
        RuleName("end", "", 22),
        RuleName("", "H8", 26),
    )


def test_running_text_becomes_spans() -> None:
    paragraph = read_leaflet(GAME, "rules.en.md").body[1]
    assert paragraph.spans == (
        Span("Take a "),
        Span("", icon="coin"),
        Span(", "),
        Span("then", italic=True),
        Span(" "),
        Span("pay", colour="cinnabar"),
        Span(" "),
        Span("one", bold=True),
        Span(". See "),
        Span("the end", tag="#end"),
        Span("."),
    )


@pytest.mark.parametrize(
    ("markdown", "finding"),
    [
        ("# A\n\n<b>bold</b> text", "rules.en.md:3: markup-html"),
        ("# A\n\n```\ncode\n```", "rules.en.md:3: markup-unknown"),
        ("# A\n\n`code`", "rules.en.md:3: markup-unknown"),
        ("# A\n\n~~old~~ rules", "rules.en.md:3: markup-unknown"),
        ("---\ntitle: A\n---\n\n# A", "rules.en.md:1: markup-unknown"),
        ("# A\n\nA ![picture](face:fig-a) inside", "rules.en.md:3: markup-figure"),
        ("# A\n\n![gone](face:fig-x)", "rules.en.md:3: figure-missing"),
        ("# A\n\n![gone](http://example.org/x.png)", "rules.en.md:3: figure-missing"),
        ("# A\n\n[there](#nowhere)", "rules.en.md:3: link-broken"),
        ("# A\n\n[there](file.txt)", "rules.en.md:3: link-target"),
        ("# A\n\n[there](javascript:x)\n\n# B", "rules.en.md:5: heading-level"),
        ("# A\n\n##### deep", "rules.en.md:3: heading-level"),
        ("# A\n\nOne. {#a}\n\nTwo. {#a}", "rules.en.md:5: rule-twice"),
        ("# A\n\nOne. {#Not Good}", "rules.en.md:3: rule-name"),
        ("# A\n\nOne {#one} of two.", "rules.en.md:3: rule-name"),
        ("# A\n\n{#one}", "rules.en.md:3: rule-name"),
        ("# A\n\n| a | b |\n|---|---|\n| c | d |\n| e | f {#one} |", "rules.en.md:6: rule-name"),
        ("# A\n\n| a | b |\n|---|---|\n| c | d |\n| e | f | g |", "rules.en.md:6: table-cells"),
        ("# A\n\n| a | b |\n|---|---|\n| c | d |\n| e |", "rules.en.md:6: table-cells"),
        ("# A\n\n" + ">" * 12 + " deep", "rules.en.md:3: markup-depth"),
    ],
)
def test_what_is_not_understood_is_a_finding_with_its_line(markdown: str, finding: str) -> None:
    assert finding in read(markdown)


@pytest.mark.parametrize(
    ("markdown", "bold"),
    [("プレイヤーは**「出航」**と言う。", "「出航」"), ("**これは太字。**の後に", "これは太字。"), ("a**“b”**c", "")],
)
def test_emphasis_needs_no_blanks_beside_wide_characters(markdown: str, bold: str) -> None:
    block = read_leaflet(markdown, "rules.ja.md").body[0]
    assert "".join(span.text for span in block.spans if span.bold) == bold


def test_a_finding_suggests_the_name_that_was_meant() -> None:
    document = read_leaflet("# A\n\nPay. {#place-coin}\n\n[pay](#place-coins)", "rules.en.md")
    assert [finding.hint for finding in document.findings] == ["did you mean place-coin? accepted: place-coin"]


def test_languages_must_have_the_same_rules_in_the_same_order() -> None:
    first = read_leaflet("A. {#a}\n\nB. {#b}", "rules.en.md")
    assert compare_rules([first, read_leaflet("A. {#a}\n\nB. {#b}", "rules.es.md")]) == ()
    lacking, *_ = compare_rules([first, read_leaflet("A. {#a}", "rules.es.md")])
    assert lacking.place.file == "rules.es.md" and "b" in lacking.message
    moved, *_ = compare_rules([first, read_leaflet("B. {#b}\n\nA. {#a}", "rules.es.md")])
    assert "another order" in moved.message


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("次の行は\nソースの", "次の行はソースの"),
        ("**次の行は**\n[ソース](#end)の", "次の行はソースの"),
        ("払う。\n「次」", "払う。「次」"),
        ("説：“好。”\n然後", "説：“好。”然後"),
        ("茶\n{leaf}を", "茶 を"),
        ("次の行は\\\nソースの", "次の行は ソースの"),
    ],
)
def test_a_line_end_is_a_blank_but_between_wide_characters(written: str, read: str) -> None:
    (paragraph,) = read_leaflet(written, "rules.ja.md").blocks
    assert isinstance(paragraph, Paragraph) and plain(paragraph.spans) == read


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


@pytest.mark.long
@given(LEAFLETS)
def test_no_letter_is_lost_or_doubled(text: str) -> None:
    document = read_leaflet(text, "rules.en.md")
    expected = Expected()
    expected.blocks(document.body)
    strips = strips_of(document, plain_setting())
    assert shown(strips) == +Counter(expected)


@pytest.mark.long
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


@pytest.mark.long
@given(st.text("#>-*|[](){}!`<\n 1.ab\\_", max_size=200))
def test_no_marks_crash_the_press(text: str) -> None:
    assert set_text(text).pages
