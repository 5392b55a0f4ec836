"""What a camera knows of a kit: its seals, the sizes of what bears them, and the places of its boards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.sight.board import Marks
from pnp.export.pieces import pieces
from pnp.face.layout import Layout
from pnp.kit.model import Board
from pnp.kits import load
from pnp.sheet.selection import Selection

CORNERS = 3
"""Seals from which a face is looked at as a board: three tell how the camera stands, one or two roughly where."""


class Place(msgspec.Struct, frozen=True):
    """A place of a board: its name, with a number where there are several, and its middle and half its size in mm."""

    name: str
    x: float
    y: float
    reach: float


class Side(msgspec.Struct, frozen=True):
    """A face with seals: the piece and side that it is, its trim in mm, its seals' corners by number, its places."""

    component: str
    key: str
    side: str
    size: tuple[float, float]
    seals: Marks
    places: tuple[Place, ...] = ()

    @property
    def is_board(self) -> bool:
        return len(self.seals) >= CORNERS


def sides(folder: Path) -> tuple[Side, ...]:
    """All faces with seals of a kit, in its order; those that bear the same in all languages. Raises KitError."""
    kit = load(folder)
    layout = Layout(kit, kit.languages[0])
    found = []
    for component in kit.components:
        for piece in pieces(kit, layout, component, Selection()):
            for side, scene in piece.faces.items():
                if scene.seals:
                    seals = {seal.number: seal.corners for seal in scene.seals}
                    places = _places(layout, component) if isinstance(component, Board) and side == "front" else ()
                    size = (scene.width, scene.height)
                    found.append(Side(component.id, piece.key, side, size, seals, places))
    return tuple(found)


def by_number(known: tuple[Side, ...]) -> Mapping[int, Side]:
    """The face that each number is on; of one that is on two, the first."""
    found: dict[int, Side] = {}
    for side in known:
        for number in side.seals:
            found.setdefault(number, side)
    return found


def _places(layout: Layout, component: Board) -> tuple[Place, ...]:
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
