"""The city as a picture for the pages: what lies and stands on the printed city, in the units of an SVG.

It is a plain value; the template `hangzhou/city.html` writes it. What a beat of the merchants adds is a `Moment`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from msgspec import Struct

from companion.games.hangzhou.components import GATES
from companion.games.hangzhou.names import MERCHANTS, SPACES, Merchant, Space
from companion.games.hangzhou.pages.city_map import PITCH, WIDE, Frame, Map, Plate, city_map, middle
from companion.games.hangzhou.pages.moment import Moment, Ring
from companion.games.hangzhou.state import State
from pnp.scene import Box

NUMBER: Final = {merchant: str(i + 1) for i, merchant in enumerate(MERCHANTS)}


class Figure(Struct, frozen=True):
    """A merchant's figure: left, top, width; `landed`: the way that it has just come by."""

    merchant: str
    number: str
    x: float
    y: float
    width: float
    landed: str = ""


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


class Ghost(Struct, frozen=True):
    """A merchant where it would go: its way, and left and top of its pale figure."""

    merchant: str
    number: str
    way: str
    x: float
    y: float


class City(Struct, frozen=True):
    """The whole picture. `spaces` go row by row as they are seen, the temple among them."""

    map: Map
    spaces: tuple[SpaceShown, ...]
    gates: tuple[Gate, ...]
    figures: tuple[Figure, ...]
    round_die: int
    rings: tuple[Ring, ...] = ()
    moment: Moment | None = None
    glide: Figure | None = None
    """The pale figure that shows a step."""
    ghosts: tuple[Ghost, ...] = ()


def draw(
    state: State,
    *,
    turned: int = 0,
    frame: Frame = WIDE,
    picked: str = "",
    says: Mapping[Space, str] | None = None,
    moment: Moment | None = None,
    marked: Collection[str] = (),
    ghosts: tuple[Ghost, ...] = (),
) -> City:
    """The picture of a position; with a `moment`, that of a beat; with `ghosts`, a forecast."""
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
        rings=tuple(Ring(*grid.middle(Space(s)), out=True) for s in marked),
        moment=moment,
        glide=_glide(grid, moment),
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
    for merchant, place in zip(MERCHANTS, state.merchants, strict=True):
        if place is None:
            continue
        n = beside[place] = beside.get(place, -1) + 1
        (x, y), shared = grid.middle(place), state.merchants.count(place) > 1
        landed = moment.landed if moment is not None and moment.came is merchant else ""
        if state.shop(place) is None and not shared:
            yield Figure(merchant, NUMBER[merchant], x - 16, y - 20, 32, landed)
        else:
            yield Figure(merchant, NUMBER[merchant], x - 31 + 15 * n, y - 30, 25, landed)


def _glide(grid: Map, moment: Moment | None) -> Figure | None:
    """The pale figure begins where the merchant stands, or at its gate."""
    if moment is None or moment.glide is None:
        return None
    merchant, start = moment.glide
    x, y = grid.middle(start or GATES[merchant])
    return Figure(merchant, NUMBER[merchant], x - 16, y - 20, 32)


def _gate(grid: Map, state: State, merchant: Merchant) -> Gate:
    die = state.demand(merchant)
    shown = (die.dye.value, str(die.price)) if die else ("", "")
    return Gate(merchant, grid.plates[GATES[merchant]], *shown)
