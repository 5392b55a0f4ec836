"""The look of leaflets: measures of the page in mm, type in pt. It is the same for every kit; typefaces and colours are
the kit's. Source: the series' look, an A5 page with margins of 17 mm inside and 13 mm outside."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.kit.model import Tree
from pnp.kit.theme import Style
from pnp.leaflet.document import Spans
from pnp.scene import (
    ENDS_LINE,
    MM_PER_POINT,
    NO_INK,
    READ_FIRST,
    SOFT_HYPHEN,
    Anchor,
    Art,
    Box,
    Colour,
    Ellipse,
    Glyph,
    Item,
    Link,
    Path,
    Placed,
    Scene,
    Segment,
    Stroke,
    Text,
    Use,
)
from pnp.text.block import break_lines
from pnp.text.fonts import FontBook
from pnp.text.markup import Span
from pnp.text.wrap import TextLine, Typesetting, find_line_offset, list_line_tags, order_chunks, place_line

A5 = (148.0, 210.0)

INSIDE = 17.0
OUTSIDE = 13.0
"""Margins of an A5 page. A narrower page has less, in proportion, and the same lines: a leaflet has as many pages on
every paper, and a booklet as many sheets."""
TEXT_TOP = 21.4
TEXT_BOTTOM = 14.8
MARGIN_COLUMN = 12.0
"""Right of the text, kept free for rule numbers."""
STRONG, FINE, HAIR = 0.6, 0.2, 0.18
RULE_GAP = 1.2
PAD = 2.8
"""Between a panel's frame and what is in it."""
PANEL_RADIUS = 1.6
PANEL_LINE = 0.3

SMALL_HEAD = Style(font="display", size=11.5, leading=1.25, colour="ink", hyphenate=False)
CAPTION = Style(font="figure", size=8.5, leading=1.3, colour="grey")
RULE_NUMBER = Style(font="figure", size=7.5, leading=1.2, colour="accent", hyphenate=False)
COVER_TITLE = Style(font="display", size=42, leading=1.1, colour="ink", hyphenate=False)


