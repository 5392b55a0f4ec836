"""Soft shadows of shapes on faces: the keys `shadow`, `shadow_colour` and `shadow_opacity`."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pnp.face.errors import PaintError
from pnp.kit.measures import parse_length
from pnp.kit.structs import BadValueError, Reads, shown
from pnp.scene import Colour, Path, Shadow

LEAST_PIXEL = 25.4 / 300
"""Millimetres: printers show no finer greys."""
MOST_BLUR = 40.0
"""Millimetres; a wider edge is a gradient."""


def _shadow(value: object) -> tuple[float, float, float]:
    if not isinstance(value, list) or len(value) != 3:
        raise BadValueError(f"is {shown(value)}, not a shadow", "[to the right, down, softness] in mm: [0.5, 0.8, 1.5]")
    right, down, blur = (parse_length(part) for part in value)
    if not 0 <= blur <= MOST_BLUR:
        raise BadValueError(f"has a softness of {blur:g} mm", f"from 0, a sharp edge, to {MOST_BLUR:g}")
    return right, down, blur


ShadowSpec: TypeAlias = Annotated[tuple[float, float, float], Reads(_shadow)]
"""How far a shadow lies to the right and down, and how wide its soft edge is, mm."""


def soft_shadow(path: Path, blur: float, opacity: float, colour: Colour, move: tuple[float, float]) -> Shadow | None:
    """The shadow of a closed shape, moved to the right and down; `blur` mm is the width of its soft edge. None, if the
    shape is nothing; raises `PaintError` if it has too many parts."""
    from pnp.art import shadows  # it draws pictures, which few kits need

    try:
        return shadows.soft_shadow(path, blur / 2, opacity, colour, move, LEAST_PIXEL)
    except shadows.ShadowError as error:
        raise PaintError("shadow", "size", str(error), "a sharp one, of softness 0, or simplify the path") from None
