"""The city as a picture for the pages: what lies and stands on the printed city, in the units of an SVG.

It is a plain value; the template `hangzhou/city.html` writes it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from msgspec import Struct

from companion.games.hangzhou.components import GATES
from companion.games.hangzhou.names import MERCHANTS, SPACES, Merchant, Space
from companion.games.hangzhou.pages.city_map import PITCH, WIDE, Frame, Map, Plate, city_map, middle
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
    grid, says = city_map(turned, frame), says or {}
    lit = SPACES if moment is None or moment.lit is None else moment.lit
    shown = (_space(grid, state, s, says.get(s, s.value), picked=s == picked, dim=s not in lit) for s in SPACES)
    spaces = [SpaceShown("", grid.places["temple"]), *shown]
    return City(
        map=grid,
        spaces=tuple(sorted(spaces, key=lambda space: [round(at / PITCH) for at in middle(space.box)[::-1]])),
        gates=tuple(_gate(grid, state, merchant) for merchant in MERCHANTS),
        figures=tuple(_figures(grid, state, moment)),
        round_die=state.round_die,
        marks=tuple(Mark("ring", *grid.middle(space), style=style) for space, style in marked.items()),
        moment=moment,
        ghosts=ghosts,
    )


def _space(grid: Map, state: State, space: Space, says: str, *, picked: bool, dim: bool) -> SpaceShown:
    shop, box = state.shop(space), grid.space(space)
    if shop is None:
        return SpaceShown(space, box, says=says, picked=picked)
    return SpaceShown(space, box, state.colours[shop.owner], shop.dye or "", shop.coins, says, picked, dim)


def _figures(grid: Map, state: State, moment: Moment | None) -> Iterator[Figure]:
    """Figures of one space stand beside each other; on a shop they are small, in its upper corner."""
    beside: dict[Space, int] = {}
    came, way = ("", "") if moment is None else moment.landed
    for merchant, place in zip(MERCHANTS, state.merchants, strict=True):
        if place is None:
            continue
        n = beside[place] = beside.get(place, -1) + 1
        x, y = grid.middle(place)
        alone = state.shop(place) is None and state.merchants.count(place) == 1
        left, top, width = (x - 16, y - 20, 32) if alone else (x - 31 + 15 * n, y - 30, 25)
        yield Figure(merchant, NUMBER[merchant], left, top, width, way if came == merchant else "")


def _gate(grid: Map, state: State, merchant: Merchant) -> Gate:
    die = state.demand(merchant)
    shown = (die.dye.value, str(die.price)) if die else ("", "")
    return Gate(merchant, grid.plates[GATES[merchant]], *shown)
