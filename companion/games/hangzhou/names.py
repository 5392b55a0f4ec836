"""The names that Hangzhou's rules use. Their numbers are in `box`, read from the printed game's data."""

from __future__ import annotations

from companion.engine.game import Word
from companion.engine.wording import messages

message = messages("companion.games.hangzhou")


class Dye(Word, letters="brygopk"):  # black is k
    """The seven dyes, in the order of the box: three natural, four mixed. Dice have the same colours."""

    BLUE = "blue"
    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    ORANGE = "orange"
    PURPLE = "purple"
    BLACK = "black"


class Merchant(Word, also="1234"):
    """The four dye merchants, in the order in which they act (H2)."""

    ORANGE = "orange"
    GREEN = "green"
    PURPLE = "purple"
    BLACK = "black"

    number: int
    """On its robe, from 1."""


class Colour(Word, letters="WBRY"):
    """The four players' colours. They have nothing to do with dyes."""

    WHITE = "white"
    BLUE = "blue"
    RED = "red"
    YELLOW = "yellow"


class Side(Word):
    """The four sides of the city, clockwise; a gate stands in the middle of each."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


class Kind(Word):
    """The kinds of action, as the house rule `repeat_action` counts them."""

    SHOP = "shop"
    DYE = "dye"
    COIN = "coin"


class Space(Word):
    """The 24 spaces: columns A to E from the west, rows 1 to 5 from the north. The temple is C3."""

    A1 = "A1"
    B1 = "B1"
    C1 = "C1"
    D1 = "D1"
    E1 = "E1"
    A2 = "A2"
    B2 = "B2"
    C2 = "C2"
    D2 = "D2"
    E2 = "E2"
    A3 = "A3"
    B3 = "B3"
    D3 = "D3"
    E3 = "E3"
    A4 = "A4"
    B4 = "B4"
    C4 = "C4"
    D4 = "D4"
    E4 = "E4"
    A5 = "A5"
    B5 = "B5"
    C5 = "C5"
    D5 = "D5"
    E5 = "E5"


DYES = tuple(Dye)
MERCHANTS = tuple(Merchant)
for number, merchant in enumerate(MERCHANTS, 1):
    merchant.number = number
SPACES = tuple(Space)
