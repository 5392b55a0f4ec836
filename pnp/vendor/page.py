"""A face as a page of a shop: as large as trim and bleed together, and nothing else on it."""

from __future__ import annotations

from typing import Literal

from pnp.scene import Box, Page, Placed, Scene
from pnp.vendor.fit import Fit


def face_page(scene: Scene | None, fit: Fit, *, back: bool = False) -> Page:
    """The page of a face; of a back that is not there, an empty one.

    A piece that lies on its side is turned clockwise on its front, and the other way on its back: so it is still
    upright behind, when the piece is turned over about its own upright edge.
    """
    width, height = fit.page
    trim = Box(*fit.bleed, *fit.trim)
    if scene is None:
        return Page(width, height, (), trim=trim, bleed=Box(0.0, 0.0, width, height))
    turns: Literal[0, 1, 3] = (3 if back else 1) if fit.turned else 0
    across, down = (scene.height, scene.width) if fit.turned else (scene.width, scene.height)
    placed = Placed(scene, (width / fit.scale - across) / 2, (height / fit.scale - down) / 2, turns)
    scaled = (fit.scale, 0.0, 0.0, fit.scale, 0.0, 0.0)
    return Page(width, height, (placed,), trim=trim, bleed=Box(0.0, 0.0, width, height), matrix=scaled)
