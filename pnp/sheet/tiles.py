"""Boards larger than the paper: tiles to cut and glue, each sheet with match marks, labels and a map."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil

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
    crop_marks,
    fold_line,
    glue,
    mark_paths,
    polygon,
    printable,
)
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
MAP_LINE = Stroke(INK, 0.15)
NOWHERE = Place("")
_SLACK = 0.01


class BoardTile(msgspec.Struct, frozen=True):
    """One tile: its label (`B2` is the second column, second row), what it shows of the board when all is glued,
    and what of the board is cut out with it, its flaps included; board coordinates."""

    label: str
    shown: Box
    cut: Box


class Tiling(msgspec.Struct, frozen=True):
    """A board cut into tiles. `cut_through` counts the boxes to keep that seams cross."""

    paper: Paper
    landscape: bool
    width: float
    height: float
    tiles: tuple[BoardTile, ...]
    cut_through: int


def needs_tiles(width: float, height: float, bleed: float, paper: Paper) -> bool:
    """Whether a trim of this size with its bleed is larger than the paper's field, however it lies."""
    across, down = sorted((width + 2 * bleed, height + 2 * bleed))
    return not any(
        across <= min(field.width, field.height) and down <= max(field.width, field.height)
        for field in (paper.field(False), paper.field(True))
    )


def tile_board(scene: Scene, paper: Paper, place: Place = NOWHERE) -> Tiling:
    """Cuts a board with seams beside the scene's `keep` boxes where that can be; of the paper's two ways up, the one
    that cuts fewer of them, then the one with fewer tiles.

    Raises KitError if the paper is too small for any tile.
    """
    best: tuple[tuple[int, int, float, int], Tiling] | None = None
    for landscape in (False, True):
        field = paper.field(landscape)
        rooms = (Room(field.width, APRON, FLAP, LEAD), Room(field.height, APRON, FLAP, LEAD))
        count = rooms[0].tiles(scene.width) * rooms[1].tiles(scene.height)
        for order, upright in enumerate((True, False)):
            if not count:
                continue
            cutting = cut_bands(scene.keep, (scene.width, scene.height), rooms, upright)
            tiles = tuple(_tiles(cutting, scene, upright))
            rank = (cutting.cut, count, round(cutting.cost, 2), order)
            if best is None or rank < best[0]:
                best = (rank, Tiling(paper, landscape, scene.width, scene.height, tiles, _count_crossed(scene, tiles)))
    if best is None:
        raise KitError([Finding("error", "larger-than-paper", place, f"{paper.title} is too small for tiles")])
    return best[1]


def _count_crossed(scene: Scene, tiles: Sequence[BoardTile]) -> int:
    """How many boxes to keep lie on no tile as a whole."""
    board = Box(0.0, 0.0, scene.width, scene.height)
    boxes = (box.common(board) for box in scene.keep)
    return sum(not any(tile.shown.holds(box, _SLACK) for tile in tiles) for box in boxes)


def _tiles(cutting: Cutting, scene: Scene, upright: bool) -> Iterator[BoardTile]:
    """The tiles, row by row as one reads the glued board."""
    length, other = (scene.width, scene.height) if upright else (scene.height, scene.width)
    found = []
    for band, (start, end) in enumerate(pairwise((0.0, *cutting.main, length))):
        for step, (low, high) in enumerate(pairwise((0.0, *cutting.cross[band], other))):
            column, row = (band, step) if upright else (step, band)
            shown = Box(start, low, end - start, high - low) if upright else Box(low, start, high - low, end - start)
            right = FLAP if shown.right < scene.width else 0.0
            below = FLAP if shown.bottom < scene.height else 0.0
            cut = Box(shown.x, shown.y, shown.width + right, shown.height + below)
            found.append((row, column, BoardTile(f"{chr(ord('A') + column)}{row + 1}", shown, cut)))
    for _, _, tile in sorted(found, key=lambda entry: entry[:2]):
        yield tile


