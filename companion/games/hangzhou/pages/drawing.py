"""The city as a picture for the pages: where everything is drawn, in the units of an SVG.

It is a plain value; the template `hangzhou/city.html` writes it. The faces are those of the printed game:
a shop tile of 30 mm holds its dye and coins where the face `shop` has them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from math import hypot
from typing import Final

from msgspec import Struct

from companion.games.hangzhou import Side, Space, State
from companion.games.hangzhou.city import row_column
from companion.games.hangzhou.components import GATES
from companion.games.hangzhou.effects import Decision
from companion.games.hangzhou.names import MERCHANTS, SPACES, Merchant

PITCH: Final = 60.0
SIDE: Final = 56.0
TILE: Final = 50.0
"""Width of a drawn shop."""
DYE: Final = (4.4 / 30 * TILE, 13.4 / 30 * TILE, 15.4 / 30 * TILE)
"""Where the printed face `shop`, 30 mm wide, has its dye: left, top, side."""
COIN: Final = (23.3 / 30 * TILE, 23.1 / 30 * TILE, 5.9 / 30 * TILE)
"""Where it has its coins: middle and radius."""
FRAME: Final = 36.0
"""Units between the edge of the whole map and the first space; a bare map has 2."""
BARE: Final = 2.0
GATE_AT: Final[Mapping[Side, tuple[int, int]]] = {
    Side.NORTH: (-1, 2),
    Side.EAST: (2, 5),
    Side.SOUTH: (5, 2),
    Side.WEST: (2, -1),
}
"""Row and column of each gate, one outside the grid."""
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
    x: float
    y: float
    owner: str = ""
    dye: str = ""
    coins: int = 0
    says: str = ""
    picked: bool = False


class Gate(Struct, frozen=True):
    """A gate with its merchant's sign and demand. `across`: it is wider than high. `home`: the figure stands here."""

    merchant: str
    number: str
    x: float
    y: float
    width: float
    height: float
    across: bool
    dye: str
    price: str
    home: bool


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
    """The whole picture, `size` units wide and high. `spaces` go row by row as they are seen, the temple among them."""

    size: float
    spaces: tuple[SpaceShown, ...]
    gates: tuple[Gate, ...]
    figures: tuple[Figure, ...]
    labels: tuple[tuple[str, float, float], ...]
    round_die: int
    rings: tuple[Ring, ...] = ()
    move: Move | None = None


class Map(Struct, frozen=True):
    """The grid as this phone sees it: turned by quarters, with a frame for the gates or bare."""

    turned: int
    frame: float

    def cell(self, row: int, column: int) -> tuple[int, int]:
        """Row and column as seen."""
        for _ in range(self.turned):
            row, column = column, 4 - row
        return row, column

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """Left and top of a space."""
        row, column = self.cell(row, column)
        return self.frame + column * PITCH, self.frame + row * PITCH

    def middle(self, place: Space | Side) -> tuple[float, float]:
        """The middle of a space, or of a gate's plate."""
        if isinstance(place, Space):
            x, y = self.corner(*row_column(place))
            return x + SIDE / 2, y + SIDE / 2
        row, column = self.cell(*GATE_AT[place])
        centre = self.frame + 2 * PITCH + SIDE / 2
        near, far = self.frame - 22, self.frame + 5 * PITCH + 18
        return ({-1: near, 5: far}.get(column, centre), {-1: near, 5: far}.get(row, centre))


def draw(
    state: State,
    *,
    turned: int = 0,
    bare: bool = False,
    picked: str = "",
    says: Mapping[Space, str] | None = None,
    decision: Decision | None = None,
    marked: Collection[str] = (),
) -> City:
    """The picture of a position; with a `decision`, the step that a merchant took by it."""
    grid = Map(turned, BARE if bare else FRAME)
    spaces = {grid.cell(*row_column(s)): _space(grid, state, s, picked, (says or {}).get(s, s.value)) for s in SPACES}
    spaces[2, 2] = SpaceShown("", *grid.corner(2, 2))
    return City(
        size=2 * grid.frame + 4 * PITCH + SIDE,
        spaces=tuple(spaces[row, column] for row in range(5) for column in range(5)),
        gates=() if bare else tuple(_gate(grid, state, merchant) for merchant in MERCHANTS),
        figures=(*_figures(grid, state), *_ghost(grid, decision)),
        labels=() if bare else tuple(_labels(grid)),
        round_die=state.round_die,
        rings=_rings(grid, decision) + tuple(Ring(*grid.middle(Space(s)), also=True) for s in marked),
        move=_move(grid, decision),
    )


def _space(grid: Map, state: State, space: Space, picked: str, says: str) -> SpaceShown:
    shop = state.shop(space)
    x, y = grid.corner(*row_column(space))
    if shop is None:
        return SpaceShown(space, x, y, says=says, picked=space == picked)
    colour = state.colours[shop.owner]
    return SpaceShown(space, x, y, colour, shop.dye or "", shop.coins, says, space == picked)


def _figures(grid: Map, state: State) -> Iterator[Figure]:
    """Figures of one space stand beside each other; on a shop they are small, in its upper corner."""
    beside: dict[Space, int] = {}
    for merchant, place in zip(MERCHANTS, state.merchants, strict=True):
        if place is None:
            continue
        n = beside[place] = beside.get(place, -1) + 1
        x, y = grid.corner(*row_column(place))
        shared = state.merchants.count(place) > 1
        if state.shop(place) is None and not shared:
            yield Figure(merchant, NUMBER[merchant], x + 12, y + 8, 32)
        else:
            yield Figure(merchant, NUMBER[merchant], x - 3 + 15 * n, y - 2, 25)


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
    side = GATES[merchant]
    row, column = grid.cell(*GATE_AT[side])
    across = column == 2
    length, depth = 91.0, 27.0
    centre = grid.frame + 2 * PITCH + SIDE / 2
    far = grid.frame + 4 * PITCH + SIDE + 8.5
    along = centre - length / 2
    x, y = (along, 0.5 if row < 0 else far) if across else (0.5 if column < 0 else far, along)
    die = state.demand(merchant)
    shown = (die.dye.value, str(die.price)) if die else ("", "")
    return Gate(
        merchant,
        NUMBER[merchant],
        x,
        y,
        length if across else depth,
        depth if across else length,
        across,
        *shown,
        state.merchant(merchant) is None,
    )


def _labels(grid: Map) -> Iterator[tuple[str, float, float]]:
    """Names of columns above, of rows at the left, but where a gate hangs."""
    for i in (0, 1, 3, 4):
        for name, place in (("ABCDE"[i], (-1, i)), (str(i + 1), (i, -1))):
            row, column = grid.cell(*place)
            if column in (-1, 5):
                edge = 20.0 if column < 0 else grid.frame + 5 * PITCH + 12
                yield name, edge, grid.frame + row * PITCH + SIDE / 2 + 4
            else:
                edge = 24.0 if row < 0 else grid.frame + 5 * PITCH + 16
                yield name, grid.frame + column * PITCH + SIDE / 2, edge
