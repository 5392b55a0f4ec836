"""Ways to pay: whether a card can be built this turn, with which fewest workers, and if not, what is missing."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from companion.engine.game import Refusal, Seat
from companion.games.xanadu import components
from companion.games.xanadu.moves import place_left
from companion.games.xanadu.names import RESOURCE_INDEX, RESOURCES, UNKNOWN, Card, Resource
from companion.games.xanadu.state import Building, Play, State, purse

Depths = tuple[tuple[int, ...], ...]
"""What the first 0, 1, 2 … free rows of a building yield together, of each resource."""
Left = tuple[int, ...]
"""How much of each resource that the purse lacks is still missing."""


class Manned(Struct, frozen=True):
    """Workers to place on one building, on these rows (from 1, the bottom)."""

    building: Card
    owner: Seat
    rows: tuple[int, ...]


class Way(Struct, frozen=True):
    """How a card can be paid for.

    `refusal`: why it cannot be built this turn; none: it can, with these workers and no fewer. When only
    resources are missing, `workers` leave as few of them `missing` as can be.
    """

    card: Card
    workers: tuple[Manned, ...]
    missing: tuple[Resource, ...]
    refusal: Refusal | None

    @property
    def count(self) -> int:
        """How many workers it takes."""
        return sum(len(manned.rows) for manned in self.workers)


class _Stack(Struct, frozen=True):
    """A building that can take workers, as one seat sees it."""

    building: Building
    owner: Seat
    depths: Depths


_Path = tuple[tuple[_Stack, int], ...]


def ways_to_pay(state: State, seat: Seat | None = None) -> tuple[Way, ...]:
    """A way for each known card in a seat's hand, lowest number first; of whoever plays if none is given.

    A seat whose turn it is not is answered as if its turn began now, without a sale.
    """
    if seat is None:
        seat = _active(state)
    stacks = _stacks(state, seat)
    return tuple(_way(state, card, seat, stacks) for card in dict.fromkeys(state.players[seat].hand) if card != UNKNOWN)


def way_to_pay(state: State, card: Card, seat: Seat | None = None) -> Way:
    """The way for one card, taken to be in the seat's hand. Raises `KeyError` for no card of the box."""
    if seat is None:
        seat = _active(state)
    return _way(state, card, seat, _stacks(state, seat))


def _active(state: State) -> Seat:
    if type(state.now) is not Play:
        raise ValueError("it is nobody's turn to build: name a seat")
    return state.now.seat


def _stacks(state: State, seat: Seat) -> list[_Stack]:
    """The buildings with a free row, own ones first, then clockwise."""
    found = []
    for i in range(len(state.players)):
        owner = Seat((seat + i) % len(state.players))
        for building in state.players[owner].city:
            if not building.sideways and not building.full:
                found.append(_Stack(building, owner, _depths(building, own=owner == seat)))
    return found


def _depths(building: Building, *, own: bool) -> Depths:
    """Own favours count from the moment that their row is covered."""
    card = components.BUILDINGS[building.card]
    total = [0] * len(RESOURCES)
    depths = [tuple(total)]
    for row in range(len(building.workers), components.ROWS):
        favour = card.favours[row] if own else None
        for resource in (*card.rows[row], *(() if favour is None else (favour,))):
            total[RESOURCE_INDEX[resource]] += 1
        depths.append(tuple(total))
    return tuple(depths)


def _way(state: State, card: Card, seat: Seat, stacks: Iterable[_Stack]) -> Way:
    having = purse(state, seat)
    lacking = [(i, n - max(0, having[i])) for i, n in components.COSTS[card] if n > having[i]]
    most = max(0, len(state.players[seat].hand) - 1)
    left, path = _fewest(lacking, stacks, most)
    workers = tuple(_manned(stack, depth) for stack, depth in path)
    missing = tuple(RESOURCES[i] for (i, _), n in zip(lacking, left, strict=True) for _ in range(n))
    refusal = place_left(state, seat)
    if refusal is None and missing:
        refusal = Refusal("missing", "pay", number=card, thing=" ".join(missing))
    return Way(card, workers, missing, refusal)


def _manned(stack: _Stack, depth: int) -> Manned:
    first = len(stack.building.workers) + 1
    return Manned(stack.building.card, stack.owner, tuple(range(first, first + depth)))


def _fewest(lacking: list[tuple[int, int]], stacks: Iterable[_Stack], most: int) -> tuple[Left, _Path]:
    """The least missing resources, and the fewest workers for that, at most `most`.

    A knapsack over the buildings: for every remainder that can be reached, the fewest workers. A cost
    has at most four resources, so there are at most 16 remainders.
    """
    start: Left = tuple(n for _, n in lacking)
    best: dict[Left, tuple[int, _Path]] = {start: (0, ())}
    for stack, options in _useful(lacking, stacks):
        reached = dict(best)
        for left, (used, path) in best.items():
            for depth, gain in options:
                count = used + depth
                if count > most:
                    break
                after = tuple([have - got if have > got else 0 for have, got in zip(left, gain, strict=True)])
                known = reached.get(after)
                if known is None or count < known[0]:
                    reached[after] = (count, (*path, (stack, depth)))
        best = reached
    left, (_, path) = min(best.items(), key=lambda item: (sum(item[0]), item[1][0]))
    return left, path


def _useful(
    lacking: list[tuple[int, int]], stacks: Iterable[_Stack]
) -> Iterable[tuple[_Stack, tuple[tuple[int, Left], ...]]]:
    """The depths of each building that yield more of what is lacking than the depth before.

    Of buildings that yield the same, no more are kept than there are resources lacking.
    """
    alike: dict[tuple[tuple[int, Left], ...], int] = {}
    units = sum(n for _, n in lacking)
    for stack in stacks:
        options = []
        last: Left = (0,) * len(lacking)
        for depth, total in enumerate(stack.depths):
            gain = tuple([n if total[i] > n else total[i] for i, n in lacking])
            if gain != last:
                options.append((depth, gain))
                last = gain
        key = tuple(options)
        if key and alike.get(key, 0) < units:
            alike[key] = alike.get(key, 0) + 1
            yield stack, key
