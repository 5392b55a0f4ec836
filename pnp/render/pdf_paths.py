"""Paths, colours and lines on a reportlab canvas, in mm with y downwards.

Each call sets all of the graphics state that it needs, so a drawing can be stored once and used anywhere.
"""

from __future__ import annotations

from functools import lru_cache

from reportlab.pdfgen.canvas import FILL_EVEN_ODD, FILL_NON_ZERO, Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from pnp.art.paths import ellipse_path, rounded_rect
from pnp.scene import Box, Colour, Ellipse, Gradient, Matrix, Path, Rect, Segment, Stroke

MITRE = Stroke("", 0.0).mitre
"""SVG's mitre limit, set once for each page; PDF's own is 10."""
CMYK_LENGTH = len("#CCMMYYKK")
CACHED_PATHS = 8_192
"""Three times the paths of our richest board: boards are drawn again on their tiles, in leaflets and in the guide."""

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


def draw_shape(canvas: Canvas, item: Rect | Ellipse | Path) -> None:
    """Fills and strokes a shape. Gradient fills are drawn by `pdf_effects`."""
    fill, stroke = item.fill, item.stroke
    assert not isinstance(fill, Gradient)
    stroked = stroke is not None and stroke.width > 0
    if not (fill or stroked):
        return
    needs_reset = False
    if fill:
        set_fill(canvas, fill)
    if stroke is not None and stroked:
        dashed = any(round(length, 3) for length in stroke.dash)
        mitred = stroke.join == "miter" and stroke.mitre != MITRE
        needs_reset = dashed or mitred
        if needs_reset:
            canvas.saveState()
        if dashed:
            canvas.setDash([round(length, 3) for length in stroke.dash], 0)
        if mitred:
            canvas.setMiterLimit(stroke.mitre)
        _set_stroke(canvas, stroke)
    if path := outline(item):
        canvas.drawPath(path, stroke=int(stroked), fill=int(bool(fill)), fillMode=fill_mode(item))
    if needs_reset:
        canvas.restoreState()


def clip(canvas: Canvas, shape: Box | Rect | Ellipse | Path) -> None:
    """Clips what is drawn next to a box or a shape; an empty path hides everything."""
    item = Rect(shape) if isinstance(shape, Box) else shape
    path = outline(item) or outline(Rect(Box(0.0, 0.0, 0.0, 0.0)))
    canvas.clipPath(path, stroke=0, fill=0, fillMode=fill_mode(item))


def transform(canvas: Canvas, matrix: Matrix) -> None:
    """Draws what follows through a matrix, of which the offset is rounded to 0.001 mm."""
    *linear, x, y = matrix
    canvas.transform(*(round(value, 6) for value in linear), round(x, 3), round(y, 3))


def outline(item: Rect | Ellipse | Path) -> PDFPathObject | None:
    """The path of a shape; None for a path without segments."""
    if isinstance(item, Path):
        return _path(item.segments) if item.segments else None
    if isinstance(item, Ellipse):
        return _path(ellipse_path(item.box))
    if item.radius > 0:
        return _path(rounded_rect(item.box, item.radius, item.radius))
    path = PDFPathObject()
    path.rect(*(round(side, 3) for side in (item.box.x, item.box.y, item.box.width, item.box.height)))
    return path


def fill_mode(item: Rect | Ellipse | Path) -> int:
    """Reportlab's constant for the fill rule of a shape."""
    is_even_odd = isinstance(item, Path) and item.rule == "evenodd"
    return int(FILL_EVEN_ODD if is_even_odd else FILL_NON_ZERO)


@lru_cache(maxsize=CACHED_PATHS)
def _path(segments: tuple[Segment, ...]) -> PDFPathObject:
    path = PDFPathObject()
    draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
    for segment in segments:
        draw[segment[0]](*(round(value, 3) for value in segment[1:]))
    return path


def set_fill(canvas: Canvas, colour: Colour) -> None:
    """Sets the colour of fills. `canvas` may also be a text object."""
    parts = components(colour)
    if len(parts) == 1:
        canvas.setFillGray(*parts)
    else:
        canvas.setFillColor(parts)


def _set_stroke(canvas: Canvas, stroke: Stroke) -> None:
    parts = components(stroke.colour)
    if len(parts) == 1:
        canvas.setStrokeGray(*parts)
    else:
        canvas.setStrokeColor(parts)
    canvas.setLineWidth(round(stroke.width, 3))
    canvas.setLineCap(_CAPS[stroke.cap])
    canvas.setLineJoin(_JOINS[stroke.join])


@lru_cache(maxsize=1_024)
def components(colour: Colour) -> tuple[float, ...]:
    """A colour as DeviceGray (one number, 0 to 1), DeviceRGB (three) or DeviceCMYK (four).

    Greys become DeviceGray, which printers print in black ink alone. Separated colours are written `#CCMMYYKK`.
    """
    parts = bytes.fromhex(colour[1:])
    if len(colour) < CMYK_LENGTH and parts[0] == parts[1] == parts[2]:
        parts = parts[:1]
    return tuple(round(part / 255, 4) for part in parts)
