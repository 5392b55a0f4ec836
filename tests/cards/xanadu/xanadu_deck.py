"""The economy of Xanadú's deck, counted from `cards/xanadu/buildings.csv`."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BUILDINGS = ROOT / "cards" / "xanadu" / "buildings.csv"
RESOURCES = ("wood", "clay", "stone", "water", "silk", "ink", "porcelain", "gold", "bronze", "jade")
BASE = {  # of these a cost contains at least one, from each group
    "brown": [{"wood", "clay"}],
    "blue": [{"silk", "porcelain", "ink"}],
    "yellow": [{"gold", "bronze"}],
    "green": [{"jade"}],
    "magenta": [{"jade"}, {"gold", "bronze"}],
}


@dataclass(frozen=True)
class Building:
    """One card. Rows, favours and prices run from the bottom of the card to its top."""

    id: str
    number: str
    colour: str
    cost: tuple[str, ...]
    passive: str
    favours: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    prices: tuple[int, ...]

    @property
    def yields(self) -> tuple[str, ...]:
        """Everything that four workers take from it."""
        return tuple(resource for row in self.rows for resource in row)


def read(path: Path = BUILDINGS) -> tuple[Building, ...]:
    """Every card of the file, those of the online edition included."""
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(
            Building(
                id=row["id"],
                number=row["number"],
                colour=row["colour"],
                cost=tuple(row["cost"].split()),
                passive=row["passive"],
                favours=tuple(row[f"favour{n}"] for n in range(1, 5)),
                rows=tuple(tuple(row[f"row{n}"].split()) for n in range(1, 5)),
                prices=tuple(int(row[f"price{n}"]) for n in range(1, 6)),
            )
            for row in csv.DictReader(file)
        )
