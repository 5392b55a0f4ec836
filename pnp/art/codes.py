"""QR codes as paths (ISO/IEC 18004): sharp at any size, one shape in the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from pnp.scene import Box, Colour, Path, Segment, Stroke

Rows: TypeAlias = tuple[tuple[bool, ...], ...]
QUIET_ZONE = 4
"""Modules that stay empty on each side (ISO/IEC 18004, 9.1)."""
LEAST_MODULE = 0.4
"""Smallest module in mm that a phone reads surely from a home print."""


def draw_qr(content: str, box: Box, colour: Colour) -> Path:
    """Returns the dark modules of a QR code, the largest that fits in the middle of `box` with its quiet zone. Error
    correction is level M, or L where the modules of M would be too small.

    The caller draws the ground. Raises ValueError if the content exceeds the capacity of a code.
    """
    rows = _rows(content, box)
    side = min(box.width, box.height)
    module = _size(rows, box)
    left = box.x + (box.width - side) / 2 + QUIET_ZONE * module
    top = box.y + (box.height - side) / 2 + QUIET_ZONE * module
    return Path(tuple(_draw_cells(_blocks(rows), left, top, module)), colour)


def measure_modules(content: str, box: Box) -> float:
    """Returns the module size in mm of a code with this content in a box."""
    return _size(_rows(content, box), box)


def _rows(content: str, box: Box) -> Rows:
    rows = _matrix(content)
    return _matrix(content, spare=True) if _size(rows, box) < LEAST_MODULE else rows


def _size(rows: Rows, box: Box) -> float:
    return min(box.width, box.height) / (len(rows) + 2 * QUIET_ZONE)


@lru_cache(maxsize=64)
def _matrix(content: str, spare: bool = False) -> Rows:
    """Returns the modules of a code of level M, or L."""
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
    """Merges the dark modules into few rectangles (column, row, width, height): runs, joined with equal runs below.

    Joined runs also avoid hairlines between rows in viewers with anti-aliasing.
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


def _runs(row: Iterable[bool]) -> list[tuple[int, int]]:
    runs = (list(cells) for is_dark, cells in groupby(enumerate(row), key=itemgetter(1)) if is_dark)
    return [(cells[0][0], len(cells)) for cells in runs]


def _draw_cells(blocks: Iterable[tuple[int, int, int, int]], left: float, top: float, size: float) -> Iterator[Segment]:
    for x, y, width, height in blocks:
        x1, y1, x2, y2 = left + x * size, top + y * size, left + (x + width) * size, top + (y + height) * size
        yield from (("M", x1, y1), ("L", x2, y1), ("L", x2, y2), ("L", x1, y2), ("Z",))


COUNT = 250
_BITS = (
    "b5320f9a332d9946549e79cd9e2ec4f2fedacf56f99111a70eb72a0f24b1263e466566006c5e76af868bb02bccd5dd82fe47"
    "9471ace4a5542123346f441557b29ecff0cb08ae0929187504ff0df61c5a17182a28328c38b224e82eeb2d3f4b64502e5013"
    "519455685d415f9768016867612461e96b126fe567df7e1b80a083448ba2937a846c852a859c9c899fa1bb7cbc04b65bbfc8"
    "b7abca1fc962d958d3d5cc98c7a0c537e95df925fbbbee2af74d35758aad76170acf064b2dc149d843f44f364fd369e470c7"
    "7a6eb4eaed4ffce7fea6002500430a880a86026f001c009708370a3109c60b0109fb0b581082182d10781073127412b11af9"
    "13060c0e0cf104330c9f0ef20efd074c0fa4072f05b50f9107db1ee414391d8015c81f8b15ba1db1208028e922a228532af0"
    "22f72940214629b92b9c2bb238ca382e300738e73a493a65325d3b88391d3bd3264727802faa2d1425de25532f7734483ca8"
    "3c41340d34fb369a3de0356a3d093ded3fc43f6c37ce3d5c3d7637b03f173fff48e542684a2d4160495141dd4bdf584f5a48"
    "5816505d5afa5ab551235b8a591951354c6946c14e0b445f4e594d834d7d47d847735c855e44562b5cbb55c35f6e5feb5d12"
    "555e6270621561c26b2063456b5c6b5b780c7acf787f798071e5717479b671d37b33646a66a86ea76e9165226dcb678d6d31"
)
"""By number, the sixteen inner cells of a mark, row by row from the top left, 1 for light, as four hex digits each."""
SIDE = 6
"""Cells along a mark: four, and the frame, which is dark and one cell wide."""
_OVER = 0.04
"""Millimetres that light cells are wider, so that no hairline shows between those that meet."""


def rows_of(number: int) -> tuple[str, ...]:
    """Returns the cells of a camera mark row by row, including the frame; 1 is light. Raises IndexError for an unknown
    mark."""
    if not 0 <= number < COUNT:
        raise IndexError(f"there is no mark {number}")
    inner = f"{int(_BITS[4 * number : 4 * number + 4], 16):016b}"
    return ("000000", *(f"0{inner[at : at + 4]}0" for at in range(0, 16, 4)), "000000")


def dark(number: int, box: Box, colour: Colour) -> Path:
    """Returns the dark cells of a mark that fills a square. Runs in a row are merged, so that no seam shows."""
    return Path(tuple(_cell_runs(number, "0", box)), fill=colour)


def light(number: int, box: Box, colour: Colour) -> Path:
    """Returns the light cells of a mark, for drawing over a dark square."""
    return Path(tuple(_cell_runs(number, "1", box)), fill=colour, stroke=Stroke(colour, _OVER))


def _cell_runs(number: int, kind: str, box: Box) -> Iterator[Segment]:
    rows = enumerate(rows_of(number))
    runs = ((start, y, length, 1) for y, row in rows for start, length in _runs(one == kind for one in row))
    return _draw_cells(runs, box.x, box.y, box.width / SIDE)
