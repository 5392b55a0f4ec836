"""What drawings are filled with besides flat colours: gradients (SVG 2, 14.2), and where patterns stand."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from lxml import etree

from pnp.art import svg_attributes
from pnp.art.paths import multiply
from pnp.art.polygons import exact_bounds
from pnp.art.svg_attributes import Attributes, SvgError
from pnp.art.svg_spreads import spread
from pnp.art.svg_transforms import transform
from pnp.scene import Box, Ellipse, Gradient, Matrix, Paint, Path, Rect, Stop

MOST_STOPS = 100
"""Colours of one gradient, and gradients that take their colours from one another."""
MOST_BESIDE = 0.99
"""Of its radius, by which the focus of a radial gradient is beside its middle at most."""
_KINDS = ("linearGradient", "radialGradient")
_XLINK = "{http://www.w3.org/1999/xlink}href"


class Paints:
    """The gradients of one drawing. `attributes` says what an element and style sheets say of it."""

    def __init__(
        self,
        by_id: Mapping[str | None, etree._Element],
        view: Box,
        attributes: Attributes,
    ) -> None:
        self._by_id = by_id
        self._view = view
        self._attributes = attributes

    def paint(self, name: str, shape: Rect | Ellipse | Path) -> Paint | None:
        """The gradient of an id, over a shape; one colour, if it comes to that. Raises SvgError."""
        element = self._by_id.get(name)
        kind = "" if element is None else etree.QName(element).localname
        if kind not in _KINDS:
            raise SvgError(
                f"`#{name[:40]}` is no gradient or pattern of this drawing; fill with a colour or one of these"
            )
        svg_attributes.check_mixing(element, self._attributes)
        said: dict[str, str] = {}
        stops: tuple[Stop, ...] = ()
        for source in self._chain(element, _KINDS):
            said = {**self._attributes(source), **said}
            stops = stops or tuple(self._stops(source))
        if not stops:
            return None
        boxed = said.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
        box = exact_bounds(shape.segments) if isinstance(shape, Path) else shape.box
        if boxed and (box.width <= 0 or box.height <= 0):
            return None
        units: Matrix = (box.width, 0.0, 0.0, box.height, box.x, box.y) if boxed else (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
        own = self._linear(said, boxed) if kind == "linearGradient" else self._radial(said, boxed)
        if own is None or len(stops) == 1:
            return stops[-1].colour
        turned = transform(said.get("gradientTransform", said.get("transform", "")))
        matrix = multiply(units, multiply(turned, own))
        if abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < 1e-9:
            return stops[-1].colour
        made = Gradient("linear", matrix, stops)
        if kind == "radialGradient":
            made = Gradient("radial", matrix, stops, self._focus(said, boxed))
        return spread(made, said.get("spreadMethod", "pad"), box)

    def is_there(self, name: str) -> bool:
        return name in self._by_id

    def is_pattern(self, name: str) -> bool:
        """Whether an id is that of a pattern."""
        element = self._by_id.get(name)
        return element is not None and etree.QName(element).localname == "pattern"

    def pattern(self, name: str) -> tuple[Mapping[str, str], etree._Element | None]:
        """What is said of a pattern, and the element that has its things. Raises SvgError."""
        said: dict[str, str] = {}
        holder: etree._Element | None = None
        for source in self._chain(self._by_id[name], ("pattern",)):
            said = {**self._attributes(source), **said}
            if holder is None and next(source.iterchildren(etree.Element), None) is not None:
                holder = source
        return said, holder

    def _chain(self, element: etree._Element, kinds: tuple[str, ...]) -> Iterator[etree._Element]:
        """A paint, and those that it takes from what it does not say itself."""
        for _ in range(MOST_STOPS):
            yield element
            target = str(element.get("href") or element.get(_XLINK) or "")
            found = self._by_id.get(target[1:]) if target.startswith("#") else None
            if found is None or etree.QName(found).localname not in kinds:
                return
            element = found
        raise SvgError("gradients or patterns refer to each other in a circle")

    def _stops(self, element: etree._Element) -> Iterator[Stop]:
        least = 0.0
        found = [child for child in element.iterchildren(etree.Element) if etree.QName(child).localname == "stop"]
        if len(found) > MOST_STOPS:
            raise SvgError(f"a gradient has more than {MOST_STOPS} colours")
        for child in found:
            said = self._attributes(child)
            current = svg_attributes.colour(said.get("color", "currentColor"))
            colour, alpha = svg_attributes.shade(said.get("stop-color", "#000000"), current)
            alpha *= svg_attributes.share(said.get("stop-opacity", "1"), "stop-opacity")
            least = max(least, svg_attributes.share(said.get("offset", "0"), "offset"))
            yield Stop(least, colour or "#000000", round(alpha, 4) if colour else 0.0)

    def _linear(self, said: Mapping[str, str], boxed: bool) -> Matrix | None:
        x1, y1 = self._place(said.get("x1", "0%"), boxed, True), self._place(said.get("y1", "0%"), boxed, False)
        x2, y2 = self._place(said.get("x2", "100%"), boxed, True), self._place(said.get("y2", "0%"), boxed, False)
        dx, dy = x2 - x1, y2 - y1
        return (dx, dy, -dy, dx, x1, y1) if dx or dy else None

    def _radial(self, said: Mapping[str, str], boxed: bool) -> Matrix | None:
        x, y = self._place(said.get("cx", "50%"), boxed, True), self._place(said.get("cy", "50%"), boxed, False)
        radius = self._place(said.get("r", "50%"), boxed, True)
        return (radius, 0.0, 0.0, radius, x, y) if radius > 0 else None

    def _focus(self, said: Mapping[str, str], boxed: bool) -> tuple[float, float]:
        """Where a radial gradient begins, in shares of its radius; within its circle, as browsers have it."""
        if self._place(said.get("fr", "0"), boxed, True):
            raise SvgError("a radial gradient that begins at a circle is not drawn; give its focus no radius")
        place = []
        for key, middle, across in (("fx", "cx", True), ("fy", "cy", False)):
            start = self._place(said.get(middle, "50%"), boxed, across)
            away = self._place(said.get(key, said.get(middle, "50%")), boxed, across) - start
            place.append(away / self._place(said.get("r", "50%"), boxed, True))
        x, y = place
        far = math.hypot(x, y) / MOST_BESIDE
        return (round(x / max(1.0, far), 4) + 0.0, round(y / max(1.0, far), 4) + 0.0)

    def _place(self, value: str, boxed: bool, across: bool) -> float:
        """A coordinate; a share of the shape's box, or of the drawing's."""
        whole = 1.0 if boxed else self._view.width if across else self._view.height
        return svg_attributes.length(value.strip(), "gradient", self._view, whole)
