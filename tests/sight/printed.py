"""What a printer makes of the pieces of a kit: their faces as pictures, in all inks, as they come from paper."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

import cv2
import numpy as np

from pnp.export.pictures import list_pieces
from pnp.face.layout import KitFaces
from pnp.kits import find, load
from pnp.render.png import draw_scene_pictures
from pnp.sheet.options import Selection

PER_MM = 6.0
"""Pixels to a millimetre of all faces."""
KINDS = ("board", "card", "token", "tile", "standee", "die")
Ink: TypeAlias = Literal["full", "low", "grey"]
Faces: TypeAlias = Mapping[tuple[str, str, str], np.ndarray]
"""By component, row and side, rows of blue, green, red."""


@cache
def printed(kit: str, ink: Ink) -> Faces:
    """The faces of a kit, cut out; figures keep the white about them."""
    if ink == "grey":
        return {
            key: cv2.cvtColor(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
            for key, face in printed(kit, "full").items()
        }
    loaded = load(find(kit))
    layout = KitFaces(loaded, "en", ink=ink, address="http://silkroad.local:8000", seals=True)
    scenes = {}
    for component in (one for one in loaded.components if one.kind in KINDS):
        for piece in list_pieces(loaded, layout, component, Selection()):
            for side, scene in piece.faces.items():
                scenes[component.id, piece.key, side] = scene
            if component.kind == "standee" and component.base_face:
                scenes[component.id, piece.key, "base"] = layout.scene(
                    component.base_face, piece.record, size=component.base
                )
    drawn = draw_scene_pictures(scenes.values(), fonts=layout.fonts, dpi=PER_MM * 25.4)
    return {key: np.asarray(picture)[:, :, ::-1].copy() for key, picture in zip(scenes, drawn, strict=True)}


def figure(face: np.ndarray) -> np.ndarray:
    """How much of each pixel of a figure is left when it is cut out: 1 within, 0 in the white about it."""
    filled = np.ascontiguousarray(face).copy()
    mask = np.zeros((face.shape[0] + 2, face.shape[1] + 2), np.uint8)
    height, width = face.shape[:2]
    for x, y in ((0, 0), (width - 1, 0), (0, height // 2), (width - 1, height // 2)):
        if not mask[y + 1, x + 1] and face[y, x].min() > 235:
            cv2.floodFill(filled, mask, (x, y), (0, 0, 0), (12,) * 3, (12,) * 3, cv2.FLOODFILL_MASK_ONLY | (255 << 8))
    inside = (mask[1:-1, 1:-1] == 0).astype(np.uint8)
    return cv2.dilate(inside, np.ones((9, 9), np.uint8)).astype(np.float32)  # scissors leave a rim
