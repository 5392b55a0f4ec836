"""The printed city as a phone sees it: the picture, and where spaces, gates and shops lie, in the units of an SVG.

All of it follows from the places of the printed faces `city` and `shop`, so a space that is moved on the board is moved
on phones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from msgspec import Struct

from companion.games.hangzhou.names import Side, Space
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


class Picture(Struct, frozen=True):
    """The printed city within its walls: its file, where it lies, how many degrees it is turned about the middle."""

    file: str
    box: Box
    turn: int


class Shop(Struct, frozen=True):
    """The printed shop on a space: where it, its dye and its coins lie, from the top left of the space."""

    box: Box
    dye: Box
    coins: Box


class Plate(Struct, frozen=True):
    """Where a gate's plate hangs. `across`: it is wider than high."""

    box: Box
    across: bool


class Label(Struct, frozen=True):
    """The name of a column or row, and where it begins: middle and baseline."""

    name: str
    x: float
    y: float


class Map(Struct, frozen=True):
    """The printed city, `size` units wide and high. `places` are those of the face, as they are seen."""

    frame: Frame
    size: float
    picture: Picture
    places: Mapping[str, Box]
    shop: Shop
    plates: Mapping[Side, Plate]
    labels: tuple[Label, ...]

    def space(self, space: Space) -> Box:
        """A space."""
        return self.places[space.value.lower()]

    def middle(self, place: Space | Side) -> tuple[float, float]:
        """The middle of a space, or of a gate's plate."""
        return middle(self.space(place) if isinstance(place, Space) else self.plates[place].box)


def middle(box: Box) -> tuple[float, float]:
    """The middle of a box."""
    return round(box.x + box.width / 2, 1), round(box.y + box.height / 2, 1)


@cache
def city_map(turned: int, frame: Frame = WIDE) -> Map:
    """The city turned by so many quarters."""
    printed = signs("hangzhou").places["city-0"]
    first, last = printed["a1"], printed["e5"]
    scale, size = 4 * PITCH / (last.x - first.x), 5 * PITCH + 2 * frame.width
    x, y = (first.x + last.right) / 2, (first.y + last.bottom) / 2

    def seen(place: Box, turned: int) -> Box:
        left, top = place.x + place.width / 2 - x, place.y + place.height / 2 - y
        for _ in range(turned):
            left, top = -top, left
        side = place.width * scale
        return _box(size / 2 + left * scale - side / 2, size / 2 + top * scale - side / 2, side, side)

    places = {name: seen(place, turned) for name, place in printed.items()}
    plates = {side: _plate(places[side.value], size, frame) for side in Side}
    return Map(
        frame,
        size,
        Picture(picture_file("hangzhou", f"city-{turned}"), seen(printed["walls"], 0), 90 * turned),
        places,
        _shop(places["a1"].width - 2),
        plates,
        tuple(_labels(places, plates, size, frame.edge)),
    )


def _shop(width: float) -> Shop:
    printed = signs("hangzhou").places["shop-white"]
    scale = width / printed["trim"].width
    return Shop(*(_scaled(printed[name], scale) for name in ("trim", "dye", "coins")))


def _scaled(box: Box, scale: float) -> Box:
    return _box(1 + box.x * scale, 1 + box.y * scale, box.width * scale, box.height * scale)


def _plate(gate: Box, size: float, frame: Frame) -> Plate:
    """At the edge, before the gate."""
    (x, y), (length, depth), far = middle(gate), frame.plate, size - frame.plate[1] - 0.5
    if abs(y - size / 2) > abs(x - size / 2):
        return Plate(_box(x - length / 2, 0.5 if y < size / 2 else far, length, depth), across=True)
    return Plate(_box(0.5 if x < size / 2 else far, y - length / 2, depth, length), across=False)


def _labels(places: Mapping[str, Box], plates: Mapping[Side, Plate], size: float, edge: float) -> Iterator[Label]:
    """Columns in the north, rows in the west, but where the gate hangs."""
    for column, row in zip("abde", "1245", strict=True):
        for name, space, side in ((column.upper(), f"{column}1", Side.NORTH), (row, f"a{row}", Side.WEST)):
            (x, y), plate = middle(places[space]), plates[side]
            at = edge if (plate.box.y if plate.across else plate.box.x) < size / 2 else size - edge
            yield Label(name, x, at + 5) if plate.across else Label(name, at, y + 5)


def _box(x: float, y: float, width: float, height: float) -> Box:
    return Box(round(x, 1), round(y, 1), round(width, 1), round(height, 1))