def draw_tiles(
    tiling: Tiling, scene: Scene, title: str, first: int, total: int, footer: FooterText, fonts: FontBook
) -> Iterator[Page]:
    """A page for each tile; they are sheets `first` and following of `total`."""
    width, height = tiling.paper.size(tiling.landscape)
    strip = tiling.paper.foot(tiling.landscape)
    field = tiling.paper.field(tiling.landscape)
    for number, tile in enumerate(tiling.tiles, first):
        at_x, at_y = _origin(tiling, tile, field)
        box = tile.cut.moved(at_x, at_y)
        cuts = _cuts(tile, box, scene.bleed)
        items: list[Item | Placed] = [Placed(scene, at_x, at_y, 0, _art(tile, scene, box))]
        items.extend(_flap_signs(tiling, tile, at_x, at_y, fonts))
        items.extend(mark_paths(crop_marks((cuts,), printable(width, height), (strip,))))
        items.extend(_match_marks(tile, box, tiling))
        small = _map(tiling, tile, strip)
        text = Box(strip.x, strip.y, strip.width - small[0].width - 4.0, strip.height)
        position = PagePosition(titles=(title,), number=number, total=total, tile=tile.label)
        items.extend((*foot(text, footer, position, fonts), *small[1]))
        yield Page(width, height, tuple(items), label=tile.label)


def _origin(tiling: Tiling, tile: BoardTile, field: Box) -> tuple[float, float]:
    """Where the board's corner comes to lie on a tile's page: the tile, with what its edges want, in the middle."""
    left, top = (APRON if start <= 0 else LEAD for start in (tile.cut.x, tile.cut.y))
    right = APRON if tile.cut.right >= tiling.width else 0.0
    below = APRON if tile.cut.bottom >= tiling.height else 0.0
    x = field.x + (field.width - tile.cut.width - right + left) / 2
    y = field.y + (field.height - tile.cut.height - below + top) / 2
    return x - tile.cut.x, y - tile.cut.y


def _art(tile: BoardTile, scene: Scene, box: Box) -> Box:
    """What of the board is printed: bleed at its own edges, a little more than is cut at seams."""
    left = scene.bleed if tile.cut.x <= 0 else LEAD
    top = scene.bleed if tile.cut.y <= 0 else LEAD
    right = scene.bleed if tile.cut.right >= scene.width else 0.0
    below = scene.bleed if tile.cut.bottom >= scene.height else 0.0
    return Box(box.x - left, box.y - top, box.width + left + right, box.height + top + below)


def _cuts(tile: BoardTile, box: Box, bleed: float) -> Cuts:
    seam_x = (box.x + tile.shown.width,) if tile.cut.width > tile.shown.width else ()
    seam_y = (box.y + tile.shown.height,) if tile.cut.height > tile.shown.height else ()
    around = max(bleed, LEAD)
    return Cuts(box, (around, around), (box.x, box.right), (box.y, box.bottom), seam_x, seam_y)


def _flap_signs(tiling: Tiling, tile: BoardTile, dx: float, dy: float, fonts: FontBook) -> Iterator[Item]:
    """On each flap: the line up to which the neighbour reaches, which tile that is, and where glue goes."""
    shown = tile.shown.moved(dx, dy)
    if tile.cut.width > tile.shown.width:
        yield from fold_line((shown.right + 0.15, shown.y), (shown.right + 0.15, shown.bottom))
        for y in _along(shown.y, shown.height):
            label = _shown_at(tiling, tile.shown.right + 0.5, y - dy)
            yield from _chip(shown.right + FLAP / 2, y, label, fonts)
    if tile.cut.height > tile.shown.height:
        yield from fold_line((shown.x, shown.bottom + 0.15), (shown.right, shown.bottom + 0.15))
        for x in _along(shown.x, shown.width):
            label = _shown_at(tiling, x - dx, tile.shown.bottom + 0.5)
            yield from _chip(x, shown.bottom + FLAP / 2, label, fonts)


def _along(start: float, length: float) -> Iterator[float]:
    count = max(1, round(length / SIGN_EVERY))
    return (start + length * (index + 0.5) / count for index in range(count))


