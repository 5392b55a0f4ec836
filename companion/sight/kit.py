"""The parts of a kit that a photograph can show: seals, sizes of the pieces with seals, places of the boards."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from companion.sight.faces import Place, Side
from pnp.export.pictures import list_pieces
from pnp.face.layout import KitFaces
from pnp.kit.model import Board
from pnp.kits import load
from pnp.sheet.options import Selection


def sides(folder: Path) -> tuple[Side, ...]:
    """All faces with seals of a kit, in its order; those that bear the same in all languages. Raises KitError."""
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
    """The places on which pieces are laid, numbered in the order in which they are drawn where several share a name."""
    spots = layout.spots(component.face, size=component.size, bleed=component.bleed)
    counts: dict[str, int] = defaultdict(int)
    found = []
    for spot in spots:
        counts[spot.name] += 1
        a, b, c, d, e, f = spot.matrix
        x, y = spot.box.x + spot.box.width / 2, spot.box.y + spot.box.height / 2
        scale = abs(a * d - b * c) ** 0.5
        reach = scale * min(spot.box.width, spot.box.height) / 2
        found.append((spot.name, counts[spot.name], a * x + c * y + e, b * x + d * y + f, reach))
    return tuple(
        Place(f"{name} {number}" if counts[name] > 1 else name, round(x, 2), round(y, 2), round(reach, 2))
        for name, number, x, y, reach in found
    )
