"""Tuck boxes: a net to cut, fold and glue."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pnp.scene import Item, Scene, Segment
from pnp.sheet.marks import Knife, Panel, Point, cut_line, fold_line, glue, net_scene, panel, reach

ALLOWANCE = 0.5
"""What the card itself takes from the inside, mm: panels are this much larger than the room they enclose."""
BLEED = 1.5
GLUE_TAB, BOTTOM_FLAP, TUCK = 10.0, 10.0, 14.0
"""Widths of the long glue tab, of the flap that closes the bottom, and of the flap tucked in at the top, mm."""
DUST_SHARE = 0.7
"""A dust flap's length as a share of the box's depth."""
SLANT = 2.5
THUMB = 9.0
"""Radius of the thumb notch, at most, mm."""
SLIT = 0.6
"""The tuck flap is this much narrower than its lid at each end, so that it slides in, mm."""
HAIR = 0.15
"""A fold is marked this far beside itself, on the flap that disappears."""
TICK = 3.0
CREASES = 12
"""Four upright, four at dust flaps, lid and its tuck flap, bottom and its glue flap."""
_ARC = 0.5523  # of a circle's radius, the arms of the cubic curve nearest to a quarter of it


class Panels(msgspec.Struct, frozen=True):
    """The sizes at which a box's faces are laid out, width × height in mm."""

    front: tuple[float, float]
    side: tuple[float, float]
    top: tuple[float, float]


class BoxArt(msgspec.Struct, frozen=True):
    """The faces of a box, of the sizes of `panels`; the top is printed on the bottom too."""

    front: Scene
    back: Scene
    side: Scene | None = None
    top: Scene | None = None


def panels(size: tuple[float, float, float]) -> Panels:
    """The panels of a box with this inside (width, height, depth)."""
    width, height, depth = (length + ALLOWANCE for length in size)
    return Panels((width, height), (depth, height), (width, depth))


def notch(width: float) -> float:
    """The radius of the thumb notch in the upper edge of a front of this width, mm."""
    return min(THUMB, width / 4)


def net_size(panels: Panels) -> tuple[float, float]:
    """Width and height of the net of a box with these panels."""
    (width, height), depth = panels.front, panels.side[0]
    return (GLUE_TAB + 2 * (width + depth), TUCK + height + 2 * depth + BOTTOM_FLAP)


def net(art: BoxArt, depth: float) -> Scene:
    """The net: glue tab, side, front, side, back in a row; bottom under the front, lid over the back.

    `depth` is that of the panels. Solid lines are cut, dashed ones folded; drops mark what is glued. Folds that
    stay visible on the box are marked only at their ends.
    """
    plan = _Plan(art, depth)
    signs: list[Item] = list(cut_line((*plan.upper(), *plan.lower(), ("Z",))))
    for start, end in plan.folds():
        signs.extend(fold_line(start, end))
    signs.extend(glue(x, y, 4.0) for x, y in plan.drops())
    return net_scene(plan.width, plan.height, BLEED, tuple(plan.faces()), signs)


def knife(panels: Panels) -> Knife:
    """The cut round the net, and its twelve folds."""
    blank = Scene(*panels.front, 0.0, ())
    plan = _Plan(BoxArt(blank, blank), panels.side[0])
    return Knife((*plan.upper(), *plan.lower(), ("Z",)), tuple(plan.creases()))


