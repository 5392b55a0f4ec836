"""QR codes as paths (ISO/IEC 18004): sharp at any size, one shape in the file."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from pnp.scene import Box, Colour, Path, Segment

Rows: TypeAlias = tuple[tuple[bool, ...], ...]
QUIET_ZONE = 4
"""Modules that stay empty on each side (ISO/IEC 18004, 9.1)."""
LEAST_MODULE = 0.4
"""Smallest module in mm that a phone reads surely from a home print."""


def qr_path(content: str, box: Box, colour: Colour) -> Path:
    """The dark modules of a code in the largest square in the middle of `box`, quiet zone included: of level M, or of
    level L where the modules of M would be too small.

    The ground is the caller's. Raises ValueError if the content is more than a code can hold.
    """
    rows = _rows(content, box)
    side = min(box.width, box.height)
    module = _size(rows, box)
    left = box.x + (box.width - side) / 2 + QUIET_ZONE * module
    top = box.y + (box.height - side) / 2 + QUIET_ZONE * module
    segments: list[Segment] = []
    for x, y, width, height in _blocks(rows):
        x0, y0, x1, y1 = left + x * module, top + y * module, left + (x + width) * module, top + (y + height) * module
        segments += [("M", x0, y0), ("L", x1, y0), ("L", x1, y1), ("L", x0, y1), ("Z",)]
    return Path(tuple(segments), colour)


def module_size(content: str, box: Box) -> float:
    """How large a module of this content comes to in a box, in mm."""
    return _size(_rows(content, box), box)


def module_count(content: str) -> int:
    """How many modules the code of this content has on each side, at most."""
    return len(_matrix(content))


def _rows(content: str, box: Box) -> Rows:
    rows = _matrix(content)
    return _matrix(content, spare=True) if _size(rows, box) < LEAST_MODULE else rows


def _size(rows: Rows, box: Box) -> float:
    return min(box.width, box.height) / (len(rows) + 2 * QUIET_ZONE)


@lru_cache(maxsize=64)
def _matrix(content: str, spare: bool = False) -> Rows:
    """The modules of a code of level M, or L."""
    import qrcode
    from qrcode.exceptions import DataOverflowError

    levels = qrcode.constants
    code = qrcode.QRCode(error_correction=levels.ERROR_CORRECT_L if spare else levels.ERROR_CORRECT_M, border=0)
    code.add_data(content)
    try:
        code.make(fit=True)
    except (DataOverflowError, ValueError):
        raise ValueError(f"{len(content)} characters are more than a QR code holds") from None
    return tuple(tuple(map(bool, row)) for row in code.get_matrix())


@lru_cache(maxsize=64)
def _blocks(rows: Rows) -> tuple[tuple[int, int, int, int], ...]:
    """The dark modules as few rectangles (column, row, width, height): runs, joined with equal runs below.

    Joined runs also leave no hairlines between rows where a viewer smooths edges.
    """
    done: list[tuple[int, int, int, int]] = []
    growing: dict[tuple[int, int], int] = {}
    for y, row in enumerate((*rows, ())):
        runs = set(_runs(row))
        for run in [run for run in growing if run not in runs]:
            start = growing.pop(run)
            done.append((run[0], start, run[1], y - start))
        for run in runs - growing.keys():
            growing[run] = y
    return tuple(sorted(done, key=lambda block: (block[1], block[0])))


def _runs(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    start = None
    for x, dark in enumerate((*row, False)):
        if dark and start is None:
            start = x
        elif not dark and start is not None:
            runs.append((start, x - start))
            start = None
    return runs
