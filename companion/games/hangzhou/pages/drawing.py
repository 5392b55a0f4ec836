"""The city as a picture for the pages: what lies and stands on the printed city, in the units of an SVG.

It is a plain value; the template `hangzhou/city.html` writes it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from math import hypot
from typing import Final

from msgspec import Struct

from companion.games.hangzhou import Space, State
from companion.games.hangzhou.components import GATES
from companion.games.hangzhou.effects import Decision
from companion.games.hangzhou.names import MERCHANTS, SPACES, Merchant
from companion.games.hangzhou.pages.city_map import PITCH, WIDE, Frame, Map, Plate, city_map, middle
from pnp.scene import Box

NUMBER: Final = {merchant: str(i + 1) for i, merchant in enumerate(MERCHANTS)}


class Figure(Struct, frozen=True):
    """A merchant's figure: left, top, width."""

    merchant: str
    number: str
    x: float
    y: float
    width: float
    ghost: bool = False


class SpaceShown(Struct, frozen=True):
    """A space: what lies there, where, and what a screen reader says. The temple has no name."""

    name: str
    box: Box
    owner: str = ""
    dye: str = ""
    coins: int = 0
    says: str = ""
    picked: bool = False


class Gate(Struct, frozen=True):
    """A gate's plate with its merchant's sign and demand."""

    merchant: str
    plate: Plate
    dye: str
    price: str


class Ring(Struct, frozen=True):
    """A ring round a target; `also`: one that was weighed and left."""

    x: float
    y: float
    also: bool


class Move(Struct, frozen=True):
    """An arrow from a merchant's place to the next: the line, and the tip's points."""

    line: str
    tip: str


class City(Struct, frozen=True):
    """The whole picture. `spaces` go row by row as they are seen, the temple among them."""

    map: Map
    spaces: tuple[SpaceShown, ...]
    gates: tuple[Gate, ...]
    figures: tuple[Figure, ...]
    round_die: int
    rings: tuple[Ring, ...] = ()
    move: Move | None = None


def draw(
    state: State,
    *,
    turned: int = 0,
    frame: Frame = WIDE,
    picked: str = "",
    says: Mapping[Space, str] | None = None,
    decision: Decision | None = None,
    marked: Collection[str] = (),
) -> City:
    """The picture of a position; with a `decision`, the step that a merchant took by it."""
    grid, says = city_map(turned, frame), says or {}
    spaces = [SpaceShown("", grid.places["temple"]), *(_space(grid, state, s, s == picked, says) for s in SPACES)]
    return City(
        map=grid,
        spaces=tuple(sorted(spaces, key=lambda space: [round(at / PITCH) for at in middle(space.box)[::-1]])),
        gates=tuple(_gate(grid, state, merchant) for merchant in MERCHANTS),
        figures=(*_figures(grid, state), *_ghost(grid, decision)),
        round_die=state.round_die,
        rings=_rings(grid, decision) + tuple(Ring(*grid.middle(Space(s)), also=True) for s in marked),
        move=_move(grid, decision),
    )


def _space(grid: Map, state: State, space: Space, picked: bool, says: Mapping[Space, str]) -> SpaceShown:
    shop, box, said = state.shop(space), grid.space(space), says.get(space, space.value)
    if shop is None:
        return SpaceShown(space, box, says=said, picked=picked)
    return SpaceShown(space, box, state.colours[shop.owner], shop.dye or "", shop.coins, said, picked)


def _figures(grid: Map, state: State) -> Iterator[Figure]:
    """Figures of one space stand beside each other; on a shop they are small, in its upper corner."""
    beside: dict[Space, int] = {}
    for merchant, place in zip(MERCHANTS, state.merchants, strict=True):
        if place is None:
            continue
        n = beside[place] = beside.get(place, -1) + 1
        (x, y), shared = grid.middle(place), state.merchants.count(place) > 1
        if state.shop(place) is None and not shared:
            yield Figure(merchant, NUMBER[merchant], x - 16, y - 20, 32)
        else:
            yield Figure(merchant, NUMBER[merchant], x - 31 + 15 * n, y - 30, 25)


def _ghost(grid: Map, decision: Decision | None) -> tuple[Figure, ...]:
    """Where the figure stood before its step."""
    if decision is None or decision.start is None or decision.start == decision.end:
        return ()
    x, y = grid.middle(decision.start)
    return (Figure(decision.merchant, NUMBER[decision.merchant], x - 16, y - 20, 32, ghost=True),)


def _rings(grid: Map, decision: Decision | None) -> tuple[Ring, ...]:
    if decision is None:
        return ()
    return tuple(Ring(*grid.middle(t.space), also=t.cut_by is not None) for t in decision.targets)


def _move(grid: Map, decision: Decision | None) -> Move | None:
    """The arrow of a step, between the figures."""
    if decision is None or decision.end is None or decision.end == decision.start:
        return None
    (x0, y0), (x1, y1) = grid.middle(decision.start or GATES[decision.merchant]), grid.middle(decision.end)
    length = hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    a, b, tip = 16.0, length - 30, length - 17
    line = f"M{x0 + dx * a:.1f} {y0 + dy * a:.1f}L{x0 + dx * b:.1f} {y0 + dy * b:.1f}"
    tx, ty, bx, by = x0 + dx * tip, y0 + dy * tip, x0 + dx * b, y0 + dy * b
    return Move(line, f"{tx:.1f},{ty:.1f} {bx - dy * 8:.1f},{by + dx * 8:.1f} {bx + dy * 8:.1f},{by - dx * 8:.1f}")


def _gate(grid: Map, state: State, merchant: Merchant) -> Gate:
    die = state.demand(merchant)
    shown = (die.dye.value, str(die.price)) if die else ("", "")
    return Gate(merchant, grid.plates[GATES[merchant]], *shown)
