"""Photographs of printed things: decoding camera files within limits, and finding the seals in them.

OpenCV and numpy come with the extras `camera` and `sight`; they are imported when a photograph is read.
"""

from __future__ import annotations

import io
import math
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import msgspec

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Picture: TypeAlias = "npt.NDArray[np.uint8]"
"""Rows of pixels of blue, green and red."""
Array: TypeAlias = "npt.NDArray[Any]"
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
MOST_BYTES: Final = 24_000_000
"""Of a file: the largest JPEG of a phone's 50 million pixels has about 20 MB."""
MOST_PIXELS = 64_000_000
"""Of a picture; decoded it takes three bytes each."""
LONGEST = 3_600
"""Pixels of the longer side after decoding, by default: more does not improve the reading of a table."""
LEAST_CORNER = 9.0
"""Pixels along a mark's shortest side: fewer do not show its cells."""
LEAST_FAINT = 7.0
"""Pixels along the shortest side of a mark that is searched in the enlarged picture."""
_HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftyphevc", b"ftypheim", b"ftypheis")
_LARGER, _SMEARED, _SHARPER = 2, 3.0, 1.5
"""Factor of enlargement, pixels over which an edge is blurred then, factor of sharpening."""
_SQUARES, _FAINT_SQUARES = range(3, 64, 12), range(15, 64, 16)
"""Sides of the squares, in pixels, by whose means dark is separated from light; the search runs once for each. The
enlarged picture has four times the pixels, and finds as much with two thirds of the squares."""


class PhotographError(ValueError):
    """A photograph cannot be used: `reason` in a word, the message in a sentence that says how to do better."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason: Reason = reason


class Found(msgspec.Struct, frozen=True):
    """A mark in a picture: its number, and its corners in pixels, clockwise from the mark's own top left."""

    number: int
    corners: tuple[tuple[float, float], ...]

    @property
    def points(self) -> Array:
        import numpy as np

        return np.array(self.corners, dtype=np.float64)

    @property
    def side(self) -> float:
        """Its shortest side, pixels."""
        return min(map(math.dist, self.corners, self.corners[1:] + self.corners[:1]))

    @property
    def area(self) -> float:
        """Square pixels."""
        pairs = zip(self.corners, self.corners[1:] + self.corners[:1], strict=True)
        return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


def too_dark() -> PhotographError:
    """Returns the error for a picture with too little light."""
    return PhotographError("dark", "it is too dark: turn on a lamp, or step out of its light")


def blurred() -> PhotographError:
    """Returns the error for a blurred picture."""
    return PhotographError("blurred", "it is blurred: hold still, let the camera focus, and take more light")


def too_large(data: bytes) -> PhotographError:
    """Returns the error for a file with more than `MOST_BYTES`."""
    most = MOST_BYTES // 1_000_000
    return PhotographError("too-large", f"the file has {len(data) / 1e6:.0f} MB: send a photograph of at most {most}")


def decode_photograph(data: bytes, most: int = LONGEST) -> Picture:
    """Decodes a photograph, turned upright, with at most so many pixels along its longer side. Raises PhotographError:
    "unreadable", "heic" or "too-large"."""
    import cv2
    import numpy as np
    from PIL import Image, UnidentifiedImageError

    unreadable = PhotographError("unreadable", "it is no picture that can be read here: save it as JPEG or PNG")
    pixels = MOST_PIXELS // 1_000_000
    too_many = PhotographError("too-large", f"it has too many pixels: send a photograph of at most {pixels} million")
    if len(data) > MOST_BYTES:
        raise too_large(data)
    if data[4:12] in _HEIC:
        message = "it is HEIC, which is not read here: set the camera to JPEG (“most compatible”), or share it as JPEG"
        raise PhotographError("heic", message)
    try:
        with Image.open(io.BytesIO(data), formats=("JPEG", "PNG", "WEBP")) as image:
            width, height = image.size
    except Image.DecompressionBombError:
        raise too_many from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        raise unreadable from None
    if width * height > MOST_PIXELS:
        raise too_many
    colour = cv2.IMREAD_REDUCED_COLOR_2 if max(width, height) >= 2 * most else cv2.IMREAD_COLOR
    try:
        found = cv2.imdecode(np.frombuffer(data, np.uint8), colour)
    except cv2.error:
        found = None
    if found is None:
        raise unreadable
    return shrunk(np.asarray(found, dtype=np.uint8), most)


def shrunk(picture: Picture, most: int) -> Picture:
    """Returns the picture with at most so many pixels along its longer side."""
    import cv2
    import numpy as np

    share = most / max(picture.shape[:2])
    if share >= 1:
        return picture
    smaller = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, dtype=np.uint8)


def grey(picture: Picture) -> Picture:
    """Returns the brightness of each pixel, one byte each, in rows."""
    import cv2
    import numpy as np

    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def find(picture: Picture) -> tuple[Found, ...]:
    """Returns all marks of a picture, by number."""
    return _detect(grey(picture), LEAST_CORNER, _SQUARES)


def find_faint(picture: Picture) -> tuple[Found, ...]:
    """Returns small and blurred marks of an enlarged and sharpened grey picture, by number. Some may be false: callers
    compare the surroundings of each."""
    import cv2
    import numpy as np

    larger = cv2.resize(picture, None, fx=_LARGER, fy=_LARGER, interpolation=cv2.INTER_CUBIC)
    smeared = cv2.GaussianBlur(larger, (0, 0), _SMEARED)
    sharper = np.asarray(cv2.addWeighted(larger, 1 + _SHARPER, smeared, -_SHARPER, 0), dtype=np.uint8)
    middle = (_LARGER - 1) / 2
    return tuple(
        Found(mark.number, tuple(((x - middle) / _LARGER, (y - middle) / _LARGER) for x, y in mark.corners))
        for mark in _detect(sharper, _LARGER * LEAST_FAINT, _FAINT_SQUARES)
    )


def _detect(picture: Picture, least: float, squares: range) -> tuple[Found, ...]:
    import cv2
    import numpy as np

    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.minMarkerPerimeterRate = max(0.004, 4 * least / max(picture.shape))
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeStep = squares.start, squares.step
    settings.adaptiveThreshWinSizeMax = squares.stop - 1
    settings.minGroupDistance = 0.05
    # A cell is read by its middle: a blurred or shifted one mixes at its rim.
    settings.perspectiveRemovePixelPerCell, settings.perspectiveRemoveIgnoredMarginPerCell = 10, 0.33
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    corners, numbers, _ = cv2.aruco.ArucoDetector(known, settings).detectMarkers(picture)
    if numbers is None:
        return ()
    found = [
        Found(int(number), tuple((float(x), float(y)) for x, y in np.asarray(corner).reshape(4, 2)))
        for number, corner in zip(np.asarray(numbers).reshape(-1), corners, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: (one.number, one.corners)))
