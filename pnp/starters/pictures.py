"""The starters as pictures: a few of their own pieces on a tinted ground, for whoever chooses by eye."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import msgspec

from pnp.art.paths import outline_path
from pnp.face.layout import Layout
from pnp.kit import Kit, expand
from pnp.kits import load
from pnp.render.svg import write_svg
from pnp.scene import Box, Colour, Group, Item, Matrix, Path, Rect, Scene, Stroke
from pnp.sheet.parts import piece_faces
from pnp.starters.starter import Starter

SIZE = (120.0, 80.0)
"""Of a picture, in its own millimetres."""
EDGE: Colour = "#2B2320"
LINE = 0.4
"""Millimetres of the line round each piece."""


class Lying(msgspec.Struct, frozen=True):
    """A piece in a picture: its component, the key of its row or "", where its middle lies, its width, and its turn
    clockwise in degrees."""

    component: str
    row: str
    x: float
    y: float
    width: float
    turn: float = 0.0


class Picture(msgspec.Struct, frozen=True):
    """What lies on a ground, the lowest first."""

    ground: Colour
    pieces: tuple[Lying, ...]


PICTURES: Mapping[str, Picture] = {
    "deck": Picture(
        "#E3EDE4",
        (
            Lying("cards", "barker", 35, 45, 37, -20),
            Lying("cards", "harbour", 60, 40, 37),
            Lying("cards", "lotus-pond", 85, 45, 37, 20),
        ),
    ),
    "tokens": Picture(
        "#F4E9D3",
        (
            Lying("goods", "salt", 22, 24, 24, -5),
            Lying("coins", "gold", 52, 22, 24),
            Lying("wells", "hami", 88, 30, 36),
            Lying("goods", "silk", 52, 56, 24, 6),
            Lying("coins", "copper", 23, 56, 24),
            Lying("coins", "silver", 84, 63, 20),
        ),
    ),
    "board": Picture("#D6E6EC", (Lying("board", "", 60, 40, 102), Lying("die", "die", 104, 68, 12, 12))),
    "roll-and-write": Picture(
        "#E3EDE4",
        (
            Lying("pad", "", 56, 38, 98, -3),
            Lying("dice", "sun", 92, 60, 17, 10),
            Lying("dice", "rain", 109, 49, 17, -8),
        ),
    ),
    "hex-map": Picture(
        "#F4E9D3",
        (
            Lying("map", "", 56, 38, 104),
            Lying("tiles", "jade", 96, 60, 22),
            Lying("caravans", "blue", 74, 67, 13),
            Lying("caravans", "red", 112, 40, 13),
        ),
    ),
    "18xx": Picture(
        "#FBF6EA",
        (
            Lying("market", "", 52, 25, 96),
            Lying("shares", "tarim", 30, 60, 42, -4),
            Lying("trains", "two", 68, 62, 42, 3),
            Lying("tiles", "gentle", 102, 48, 26),
        ),
    ),
}


def picture(starter: Starter) -> str:
    """The picture of a starter as an SVG document. Raises KitError if its kit cannot be read."""
    kit = load(starter.folder)
    layout = Layout(kit, kit.languages[0])
    shown = PICTURES[starter.name]
    ground = Rect(Box(0.0, 0.0, *SIZE), shown.ground)
    laid = (item for lying in shown.pieces for item in _laid(kit, layout, lying))
    return write_svg(Scene(*SIZE, 0.0, (ground, *laid)), fonts=layout.fonts)


def _laid(kit: Kit, layout: Layout, lying: Lying) -> Iterator[Item]:
    """A piece, cut to its shape, with a line round it."""
    scene = _face(kit, layout, lying)
    trim = Rect(Box(0.0, 0.0, scene.width, scene.height), radius=scene.corner)
    shape = Path(outline_path(scene.outline or trim))
    scale = lying.width / scene.width
    matrix = _matrix(lying, scale, scene)
    yield Group(scene.items, matrix, shape)
    yield Group((msgspec.structs.replace(shape, stroke=Stroke(EDGE, LINE / scale)),), matrix)


def _face(kit: Kit, layout: Layout, lying: Lying) -> Scene:
    component = next(one for one in kit.components if one.id == lying.component)
    record = next(row for row, _ in expand(kit, component) if (row.key if row else "") == lying.row)
    return next(scene for _, scene in piece_faces(kit, layout, component, record))


def _matrix(lying: Lying, scale: float, scene: Scene) -> Matrix:
    """Brings the middle of a face to its place, smaller and turned."""
    cosine, sine = scale * math.cos(math.radians(lying.turn)), scale * math.sin(math.radians(lying.turn))
    x, y = scene.width / 2, scene.height / 2
    return (cosine, sine, -sine, cosine, lying.x - cosine * x + sine * y, lying.y - sine * x - cosine * y)
