"""Text set into a box: running text becomes placed runs and icons, smaller if necessary, never cut.

Top: the first line's ascenders touch the top of the box. Bottom: the last line's descenders touch its bottom.
Middle: capitals are centred, so a number is in the middle of its circle.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Protocol, TypeVar

import msgspec

from pnp.kit.theme import Style
from pnp.scene import MM_PER_POINT, Box, Item
from pnp.text.fonts import FontBook
from pnp.text.markup import Paragraph, parse_markup
from pnp.text.wrap import Chunk, Colours, Icons, MeasuredText, TextLine, fill, join_chunks, measure, offset, place_line

STEP = 0.25
"""Step in pt by which text shrinks until it fits."""
_TOLERANCE = 0.01


class SetText(msgspec.Struct, frozen=True, gc=False):
    """A text in its box: its items and lines, its size in pt, its height in mm.

    `overflow`: it does not fit even at the smallest size. `missing`: characters without a glyph. `unknown`: names of
    icons and colours that do not exist.
    """

    items: tuple[Item, ...]
    filled: tuple[TextLine, ...]
    size: float
    height: float
    overflow: bool
    missing: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines as plain text."""
        return tuple(line.text for line in self.filled)

    @property
    def running(self) -> str:
        """The text as written, without line breaks."""
        return "".join(line.running for line in self.filled).rstrip(" ")


def set_text(
    markup: str,
    box: Box,
    style: Style,
    *,
    fonts: FontBook,
    icons: Icons,
    colours: Colours,
    language: str,
) -> SetText:
    """Sets running text into a box (mm), at the largest size from `style.size` down to `style.least` that fits."""
    return text_block(markup, box, style, fonts=fonts, icons=icons, colours=colours, language=language).placed(box)


def text_block(
    markup: str,
    box: Box,
    style: Style,
    *,
    fonts: FontBook,
    icons: Icons,
    colours: Colours,
    language: str,
) -> TextBlock:
    """As `set_text`, for boxes of one size in several places."""
    measured = measure(parse_markup(markup), style.font, style.colour, fonts, icons, colours)
    divide = language if style.hyphenate else ""

    def block(size: float) -> _Block:
        return _block(lines_of(measured, box.width, size, divide), box, style, size, fonts)

    return TextBlock(largest(style, block), style, measured.unknown)


