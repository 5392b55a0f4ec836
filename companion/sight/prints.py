"""The faces of a kit as they are printed, for who compares them with a photograph."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

import numpy as np

from pnp.camera.picture import Array

PER_MM: Final = 4.0
"""Pixels to a millimetre: what a phone sees of a whole table."""
Ink: TypeAlias = Literal["full", "low"]
INKS: Final[tuple[Ink, ...]] = ("full", "low")
_MM_PER_INCH: Final = 25.4


def prints(folder: Path, keys: Collection[str], ink: Ink) -> Mapping[str, Array]:
    """The fronts of those rows of a kit, cut out, by key: rows of grey from 0 (black) to 255, `PER_MM` to the mm.
    Raises KitError."""
    from pnp.export.pieces import pieces
    from pnp.face.layout import Layout
    from pnp.kits import load
    from pnp.render.png import scene_pictures
    from pnp.sheet.selection import Selection

    kit = load(folder)
    layout = Layout(kit, kit.languages[0], ink=ink)
    scenes = {}
    for component in kit.components:
        for piece in pieces(kit, layout, component, Selection()):
            if piece.key in keys and "front" in piece.faces:
                scenes[piece.key] = piece.faces["front"]
    drawn = scene_pictures(scenes.values(), fonts=layout.fonts, dpi=PER_MM * _MM_PER_INCH)
    return {key: np.asarray(picture.convert("L"), dtype=np.float32) for key, picture in zip(scenes, drawn, strict=True)}