def _shown_at(tiling: Tiling, x: float, y: float) -> str:
    return next(
        tile.label
        for tile in tiling.tiles
        if tile.shown.x <= x <= tile.shown.right and tile.shown.y <= y <= tile.shown.bottom
    )


def _chip(x: float, y: float, label: str, fonts: FontBook) -> Iterator[Item]:
    yield Rect(Box(x - CHIP / 2, y - CHIP / 2, CHIP, CHIP), fill=WHITE, radius=1.2)
    yield from line(label, x, y - 0.4, "figure", 7.0, INK, fonts, "center", bold=True)
    yield glue(x, y + 1.7, 2.6)


def _match_marks(tile: BoardTile, box: Box, tiling: Tiling) -> Iterator[Path]:
    """Half diamonds outside the board at the ends of seams: two halves make one when the tiles lie right."""
    shown = tile.shown.moved(box.x - tile.cut.x, box.y - tile.cut.y)
    half = MARK_LENGTH / 2
    middle = MARK_START + half
    for x, way, seam in ((shown.x, 1, tile.shown.x > 0), (shown.right, -1, tile.shown.right < tiling.width)):
        if seam and tile.shown.y <= 0:
            yield _half_diamond((x, shown.y - middle), (way * half, 0.0), (0.0, half))
        if seam and tile.shown.bottom >= tiling.height:
            yield _half_diamond((x, shown.bottom + middle), (way * half, 0.0), (0.0, half))
    for y, way, seam in ((shown.y, 1, tile.shown.y > 0), (shown.bottom, -1, tile.shown.bottom < tiling.height)):
        if seam and tile.shown.x <= 0:
            yield _half_diamond((shown.x - middle, y), (0.0, way * half), (half, 0.0))
        if seam and tile.shown.right >= tiling.width:
            yield _half_diamond((shown.right + middle, y), (0.0, way * half), (half, 0.0))


def _half_diamond(at: tuple[float, float], tip: tuple[float, float], arm: tuple[float, float]) -> Path:
    x, y = at
    points = ((x - arm[0], y - arm[1]), (x + tip[0], y + tip[1]), (x + arm[0], y + arm[1]))
    return Path(polygon(points), fill=INK)


def _map(tiling: Tiling, tile: BoardTile, strip: Box) -> tuple[Box, tuple[Rect, ...]]:
    """The whole board small at the end of the foot, this tile filled."""
    scale = FOOT_HEIGHT / tiling.height
    box = Box(strip.right - tiling.width * scale, strip.y, tiling.width * scale, FOOT_HEIGHT)
    return box, tuple(
        Rect(
            Box(box.x + t.shown.x * scale, box.y + t.shown.y * scale, t.shown.width * scale, t.shown.height * scale),
            fill=INK if t == tile else None,
            stroke=MAP_LINE,
        )
        for t in tiling.tiles
    )


STEP = 5.0
"""Seams are tried in the middle of every gap between boxes to keep, at this step, and as far as tiles reach."""
CLEAR = 1.0
"""A seam nearer than this to a box to keep is worse than one further off, mm."""
_NEAR = 0.1
_MOST_TRIED = 60

Span = tuple[float, float]


class Room(msgspec.Struct, frozen=True):
    """How much of a board fits on one sheet along one side: `field`, less `apron` at an outer edge of the board,
    `flap` at a seam's near side, `lead` at its far side. mm."""

    field: float
    apron: float
    flap: float
    lead: float

    def most(self, first: bool, last: bool) -> float:
        """The longest piece of board on one tile."""
        return self.field - (self.apron if first else self.lead) - (self.apron if last else self.flap)

    def tiles(self, length: float) -> int:
        """The fewest tiles for a board of this length; 0 if there is no number of them."""
        if length <= self.most(True, True):
            return 1
        between = self.most(False, False)
        ends = self.most(True, False) + self.most(False, True)
        if between <= 0 or ends <= 0:
            return 0
        return 2 + max(0, ceil((length - ends) / between - 1e-9))