class LeafletContext(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of a leaflet: the kit's typefaces, icons, colours and figures, and the texts of its pages.

    `title` is the kit's, `name` the leaflet's own; `minutes` (least, most) and `age` (from) are printed on the cover.
    `figure` lays out a face with its own size. `size` is the page in mm. `address` is the content of the QR code, ""
    for none. Without `covered` there is no cover; `cover` is the kit's own, of page size. `own_words` replace the
    press's texts, `signs` are words for icons, by name. With `low` ink, grounds stay unprinted and icons are outlined.
    """

    fonts: FontBook
    icons: Callable[[str], Art | None]
    colours: Callable[[str], Colour | None]
    figure: Callable[[str], Scene]
    language: str
    title: str
    name: str
    version: str
    build: str
    players: tuple[int, int]
    minutes: tuple[int, int] | None = None
    age: int | None = None
    address: str = ""
    size: tuple[float, float] = A5
    low: bool = False
    covered: bool = True
    cover: Scene | None = None
    own_words: Tree = msgspec.field(default_factory=dict)
    signs: Mapping[str, str] = msgspec.field(default_factory=dict)

    @property
    def lasting(self) -> LeafletContext:
        """The same settings without the build id, also in the QR code and its address."""
        return replace(self, build="", address=self.address.removesuffix(self.build))

    @property
    def pressed(self) -> bool:
        """Whether the cover is the press's."""
        return self.covered and self.cover is None

    @property
    def first(self) -> int:
        """The number of the first text page; a cover is page 1."""
        return 2 if self.covered else 1

    @property
    def imprint(self) -> str:
        """Text of the footer: title, version, build."""
        return f"{self.title} {self.version} · {self.build}"

    @property
    def width(self) -> float:
        """The width of the text block with its margin column."""
        return A5[0] - INSIDE - OUTSIDE

    @property
    def height(self) -> float:
        """The height available for strips."""
        return self.size[1] - TEXT_TOP - TEXT_BOTTOM

    def find_left_edge(self, number: int) -> float:
        """Returns the left edge of a page's text; on right-hand pages the inner margin is on the left."""
        inside = (self.size[0] - self.width) * INSIDE / (INSIDE + OUTSIDE)
        return inside if self.on_right(number) else self.size[0] - self.width - inside

    def at(self, x: float, width: float, whole: float = 0.0) -> float:
        """Returns the left edge of something `width` mm wide at x from the start of lines, in the text block or in
        `whole` mm. Pages of right-to-left languages are mirrored, except their words."""
        return (whole or self.width) - x - width if self.fonts.right_to_left else x

    def on_right(self, number: int) -> bool:
        """Returns whether a page is on the right of an open leaflet: odd pages, or even ones in right-to-left
        languages."""
        return (number % 2 == 1) != self.fonts.right_to_left

    def colour(self, name: str) -> Colour:
        """Returns a theme's colour; the ink colour if the theme has no `accent`."""
        found = self.colours(name) or self.colours(_INSTEAD.get(name, "ink"))
        return found or "#000000"

    def find_known_colour(self, name: str) -> Colour | None:
        """Same as `colours`, plus the names that leaflets use themselves."""
        return self.colour(name) if name in _INSTEAD else self.colours(name)

    def draw_fishtail(self, x: float, y: float, width: float, height: float = 0.0) -> Path:
        """Draws the notched band of a block-printed page, hanging from y, in proportion two to three."""
        height = height or width * 1.5
        inner = y + height * (1 - _NOTCH)
        points = ((x, y), (x + width, y), (x + width, y + height), (x + width / 2, inner), (x, y + height))
        return self._draw_polygon(points)

    def draw_diamond(self, x: float, y: float, width: float) -> Path:
        """Draws a diamond centred at (x, y), the bullet of a list item."""
        half = width / 2
        return self._draw_polygon(((x, y - half), (x + half, y), (x, y + half), (x - half, y)))

    def draw_disc(self, x: float, y: float, diameter: float) -> Ellipse:
        """Draws a filled circle centred at (x, y)."""
        box = Box(x - diameter / 2, y - diameter / 2, diameter, diameter)
        accent = self.colour("accent")
        if self.low:
            return Ellipse(box.inset(PANEL_LINE / 2), None, Stroke(accent, PANEL_LINE))
        return Ellipse(box, accent)

    def draw_rule(self, x: float, y: float, width: float, weight: float, colour: str = "ink") -> Path:
        """Draws a horizontal line."""
        return Path((("M", x, y), ("L", x + width, y)), None, Stroke(self.colour(colour), weight))

    def _draw_polygon(self, points: tuple[tuple[float, float], ...]) -> Path:
        (x, y), *rest = points
        segments: tuple[Segment, ...] = (("M", x, y), *(("L", px, py) for px, py in rest), ("Z",))
        accent = self.colour("accent")
        return Path(segments, None, Stroke(accent, FINE, join="round")) if self.low else Path(segments, accent)

    def break_spans(self, text: str | Spans, width: float, style: Style) -> tuple[TextLine, ...]:
        """Breaks a text into lines of `width` mm, at the style's own size."""
        spans = (Span(text),) if isinstance(text, str) else text
        typesetting = Typesetting(self.fonts, self.icons, self.find_known_colour, self.language)
        return break_lines((_bind_signs(spans),), width, style, typesetting)

    def baseline(self, style: Style) -> float:
        """Returns the distance of a line's baseline below its top; ascenders and descenders share the leading
        evenly."""
        font = self.fonts.font(self.fonts.face(style.font))
        em = style.size * MM_PER_POINT
        return (pitch(style) + (font.ascent - font.descent) * em) / 2

    def set_line_strips(
        self, spans: Spans, x: float, width: float, style: Style, *, line: int = 0, base: float | None = None
    ) -> tuple[Strip, ...]:
        """Returns spans as strips, one per line. The first two lines stay together, and so do the last two.

        With `base` all lines are drawn below one top, with baselines from there on; else each below its own.
        """
        lines = self.break_spans(spans, width, style)
        height, strips = pitch(style), list[Strip]()
        for index, each in enumerate(lines):
            left, ends = x + find_line_offset(each, width, style.align), index + 1 == len(lines)
            y = self.baseline(style) if base is None else base + index * height
            items = place_tagged_line(each, left, y, ends=ends)
            names = iter(self._name_signs(each, ends=ends))
            parts: list[StripPart] = []
            for at, group in groupby(range(len(items)), key=lambda at: at if isinstance(items[at], Use) else -1):
                path: TagPath = (("Span", f"{index}.{at}"),) if at >= 0 else ()
                parts.append(StripPart(tuple(items[one] for one in group), path, next(names) if path else ""))
            top = y - self.baseline(style)
            links = tuple(
                Link(Box(start, top, end - start, height), tag) for tag, start, end in list_line_tags(each, left)
            )
            overfull, glue = each.text if each.too_wide else "", len(lines) > 1 and index in (0, len(lines) - 2)
            strips.append(
                Strip(height=height, parts=tuple(parts), links=links, overfull=overfull, glue=glue, line=line)
            )
        return tuple(strips)

    def set_number(self, number: str, x: float, width: float, style: Style) -> StripPart:
        """Returns a rule's number at the end of `width` mm, beside the first line of a text in that style."""
        beside = replace(RULE_NUMBER, align="end")
        items = self.set_line(number, x, self.baseline(style), beside, measure=width)
        return StripPart(end_with_mark(items, READ_FIRST))

    def _name_signs(self, line: TextLine, *, ends: bool) -> list[str]:
        """Returns the kit's words for a line's icons, or their names, each with a space after it; none after the last
        if the line `ends` its text."""
        names: list[str] = []
        chunks = order_chunks(line)
        for chunk in chunks:
            for fragment in chunk.fragments:
                if fragment.art is not None:
                    apart = chunk.space > 0 if chunk is not chunks[-1] else not ends and _is_followed_by_space(line)
                    blank = " " if fragment is chunk.fragments[-1] and apart else ""
                    sign = fragment.text.strip("{}")
                    names.append((self.signs.get(sign) or " ".join(re.split(r"[-_.]+", sign)).strip() or sign) + blank)
        return names

    def set_line(
        self, text: str | Spans, x: float, y: float, style: Style, *, measure: float = 0.0
    ) -> tuple[Item, ...]:
        """Sets one line on the baseline y, aligned by the style within `measure` mm from x."""
        lines = (line for line in self.break_spans(text, 1e6, style) if line.chunks)
        starts = ((line, x + (find_line_offset(line, measure, style.align) if measure else 0.0)) for line in lines)
        return tuple(item for line, start in starts for item in place_line(line, start, y))

    def measure_text(self, text: str | Spans, style: Style, measure: float = 1e6) -> float:
        """Returns the longest line of a text in mm; for a tiny `measure`, its longest word."""
        return max((line.width for line in self.break_spans(text, measure, style)), default=0.0)

    def shorten(self, spans: Spans, width: float, style: Style) -> Spans:
        """Shortens spans to one line of `width` mm with an ellipsis, after a whole word if possible."""
        if self.measure_text(spans, style) <= width + _ROUNDING:
            return spans
        text = "".join(span.text for span in spans)
        words = [match.start() for match in re.finditer(r"(?<=\S)\s", text)]
        cuts = (_cut_spans(spans, end) for end in (*reversed(words), *reversed(range(len(text)))))
        return next((each for each in cuts if self.measure_text(each, style) <= width), ())


_INSTEAD = dict.fromkeys(("accent", "grey", "rule", "ink"), "ink") | dict.fromkeys(("white", "paper"), "white")
"""Colours that leaflets use, and which stands in where a theme has none of that name."""

_NOTCH = 0.45
"""Of a fishtail's height."""


_APART = 1000.0
"""Cost of a page break inside what belongs together: more than any empty page, so only if nothing else is left."""
_PAGE = 12.0
"""Cost of a page itself: one page fewer is worth a break or two in a less good place."""
WITHIN, BETWEEN, BEFORE_HEADING = 6.0, 3.0, 1.0
"""Cost of a page break within a block, between two, and before a heading. A page one quarter empty costs 6."""
WITHIN_STEP = 40.0
"""Cost of a page break within a step of a numbered list: it is read while a hand does it."""
STRETCH = 0.6
"""By how much of itself a gap between blocks may grow. A line of 12.5 pt is 4.4 mm: a chapter’s gap grows by more, one
between paragraphs by a fifth of it."""
_LATE, _LATE_PRICE = 0.15, 15.0
"""Cost of a chapter that begins in the last 15 % of the page: only its heading and a line or two would fit."""
SHORT = 0.2
"""The part of a page that may be left empty at its foot."""
_SHORT = 20.0
"""Cost of a foot emptier than that, besides what emptiness costs anyway; and of a page for a line or two at an end."""
_LEAST = 0.1
"""The part of a page that the last one, or one that is ended on purpose, should fill."""


TagPath: TypeAlias = tuple[tuple[str, str], ...]
"""Parts of a leaflet, the outermost first: the role of each in PDF, and its name."""


class StripPart(msgspec.Struct, frozen=True):
    """Items or a picture of a strip that form one structure element (see `pnp.scene.Tag`).

    `path` leads to the element, relative to the strip's own until `tag_strip`; None for decoration. `alt` describes an
    icon or a picture.
    """

    items: tuple[Item, ...]
    path: TagPath | None = ()
    alt: str = ""
    picture: Placed | None = None


class Strip(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of a page without a page break; its own top left is (0, 0), mm.

    `gap` is the space above it, except at the top of a page. `above` is drawn only with that gap. `glue`: the next
    strip stays on the same page. `panel` is the number of its panel, 0 for none. `head` is repeated if a page begins
    with this strip. `chapter` is set where one begins; `fresh` begins a page; `cut` is the cost of a page break before
    it. `heading`: it is a line of one. `step` is its step number in a list, counted through the leaflet, 0 for none.
    `figure` is the figure that it draws, `beside` the one it must stay with: each by its line in the file, 0 for none.
    `overfull` is text that exceeds its column; `line` is its line in the file.
    """

    height: float
    gap: float = 0.0
    parts: tuple[StripPart, ...] = ()
    above: tuple[Item, ...] = ()
    links: tuple[Link, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    glue: bool = False
    panel: int = 0
    head: Strip | None = None
    chapter: str = ""
    fresh: bool = False
    cut: float = WITHIN
    heading: bool = False
    step: int = 0
    figure: int = 0
    beside: int = 0
    overfull: str = ""
    line: int = 0


class PlacedStrip(msgspec.Struct, frozen=True):
    """A strip on a page: `y` of its top below the top of the text."""

    y: float
    strip: Strip


def stack(strips: Sequence[Strip], height: float = 0.0) -> tuple[PlacedStrip, ...]:
    """Places strips on one page; stretchable gaps grow to fill `height` mm."""
    *_, (_, filled, gaps) = _fill(strips, 0)
    growth = min(STRETCH, max(0.0, height - filled) / gaps) if gaps else 0.0
    rows = tuple(row for row, *_ in _fill(strips, 0, 1.0 + growth))
    head = strips[0].head
    return (PlacedStrip(PAD if head.panel else 0.0, head), *rows) if head is not None else rows


def foot(rows: Sequence[PlacedStrip]) -> float:
    """Returns the end of a page, in mm below the top of the text."""
    return max(row.y + row.strip.height + (PAD if row.strip.panel else 0.0) for row in rows)


def _fill(strips: Sequence[Strip], first: int, growth: float = 1.0) -> Iterator[tuple[PlacedStrip, float, float]]:
    """Yields the strips of a page that begins with `first`, each with the height of a page that ends with it, and the
    part of it in stretchable gaps. Gaps beside a figure in a panel do not stretch."""
    head = strips[first].head
    y = head.height + (PAD if head.panel else 0.0) if head is not None else 0.0
    panel = head.panel if head is not None else 0
    gaps = 0.0
    for index in range(first, len(strips)):
        strip = strips[index]
        within = panel and strip.panel == panel
        if panel and not within:
            y += PAD
        if index > first:
            y += strip.gap * (1.0 if within else growth)
            gaps += 0.0 if within else strip.gap
        if strip.panel and not within:
            y += PAD
        panel = strip.panel
        row = PlacedStrip(y, strip)
        y += strip.height
        yield row, y + (PAD if panel else 0.0), gaps


def paginate(strips: Sequence[Strip], height: float) -> tuple[tuple[PlacedStrip, ...], ...]:
    """Divides strips into pages of `height` mm. A higher strip is alone on its page."""
    count = len(strips)
    best: list[tuple[float, int]] = [(0.0, 0)] + [(float("inf"), 0)] * count
    for first in range(count):
        chapter_top = -height
        for end, (row, filled, gaps) in enumerate(_fill(strips, first), first + 1):
            if filled > height + 1e-6 and end > first + 1:
                break
            chapter_top = row.y if row.strip.chapter and row.y else chapter_top
            is_late = filled - chapter_top < _LATE * height and not _ends(strips, end)
            price = best[first][0] + _price(strips, end, filled, gaps, height) + is_late * _LATE_PRICE
            if price < best[end][0]:
                best[end] = (price, first)
            if end < count and strips[end].fresh:
                break
    pages: list[tuple[PlacedStrip, ...]] = []
    end = count
    while end:
        first = best[end][1]
        pages.insert(0, stack(strips[first:end], 0.0 if _ends(strips, end) else height))
        end = first
    return tuple(pages)


def _ends(strips: Sequence[Strip], end: int) -> bool:
    """Returns whether a page before strip `end` ends on purpose, however empty it is."""
    return end == len(strips) or strips[end].fresh


def _price(strips: Sequence[Strip], end: int, filled: float, gaps: float, height: float) -> float:
    """Returns the cost of a page that ends before strip `end`: a little per page, much for empty space."""
    if _ends(strips, end):
        return _PAGE + (_SHORT if filled < _LEAST * height else 0.0)
    empty = max(0.0, height - filled - gaps * STRETCH) / height
    apart = _APART if strips[end - 1].glue else 0.0
    short = _SHORT if empty > SHORT else 0.0
    return _PAGE + 100 * empty * empty + strips[end].cut + apart + short


def tag_strip(strip: Strip, path: TagPath) -> Strip:
    """Returns a strip as a structure element: its parts lie within `path` and are named after it."""
    name = path[-1][1]
    parts = (
        part
        if part.path is None
        else replace(part, path=(*path, *((role, f"{name}.{own}") for role, own in part.path)))
        for part in strip.parts
    )
    return replace(strip, parts=tuple(parts))


_ROUNDING = 1e-6
_SHORT_NUMBER = re.compile(r" (?=\d{1,2}(?:[\s.,;:!?)]|$))")
_NUMBER_LAST = re.compile(r"(?<!\w)\d+ \Z")
_NUMBER_FIRST = re.compile(r"\d{1,2}(?:\W|$)")


def _bind_signs(spans: Spans) -> Spans:
    """Returns spans without line breaks before a short number, between an icon and its name, or in a sum of icons."""
    kept: list[Span] = []
    for index, span in enumerate(spans):
        before = spans[index - 1] if index else None
        after = spans[index + 1] if index + 1 < len(spans) else None
        # The name of a sign follows it where the sign begins a phrase.
        begins = index < 2 or spans[index - 2].text.rstrip().endswith((":", ",", ";", "."))
        text = _SHORT_NUMBER.sub("\u00a0", span.text)
        if (
            after is not None
            and text.endswith(" ")
            and (_NUMBER_FIRST.match(after.text) or (after.icon and _NUMBER_LAST.search(text)))
        ):
            text = text[:-1] + "\u00a0"
        if text.strip() == "+":
            text = text.replace(" ", "\u00a0")
        elif before is not None and before.icon and text.startswith(" ") and begins:
            text = "\u00a0" + text[1:]
        kept.append(replace(span, text=text))
    return tuple(kept)


def pitch(style: Style) -> float:
    """Returns the distance between baselines, mm."""
    return style.size * style.leading * MM_PER_POINT


def place_tagged_line(line: TextLine, x: float, y: float, *, ends: bool) -> tuple[Item, ...]:
    """Returns the items of a line that starts at x on the baseline y (mm). Unless it `ends` its text, it carries for
    screen readers what separates its last word from the next: a space, a hyphen that is not part of the word, or
    nothing."""
    items = tuple(place_line(line, x, y))
    last = items[-1] if items else None
    if ends or last is None:
        return items
    if line.end == "hyphen" and isinstance(last, Text):
        return (*items[:-1], replace(last, text=f"{last.text[:-1]}{SOFT_HYPHEN}"))
    if not _is_followed_by_space(line):
        return items
    return (*end_with_mark(items[:1], ENDS_LINE), *items[1:]) if line.turned else end_with_mark(items, ENDS_LINE)


def _is_followed_by_space(line: TextLine) -> bool:
    return line.end == "paragraph" or line.chunks[-1].space > 0


def end_with_mark(items: tuple[Item, ...], mark: str) -> tuple[Item, ...]:
    """Returns words with a mark after the last one."""
    *before, last = items
    if isinstance(last, Text):
        blank = (Glyph(NO_INK, 0.0),)
        glyphs = blank + last.glyphs if last.right_to_left else last.glyphs + blank
        last = replace(last, text=last.text + mark, glyphs=glyphs)
    return (*before, last)


def _cut_spans(spans: Spans, end: int) -> Spans:
    kept: list[Span] = []
    for span in spans:
        kept.append(replace(span, text=span.text[:end]))
        end -= len(span.text)
        if end <= 0:
            break
    last = kept[-1].text.rstrip().rstrip(",;:.–—-")
    return (*kept[:-1], replace(kept[-1], text=f"{last}…"))
