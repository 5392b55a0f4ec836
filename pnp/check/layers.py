"""What is seen at a point of a face: of all that was drawn there, what was drawn last."""

from __future__ import annotations

from collections.abc import Sequence

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
        for drawing in reversed(self._drawn[start:stop]):
            self._effort.take(1)
            if not self._outliner.extent(drawing).holds(here, SLACK):
                continue
            for shape in reversed(self._outliner.drawn(drawing).fills):
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
