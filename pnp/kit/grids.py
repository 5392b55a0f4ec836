"""Grids of a face: places in columns and rows, square or hexagonal, each with its name and where it lies."""

from __future__ import annotations

import math
import string
from functools import lru_cache
from typing import Annotated, Literal

import msgspec

from pnp.kit import bounds
from pnp.kit.measures import Distance, Length
from pnp.kit.structs import BadValueError, Reads, whole

ACROSS = math.sqrt(3) / 2
"""Of a regular hexagon, from edge to edge, where it is 1 from point to point."""


def places(value: object) -> int:
    """How many places stand in a row."""
    count = whole(value)
    if not 1 <= count <= bounds.REPEATS.most:
        raise BadValueError(f"is {count}", f"from 1 to {bounds.REPEATS.most}")
    return count


Places = Annotated[int, Reads(places)]


class Grid(msgspec.Struct, frozen=True):
    """Places in columns `a`, `b` … and rows 1, 2 …; those in `skip` are left out.

    With `hex` they are regular hexagons, which stand on a point or on an edge: `columns` and `rows` of them, of which
    the even or the odd rows (columns, of flat ones) lie half a place further, or all that are no more than `radius`
    steps from the middle one. They are `size` mm from point to point, or as large as fit, with a `gap` between edges.
    """

    columns: Places | None = None
    rows: Places | None = None
    skip: tuple[str, ...] = ()
    hex: Literal["pointy", "flat"] | None = None
    radius: Places | None = None
    offset: Literal["even", "odd"] = "even"
    names: Literal["offset", "axial"] | None = None
    size: Length | None = None
    gap: Distance = 0.0

    @property
    def count(self) -> int:
        """How many places it has, with those that are left out."""
        if self.radius is not None:
            return 3 * self.radius * (self.radius + 1) + 1
        return (self.columns or 0) * (self.rows or 0)


class Cell(msgspec.Struct, frozen=True):
    """A place of a grid: its name, column and row; of a hexagon its axial coordinates.

    `x`, `y`: the way to it from the first one, in steps; of hexagons that of its middle, in widths from edge to edge.
    """

    name: str
    column: str
    row: int
    x: float
    y: float
    q: int = 0
    r: int = 0


def wrong_with(grid: Grid) -> tuple[str, str, str] | None:
    """What makes no grid of it, as code, message and hint; None if nothing does."""
    if grid.hex is None:
        for key, given in (
            ("radius", grid.radius),
            ("size", grid.size),
            ("gap", grid.gap),
            ("names", grid.names),
            ("offset", grid.offset != "even"),
        ):
            if given:
                return "unknown-key", f"{key} means nothing in a square grid", f'hex = "pointy", or leave {key} out'
    if (grid.radius is not None) == (grid.columns is not None or grid.rows is not None):
        return "missing", "a grid needs columns and rows", "a hexagonal one both, or a radius"
    if grid.radius is None and (grid.columns is None or grid.rows is None):
        return "missing", f"{'rows are' if grid.rows is None else 'columns are'} missing", "columns = 5, rows = 5"
    if grid.count > bounds.REPEATS.most:
        return "size", f"{grid.count} places are more than {bounds.REPEATS.most}", "split it"
    names = {cell.name for cell in cells(grid)}
    unknown = sorted(set(grid.skip) - names)
    if unknown:
        first, *_, last = [cell.name for cell in cells(grid)] * 2
        return "unknown-place", f"skips {unknown[0]}, which is no place", f"{first} to {last}"
    return None


@lru_cache(maxsize=64)
def cells(grid: Grid) -> tuple[Cell, ...]:
    """The places of a grid, with those that are left out, row by row; none of one that is too large."""
    if grid.count > bounds.REPEATS.most:
        return ()
    if grid.radius is not None:
        return _round(grid, grid.radius)
    columns, rows = grid.columns or 0, grid.rows or 0
    return tuple(_cell(grid, column, row) for row in range(rows) for column in range(columns))


