"""The printed city as a phone sees it: the picture, and where spaces, gates and shops lie, in the units of an SVG.

All of it follows from the places of the printed faces `city` and `shop`, so a space that is moved on the board is moved
on phones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from msgspec import Struct

from companion.games.hangzhou.names import SPACES, Side, Space
from companion.web.assets import picture_file, signs
from pnp.scene import Box

PITCH: Final = 60.0
"""Units from a space to the next: the printed city is scaled to it."""


class Frame(Struct, frozen=True):
    """Border of the map: `width` units (known to `.city__keys` of the style sheet); the names of columns
    and rows, whose middles are `edge` units from the edge; length and depth of a gate's `plate`, which tells what its
    merchant wants (`wants`) or who it is alone."""

    width: float
    edge: float
    plate: tuple[float, float]
    wants: bool = True


WIDE: Final = Frame(35.0, 11.0, (91.0, 27.0))
SLIM: Final = Frame(18.0, 9.0, (17.0, 17.0), wants=False)
"""Where the keys round the city need the room."""


class Plate(Struct, frozen=True):
    """Where a gate's plate hangs. `across`: it is wider than high."""

    box: Box
    across: bool


class Map(Struct, frozen=True):
    """The printed city, `size` units wide and high.

    `file`: its picture within the walls, which lies in the box `walls`, `turn` degrees turned about the middle.
    `spaces` go row by row as they are seen; None is the temple. `shop` is the printed shop on a space, with the places
    of its dye and its coins, from the top left of the space. `labels` are the names of columns and rows, each with its
    middle and baseline.
    """

    frame: Frame
    size: float
    file: str
    walls: Box
    turn: int
    spaces: tuple[tuple[Space | None, Box], ...]
    boxes: Mapping[Space, Box]
    middles: Mapping[Space | Side, tuple[float, float]]
    """Of spaces, and of the plates of gates."""
    plates: Mapping[Side, Plate]
    shop: tuple[Box, Box, Box]
    labels: tuple[tuple[str, float, float], ...]


def middle(box: Box) -> tuple[float, float]:
    """The middle of a box."""
    return round(box.x + box.width / 2, 1), round(box.y + box.height / 2, 1)


@cache
def city_map(turned: int, frame: Frame = WIDE) -> Map:
    """The city turned by so many quarters."""
    places, trim = signs("hangzhou").places["city-0"], signs("hangzhou").places["shop-white"]
    first, last = places["a1"], places["e5"]
    scale, size = 4 * PITCH / (last.x - first.x), 5 * PITCH + 2 * frame.width
    x, y = (first.x + last.right) / 2, (first.y + last.bottom) / 2

    def seen(place: Box, turned: int) -> Box:
        left, top = place.x + place.width / 2 - x, place.y + place.height / 2 - y
        for _ in range(turned):
            left, top = -top, left
        side = place.width * scale
        return _box(size / 2 + left * scale - side / 2, size / 2 + top * scale - side / 2, side, side)

    boxes = {space: seen(places[space.value.lower()], turned) for space in SPACES}
    spaces = [(None, seen(places["temple"], turned)), *boxes.items()]
    plates = {side: _plate(seen(places[side.value], turned), size, frame) for side in Side}
    middles: dict[Space | Side, tuple[float, float]] = {space: middle(box) for space, box in boxes.items()}
    labels = tuple(_labels(middles, plates, size, frame.edge))
    shop = (boxes[Space.A1].width - 2) / trim["trim"].width
    return Map(
        frame,
        size,
        picture_file("hangzhou", f"city-{turned}"),
        seen(places["walls"], 0),
        90 * turned,
        tuple(sorted(spaces, key=lambda one: [round(at / PITCH) for at in middle(one[1])[::-1]])),
        boxes,
        middles | {side: middle(plate.box) for side, plate in plates.items()},
        plates,
        (_scaled(trim["trim"], shop), _scaled(trim["dye"], shop), _scaled(trim["coins"], shop)),
        labels,
    )


def _scaled(box: Box, scale: float) -> Box:
    return _box(1 + box.x * scale, 1 + box.y * scale, box.width * scale, box.height * scale)


def _plate(gate: Box, size: float, frame: Frame) -> Plate:
    """At the edge, before the gate."""
    (x, y), (length, depth), far = middle(gate), frame.plate, size - frame.plate[1] - 0.5
    if abs(y - size / 2) > abs(x - size / 2):
        return Plate(_box(x - length / 2, 0.5 if y < size / 2 else far, length, depth), across=True)
    return Plate(_box(0.5 if x < size / 2 else far, y - length / 2, depth, length), across=False)


def _labels(
    middles: Mapping[Space | Side, tuple[float, float]], plates: Mapping[Side, Plate], size: float, edge: float
) -> Iterator[tuple[str, float, float]]:
    """Columns in the north, rows in the west, but where the gate hangs."""
    for column, row in zip("ABDE", "1245", strict=True):
        for name, space, side in ((column, f"{column}1", Side.NORTH), (row, f"A{row}", Side.WEST)):
            (x, y), plate = middles[Space(space)], plates[side]
            at = edge if (plate.box.y if plate.across else plate.box.x) < size / 2 else size - edge
            yield (name, x, at + 5) if plate.across else (name, at, y + 5)


def _box(x: float, y: float, width: float, height: float) -> Box:
    return Box(round(x, 1), round(y, 1), round(width, 1), round(height, 1))