class _Plan:
    """The places of a net: `x` the upright folds and the right edge, `top` and `bottom` of the row of panels."""

    def __init__(self, art: BoxArt, depth: float) -> None:
        self.art = art
        self.depth = depth
        self.dust = DUST_SHARE * depth
        width = art.front.width
        steps = (GLUE_TAB, depth, width, depth, width)
        self.x = tuple(sum(steps[: count + 1]) for count in range(5))
        self.width = self.x[4]
        self.top = TUCK + depth
        self.bottom = self.top + art.front.height
        self.height = self.bottom + depth + BOTTOM_FLAP

    def faces(self) -> Iterator[Panel]:
        """Art on its panels, running on over flaps and cuts but not over a neighbouring panel."""
        art, x, top = self.art, self.x, self.top
        closed = art.top is None
        if art.side:
            for left, at in ((True, x[0]), (False, x[2])):
                clip = reach(art.side, BLEED, left=left, right=False, top=True, bottom=True)
                yield panel(art.side, at, top, clip)
        front = reach(art.front, BLEED, left=False, right=False, top=True, bottom=closed)
        yield panel(art.front, x[1], top, front)
        back = reach(art.back, BLEED, left=False, right=True, top=closed, bottom=True)
        yield panel(art.back, x[3], top, back)
        if art.top:
            clip = reach(art.top, BLEED, left=True, right=True, top=False, bottom=True)
            yield panel(art.top, x[1], self.bottom, clip)
            yield panel(art.top, x[3], top - self.depth, clip, 2)  # upright for who looks over the front at the lid

    def upper(self) -> Iterator[Segment]:
        """The cut from the glue tab over the top to the right edge."""
        x, top, lid = self.x, self.top, self.top - self.depth
        yield ("M", 0.0, top + SLANT)
        yield from self._dust(x[0], x[1], top, -1)
        yield from self._thumb((x[1] + x[2]) / 2)
        yield from self._dust(x[2], x[3], top, -1)
        left, right, corner = x[3] + SLIT, x[4] - SLIT, TUCK * 0.7
        yield ("L", x[3], lid)
        yield ("L", left, lid)
        yield ("L", left, corner)
        yield ("C", left, corner * (1 - _ARC), left + corner * (1 - _ARC), 0.0, left + corner, 0.0)
        yield ("L", right - corner, 0.0)
        yield ("C", right - corner * (1 - _ARC), 0.0, right, corner * (1 - _ARC), right, corner)
        yield ("L", right, lid)
        yield ("L", x[4], lid)

    def lower(self) -> Iterator[Segment]:
        """The cut from the right edge under the bottom back to the glue tab."""
        x, bottom, flap = self.x, self.bottom, self.bottom + self.depth
        yield ("L", x[4], bottom)
        yield from self._dust(x[3], x[2], bottom, 1)
        yield ("L", x[2], flap)
        yield ("L", x[2] - SLANT, flap + BOTTOM_FLAP)
        yield ("L", x[1] + SLANT, flap + BOTTOM_FLAP)
        yield ("L", x[1], flap)
        yield from self._dust(x[1], x[0], bottom, 1)
        yield ("L", 0.0, bottom - SLANT)

    def folds(self) -> Iterator[tuple[Point, Point]]:
        """Along flaps that end up inside; of the box's own edges only the ends."""
        x, top, bottom = self.x, self.top, self.bottom
        for y, up in ((top, -HAIR), (bottom, HAIR)):
            yield (x[0], y + up), (x[1], y + up)
            yield (x[2], y + up), (x[3], y + up)
        yield (x[0] - HAIR, top), (x[0] - HAIR, bottom)
        yield (x[3] + SLIT, top - self.depth - HAIR), (x[4] - SLIT, top - self.depth - HAIR)
        yield (x[1], bottom + self.depth + HAIR), (x[2], bottom + self.depth + HAIR)
        for place in (x[1], x[2]):
            yield (place, top - TICK), (place, top)
        yield (x[3], bottom), (x[3], bottom + TICK)

    def creases(self) -> Iterator[tuple[Point, Point]]:
        """Every fold on its whole length."""
        x, top, bottom = self.x, self.top, self.bottom
        for place in x[:4]:
            yield (place, top), (place, bottom)
        for y in (top, bottom):
            yield (x[0], y), (x[1], y)
            yield (x[2], y), (x[3], y)
        yield (x[3], top), (x[4], top)
        yield (x[3] + SLIT, top - self.depth), (x[4] - SLIT, top - self.depth)
        yield (x[1], bottom), (x[2], bottom)
        yield (x[1], bottom + self.depth), (x[2], bottom + self.depth)

    def drops(self) -> Iterator[Point]:
        x = self.x
        yield GLUE_TAB / 2, (self.top + self.bottom) / 2
        yield (x[1] + x[2]) / 2, self.bottom + self.depth + BOTTOM_FLAP / 2
        for left, right in ((x[0], x[1]), (x[2], x[3])):
            yield (left + right) / 2, self.bottom + self.dust / 2

    def _dust(self, start: float, end: float, y: float, way: int) -> Iterator[Segment]:
        """A dust flap between two folds, drawn from `start` to `end`; `way` is -1 upwards, 1 downwards."""
        inward = SLANT if end > start else -SLANT
        yield ("L", start, y)
        yield ("L", start + inward, y + way * self.dust)
        yield ("L", end - inward, y + way * self.dust)
        yield ("L", end, y)

    def _thumb(self, middle: float) -> Iterator[Segment]:
        radius, top = notch(self.art.front.width), self.top
        arc = _ARC * radius
        yield ("L", middle - radius, top)
        yield ("C", middle - radius, top + arc, middle - arc, top + radius, middle, top + radius)
        yield ("C", middle + arc, top + radius, middle + radius, top + arc, middle + radius, top)
