"""Form XObjects: drawings that are stored once in a PDF file (ISO 32000-1, 8.10).

This is the only module that gives resources to forms. reportlab 5 puts fonts and other forms into a form's resources,
but neither shadings nor graphics states, and knows no transparency groups; viewers then draw nothing. They are passed
through `endForm(Resources=…, Contents=…)`.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFObjectReference,
    PDFResourceDictionary,
    PDFStream,
    xObjectName,
)
from reportlab.pdfgen.canvas import Canvas

from pnp.render.pictures import Raster
from pnp.scene import Box

Group: TypeAlias = Literal["", "inherited", "luminosity"]
"""Transparency group of a form: none, mixed in the colours around it, or greys that serve as a mask."""

COMPRESSION: Final = 4
"""zlib's level: two thirds of the time of the usual 6, for files 1 % larger."""
_GROUPS = {
    "inherited": {"S": "/Transparency"},
    "luminosity": {"S": "/Transparency", "I": "true", "CS": "/DeviceGray"},
}
_COLOUR_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}


class Forms:
    """The forms of one document."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._count = 0

    def add(self, box: Box, draw: Callable[[], None], *, state: PDFDictionary | None = None, group: Group = "") -> str:
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
