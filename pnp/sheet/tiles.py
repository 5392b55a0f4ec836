"""Boards larger than the paper: tiles to cut and glue, with match marks, labels and a map on each sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import ceil
from typing import TypeAlias

import msgspec

from pnp.findings import Finding, KitError, Place
from pnp.scene import Box, Item, Page, Path, Placed, Rect, Scene, Stroke
from pnp.sheet.draw import FooterText, PagePosition, foot
from pnp.sheet.marks import (
    INK,
    MARK_LENGTH,
    MARK_START,
    WHITE,
    Cuts,
    Point,
    crop_marks,
    fold_line,
    glue,
    mark_paths,
    polygon,
    printable,
)
from pnp.sheet.pack import Kind, fits
from pnp.sheet.paper import FOOT_HEIGHT, Paper
from pnp.text.block import line
from pnp.text.fonts import FontBook

FLAP = 10.0
"""How far a tile runs on under its neighbour, mm; the art runs on with it, so a gap shows no white."""
LEAD = 2.0
"""How far art runs on beyond a seam that is cut, mm."""
APRON = MARK_START + MARK_LENGTH
"""What is kept free outside the board's own edges for marks, mm from the trim."""
SIGN_EVERY = 60.0
"""There is a label and a drop of glue on a flap about this often, mm."""
CHIP = 7.0
"""The white patch under a label on a flap, mm."""
STEP = 5.0
"""Seams are tried in the middle of every gap between boxes to keep, at this step, and as far as tiles reach, mm."""
CLEAR = 1.0
"""A seam nearer than this to a box to keep is worse than one further off, mm."""
MAP_LINE = Stroke(INK, 0.15)
NOWHERE = Place("")
_SLACK = 0.01
_NEAR = 0.1
"""Price of a seam near a box to keep; one through it costs 1."""
_MOST_TRIED = 60
"""Ways to cut a board into columns for which seams across them are sought."""

Span: TypeAlias = tuple[float, float]
Seams: TypeAlias = tuple[float, ...]


class BoardTile(msgspec.Struct, frozen=True):
    """One tile: its label (`B2` is the second column, second row), the part of the board it shows when glued, and the
    part cut out, with flaps."""

    label: str
    shown: Box
    cut: Box


class Tiling(msgspec.Struct, frozen=True):
    """A board divided into tiles. `cut_through` counts the `keep` boxes that seams cross."""

    paper: Paper
    landscape: bool
    width: float
    height: float
    tiles: tuple[BoardTile, ...]
    cut_through: int


def needs_tiles(width: float, height: float, bleed: float, paper: Paper) -> bool:
    """Returns whether a trim of this size with its bleed exceeds the paper's field in both orientations."""
    board = Kind(width, height, bleed, 0.0, 1)
    return not any(fits(board, paper.field(landscape)) for landscape in (False, True))


def tile_board(scene: Scene, paper: Paper, place: Place = NOWHERE) -> Tiling:
    """Divides a board with seams that avoid the scene's `keep` boxes where possible, in the paper orientation that
    crosses fewer of them, then the one with fewer tiles.

    Raises KitError if the paper is too small for any tile.
    """
    board = Box(0.0, 0.0, scene.width, scene.height)
    ways: list[tuple[tuple[int, int, float], bool, dict[tuple[int, int], Box]]] = []
    for landscape, in_rows in product((False, True), repeat=2):
        field = paper.field(landscape)
        if count := _count_tiles(scene.width, field.width) * _count_tiles(scene.height, field.height):
            if in_rows:
                keep = [box.swap_axes() for box in scene.keep]
                crossed, price, cut = _cut_columns(keep, board.swap_axes(), field.swap_axes())
                cells = {(column, row): shown.swap_axes() for (row, column), shown in cut.items()}
            else:
                crossed, price, cells = _cut_columns(scene.keep, board, field)
            ways.append(((crossed, count, round(price, 2)), landscape, cells))
    if not ways:
        raise KitError([Finding("error", "larger-than-paper", place, f"{paper.title} is too small for tiles")])
    _, landscape, cells = min(ways, key=lambda way: way[0])
    tiles = []
    for (row, column), shown in sorted(cells.items()):
        right = FLAP if shown.right < scene.width else 0.0
        below = FLAP if shown.bottom < scene.height else 0.0
        cut_out = Box(shown.x, shown.y, shown.width + right, shown.height + below)
        tiles.append(BoardTile(f"{chr(ord('A') + column)}{row + 1}", shown, cut_out))
    boxes = (box.common(board) for box in scene.keep)
    through = sum(not any(tile.shown.holds(box, _SLACK) for tile in tiles) for box in boxes)
    return Tiling(paper, landscape, scene.width, scene.height, tuple(tiles), through)


# --- pages ---------------------------------------------------------------------------------------------


