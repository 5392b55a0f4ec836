"""What the pages of a game say of photographs of its table, and what its page that asks about them is made of."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence, Set
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from companion.engine.correction import Change
from companion.sight.pool import Judge
from companion.sight.reading import Reading, Seen
from companion.web.widgets import Note
from pnp.camera import PhotographError

C = TypeVar("C")
"""A table as this phone's pages see it (`companion.web.context.TableContext`)."""
OWN = "photo"
"""Before the words of a package that stand in place of the frame's."""
ELSE = "?"
"""The value of a part that is still to be tapped."""
APP: Final = "="
"""The value of a part at which the app is right."""
READ: Final = "read."
"""Before the fields of what was read, each named like its part of the table."""
MOST: Final = 4
"""Photographs of one table that are joined."""
NOTHING: Final = "-"
"""The value of a part where nothing lies."""
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


class Shown(Struct, frozen=True):
    """What photographs show of a part of the table: its likeliest value and the next one, as far as a position knows of
    it, and whether it is `sure`."""

    part: str
    value: str
    second: str
    sure: bool
    others: tuple[str, ...] = ()
    """What it may be as well, as the reader tells no more: such as more coins than it counts."""
    perhaps: str = ""
    """Why the app may be right though the photographs show something else, in a sentence: then it holds until somebody
    says otherwise. Empty: where it is sure, nothing speaks for the app."""
    area: Area | None = None
    """Where it is in the picture; none: nowhere."""
    shot: int = 1
    """In which of several."""

    @property
    def clear(self) -> bool:
        """Is nobody to be asked what lies there?"""
        return self.sure and not self.others


class Comparison(Protocol):
    """A part of the table, as a phone knows it, that photographs are compared with. It falls into parts again, such as
    spaces or cards; what is read of one, and what the position has there, are its values."""

    @property
    def id(self) -> str:
        """The last part of its page's address; empty: it is the board."""

    @property
    def zone(self) -> str:
        """Where it stands on the page of what lies on the table (`Zone.id`)."""

    @property
    def whole(self) -> bool:
        """Is that all that lies there? Then it is ticked off where nothing differs."""

    @property
    def says(self) -> str:
        """What the way to its page says, in a few words; empty: as of a board."""

    @property
    def whose(self) -> str:
        """The name of the player whose things they are; empty: everybody's."""

    @property
    def most(self) -> int:
        """How many photographs may be sent at once, joined."""

    @property
    def own(self) -> str:
        """Before the package's words of these photographs, as in `Photographs`."""

    def believed(self) -> Mapping[str, str]:
        """The values that the position has, by their parts; others have `NOTHING`."""

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
        """What photographs show, part by part. Raises PhotographError where nothing of it is in them."""

    def named(self, part: str) -> str:
        """What a part is called by itself."""

    def lain(self, part: str, app: str, table: str) -> Lain:
        """A part in words, with two values of it: what the app has, and what the table may have."""

    def called(self, part: str, value: str) -> str:
        """What a value of a part is called on a key by itself."""

    def changes(self, values: Mapping[str, str]) -> tuple[Change, ...] | Note:
        """What sets parts right, all at once; or why that cannot be. None for what no position that is on can have. 400
        where there is no such part or value."""

    def tapped(self, part: str) -> str:
        """The page on which a part is set right by taps."""

    def picture(self, seen: Sequence[Seen], numbers: Mapping[str, int]) -> str:
        """The photographs as markup, with the numbers of the parts that are asked about."""


class OfBoard(Struct, Generic[C], frozen=True):
    """What is the same in the comparison of every board (`Comparison`): photographs of it are joined to one."""

    context: C
    id: str = ""
    whole: bool = True
    says: str = ""
    whose: str = ""
    most: int = MOST
    own: str = OWN

    def readings(self, seen: Sequence[Seen], believed: Container[str]) -> tuple[Reading, ...]:
        """What was read of the parts that the position has. Raises PhotographError where that is nothing."""
        found = tuple(one for one in seen[0].sighted.readings if one.part in believed)
        if not found:
            raise PhotographError("no-marks", "the board is not in it")
        return found


class Read(Struct, frozen=True):
    """What photographs were read as: what is in doubt, what is sure (values by the parts of the table), and what the
    game's template (`photo_read.html`) draws of it besides."""

    template: str
    doubts: tuple[Doubt, ...]
    sure: Mapping[str, str]
    drawn: Mapping[str, object]


class Board(Struct, frozen=True):
    """A board of a game of which several photographs are joined: what is sure of it, as its reader has it, and all
    values that each of its places may be said to have."""

    judged: Judge
    values: Mapping[str, Set[str]]


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
    sighted: Callable[[C, str, Sequence[Seen]], Read]
    """What photographs were read as; of the `board` they are one. Raises PhotographError where they are of something
    else."""
    confirmed: Callable[[C, str, Mapping[str, str]], tuple[str, str] | Note]
    """The command of a key that enters what was confirmed there (values by the parts of the table), and the page to
    look at next; or why it cannot be."""
    most: int = 1
    """How many photographs may be sent at once, `MOST` at most: of one table, joined."""
    own: str = OWN
    """Before the package's words of these photographs, where others are taken of its table, too."""
    board: Board | None = None
    """The game's board, here and where it is compared; none: photographs show only pieces that lie about."""