class Cutting(msgspec.Struct, frozen=True):
    """A board cut into `bands` along its main seams, each band cut across by seams of its own. `cut` counts the
    boxes to keep that a seam crosses."""

    main: tuple[float, ...]
    cross: tuple[tuple[float, ...], ...]
    cut: int
    cost: float


def cut_bands(keep: Sequence[Box], lengths: Span, rooms: tuple[Room, Room], upright: bool) -> Cutting:
    """The best cutting with main seams of one direction: `upright` ones part columns, others rows.

    `lengths` and `rooms` are those along x and along y. Both must be possible (`Room.tiles` not 0).
    """
    (length, other), (room, room_across) = lengths, rooms
    spans = [((box.x, box.right), (box.y, box.bottom)) for box in keep]
    if not upright:
        length, other, room, room_across = other, length, room_across, room
        spans = [(across, along) for along, across in spans]
    whole, straight = _seams([across for _, across in spans], other, room_across)[0]
    best: Cutting | None = None
    for cost, main in _seams([along for along, _ in spans], length, room):
        if best is not None and cost >= best.cost:
            break
        bands = []
        for start, end in pairwise((0.0, *main, length)):
            inside = [across for (low, high), across in spans if low < end and high > start]
            bands.append(_seams(inside, other, room_across)[0])
        crossed = sum(band[0] for band in bands)
        if whole <= crossed + _NEAR:  # one seam right across is as good as one for each band
            bands, crossed = [(0.0, straight)] * len(bands), whole
        if best is None or cost + crossed < best.cost:
            best = Cutting(main, tuple(band[1] for band in bands), int(cost) + int(crossed), cost + crossed)
    assert best is not None  # _seams gives at least one way
    return best


def _seams(keep: Sequence[Span], length: float, room: Room) -> list[tuple[float, tuple[float, ...]]]:
    """The best seams along one side with their price, the cheapest first.

    Found seam by seam: the cheapest way to each place from the seam before. Of ways at one price the one nearer to an
    even cutting is better.
    """
    count = room.tiles(length)
    if count <= 1:
        return [(0.0, ())]
    slack = 1e-9
    places = _candidates(keep, length, room, count)
    prices = {place: _price(place, keep) for place in places}
    ways: dict[float, tuple[float, float, tuple[float, ...]]] = {
        place: (prices[place], abs(place - length / count), (place,))
        for place in places
        if place <= room.most(True, False) + slack
    }
    reach = room.most(False, False) + slack
    for number in range(2, count):
        after: dict[float, tuple[float, float, tuple[float, ...]]] = {}
        known = list(ways)  # in order, as places are
        for place in places:
            before = known[bisect_left(known, place - reach) : bisect_left(known, place)]
            if before:
                price, off, seams = min(ways[last] for last in before)
                uneven = abs(place - length * number / count)
                after[place] = (price + prices[place], off + uneven, (*seams, place))
        ways = after
    ends = sorted(way for place, way in ways.items() if length - place <= room.most(False, True) + slack)
    return [(price, seams) for price, _, seams in ends[:_MOST_TRIED]]


def _candidates(keep: Sequence[Span], length: float, room: Room, count: int) -> list[float]:
    """Places for seams. Those that use a tile to its full reach, from either end, make any board possible."""
    places = {STEP * step for step in range(1, ceil(length / STEP))}
    edges = sorted({0.0, length, *(edge for span in keep for edge in span)})
    places |= {round((low + high) / 2, 3) for low, high in pairwise(edges)}
    places |= {length * number / count for number in range(1, count)}
    for number in range(count - 1):
        places.add(room.most(True, False) + number * room.most(False, False))
        places.add(length - room.most(False, True) - number * room.most(False, False))
    return sorted(place for place in places if 0 < place < length)


def _price(place: float, keep: Sequence[Span]) -> float:
    price = 0.0
    for low, high in keep:
        if low < place < high:
            price += 1.0
        elif low - CLEAR < place < high + CLEAR:
            price += _NEAR
    return price
