"""What part of a drawing is seen, and drawings within drawings at their place (SVG 2, 8)."""

from __future__ import annotations

from collections.abc import Mapping

from lxml import etree

from pnp.art import svg_attributes
from pnp.art.paths import inverse
from pnp.art.svg_attributes import SvgError
from pnp.art.svg_clips import is_within
from pnp.scene import IDENTITY, Box, Group, Item, Matrix, mapped


def view_of(root: etree._Element) -> tuple[float, float, float, float]:
    """The viewBox; without one, the width and height. Raises SvgError."""
    if "viewBox" in root.attrib:
        box = svg_attributes.view_box(root.get("viewBox", ""))
        return box.x, box.y, box.width, box.height
    if "width" not in root.attrib or "height" not in root.attrib:
        raise SvgError("an <svg> needs a viewBox, or a width and a height")
    width = svg_attributes.number(root.get("width", ""), "width")
    height = svg_attributes.number(root.get("height", ""), "height")
    if width <= 0 or height <= 0:
        raise SvgError("width and height must be more than 0")
    return 0.0, 0.0, width, height


def fitted(
    element: etree._Element, items: tuple[Item, ...], own: Mapping[str, str], sizes: Mapping[str, str], view: Box
) -> tuple[Item, ...]:
    """What lies in an <svg> or <symbol> within, brought to its place and size; `view` is the box of the whole drawing.
    Raises SvgError."""
    given = (svg_attributes.number(own.get(key, "0"), key) for key in "xy")
    x, y = given if etree.QName(element).localname == "svg" else (0.0, 0.0)
    width, height = (
        svg_attributes.number(said.removesuffix("%"), side) * (whole / 100 if said.endswith("%") else 1)
        for side, whole in (("width", view.width), ("height", view.height))
        if (said := sizes.get(side, "100%"))
    )
    if width <= 0 or height <= 0:
        return ()
    port = Box(x, y, width, height)
    shown, matrix = Box(0.0, 0.0, width, height), _moved(x, y)
    if "viewBox" in own:
        box = svg_attributes.view_box(own["viewBox"])
        matrix = svg_attributes.fit(box, port, own.get("preserveAspectRatio", ""))
        shown = mapped(inverse(matrix), port)
    cut = shown if own.get("overflow") not in ("visible", "auto") and not is_within(items, shown) else None
    return items if (matrix == IDENTITY and cut is None) or not items else (Group(items, matrix, cut),)


def _moved(x: float, y: float) -> Matrix:
    return (1.0, 0.0, 0.0, 1.0, x, y)
