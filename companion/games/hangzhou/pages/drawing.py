"""The city as a picture for the pages, in SVG units: the printed city, and the pieces on it.

All places follow from those of the printed faces `city` and `shop`, so that a space moved on the board moves on phones.
The picture is a plain value; the template `hangzhou/city.html` writes it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from math import hypot
from typing import Final

from msgspec import Struct

from companion.games.hangzhou.components import GATES
from companion.games.hangzhou.effects import Decision
from companion.games.hangzhou.names import MERCHANTS, SPACES, Merchant, Side, Space
from companion.games.hangzhou.state import Die, State
from companion.web.assets import find_picture_file, signs
from pnp.scene import Box

PITCH: Final = 60.0
"""From a space to the next: the printed city is scaled to it."""


LETTER: Final = 10.5
"""Width of a letter of a caption on a small map, where letters are larger."""


class Frame(Struct, frozen=True):
    """Border of the map: width of its `rim` (known to `.city__keys` of the style sheet); the names of columns and rows,
    centred `edge` from the edge; length and depth of a gate's `plate`, which shows its merchant's demand, or its name
    alone."""

    rim: float
    edge: float
    plate: tuple[float, float]

    @property
    def size(self) -> float:
        """Size of the whole map."""
        return 5 * PITCH + 2 * self.rim


WIDE: Final = Frame(35.0, 11.0, (91.0, 27.0))
SLIM: Final = Frame(18.0, 9.0, (17.0, 17.0))
"""Where the keys round the city need the room."""


class Map(Struct, frozen=True):
    """The printed city, `size` units wide and high.

    `file`: its picture within the walls, which lies in the box `walls`, `turn` degrees turned about the middle.
    `spaces` go row by row as they are seen; None is the temple. `plates` hang before the gates. `shop` is the printed
    shop on a space, with the places of its dye and its coins, from the top left of the space. `labels` are the names of
    columns and rows, each with its middle and baseline.
    """

    frame: Frame
    size: float
    file: str
    walls: Box
    turn: int
    spaces: tuple[tuple[Space | None, Box], ...]
    plates: Mapping[Side, Box]
    shop: tuple[Box, Box, Box]
    boxes: Mapping[Space, Box]
    labels: tuple[tuple[str, float, float], ...]

    def middle(self, place: Space | Side) -> tuple[float, float]:
        """Returns the centre of a space, or of the plate of a side."""
        return middle(self.plates[place] if isinstance(place, Side) else self.boxes[place])


def middle(box: Box) -> tuple[float, float]:
    """Returns the centre of a box."""
    return round(box.x + box.width / 2, 1), round(box.y + box.height / 2, 1)


@cache
def make_city_map(turned: int, frame: Frame = WIDE) -> Map:
    """Returns the city rotated by this many quarters."""
    places, trim = signs("hangzhou").places["city-0"], signs("hangzhou").places["shop-white"]
    first, last = places["a1"], places["e5"]
    scale, x, y = 4 * PITCH / (last.x - first.x), (first.x + last.right) / 2, (first.y + last.bottom) / 2
    centre = frame.size / 2

    def seen(place: Box, turned: int = turned) -> Box:
        left, top = place.x + place.width / 2 - x, place.y + place.height / 2 - y
        for _ in range(turned):
            left, top = -top, left
        side = place.width * scale
        return _box(centre + left * scale - side / 2, centre + top * scale - side / 2, side, side)

    boxes = {space: seen(places[space.value.lower()]) for space in SPACES}
    plates = {side: _place_plate(seen(places[side.value]), frame) for side in Side}
    spaces = [(None, seen(places["temple"])), *boxes.items()]
    shop = (boxes[Space.A1].width - 2) / trim["trim"].width
    return Map(
        frame,
        frame.size,
        find_picture_file("hangzhou", f"city-{turned}"),
        seen(places["walls"], 0),
        90 * turned,
        tuple(sorted(spaces, key=lambda one: [round(at / PITCH) for at in middle(one[1])[::-1]])),
        plates,
        (_scaled(trim["trim"], shop), _scaled(trim["dye"], shop), _scaled(trim["coins"], shop)),
        boxes,
        tuple(_labels(boxes, frame)),
    )


def _box(x: float, y: float, width: float, height: float) -> Box:
    return Box(round(x, 1), round(y, 1), round(width, 1), round(height, 1))


def _scaled(box: Box, scale: float) -> Box:
    return _box(1 + box.x * scale, 1 + box.y * scale, box.width * scale, box.height * scale)


def _place_plate(gate: Box, frame: Frame) -> Box:
    """At the edge, before the gate."""
    (x, y), (length, depth), centre, far = middle(gate), frame.plate, frame.size / 2, frame.size - frame.plate[1] - 0.5
    if abs(y - centre) > abs(x - centre):
        return _box(x - length / 2, 0.5 if y < centre else far, length, depth)
    return _box(0.5 if x < centre else far, y - length / 2, depth, length)


def _labels(boxes: Mapping[Space, Box], frame: Frame) -> Iterator[tuple[str, float, float]]:
    """Columns in the north, rows in the west, but where the gate hangs."""
    out = frame.size / 2 - frame.edge - 2 * PITCH
    for outermost, spaces in ((Space.C1, ("A1", "B1", "D1", "E1")), (Space.A3, ("A1", "A2", "A4", "A5"))):
        right, down = ((at - frame.size / 2) / (2 * PITCH) for at in middle(boxes[outermost]))
        for space in spaces:
            x, y = middle(boxes[Space(space)])
            name = space[0] if outermost == Space.C1 else space[1]
            yield name, round(x + right * out, 1), round(y + down * out + 5, 1)


class Figure(Struct, frozen=True):
    """A merchant's figure: left, top, width, and the way that it moves."""

    merchant: Merchant
    x: float
    y: float
    width: float
    way: str = ""


