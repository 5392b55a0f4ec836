"""Finds the pieces on a table by their seals, for any kit: identity, position and rotation."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

import cv2
import numpy as np
from msgspec.structs import replace

from companion.sight.board import View, looked_at
from companion.sight.plane import laid, moved
from companion.sight.reader import PieceReader, Readers, Sealed, Told
from companion.sight.reading import Lying, Reading, Side, Sighted
from pnp.camera import Array, Found, PhotographError, Picture, blurred, find, find_faint, grey, shrunk, too_dark

LINE: Final = (40, 40, 230)
"""Round what was found, in the marked picture: blue, green, red."""
LONGEST: Final = 1_600
"""Pixels along the longer side, at which edges are measured."""
BRIGHTEST: Final = 99.5
"""Per cent of a picture's pixels are darker than what counts as its white."""
DARK: Final = 60.0
"""Of 255: where nothing in a picture is brighter, paper cannot be told."""
FINE, COARSE = (1.0, 3.0), (6.0, 18.0)
"""Pixels between which contrast is measured (standard deviations): that of edges, and that of what lies there."""
PLAIN, BLURRED = 6.0, 0.15
"""Of 255: least coarse contrast of a picture with something in it; and share of it that fine contrast is at least, else
the picture is blurred: edges are smeared over 3.5 pixels, and no seal can be read."""


def see(
    picture: Picture, known: tuple[Side, ...], readers: Readers | None = None, seats: tuple[str, ...] = ()
) -> tuple[Sighted, View | None]:
    """Returns the pieces with seals in a picture, and the view of their board, if it is in it; and the readings of the
    game's reader. Raises PhotographError if there are none, or if too little of a board is visible."""
    readers = readers or Readers()
    numbers = {number: side for side in reversed(known) for number in side.seals}
    found = find(picture)
    mine = [mark for mark in found if mark.number in numbers]
    board = _board(known, found, readers.pieces, numbers)
    view = looked_at(picture, board.seals, mine) if board else None
    told: tuple[Told, ...] = ()
    readings: tuple[Reading, ...] = ()
    position = ""
    if board and view and readers.board and readers.board.component == board.component:
        readings = readers.board.read(picture, view, seats)
        position = readers.board.position(readings)
    elif readers.pieces:
        told = _told(picture, readers.pieces, found, numbers)
        readings = tuple(one.reading for one in told)
        position = readers.pieces.position(readings)
    if not (mine or told):
        if found:
            raise PhotographError("other-board", "the seals in it are not of this kit: which kit is it?")
        raise _explain_nothing(picture)
    sides = [one.side for one in told if one.side is not None] + ([board] if board else [])
    others = [mark for mark in mine if not any(mark.number in side.seals for side in sides)]
    lying = [_locate_piece(numbers[mark.number], mark, board, view) for mark in others]
    lying += [_lying(one.side, np.array(one.reading.corners), len(one.marks)) for one in told if one.side is not None]
    quality = {}
    if board and view:
        corners = view.pose.seen(np.column_stack([_trim(board), np.zeros(4)]))
        lying.insert(0, _lying(board, corners, len(view.marks)))
        quality = {name: round(getattr(view, name), 2) for name in ("scale", "tilt", "white", "blur")}
    height, width = picture.shape[:2]
    seen = Sighted(width=width, height=height, pieces=tuple(lying), readings=readings, position=position, **quality)
    return seen, view


def _board(
    known: tuple[Side, ...], found: Sequence[Found], pieces: PieceReader | None, numbers: Mapping[int, Side]
) -> Side | None:
    """Returns the board in the picture. A board with a single visible corner beside pieces to read does not count."""
    shown = {mark.number for mark in found}
    read = pieces is not None and any(numbers[one].component in pieces.components for one in shown & numbers.keys())
    least = 2 if read else 1
    return next((side for side in known if side.is_board and len(shown & side.seals.keys()) >= least), None)


def _told(
    picture: Picture, reader: PieceReader, found: Sequence[Found], numbers: Mapping[int, Side]
) -> tuple[Told, ...]:
    """Returns the reader's result for its pieces. Small and blurred seals count as well."""
    shown = grey(picture)
    mine = {number for number, side in numbers.items() if side.component in reader.components}
    seen = [mark for mark in found if mark.number in mine]
    pieces = [Sealed(numbers[mark.number], mark) for mark in seen]
    for mark in find_faint(shown):
        if mark.number in mine and not any(_same(mark, one) for one in seen):
            pieces.append(Sealed(numbers[mark.number], mark, faint=True))
    return reader.read(shown, pieces, numbers) if pieces else ()


