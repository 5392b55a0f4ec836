"""Charts as SVG: shapes and classes only, so that colours follow the page's light and dark.

Every chart has its numbers in a table beside it, for screen readers. Kinds differ by hatching, not by
colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from unicodedata import east_asian_width

from markupsafe import Markup
from msgspec import Struct

WIDTH = 280.0
"""Width of every chart in its own units: about the pixels of a narrow phone's panel."""
ROW = 44.0
"""Height of a bar with its label above it."""
BAR = 20.0
PLOT = 150.0
"""Height of an upright plot without its labels."""
TEXT = 12.0
LETTERS = 36
"""Letters of a label above a bar; Chinese ones count twice."""
HATCHES: tuple[tuple[str, ...], ...] = (
    (),
    ("M0 8 8 0M-2 2 2 -2M6 10 10 6",),
    ("M0 4H8",),
    ("M0 0 8 8M-2 6 2 10M6 -2 10 2",),
    ("M4 0V8",),
    ("M0 8 8 0M0 0 8 8",),
    ("M1 2H3M5 6H7",),
    ("M0 4H8M4 0V8",),
)
"""Lines over each colour, on tiles of 8 by 8."""


class Bar(Struct, frozen=True):
    """A lying bar: its label, its parts as (kind, value), and the text at its end."""

    label: str
    parts: tuple[tuple[int, float], ...]
    end: str


class Span(Struct, frozen=True):
    """A value between two others, all from 0 to 1: its label, and the text at its end."""

    label: str
    low: float
    value: float
    high: float
    end: str


class Square(Struct, frozen=True):
    """A square of a map, by column and row from 0: its label, its number, and how full it is, from 0 to 1."""

    column: int
    row: int
    label: str
    number: str
    part: float


class Drawing:
    """An SVG drawing. With a title it is a picture for screen readers, else it is hidden from them."""

    def __init__(self, width: float, height: float, css: str, title: str = "") -> None:
        import svgwrite  # only pages with charts need it

        self.svg: Any = svgwrite.Drawing(size=(width, height), debug=False)
        self.svg.viewbox(0, 0, width, height)
        self.svg["class"] = css
        if title:
            self.svg["role"], self.svg["aria-label"] = "img", _printable(title)
        else:
            self.svg["aria-hidden"] = "true"

    def text(self, text: str, x: float, y: float, anchor: str = "start", *, bold: bool = False) -> None:
        css = "c-text c-text--bold" if bold else "c-text"
        self.svg.add(self.svg.text(_printable(text), (round(x, 2), round(y, 2)), text_anchor=anchor, class_=css))

    def labels(self, label: str, end: str, top: float) -> None:
        """The line of text above a bar."""
        self.text(shortened(label), 1, top + TEXT + 2)
        self.text(end, WIDTH - 1, top + TEXT + 2, anchor="end", bold=True)

    def bar(self, left: float, top: float, width: float, height: float, kind: int, **more: float) -> None:
        place, size = (round(left, 2), round(top, 2)), (round(width, 2), round(height, 2))
        fill = f"url(#hatch-{kind % len(HATCHES)})"
        self.svg.add(self.svg.rect(place, size, class_="c-part", fill=fill, **more))

    def line(self, start: tuple[float, float], end: tuple[float, float], css: str, **more: str) -> None:
        self.svg.add(self.svg.line(start, end, class_=css, **more))

    def markup(self) -> Markup:
        return Markup(self.svg.tostring())  # its element tree escapes texts


def hatches() -> Markup:
    """The fillings of charts and of their keys; once on a page, before them."""
    drawing = Drawing(0, 0, "sprite")
    svg = drawing.svg
    for kind, lines in enumerate(HATCHES):
        tile = svg.pattern(id=f"hatch-{kind}", size=(8, 8), patternUnits="userSpaceOnUse")
        tile.add(svg.rect((0, 0), (8, 8), class_=f"c-fill c-fill--{kind}"))
        for line in lines:
            tile.add(svg.path(line, class_="c-hatch"))
        svg.defs.add(tile)
    return drawing.markup()