def set_flow(
    markups: Sequence[str],
    box: Box,
    style: Style,
    gap: tuple[float, float],
    *,
    fonts: FontBook,
    icons: Icons,
    colours: Colours,
) -> SetText:
    """Sets undivided texts beside one another into a box (mm), as `set_text`; lines break between them. `gap` is the
    distance of neighbours and of lines, mm."""
    paragraphs = [parse_markup(markup) for markup in markups]
    spans = tuple(paragraph for found in paragraphs for paragraph in found)
    measured = measure(spans, style.font, style.colour, fonts, icons, colours)
    ends = list(accumulate(len(found) for found in paragraphs))
    parts = [measured.paragraphs[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    whole = [join_chunks(chunk for lines in part for line in lines for chunk in line) for part in parts]
    chunks = [chunk for chunk in whole if chunk is not None]

    def block(size: float) -> _Block:
        space = gap[0] / (size * MM_PER_POINT)
        apart = [msgspec.structs.replace(chunk, space=space) for chunk in chunks]
        lines = directed(fill(apart, box.width, size, "", last=False), measured.right_to_left)
        return _block(lines, box, style, size, fonts, gap[1])

    return _placed(largest(style, block), box, style, measured.unknown, apart=True)


def break_lines(
    text: str | tuple[Paragraph, ...],
    width: float,
    style: Style,
    *,
    fonts: FontBook,
    icons: Icons,
    colours: Colours,
    language: str,
) -> tuple[TextLine, ...]:
    """Breaks markup or parsed spans into lines of `width` mm at `style.size`, for callers that fill pages.

    `place_line` draws a line, `line_tags` finds the tags of its spans. The functions `icons` and `colours` may note
    unknown names.
    """
    paragraphs = parse_markup(text) if isinstance(text, str) else text
    measured = measure(paragraphs, style.font, style.colour, fonts, icons, colours)
    return tuple(lines_of(measured, width, style.size, language if style.hyphenate else ""))


class _Block(msgspec.Struct, frozen=True, gc=False):
    """Lines at one size; `drops` are their baselines below the first one's, mm."""

    lines: tuple[TextLine, ...]
    drops: tuple[float, ...]
    size: float
    height: float
    cap_height: float
    ascent: float
    descent: float
    fits: bool


class TextBlock(msgspec.Struct, frozen=True, gc=False):
    """Running text that fills boxes of one size."""

    block: _Block
    style: Style
    unknown: tuple[str, ...]

    @property
    def height(self) -> float:
        """In mm."""
        return self.block.height

    def placed(self, box: Box) -> SetText:
        """The text in one of these boxes."""
        return _placed(self.block, box, self.style, self.unknown)


class Fitting(Protocol):
    """A text or table at one size."""

    @property
    def fits(self) -> bool:
        """Whether it fits its box."""


F = TypeVar("F", bound=Fitting)


def largest(style: Style, made: Callable[[float], F]) -> F:
    """The result at the largest size (pt) that fits, by bisection; at the smallest size if none does."""
    block = made(style.size)
    steps = max(0, math.ceil((style.size - style.least) / STEP - 1e-9))
    if block.fits or not steps:
        return block
    best = made(style.least)
    low, high = 0, steps  # `low` steps down do not fit; `high` may
    while high - low > 1 and best.fits:
        middle = (low + high) // 2
        block = made(style.size - middle * STEP)
        if block.fits:
            best, high = block, middle
        else:
            low = middle
    return best


def _block(
    lines: Sequence[TextLine], box: Box, style: Style, size: float, fonts: FontBook, between: float = 0.0
) -> _Block:
    """Lines as a block, with `between` mm more between them."""
    font = fonts.font(fonts.face(style.font))
    em = size * MM_PER_POINT
    drops: list[float] = []
    drop = 0.0
    for line in lines:
        drops.append(drop)
        drop += style.leading * em + (style.gap * em if line.last else between)
    height = (drops[-1] if drops else 0.0) + (font.ascent + font.descent) * em if lines else 0.0
    fits = height <= box.height + _TOLERANCE and not any(line.too_wide for line in lines)
    return _Block(
        tuple(lines),
        tuple(drops),
        size,
        height,
        font.cap_height * em,
        font.ascent * em,
        font.descent * em,
        fits,
    )


def lines_of(measured: MeasuredText, width: float, size: float, language: str) -> list[TextLine]:
    """The lines of a text at `size` pt."""
    lines: list[TextLine] = []
    for paragraph in measured.paragraphs:
        own: list[TextLine] = []
        for index, chunks in enumerate(paragraph):
            last = index == len(paragraph) - 1
            own.extend(fill(chunks, width, size, language, last) or [TextLine((), size, 0.0, last)])
        lines += directed(own, measured.right_to_left, paragraph)
    return lines


def directed(lines: list[TextLine], right_to_left: bool, paragraph: Sequence[Sequence[Chunk]] = ()) -> list[TextLine]:
    """Lines in the direction of their language; a `paragraph` of foreign words keeps its own."""
    if not right_to_left:
        return lines
    foreign = _is_foreign(paragraph)
    return [msgspec.structs.replace(line, right_to_left=True, foreign=foreign) for line in lines]


def _is_foreign(paragraph: Sequence[Sequence[Chunk]]) -> bool:
    """Whether a paragraph has letters, but none from right to left, as English among Hebrew."""
    chunks = [chunk for line in paragraph for chunk in line]
    texts = (part.text for chunk in chunks for part in chunk.fragments if part.art is None)
    return not any(chunk.turns for chunk in chunks) and any(map(str.isalpha, "".join(texts)))


def _placed(block: _Block, box: Box, style: Style, unknown: tuple[str, ...], *, apart: bool = False) -> SetText:
    items: list[Item] = []
    baseline = _first_baseline(block, box, style)
    for line, drop in zip(block.lines, block.drops, strict=True):
        items.extend(place_line(line, box.x + offset(line, box.width, style.align), baseline + drop, apart=apart))
    missing = "".join(line.missing for line in block.lines)
    return SetText(
        tuple(items),
        block.lines,
        block.size,
        block.height,
        not block.fits,
        tuple(sorted(set(missing))) if missing else (),
        unknown,
    )


def _first_baseline(block: _Block, box: Box, style: Style) -> float:
    last_drop = block.drops[-1] if block.drops else 0.0
    if style.valign == "top":
        return box.y + block.ascent
    if style.valign == "bottom":
        return box.bottom - block.descent - last_drop
    return box.y + (box.height - last_drop + block.cap_height) / 2
