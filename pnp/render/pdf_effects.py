"""What PDF draws through forms of its own: gradients, things that are see-through, shadows.

ISO 32000-1: shadings 8.7.4, groups and masks 11.6.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import get_args

from msgspec.structs import replace
from PIL import Image as Pillow
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFObject, PDFObjectReference, xObjectName
from reportlab.pdfgen.canvas import Canvas

from pnp.art.paths import extent
from pnp.render import operators
from pnp.render.drawings import entering
from pnp.render.inking import Inking
from pnp.render.pdf_forms import Needs, Shared, add_form
from pnp.scene import IDENTITY, Blend, Box, Ellipse, Gradient, Group, Item, Path, Rect, Shadow, Stop

_SPACES = {1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}

_BLENDS = {mode: "".join(map(str.capitalize, mode.split("-"))) for mode in get_args(Blend)}
"""What PDF calls ways to mix colours (ISO 32000-1, 11.3.5)."""

Draw = Callable[[Iterable[Item]], None]


class Effects:
    """The forms of one file; each is made once."""

    def __init__(self, canvas: Canvas, inking: Inking, shared: Shared, prefix: str = "e") -> None:
        """Names of forms begin with `prefix`."""
        self._canvas = canvas
        self._inking = inking
        self._shared = shared
        self._known: dict[Item, str] = {}
        self._count = 0
        self._prefix = prefix
        self._greys: Effects | None = None

    def shaded(self, item: Rect | Ellipse | Path, fill: Gradient) -> str:
        """The form of a shape whose fill is a gradient."""
        found = self._known.get(item)
        if found is None:
            box = extent((item,))
            turned = operators.transforming(fill.matrix)
            rule = "*" if isinstance(item, Path) and item.rule == "evenodd" else ""
            needs = Needs(shadings={"F": _shading(self._inking.gradient(fill))})
            masked = ""
            if fill.see_through:
                thick = fill.thickness()
                mask = self._form(
                    box, f"q {turned} /F sh Q", Needs(shadings={"F": _shading(thick)}, group="DeviceGray")
                )
                needs = replace(needs, states={"M": _mask(mask)})
                masked = " /M gs"
            line = operators.shape(self._inking.shape(replace(item, fill=None)))
            drawn = f"q {operators.outline(item)} W{rule} n{masked} {turned} /F sh Q {line}"
            found = self._known[item] = self._form(box, drawn, needs)
        return found

    def veiled(self, group: Group, draw: Draw) -> str:
        """The form of what lies in a group that is see-through as a whole, in the group's own coordinates."""
        key = replace(group, matrix=IDENTITY, clip=None)
        found = self._known.get(key)
        if found is None:
            box = extent(group.items)
            whole = self._form(box, lambda: draw(group.items), Needs(group="alone" if group.alone else "inherited"))
            said = {"Type": PDFName("ExtGState"), "ca": group.opacity, "CA": group.opacity}
            if group.blend != "normal":
                said["BM"] = PDFName(_BLENDS[group.blend])
            if group.mask:
                greys = self._greys or Effects(self._canvas, Inking("none"), self._shared, f"{self._prefix}m")
                self._greys = greys
                said["SMask"] = _soft(greys.thickness(group.mask))
            state = PDFDictionary(said)
            found = self._known[key] = self._form(box, self._doing("/V gs", whole), Needs(states={"V": state}))
        return found

    def thickness(self, mask: tuple[Item, ...]) -> str:
        """The form of a mask: as bright as things are opaque, whatever inks those go out in."""
        return self._form(extent(mask), lambda: self._shapes(mask), Needs(group="DeviceGray"))

    def _shapes(self, items: Iterable[Item]) -> None:
        """Draws items of masks: shapes and groups of them."""
        for item in items:
            if isinstance(item, Group):
                self._canvas.addLiteral(entering(item))
                if item.see_through:
                    self._canvas.doForm(self.veiled(item, self._shapes))
                else:
                    self._shapes(item.items)
                self._canvas.addLiteral("Q")
            elif isinstance(item, Rect | Ellipse | Path) and isinstance(item.fill, Gradient):
                self._canvas.addLiteral("q")
                self._canvas.doForm(self.shaded(item, item.fill))
                self._canvas.addLiteral("Q")
            else:
                assert isinstance(item, Rect | Ellipse | Path)
                self._canvas.addLiteral(operators.shape(item))

    def shadow(self, shadow: Shadow) -> str:
        """The form of a shadow: its colour, masked by its picture."""
        found = self._known.get(shadow)
        if found is None:
            box = shadow.box

            def picture() -> None:
                upright = (box.width, 0.0, 0.0, -box.height, box.x, box.bottom)
                self._canvas.addLiteral(f"q {operators.transforming(upright)}")
                grey: Pillow.Image = Pillow.open(io.BytesIO(shadow.data)).convert("L")
                self._canvas.drawImage(ImageReader(grey), 0, 0, 1, 1)
                self._canvas.addLiteral("Q")

            mask = self._form(box, picture, Needs(group="DeviceGray"))
            filled = operators.shape(self._inking.shape(Rect(box, shadow.colour)))
            found = self._known[shadow] = self._form(box, f"/M gs {filled}", Needs(states={"M": _mask(mask)}))
        return found

    def _doing(self, first: str, form: str) -> Callable[[], None]:
        def do() -> None:
            self._canvas.addLiteral(first)
            self._canvas.doForm(form)

        return do

    def _form(self, box: Box, content: str | Callable[[], None], needs: Needs) -> str:
        name = f"{self._prefix}{self._count}"
        self._count += 1
        draw = partial(self._canvas.addLiteral, content) if isinstance(content, str) else content
        add_form(self._canvas, name, box, draw, self._shared, needs)
        return name


