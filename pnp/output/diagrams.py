"""Small drawings of the print guide: how sheets are turned, and the signs on them."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.scene import Box, Ellipse, Group, Item, Path, Rect, Stroke
from pnp.sheet.marks import FOLD, INK, MARK, WHITE, glue
from pnp.sheet.paper import Backs

OUTLINE = Stroke(INK, 0.35, join="round")
HIDDEN = Stroke(INK, 0.2, dash=(0.8, 0.8))
ARROW = Stroke(INK, 0.4, cap="round", join="round")
CARD = (4.6, 6.4)


def turning(box: Box, backs: Backs, accent: str) -> Iterator[Item]:
    """How a sheet is turned between its sides, in a box of about 36 × 26 mm."""
    middle_x, middle_y = box.x + box.width / 2, box.y + box.height / 2
    if backs in ("long-edge", "separate"):
        yield from _sheet(middle_x - 17.0, middle_y - 10.5, 14.5, 20.5, accent, "front")
        yield from _sheet(middle_x + 2.5, middle_y - 10.5, 14.5, 20.5, accent, "back")
        yield from _arc(middle_x - 6.0, middle_y - 8.5, middle_x + 6.5, middle_y - 8.5, -5.5)
    elif backs == "short-edge":
        yield from _sheet(middle_x - 17.0, middle_y - 10.5, 14.5, 20.5, accent, "front")
        yield from _sheet(middle_x + 2.5, middle_y - 10.5, 14.5, 20.5, accent, "back over the top")
        yield Path((("M", middle_x - 1.2, middle_y + 8.0), ("L", middle_x - 1.2, middle_y - 8.0)), stroke=ARROW)
        yield _head(middle_x - 1.2, middle_y - 8.6, (0.0, -1.0))
    elif backs == "gutterfold":
        yield from _folding(middle_x, middle_y, accent)
    else:
        yield from _sheet(middle_x - 7.25, middle_y - 10.5, 14.5, 20.5, accent, "front")


def crop(x: float, y: float) -> Iterator[Item]:
    """The corner of a component and its two crop marks."""
    yield Rect(Box(x - 3.0, y - 1.0, 8.0, 6.0), fill="#F4E9D3")
    yield Path((("M", x - 3.0, y - 1.8), ("L", x - 3.0, y - 4.5)), stroke=MARK)
    yield Path((("M", x - 3.8, y - 1.0), ("L", x - 6.5, y - 1.0)), stroke=MARK)


def cut(x: float, y: float) -> Iterator[Item]:
    yield Path((("M", x - 6.0, y), ("L", x + 6.0, y)), stroke=Stroke(INK, 0.25))


def fold(x: float, y: float) -> Iterator[Item]:
    yield Path((("M", x - 6.0, y), ("L", x + 6.0, y)), stroke=Stroke(INK, 0.25, dash=(0.9, 0.7)))


def drop(x: float, y: float) -> Iterator[Item]:
    yield glue(x, y, 6.0)


def diamond(x: float, y: float) -> Iterator[Item]:
    """Two halves, not yet together."""
    for way in (-1.0, 1.0):
        edge = x + way * 0.7
        points = ((edge, y - 2.8), (edge + way * 2.8, y), (edge, y + 2.8))
        yield Path((("M", *points[0]), ("L", *points[1]), ("L", *points[2]), ("Z",)), fill=INK)


def _sheet(x: float, y: float, width: float, height: float, accent: str, side: str) -> Iterator[Item]:
    """A sheet with four cards: fronts bear a disc above, backs are filled, upright or upside down."""
    yield Rect(Box(x, y, width, height), fill=WHITE, stroke=OUTLINE)
    left, top = x + (width - 2 * CARD[0] - 1.0) / 2, y + (height - 2 * CARD[1] - 1.0) / 2
    for column in range(2):
        for row in range(2):
            box = Box(left + column * (CARD[0] + 1.0), top + row * (CARD[1] + 1.0), *CARD)
            yield from _card(box, accent, side)


def _card(box: Box, accent: str, side: str) -> Iterator[Item]:
    front = side == "front"
    yield Rect(box, fill=None if front else accent, stroke=Stroke(INK, 0.2), radius=0.5)
    high = box.bottom - 3.0 if side == "back over the top" else box.y + 1.0
    yield Ellipse(Box(box.x + box.width / 2 - 1.0, high, 2.0, 2.0), fill=accent if front else WHITE)


def _folding(x: float, y: float, accent: str) -> Iterator[Item]:
    """A sheet with fronts above and backs below its fold."""
    width, height = 19.0, 23.0
    left, top = x - width / 2 - 3.0, y - height / 2
    yield Rect(Box(left, top, width, height), fill=WHITE, stroke=OUTLINE)
    yield Path((("M", left - 1.5, y), ("L", left + width + 1.5, y)), stroke=FOLD)
    for column in range(3):
        at = left + 1.7 + column * (CARD[0] + 0.9)
        yield from _card(Box(at, y - 2.2 - CARD[1], *CARD), accent, "front")
        yield from _card(Box(at, y + 2.2, *CARD), accent, "back over the top")
    right = left + width + 3.0
    yield Path(
        (("M", right, y + 7.0), ("C", right + 5.0, y + 5.0, right + 5.0, y - 5.0, right + 0.6, y - 6.7)), stroke=ARROW
    )
    yield _head(right, y - 7.0, (-0.93, -0.37))


def _arc(x1: float, y1: float, x2: float, y2: float, rise: float) -> Iterator[Item]:
    """An arrow that goes over from one sheet to the other."""
    yield Path((("M", x1, y1), ("C", x1 + 2.0, y1 + rise, x2 - 2.0, y2 + rise, x2, y2 - 0.6)), stroke=ARROW)
    yield _head(x2 + 0.2, y2, (0.34, 0.94))


def _head(x: float, y: float, way: tuple[float, float]) -> Group:
    """An arrow's head with its tip at (x, y), pointing the unit vector's way."""
    tip = Path((("M", 0.0, 0.0), ("L", -1.9, -0.9), ("L", -1.9, 0.9), ("Z",)), fill=INK)
    return Group((tip,), (way[0], way[1], -way[1], way[0], x, y))
