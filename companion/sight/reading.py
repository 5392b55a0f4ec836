"""What a camera is to know of a kit, requests to the process that reads photographs, and its answers.

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
CORNERS: Final = 3
"""Seals from which a face is looked at as a board: three tell how the camera stands, one or two roughly where."""


class Place(Struct, frozen=True):
    """A place of a board: its name, with a number where there are several, and its middle and half its size in mm."""

    name: str
    x: float
    y: float
    reach: float


class Side(Struct, frozen=True):
    """A face with seals: the piece and side that it is, its trim in mm, its seals' corners by number, its places."""

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
    """A file's bytes, the faces of the kit that bear seals, and whether the picture is to be drawn upon.

    `game`: whose reader tells what lies on its board, if it has one; of `seats` (the keys of their chairs) alone, if
    they are given. `straight`: is that board to be shown from straight above, or, where pieces are read that lie about,
    the picture as it is, upright?"""

    photograph: bytes
    sides: tuple[Side, ...]
    marked: bool = False
    game: str = ""
    seats: tuple[str, ...] = ()
    straight: bool = False


class Reading(Struct, frozen=True, kw_only=True):
    """Reading of one place of a board or one piece: the likeliest value and how probable it is, and the next one, as
    positions write them. One that is not `sure` is to be confirmed. Of a place of a board, `x_mm` and `y_mm` are its
    middle; of a piece, `corners` are in pixels of the picture, from its own top left clockwise."""

    part: str
    value: str
    probability: float
    second: str
    sure: bool
    x_mm: float | None = None
    y_mm: float | None = None
    corners: tuple[tuple[float, float], ...] = ()


def likeliest(part: str, chances: Mapping[str, float], middle: tuple[float, float] | None = None) -> Reading:
    """Reading of a place from the probabilities of its values (at least two); `middle` is its place on the board,
    mm. Whether that is sure is the game's to say."""
    value, second = sorted(chances, key=lambda one: -chances[one])[:2]
    x, y = middle or (None, None)
    probability = round(chances[value], 4)
    return Reading(part=part, value=value, probability=probability, second=second, sure=False, x_mm=x, y_mm=y)


def answer(part: str, value: str, second: str, sure: bool, middle: tuple[float, float] | None = None) -> Reading:
    """A reading by comparison: it is sure, or a question with two guesses."""
    found = likeliest(part, {value: 1.0 if sure else 0.5, second: 0.0}, middle)
    return replace(found, sure=sure)


Judge: TypeAlias = Callable[[tuple[Reading, ...]], tuple[Reading, ...]]
"""What is sure of readings (`companion.sight.reader.BoardReader.judged`)."""


def joined(shown: Sequence[tuple[Reading, ...]], judged: Judge) -> tuple[Reading, ...]:
    """Joins readings of several photographs of one board, in any order. A part in only one of them stays as it is.

    Photographs of one table are no independent witnesses, for a glare or a cube looks alike in all of them. So nothing
    becomes sure that is sure in none of them, and where two disagree, somebody is asked."""
    if len(shown) == 1:
        return shown[0]
    parts: dict[str, list[Reading]] = {}
    for readings in shown:
        for one in readings:
            parts.setdefault(one.part, []).append(one)
    found = tuple(_together(seen) for seen in parts.values())
    return tuple(replace(one, sure=one.sure and part.sure) for one, part in zip(judged(found), found, strict=True))


def _together(seen: Sequence[Reading]) -> Reading:
    """A part by all photographs that show it: the sure value; a question where two are sure of different ones, or one
    is clear where another one holds it for neither of its guesses."""
    ordered = sorted(seen, key=lambda one: (not one.sure, -one.probability, one.value, one.second))
    best = ordered[0]
    others = [one for one in ordered if one.value != best.value]
    against = next((one for one in others if one.sure), others[0] if others else None)
    if against is None:
        return best
    sure = best.sure and not against.sure and all(best.value in (one.value, one.second) for one in others)
    return best if sure else replace(best, sure=False, second=against.value)


class Lying(Struct, frozen=True, kw_only=True):
    """A piece in the picture: which, which of its sides is up, the corners of its trim in pixels from its own top left
    clockwise, and how it is turned there, clockwise in degrees. `seals` of so many that it bears were seen.

    Where its board is in the picture, `x_mm` and `y_mm` are its middle on that, `place` the place it lies on, if it is
    one, and `turned` is as seen on the board."""

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
    """Result for a photograph of a kit, and its quality: pixels per millimetre, degrees of tilt, brightness of
    white (0 to 255), and blur of edges (mm) at the board, if there is one. `readings` are those of a game's places or
    pieces, and `position` is their text."""

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
        """Are its readings those of a board's places?"""
        return bool(self.readings) and not any(one.corners for one in self.readings)


class Seen(Struct, frozen=True, kw_only=True, tag="seen"):
    """A photograph read; with what was found drawn into it, and as readings are laid over it (`Request.straight`), each
    as JPEG, if that was asked for."""

    sighted: Sighted
    marked: bytes = b""
    straight: bytes = b""


class Refused(Struct, frozen=True, tag="refused"):
    """Why a photograph tells nothing, and what to do better."""

    reason: Reason
    message: str


Reply = Seen | Refused
