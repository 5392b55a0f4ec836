"""Lines of a leaflet: spans set in one style, as strips of one line each."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

import msgspec

from pnp.kit.theme import Style
from pnp.leaflet.blocks import Spans
from pnp.leaflet.look import Setting
from pnp.leaflet.strips import Strip
from pnp.scene import ENDS_LINE, MM_PER_POINT, NO_INK, SOFT_HYPHEN, Anchor, Box, Glyph, Item, Link, Text, Use
from pnp.text.block import break_lines
from pnp.text.markup import Span
from pnp.text.wrap import TextLine, line_tags, offset, place_line, visual_chunks

_ROUNDING = 1e-6
_SHORT_NUMBER = re.compile(r" (?=\d{1,2}(?:[\s.,;:!?)]|$))")
_NUMBER_LAST = re.compile(r"(?<!\w)\d+ \Z")
_NUMBER_FIRST = re.compile(r"\d{1,2}(?:\W|$)")


def break_spans(setting: Setting, spans: Spans, width: float, style: Style) -> tuple[TextLine, ...]:
    """The lines that spans fill at `width` mm, in the style's own size."""
    return break_lines(
        (_kept(spans),),
        width,
        style,
        fonts=setting.fonts,
        icons=setting.icons,
        colours=setting.known_colour,
        language=setting.language,
    )


def _kept(spans: Spans) -> Spans:
    """Spans whose lines do not end before a short number, between a sign and its name, or in a sum of signs."""
    kept: list[Span] = []
    for index, span in enumerate(spans):
        before = spans[index - 1] if index else None
        after = spans[index + 1] if index + 1 < len(spans) else None
        text = _SHORT_NUMBER.sub("\u00a0", span.text)
        if (
            after is not None
            and text.endswith(" ")
            and (_NUMBER_FIRST.match(after.text) or (after.icon and _NUMBER_LAST.search(text)))
        ):
            text = text[:-1] + "\u00a0"
        if text.strip() == "+":
            text = text.replace(" ", "\u00a0")
        elif before is not None and before.icon and text.startswith(" ") and _begins(spans, index - 1):
            text = "\u00a0" + text[1:]
        kept.append(msgspec.structs.replace(span, text=text) if text != span.text else span)
    return tuple(kept)


def _begins(spans: Spans, index: int) -> bool:
    """Whether the sign at an index stands at the beginning of a phrase, so that its name follows it."""
    return index == 0 or spans[index - 1].text.rstrip().endswith((":", ",", ";", "."))


def pitch(style: Style) -> float:
    """From one baseline to the next, mm."""
    return style.size * style.leading * MM_PER_POINT


def baseline(setting: Setting, style: Style) -> float:
    """Of a line's baseline below its top: ascenders and descenders stand evenly in the pitch."""
    font = setting.fonts.font(setting.fonts.face(style.font))
    em = style.size * MM_PER_POINT
    return (pitch(style) + (font.ascent - font.descent) * em) / 2


def line_strips(
    setting: Setting, spans: Spans, x: float, width: float, style: Style, *, line: int = 0
) -> tuple[Strip, ...]:
    """Spans as strips. The first two lines of a paragraph stay together, and so do the last two."""
    lines = break_spans(setting, spans, width, style)
    count = len(lines)
    drop = baseline(setting, style)
    height = pitch(style)
    return tuple(
        Strip(
            height=height,
            items=(
                items := placed_line(each, left := x + offset(each, width, style.align), drop, ends=index + 1 == count)
            ),
            signs=signs_of(setting, each, items, ends=index + 1 == count),
            links=links_of(each, left, height),
            glue=count > 1 and index in (0, count - 2),
            overfull=each.text if each.too_wide else "",
            line=line,
        )
        for index, each in enumerate(lines)
    )


def placed_line(line: TextLine, x: float, y: float, *, ends: bool) -> tuple[Item, ...]:
    """The items of a line that begins at x, on the baseline y (mm). Unless it `ends` its text, it says to those who do
    not see lines what is between its last word and the next: a blank, a hyphen that is none of the word, or nothing."""
    items = tuple(place_line(line, x, y))
    last = items[-1] if items else None
    if ends or last is None:
        return items
    if line.divided and isinstance(last, Text):
        return (*items[:-1], msgspec.structs.replace(last, text=f"{last.text[:-1]}{SOFT_HYPHEN}"))
    if not _ends_in_blank(line):
        return items
    return (*ended(items[:1], ENDS_LINE), *items[1:]) if line.turned else ended(items, ENDS_LINE)


