"""The operators of drawings, which files share: each is written once a process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.art.paths import reach_of
from pnp.render import operators
from pnp.render.inking import Inking
from pnp.scene import Art, Box, Ellipse, Gradient, Group, Image, Item, Path, Rect, Shadow, mapped

DRAWINGS = 2_000
"""How many drawings' operators are kept from file to file; our richest kit has 800 in two languages and both inks."""

_drawings: dict[tuple[int, str], tuple[Art, Box, str | None]] = {}


def drawing(art: Art, inking: Inking) -> tuple[Box, str | None]:
    """The reach of a drawing, and its operators, if it is of shapes alone; by its identity, as files share drawings."""
    known = _drawings.get((id(art), inking.name))
    if known is None:
        lines: list[str] = []
        plain = _shapes(art.items, inking, lines)
        if len(_drawings) >= DRAWINGS:
            _drawings.clear()
        known = _drawings[id(art), inking.name] = (art, reach(art), "\n".join(lines) if plain else None)
    return known[1], known[2]


def _shapes(items: Iterable[Item], inking: Inking, lines: list[str]) -> bool:
    """Adds the operators of items; False, if they are more than groups and shapes."""
    for item in items:
        if isinstance(item, Group) and not item.see_through:
            lines.append(entering(item))
            if not _shapes(item.items, inking, lines):
                return False
            lines.append("Q")
        elif isinstance(item, Rect | Ellipse | Path) and not isinstance(item.fill, Gradient):
            lines.append(operators.shape(inking.shape(item)))
        else:
            return False
    return True


def entering(group: Group) -> str:
    """Begins a group; `Q` ends it."""
    clip = f" {operators.clipping(group.clip)}" if group.clip else ""
    return f"q {operators.transforming(group.matrix)}{clip}"


def reach(art: Art) -> Box:
    """A box in the art's units that holds all it draws, lines' thickness included; it may stand out of the art."""
    boxes = [Box(0.0, 0.0, art.width, art.height), *_reaches(art.items)]
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(left, top, right - left, bottom - top)


def _reaches(items: Iterable[Item]) -> Iterator[Box]:
    for item in items:
        if isinstance(item, Group):
            yield from (mapped(item.matrix, box) for box in _reaches(item.items))
        elif isinstance(item, Shadow | Image):
            yield item.box
        elif isinstance(item, (Rect, Ellipse, Path)):
            yield reach_of(item)
