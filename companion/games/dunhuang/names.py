"""The names that Dunhuang's rules use. Their numbers are in `components`, read from the printed game's data."""

from __future__ import annotations

from companion.engine.game import Word
from companion.engine.wording import messages

message = messages("companion.games.dunhuang")


class Good(Word, letters=("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "*")):
    """The ten kinds of goods, from value 1 to 10, and a card whose kind is not known."""

    GOLD = "gold"
    SILVER = "silver"
    JADE = "jade"
    AMBER = "amber"
    LACQUER = "lacquer"
    TEA = "tea"
    SPICE = "spice"
    PAPER = "paper"
    WOOL = "wool"
    SILK = "silk"
    UNKNOWN = "unknown"


class Character(Word):
    """The sixteen characters, the two of each tile beside each other."""

    INTERPRETER = "interpreter"
    DIPLOMAT = "diplomat"
    SOLDIER = "soldier"
    GENERAL = "general"
    SHEPHERD = "shepherd"
    FARMER = "farmer"
    MANICHEAN = "manichean"
    BUDDHIST = "buddhist"
    PRINCESS = "princess"
    DANCER = "dancer"
    PAINTER = "painter"
    MUSICIAN = "musician"
    TRADER = "trader"
    MERCHANT = "merchant"
    MAID = "maid"
    DOMESTIC = "domestic"


CARDS = tuple(Good)
"""Whatever a card can be to somebody: the ten kinds, then unknown."""
UNKNOWN = len(CARDS) - 1
"""The place of the unknown cards in every tuple of counts."""
GOODS = CARDS[:UNKNOWN]
"""The ten kinds."""
CHARACTERS = tuple(Character)
Counts = tuple[int, ...]
"""How many of each kind in the order of `Good`: ten numbers in shops, eleven where cards can be unknown."""
MOST_CARDS = 999
"""The most cards that a position can hold."""
SPACES = 8
"""Spaces of the ring. They are numbered from 1, clockwise, as in texts and on paper."""
SEATS = "ABCD"
"""The letters that stand for the seats."""
