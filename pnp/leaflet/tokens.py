"""Markdown's tokens, first those of the blocks alone, so that what would take too long to read is never begun."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from pnp.kit import bounds
from pnp.kit.bounds import Bound

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from markdown_it.utils import EnvType


class Tokens(msgspec.Struct, frozen=True, eq=False):
    """The blocks of a text in reading order, and the link targets that it defines."""

    blocks: Sequence[Token]
    env: EnvType


class Excess(msgspec.Struct, frozen=True):
    """What a leaflet has too much of: the line where it becomes too much, what, and what to do about it."""

    line: int
    message: str
    hint: str


def read_blocks(text: str) -> Tokens | Excess:
    """The blocks, whose insides are still plain text, or the first bound that a leaflet breaks.

    Takes time with the length of the text alone.
    """
    if text.count("\n") > bounds.LINES.most:
        return _over(bounds.LINES.most + 1, bounds.LINES, "make several leaflets of it")
    env: EnvType = {}
    blocks = _markdown().disable("inline").parse(text, env)
    return next(_excesses(blocks), None) or Tokens(blocks, env)


def read_insides(tokens: Tokens) -> None:
    """Reads the inside of each block: marks, links, signs."""
    markdown = _markdown()
    for token in tokens.blocks:
        if token.type == "inline":
            token.children = []
            markdown.inline.parse(token.content, markdown, tokens.env, token.children)


def weight(tokens: Tokens) -> int:
    """How many paragraphs, cells and items of lists there are, and other blocks."""
    return sum(token.nesting == 1 for token in tokens.blocks)


def _excesses(blocks: Sequence[Token]) -> Iterator[Excess]:
    brackets = begun = columns = line = 0
    for token in blocks:
        line = token.map[0] + 1 if token.map else line
        begun += token.nesting == 1
        columns = 0 if token.type == "tr_open" else columns + (token.type in ("th_open", "td_open"))
        if columns > bounds.TABLE_COLUMNS.most:
            yield _over(line, bounds.TABLE_COLUMNS, "make several tables of it")
        if begun > bounds.BLOCKS.most:
            yield _over(line, bounds.BLOCKS, "make several leaflets of it")
        if token.type != "inline":
            continue
        if len(token.content) > bounds.PARAGRAPH.most:
            yield _over(line, bounds.PARAGRAPH, "part it with empty lines")
        brackets += token.content.count("[")
        if brackets > bounds.BRACKETS.most:
            yield _over(line, bounds.BRACKETS, "link less, or make several leaflets of it")


def _over(line: int, bound: Bound, hint: str) -> Excess:
    return Excess(line, f"has more than {bound.most} {bound.unit}", hint)


def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": True, "maxNesting": 64}).enable("table").disable("text_join")
