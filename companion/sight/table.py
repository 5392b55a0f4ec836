"""Finds the pieces on a table by their seals, for any kit: which piece, where, and how it is turned."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

import cv2
import msgspec
import numpy as np

from companion.sight.board import View, looked_at, marks_of
from companion.sight.faces import Side, by_number
from companion.sight.reader import PieceReader, Reader, Sealed, Told, readers
from companion.sight.reading import Lying, Sighted
from companion.sight.unseen import unseen
from pnp.camera import Array, Found, PhotographError, Picture, find, find_faint, grey

LINE = (40, 40, 230)
"""Round what was found, in the marked picture: blue, green, red."""


def see(
    picture: Picture, known: tuple[Side, ...], reader: Reader | None = None, seats: tuple[str, ...] = ()
) -> tuple[Sighted, View | None]:
    """The pieces with seals in a picture, and from where their board is seen, if it is in it; what lies on that board,
    or on those pieces, by who can read it. Raises PhotographError if there are none, or a board of which too
    little can be seen."""
    numbers, who = by_number(known), readers(reader)
    found = marks_of(picture, known[0].seals) if len(known) == 1 and known[0].is_board else find(picture)
    boards = _boards(known, found, who.pieces, numbers)
    by_board = who.board if boards and who.board is not None and who.board.component == boards[0].component else None
    told = _told(picture, who.pieces, found, numbers) if who.pieces is not None and by_board is None else ()
    mine = [mark for mark in found if mark.number in numbers]
    if not (mine or told):
        if found:
            raise PhotographError("other-board", "the seals in it are not of this kit: which kit is it?")
        raise unseen(picture)
    view = looked_at(picture, boards[0].seals, mine) if boards else None
    lying = [_board(boards[0], view)] if view else []
    known_already = {*(boards[0].seals if boards else ()), *(number for one in told for number in _numbers(one))}
    others = [mark for mark in mine if mark.number not in known_already]
    lying += [_piece(numbers[mark.number], mark, boards[0] if boards else None, view) for mark in others]
    lying += [_lying(one.side, one) for one in told if one.side is not None]
    height, width = picture.shape[:2]
    seen = Sighted(width=width, height=height, pieces=tuple(lying))
    if who.pieces is not None and by_board is None:
        readings = tuple(one.reading for one in told)
        seen = msgspec.structs.replace(seen, readings=readings, position=who.pieces.position(readings))
    if view is None:
        return seen, None
    scale, tilt, white, blur = (round(value, 2) for value in (view.scale, view.tilt, view.white, view.blur))
    seen = msgspec.structs.replace(seen, scale=scale, tilt=tilt, white=white, blur=blur)
    if by_board is None:
        return seen, view
    readings = by_board.read(picture, view, seats)
    return msgspec.structs.replace(seen, readings=readings, position=by_board.position(readings)), view


def _boards(
    known: tuple[Side, ...], found: Sequence[Found], pieces: PieceReader | None, numbers: Mapping[int, Side]
) -> list[Side]:
    """The boards in the picture. One of which a single corner looks in beside pieces that are read is none of it."""
    shown = {mark.number for mark in found}
    read = pieces is not None and any(numbers[one].component in pieces.components for one in shown & numbers.keys())
    least = 2 if read else 1
    return [side for side in known if side.is_board and len(shown & side.seals.keys()) >= least]


def _told(
    picture: Picture, reader: PieceReader, found: Sequence[Found], numbers: Mapping[int, Side]
) -> tuple[Told, ...]:
    """The reader's result for its pieces. Small and smeared seals count as well."""
    shown = grey(picture)
    mine = {number for number, side in numbers.items() if side.component in reader.components}
    seen = [mark for mark in found if mark.number in mine]
    pieces = [Sealed(numbers[mark.number], mark) for mark in seen]
    for mark in find_faint(shown):
        if mark.number in mine and not any(_same(mark, one) for one in seen):
            pieces.append(Sealed(numbers[mark.number], mark, faint=True))
    return reader.read(shown, pieces, numbers) if pieces else ()


def _same(one: Found, other: Found) -> bool:
    """Are they one mark, seen twice?"""
    away = np.hypot(*(one.points.mean(axis=0) - other.points.mean(axis=0)))
    return one.number == other.number and bool(away * away < one.area)


