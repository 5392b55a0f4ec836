"""What a photograph is refused for."""

from __future__ import annotations

import io
from typing import Any, Final, Literal, TypeAlias

import cv2
import msgspec
import numpy as np
import numpy.typing as npt
from PIL import Image, UnidentifiedImageError

MOST_BYTES: Final = 24_000_000
"""Of a file: the largest JPEG of a phone's 50 million pixels has about 20 MB."""
Reason: TypeAlias = Literal[
    "unreadable",
    "heic",
    "too-large",
    "no-marks",
    "other-board",
    "corner-missing",
    "too-small",
    "dark",
    "blurred",
    "aslant",
    "uneven",
]


class PhotographError(ValueError):
    """A photograph tells nothing: `reason` says why in a word, the message in a sentence, with how to do better."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason: Reason = reason


def too_dark() -> PhotographError:
    """What is said of a picture with too little light."""
    return PhotographError("dark", "it is too dark: turn on a lamp, or step out of its light")


def blurred() -> PhotographError:
    """What is said of a picture whose edges are smeared."""
    return PhotographError("blurred", "it is blurred: hold still, let the camera focus, and take more light")


def too_large(data: bytes) -> PhotographError:
    """What is said of a file with more than `MOST_BYTES`."""
    most = MOST_BYTES // 1_000_000
    return PhotographError("too-large", f"the file has {len(data) / 1e6:.0f} MB: send a photograph of at most {most}")


Picture: TypeAlias = npt.NDArray[np.uint8]
"""Rows of pixels of blue, green and red."""
Array: TypeAlias = npt.NDArray[Any]

MOST_PIXELS = 64_000_000
"""Of a picture; decoded it takes three bytes each."""
LONGEST = 3_600
"""Pixels of the longer side that are looked at, where nothing else is said: more tells no more of a table."""
_HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftyphevc", b"ftypheim", b"ftypheis")


def decoded(data: bytes, most: int = LONGEST) -> Picture:
    """The picture of a file, turned as the camera says it was held, with so many pixels along its longer side, at most.
    Raises PhotographError: "unreadable", "heic" or "too-large"."""
    if len(data) > MOST_BYTES:
        raise too_large(data)
    if data[4:12] in _HEIC:
        message = "it is HEIC, which is not read here: set the camera to JPEG (“most compatible”), or share it as JPEG"
        raise PhotographError("heic", message)
    width, height = _size(data)
    if width * height > MOST_PIXELS:
        raise _too_many()
    try:
        half = max(width, height) >= 2 * most
        found = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_REDUCED_COLOR_2 if half else cv2.IMREAD_COLOR)
    except cv2.error:
        found = None
    if found is None:
        raise _unreadable()
    return shrunk(np.asarray(found, dtype=np.uint8), most)


def grey(picture: Picture) -> Picture:
    """How bright each pixel is: rows of single bytes."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _size(data: bytes) -> tuple[int, int]:
    """Width and height as the file's head says them, before anything is decoded."""
    try:
        with Image.open(io.BytesIO(data), formats=("JPEG", "PNG", "WEBP")) as image:
            return image.size
    except Image.DecompressionBombError:
        raise _too_many() from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        raise _unreadable() from None


def _too_many() -> PhotographError:
    most = MOST_PIXELS // 1_000_000
    return PhotographError("too-large", f"it has too many pixels: send a photograph of at most {most} million")


def _unreadable() -> PhotographError:
    return PhotographError("unreadable", "it is no picture that can be read here: save it as JPEG or PNG")


def shrunk(picture: Picture, most: int) -> Picture:
    """The picture with so many pixels along its longer side, at most."""
    longest = max(picture.shape[:2])
    if longest <= most:
        return picture
    share = most / longest
    smaller = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, dtype=np.uint8)


LEAST_CORNER = 9.0
"""Pixels along a mark's shortest side: fewer do not show its cells."""


LEAST_FAINT = 7.0
"""Pixels along the shortest side of one that is looked for in the picture enlarged."""
_LARGER, _SMEARED, _SHARPER = 2, 3.0, 1.5
"""How many times as large, over how many pixels of that an edge is taken to be smeared, how much sharper it is made."""
_SQUARES, _FAINT_SQUARES, _FIRST_SQUARES = range(3, 64, 12), range(15, 64, 16), range(27, 28)
"""Sides of the squares, in pixels, by whose means dark is told from light: with each of them anew. The picture enlarged
has four times the pixels, and two thirds as many squares find as much in it."""


class Found(msgspec.Struct, frozen=True):
    """A mark in a picture: its number, and its corners in pixels, clockwise from the mark's own top left."""

    number: int
    corners: tuple[tuple[float, float], ...]

    @property
    def points(self) -> Array:
        return np.array(self.corners, dtype=np.float64)

    @property
    def side(self) -> float:
        """Its shortest side, pixels."""
        return float(np.hypot(*(np.roll(self.points, -1, axis=0) - self.points).T).min())

    @property
    def area(self) -> float:
        """Square pixels."""
        return float(cv2.contourArea(self.points.astype(np.float32)))


def find(picture: Picture) -> tuple[Found, ...]:
    """All marks of a picture, by number. A number that is seen more than once comes as often."""
    return _found(grey(picture), LEAST_CORNER, _SQUARES)


def glimpsed(picture: Picture) -> tuple[Found, ...]:
    """The marks that are soonest found, in a sixth of the time: those of a board as a rule."""
    return _found(grey(picture), LEAST_CORNER, _FIRST_SQUARES)


def faint(shown: Picture) -> tuple[Found, ...]:
    """The marks of a grey picture enlarged and sharpened, by number: small and smeared ones too, and with them some
    that are none. Who takes one compares what lies about it."""
    larger = cv2.resize(shown, None, fx=_LARGER, fy=_LARGER, interpolation=cv2.INTER_CUBIC)
    blurred = cv2.GaussianBlur(larger, (0, 0), _SMEARED)
    sharper = np.asarray(cv2.addWeighted(larger, 1 + _SHARPER, blurred, -_SHARPER, 0), dtype=np.uint8)
    middle = (_LARGER - 1) / 2
    return tuple(
        Found(mark.number, tuple(((x - middle) / _LARGER, (y - middle) / _LARGER) for x, y in mark.corners))
        for mark in _found(sharper, _LARGER * LEAST_FAINT, _FAINT_SQUARES)
    )


def _found(shown: Picture, least: float, squares: range) -> tuple[Found, ...]:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.minMarkerPerimeterRate = max(0.004, 4 * least / max(shown.shape))
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeStep = squares.start, squares.step
    settings.adaptiveThreshWinSizeMax = squares.stop - 1
    settings.minGroupDistance = 0.05
    # A cell is told by its middle: what is blurred, or a little amiss, mixes at its rim.
    settings.perspectiveRemovePixelPerCell, settings.perspectiveRemoveIgnoredMarginPerCell = 10, 0.33
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    corners, numbers, _ = cv2.aruco.ArucoDetector(known, settings).detectMarkers(shown)
    if numbers is None:
        return ()
    flat = [int(number) for number in np.asarray(numbers).reshape(-1)]
    found = [
        Found(number, tuple((float(x), float(y)) for x, y in np.asarray(corner).reshape(4, 2)))
        for number, corner in zip(flat, corners, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: (one.number, one.corners)))
