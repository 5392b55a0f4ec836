"""Printed faces of a kit as grey pictures, to compare with a photograph."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

import cv2
import numpy as np

from pnp.camera import Array, Picture
from pnp.export.pictures import list_pieces
from pnp.face.layout import KitFaces
from pnp.kits import load
from pnp.render.png import scene_pictures
from pnp.sheet.options import Selection

PER_MM: Final = 4.0
"""Pixels to a millimetre: what a phone sees of a whole table."""
Ink: TypeAlias = Literal["full", "low"]
INKS: Final[tuple[Ink, ...]] = ("full", "low")
_MM_PER_INCH: Final = 25.4


def prints(folder: Path, components: Collection[str], ink: Ink, side: str = "front") -> Mapping[str, Array]:
    """Renders one side of every piece of some components, cut at the trim.

    Returns, by row key, grey values from 0 (black) to 255 with `PER_MM` pixels to the mm. Raises KitError.
    """
    drawn = coloured_prints(folder, components, ink, side)
    return {key: cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32) for (_, key), face in drawn.items()}


def coloured_prints(
    folder: Path, components: Collection[str], ink: Ink, side: str = "front", per_mm: float = PER_MM
) -> Mapping[tuple[str, str], Picture]:
    """The same in blue, green and red, by component and row key."""
    kit = load(folder)
    layout = KitFaces(kit, kit.languages[0], seals=True, ink=ink)
    scenes = {}
    for component in (one for one in kit.components if one.id in components):
        for piece in list_pieces(kit, layout, component, Selection()):
            if side in piece.faces:
                scenes[component.id, piece.key] = piece.faces[side]
    drawn = scene_pictures(scenes.values(), fonts=layout.fonts, dpi=per_mm * _MM_PER_INCH)
    return {
        key: np.ascontiguousarray(np.asarray(picture.convert("RGB"))[:, :, ::-1])
        for key, picture in zip(scenes, drawn, strict=True)
    }
