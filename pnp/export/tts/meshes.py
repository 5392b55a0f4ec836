"""Models of what stands up: dice, and figures on their bases, as OBJ files with one picture for all of their sides.

Coordinates are right-handed, as OBJ has them: x to the right, y upwards, z towards whoever looks; in units of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

ATLAS = (3, 2)
"""Columns and rows of the picture of a die: its six sides in reading order."""
DIE_SIDES = ((0, 1, 0), (1, 0, 0), (0, 0, 1), (0, 0, -1), (-1, 0, 0), (0, -1, 0))
"""Where each side of a die faces, so that side i lies opposite side 5 - i, as in the printed net."""
FIGURE = 0.05
"""How thick a figure is, of cardboard glued to both sides."""
FOOT_HEIGHT = 0.08
FOOT_SHARE = 0.9
"""The plate under a figure that has none: as wide as it, and so much of it deep."""

Point = tuple[float, float, float]
Quad = tuple[tuple[Point, Point, Point, Point], tuple[float, float, float, float]]
"""The corners of a side as it is looked at, from the lower left counter-clockwise, and the part of the picture on it:
left, bottom, right, top, each 0 to 1."""


def die(edge: float) -> str:
    """A cube about the origin, with `edge` units."""
    return _obj(_cube_sides(edge / 2))


def figure(width: float, height: float, base: tuple[float, float]) -> str:
    """A figure that stands on a plate, its foot in the middle of it: front in the left half of the picture, back in the
    right one. The plate and the edges take the colour of the picture's lower left corner."""
    half, thick = width / 2, FIGURE / 2
    low, high = FOOT_HEIGHT, FOOT_HEIGHT + height
    deep = base[1] / 2
    edge = (0.001, 0.001, 0.002, 0.002)
    sides: list[Quad] = [
        (((-half, low, thick), (half, low, thick), (half, high, thick), (-half, high, thick)), (0.0, 0.0, 0.5, 1.0)),
        (
            ((half, low, -thick), (-half, low, -thick), (-half, high, -thick), (half, high, -thick)),
            (0.5, 0.0, 1.0, 1.0),
        ),
    ]
    sides += _block((-half, low, -thick), (half, high, thick), edge)[2:]
    sides += _block((-base[0] / 2, 0.0, -deep), (base[0] / 2, FOOT_HEIGHT, deep), edge)
    return _obj(sides)


def atlas(sides: Sequence[Image.Image]) -> Image.Image:
    """The six sides of a die in one picture."""
    width, height = sides[0].size
    sheet = Image.new("RGB", (width * ATLAS[0], height * ATLAS[1]), "white")
    for number, side in enumerate(sides):
        row, column = divmod(number, ATLAS[0])
        sheet.paste(side, (column * width, row * height), side)
    return sheet


def pair(front: Image.Image, back: Image.Image) -> Image.Image:
    """Front and back of a figure, beside each other."""
    sheet = Image.new("RGB", (2 * front.width, front.height), "white")
    sheet.paste(front, (0, 0), front)
    sheet.paste(back, (front.width, 0), back)
    return sheet


def _cube_sides(half: float) -> Iterator[Quad]:
    for number, (x, y, z) in enumerate(DIE_SIDES):
        # To the right and up as one looks at the side.
        right = (
            (0.0, 0.0, -1.0) if x > 0 else (0.0, 0.0, 1.0) if x < 0 else (-1.0, 0.0, 0.0) if z < 0 else (1.0, 0.0, 0.0)
        )
        up = (0.0, 0.0, -1.0) if y > 0 else (0.0, 0.0, 1.0) if y < 0 else (0.0, 1.0, 0.0)
        corners = tuple(
            tuple(half * (n + i * r + j * u) for n, r, u in zip((x, y, z), right, up, strict=True))
            for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )
        row, column = divmod(number, ATLAS[0])
        part = (column / ATLAS[0], 1 - (row + 1) / ATLAS[1], (column + 1) / ATLAS[0], 1 - row / ATLAS[1])
        yield corners, part  # type: ignore[misc]  # zip loses that there are three and four


def _block(low: Point, high: Point, part: tuple[float, float, float, float]) -> list[Quad]:
    """The six sides of a block: front, back, right, left, top, bottom."""
    (a, b, c), (d, e, f) = low, high
    corners = (
        ((a, b, f), (d, b, f), (d, e, f), (a, e, f)),
        ((d, b, c), (a, b, c), (a, e, c), (d, e, c)),
        ((d, b, f), (d, b, c), (d, e, c), (d, e, f)),
        ((a, b, c), (a, b, f), (a, e, f), (a, e, c)),
        ((a, e, f), (d, e, f), (d, e, c), (a, e, c)),
        ((a, b, c), (d, b, c), (d, b, f), (a, b, f)),
    )
    return [(quad, part) for quad in corners]


def _obj(sides: Sequence[Quad] | Iterator[Quad]) -> str:
    """The sides as two triangles each."""
    lines = list[str]()
    for number, (corners, (left, bottom, right, top)) in enumerate(sides):
        lines += [f"v {x:.5f} {y:.5f} {z:.5f}" for x, y, z in corners]
        lines += [f"vt {u:.5f} {v:.5f}" for u, v in ((left, bottom), (right, bottom), (right, top), (left, top))]
        lines.append("vn {:.5f} {:.5f} {:.5f}".format(*_normal(corners)))
        first = 4 * number + 1
        for triangle in ((0, 1, 2), (0, 2, 3)):
            lines.append("f " + " ".join(f"{first + i}/{first + i}/{number + 1}" for i in triangle))
    return "\n".join(lines) + "\n"


def _normal(corners: Sequence[Point]) -> Point:
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners[:3]
    ux, uy, uz, vx, vy, vz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = (x * x + y * y + z * z) ** 0.5
    return x / length, y / length, z / length