def swatch(kind: int) -> Markup:
    """A sample of a filling, for the key in the table."""
    drawing = Drawing(16, 16, "swatch")
    drawing.bar(1, 1, 14, 14, kind, rx=2)
    return drawing.markup()


def bars(title: str, rows: Sequence[Bar]) -> Markup:
    """Lying bars with their parts side by side."""
    drawing = Drawing(WIDTH, ROW * len(rows) + 4, "chart", title)
    most = max((sum(value for _, value in row.parts) for row in rows), default=0) or 1
    for number, row in enumerate(rows):
        left, top = 1.0, number * ROW
        drawing.labels(row.label, row.end, top)
        for kind, value in row.parts:
            width = (WIDTH - 2) * value / most
            if width > 0:
                drawing.bar(left, top + TEXT + 8, width, BAR, kind)
                left += width
    return drawing.markup()


def columns(title: str, numbers: Sequence[tuple[str, int]]) -> Markup:
    """Upright bars side by side: their labels below, their numbers above."""
    drawing = Drawing(WIDTH, PLOT + 3 * TEXT + 8, "chart", title)
    most = max((number for _, number in numbers), default=0) or 1
    width, base = WIDTH / max(1, len(numbers)), PLOT + TEXT + 6
    for place, (label, number) in enumerate(numbers):
        height, middle = PLOT * number / most, (place + 0.5) * width
        if height:
            drawing.bar(place * width + 3, base - height, width - 6, height, 1)
            drawing.text(str(number), middle, base - height - 4, anchor="middle", bold=True)
        drawing.text(label, middle, base + TEXT + 4, anchor="middle")
    drawing.line((0, base), (WIDTH, base), "c-axis")
    return drawing.markup()


def spans(title: str, rows: Sequence[Span], mark: float | None = None) -> Markup:
    """A line for each row from its lowest to its highest, a dot at its value; a dashed line for all at the mark."""
    drawing = Drawing(WIDTH, ROW * len(rows) + 4, "chart", title)
    room, edge = WIDTH - 16, 8.0
    for number, row in enumerate(rows):
        middle = number * ROW + TEXT + 8 + BAR / 2
        drawing.labels(row.label, row.end, number * ROW)
        drawing.line((edge, middle), (edge + room, middle), "c-grid")
        if mark is not None:
            at = round(edge + room * mark, 2)
            drawing.line((at, middle - 9), (at, middle + 9), "c-axis", stroke_dasharray="3 3")
        low, high = round(edge + room * row.low, 2), round(edge + room * row.high, 2)
        drawing.line((low, middle), (high, middle), "c-line c-line--1")
        for end in (low, high):
            drawing.line((end, middle - 5), (end, middle + 5), "c-line c-line--1")
        at = round(edge + room * row.value, 2)
        drawing.svg.add(drawing.svg.circle((at, middle), 4.5, class_="c-end c-line--1"))
    return drawing.markup()


def heat(title: str, cells: Sequence[Square]) -> Markup:
    """A map of squares: the fuller, the longer the bar at its foot; nothing is written on a filling."""
    side = WIDTH / max([1, *(cell.column + 1 for cell in cells)])
    drawing = Drawing(WIDTH, side * max([0, *(cell.row + 1 for cell in cells)]), "chart", title)
    for cell in cells:
        left, top = cell.column * side, cell.row * side
        drawing.svg.add(drawing.svg.rect((left + 1, top + 1), (side - 2, side - 2), class_="c-cell"))
        drawing.text(cell.label, left + 5, top + TEXT + 3)
        drawing.text(cell.number, left + side - 5, top + 2 * TEXT + 6, anchor="end", bold=True)
        width = (side - 10) * min(1.0, max(0.0, cell.part))
        if width:
            drawing.bar(left + 5, top + side - 5 - BAR / 2, width, BAR / 2, 4)
    return drawing.markup()


def shortened(label: str) -> str:
    """A label that fits beside its number; the table has all of it."""
    room = LETTERS
    for at, letter in enumerate(label):
        room -= 2 if east_asian_width(letter) in "WF" else 1
        if room < 0:
            return f"{label[: at - 1]}…"
    return label


def _printable(text: str) -> str:
    """A text without characters that XML forbids or nobody sees."""
    return "".join(letter for letter in text if letter.isprintable())
