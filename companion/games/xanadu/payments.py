"""How a card can be paid for this turn: with which fewest workers, and if not at all, what is missing."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from companion.engine.game import Refusal, Seat
from companion.games.xanadu import components
from companion.games.xanadu.moves import place_left
from companion.games.xanadu.names import RESOURCES, Card, Resource
from companion.games.xanadu.state import Building, State, purse


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

    A knapsack over the buildings: for each remainder (how much is missing of each resource that the purse lacks) that
    can be reached, the fewest workers. A cost has at most four
    resources, so there are at most 16 remainders.
    """
    having, cost = purse(state, seat), components.COSTS[card]
    lacking = {RESOURCES[i]: n - max(0, having[i]) for i, n in cost if n > having[i]}
    most = max(0, len(state.players[seat].hand) - 1)
    best: dict[tuple[int, ...], tuple[int, tuple[Manned, ...]]] = {tuple(lacking.values()): (0, ())}
    for owner, building in _open(state, seat):
        card_row, covered, reached = components.BUILDINGS[building.card], len(building.workers), dict(best)
        for before, (used, workers) in best.items():
            left = before
            for row in range(covered, min(components.ROWS, covered + most - used)):
                given = (*card_row.rows[row], card_row.favours[row] if owner == seat else None)
                left = tuple([max(0, n - given.count(resource)) for n, resource in zip(left, lacking, strict=True)])
                rows = tuple(range(covered + 1, row + 2))
                if left not in reached or used + len(rows) < reached[left][0]:
                    reached[left] = (used + len(rows), (*workers, Manned(building.card, owner, rows)))
        best = reached
    left, (_, workers) = min(best.items(), key=lambda item: (sum(item[0]), item[1][0]))
    missing = tuple(resource for resource, n in zip(lacking, left, strict=True) for _ in range(n))
    refusal = place_left(state, seat)
    if refusal is None and missing:
        refusal = Refusal("missing", "pay", number=card, thing=" ".join(missing))
    return Way(card, workers, missing, refusal)


def _open(state: State, seat: Seat) -> Iterator[tuple[Seat, Building]]:
    """The buildings that can take workers, own ones first, then clockwise."""
    for i in range(len(state.players)):
        owner = Seat((seat + i) % len(state.players))
        yield from ((owner, one) for one in state.players[owner].city if not (one.sideways or one.full))