def _same(one: Found, other: Found) -> bool:
    """Returns whether they are one mark, seen twice."""
    away = np.hypot(*(one.points.mean(axis=0) - other.points.mean(axis=0)))
    return one.number == other.number and bool(away * away < one.area)


def marked(picture: Picture, seen: Sighted, view: View | None) -> Picture:
    """Returns the picture with an outline around each piece, a dot at its top left, and its name; at each read place of
    a board its value, with a question mark if in doubt."""
    shown = picture.copy()
    thick = max(2, round(max(picture.shape) / 700))
    for piece in seen.pieces:
        corners = np.round(np.array(piece.corners)).astype(np.int32)
        cv2.polylines(shown, [corners], True, LINE, thick, cv2.LINE_AA)
        cv2.circle(shown, tuple(int(value) for value in corners[0]), 3 * thick, LINE, -1, cv2.LINE_AA)
        name = " ".join(filter(None, (piece.component, piece.key, piece.place)))
        _write(shown, name, corners.min(axis=0) - (0, 2 * thick), thick)
    for reading in seen.readings:
        value = reading.value + ("" if reading.sure else "?")
        if reading.corners:
            corners = np.array(reading.corners)
            cv2.polylines(shown, [np.round(corners).astype(np.int32)], True, LINE, thick, cv2.LINE_AA)
            _write(shown, value, corners.mean(axis=0), thick)
        if view is not None and reading.x_mm is not None and reading.y_mm is not None:
            _write(shown, value, view.pose.seen(np.array([[reading.x_mm, reading.y_mm, 0.0]]))[0], thick)
    return shown


def _write(shown: Picture, text: str, spot: Array, thick: int) -> None:
    """Draws text in a picture, with a white outline."""
    at = int(spot[0]), int(spot[1])
    for colour, width in (((255, 255, 255), 3 * thick), (LINE, thick)):
        cv2.putText(shown, text, at, cv2.FONT_HERSHEY_SIMPLEX, thick / 3, colour, width, cv2.LINE_AA)


def _trim(side: Side) -> Array:
    """Returns the corners of a face, mm, clockwise from its top left."""
    return np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=np.float64) * side.size


def _locate_piece(side: Side, mark: Found, board: Side | None, view: View | None) -> Lying:
    """Returns a piece by one of its seals: on a board with the board's camera pose, otherwise from the seal's four
    corners."""
    meant = np.array(side.seals[mark.number], dtype=np.float64)
    if view is None or board is None:
        matrix, _ = cv2.findHomography(meant, mark.points)
        return _lying(side, moved(np.asarray(matrix), _trim(side)), 1)
    corners = moved(laid(meant, view.pose.on_board(mark.points)), _trim(side))
    lying = _lying(side, view.pose.seen(np.column_stack([corners, np.zeros(4)])), 1)
    x, y = (round(float(value), 1) for value in corners.mean(axis=0))
    place = _place(board, x, y)
    return replace(lying, turned=_turned(corners), board=board.component, place=place, x_mm=x, y_mm=y)


def _lying(side: Side, corners: Array, seals: int) -> Lying:
    """Returns a piece with its corners in the picture, pixels, and the number of its visible seals."""
    return Lying(
        component=side.component,
        key=side.key,
        side=side.side,
        corners=tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners),
        turned=_turned(corners),
        seals=(seals, len(side.seals)),
    )


def _place(board: Side, x: float, y: float) -> str:
    """Returns the nearest place that contains the centre."""
    reached = [(math.dist((place.x, place.y), (x, y)), place) for place in board.places]
    near = [(away, place.name) for away, place in reached if away <= place.reach]
    return min(near)[1] if near else ""


def _turned(corners: Array) -> float:
    right, down = corners[1] - corners[0]
    return round(math.degrees(math.atan2(float(down), float(right))), 1)


def _explain_nothing(picture: Picture) -> PhotographError:
    """Returns why a picture shows no seal: it is too dark, or blurred, or there is nothing to find."""
    grey = cv2.cvtColor(shrunk(picture, LONGEST), cv2.COLOR_BGR2GRAY).astype(np.float32)
    if np.percentile(grey, BRIGHTEST) < DARK:
        return too_dark()
    fine, coarse = (
        float((cv2.GaussianBlur(grey, (0, 0), low) - cv2.GaussianBlur(grey, (0, 0), high)).std())
        for low, high in (FINE, COARSE)
    )
    if coarse > PLAIN and fine < BLURRED * coarse:
        return blurred()
    return PhotographError(
        "no-marks",
        "nothing of this kit is to be seen in it: take the pieces in from nearer, in even light; what was printed "
        "without seals is not read",
    )
