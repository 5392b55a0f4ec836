"""Text set into a box: running text becomes placed runs and icons, shrunk if it must be, never cut.

Top: the first line's ascenders touch the top of the box. Bottom: the last line's descenders touch its bottom.
Middle: capitals and baseline stand evenly, so a number sits in the middle of its circle.
"""

from __future__ import annotations

import math

import msgspec

from pnp.kit.model import Style
from pnp.scene import MM_PER_POINT, Box, Item
from pnp.text.fonts import FontBook
from pnp.text.lines import Line, fill, place_line
from pnp.text.markup import Paragraph, parse_markup
from pnp.text.pieces import Colours, Icons, Measured, measure

STEP = 0.25
"""Points by which text is made smaller until it fits."""
_TOLERANCE = 0.01


class SetText(msgspec.Struct, frozen=True, gc=False):
    """A text as it was set: its items, its lines as plain text, the size it came to in pt, its height in mm.

    `overflow`: it stands out of its box even at the smallest size. `missing`: characters without a glyph.
    `unknown`: `{icon}` and colour names that nobody knows.
    """

    items: tuple[Item, ...]
    lines: tuple[str, ...]
    size: float
    height: float
    overflow: bool
    missing: tuple[str, ...]
    unknown: tuple[str, ...]


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
    measured = measure(parse_markup(markup), style.font, style.colour, fonts, icons, colours)
    divide = language if style.hyphenate else ""
    block = _fitted(measured, box, style, fonts, divide)
    items: list[Item] = []
    baseline = _first_baseline(block, box, style)
    for line, drop in zip(block.lines, block.drops, strict=True):
        spare = box.width - line.width
        left = box.x + (0.0 if style.align == "left" else spare / 2 if style.align == "center" else spare)
        items.extend(place_line(line, left, baseline + drop))
    missing = "".join(line.missing for line in block.lines)
    return SetText(
        tuple(items),
        tuple(line.text for line in block.lines),
        block.size,
        block.height,
        not block.fits,
        tuple(sorted(set(missing))) if missing else (),
        measured.unknown,
    )


def break_lines(
    text: str | tuple[Paragraph, ...],
    width: float,
    style: Style,
    *,
    fonts: FontBook,
    icons: Icons,
    colours: Colours,
    language: str,
) -> tuple[Line, ...]:
    """Breaks markup, or spans already read, into lines of `width` mm at `style.size`, for a caller who fills
    pages himself: `place_line` draws each, `Line.last` ends a paragraph, `line_tags` finds what spans carried.

    Icons and colours that nobody knows are the caller's to find, by the functions that he passes in.
    """
    paragraphs = parse_markup(text) if isinstance(text, str) else text
    measured = measure(paragraphs, style.font, style.colour, fonts, icons, colours)
    return tuple(_lines(measured, width, style.size, language if style.hyphenate else ""))


class _Block(msgspec.Struct, frozen=True, gc=False):
    """Lines at one size; `drops` are their baselines below the first one's, mm."""

    lines: tuple[Line, ...]
    drops: tuple[float, ...]
    size: float
    height: float
    cap_height: float
    ascent: float
    descent: float
    fits: bool


def _fitted(measured: Measured, box: Box, style: Style, fonts: FontBook, language: str) -> _Block:
    """The block at the largest size that fits, found by halving; at the smallest one, if none does."""
    block = _block(measured, box, style, style.size, fonts, language)
    steps = max(0, math.ceil((style.size - style.least) / STEP - 1e-9))
    if block.fits or not steps:
        return block
    best = _block(measured, box, style, style.least, fonts, language)
    low, high = 0, steps  # `low` steps down do not fit; `high` may
    while high - low > 1 and best.fits:
        middle = (low + high) // 2
        block = _block(measured, box, style, style.size - middle * STEP, fonts, language)
        if block.fits:
            best, high = block, middle
        else:
            low = middle
    return best


def _block(measured: Measured, box: Box, style: Style, size: float, fonts: FontBook, language: str) -> _Block:
    font = fonts.font(fonts.face(style.font))
    em = size * MM_PER_POINT
    lines = _lines(measured, box.width, size, language)
    drops: list[float] = []
    drop = 0.0
    for line in lines:
        drops.append(drop)
        drop += style.leading * em + (style.gap * em if line.last else 0.0)
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


def _lines(measured: Measured, width: float, size: float, language: str) -> list[Line]:
    lines: list[Line] = []
    for paragraph in measured.paragraphs:
        for index, pieces in enumerate(paragraph):
            last = index == len(paragraph) - 1
            lines.extend(fill(pieces, width, size, language, last) or [Line((), size, 0.0, last)])
    return lines


def _first_baseline(block: _Block, box: Box, style: Style) -> float:
    last_drop = block.drops[-1] if block.drops else 0.0
    if style.valign == "top":
        return box.y + block.ascent
    if style.valign == "bottom":
        return box.bottom - block.descent - last_drop
    return box.y + (box.height - last_drop + block.cap_height) / 2