def marked(picture: Picture, seen: Sighted, view: View | None) -> Picture:
    """The picture with a line round each piece, a dot at its top left, and its name; at each place of a board that was
    read what lies there, with a question mark where that is in doubt."""
    shown = picture.copy()
    thick = max(2, round(max(picture.shape) / 700))
    for piece in seen.pieces:
        corners = np.round(np.array(piece.corners)).astype(np.int32)
        cv2.polylines(shown, [corners], True, LINE, thick, cv2.LINE_AA)
        cv2.circle(shown, tuple(int(value) for value in corners[0]), 3 * thick, LINE, -1, cv2.LINE_AA)
        name = " ".join(filter(None, (piece.component, piece.key, piece.place)))
        spot = (int(corners[:, 0].min()), int(corners[:, 1].min()) - 2 * thick)
        _written(shown, name, spot, thick)
    for reading in seen.readings:
        if reading.corners:
            corners = np.array(reading.corners)
            middle = corners.mean(axis=0)
            cv2.polylines(shown, [np.round(corners).astype(np.int32)], True, LINE, thick, cv2.LINE_AA)
            _written(shown, reading.value + ("" if reading.sure else "?"), (int(middle[0]), int(middle[1])), thick)
        if view is not None and reading.x_mm is not None and reading.y_mm is not None:
            spot = view.pose.seen(np.array([[reading.x_mm, reading.y_mm, 0.0]]))[0]
            _written(shown, reading.value + ("" if reading.sure else "?"), (int(spot[0]), int(spot[1])), thick)
    return shown


def _written(shown: Picture, text: str, spot: tuple[int, int], thick: int) -> None:
    """Text in a picture, on a rim of white."""
    cv2.putText(shown, text, spot, cv2.FONT_HERSHEY_SIMPLEX, thick / 3, (255, 255, 255), 3 * thick, cv2.LINE_AA)
    cv2.putText(shown, text, spot, cv2.FONT_HERSHEY_SIMPLEX, thick / 3, LINE, thick, cv2.LINE_AA)


def _board(board: Side, view: View) -> Lying:
    width, height = board.size
    trim = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], dtype=np.float64)
    corners = view.pose.seen(trim)
    return Lying(
        component=board.component,
        key=board.key,
        side=board.side,
        corners=_pixels(corners),
        turned=_turned(corners),
        seals=(len(view.marks), len(board.seals)),
    )


def _piece(side: Side, mark: Found, board: Side | None, view: View | None) -> Lying:
    """A piece by one of its seals: on a board by the camera that is known from it, else by the seal's four corners."""
    width, height = side.size
    trim = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float64)
    meant = np.array(side.seals[mark.number], dtype=np.float64)
    flat = view.pose.on_board(mark.points) if view else mark.points
    corners = _moved(meant, flat, trim) if view else _projected(meant, flat, trim)
    turned = _turned(corners)
    seen = view.pose.seen(np.column_stack([corners, np.zeros(4)])) if view else corners
    middle = corners.mean(axis=0)
    lying = Lying(
        component=side.component,
        key=side.key,
        side=side.side,
        corners=_pixels(seen),
        turned=turned,
        seals=(1, len(side.seals)),
    )
    if view is None or board is None:
        return lying
    x, y = round(float(middle[0]), 1), round(float(middle[1]), 1)
    return msgspec.structs.replace(lying, board=board.component, place=_place(board, x, y), x_mm=x, y_mm=y)


def _numbers(told: Told) -> Collection[int]:
    """The numbers of the seals on a recognised piece."""
    return told.side.seals if told.side is not None else ()


def _lying(side: Side, told: Told) -> Lying:
    """A piece as who reads it has told it."""
    return Lying(
        component=side.component,
        key=side.key,
        side=side.side,
        corners=told.reading.corners,
        turned=_turned(np.array(told.reading.corners)),
        seals=(len(told.marks), len(side.seals)),
    )


def _moved(meant: Array, found: Array, points: Array) -> Array:
    """Points carried along as the seal was moved and turned: a card on a board keeps its size."""
    start, end = meant.mean(axis=0), found.mean(axis=0)
    turn = (meant - start).T @ (found - end)
    left, _, right = np.linalg.svd(turn)
    rotation = left @ np.diag([1.0, np.sign(np.linalg.det(left @ right))]) @ right
    return np.asarray((points - start) @ rotation + end)


def _projected(meant: Array, found: Array, points: Array) -> Array:
    matrix = cv2.getPerspectiveTransform(meant.astype(np.float32), found.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), matrix), dtype=np.float64).reshape(-1, 2)


def _place(board: Side, x: float, y: float) -> str:
    """The nearest place within whose size the middle lies."""
    reached = [(math.dist((place.x, place.y), (x, y)), place) for place in board.places]
    near = [(away, place.name) for away, place in reached if away <= place.reach]
    return min(near)[1] if near else ""


def _turned(corners: Array) -> float:
    right, down = corners[1] - corners[0]
    return round(math.degrees(math.atan2(float(down), float(right))), 1)


def _pixels(corners: Array) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)
