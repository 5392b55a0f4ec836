"""Contents of the box, read from the files of the printed game (cards/hangzhou/*.csv)."""

from __future__ import annotations

from msgspec import Struct

from companion.games.hangzhou.names import DYES, Colour, Dye, Merchant, Side
from companion.games.kit_tables import read_names, read_rows


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
    prices: tuple[int, ...]
    """The prices its dice can show, cheapest first."""


def _dye(row: dict[str, str]) -> DyeRow:
    sides = tuple(int(side) for side in row["sides"].split())
    return DyeRow(
        dye=Dye(row["id"]),
        natural=row["kind"] == "natural",
        brew=tuple(Dye(name) for name in row["brew"].split()),
        cubes=int(row["cubes"]),
        dice=int(row["dice"]),
        sides=sides,
        points=int(row["points"]),
        prices=tuple(sorted(set(sides))),
    )


_dye_rows = read_rows("hangzhou", "dyes.csv")
_merchant_rows = read_rows("hangzhou", "merchants.csv")
_player_rows = read_rows("hangzhou", "players.csv")
_pieces = {row["id"]: row for row in read_rows("hangzhou", "pieces.csv")}
_by_dye = {row.dye: row for row in map(_dye, _dye_rows)}

DYE_ROWS: tuple[DyeRow, ...] = tuple(_by_dye[dye] for dye in DYES)
"""In the order of `Dye`."""
NATURAL: tuple[bool, ...] = tuple(row.natural for row in DYE_ROWS)
CUBES: tuple[int, ...] = tuple(row.cubes for row in DYE_ROWS)
DICE: tuple[int, ...] = tuple(row.dice for row in DYE_ROWS)
BREWS: tuple[tuple[int, ...], ...] = tuple(tuple(d.ordinal for d in row.brew) for row in DYE_ROWS)
"""The dyes, by index, that a mixed dye is brewed from; empty for a natural dye."""
GATES: dict[Merchant, Side] = {Merchant(row["id"]): Side(row["side"]) for row in _merchant_rows}
SHOPS: dict[Colour, int] = {Colour(row["id"]): int(row["shops"]) for row in _player_rows}
START_COINS: int = int(_pieces["coin"]["start"])
WORTH: dict[str, int] = {name: int(row["worth"]) for name, row in _pieces.items()}
"""Points at the end for a coin, a victory point, and a dye in the hand."""
DYE_NAMES = read_names(_dye_rows)
MERCHANT_NAMES = read_names(_merchant_rows)
COLOUR_NAMES = read_names(_player_rows)
