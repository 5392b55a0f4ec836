"""Charts as SVG in the page: shapes and classes only, so that colours follow the page's light and dark.

Every chart has its numbers in a table beside it, which screen readers read instead. Kinds and players
differ by hatching and by dashes, not by colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from markupsafe import Markup
from msgspec import Struct

if TYPE_CHECKING:
    import svgwrite

WIDTH = 280.0
"""Of every chart, in its own units: about the pixels of a narrow phone's panel."""
ROW = 44.0
"""Height of a bar with its label above it."""
BAR = 20.0
PLOT = 150.0
"""Height of what is plotted upright, without its labels."""
TEXT = 12.0
LETTERS = 36
"""Of a label above a bar; Chinese ones count twice."""
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
"""What is drawn over each colour, on tiles of 8 by 8."""
DASHES = ("", "8 4", "2 4", "10 3 2 3", "5 5", "1 3", "12 4", "8 3 2 3 2 3")
"""How the lines of players differ."""


class Row(Struct, frozen=True):
    """A bar: its label, its parts as (kind, value), and what stands at its end."""

    label: str
    parts: tuple[tuple[int, float], ...]
    end: str


class Column(Struct, frozen=True):
    """An upright bar: what stands below it, and its number."""

    label: str
    number: int


class Curve(Struct, frozen=True):
    """Numbers in their order, and whose they are."""

    label: str
    numbers: tuple[int, ...]


class Span(Struct, frozen=True):
    """A value between two others, all from 0 to 1: its label, and what stands at its end."""

    label: str
    low: float
    value: float
    high: float
    end: str


class Square(Struct, frozen=True):
    """A square of a map, by column and row from 0: what stands in it, and how full it is, from 0 to 1."""

    column: int
    row: int
    label: str
    number: str
    part: float


def hatches() -> Markup:
    """The fillings that charts and their keys use; once on a page, before them."""
    drawing = _drawing(0, 0)
    drawing["class"] = "sprite"
    drawing["aria-hidden"] = "true"
    for kind, lines in enumerate(HATCHES):
        tile = drawing.pattern(id=f"hatch-{kind}", size=(8, 8), patternUnits="userSpaceOnUse")
        tile.add(drawing.rect((0, 0), (8, 8), class_=f"c-fill c-fill--{kind}"))
        for line in lines:
            tile.add(drawing.path(line, class_="c-hatch"))
        drawing.defs.add(tile)
    return _markup(drawing)


def swatch(kind: int) -> Markup:
    """A piece of a filling, for the key in the table."""
    drawing = _drawing(16, 16, "swatch")
    drawing["aria-hidden"] = "true"
    drawing.add(drawing.rect((1, 1), (14, 14), rx=2, class_="c-part", fill=_filling(kind)))
    return _markup(drawing)


def dash(kind: int) -> Markup:
    """A piece of a player's line, for the key in the table."""
    drawing = _drawing(28, 16, "swatch")
    drawing["aria-hidden"] = "true"
    drawing.add(_line(drawing, [(1, 8), (27, 8)], kind))
    return _markup(drawing)


def bars(title: str, rows: Sequence[Row]) -> Markup:
    """Lying bars, one for each row, its parts side by side."""
    drawing = _drawing(WIDTH, ROW * len(rows) + 4, "chart", title)
    most = max((sum(value for _, value in row.parts) for row in rows), default=0) or 1
    room = WIDTH - 2
    for number, row in enumerate(rows):
        top = number * ROW
        drawing.add(_text(drawing, shortened(row.label), 1, top + TEXT + 2))
        drawing.add(_text(drawing, row.end, WIDTH - 1, top + TEXT + 2, anchor="end", bold=True))
        left = 1.0
        for kind, value in row.parts:
            wide = room * value / most
            if wide > 0:
                drawing.add(_part(drawing, left, top + TEXT + 8, wide, BAR, kind))
                left += wide
    return _markup(drawing)


def columns(title: str, found: Sequence[Column]) -> Markup:
    """Upright bars side by side, their numbers above them."""
    drawing = _drawing(WIDTH, PLOT + 3 * TEXT + 8, "chart", title)
    most = max((one.number for one in found), default=0) or 1
    wide = WIDTH / max(1, len(found))
    base = PLOT + TEXT + 6
    for number, one in enumerate(found):
        high = PLOT * one.number / most
        middle = (number + 0.5) * wide
        if high:
            drawing.add(_part(drawing, number * wide + 3, base - high, wide - 6, high, 1))
            drawing.add(_text(drawing, str(one.number), middle, base - high - 4, anchor="middle", bold=True))
        drawing.add(_text(drawing, one.label, middle, base + TEXT + 4, anchor="middle"))
    drawing.add(drawing.line((0, base), (WIDTH, base), class_="c-axis"))
    return _markup(drawing)


