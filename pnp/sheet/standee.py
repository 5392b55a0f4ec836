"""Standees: a figure to fold at its head, so that it stands on its two feet and is seen from both sides."""

from __future__ import annotations

from pnp.scene import Box, Ellipse, Item, Path, Scene
from pnp.sheet.marks import FOLD_DASHES, fold_line, glue, net_scene, panel, reach

DROP = 0.5
"""Height of the glue sign as a share of the flap's."""


def strip(front: Scene, back: Scene, foot: float, flap: Scene | None = None) -> Scene:
    """The strip to cut out: flap, back upside down, fold, front, flap; each flap `foot` mm high, with the face `flap`
    if there is one, else with a sign for glue.

    The flaps fold outwards, face up, and are glued onto the base.
    """
    width, height = front.width, front.height
    middle = foot + height
    whole = 2 * middle
    sides = {"left": True, "right": True, "top": False, "bottom": False}
    panels = [
        panel(back, 0.0, foot, reach(back, back.bleed, **sides), 2),
        panel(front, 0.0, middle, reach(front, front.bleed, **sides)),
    ]
    signs: list[Item] = []
    for y in (foot, whole - foot):
        signs.extend(fold_line((0.0, y), (width, y)))
    if flap:
        clip = reach(flap, flap.bleed, left=True, right=True, top=False, bottom=True)
        panels += [panel(flap, 0.0, 0.0, clip, 2), panel(flap, 0.0, whole - foot, clip)]
    else:
        signs += [glue(width / 2, y, foot * DROP) for y in (foot / 2, whole - foot / 2)]
    return net_scene(width, whole, front.bleed, panels, signs)


def folds(height: float, foot: float) -> tuple[float, float, float]:
    """Where a strip of figures `height` mm high is folded, from its top."""
    return (foot, foot + height, foot + 2 * height)


def base_shape(base: tuple[float, ...]) -> tuple[tuple[float, float], Ellipse | None]:
    """Width and height of the base to stand on, and its outline: none for a plate, which is cut square."""
    if len(base) == 1:
        return (base[0], base[0]), Ellipse(Box(0.0, 0.0, base[0], base[0]))
    return (base[0], base[1]), None


def plain_base(base: tuple[float, ...]) -> Scene:
    """A disc or plate to stand on without a face of its own: a line where the figure stands."""
    (width, height), outline = base_shape(base)
    line = Path((("M", width * 0.1, height / 2), ("L", width * 0.9, height / 2)), stroke=FOLD_DASHES)
    return Scene(width, height, 0.0, (line,), outline=outline)
