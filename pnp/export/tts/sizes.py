"""How long things are in Tabletop Simulator. It has no millimetres: these are its own things, measured."""

from __future__ import annotations

from pnp.kit.model import Stock

MM_PER_UNIT = 27.5
"""A unit is “about an inch” (its knowledge base, *Custom Tile*); mods to scale, as those for X-Wing, take 27.5 mm."""
CARD_WIDTH = 63.5
"""A card at scale 1 is a poker card; its height follows from its picture."""
TILE_SIDE = 2.0
"""Units across of a stretched tile at scale 1."""
THICKNESS: dict[Stock, float] = {"paper": 0.1, "card": 0.1, "board": 0.2, "label": 0.2}
"""Of a tile, in units: 0.2 is the game's own, thinner than 0.1 it takes none."""
SURFACE = 1.0
"""How high the table is, in units; things are let fall from a little over it."""
FALL = 0.15
BAG_WIDTH = 62.0
"""What the game's own bag takes on the table, mm."""
RULES = 150.0, 200.0
"""Room for a leaflet on it."""
TABLE = 54.0, 35.0
"""What the table of the save has room for between the hands of its seats, in units about its middle."""


def units(length: float) -> float:
    """Millimetres as units of the game."""
    return round(length / MM_PER_UNIT, 5)


def tile_scale(length: float) -> float:
    """The scale that makes a tile so many mm wide or high."""
    return round(length / MM_PER_UNIT / TILE_SIDE, 5)
