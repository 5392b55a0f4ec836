"""Markdown's tokens, first those of the blocks alone, so that what would take too long to read is never begun."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING
from unicodedata import category, east_asian_width, name

import msgspec

from pnp.kit import bounds
from pnp.kit.bounds import Bound

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token
    from markdown_it.utils import EnvType


_COLOURED = re.compile(r"(?:\]\{[^{}]*\})+\Z")
"""What ends words in a colour, and is no character of the text."""


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
    """Reads the inside of each block: marks, links, signs, and the ends of lines that stand for a blank."""
    markdown = _markdown()
    for token in tokens.blocks:
        if token.type == "inline":
            children: list[Token] = []
            markdown.inline.parse(token.content, markdown, tokens.env, children)
            token.children = _run_on(children)


def _run_on(tokens: Sequence[Token]) -> list[Token]:
    """Tokens without the line ends between characters of scripts that have no blanks (CSS Text 4.1.2, segment break
    transformation)."""
    kept: list[Token] = []
    before = ""
    for index, token in enumerate(tokens):
        token.children = _run_on(token.children) if token.children else token.children  # of a caption
        if token.type == "softbreak":
            after = next((other.content for other in islice(tokens, index + 1, None) if other.content), "")
            if _has_no_blank(_COLOURED.sub("", before)[-1:], after.lstrip("[")[:1]):
                continue
        before = token.content or before
        kept.append(token)
    return kept


def _has_no_blank(before: str, after: str) -> bool:
    """Whether none stands between two characters: both wide, or one of them and a quotation mark, dash or ellipsis of
    any script."""
    wide = _is_wide(before), _is_wide(after)
    return all(wide) or (any(wide) and _is_shared(after if wide[0] else before))


def _is_wide(character: str) -> bool:
    """Whether a character is one of Chinese or Japanese; Korean has blanks."""
    return bool(character) and east_asian_width(character) in ("F", "W", "H") and "HANGUL" not in name(character, "")


def _is_shared(character: str) -> bool:
    """Whether it is punctuation that is wide in Chinese and Japanese alone."""
    return bool(character) and east_asian_width(character) == "A" and category(character).startswith("P")


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

    markdown = MarkdownIt("commonmark", {"html": True, "maxNesting": 64}).enable("table").disable("text_join")
    markdown.inline.ruler.at("emphasis", _emphasis)
    return markdown


def _emphasis(state: StateInline, silent: bool) -> bool:
    """CommonMark's rule but beside wide characters: Chinese and Japanese have no blanks about their marks, by which it
    tells where emphasis opens and closes, so there asterisks open before whatever is no blank, and close after it."""
    from markdown_it.rules_inline.emphasis import tokenize

    start, known = state.pos, len(state.delimiters)
    if not tokenize(state, silent):
        return False
    before, after = state.src[start - 1 : start], state.src[state.pos : state.pos + 1]
    if state.src[start] == "*" and (_is_east_asian(before) or _is_east_asian(after)):
        for delimiter in state.delimiters[known:]:
            delimiter.open, delimiter.close = bool(after.strip()), bool(before.strip())
    return True


def _is_east_asian(character: str) -> bool:
    """Whether a character is a letter or a mark of Chinese, Japanese or Korean; emoji, wide as they are, are not."""
    return bool(character) and east_asian_width(character) in "WFH" and category(character) != "So"
