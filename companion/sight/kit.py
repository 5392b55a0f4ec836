"""The camera's data from a kit: faces with seals, places of its boards, and prints to compare with photographs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

import numpy as np

from companion.sight.reading import Place, Side
from pnp.camera import Array
from pnp.export.pictures import list_pieces
from pnp.face.layout import KitFaces
from pnp.kit.model import Board, Kit, Standee
from pnp.kits import find, load
from pnp.render.png import draw_scene_pictures
from pnp.scene import Scene
from pnp.sheet.nets import make_base_shape
from pnp.sheet.options import Selection

PER_MM: Final = 4.0
"""Pixels to a millimetre: what a phone sees of a whole table."""
Ink: TypeAlias = Literal["full", "low"]
INKS: Final[tuple[Ink, ...]] = ("full", "low")
_MM_PER_INCH: Final = 25.4


def sides(folder: Path) -> tuple[Side, ...]:
    """Returns all faces with seals of a kit, in order; those with equal seals in all languages. Raises KitError."""
    kit = load(folder)
    layout = KitFaces(kit, kit.languages[0], seals=True)
    found = []
    for component in kit.components:
        for piece in list_pieces(kit, layout, component, Selection()):
            for side, scene in piece.faces.items():
                if scene.seals:
                    seals = {seal.number: seal.corners for seal in scene.seals}
                    places = _places(layout, component) if isinstance(component, Board) and side == "front" else ()
                    size = (scene.width, scene.height)
                    found.append(Side(component.id, piece.key, side, size, seals, places))
    return tuple(found)


def _places(layout: KitFaces, component: Board) -> tuple[Place, ...]:
    """Returns the places for pieces, numbered in drawing order if several share a name."""
    spots = layout.spots(component.face, size=component.size, bleed=component.bleed)
    all_names, names = Counter(spot.name for spot in spots), Counter[str]()
    found = []
    for spot in spots:
        names[spot.name] += 1
        name = f"{spot.name} {names[spot.name]}" if all_names[spot.name] > 1 else spot.name
        a, b, c, d, e, f = spot.matrix
        x, y = spot.box.x + spot.box.width / 2, spot.box.y + spot.box.height / 2
        reach = abs(a * d - b * c) ** 0.5 * min(spot.box.width, spot.box.height) / 2
        found.append(Place(name, round(a * x + c * y + e, 2), round(b * x + d * y + f, 2), round(reach, 2)))
    return tuple(found)


@cache
def render_prints(
    kit: str, faces: tuple[tuple[str, str], ...], ink: Ink, per_mm: float = PER_MM
) -> Mapping[tuple[str, str, str], Array]:
    """Renders faces of every piece of some components, each given by component and side, cropped to the trim. Sides of
    a standee are also `base` and `foot`: its plate and each of its feet.

    Returns, by component, row key and side, rows of blue, green and red from 0 to 255, `per_mm` pixels to a mm. Raises
    KitError.
    """
    loaded, layout = _layout(find(kit), ink)
    scenes: dict[tuple[str, str, str], Scene] = {}
    for component in loaded.components:
        wanted = [side for name, side in faces if name == component.id]
        for piece in list_pieces(loaded, layout, component, Selection()) if wanted else ():
            printed = dict(piece.faces)
            if isinstance(component, Standee) and component.base_face:
                size, _ = make_base_shape(component.base)
                printed["base"] = layout.scene(component.base_face, piece.record, size=size)
            if isinstance(component, Standee) and component.foot_face:
                size = component.size[0], component.foot
                printed["foot"] = layout.scene(component.foot_face, piece.record, size=size)
            scenes |= {(component.id, piece.key, side): printed[side] for side in wanted if side in printed}
    drawn = draw_scene_pictures(scenes.values(), fonts=layout.fonts, dpi=per_mm * _MM_PER_INCH)
    return {
        key: np.asarray(picture.convert("RGB"))[:, :, ::-1].astype(np.float32)
        for key, picture in zip(scenes, drawn, strict=True)
    }


@cache
def _layout(folder: Path, ink: Ink) -> tuple[Kit, KitFaces]:
    """Reads a kit once for all of its faces."""
    kit = load(folder)
    return kit, KitFaces(kit, kit.languages[0], seals=True, ink=ink)
