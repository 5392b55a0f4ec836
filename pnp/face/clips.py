"""Things that are cut to a shape: the keys `clip` and `radius`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.art.paths import PathError, ellipse_path, parse_path, rounded_rect
from pnp.art.polygons import exact_bounds
from pnp.face.errors import PaintError
from pnp.face.scope import Expr
from pnp.face.shapes import hexagon_in, moved_path
from pnp.kit.bindings import Template
from pnp.scene import Box, Path

if TYPE_CHECKING:
    from pnp.face.context import PaintContext

FORMS = ("ellipse", "hexagon")


def clip_of(context: PaintContext, clip: Template | None) -> tuple[Expr, ...]:
    """The expression of a clip, if there is one."""
    return (context.text("clip", clip, running=False),) if clip else ()


def clip_path(said: str, box: Box, shown: Box, radius: float) -> Path | None:
    """What a thing is cut to: the ellipse or hexagon that fills what is `shown` of it, path data from the top left of
    its box, or round corners; None: nothing cuts it. Raises `PaintError`."""
    if said == "ellipse":
        return Path(ellipse_path(shown))
    if said == "hexagon":
        return hexagon_in(shown)
    if said:
        try:
            cut = Path(moved_path(parse_path(said), box.x, box.y))
        except PathError as error:
            hint = f"{', '.join(FORMS)}, or SVG path data such as M0,0 h20 v9 l-20,9 z"
            raise PaintError("clip", "path", str(error), hint) from None
        left = exact_bounds(cut.segments).common(shown)
        if shown.width > 0 and shown.height > 0 and (left.width <= 0 or left.height <= 0):
            hint = "its data counts from the top left of the box, in mm"
            raise PaintError("clip", "path", "nothing is left of it: the path lies beside what is drawn", hint)
        return cut
    return Path(rounded_rect(shown, radius, radius)) if radius else None
