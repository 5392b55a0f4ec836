"""Contents of the box, read from the files of the printed game (cards/hangzhou/*.csv)."""

from __future__ import annotations

import csv
from collections.abc import Iterable

from msgspec import Struct

from companion.games.hangzhou.names import DYE_INDEX, DYES, Colour, Dye, Merchant, Side
from pnp.kits import collection


class DyeRow(Struct, frozen=True):
    """A dye: its cubes, its dice, and the price that each roll of 1 to 6 is turned to (H3)."""

    dye: Dye
    natural: bool
    brew: tuple[Dye, ...]
    cubes: int
    dice: int
    sides: tuple[int, ...]
    points: int
    """Victory points for a sale."""

    @property
    def prices(self) -> tuple[int, ...]:
        """The prices its dice can show, cheapest first."""
        return tuple(sorted(set(self.sides)))


def _rows(name: str) -> list[dict[str, str]]:
    text = (collection() / "hangzhou" / name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _names(rows: Iterable[dict[str, str]], column: str = "name") -> dict[str, dict[str, str]]:
    """Language to id to name, for every ``name.<language>`` column."""
    names: dict[str, dict[str, str]] = {}
    for row in rows:
        for key, value in row.items():
            head, _, language = key.partition(".")
            if head == column and language:
                names.setdefault(language, {})[row["id"]] = value
    return names


def _dye(row: dict[str, str]) -> DyeRow:
    return DyeRow(
        dye=Dye(row["id"]),
        natural=row["kind"] == "natural",
        brew=tuple(Dye(name) for name in row["brew"].split()),
        cubes=int(row["cubes"]),
        dice=int(row["dice"]),
        sides=tuple(int(side) for side in row["sides"].split()),
        points=int(row["points"]),
    )


_dye_rows, _merchant_rows, _player_rows = _rows("dyes.csv"), _rows("merchants.csv"), _rows("players.csv")
_pieces = {row["id"]: row for row in _rows("pieces.csv")}
_by_dye = {row.dye: row for row in map(_dye, _dye_rows)}

DYE_ROWS: tuple[DyeRow, ...] = tuple(_by_dye[dye] for dye in DYES)
"""In the order of `Dye`."""
NATURAL: tuple[bool, ...] = tuple(row.natural for row in DYE_ROWS)
CUBES: tuple[int, ...] = tuple(row.cubes for row in DYE_ROWS)
DICE: tuple[int, ...] = tuple(row.dice for row in DYE_ROWS)
BREWS: tuple[tuple[int, ...], ...] = tuple(tuple(DYE_INDEX[d] for d in row.brew) for row in DYE_ROWS)
"""The dyes, by index, that a mixed dye is brewed from; empty for a natural dye."""
GATES: dict[Merchant, Side] = {Merchant(row["id"]): Side(row["side"]) for row in _merchant_rows}
SHOPS: dict[Colour, int] = {Colour(row["id"]): int(row["shops"]) for row in _player_rows}
START_COINS: int = int(_pieces["coin"]["start"])
WORTH: dict[str, int] = {name: int(row["worth"]) for name, row in _pieces.items()}
"""Points at the end for a coin, a victory point, and a dye in the hand."""
DYE_NAMES = _names(_dye_rows)
MERCHANT_NAMES = _names(_merchant_rows)
COLOUR_NAMES = _names(_player_rows)
