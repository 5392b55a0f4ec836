"""What is seen at a point of a face: of all that was drawn there, what was drawn last."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from pnp.art.paths import Point
from pnp.check.outlines import PAPER, Shape, holds
from pnp.check.sides import SLACK
from pnp.check.standing import Effort, Outliner, Standing
from pnp.findings import Place
from pnp.scene import Box, Colour


class Layers:
    """The drawings of a face, the first drawn first, to be asked for what of them is seen."""

    def __init__(self, drawn: Sequence[Standing], outliner: Outliner, effort: Effort) -> None:
        self._drawn = drawn
        self._outliner = outliner
        self._effort = effort

    def top(self, at: Point, start: int = 0, stop: int | None = None) -> Shape | None:
        """The fill that is seen at a point of the drawings from `start` to before `stop`, if there is one."""
        here = Box(*at, 0.0, 0.0)
        low, high = (bisect_left(self._filled, end) for end in (start, len(self._drawn) if stop is None else stop))
        for number in reversed(self._filled[low:high]):
            drawing = self._drawn[number]
            self._effort.take(1)
            if not self._outliner.extent(drawing).holds(here, SLACK):
                continue
            found = self._last(self._outliner.drawn(drawing).fills, at)
            if found is not None:
                return found
        return None

    @cached_property
    def _filled(self) -> list[int]:
        """The numbers of the drawings that have fills, which are known sooner than these."""
        return [number for number, drawing in enumerate(self._drawn) if self._outliner.colours(drawing).fills]

    def beneath(self, shape: Shape, at: Point, number: int) -> Shape | None:
        """The fill on which a shape of the drawing of a number lies at a point, if there is one."""
        fills = self._outliner.drawn(self._drawn[number]).fills
        before = next((place for place, one in enumerate(fills) if one is shape), len(fills))
        return self._last(fills[:before], at) or self.top(at, stop=number)

    def _last(self, fills: Sequence[Shape], at: Point) -> Shape | None:
        """The last of some fills at a point."""
        here = Box(*at, 0.0, 0.0)
        for shape in reversed(fills):
            self._effort.take(1)
            if shape.fill and shape.box.holds(here):
                self._effort.take(len(shape.polygon))
                if holds(shape.polygon, [at]):
                    return shape
        return None

    def times(self, place: Place) -> int:
        """How many drawings of the face come from one place, as those of a grid do."""
        return sum(drawing.place == place for drawing in self._drawn)

    def colours(self, at: Point, stop: int | None = None) -> tuple[Colour, ...]:
        """The colour that is seen there of the drawings before `stop`; of a gradient all between which it runs."""
        return colours_of(self.top(at, stop=stop))


def colours_of(shape: Shape | None) -> tuple[Colour, ...]:
    """The colours of a shape; paper's, where there is none."""
    return (PAPER,) if shape is None else shape.ends or (shape.fill or PAPER,)