def curves(title: str, found: Sequence[Curve]) -> Markup:
    """A line for each curve, over the same steps; the axis has the least and the most."""
    drawing = _drawing(WIDTH, PLOT + 24, "chart", title)
    every = [number for one in found for number in one.numbers] or [0]
    least, most = min(0, *every), max(*every, 1)
    steps = max(2, *(len(one.numbers) for one in found)) if found else 2
    left, top = 30.0, 8.0

    def at(step: int, number: int) -> tuple[float, float]:
        high = PLOT * (number - least) / (most - least)
        return (round(left + (WIDTH - left - 8) * step / (steps - 1), 2), round(top + PLOT - high, 2))

    for number in dict.fromkeys((least, (least + most) // 2, most)):
        height = at(0, number)[1]
        drawing.add(drawing.line((left, height), (WIDTH, height), class_="c-grid"))
        drawing.add(_text(drawing, str(number), left - 5, height + 4, anchor="end"))
    for kind, one in enumerate(found):
        points = [at(step, number) for step, number in enumerate(one.numbers)]
        drawing.add(_line(drawing, points, kind))
        drawing.add(drawing.circle(points[-1], 4, class_=f"c-end c-line--{kind % len(DASHES)}"))
    return _markup(drawing)


def spans(title: str, rows: Sequence[Span], mark: float | None = None) -> Markup:
    """A line for each row from its lowest to its highest, a dot at its value; a dashed line for all at the mark."""
    drawing = _drawing(WIDTH, ROW * len(rows) + 4, "chart", title)
    room, edge = WIDTH - 16, 8.0
    for number, row in enumerate(rows):
        top = number * ROW
        middle = top + TEXT + 8 + BAR / 2
        drawing.add(_text(drawing, shortened(row.label), 1, top + TEXT + 2))
        drawing.add(_text(drawing, row.end, WIDTH - 1, top + TEXT + 2, anchor="end", bold=True))
        drawing.add(drawing.line((edge, middle), (edge + room, middle), class_="c-grid"))
        if mark is not None:
            at = round(edge + room * mark, 2)
            drawing.add(drawing.line((at, middle - 9), (at, middle + 9), class_="c-axis", stroke_dasharray="3 3"))
        low, high = round(edge + room * row.low, 2), round(edge + room * row.high, 2)
        drawing.add(drawing.line((low, middle), (high, middle), class_="c-line c-line--1"))
        for end in (low, high):
            drawing.add(drawing.line((end, middle - 5), (end, middle + 5), class_="c-line c-line--1"))
        drawing.add(drawing.circle((round(edge + room * row.value, 2), middle), 4.5, class_="c-end c-line--1"))
    return _markup(drawing)


def heat(title: str, cells: Sequence[Square]) -> Markup:
    """A map of squares: the fuller, the longer the bar at its foot; nothing is written on a filling."""
    side = WIDTH / max(1, *(cell.column + 1 for cell in cells)) if cells else WIDTH
    drawing = _drawing(WIDTH, side * max(1, *(cell.row + 1 for cell in cells)) if cells else 0, "chart", title)
    for cell in cells:
        left, top = cell.column * side, cell.row * side
        drawing.add(drawing.rect((left + 1, top + 1), (side - 2, side - 2), class_="c-cell"))
        drawing.add(_text(drawing, cell.label, left + 5, top + TEXT + 3))
        drawing.add(_text(drawing, cell.number, left + side - 5, top + 2 * TEXT + 6, anchor="end", bold=True))
        wide = (side - 10) * min(1.0, max(0.0, cell.part))
        if wide:
            drawing.add(_part(drawing, left + 5, top + side - 5 - BAR / 2, wide, BAR / 2, 4))
    return _markup(drawing)


def _drawing(width: float, height: float, name: str = "", title: str = "") -> svgwrite.Drawing:
    import svgwrite  # which no page without a chart needs

    drawing = svgwrite.Drawing(size=(width, height), debug=False)
    drawing.viewbox(0, 0, width, height)
    if name:
        drawing["class"] = name
    if title:
        drawing["role"] = "img"
        drawing["aria-label"] = _visible(title)
    return drawing


def _markup(drawing: svgwrite.Drawing) -> Markup:
    # Texts are escaped by the element tree that writes it.
    return Markup(drawing.tostring())


def _filling(kind: int) -> str:
    return f"url(#hatch-{kind % len(HATCHES)})"


def _part(
    drawing: svgwrite.Drawing, left: float, top: float, wide: float, high: float, kind: int
) -> svgwrite.shapes.Rect:
    place, size = (round(left, 2), round(top, 2)), (round(wide, 2), round(high, 2))
    return drawing.rect(place, size, class_="c-part", fill=_filling(kind))


def _line(drawing: svgwrite.Drawing, points: Sequence[tuple[float, float]], kind: int) -> svgwrite.shapes.Polyline:
    kind %= len(DASHES)
    dashes = {"stroke_dasharray": DASHES[kind]} if DASHES[kind] else {}
    return drawing.polyline(points, class_=f"c-line c-line--{kind}", **dashes)


def shortened(label: str) -> str:
    """A label that fits beside its number: the table has all of it."""
    room = LETTERS
    for at, letter in enumerate(label):
        room -= 2 if east_asian_width(letter) in "WF" else 1
        if room < 0:
            return f"{label[: at - 1]}…"
    return label


def _text(
    drawing: svgwrite.Drawing, said: str, x: float, y: float, anchor: str = "start", *, bold: bool = False
) -> svgwrite.text.Text:
    name = "c-text c-text--bold" if bold else "c-text"
    return drawing.text(_visible(said), (round(x, 2), round(y, 2)), text_anchor=anchor, class_=name)


def _visible(said: str) -> str:
    """A text without what XML has no room for, and what nobody sees."""
    return "".join(letter for letter in said if letter.isprintable())
