"""The camera's data of a kit, requests to the process that reads photographs, and its answers.

Plain values without OpenCV: the web server uses them too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pnp.camera import Reason

Marks: TypeAlias = Mapping[int, Sequence[tuple[float, float]]]
"""The marks of a board by number: their corners in mm, clockwise from each mark's own top left."""
NOTHING: Final = "-"
"""The value of a place where nothing lies, and of a piece that is in none of its places."""
CORNERS: Final = 3
"""Seals from which a face is looked at as a board: three tell how the camera stands, one or two roughly where."""


class Place(Struct, frozen=True):
    """A place of a board: its name, with a number if there are several, and its centre and half its size in mm."""

    name: str
    x: float
    y: float
    reach: float


class Side(Struct, frozen=True):
    """A face with seals: its piece and side, its trim in mm, its seals' corners by number, its places."""

    component: str
    key: str
    side: str
    size: tuple[float, float]
    seals: Marks
    places: tuple[Place, ...] = ()

    @property
    def is_board(self) -> bool:
        return len(self.seals) >= CORNERS


class Request(Struct, frozen=True, kw_only=True):
    """A file's bytes, the kit's faces with seals, and whether to draw on the picture.

    `game`: whose reader reads its board, if it has one; only for `seats` (keys of their chairs), if given. `straight`:
    return that board rectified, or, for pieces without a board, the upright picture.
    """

    photograph: bytes
    sides: tuple[Side, ...]
    marked: bool = False
    game: str = ""
    seats: tuple[str, ...] = ()
    straight: bool = False


class Reading(Struct, frozen=True, kw_only=True):
    """Reading of one place of a board or one piece: the likeliest value and its probability, and the next one, in the
    notation of positions. One that is not `sure` must be confirmed. For a place of a board, `x_mm` and `y_mm` are its
    centre; for a piece, `corners` are in pixels of the picture, from its own top left clockwise."""

    part: str
    value: str
    probability: float
    second: str
    sure: bool
    x_mm: float | None = None
    y_mm: float | None = None
    corners: tuple[tuple[float, float], ...] = ()


def likeliest(part: str, chances: Mapping[str, float], middle: tuple[float, float] | None = None) -> Reading:
    """Returns the reading of a place from the probabilities of its values (at least two); `middle` is its place on the
    board, mm. The game decides whether it is sure."""
    value, second = sorted(chances, key=lambda one: -chances[one])[:2]
    x, y = middle or (None, None)
    probability = round(chances[value], 4)
    return Reading(part=part, value=value, probability=probability, second=second, sure=False, x_mm=x, y_mm=y)


def answer(part: str, value: str, second: str, sure: bool, middle: tuple[float, float] | None = None) -> Reading:
    """Returns a reading by comparison: sure, or a question with two guesses."""
    found = likeliest(part, {value: 1.0 if sure else 0.5, second: 0.0}, middle)
    return replace(found, sure=sure)


Judge: TypeAlias = Callable[[tuple[Reading, ...]], tuple[Reading, ...]]
"""What is sure of readings (`companion.sight.reader.BoardReader.judged`)."""


def joined(shown: Sequence[tuple[Reading, ...]], judged: Judge) -> tuple[Reading, ...]:
    """Joins readings of several photographs of one board, in any order. A part in only one of them stays unchanged.

    Photographs of one table are not independent, as a glare or a cube looks alike in all of them. So nothing becomes
    sure that is sure in none of them, and disagreements become questions.
    """
    if len(shown) == 1:
        return shown[0]
    parts: dict[str, list[Reading]] = {}
    for readings in shown:
        for one in readings:
            parts.setdefault(one.part, []).append(one)
    found = tuple(_together(seen) for seen in parts.values())
    return tuple(replace(one, sure=one.sure and part.sure) for one, part in zip(judged(found), found, strict=True))


def _together(seen: Sequence[Reading]) -> Reading:
    """Joins the readings of a part: the sure value; a question if two are sure of different ones, or if one is clear
    and another one has it among neither of its guesses."""
    ordered = sorted(seen, key=lambda one: (not one.sure, -one.probability, one.value, one.second))
    best = ordered[0]
    others = [one for one in ordered if one.value != best.value]
    against = next((one for one in others if one.sure), others[0] if others else None)
    if against is None:
        return best
    sure = best.sure and not against.sure and all(best.value in (one.value, one.second) for one in others)
    return best if sure else replace(best, sure=False, second=against.value)


class Lying(Struct, frozen=True, kw_only=True):
    """A piece in the picture: its identity, its upper side, the corners of its trim in pixels from its own top left
    clockwise, and its clockwise rotation there in degrees. `seals` is the number of its visible seals.

    If its board is in the picture, `x_mm` and `y_mm` are its centre on it, `place` its place, if any, and `turned` its
    rotation on the board.
    """

    component: str
    key: str
    side: str
    corners: tuple[tuple[float, float], ...]
    turned: float
    seals: tuple[int, int]
    board: str = ""
    place: str = ""
    x_mm: float | None = None
    y_mm: float | None = None


class Sighted(Struct, frozen=True, kw_only=True):
    """Result for a photograph of a kit, and its quality: pixels per millimetre, tilt in degrees, brightness of white (0
    to 255), and blur of edges (mm) at the board, if there is one. `readings` are those of a game's places or pieces,
    and `position` is their text."""

    width: int
    height: int
    pieces: tuple[Lying, ...]
    readings: tuple[Reading, ...] = ()
    position: str = ""
    scale: float | None = None
    tilt: float | None = None
    white: float | None = None
    blur: float | None = None

    @property
    def shows_board(self) -> bool:
        """Whether its readings are those of a board's places."""
        return bool(self.readings) and not any(one.corners for one in self.readings)


class Seen(Struct, frozen=True, kw_only=True, tag="seen"):
    """A read photograph; on request with the findings drawn on it, and as a background for readings
    (`Request.straight`), each as JPEG."""

    sighted: Sighted
    marked: bytes = b""
    straight: bytes = b""


class Refused(Struct, frozen=True, tag="refused"):
    """Why a photograph is unusable, and what to do better."""

    reason: Reason
    message: str


Reply = Seen | Refused
