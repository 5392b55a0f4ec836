"""What a printer makes of the pieces of a kit: their faces as pictures, in all inks, as they come from paper."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

import cv2
import msgspec
import numpy as np

from pnp.export.pictures import list_pieces
from pnp.face.layout import KitFaces
from pnp.kits import find, load
from pnp.render.png import draw_scene_pictures
from pnp.sheet.options import Selection

MM_PER_INCH = 25.4
KINDS = ("board", "card", "token", "tile", "standee", "die")
Ink: TypeAlias = Literal["full", "low", "grey"]
INKS: tuple[Ink, ...] = ("full", "low", "grey")
Faces: TypeAlias = Mapping[tuple[str, str, str], np.ndarray]
"""By component, row and side, rows of blue, green, red."""


class Printed(msgspec.Struct, frozen=True, eq=False):
    """The faces of a kit at so many pixels to the millimetre; those of boards at fewer."""

    faces: Faces
    per_mm: float
    board_per_mm: float

    def face(self, component: str, key: str = "", side: str = "front") -> np.ndarray:
        return self.faces[component, key, side]


@cache
def printed(kit: str, ink: Ink, per_mm: float = 6.0, board_per_mm: float = 4.0, language: str = "en") -> Printed:
    """The faces of a kit, cut out; figures keep the white about them."""
    if ink == "grey":
        coloured = printed(kit, "full", per_mm, board_per_mm, language)
        return Printed({key: _grey(face) for key, face in coloured.faces.items()}, per_mm, board_per_mm)
    loaded = load(find(kit))
    layout = KitFaces(loaded, language, ink=ink, address="http://silkroad.local:8000", seals=True)
    wanted = [component for component in loaded.components if component.kind in KINDS]
    keys, scenes, dpis = [], [], []
    for component in wanted:
        scale = board_per_mm if component.kind == "board" else per_mm
        for piece in list_pieces(loaded, layout, component, Selection()):
            for side, scene in piece.faces.items():
                keys.append((component.id, piece.key, side))
                scenes.append(scene)
                dpis.append(scale * MM_PER_INCH)
            if component.kind == "standee":
                foot = component.size[0], component.foot
                for side, face, size in (
                    ("base", component.base_face, component.base),
                    ("foot", component.foot_face, foot),
                ):
                    if face:
                        keys.append((component.id, piece.key, side))
                        scenes.append(layout.scene(face, piece.record, size=size))
                        dpis.append(scale * MM_PER_INCH)
    found = {}
    for dpi in sorted(set(dpis)):
        same = [at for at, other in enumerate(dpis) if other == dpi]
        drawn = draw_scene_pictures([scenes[at] for at in same], fonts=layout.fonts, dpi=dpi)
        found.update(
            {keys[at]: np.asarray(picture)[:, :, ::-1].copy() for at, picture in zip(same, drawn, strict=True)}
        )
    return Printed(found, per_mm, board_per_mm)


def _grey(face: np.ndarray) -> np.ndarray:
    return cv2.cvtColor(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


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
