"""What the pages of a game say of photographs of its table, and what its page that asks about them is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

from companion.engine.correction import Change
from companion.sight.reading import Seen
from companion.web.widgets import Note

C = TypeVar("C")
"""A table as this phone's pages see it (`companion.web.context.TableContext`)."""
OWN = "photo"
"""Before the words of a package that stand in place of the frame's."""
ELSE = "?"
"""The value of a part that is still to be tapped."""
Area: TypeAlias = tuple[float, float, float, float]
"""A part of a picture: left, top, width and height, in the units it is drawn in."""


class Guess(Struct, frozen=True):
    """A key: what it chooses, what it says, whether it is chosen at first, and what the game's template draws on it."""

    value: str
    says: str
    on: bool = False
    shown: object = None


class Doubt(Struct, frozen=True):
    """Something to confirm: its number, its part of the table, in words, where it is in the picture (none: nowhere) and
    in which of several pictures, its two guesses or three, and (`more`) what else it could be."""

    number: int
    part: str
    says: str
    area: Area | None
    guesses: tuple[Guess, ...]
    more: tuple[Guess, ...] = ()
    shot: int = 1
    told: str = ""
    """What else there is to say of it."""


class Lain(Struct, frozen=True):
    """A part of the table in words: what it is called, and what lies there by the app and by a photograph."""

    part: str
    app: str
    table: str


class Comparison(Struct, Generic[C], frozen=True):
    """How a position is compared with a photograph of its table, part by part; the parts and their values are called
    as the game's reader calls them (`companion.sight.reading.Reading`)."""

    zone: str
    """What is compared, as it stands among what lies on the table (`Zone.id`)."""
    believed: Callable[[C], Mapping[str, str]]
    """The parts that a photograph shows, with what the position has there."""
    known: Callable[[str, str], str]
    """A value of a part as far as a position knows of it."""
    named: Callable[[C, str], str]
    """What a part is called by itself."""
    lain: Callable[[C, str, str, str], Lain]
    """A part in words, with two values of it: what the app has, and what the table may have."""
    called: Callable[[C, str, str], str]
    """What a value of a part is called on a key by itself."""
    others: Callable[[str, str], tuple[str, ...]]
    """Of a part that was read as this value, what it may be as well, as the reader tells no more: such as more coins
    than it counts. Empty: nothing."""
    change: Callable[[str, str], Change | None]
    """What sets a part right; none: no position that is on has it so. 400 where there is no such part or value."""
    tapped: Callable[[str], str]
    """The page on which a part is set right by taps."""
    area: Callable[[str], Area | None]
    """Where a part is in the picture; none: nowhere."""
    picture: Callable[[C, Seen, Mapping[str, int]], str]
    """The photograph as markup, with the numbers of the parts that are asked about."""


class Photographs(Struct, Generic[C], frozen=True):
    """How what was read from photographs is asked about and entered (`companion.web.table.photograph`). Each function
    is given the last part of the page's address, which may say whose things are in the picture.

    What the pages say of taking one, and of one that is refused, is in the package's words ``photo.*`` where it is
    another thing than in the frame's."""

    by_hand: Callable[[C, str], str]
    """The page on which people tap in what a photograph would show."""
    refused: Callable[[C, str], str]
    """Why this phone enters nothing of it, in a sentence; empty: it may."""
    whose: Callable[[C, str], str]
    """The name of the player whose things it shows; empty: everybody's."""
    sighted: Callable[[C, str, Sequence[Seen]], str]
    """The page that shows what photographs were read as, and asks about what is in doubt."""
    confirmed: Callable[[C, str, Mapping[str, str]], tuple[str, str] | Note]
    """The command of a key that enters what was confirmed there (values by the parts of the table), and the page to
    look at next; or why it cannot be."""
    most: int = 1
    """How many photographs may be sent at once: of one table, joined."""
    own: str = OWN
    """Before the package's words of these photographs, where others are taken of its table, too."""