def draw_tiles(
    tiling: Tiling, scene: Scene, title: str, first: int, total: int, footer: FooterText, fonts: FontBook
) -> Iterator[Page]:
    """Draws a page for each tile; they are sheets `first` and following of `total`."""
    width, height = tiling.paper.size(tiling.landscape)
    strip = tiling.paper.foot(tiling.landscape)
    field = tiling.paper.field(tiling.landscape)
    scale = FOOT_HEIGHT / tiling.height
    board_map = Box(strip.right - tiling.width * scale, strip.y, tiling.width * scale, FOOT_HEIGHT)
    text = Box(strip.x, strip.y, strip.width - board_map.width - 4.0, strip.height)
    for number, tile in enumerate(tiling.tiles, first):
        outer = _grow(tiling, tile, APRON)
        dx = field.x + (field.width - outer.width) / 2 - outer.x
        dy = field.y + (field.height - outer.height) / 2 - outer.y
        cuts = _cuts(tile, tile.cut.moved(dx, dy), scene.bleed)
        items: list[Item | Placed] = [Placed(scene, dx, dy, 0, _grow(tiling, tile, scene.bleed).moved(dx, dy))]
        items.extend(_draw_flap_signs(tiling, tile, dx, dy, fonts))
        items.extend(mark_paths(crop_marks((cuts,), printable(width, height), (strip,))))
        items.extend(_match_marks(tiling, tile, dx, dy))
        position = PagePosition(titles=(title,), number=number, total=total, tile=tile.label)
        items.extend(foot(text, footer, position, fonts))
        for other in tiling.tiles:
            x, y, across, down = (length * scale for length in msgspec.structs.astuple(other.shown))
            fill = INK if other == tile else None
            items.append(Rect(Box(board_map.x + x, board_map.y + y, across, down), fill=fill, stroke=MAP_LINE))
        yield Page(width, height, tuple(items), label=tile.label)


def _grow(tiling: Tiling, tile: BoardTile, around: float) -> Box:
    """Returns the box to cut out for a tile: extended at the board's edges, and a little at seams."""
    cut = tile.cut
    left, top = (around if start <= 0 else LEAD for start in (cut.x, cut.y))
    right = around if cut.right >= tiling.width else 0.0
    below = around if cut.bottom >= tiling.height else 0.0
    return Box(cut.x - left, cut.y - top, cut.width + left + right, cut.height + top + below)


def _cuts(tile: BoardTile, box: Box, bleed: float) -> Cuts:
    seam_x = (box.x + tile.shown.width,) if tile.cut.width > tile.shown.width else ()
    seam_y = (box.y + tile.shown.height,) if tile.cut.height > tile.shown.height else ()
    around = max(bleed, LEAD)
    return Cuts(box, (around, around), (box.x, box.right), (box.y, box.bottom), seam_x, seam_y)


def _draw_flap_signs(tiling: Tiling, tile: BoardTile, dx: float, dy: float, fonts: FontBook) -> Iterator[Item]:
    """Marks each flap: the line up to which the neighbour covers it, the neighbour's label, and where to glue."""
    shown = tile.shown.moved(dx, dy)
    flaps: list[tuple[Point, Point, list[Point]]] = []
    if tile.cut.width > tile.shown.width:
        x, spots = shown.right + 0.15, [(shown.right + FLAP / 2, y) for y in _spread(shown.y, shown.height)]
        flaps.append(((x, shown.y), (x, shown.bottom), spots))
    if tile.cut.height > tile.shown.height:
        y, spots = shown.bottom + 0.15, [(x, shown.bottom + FLAP / 2) for x in _spread(shown.x, shown.width)]
        flaps.append(((shown.x, y), (shown.right, y), spots))
    for start, end, spots in flaps:
        yield from fold_line(start, end)
        for x, y in spots:
            spot = Box(x - dx, y - dy, 0.0, 0.0)
            label = next(other.label for other in tiling.tiles if other.shown.holds(spot, _SLACK))
            yield Rect(Box(x - CHIP / 2, y - CHIP / 2, CHIP, CHIP), fill=WHITE, radius=1.2)
            yield from line(label, x, y - 0.4, "figure", 7.0, INK, fonts, "center", bold=True)
            yield glue(x, y + 1.7, 2.6)


def _spread(start: float, length: float) -> Iterator[float]:
    count = max(1, round(length / SIGN_EVERY))
    return (start + length * (index + 0.5) / count for index in range(count))