class Mark(Struct, frozen=True):
    """Something drawn over the city: a ``ring`` round a space, a ``frame`` of one, a ``line`` whose path is `text`, or
    a ``caption``: `text` with `align` ``start``, ``middle`` or ``end``. `also`: the ring is dashed."""

    kind: str
    x: float = 0
    y: float = 0
    text: str = ""
    also: bool = False
    align: str = "middle"


class City(Struct, frozen=True):
    """The picture of a position. `says` are texts of spaces for screen readers, `lit` the shops in full colour. A new
    `moment` restarts the motion of `glide`, a pale figure that shows a step."""

    map: Map
    state: State
    picked: str = ""
    says: Mapping[Space, str] = {}
    lit: Collection[Space] = SPACES
    marks: Sequence[Mark] = ()
    moment: str = ""
    glide: Figure | None = None

    @property
    def gates(self) -> list[tuple[Merchant, Box, Die | None]]:
        """Returns the merchants with their plates and demands."""
        return [(merchant, self.map.plates[GATES[merchant]], self.state.demand(merchant)) for merchant in MERCHANTS]

    @property
    def figures(self) -> Iterator[Figure]:
        """Figures of one space stand beside each other; on a shop they are small, in its upper corner."""
        beside: dict[Space, int] = {}
        for merchant, place in zip(MERCHANTS, self.state.merchants, strict=True):
            if place is None:
                continue
            n = beside[place] = beside.get(place, -1) + 1
            x, y = self.map.middle(place)
            alone = self.state.shop(place) is None and self.state.merchants.count(place) == 1
            yield Figure(merchant, x - 16, y - 20, 32) if alone else Figure(merchant, x - 31 + 15 * n, y - 30, 25)


# --- what a merchant's step adds to the picture ---


def ring(grid: Map, space: Space, *, also: bool = False) -> Mark:
    """Returns a ring round a space."""
    return Mark("ring", *grid.middle(space), also=also)


def frame_mark(grid: Map, space: Space) -> Mark:
    """Returns a frame in a space that can be stepped on."""
    return Mark("frame", *grid.middle(space))


def captions(grid: Map, says: Mapping[Space, str]) -> Iterator[Mark]:
    """Yields a caption below the ring of each space, or above where another one is in the way. At the walls, long ones
    run inwards."""
    placed: list[tuple[float, float, float]] = []
    for space, text in says.items():
        (x, y), width, align = grid.middle(space), len(text) * LETTER, "middle"
        left = x - width / 2
        if width > PITCH and abs(x - grid.size / 2) > PITCH * 1.5:
            align = "start" if x < grid.size / 2 else "end"
            left = x - PITCH / 2 if align == "start" else x + PITCH / 2 - width
        free = [
            top
            for top in (y + 22, y - 38)
            if not any(top == other and left < end and begin < left + width for other, begin, end in placed)
        ]
        top = free[0] if free else y + 22
        placed.append((top, left, left + width))
        yield Mark("caption", x, top, text, align=align)


def arrow(grid: Map, decision: Decision) -> Iterator[Mark]:
    """Yields the arrow of a step, if there is one."""
    if decision.end is None or decision.end == decision.start:
        return
    (x, y), (to_x, to_y) = grid.middle(decision.start or GATES[decision.merchant]), grid.middle(decision.end)
    length = hypot(to_x - x, to_y - y)
    right, down = (to_x - x) / length, (to_y - y) / length

    def at(ahead: float, aside: float = 0) -> str:
        return f"{x + right * ahead - down * aside:.1f} {y + down * ahead + right * aside:.1f}"

    tip = length - 19
    yield Mark("line", text=f"M{at(16)}L{at(tip)}M{at(tip - 10, 8)}L{at(tip)}L{at(tip - 10, -8)}")


def glide(grid: Map, decision: Decision) -> Figure | None:
    """Returns the figure that shows a step, if there is one."""
    if decision.end is None:
        return None
    (x, y), (to_x, to_y) = grid.middle(decision.start or GATES[decision.merchant]), grid.middle(decision.end)
    way = f"x{round((to_x - x) / PITCH)} y{round((to_y - y) / PITCH)}"  # in whole spaces as they are seen
    return Figure(decision.merchant, x - 16, y - 20, 32, way)
