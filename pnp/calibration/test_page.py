"""A printer's test page: its layout, in mm from the top left of the upright sheet, and its PDF."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias

import msgspec

from pnp.art.codes import dark
from pnp.art.paths import Point
from pnp.kit.model import Language
from pnp.kit.theme import read_press_theme
from pnp.render.pdf import write_pdf
from pnp.scene import IDENTITY, Box, Ellipse, Item, Page, Path, Rect, Segment, Stroke
from pnp.sheet.draw import RULER_LENGTH, ruler
from pnp.sheet.marks import GREY, INK
from pnp.sheet.paper import PAPERS, PaperName
from pnp.sheet.press_words import PrinterPageWords, read_sheet_words
from pnp.sheet.printer import Side, Turning
from pnp.text.bidi import Align
from pnp.text.block import line
from pnp.text.fonts import FontBook

Letter: TypeAlias = Literal["A", "B", "C", "D"]
LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D")
"""The crosses of the front, clockwise from the top left; the same ones of the back should lie behind them."""

MEASURED: tuple[PaperName, ...] = ("a4", "letter", "a3", "tabloid")
"""What a printer holds. One layout for two papers is none."""

CROSS = 55.0
"""From the left and upper edges to the nearest crosses; those opposite stand on whole millimetres, too."""
BELOW = 63.0
MIDDLE_CROSS = 143.5
"""From the upper edge to the cross in the sheet's middle."""
ARM, CIRCLES = 7.0, (2.5, 5.0)
"""Of a cross: half of its lines, and the radii of the circles about it."""
FRAME, FOOT = 12.0, 8.0
"""From the paper's edges to the middle of the frame, and how much more below it, where the page's foot stands."""
FRAME_LINE = 1.0
MARK, CELL = 15.0, 2.5
MARK_IN = 4.0
"""Side and cell of a corner mark; how far it stands inside the frame."""
PLACES = ("top left", "top right", "bottom right", "bottom left")
FRONT_MARKS = (20, 21, 22, 23)
BACK_MARKS: Mapping[Turning, tuple[int, int, int, int]] = {
    "long-edge": (24, 25, 26, 27),
    "short-edge": (28, 29, 30, 31),
    "separate": (32, 33, 34, 35),
}
"""Numbers of the corner marks, clockwise from the top left. Those of the back say how the sheet was turned."""


class Geometry(msgspec.Struct, frozen=True, dict=True):
    """The test page for one paper. Front and back are laid out equally, each as seen from its own side."""

    paper: PaperName

    @cached_property
    def size(self) -> tuple[float, float]:
        return PAPERS[self.paper].size(False)

    @property
    def frame(self) -> Box:
        """The centre line of the frame."""
        width, height = self.size
        return Box(FRAME, FRAME, width - 2 * FRAME, height - 2 * FRAME - FOOT)

    def marks(self) -> tuple[Box, ...]:
        """Returns the corner marks, clockwise from the top left."""
        inner = self.frame.inset(MARK_IN)
        left, top, right, bottom = inner.x, inner.y, inner.right - MARK, inner.bottom - MARK
        return tuple(Box(x, y, MARK, MARK) for x, y in ((left, top), (right, top), (right, bottom), (left, bottom)))

    def crosses(self, side: Side = "front") -> dict[Letter, Point]:
        """Returns the crosses by letter. On the back they mirror those of the front."""
        width, height = self.size
        right, below = float(int(width - CROSS)), float(int(height - BELOW))
        points = ((CROSS, CROSS), (right, CROSS), (right, below), (CROSS, below))
        seen = points if side == "front" else tuple((width - x, y) for x, y in points)
        return dict(zip(LETTERS, seen, strict=True))

    def all_crosses(self, side: Side = "front") -> tuple[Point, ...]:
        """Returns the lettered crosses and the middle one."""
        return (*self.crosses(side).values(), (self.size[0] / 2, MIDDLE_CROSS))


BLACK = "#000000"
FINE = Stroke(BLACK, 0.15)
RULED, DIVIDED = Stroke(INK, 0.2), Stroke(INK, 0.12)
OUTER = Stroke(BLACK, FRAME_LINE)