def _match_marks(tiling: Tiling, tile: BoardTile, dx: float, dy: float) -> Iterator[Path]:
    """Yields half diamonds outside the board at the ends of seams; aligned tiles complete them."""
    half = MARK_LENGTH / 2
    middle = MARK_START + half
    seams = (
        (tile.shown, tiling.width, tiling.height, False),
        (tile.shown.swap_axes(), tiling.height, tiling.width, True),
    )
    for shown, width, height, level in seams:
        for x, inwards in ((shown.x, half), (shown.right, -half)):
            for edge, y in ((shown.y, shown.y - middle), (shown.bottom, shown.bottom + middle)):
                if 0 < x < width and not 0 < edge < height:
                    points = ((x, y - half), (x + inwards, y), (x, y + half))
                    turned = ((b, a) if level else (a, b) for a, b in points)
                    yield Path(polygon([(a + dx, b + dy) for a, b in turned]), fill=INK)


# --- seams ---------------------------------------------------------------------------------------------


def _longest(field: float, *, first: bool, last: bool) -> float:
    """Returns the greatest length of board on a tile, on a side where the field has this length."""
    return field - (APRON if first else LEAD) - (APRON if last else FLAP)


def _count_tiles(length: float, field: float) -> int:
    """Returns the fewest tiles for a board of this length; 0 if impossible."""
    if length <= _longest(field, first=True, last=True):
        return 1
    between = _longest(field, first=False, last=False)
    ends = _longest(field, first=True, last=False) + _longest(field, first=False, last=True)
    if between <= 0 or ends <= 0:
        return 0
    return 2 + max(0, ceil((length - ends) / between - 1e-9))


def _cut_columns(keep: Sequence[Box], board: Box, field: Box) -> tuple[int, float, dict[tuple[int, int], Box]]:
    """Finds the best division of a board into columns, each with independent seams.

    Returns the number of `keep` boxes that seams cross, the cost, and each tile's part by row and column.
    """
    whole, straight = _find_seams([(box.y, box.bottom) for box in keep], board.height, field.height)[0]
    best: tuple[int, float, dict[tuple[int, int], Box]] | None = None
    for price, seams in _find_seams([(box.x, box.right) for box in keep], board.width, field.width):
        if best is not None and price >= best[1]:
            break
        columns = tuple(pairwise((0.0, *seams, board.width)))
        across: list[tuple[float, Seams]] = []
        for left, right in columns:
            inside = [(box.y, box.bottom) for box in keep if box.x < right and box.right > left]
            across.append(_find_seams(inside, board.height, field.height)[0])
        crossed = sum(price for price, _ in across)
        if whole <= crossed + _NEAR:  # one seam right across is as good as one for each column
            across, crossed = [(0.0, straight)] * len(columns), whole
        if best is None or price + crossed < best[1]:
            cells = {
                (row, column): Box(left, top, right - left, bottom - top)
                for column, ((left, right), (_, parts)) in enumerate(zip(columns, across, strict=True))
                for row, (top, bottom) in enumerate(pairwise((0.0, *parts, board.height)))
            }
            best = int(price) + int(crossed), price + crossed, cells
    assert best is not None  # there is at least one way
    return best


def _find_seams(keep: Sequence[Span], length: float, field: float) -> list[tuple[float, Seams]]:
    """Returns the best sets of seams along one side with their cost, cheapest first.

    Dynamic programming from seam to seam. Of equal costs the more even division wins.
    """
    count = _count_tiles(length, field)
    if count == 1:
        return [(0.0, ())]
    first, last = _longest(field, first=True, last=False), _longest(field, first=False, last=True)
    reach = _longest(field, first=False, last=False)
    prices = {place: _price(place, keep) for place in _list_candidates(keep, length, count, first, reach, last)}
    ways: dict[float, tuple[float, float, Seams]] = {0.0: (0.0, 0.0, ())}
    for number in range(1, count):
        after: dict[float, tuple[float, float, Seams]] = {}
        longest = first if number == 1 else reach
        for place, price in prices.items():
            if before := [ways[seam] for seam in ways if place - longest - 1e-9 <= seam < place]:
                paid, off, seams = min(before)
                after[place] = (paid + price, off + abs(place - length * number / count), (*seams, place))
        ways = after
    ends = sorted(way for place, way in ways.items() if length - place <= last + 1e-9)
    return [(price, seams) for price, _, seams in ends[:_MOST_TRIED]]


def _list_candidates(
    keep: Sequence[Span], length: float, count: int, first: float, reach: float, last: float
) -> list[float]:
    """Returns positions for seams. Those at a tile's full reach, from either end, make any board possible."""
    places = {STEP * step for step in range(1, ceil(length / STEP))}
    edges = sorted({0.0, length, *(edge for span in keep for edge in span)})
    places |= {round((low + high) / 2, 3) for low, high in pairwise(edges)}
    places |= {length * number / count for number in range(1, count)}
    for number in range(count - 1):
        places |= {first + number * reach, length - last - number * reach}
    return sorted(place for place in places if 0 < place < length)


def _price(place: float, keep: Sequence[Span]) -> float:
    crossed = sum(low < place < high for low, high in keep)
    near = sum(low - CLEAR < place < high + CLEAR for low, high in keep) - crossed
    return crossed + _NEAR * near
