"""Glyphs of a font as shapes, one or as a script forms them beside one another."""

from __future__ import annotations

import uharfbuzz

from pnp.scene import Segment

Point = tuple[float, float]


def formed(font: uharfbuzz.Font, text: str) -> uharfbuzz.Buffer:
    """A text with all that the typeface does in its script."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer)
    return buffer


def draw_formed(font: uharfbuzz.Font, text: str, pen: Pen) -> None:
    """Draws such a text."""
    buffer, x = formed(font, text), 0
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        pen.move(x + position.x_offset, position.y_offset)
        font.draw_glyph_with_pen(info.codepoint, pen)
        x += position.x_advance


class Pen:
    """Draws a glyph, which has y upwards, as segments in em with y downwards."""

    def __init__(self, upem: float) -> None:
        self.segments: list[Segment] = []
        self._upem = upem
        self._at = self._origin = (0.0, 0.0)

    def move(self, x: float, y: float) -> None:
        """Has glyphs begin there, in the font's own units."""
        self._origin = (x, y)

    def moveTo(self, point: Point) -> None:  # noqa: N802 - pens are called so
        self._at = self._placed(point)
        self.segments.append(("M", *self._at))

    def lineTo(self, point: Point) -> None:  # noqa: N802 - as above
        self._at = self._placed(point)
        self.segments.append(("L", *self._at))

    def curveTo(self, *points: Point) -> None:  # noqa: N802 - as above
        first, second, self._at = map(self._placed, points)
        self.segments.append(("C", *first, *second, *self._at))

    def qCurveTo(self, *points: Point) -> None:  # noqa: N802 - as above
        (x, y), (middle_x, middle_y) = self._at, self._placed(points[0])
        end_x, end_y = self._at = self._placed(points[1])
        first = (x + 2 * (middle_x - x) / 3, y + 2 * (middle_y - y) / 3)
        second = (end_x + 2 * (middle_x - end_x) / 3, end_y + 2 * (middle_y - end_y) / 3)
        self.segments.append(("C", *first, *second, *self._at))

    def closePath(self) -> None:  # noqa: N802 - as above
        self.segments.append(("Z",))

    def _placed(self, point: Point) -> Point:
        return (point[0] + self._origin[0]) / self._upem, -(point[1] + self._origin[1]) / self._upem
