"""Contents of the box, read from the files of the printed game (cards/dunhuang/*.csv)."""

from __future__ import annotations

from msgspec import Struct

from companion.games.dunhuang.names import CHARACTERS, GOODS, Character
from companion.games.kit_tables import read_names, read_rows


class Setup(Struct, frozen=True):
    """Setup values that depend on the number of players."""

    coins: int
    """Of each player at the start."""
    tokens: int
    """Majority tokens that make a top merchant, together with `kinds` in the hand."""
    kinds: int
    dealt: int
    """Cards dealt to each player, of which one is kept."""
    copies: tuple[int, ...]
    """Cards of each kind in play; none of those left in the box."""


def _setup(row: dict[str, str]) -> Setup:
    without = row["without"].split()
    copies = tuple(0 if good in without else int(_goods[good]["copies"]) for good in GOODS)
    return Setup(int(row["coins"]), int(row["tokens"]), int(row["kinds"]), int(row["dealt"]), copies)


def _numbers(column: str) -> dict[Character, int]:
    return {Character(row["id"]): int(row[column]) for row in _character_rows if row[column]}


_good_rows = read_rows("dunhuang", "goods.csv")
_character_rows = read_rows("dunhuang", "characters.csv")
_tile_rows = read_rows("dunhuang", "tiles.csv")
_goods = {row["id"]: row for row in _good_rows}
_pieces = {row["id"]: row for row in read_rows("dunhuang", "pieces.csv")}

VALUES: tuple[int, ...] = tuple(int(_goods[good]["value"]) for good in GOODS)
SETUPS: dict[int, Setup] = {int(row["players"]): _setup(row) for row in read_rows("dunhuang", "players.csv")}
"""By number of players."""
TILES: tuple[tuple[Character, Character], ...] = tuple(
    (Character(row["front"]), Character(row["back"])) for row in _tile_rows
)
TILE: dict[Character, int] = {side: n for n, tile in enumerate(TILES) for side in tile}
"""The tile that a character is a side of."""
CARDS_OF: dict[Character, int] = _numbers("cards")
"""Cards that a character draws, takes or moves; the Interpreter's are the camel's steps."""
PRESTIGE_OF: dict[Character, int] = _numbers("prestige")
"""Prestige that a character brings; the Princess's is the number of majority tokens."""
PRESTIGE: int = int(_pieces["prestige"]["count"])
TOKEN_WORTH: int = int(_pieces["majority"]["worth"])
PRESTIGE_WORTH: int = int(_pieces["prestige"]["worth"])

EFFECTS = read_names(_character_rows, "effect")
"""By language: what a character does in a sentence or two, as the players' aid has it, with ``*`` round what it
stresses and ``{shang}`` for the sign of a token that is guarded."""

GOOD_NAMES = {
    language: {good: name.lower() for good, name in names.items()} for language, names in read_names(_good_rows).items()
}
"""Within sentences."""
CHARACTER_NAMES = read_names(_character_rows)

assert set(TILE) == set(CHARACTERS), "every character is on a tile"


class Printed(Struct, frozen=True):
    """Positions printed on the mat for a space: the top left corners of its places for tile, good and camel, mm."""

    tile: tuple[float, float]
    good: tuple[float, float]
    halt: tuple[float, float]


def _printed(row: dict[str, str]) -> Printed:
    tile, good = ((float(row[f"{what}-x"]), float(row[f"{what}-y"])) for what in ("tile", "good"))
    return Printed(tile, good, (tile[0] + float(row["halt"]), float(row["strip-y"]) + HALT_DOWN))


HALT_DOWN = 1.5
"""The halt below the upper edge of its strip, mm (faces/strip.toml)."""
TILE_NAMES: tuple[str, ...] = tuple(row["id"] for row in _tile_rows)
"""The rows of the tiles, in the order of `TILES`."""
PRINTED: tuple[Printed, ...] = tuple(_printed(row) for row in read_rows("dunhuang", "spaces.csv"))
"""The spaces of the ring, clockwise from space 1."""