def _ends_in_blank(line: TextLine) -> bool:
    """Whether a blank stands between a line and the next one of its text."""
    return line.last or line.chunks[-1].space > 0


def ended(items: tuple[Item, ...], mark: str) -> tuple[Item, ...]:
    """Words, the last of them with a mark behind it."""
    *before, last = items
    if isinstance(last, Text):
        blank = (Glyph(NO_INK, 0.0),)
        glyphs = blank + last.glyphs if last.right_to_left else last.glyphs + blank
        last = msgspec.structs.replace(last, text=last.text + mark, glyphs=glyphs)
    return (*before, last)


def links_of(line: TextLine, x: float, height: float) -> tuple[Link, ...]:
    """The tagged stretches of a line, as links over its full height."""
    return tuple(Link(Box(left, 0.0, right - left, height), tag) for tag, left, right in line_tags(line, x))


def signs_of(setting: Setting, line: TextLine, items: Iterable[Item], *, ends: bool) -> tuple[tuple[Use, str], ...]:
    """The signs among the items of a line, each with what it is called, and the blank after it, which is no letter of
    any run; none after the last, if the line `ends` its text."""
    signs = [item for item in items if isinstance(item, Use)]
    if not signs:
        return ()
    names: list[str] = []
    chunks = visual_chunks(line)
    for chunk in chunks:
        for fragment in chunk.fragments:
            if fragment.art is not None:
                apart = chunk.space > 0 if chunk is not chunks[-1] else not ends and _ends_in_blank(line)
                blank = " " if fragment is chunk.fragments[-1] and apart else ""
                names.append(setting.called(fragment.text.strip("{}")) + blank)
    return tuple(zip(signs, names, strict=True))


def set_line(
    setting: Setting, text: str | Spans, x: float, y: float, style: Style, *, measure: float = 0.0
) -> tuple[Item, ...]:
    """One line on the baseline y, aligned by the style within `measure` mm from x; it is never broken. Without words it
    is nothing."""
    spans = (Span(text),) if isinstance(text, str) else text
    items: list[Item] = []
    for line in break_spans(setting, spans, 1e6, style):
        if not line.chunks:
            continue
        start = offset(line, measure, style.align) if measure else 0.0
        items.extend(place_line(line, x + start, y))
    return tuple(items)


def text_width(setting: Setting, text: str | Spans, style: Style) -> float:
    """Of a text on one line, mm."""
    spans = (Span(text),) if isinstance(text, str) else text
    return max((line.width for line in break_spans(setting, spans, 1e6, style)), default=0.0)


def shortened(setting: Setting, spans: Spans, width: float, style: Style) -> Spans:
    """Spans that end in an ellipsis, after a word if one has room, where one line of `width` mm does not hold them."""
    if text_width(setting, spans, style) <= width + _ROUNDING:
        return spans
    text = "".join(span.text for span in spans)
    words = [match.start() for match in re.finditer(r"\s+", text) if match.start()]
    for ends in (words, range(len(text))):
        fitting = bisect_right(ends, width, key=lambda end: text_width(setting, _cut(spans, end), style))
        if fitting:
            return _cut(spans, ends[fitting - 1])
    return ()


def _cut(spans: Spans, end: int) -> Spans:
    """The first so many characters of spans, and an ellipsis."""
    kept: list[Span] = []
    for span in spans:
        kept.append(msgspec.structs.replace(span, text=span.text[:end]))
        end -= len(span.text)
        if end <= 0:
            break
    last = kept[-1].text.rstrip().rstrip(",;:.–—-")
    return (*kept[:-1], msgspec.structs.replace(kept[-1], text=f"{last}…"))


def anchored(strips: Iterable[Strip], anchor: Anchor) -> tuple[Strip, ...]:
    """The strips with an anchor at the top of the first."""
    first, *rest = strips
    return (msgspec.structs.replace(first, anchors=(*first.anchors, anchor)), *rest)
