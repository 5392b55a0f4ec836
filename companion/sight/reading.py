"""Requests to the process that reads photographs, and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from msgspec import Struct

from companion.sight.faces import Side
from pnp.camera import Reason

Odds: TypeAlias = tuple[tuple[str, float], ...]
"""How probable values of a place are, two at least, the likeliest first. What is missing to 1 is something else."""
LEAST: Final = 1e-5
"""Less probable values are not listed, but for the likeliest two."""


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
    """Reading of one place of a board or one piece: the likeliest value and the next one, as positions write
    them, and how probable both are. One that is not `sure` is to be confirmed. `x_mm` and `y_mm`: where that is on the
    board. `corners`: of the piece in the picture, in pixels from its own top left clockwise. `odds`: of a place of a
    board, how probable each of its values is."""

    part: str
    value: str
    probability: float
    second: str
    second_probability: float
    sure: bool
    x_mm: float | None = None
    y_mm: float | None = None
    corners: tuple[tuple[float, float], ...] = ()
    odds: Odds = ()


def likeliest(part: str, chances: Mapping[str, float], middle: tuple[float, float] | None = None) -> Reading:
    """Reading of a place from the probabilities of its values (at least two); `middle` is its place on the board,
    mm. Whether that is sure is the game's to say."""
    odds = sorted(chances.items(), key=lambda one: -one[1])
    (value, probability), (second, second_probability) = odds[:2]
    return Reading(
        part=part,
        value=value,
        probability=round(probability, 4),
        second=second,
        second_probability=round(second_probability, 4),
        sure=False,
        x_mm=middle[0] if middle else None,
        y_mm=middle[1] if middle else None,
        odds=(*odds[:2], *((one, likely) for one, likely in odds[2:] if likely >= LEAST)),
    )


def answer(part: str, value: str, second: str, sure: bool, middle: tuple[float, float] | None = None) -> Reading:
    """A reading by comparison: it is sure, or a question with two guesses."""
    first, other = (1.0, 0.0) if sure else (0.5, 0.25)
    return Reading(
        part=part,
        value=value,
        probability=first,
        second=second,
        second_probability=other,
        sure=sure,
        x_mm=middle[0] if middle else None,
        y_mm=middle[1] if middle else None,
        odds=((value, first), (second, other)),
    )


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