TO_SCALE = 17.0
"""From a cross to the base of its scales."""
FURTHEST = 10.8
"""Millimetres by which a back may lie off its front at a cross, each way: both sides by 4 mm, a degree and a hundredth,
about a corner of the paper."""
VERNIER, LINES = 0.8, 5
"""The back's scale: its lines are so far apart, and there are so many to either side of the long one. Where one of them
meets a line of the front, a fifth of a millimetre is left over for each."""
REACH = math.ceil(FURTHEST + (LINES - 1) * VERNIER)
"""Millimetres to either side of a cross's scale: to where the lines meet that are counted onward."""
TICKS = (4.2, 3.2, 2.2)
"""Of nothing, of five and of one millimetre."""
MEETS, LONG = FURTHEST, 2.0
"""How far the lines of the back's scale reach to either side of the front's, and how much further the long one goes."""
TABLE = Box(-69.0, 80.0, 138.0, 52.0)
"""The table to write into, from the sheet's middle."""
ROWS = (88.0, 97.0, 105.75, 114.5, 123.25)
COLUMNS = (-55.0, -24.0, 7.0, 38.0)
"""Left edges of the columns behind the letters, from the sheet's middle."""
TEXT_AT, LEADING = 159.5, 4.7


def write_test_page(paper: PaperName, turning: Turning, tray: str = "", language: Language = "en") -> bytes:
    """Writes the test page as a PDF of two pages, for this way of turning sheets. It contains no date: equal pages have
    equal bytes."""
    out = io.BytesIO()
    say = read_sheet_words(language).test_page
    fonts = FontBook(read_press_theme().fonts)
    sheet = _Sheet(Geometry(paper), turning, tray, say, fonts)
    write_pdf((sheet.draw("front"), sheet.draw("back")), out, fonts=fonts, title=say.title, language=language)
    return out.getvalue()


