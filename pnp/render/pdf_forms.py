"""Shapes and form XObjects on a reportlab canvas, in mm with y downwards.

Each call sets all of the graphics state that it needs, so a drawing can be stored once and used anywhere.

Only `Forms` gives resources to forms (ISO 32000-1, 8.10). reportlab 5 puts fonts and other forms into a form's
resources, but neither shadings nor graphics states, and knows no transparency groups; viewers then draw nothing. They
are passed through `endForm(Resources=…, Contents=…)`.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFObjectReference,
    PDFResourceDictionary,
    PDFStream,
    xObjectName,
)
from reportlab.pdfgen.canvas import FILL_EVEN_ODD, FILL_NON_ZERO, Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from pnp.art.paths import ellipse_path, rounded_rect
from pnp.render.colours import Raster
from pnp.scene import Box, Colour, Ellipse, Gradient, Group, Matrix, Path, Rect, Segment, Stroke

GroupKind: TypeAlias = Literal["", "inherited", "luminosity"]
"""Transparency group of a form: none, mixed in the colours around it, or greys that serve as a mask."""

COMPRESSION: Final = 4
"""zlib's level: two thirds of the time of the usual 6, for files 1 % larger."""
_GROUPS = {
    "inherited": {"S": "/Transparency"},
    "luminosity": {"S": "/Transparency", "I": "true", "CS": "/DeviceGray"},
}
_COLOUR_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}
MITRE = Stroke("", 0.0).mitre
"""SVG's mitre limit, set once for each page; PDF's own is 10."""
CMYK_LENGTH = len("#CCMMYYKK")
CACHED_PATHS = 8_192
"""Three times the paths of our richest board: boards are drawn again on their tiles, in leaflets and in the guide."""

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


def draw_shape(canvas: Canvas, item: Rect | Ellipse | Path) -> None:
    """Fills and strokes a shape. Gradient fills are drawn by `pdf_painter`."""
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


def enter_group(canvas: Canvas, group: Group) -> None:
    """Saves the state, and moves and clips to a group."""
    canvas.saveState()
    transform(canvas, group.matrix)
    if group.clip:
        clip(canvas, group.clip)


class Forms:
    """The forms of one document."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._count = 0

    def add(
        self, box: Box, draw: Callable[[], None], *, state: PDFDictionary | None = None, group: GroupKind = ""
    ) -> str:
        """Stores what `draw` draws, and returns the name that `Canvas.doForm` takes.

        `box` clips it. `state` is a graphics state, which `draw` turns on by `use_state`.
        """
        canvas, name = self._canvas, self._new_name()
        canvas.beginForm(name, *(round(side, 3) for side in (box.x, box.y, box.right, box.bottom)))
        draw()
        content = canvas.getCurrentPageContent()
        resources = PDFResourceDictionary(ProcSet=[])  # obsolete since PDF 1.4
        resources.basicFonts()
        resources.XObject = {
            xObjectName(inner): PDFObjectReference(xObjectName(inner))
            for inner in re.findall(r"/FormXob\.(\S+) Do", content)
        }
        resources.setShading({shading: shading for shading in re.findall(r"/(Sh\d+) sh", content)})
        if state:
            resources.ExtGState = {"State": state}
        attributes = {"Group": PDFDictionary({"Type": "/Group", **_GROUPS[group]})} if group else {}
        canvas.endForm(Resources=resources, Contents=PDFStream(PDFDictionary(attributes), content.encode()))
        return name

    def use_state(self) -> None:
        """Turns on the graphics state of the form that is being drawn."""
        self._canvas.addLiteral("/State gs")

    def add_picture(self, picture: Raster) -> str:
        """Stores a picture as a form of 1 by 1, upright where y points upwards."""
        canvas, name = self._canvas, self._new_name()
        canvas.beginForm(name, 0, 0, 1, 1)
        canvas.doForm("picture")
        content = canvas.getCurrentPageContent()
        resources = PDFResourceDictionary(ProcSet=[], XObject={xObjectName("picture"): _image(picture)})
        canvas.endForm(Resources=resources, Contents=PDFStream(None, content.encode()))
        return name

    def _new_name(self) -> str:
        self._count += 1
        return str(self._count)


def soft_mask(form: str) -> PDFDictionary:
    """The `SMask` entry of a graphics state: the brightness of a form is the opacity of what is drawn."""
    return PDFDictionary({"Type": "/Mask", "S": "/Luminosity", "G": PDFObjectReference(xObjectName(form))})


def _image(picture: Raster) -> PDFStream:
    """An image XObject with its mask (ISO 32000-1, 8.9.5)."""
    image = _image_stream(picture, picture.data)
    image.dictionary["ColorSpace"] = _COLOUR_SPACES[picture.mode]
    if picture.is_jpeg:
        image.dictionary["Filter"] = "/DCTDecode"
        if picture.mode == "CMYK":
            image.dictionary["Decode"] = PDFArray([1, 0] * 4)  # a JPEG of four inks is stored inverted
    if picture.alpha and picture.stencil:
        mask = _image_stream(picture, picture.stencil_bits())
        mask.dictionary["ImageMask"] = "true"
        mask.dictionary["BitsPerComponent"] = 1
        image.dictionary["Mask"] = mask
    elif picture.alpha:
        mask = _image_stream(picture, picture.alpha)
        mask.dictionary["ColorSpace"] = "/DeviceGray"
        image.dictionary["SMask"] = mask
    return image


def _image_stream(picture: Raster, data: bytes) -> PDFStream:
    """Pixels are compressed at once: a kit may have hundreds of millions."""
    attributes = {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": picture.width,
        "Height": picture.height,
        "BitsPerComponent": 8,
        "Filter": "/FlateDecode",
    }
    return PDFStream(PDFDictionary(attributes), data if picture.is_jpeg else zlib.compress(data, COMPRESSION))
