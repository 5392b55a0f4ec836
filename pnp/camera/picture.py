"""A file of a camera as a picture: upright, no larger than is needed, and within bounds."""

from __future__ import annotations

import io
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, UnidentifiedImageError

from pnp.camera.errors import MOST_BYTES, PhotographError, too_large

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
