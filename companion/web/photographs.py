"""Photographs of a game's table: their subjects, questions about readings, drawings over pictures."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any, Final, Generic, TypeAlias, TypeVar

from msgspec import Struct

from companion.engine.correction import Change
from companion.sight.reading import Judge, Reading, Seen
from companion.web.widgets import Note
from pnp.camera import PhotographError

C = TypeVar("C")
"""A table as this phone's pages see it (`companion.web.context.TableContext`)."""
OWN = "photo"
"""Before the words of a package that stand in place of the frame's."""
ELSE = "?"
"""The value of a part that is still to be tapped."""
MOST: Final = 4
"""Photographs of one table that are joined."""
Area: TypeAlias = tuple[float, float, float, float]
"""A part of a picture: left, top, width and height, in the units it is drawn in."""
RIM: Final = 0.08
"""Of a piece's size, what is shown round it of the photograph."""


class Shown(Struct, frozen=True):
    """Reading of a part of the table: its most likely value and the next one, and whether it is `sure`."""

    part: str
    value: str
    second: str
    sure: bool
    others: tuple[str, ...] = ()
    """Further values that the reader cannot tell from it, such as more coins than it counts."""
    perhaps: str = ""
    """Why the app may be right though the photographs show something else, as a sentence."""
    area: Area | None = None
    """Where it is in the picture; none: nowhere."""
    shot: int = 1
    """In which of several pictures."""

    @property
    def clear(self) -> bool:
        """Whether no question is needed."""
        return self.sure and not self.others

    @property
    def likely(self) -> tuple[str, ...]:
        """The values for a question: one or two."""
        return tuple(dict.fromkeys((self.value, *(self.others[:1] or (self.second,)))))


class Photographed(Struct, Generic[C], frozen=True, kw_only=True):
    """A subject of photographs. It has parts, such as spaces or cards, each with a value.

    With a `zone` it is compared with the app's values, and corrected. Without one it is entered: sure values apply at
    once. Phrases ``<own>.*`` of the package's words replace the frame's.
    """

    context: C
    by_hand: str = "check"
    """The page to enter or compare it by hand, an address below the table's."""
    id: str = ""
    """The last part of its page's address below ``check``; empty: it is the board."""
    zone: str = ""
    """Where it stands on the check page (`Zone.id`)."""
    whole: bool = False
    """It is all that lies in its zone, which is ticked off where nothing differs."""
    whose: str = ""
    """The name of the player whose things they are; empty: everybody's."""
    refused: str = ""
    """Why this phone may not enter it; empty: it may."""
    own: str = OWN
    most: int = MOST
    """How many photographs may be sent at once, `MOST` at most."""
    judge: Judge | None = None
    """Decides what is sure in several readings of a board. None: they show pieces that lie about."""

    def believed(self) -> Mapping[str, str]:
        """Returns the app's values by part; others have `NOTHING`."""
        raise NotImplementedError

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
        """Returns readings of photographs, part by part. Raises `PhotographError` if they show none of it."""
        raise NotImplementedError

    def named(self, part: str) -> str:
        """Returns the name of a part."""
        raise NotImplementedError

    def called(self, part: str, value: str) -> str:
        """Returns a part's value for a key."""
        raise NotImplementedError

    def compared(self, part: str, values: Sequence[str]) -> tuple[str, ...]:
        """Returns the name of a part with these values."""
        return (self.named(part), *(self.called(part, value) for value in values))

    def sign(self, part: str, value: str) -> str:
        """Returns the icon for the key of a value, or ""."""
        return ""

    def choices(self, part: str, value: str) -> tuple[str, ...]:
        """Returns all possible values of a part where `value` was read. Empty: the player taps another value later."""
        return ()

    def changes(self, values: Mapping[str, str]) -> tuple[Change, ...] | Note:
        """Returns the corrections that set parts to these values, or why that is impossible. 400 for an unknown
        part."""
        raise NotImplementedError

    def entered(self, values: Mapping[str, str]) -> tuple[str, str] | Note:
        """Without a zone: returns the command that enters these values, and the next page; or why that is
        impossible."""
        raise NotImplementedError

    def tapped(self, part: str) -> str:
        """Returns the page on which a part is corrected by taps."""
        return f"fix/{self.zone}" if self.zone else self.by_hand

    def picture(self, seen: Sequence[Seen], numbers: Mapping[str, int]) -> str:
        """Returns the photographs as markup, with the numbers of questionable parts."""
        raise NotImplementedError

    def readings(self, seen: Sequence[Seen]) -> tuple[Reading, ...]:
        """Returns readings of joined photographs of a board, by the app's parts. Raises `PhotographError`."""
        believed = self.believed()
        found = tuple(one for one in seen[0].sighted.readings if one.part in believed)
        if not found:
            raise PhotographError("no-marks", "the board is not in it")
        return found


AnyPhotographed: TypeAlias = Photographed[Any]


class Guess(Struct, frozen=True):
    """A key: its choice, its label, whether it is selected initially, and its icon."""

    value: str
    says: str
    on: bool = False
    sign: str = ""


class Doubt(Struct, frozen=True):
    """A part to confirm: number, name, place and picture, likely values, all others (`more`), and a sentence."""

    number: int
    part: str
    says: str
    area: Area | None
    guesses: tuple[Guess, ...]
    more: tuple[Guess, ...] = ()
    shot: int = 1
    told: str = ""


Label = tuple[str, int, tuple[float, float]]
"""The label of a piece, the number of its doubt (0: none), and its middle in pixels."""


def jpeg(seen: Seen) -> str:
    """Encodes a picture for a page."""
    return base64.b64encode(seen.straight).decode()


def middle(area: Area) -> tuple[float, float]:
    """Returns the centre of a part of a picture."""
    left, top, wide, high = area
    return left + wide / 2, top + high / 2


def around(*readings: Reading) -> Area:
    """Returns the square of the photograph around one or more pieces."""
    across, down = zip(*(corner for one in readings for corner in one.corners), strict=True)
    side = max(max(across) - min(across), max(down) - min(down)) * (1 + 2 * RIM)
    left, top = (min(across) + max(across) - side) / 2, (min(down) + max(down) - side) / 2
    return round(left, 1), round(top, 1), round(side, 1), round(side, 1)
