"""The typed text of a leaflet: blocks of spans, before layout.

A span's `tag` is its link target: `#id` of a rule, or a URL; "" for plain text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from pnp.findings import Finding
from pnp.text.markup import Span

Spans: TypeAlias = tuple[Span, ...]
Align: TypeAlias = Literal["start", "left", "center", "right"]
"""Where a column stands: `start` is the side on which its language begins to write."""


class RuleName(msgspec.Struct, frozen=True):
    """The name of a rule, `place-dye`, and its number in the margin, `H14`; either may be "". `line` of the file."""

    id: str
    number: str
    line: int


class Heading(msgspec.Struct, frozen=True):
    """`level` 2 is a chapter, 3 a section, 4 a panel's heading or a subsection."""

    level: int
    spans: Spans
    rule: RuleName | None
    line: int


class Paragraph(msgspec.Struct, frozen=True):
    spans: Spans
    rule: RuleName | None
    line: int


class Listing(msgspec.Struct, frozen=True):
    """A list; `start` is the first number, None for bullets. Each item is a list of blocks, usually one paragraph."""

    start: int | None
    items: tuple[tuple[Block, ...], ...]
    line: int


class MarkdownTable(msgspec.Struct, frozen=True):
    """A table: the head and each row have one cell per column; `lines` are those of the rows."""

    aligns: tuple[Align, ...]
    head: tuple[Spans, ...]
    rows: tuple[tuple[Spans, ...], ...]
    line: int
    lines: tuple[int, ...]


class Figure(msgspec.Struct, frozen=True):
    """A face as a picture. A captioned figure gets a number."""

    face: str
    caption: Spans
    line: int


class Sidebar(msgspec.Struct, frozen=True):
    """A panel; if its first block is a figure, the others are set beside it."""

    blocks: tuple[Block, ...]
    line: int


class NewPage(msgspec.Struct, frozen=True):
    line: int


Block: TypeAlias = Heading | Paragraph | Listing | MarkdownTable | Figure | Sidebar | NewPage


class LeafletDocument(msgspec.Struct, frozen=True):
    """A leaflet in one language. `cover` are the blocks before the first chapter; `rules` are in reading order.

    `size` counts its paragraphs, cells and list items. `signs` are the kit's words for its icons, by name, where given.
    """

    file: str
    title: Heading | None
    cover: tuple[Block, ...]
    body: tuple[Block, ...]
    rules: tuple[RuleName, ...]
    findings: tuple[Finding, ...]
    size: int = 0
    signs: Mapping[str, str] = msgspec.field(default_factory=dict)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All blocks, the title first."""
        return (*((self.title,) if self.title else ()), *self.cover, *self.body)


def walk(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yields every block in reading order; blocks in panels and lists follow their container."""
    for block in blocks:
        yield block
        if isinstance(block, Sidebar):
            yield from walk(block.blocks)
        elif isinstance(block, Listing):
            for item in block.items:
                yield from walk(item)


def list_texts(block: Block) -> Iterator[tuple[int, Spans]]:
    """Yields a block's own texts, each with its line in the file."""
    match block:
        case Heading(spans=spans) | Paragraph(spans=spans) | Figure(caption=spans):
            yield block.line, spans
        case MarkdownTable():
            for line, row in zip((block.line, *block.lines), (block.head, *block.rows), strict=True):
                yield from ((line, cell) for cell in row)


def list_rules(blocks: Iterable[Block]) -> Iterator[RuleName]:
    """Yields the rules that blocks name, in reading order."""
    for block in walk(blocks):
        if isinstance(block, Heading | Paragraph) and block.rule:
            yield block.rule


def plain(spans: Spans) -> str:
    """Returns the words of spans without icons, with single spaces."""
    return " ".join("".join(span.text for span in spans).split())
