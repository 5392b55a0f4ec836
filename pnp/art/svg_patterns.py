"""Patterns of drawings: tiles beside one another, as far as what they fill (SVG 2, 14.3)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from lxml import etree

from pnp.art import svg_attributes
from pnp.art.paths import ellipse_path, inverse, rounded_rect
from pnp.art.svg_attributes import SvgError
from pnp.art.svg_clips import bounds_of, is_within
from pnp.art.svg_transforms import transform
from pnp.art.svg_viewports import fit, view_box
from pnp.scene import IDENTITY, Box, Ellipse, Group, Item, Matrix, Path, Rect, mapped

MOST_TILES = 2_000
"""Tiles of one pattern on one shape."""

Read: TypeAlias = Callable[[etree._Element], tuple[Item, ...]]  # noqa: SLF001 - lxml has no other name for it


def tiled(
    shape: Rect | Ellipse | Path,
    around: Rect | Ellipse | Path,
    said: Mapping[str, str],
    source: etree._Element | None,
    view: Box,
    read: Read,
) -> Item | None:
    """The tiles of a pattern, cut to a shape, in units of the box round another; None, if nothing is drawn. `said` are
    the pattern's attributes, `source` is what holds its things. Raises SvgError."""
    box = bounds_of((around,))
    boxed = said.get("patternUnits", "objectBoundingBox") == "objectBoundingBox"
    x, width = (_side(said.get(key, "0"), boxed, view.width, box.x, box.width, key) for key in ("x", "width"))
    y, height = (_side(said.get(key, "0"), boxed, view.height, box.y, box.height, key) for key in ("y", "height"))
    reach = bounds_of((shape,))
    if source is None or width <= 0 or height <= 0 or reach.width <= 0 or reach.height <= 0:
        return None
    tile = Box(x, y, width, height)
    content: Matrix = IDENTITY
    if "viewBox" in said:
        inner = view_box(said["viewBox"])
        content = fit(inner, Box(0.0, 0.0, width, height), said.get("preserveAspectRatio", ""))
    elif said.get("patternContentUnits", "userSpaceOnUse") == "objectBoundingBox":
        content = (box.width, 0.0, 0.0, box.height, 0.0, 0.0)
    items = read(source)
    if not items:
        return None
    own = (Group(items, content),) if content != IDENTITY else items
    window = Box(0.0, 0.0, width, height)
    clip = None if is_within(own, window) else window
    turned = transform(said.get("patternTransform", said.get("transform", "")))
    tiles = tuple(
        Group(own, (1.0, 0.0, 0.0, 1.0, tile.x + dx, tile.y + dy), clip) for dx, dy in _places(tile, reach, turned)
    )
    return Group((Group(tiles, turned),) if turned != IDENTITY else tiles, clip=_outline(shape))


def _side(value: str, boxed: bool, whole: float, start: float, length: float, name: str) -> float:
    """A coordinate or a length of the tile, in units of the drawing."""
    number = svg_attributes.length(value.strip(), name, svg_attributes.WHOLE, 1.0 if boxed else whole)
    return number * length + (start if name in "xy" else 0.0) if boxed else number


def _places(tile: Box, box: Box, turned: Matrix) -> Iterator[tuple[float, float]]:
    """By how much tiles are moved, for them to cover a box. Raises SvgError."""
    a, b, c, d, _, _ = turned
    if abs(a * d - b * c) < 1e-12:
        raise SvgError("a pattern that is turned to nothing is not drawn")
    reach = mapped(inverse(turned), box)
    first, last = (math.floor((at - tile.x) / tile.width) for at in (reach.x, reach.right - 1e-9))
    top, bottom = (math.floor((at - tile.y) / tile.height) for at in (reach.y, reach.bottom - 1e-9))
    count = (last - first + 1) * (bottom - top + 1)
    if count > MOST_TILES:
        raise SvgError(f"a pattern of {count} tiles is not drawn; at most {MOST_TILES} are, so make them larger")
    for row in range(top, bottom + 1):
        for column in range(first, last + 1):
            yield column * tile.width, row * tile.height


def _outline(shape: Rect | Ellipse | Path) -> Box | Path:
    match shape:
        case Rect(box=box, radius=radius):
            return Path(rounded_rect(box, radius, radius)) if radius else box
        case Ellipse(box=box):
            return Path(ellipse_path(box))
        case Path(segments=segments, rule=rule):
            return Path(segments, rule=rule)
