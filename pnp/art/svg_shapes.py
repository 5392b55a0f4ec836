"""The basic shapes of SVG as items (SVG 2, 10)."""

from __future__ import annotations

from pnp.art import svg_attributes
from pnp.art.paths import parse_path, path_bounds, rounded_rect
from pnp.art.svg_attributes import UNTIL_KNOWN, Look, Reference, SvgError
from pnp.scene import Box, Colour, Ellipse, Path, Rect, Segment

SHAPE_ATTRIBUTES = {
    "path": {"d", "pathLength"},
    "rect": {"x", "y", "width", "height", "rx", "ry", "pathLength"},
    "circle": {"cx", "cy", "r", "pathLength"},
    "ellipse": {"cx", "cy", "rx", "ry", "pathLength"},
    "line": {"x1", "y1", "x2", "y2", "pathLength"},
    "polyline": {"points", "pathLength"},
    "polygon": {"points", "pathLength"},
    "use": {"href", "x", "y", "width", "height"},
    "image": {"x", "y", "width", "height", "href"},
    "foreignObject": {"x", "y", "width", "height"},
    "text": {"x", "y", "dx", "dy", "rotate", "textLength", "lengthAdjust"},
    "g": set[str](),
    "a": {"href", "target", "rel"},
    "switch": set[str](),
    "svg": {"x", "y", "width", "height", "viewBox", "zoomAndPan"},
}
"""The elements that are understood, and the attributes of each besides those of all."""


def plain(look: Look) -> Colour | None:
    """The colour that fills a shape."""
    return UNTIL_KNOWN if isinstance(look.area, Reference) else look.area


def basic_shape(name: str, attributes: dict[str, str], look: Look, view: Box) -> Rect | Ellipse | Path | None:
    """A basic shape as an item; None if it would not be seen. Per cent are of `view`. Raises SvgError and PathError."""
    line = look.line()
    if look.area is None and line is None:
        return None
    if name == "path":
        segments = parse_path(_data(attributes.get("d", "")))
        box = path_bounds(segments) if segments else Box(0.0, 0.0, 0.0, 0.0)
        fill = plain(look) if box.width > 0 < box.height else None  # viewers of PDF show the area of a line as a line
        return Path(segments, fill, line, look.rule) if segments and (fill or line) else None
    if name in ("polyline", "polygon"):
        return _polygon(svg_attributes.numbers(attributes.get("points", ""), "points"), name == "polygon", look)
    sides = dict.fromkeys(("x", "width", "rx", "cx", "x1", "x2"), view.width)
    sides |= dict.fromkeys(("y", "height", "ry", "cy", "y1", "y2"), view.height)
    values = {
        key: svg_attributes.length(value, key, view, sides.get(key))
        for key, value in attributes.items()
        if key in SHAPE_ATTRIBUTES[name] and value != "auto" and key != "pathLength"
    }
    # A radius less than 0 is as if it were not said, and one that is not said is as the other (SVG 2, 7.4 and 7.5).
    values = {key: value for key, value in values.items() if key not in ("rx", "ry") or value >= 0}
    if name == "line":
        x1, y1, x2, y2 = (values.get(key, 0.0) for key in ("x1", "y1", "x2", "y2"))
        return Path((("M", x1, y1), ("L", x2, y2)), None, line) if line else None
    if name == "rect":
        return _rect(values, look)
    rx = values.get("r", values.get("rx", values.get("ry", 0.0)))
    ry = values.get("r", values.get("ry", rx))
    if rx <= 0 or ry <= 0:
        return None
    cx, cy = values.get("cx", 0.0), values.get("cy", 0.0)
    return Ellipse(Box(cx - rx, cy - ry, 2 * rx, 2 * ry), plain(look), line)


def _data(said: str) -> str:
    """Path data; as a property they are `path("M …")`."""
    return said[5:-1].strip(" '\"") if said.startswith("path(") else "" if said == "none" else said


def _rect(values: dict[str, float], look: Look) -> Rect | Ellipse | Path | None:
    width, height = values.get("width", 0.0), values.get("height", 0.0)
    if width <= 0 or height <= 0:
        return None
    box = Box(values.get("x", 0.0), values.get("y", 0.0), width, height)
    rx = values.get("rx", values.get("ry", 0.0))
    ry = values.get("ry", rx)
    if min(rx, width / 2) != min(ry, height / 2) and rx and ry:
        return Path(rounded_rect(box, rx, ry), plain(look), look.line())
    return Rect(box, plain(look), look.line(), min(rx, ry, width / 2, height / 2))


def _polygon(points: list[float], closed: bool, look: Look) -> Rect | Ellipse | Path | None:
    if len(points) % 2:
        raise SvgError("points needs pairs of numbers")
    if len(points) < 4:
        return None
    segments: list[Segment] = [("M", points[0], points[1])]
    segments.extend(("L", points[i], points[i + 1]) for i in range(2, len(points), 2))
    if closed:
        segments.append(("Z",))
    return Path(tuple(segments), plain(look), look.line(), look.rule)
