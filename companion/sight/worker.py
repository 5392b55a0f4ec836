"""The process that reads one photograph: a request on standard input, its reply on standard output, within limits.

A broken file may crash its decoder, or request endless memory: then only this process ends.
"""

from __future__ import annotations

import sys

import cv2
import msgspec
import numpy as np

from companion.sight.reader import readers
from companion.sight.reading import Refused, Reply, Request, Seen
from companion.sight.table import marked, see
from companion.sight.windows import flattened
from pnp.camera import PhotographError, Picture, decode_photograph, shrunk

MEMORY = 3 << 30
"""Bytes of address space: libraries take one, the largest picture 0.2 of it decoded."""
SECONDS = 20
"""Of computing."""
SHOWN = 1_280
"""Pixels along the longer side of a picture that is given back to lay readings over it."""
PER_MM, PAPER = 2.4, 235.0
"""Pixels to a millimetre of a board that is shown from above, and the brightness of its paper there."""
QUALITY = 82
"""Of the pictures that are given back, as JPEG counts it."""


def replied(request: Request) -> Reply:
    """Reads a photograph, in this process."""
    try:
        return _seen(decode_photograph(request.photograph), request)
    except PhotographError as error:
        return Refused(error.reason, str(error))
    except MemoryError:
        return Refused("too-large", "it takes too much memory: send a smaller photograph")


def _seen(picture: Picture, request: Request) -> Seen:
    known = readers(request.game)
    sighted, view = see(picture, request.sides, known, request.seats)
    drawn = _jpeg(marked(picture, sighted, view)) if request.marked else b""
    straight = b""
    if request.straight and view is not None and known.board is not None:
        flat, _ = flattened(picture, view, known.board.area, PER_MM)
        straight = _jpeg(np.clip(flat * PAPER, 0, 255).astype(np.uint8))
    elif request.straight and known.pieces is not None:
        straight = _jpeg(shrunk(picture, SHOWN))
    return Seen(sighted=sighted, marked=drawn, straight=straight)


def _jpeg(picture: Picture) -> bytes:
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])


def main() -> None:
    _bound()
    request = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Request)
    sys.stdout.buffer.write(msgspec.msgpack.encode(replied(request)))


def _bound() -> None:
    try:
        import resource
    except ImportError:  # not on Windows; there the caller's clock ends what takes too long
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


if __name__ == "__main__":
    main()
