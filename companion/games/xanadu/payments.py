"""How a card can be paid for this turn: with which fewest workers, and if not at all, what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from companion.engine.game import Refusal, Seat
from companion.games.xanadu import components
from companion.games.xanadu.moves import place_left
from companion.games.xanadu.names import RESOURCE_INDEX, RESOURCES, Card, Resource
from companion.games.xanadu.state import Building, State, purse

Left = tuple[int, ...]
"""How much is still missing of each resource that the purse lacks."""


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


def way_to_pay(state: State, card: Card, seat: Seat) -> Way:
    """The way for a card, taken to be in the seat's hand, as if its turn were on. Raises `KeyError` for no card of the
    box.

    A knapsack over the buildings: for each remainder that can be reached, the fewest workers. A cost has at most four
    resources, so there are at most 16 remainders.
    """
    having = purse(state, seat)
    lacking = [(i, n - max(0, having[i])) for i, n in components.COSTS[card] if n > having[i]]
    most = max(0, len(state.players[seat].hand) - 1)
    best: dict[Left, tuple[int, tuple[Manned, ...]]] = {tuple(n for _, n in lacking): (0, ())}
    for owner, building in _open(state, seat):
        covered, reached = len(building.workers), dict(best)
        for left, (used, workers) in best.items():
            for depth in range(1, min(components.ROWS - covered, most - used) + 1):
                yields = _yields(building, depth, own=owner == seat)
                after = tuple([max(0, n - yields[i]) for n, (i, _) in zip(left, lacking, strict=True)])
                if after not in reached or used + depth < reached[after][0]:
                    manned = Manned(building.card, owner, tuple(range(covered + 1, covered + depth + 1)))
                    reached[after] = (used + depth, (*workers, manned))
        best = reached
    left, (_, workers) = min(best.items(), key=lambda item: (sum(item[0]), item[1][0]))
    missing = tuple(RESOURCES[i] for (i, _), n in zip(lacking, left, strict=True) for _ in range(n))
    refusal = place_left(state, seat)
    if refusal is None and missing:
        refusal = Refusal("missing", "pay", number=card, thing=" ".join(missing))
    return Way(card, workers, missing, refusal)


def _open(state: State, seat: Seat) -> Iterator[tuple[Seat, Building]]:
    """The buildings that can take workers, own ones first, then clockwise."""
    for i in range(len(state.players)):
        owner = Seat((seat + i) % len(state.players))
        yield from ((owner, one) for one in state.players[owner].city if not (one.sideways or one.full))


@lru_cache(1 << 10)
def _yields(building: Building, depth: int, *, own: bool) -> list[int]:
    """Counts the resources of the next `depth` rows. With `own`, the favours of these rows count too."""
    card, covered, found = components.BUILDINGS[building.card], len(building.workers), [0] * len(RESOURCES)
    for row in range(covered, covered + depth):
        favour = card.favours[row] if own else None
        for resource in (*card.rows[row], *([] if favour is None else [favour])):
            found[RESOURCE_INDEX[resource]] += 1
    return found
