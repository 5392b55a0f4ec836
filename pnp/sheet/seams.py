"""Where to cut a board that is larger than the paper: as few tiles as there can be, no seam through a space
that is to stay whole if one can run beside it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil

import msgspec

from pnp.scene import Box

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
    along, across = (0, 1) if upright else (1, 0)
    length, other = lengths[along], lengths[across]
    best: Cutting | None = None
    for cost, main in _ways(_spans(keep, along), length, rooms[along]):
        if best is not None and cost >= best.cost:
            break
        found = _crossed(keep, main, cost, (length, other), rooms[across], upright)
        if best is None or found.cost < best.cost:
            best = found
    assert best is not None  # _ways gives at least one way
    return best


def _crossed(
    keep: Sequence[Box], main: tuple[float, ...], cost: float, lengths: Span, room: Room, upright: bool
) -> Cutting:
    """The cutting with these main seams: one seam right across if that is as good as one for each band."""
    along, across = (0, 1) if upright else (1, 0)
    edges = (0.0, *main, lengths[0])
    bands = []
    for start, end in pairwise(edges):
        inside = [box for box in keep if _span(box, along)[0] < end and _span(box, along)[1] > start]
        bands.append(next(_ways(_spans(inside, across), lengths[1], room)))
    whole, straight = next(_ways(_spans(keep, across), lengths[1], room))
    crossed = sum(band[0] for band in bands)
    if whole <= crossed + _NEAR:
        bands, crossed = [(0.0, straight)] * len(bands), whole
    return Cutting(main, tuple(band[1] for band in bands), int(cost) + int(crossed), cost + crossed)


def _ways(keep: Sequence[Span], length: float, room: Room) -> Iterator[tuple[float, tuple[float, ...]]]:
    """Seams along one side with their price, the best first; with more than one seam only the best.

    Of seams at one price the one nearer to an even cutting is better.
    """
    count = room.tiles(length)
    if count <= 1:
        yield 0.0, ()
        return
    places = _candidates(keep, length, room, count)
    prices = {place: _price(place, keep) for place in places}
    if count == 2:
        least, most = length - room.most(False, True), room.most(True, False)
        ways = sorted(
            (prices[place], abs(place - length / 2), place) for place in places if least <= place <= most + 1e-9
        )
        yield from ((price, (place,)) for price, _, place in ways[:_MOST_TRIED])
        return
    yield _best_of_many(places, prices, length, room, count)


def _best_of_many(
    places: Sequence[float], prices: dict[float, float], length: float, room: Room, count: int
) -> tuple[float, tuple[float, ...]]:
    """Two or more seams, found seam by seam: the cheapest way to each place from the seam before."""
    slack = 1e-9
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
    price, _, seams = min(way for place, way in ways.items() if length - place <= room.most(False, True) + slack)
    return price, seams


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


def _spans(keep: Sequence[Box], axis: int) -> list[Span]:
    return [_span(box, axis) for box in keep]


def _span(box: Box, axis: int) -> Span:
    return (box.x, box.right) if axis == 0 else (box.y, box.bottom)