def kept(grid: Grid) -> tuple[Cell, ...]:
    """The places of a grid that are not left out."""
    skipped = frozenset(grid.skip)
    return tuple(cell for cell in cells(grid) if cell.name not in skipped)


def _cell(grid: Grid, column: int, row: int) -> Cell:
    if grid.hex is None:
        return Cell(f"{letters(column)}{row + 1}", letters(column), row + 1, column, row)
    along, down = (column, row) if grid.hex == "pointy" else (row, column)
    odd = down % 2 == 1  # the second, the fourth …
    near = along - (down - odd) // 2 if grid.offset == "even" else along - (down + odd) // 2
    q, r = (near, down) if grid.hex == "pointy" else (down, near)
    return _hexagon(grid, q, r, column, row)


def _round(grid: Grid, radius: int) -> tuple[Cell, ...]:
    """All places no more than `radius` steps from the middle one, which has the coordinates 0, 0."""
    found = [(q, r) for r in range(-radius, radius + 1) for q in range(-radius, radius + 1) if abs(q + r) <= radius]
    if grid.hex == "flat":
        found.sort(key=lambda place: (place[1] + place[0] / 2, place[0]))
    columns = sorted({q + r // 2 for q, r in found}) if grid.hex == "pointy" else sorted({q for q, _ in found})
    rows = sorted({r for _, r in found}) if grid.hex == "pointy" else sorted({r + q // 2 for q, r in found})
    made = []
    for q, r in found:
        column, row = (q + r // 2, r) if grid.hex == "pointy" else (q, r + q // 2)
        made.append(_hexagon(grid, q, r, columns.index(column), rows.index(row)))
    return tuple(made)


def _hexagon(grid: Grid, q: int, r: int, column: int, row: int) -> Cell:
    x, y = (q + r / 2, ACROSS * r) if grid.hex == "pointy" else (ACROSS * q, r + q / 2)
    axial = grid.names == "axial" or (grid.names is None and grid.radius is not None)
    name = f"q{q}r{r}" if axial else f"{letters(column)}{row + 1}"
    return Cell(name, letters(column), row + 1, x, y, q, r)


def letters(column: int) -> str:
    """The name of a column of a grid: a, b … z, aa, ab …"""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = string.ascii_lowercase[letter] + name
    return name


class HexField(msgspec.Struct, frozen=True):
    """Hexagons in a box: the top left of each by the order of `kept`, the width and height of one, in mm."""

    corners: tuple[tuple[float, float], ...]
    width: float
    height: float


class HexFieldError(ValueError):
    """Hexagons of the size that a grid asks for take more room than there is: `needed` by `given` mm."""

    def __init__(self, needed: tuple[float, float], given: tuple[float, float]) -> None:
        super().__init__(f"needs {needed[0]:.4g} × {needed[1]:.4g} mm and has {given[0]:.4g} × {given[1]:.4g}")


@lru_cache(maxsize=256)
def hex_field(grid: Grid, x: float, y: float, width: float, height: float) -> HexField:
    """The hexagons of a grid, in the middle of a box. Raises HexFieldError."""
    every = cells(grid)
    left, top = min(cell.x for cell in every), min(cell.y for cell in every)
    span_x, span_y = max(cell.x for cell in every) - left, max(cell.y for cell in every) - top
    wide, high = (1.0, 1 / ACROSS) if grid.hex == "pointy" else (1 / ACROSS, 1.0)
    most = min((width - grid.gap * span_x) / (span_x + wide), (height - grid.gap * span_y) / (span_y + high))
    across = most if grid.size is None else grid.size * ACROSS
    pitch = across + grid.gap
    needed = pitch * span_x + across * wide, pitch * span_y + across * high
    if across <= 0 or across > most + 1e-6:
        raise HexFieldError(needed if across > 0 else (grid.gap * span_x, grid.gap * span_y), (width, height))
    start_x, start_y = x + (width - needed[0]) / 2, y + (height - needed[1]) / 2
    corners = tuple((start_x + (cell.x - left) * pitch, start_y + (cell.y - top) * pitch) for cell in kept(grid))
    return HexField(corners, across * wide, across * high)
