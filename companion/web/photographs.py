"""Page parts for photographs of a game's table: questions about them, and drawings over them."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, TypeAlias, TypeVar

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
RIM: Final = 0.08
"""Of a piece's size, what is shown round it of the photograph."""
PLATE: Final = 0.028
"""How high letters are on a photograph, of its longer side."""


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


class Difference(Struct, frozen=True):
    """A part of the table in words: what it is called, and what lies there by the app and by a photograph."""

    part: str
    app: str
    table: str


class Shown(Struct, frozen=True):
    """Reading of a part of the table: its most likely value and the next one, as far as a position knows
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


class Comparison(Struct, Generic[C], frozen=True, kw_only=True):
    """A part of the table, as a phone knows it, that photographs are compared with. It has smaller parts, such as
    spaces or cards, each with a value in the position and one in the photographs."""

    context: C
    zone: str
    """Where it stands on the page of what lies on the table (`Zone.id`)."""
    id: str = ""
    """The last part of its page's address; empty: it is the board."""
    whole: bool = True
    """It is all that lies in its zone, which is ticked off where nothing differs."""
    says: str = ""
    """The link to its page, in a few words; empty: as of a board."""
    whose: str = ""
    """The name of the player whose things they are; empty: everybody's."""
    own: str = OWN
    """Before the package's words of these photographs, as in `Photographs`."""

    def believed(self) -> Mapping[str, str]:
        """The position's values by part; others have `NOTHING`."""
        raise NotImplementedError

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
        """Readings of photographs, part by part. Raises `PhotographError` if they show none of it."""
        raise NotImplementedError

    def named(self, part: str) -> str:
        """The name of a part."""
        raise NotImplementedError

    def difference(self, part: str, app: str, table: str) -> Difference:
        """A part in words, with two values of it: the app's, and the table's."""
        return Difference(self.named(part), self.called(part, app), self.called(part, table))

    def called(self, part: str, value: str) -> str:
        """A value of a part, as a key says it."""
        raise NotImplementedError

    def changes(self, values: Mapping[str, str]) -> tuple[Change, ...] | Note:
        """The corrections that set parts to these values, or why that cannot be. 400 where there is no such part."""
        raise NotImplementedError

    def tapped(self, part: str) -> str:
        """The page on which a part is corrected by taps."""
        raise NotImplementedError

    def picture(self, seen: Sequence[Seen], numbers: Mapping[str, int]) -> str:
        """The photographs as markup, with the numbers of the parts that are asked about."""
        raise NotImplementedError

    def readings(self, seen: Sequence[Seen]) -> tuple[Reading, ...]:
        """Readings of joined photographs of a board, by the position's parts. Raises `PhotographError`."""
        believed = self.believed()
        found = tuple(one for one in seen[0].sighted.readings if one.part in believed)
        if not found:
            raise PhotographError("no-marks", "the board is not in it")
        return found


AnyComparison: TypeAlias = Comparison[Any]


class Read(Struct, frozen=True):
    """Readings of photographs: doubtful ones, sure ones (values by the parts of the table), and what the
    game's template (`photo_read.html`) draws of it besides."""

    template: str
    doubts: tuple[Doubt, ...]
    sure: Mapping[str, str]
    drawn: Mapping[str, object]


class Subject(Struct, frozen=True):
    """Subject of a photograph: the page to enter it by hand, why this phone may not enter it (empty: it may), and the
    name of the player whose things they are (empty: everybody's). `title`: of the page, if it compares with the app."""

    by_hand: str
    refused: str = ""
    whose: str = ""
    title: str = ""


class Photographs(Struct, Generic[C], frozen=True):
    """How what was read from photographs is asked about and entered (`companion.web.table.photograph`). Each function
    is given the last part of the page's address, which may say whose things are in the picture.

    What the pages say of taking one, and of one that is refused, is in the package's words ``photo.*`` where it is
    another thing than in the frame's."""

    subject: Callable[[C, str], Subject]
    sighted: Callable[[C, str, Sequence[Seen]], Read]
    """What photographs were read as; of the `board` they are one. Raises PhotographError where they are of something
    else."""
    confirmed: Callable[[C, str, Mapping[str, str]], tuple[str, str] | Note]
    """The command of a key that enters what was confirmed there (values by the parts of the table), and the page to
    look at next; or why it cannot be. Without a command nothing is entered."""
    most: int = 1
    """How many photographs may be sent at once, `MOST` at most: of one table, joined."""
    own: str = OWN
    """Before the package's words of these photographs, where others are taken of its table, too."""
    board: Judge | None = None
    """What is sure of readings of the game's board; photographs of it are joined, here and where it is compared. None:
    photographs show only pieces that lie about."""


class Overlay(Struct, frozen=True):
    """Drawing over a piece of a photograph: its outline, the middle of its plate, its label, and the
    number of the doubt (0: none)."""

    outline: str
    x: float
    y: float
    says: str
    doubt: int


class Shot(Struct, frozen=True):
    """A photograph: its JPEG as text, its size in pixels, how high its letters are, and what is drawn over it."""

    jpeg: str
    width: int
    height: int
    letters: float
    over: tuple[Overlay, ...]


Label = tuple[str, int, tuple[float, float]]
"""What stands on a piece, the number of its doubt (0: none), and where its plate is, in pixels."""


def mark_pieces(seen: Seen, label: Callable[[Reading], Label]) -> Shot:
    """A photograph with a label on each of its pieces."""
    sighted, over = seen.sighted, list[Overlay]()
    for one in sighted.readings:
        if one.corners:
            says, doubt, (x, y) = label(one)
            outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in one.corners)
            over.append(Overlay(outline, round(x, 1), round(y, 1), says, doubt))
    letters = round(PLATE * max(sighted.width, sighted.height), 1)
    return Shot(base64.b64encode(seen.straight).decode(), sighted.width, sighted.height, letters, tuple(over))


def middle(area: Area) -> tuple[float, float]:
    """The middle of a part of a picture."""
    left, top, wide, high = area
    return left + wide / 2, top + high / 2


def around(*readings: Reading) -> Area:
    """The square of the photograph that shows a piece, or several."""
    across, down = zip(*(corner for one in readings for corner in one.corners), strict=True)
    side = max(max(across) - min(across), max(down) - min(down)) * (1 + 2 * RIM)
    left, top = (min(across) + max(across) - side) / 2, (min(down) + max(down) - side) / 2
    return round(left, 1), round(top, 1), round(side, 1), round(side, 1)
