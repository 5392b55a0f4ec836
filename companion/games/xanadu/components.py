"""Contents of the box, read from the files of the printed game (cards/xanadu/*.csv)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from companion.games.kit_tables import read_names, read_rows
from companion.games.xanadu.names import RESOURCES, Card, Colour, Resource

ROWS = 4
"""Rows of a card: the places for workers."""


class BuildingRow(Struct, frozen=True):
    """A building card. Rows, favours and prices are counted from the bottom of the card."""

    card: Card
    id: str
    colour: Colour
    cost: tuple[Resource, ...]
    passive: Resource | None
    rows: tuple[tuple[Resource, ...], ...]
    favours: tuple[Resource | None, ...]
    prices: tuple[int, ...]
    """One beside each row, then the one above the picture."""


def _building(row: dict[str, str]) -> BuildingRow:
    places = range(1, ROWS + 1)
    return BuildingRow(
        card=Card(int(row["number"])),
        id=row["id"],
        colour=Colour(row["colour"]),
        cost=tuple(Resource(name) for name in row["cost"].split()),
        passive=Resource(row["passive"]) if row["passive"] else None,
        rows=tuple(tuple(Resource(name) for name in row[f"row{i}"].split()) for i in places),
        favours=tuple(Resource(row[f"favour{i}"]) if row[f"favour{i}"] else None for i in places),
        prices=tuple(int(row[f"price{i}"]) for i in range(1, ROWS + 2)),
    )


def _lasting(building: BuildingRow, workers: int) -> tuple[int, ...]:
    open_favours = building.favours[:workers]
    return tuple(r.ordinal for r in (building.passive, *open_favours) if r is not None)


def _counted(resources: Iterable[Resource]) -> tuple[tuple[int, int], ...]:
    found = list(resources)
    return tuple((i, found.count(resource)) for i, resource in enumerate(RESOURCES) if resource in found)


_building_rows = read_rows("xanadu", "buildings.csv")
_colour_rows = read_rows("xanadu", "colours.csv")
_resource_rows = read_rows("xanadu", "resources.csv")

BUILDINGS: dict[Card, BuildingRow] = {building.card: building for building in map(_building, _building_rows)}
"""By printed number, lowest first."""
CARDS: tuple[Card, ...] = tuple(BUILDINGS)
EDITIONS: dict[str, tuple[Card, ...]] = {
    "printed": tuple(card for card in CARDS if BUILDINGS[card].colour != Colour.MAGENTA),
    "online": CARDS,
}
"""The cards of each edition (X1)."""
COSTS: dict[Card, tuple[tuple[int, int], ...]] = {card: _counted(row.cost) for card, row in BUILDINGS.items()}
"""What a card costs: index in `Resource`, and how many."""
LASTING: dict[Card, tuple[tuple[int, ...], ...]] = {
    card: tuple(_lasting(row, workers) for workers in range(ROWS + 1)) for card, row in BUILDINGS.items()
}
"""What a standing card gives its owner every turn, by the number of workers on it: indexes in `Resource`."""
YIELDS: dict[Card, tuple[tuple[int, ...], ...]] = {
    card: tuple(tuple(resource.ordinal for resource in resources) for resources in row.rows)
    for card, row in BUILDINGS.items()
}
"""What each row of a card yields, from the bottom: indexes in `Resource`."""
RANKS: dict[Card, int] = {card: row.colour.ordinal for card, row in BUILDINGS.items()}
EXTRA: dict[Card, int] = {
    card: {r["id"]: int(r["extra"]) for r in _colour_rows}[row.colour] for card, row in BUILDINGS.items()
}
"""Tong bao that a sale pays beside the price with 5 or 6 players (X10)."""

CARD_NAMES: dict[str, dict[Card, str]] = {
    language: {Card(int(row["number"])): names[row["id"]] for row in _building_rows}
    for language, names in read_names(_building_rows).items()
}
CARD_NAMED: dict[str, Card] = {row.id: card for card, row in BUILDINGS.items()}
RESOURCE_NAMES = read_names(_resource_rows)
COLOUR_NAMES = read_names(_colour_rows)
