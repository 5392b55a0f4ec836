"""Where the back of a thing must be printed so that it lands behind its front.

Every way of printing backs is a mirror: the sheet is turned about an edge, or folded along a line, and either
way a point of the front and the point behind it lie mirrored about one axis of the page. All geometry of backs
is in this module, so that there is one thing to check.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, cast

import msgspec

from pnp.scene import Box
from pnp.sheet.papers import Backs, Paper

Turns: TypeAlias = Literal[0, 1, 2, 3]


class Mirror(msgspec.Struct, frozen=True):
    """A mirror about the vertical line x = `at`, or the horizontal line y = `at`."""

    vertical: bool
    at: float

    def box(self, box: Box) -> Box:
        """Where the back of a thing with this front lies."""
        if self.vertical:
            return Box(2 * self.at - box.right, box.y, box.width, box.height)
        return Box(box.x, 2 * self.at - box.bottom, box.width, box.height)

    def point(self, x: float, y: float) -> tuple[float, float]:
        if self.vertical:
            return 2 * self.at - x, y
        return x, 2 * self.at - y

    def turns(self, turns: Turns) -> Turns:
        """How a back is turned whose front is turned so.

        A component is turned over about its own upright axis. A mirror about a vertical line reverses the sense
        of turning; one about a horizontal line is the same and half a turn more.
        """
        return cast(Turns, (-turns if self.vertical else 2 - turns) % 4)


def duplex(paper: Paper, landscape: bool, backs: Backs) -> Mirror:
    """The mirror of a sheet whose back is a page of its own.

    Short-edge turning is about the short edge of the paper, however the page lies.
    """
    width, height = paper.size(landscape)
    vertical = (backs == "short-edge") == landscape
    return Mirror(vertical, (width if vertical else height) / 2)
