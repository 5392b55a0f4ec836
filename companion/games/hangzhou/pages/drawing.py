"""The city as a picture for the pages: what lies and stands on the printed city, in the units of an SVG.

It is a plain value; the template `hangzhou/city.html` writes it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from msgspec import Struct

from companion.games.hangzhou.components import GATES
from companion.games.hangzhou.names import INDEX, MERCHANTS, SPACES, Merchant, Space
from companion.games.hangzhou.pages.city_map import WIDE, Frame, Map, Plate, city_map
from companion.games.hangzhou.state import State
from pnp.scene import Box

NUMBER: Final = {merchant: str(i + 1) for i, merchant in enumerate(MERCHANTS)}


class Figure(Struct, frozen=True):
    """A merchant's figure: left, top, width, and the way that it moves or has come by. `path`: a line to it."""

    merchant: Merchant
    number: str
    x: float
    y: float
    width: float
    way: str = ""
    path: str = ""


class SpaceShown(Struct, frozen=True):
    """A space: what lies there, where, and what a screen reader says. The temple has no name."""

    name: str
    box: Box
    owner: str = ""
    dye: str = ""
    coins: int = 0
    says: str = ""
    picked: bool = False
    dim: bool = False


class Gate(Struct, frozen=True):
    """A gate's plate with its merchant's sign and demand."""

    merchant: str
    plate: Plate
    dye: str
    price: str


class Mark(Struct, frozen=True):
    """Something drawn over the city: a ``ring`` round a space, a ``frame`` of one, ``words``, a ``line`` with its
    ``tip``, or a thing that flies (``fly``, a symbol). `style`: classes of the style sheet."""

    kind: str
    x: float = 0
    y: float = 0
    width: float = 0
    text: str = ""
    style: str = ""


class Moment(Struct, frozen=True):
    """Marks of a moment on the city. A new `id` restarts its motion.

    `lit`: the shops in full colour (None: all); `below` and `above`: what is drawn below and above the figures;
    `glide`: a pale figure that shows a step; `landed`: a merchant that has just moved, and its way.
    """

    id: str
    lit: Collection[Space] | None = None
    below: tuple[Mark, ...] = ()
    above: tuple[Mark, ...] = ()
    glide: Figure | None = None
    landed: tuple[str, str] = ("", "")


class City(Struct, frozen=True):
    """The whole picture. `spaces` go row by row as they are seen, the temple among them; `ghosts` are figures where
    they would go."""

    map: Map
    spaces: tuple[SpaceShown, ...]
    gates: tuple[Gate, ...]
    figures: tuple[Figure, ...]
    round_die: int
    marks: tuple[Mark, ...] = ()
    moment: Moment | None = None
    ghosts: tuple[Figure, ...] = ()


def draw(
    state: State,
    *,
    turned: int = 0,
    frame: Frame = WIDE,
    picked: str = "",
    says: Mapping[Space, str] | None = None,
    moment: Moment | None = None,
    marked: Mapping[Space, str] = {},
    ghosts: tuple[Figure, ...] = (),
) -> City:
    """The picture of a position; with a `moment`, that of a beat; with `ghosts`, a forecast. `marked`: spaces with a
    ring, and its style."""
    grid, says, spaces = city_map(turned, frame), says or {}, list[SpaceShown]()
    lit = SPACES if moment is None or moment.lit is None else moment.lit
    for space, box in grid.spaces:
        shop = None if space is None else state.city[INDEX[space]]
        owner, dye, coins = (state.colours[shop.owner], shop.dye or "", shop.coins) if shop else ("", "", 0)
        said, on = says.get(space, space) if space else "", space == picked
        spaces.append(SpaceShown(space or "", box, owner, dye, coins, said, on, shop is not None and space not in lit))
    gates = []
    for merchant, row in zip(MERCHANTS, state.market, strict=True):
        shown = (row[0].dye.value, str(row[0].price)) if row else ("", "")
        gates.append(Gate(merchant, grid.plates[GATES[merchant]], *shown))
    return City(
        map=grid,
        spaces=tuple(spaces),
        gates=tuple(gates),
        figures=tuple(_figures(grid, state, moment)),
        round_die=state.round_die,
        marks=tuple(Mark("ring", *grid.middles[space], style=style) for space, style in marked.items()),
        moment=moment,
        ghosts=ghosts,
    )


def _figures(grid: Map, state: State, moment: Moment | None) -> Iterator[Figure]:
    """Figures of one space stand beside each other; on a shop they are small, in its upper corner."""
    beside: dict[Space, int] = {}
    came, way = ("", "") if moment is None else moment.landed
    for merchant, place in zip(MERCHANTS, state.merchants, strict=True):
        if place is None:
            continue
        n = beside[place] = beside.get(place, -1) + 1
        x, y = grid.middles[place]
        alone = state.shop(place) is None and state.merchants.count(place) == 1
        left, top, width = (x - 16, y - 20, 32) if alone else (x - 31 + 15 * n, y - 30, 25)
        yield Figure(merchant, NUMBER[merchant], left, top, width, way if came == merchant else "")