def _mask(form: str) -> PDFObject:
    """A state in which a form's brightness says how opaque all is."""
    return PDFDictionary({"Type": PDFName("ExtGState"), "SMask": _soft(form)})


def _soft(form: str) -> PDFObject:
    group = PDFObjectReference(xObjectName(form))
    return PDFDictionary({"Type": PDFName("Mask"), "S": PDFName("Luminosity"), "G": group})


def _shading(gradient: Gradient) -> PDFObject:
    """The colours along a gradient: of black alone if all are grey, else as they are written."""
    colours = [operators.components(stop.colour) for stop in gradient.stops]
    if not all(len(parts) == 1 for parts in colours):
        colours = [parts * 3 if len(parts) == 1 else parts for parts in colours]
    said = {
        "ShadingType": 2 if gradient.kind == "linear" else 3,
        "ColorSpace": PDFName(_SPACES[len(colours[0])]),
        "Coords": PDFArray((0, 0, 1, 0) if gradient.kind == "linear" else (*map(_told, gradient.focus), 0, 0, 0, 1)),
        "Extend": PDFArray(["true", "true"]),
        "Function": _function(gradient.stops, colours),
    }
    return PDFDictionary(said)


def _function(stops: Sequence[Stop], colours: Sequence[tuple[float, ...]]) -> PDFObject:
    """Colours by their place from 0 to 1."""
    places = [0.0, *(stop.at for stop in stops), 1.0]
    along = [colours[0], *colours, colours[-1]]
    steps = [
        (end, _between(first, last))
        for (start, first), (end, last) in pairwise(zip(places, along, strict=True))
        if end > start
    ]
    ends = [end for end, _ in steps]
    stitched = {
        "FunctionType": 3,
        "Domain": PDFArray([0, 1]),
        "Functions": PDFArray([function for _, function in steps]),
        "Bounds": PDFArray([_told(end) for end in ends[:-1]]),
        "Encode": PDFArray([0, 1] * len(steps)),
    }
    return PDFDictionary(stitched)


def _between(first: Sequence[float], last: Sequence[float]) -> PDFObject:
    said = {
        "FunctionType": 2,
        "Domain": PDFArray([0, 1]),
        "C0": PDFArray([_told(part) for part in first]),
        "C1": PDFArray([_told(part) for part in last]),
        "N": 1,
    }
    return PDFDictionary(said)


def _told(value: float) -> float:
    return round(value, 4)