class _Sheet:
    """Geometry, words and fonts of a two-sided test page."""

    def __init__(self, geometry: Geometry, turning: Turning, tray: str, say: PrinterPageWords, fonts: FontBook) -> None:
        self._geometry = geometry
        self._turning = turning
        self._tray = tray
        self._say = say
        self._fonts = fonts
        self._middle = geometry.size[0] / 2

    def draw(self, side: Side) -> Page:
        """Returns one side. The back is upside down if the sheet flips on its short edge, so that both arrows point to
        one edge."""
        say, (width, height) = self._say, self._geometry.size
        if side == "front":
            heading = say.front.format(paper=PAPERS[self._geometry.paper].title), self._tray, say.turned[self._turning]
            items = [*self._draw_common(side, " · ".join(filter(None, heading)), say.first)]
            items += [item for letter in LETTERS for item in self._draw_scales(letter)]
            items += [*self._table(), *self._lines(say.front_text)]
        else:
            items = [*self._draw_common(side, say.back, say.went_first)]
            items += [item for letter in LETTERS for item in self._draw_verniers(letter)]
            items += self._lines(say.back_text)
        on_its_head = side == "back" and self._turning == "short-edge"
        return Page(width, height, tuple(items), matrix=(-1, 0, 0, -1, width, height) if on_its_head else IDENTITY)

    def _draw_common(self, side: Side, subtitle: str, arrow: str) -> Iterator[Item]:
        """Draws the parts of both sides: frame, marks, lettered crosses, heading, arrow, ruler and footer."""
        geometry, middle, say = self._geometry, self._middle, self._say
        height = geometry.size[1]
        yield Rect(geometry.frame, stroke=OUTER)
        numbers = FRONT_MARKS if side == "front" else BACK_MARKS[self._turning]
        for number, box in zip(numbers, geometry.marks(), strict=True):
            yield dark(number, box, BLACK)
            below = box.y < height / 2
            yield from self._text(
                str(number), box.x + box.width / 2, box.bottom + 4.3 if below else box.y - 2.3, 8.0, GREY
            )
        for letter, (x, y) in geometry.crosses(side).items():
            yield from _cross(x, y)
            outside = -10.0 if x < middle else 10.0
            yield from self._text(
                letter, x + outside, y - 6.4, 20.0, BLACK, "right" if outside < 0 else "left", "display"
            )
        yield from _cross(middle, MIDDLE_CROSS)
        yield from self._text(say.title, middle, 25.0, 22.0, BLACK, role="display")
        yield from self._text(subtitle, middle, 31.0, 9.5, INK, role="text")
        yield _arrow(middle, 36.0)
        yield from self._text(arrow, middle, 54.6, 8.5, INK, role="text")
        yield from ruler(middle - RULER_LENGTH / 2, height - 31.0, self._fonts)
        yield from self._text(say.ruler, middle, height - 24.4, 8.5, INK, role="text")
        page = 1 if side == "front" else 2
        foot = say.foot.format(page=page, paper=PAPERS[geometry.paper].title)
        yield from self._text(foot, middle, height - 12.0, 7.5, GREY, role="text")

    def _draw_scales(self, letter: Letter) -> Iterator[Item]:
        """Draws the front's two scales beside a cross, in numbered millimetres."""
        x, y = self._geometry.crosses()[letter]
        base_x, base_y = self._bases(x, y)
        end = REACH + 0.6
        ticks = [(n, TICKS[0] if n == 0 else TICKS[1] if n % 5 == 0 else TICKS[2]) for n in range(-REACH, REACH + 1)]
        across = ((x + step, base_y, x + step, base_y - tick) for step, tick in ticks)
        along = ((base_x, y + step, base_x - tick, y + step) for step, tick in ticks)
        yield _draw_lines((x - end, base_y, x + end, base_y), *across)
        yield _draw_lines((base_x, y - end, base_x, y + end), *along)
        for step, number in ((-5, "−5"), (0, "0"), (5, "+5")):
            yield from self._text(number, x + step, base_y - 6.2, 7.0, BLACK)
            yield from self._text(number, base_x - 6.2, y + step + 0.8, 7.0, BLACK, "right")

    def _draw_verniers(self, letter: Letter) -> Iterator[Item]:
        """Draws the back's two scales, which overlay the front's when the sheet is held against the light."""
        x, y = self._geometry.crosses("back")[letter]
        base_x, base_y = self._bases(x, y)
        outer = 1.0 if base_x > x else -1.0
        for step in range(-LINES, LINES + 1):
            end, at = MEETS + (LONG if step == 0 else 0.0), step * VERNIER
            near, far = (MEETS, end) if base_y > y else (end, MEETS)
            yield _draw_lines((x + at, base_y - near, x + at, base_y + far))
            yield _draw_lines((base_x - outer * MEETS, y + at, base_x + outer * end, y + at))

    def _bases(self, x: float, y: float) -> tuple[float, float]:
        """Returns the positions of a cross's scales: towards the middle of the sheet."""
        return x + (TO_SCALE if x < self._middle else -TO_SCALE), y + (TO_SCALE if y == CROSS else -TO_SCALE)

    def _table(self) -> Iterator[Item]:
        box, say = TABLE.moved(self._middle, 0.0), self._say
        lefts = [self._middle + column for column in COLUMNS]
        ends = [*lefts, box.right]
        yield Rect(box, stroke=RULED)
        for row in ROWS:
            start = lefts[0] if row == ROWS[0] else box.x
            yield _draw_lines((start, row, box.right, row), stroke=RULED)
        for index, left in enumerate(lefts):
            top = box.y if index % 2 == 0 else ROWS[0]
            yield _draw_lines((left, top, left, box.bottom), stroke=DIVIDED if index % 2 else RULED)
        for index, head in ((0, say.by_ruler), (2, say.by_window)):
            yield from self._text(head, (ends[index] + ends[index + 2]) / 2, 85.2, 8.5, INK, role="text", bold=True)
        for index, (left, right) in enumerate(pairwise(ends)):
            yield from self._text(say.down if index % 2 else say.right, (left + right) / 2, 93.5, 8.5, INK, role="text")
        for (letter, at), top in zip(self._geometry.crosses().items(), ROWS[1:], strict=True):
            yield from self._text(letter, (box.x + lefts[0]) / 2, top + 6.2, 14.0, INK, role="display")
            for left, whole in zip(lefts, at, strict=False):
                text = say.whole.format(whole=f"{whole:g}")
                yield from self._text(text, left + 1.0, top + 3.2, 7.5, GREY, "left")

    def _lines(self, lines: tuple[str, ...]) -> Iterator[Item]:
        for index, text in enumerate(lines):
            yield from self._text(text, self._middle, TEXT_AT + index * LEADING, 10.0, INK, role="text")

    def _text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        colour: str,
        align: Align = "center",
        role: str = "figure",
        bold: bool = False,
    ) -> tuple[Item, ...]:
        return line(text, x, y, role, size, colour, self._fonts, align, bold=bold)


def _cross(x: float, y: float) -> Iterator[Item]:
    yield _draw_lines((x - ARM, y, x + ARM, y), (x, y - ARM, x, y + ARM))
    for radius in CIRCLES:
        yield Ellipse(Box(x - radius, y - radius, 2 * radius, 2 * radius), stroke=FINE)


def _draw_lines(*lines: tuple[float, float, float, float], stroke: Stroke = FINE) -> Path:
    ends: list[Segment] = [segment for x, y, u, v in lines for segment in (("M", x, y), ("L", u, v))]
    return Path(tuple(ends), stroke=stroke)


def _arrow(x: float, y: float) -> Path:
    """Draws an arrow to the leading edge; its tip at (x, y)."""
    corners = ((4.2, 6.4), (1.6, 6.4), (1.6, 14.4), (-1.6, 14.4), (-1.6, 6.4), (-4.2, 6.4))
    outline: tuple[Segment, ...] = (("M", x, y), *(("L", x + dx, y + dy) for dx, dy in corners), ("Z",))
    return Path(outline, stroke=Stroke(BLACK, 0.4))
