"""Measures the sides of a printed test page in photographs.

The corner marks identify the side and its position in the picture. The paper's edges, the frame and the crosses are
then located on lines across the page, in mm. Positions are located in linear light, in which lens blur is linear; faint
steps in encoded values, as people see them.
"""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import msgspec
import numpy as np

from pnp.calibration.printer_profile import MOST_OFF, Measured, Profile, ProfileError, measure_side, profile_of
from pnp.calibration.test_page import (
    ARM,
    BACK_MARKS,
    CIRCLES,
    FRAME_LINE,
    FRONT_MARKS,
    MARK,
    MEASURED,
    PLACES,
    Geometry,
)
from pnp.camera import Array, PhotographError, blurred, decode_photograph, find, grey, too_dark
from pnp.scene import Box
from pnp.sheet.paper import PAPERS, PaperName
from pnp.sheet.printer import Pair, Side, Turning

LONGEST = 8_000
"""Pixels of the longer side: all that phones take, as a tenth of a millimetre counts."""
LEAST_PIXELS = 4.0
"""Pixels to a millimetre: what messengers leave of a sheet of A4 that fills a photograph."""
GAMMA = 2.2
"""Exponent of light in the values of a file."""
STEP = 0.04
"""Between samples across a line, mm."""
ROWS = 60
"""Places along an edge of the paper or a side of the frame, evenly spread."""
REACH = 10.0
"""How far from its place an edge of the paper is looked for, mm: a printer is 4 mm off, and 4 mm more in a corner."""
LEAST_STEP = 22.0
"""Of 255: by how much the paper is brighter than what it lies on, and than the frame."""
LEAST_WHITE = 45.0
"""Of 255: darker paper is why nothing stands out."""
LEAST_FOUND = 0.55
"""The share of an edge that has to be seen."""
SMOOTHED = round(0.24 / STEP)
"""Samples over which brightness is smoothed before its steepest fall is looked for."""
STRAYING = 0.12
"""A point further than this from the line of its neighbours, mm, is a thread, a finger or a shadow."""
BETWEEN = 0.9
"""Millimetres between a line and a second one: nearer ones make one wide line."""
MOST_SPREAD = 0.62
"""How far the frame's line, 1 mm wide, may spread about its middle, mm; sharp it is 0.29."""
MOST_UNEVEN = 0.1
"""Millimetres by which what is straight or printed may stray on the mean: of flat sheets it is half of that."""
CURLS, CURL_UNIT = 7, 100.0
"""Numbers that describe a curled sheet (`_PageView.uncurl`), and the unit of their lengths, mm."""
ROUNDS, SHAPE_STEP, LEAST_TOLD = 4, 1e-3, 1e-4
"""Of the fit: steps, their size for derivatives, and the least relative effect of a number that is fitted."""
MOST_ASKEW = 0.15
"""Degrees: the five numbers of a profile cannot bear more."""
LEAST_ERROR = 0.05
"""Nothing is measured better than this, mm: paper is not cut better, nor does it lie flatter."""
CURLED = 2.5
"""How many times the mean stray a corner may be from where it is measured, on sheets that curl by up to 5 mm."""
CELL, CROSS_REACH, CROSS_HALF = 0.05, 4.0, 5.6
"""Crosses, mm: between samples, how far from its place one is looked for, and half of what is compared."""
EDGES = ("upper", "right", "lower", "left")


class Seen(msgspec.Struct, frozen=True):
    """A side of a test page in a photograph: the printer's error, and a one-line summary."""

    geometry: Geometry
    side: Side
    turning: Turning
    measured: Measured
    summary: str


def look(path: Path) -> Seen:
    """Measures the side of a test page in a photograph. Raises PhotographError with what to do, and ProfileError for
    errors beyond any printer's."""
    picture = decode_photograph(path.read_bytes(), LONGEST)
    side, turning, corners = find_side(picture)
    pixels = count_pixels(corners)
    light = (255 * (grey(picture) / np.float32(255)) ** GAMMA).astype(np.float32)
    view = _PageView(light, np.concatenate(corners))
    try:
        result, flatness = view.measure(side)
    except (PhotographError, ProfileError):
        other = view.find_other_paper()
        if other is None:
            raise
        page, paper = PAPERS[view.geometry.paper].title, PAPERS[other].title
        raise ProfileError(
            f"this is the page for {page}, on {paper}: print the one for the paper in the tray, which "
            f"`pnp calibrate --paper {other}` makes"
        ) from None
    summary = (
        f"{path.name}: {side} of the test page for {PAPERS[view.geometry.paper].title}, "
        f"{light.shape[1]} × {light.shape[0]}, {pixels:.0f} pixels to the mm, flat to {max(flatness, 0.01):.2f} mm"
    )
    return Seen(view.geometry, side, turning, result, summary)


def find_side(picture: Array) -> tuple[Side, Turning, list[Array]]:
    """Returns the side, how its sheet was turned (long edge for a front, which does not tell), and the corners of its
    four marks. Raises PhotographError if one is missing."""
    smooth = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.5), dtype=np.uint8)  # grain may tear a mark's outline
    found = {mark.number: mark.points for mark in (*find(smooth), *find(picture))}
    sides: list[tuple[Side, Turning, tuple[int, ...]]] = [("front", "long-edge", FRONT_MARKS)]
    sides += [("back", turning, marks) for turning, marks in BACK_MARKS.items()]
    side, turning, marks = max(sides, key=lambda entry: sum(number in found for number in entry[2]))
    missing = [(number, place) for number, place in zip(marks, PLACES, strict=True) if number not in found]
    if missing and np.percentile(grey(picture), 98) < LEAST_WHITE:
        raise too_dark()
    if len(missing) == len(marks):
        message = "none of the corner marks is in the picture: take the whole sheet in, in even light"
        raise PhotographError("no-marks", message)
    if missing:
        message = "mark {} ({}) is not to be seen: take the whole black frame in, sharp and in even light"
        raise PhotographError("corner-missing", message.format(*missing[0]))
    return side, turning, [found[number] for number in marks]


def count_pixels(corners: list[Array]) -> float:
    """Returns pixels per millimetre at the smallest mark. Raises PhotographError if they are too few, or far fewer
    there than at another mark."""
    sizes = [np.linalg.norm(np.roll(corner, -1, axis=0) - corner, axis=1).mean() / MARK for corner in corners]
    if min(sizes) < LEAST_PIXELS:
        shown = math.floor(10 * min(sizes)) / 10  # rounded down: 3.98 is not 4
        raise PhotographError("too-small", f"1 mm is {shown:.1f} pixels here, {LEAST_PIXELS:g} are needed: go nearer")
    if max(sizes) > 1.7 * min(sizes):
        raise PhotographError("aslant", "it is taken too far aslant: hold the camera above the middle of the sheet")
    return float(min(sizes))


class _Line:
    """Sampling places along a side of a box, `short` of its ends; sides are numbered clockwise from the top. `inwards`
    points into the box."""

    def __init__(self, box: Box, index: int, short: float, count: int) -> None:
        corners = _corners(box)
        start, way = corners[index], corners[(index + 1) % 4] - corners[index]
        length = np.linalg.norm(way)
        self.along = way / length
        self.inwards = np.array([-self.along[1], self.along[0]])
        self.places = start + np.linspace(short, length - short, count)[:, None] * self.along


class _PageView:
    """A test page in a picture: `light` of its pixels, 0 to 255, and the mapping from mm on the page to pixels."""

    def __init__(self, light: Array, marks: Array) -> None:
        """Finds the paper whose page has its marks in these positions. Raises PhotographError if there is none."""
        self.light = light
        self.marks = marks
        best = MOST_OFF
        for geometry in map(Geometry, MEASURED):
            meant = np.concatenate([_corners(box) for box in geometry.marks()])
            to_picture, _ = cv2.findHomography(meant, marks)
            if to_picture is None:
                continue
            off = float(np.sqrt(np.mean((_map(np.linalg.inv(to_picture), marks) - meant) ** 2)))
            if off <= best:
                best, self.geometry, self.to_picture, self.meant_marks = off, geometry, to_picture, meant
        if best == MOST_OFF:
            message = "the corner marks do not stand as on a test page: photograph one flat sheet"
            raise PhotographError("uneven", message)

    def measure(self, side: Side) -> tuple[Measured, float]:
        """Returns the printer's shift, rotation and scale of the side, and the residual of straight lines in mm."""
        size, paper = self.geometry.size, Box(0.0, 0.0, *self.geometry.size)
        edges = [self.find_edge(paper, index) for index in range(4)]
        frames = [self.find_frame(index) for index in range(4)]
        crosses, meant_crosses = self.find_crosses(side)
        meant = np.concatenate([_find_centres(self.meant_marks), _corners(self.geometry.frame), meant_crosses])
        seen, shape = [*edges, *frames, self.marks, crosses], np.zeros(1 + CURLS)
        for _ in range(ROUNDS):
            off = self.flatten(seen, meant, shape)[1]
            steps = SHAPE_STEP * np.eye(len(shape))
            slopes = np.column_stack([self.flatten(seen, meant, shape + step)[1] - off for step in steps]) / SHAPE_STEP
            shape = shape - np.linalg.lstsq(slopes, off, rcond=LEAST_TOLD)[0]
        found, off = self.flatten(seen, meant, shape)
        pairs: list[Pair] = list(zip(map(tuple, meant.tolist()), map(tuple, found.tolist()), strict=True))
        result = measure_side(pairs, size, LEAST_ERROR, side)

        lines, points = off[: -2 * len(meant)], off[-2 * len(meant) :]
        ((a, b), (c, d), _), *_ = np.linalg.lstsq(np.column_stack([meant, np.ones(len(meant))]), found)
        askew = abs(math.degrees(math.atan2(b, a) - math.atan2(-c, d)))
        if askew > MOST_ASKEW:
            raise ProfileError(
                f"the {side} is printed askew, its corners are off a right angle by {askew:.1f}°: set the guides of "
                "the tray close to the paper, so that it is pulled in straight, and print the page again"
            )
        strays = math.sqrt(2 * np.mean(points**2))
        uneven = max(strays, float(np.sqrt(np.mean(lines**2))))
        if uneven > MOST_UNEVEN:
            raise PhotographError(
                "uneven",
                f"the sheet is not flat, it strays by {uneven:.2f} mm: press it flat, or lay glass on it, and keep "
                "shadows off its edges",
            )
        doubt = math.hypot(result.uncertainty, CURLED * strays, math.radians(askew) / 2 * max(size) / 2)
        return Measured(result.shift, doubt), uneven

    def flatten(self, seen: list[Array], meant: Array, shape: Array) -> tuple[Array, Array]:
        """Returns marks, frame corners and crosses on flat paper, given the `shape` of lens and sheet; and the
        residuals of edges and frame from straight lines, and of these points from a uniform print, in mm."""
        middle = np.array([self.light.shape[1], self.light.shape[0]]) / 2
        straight = []
        for points in seen:
            away = points - middle
            squares = np.sum((away / np.linalg.norm(middle)) ** 2, axis=1, keepdims=True)
            straight.append(middle + away * (1 + shape[0] * squares))
        curled = self.lay_on_paper(straight)
        flat = self.lay_on_paper([self.uncurl(points, shape[1:]) for points in curled])
        lines = [_fit_line(points) for points in flat[:8]]
        found = np.concatenate([_find_centres(flat[8]), _intersect_lines(lines[4:]), flat[9]])
        columns = np.column_stack([meant, np.ones(len(meant))])
        strays = found - columns @ np.linalg.lstsq(columns, found)[0]
        off = [points @ line[:2] + line[2] for points, line in zip(flat, lines, strict=False)]
        return found, np.concatenate([*off, strays.ravel()])

    def lay_on_paper(self, seen: list[Array]) -> list[Array]:
        """Maps points to the paper in mm; the first four are its edges."""
        corners = _intersect_lines([_fit_line(points) for points in seen[:4]])
        paper = _corners(Box(0.0, 0.0, *self.geometry.size)).astype(np.float32)
        return [_map(cv2.getPerspectiveTransform(corners, paper), points) for points in seen]

    def uncurl(self, points: Array, curl: Array) -> Array:
        """Maps points of a curled sheet to a flat one. The sheet is modelled as a cylinder whose height is quadratic
        across it; the camera then shifts points away from the one below it, in terms of second and third order without
        those of the sheet's perspective."""
        u, v = ((points - np.array(self.geometry.size) / 2) / CURL_UNIT).T
        outwards = curl[0] * u * u + curl[1] * u * v + curl[2] * v * v
        right, down = curl[3] * v * v + curl[4] * u * v, curl[5] * u * u + curl[6] * u * v
        return np.asarray(points + np.column_stack([outwards * u + right, outwards * v + down]))

    def find_other_paper(self) -> PaperName | None:
        """Returns the paper on which a page for another one was printed, from the distances of its edges."""
        frame, (width, height) = self.geometry.frame, self.geometry.size
        for other in map(Geometry, MEASURED):
            across, along = other.size
            for top in (0.0, (height - along) / 2):  # as printers lay pages on other paper
                paper = Box((width - across) / 2, top, across, along)
                if other == self.geometry or paper.bottom < frame.bottom or across < frame.width:
                    continue
                try:
                    edges = [self.find_edge(paper, index) for index in range(4)]
                except PhotographError:
                    continue
                upper, right, lower, left = (_map(np.linalg.inv(self.to_picture), edge).mean(axis=0) for edge in edges)
                if math.dist((right[0] - left[0], lower[1] - upper[1]), (across, along)) < 4.0:
                    return other.paper
        return None

    def sample(self, line: _Line, offsets: Array) -> Array:
        """Returns the light across a line: one row per place on it, one column per offset inwards, mm. NaN outside the
        picture. Averaging over 1 mm along the line reduces noise to a third."""
        spots = line.places[:, None, None] + offsets[:, None, None] * line.inwards
        spots = spots + np.linspace(-0.5, 0.5, 5)[:, None] * line.along
        seen = self.read_light(spots.reshape(len(line.places), -1, 2))
        result: Array = seen.reshape(len(line.places), len(offsets), -1).mean(axis=2)
        return result

    def read_light(self, points: Array) -> Array:
        """Returns the light at a grid of page points."""
        x, y = np.moveaxis(_map(self.to_picture, points).astype(np.float32), -1, 0)
        seen = cv2.remap(self.light, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=float("nan"))
        return np.asarray(seen)

    def locate(self, line: _Line, positions: Array, kept: Array) -> Array:
        """Converts the kept positions, in mm inwards from a line, to pixels."""
        return _map(self.to_picture, line.places[kept] + positions[kept, None] * line.inwards)

    def find_edge(self, paper: Box, index: int) -> Array:
        """Returns picture points on an edge of the paper. Raises PhotographError if it is unclear."""
        frame, line = self.geometry.frame, _Line(paper, index, REACH, ROWS)
        blank = (frame.y - paper.y, paper.right - frame.right, paper.bottom - frame.bottom, frame.x - paper.x)[index]
        offsets = np.arange(min(REACH, blank - FRAME_LINE), -REACH, -STEP)
        light = self.sample(line, offsets)
        seen = _encode(light)
        rough, step = _find_steps(seen)
        # Blur is even in light: in what a person sees of it the step lies further out.
        columns, _ = _find_steps(light, np.abs(np.arange(len(offsets)) - rough[:, None]) * STEP < 0.6)
        positions = np.where(step > LEAST_STEP, offsets[columns], np.nan)
        if index == 2:
            positions[np.abs(np.linspace(-0.5, 0.5, ROWS) * paper.width) < 34.0] = np.nan  # the page's foot
        kept, course = _follow(positions)
        wanted = max(np.isfinite(positions).sum(), ROWS / 2) if index == 2 else ROWS
        if kept.sum() < LEAST_FOUND * wanted:
            message = f"the {EDGES[index]} edge of the paper cannot be told from what it lies on"
            hint = "lay the sheet on something dark and plain, all of it in the picture, and keep off its edges"
            if np.isnan(seen[:, offsets > -2.2]).any(axis=1).mean() > 1 - LEAST_FOUND:
                message = f"the {EDGES[index]} edge of the paper is not in the picture, or right at the end of it"
                hint = "leave a rim of a centimetre of something dark around the sheet, in a scan as well"
            elif np.median(seen[:, : len(offsets) // 4]) < LEAST_WHITE:
                raise too_dark()
            raise PhotographError("corner-missing", f"{message}: {hint}")
        at = (offsets[0] - course) / STEP
        if _has_second_line(seen, at, kept) or self.is_wide(light, at, kept, index):
            message = f"something lies along the {EDGES[index]} edge of the paper, a shadow or another sheet"
            raise PhotographError("corner-missing", f"{message}: lay the sheet alone on something dark, in even light")
        return self.locate(line, positions, kept)

    def is_wide(self, light: Array, columns: Array, kept: Array, index: int) -> bool:
        """Returns whether an edge of the paper is blurred, in at least two of six parts, more than the sides of the two
        marks beside it: then a sheet beneath or a hard shadow is so close that both steps merge."""
        ways: tuple[list[float], list[float]] = ([], [])
        marks = self.geometry.marks()
        for box in (marks[index], marks[(index + 1) % 4]):
            for side in range(4):
                seen = self.sample(_Line(box, side, FRAME_LINE, 14), np.arange(-3.0, 3.0, STEP))
                ways[side % 2].append(_measure_spread(seen, _find_steps(seen)[0]))
        # Print that is pale in bands blurs the sides along one way. No lens is sharper than a quarter of a pixel.
        x, y = self.geometry.size[0] / 2, self.geometry.size[1] / 2
        pixel = 1 / np.linalg.norm(np.diff(_map(self.to_picture, np.array([[x, y], [x + 1.0, y]])), axis=0))
        blur = max(*(np.nanmedian(way) for way in ways), 0.25 * pixel)
        parts = np.array_split(np.arange(len(light)), 6)
        spreads = [_measure_spread(light[part[kept[part]]], columns[part[kept[part]]]) for part in parts]
        return bool(sum(spread > 1.1 * blur + 0.025 for spread in spreads) >= 2)

    def find_frame(self, index: int) -> Array:
        """Returns picture points on a side of the frame. Raises PhotographError if it is unclear."""
        line, offsets = _Line(self.geometry.frame, index, REACH, ROWS), np.arange(2.6, -2.6, -STEP)
        light = np.nan_to_num(self.sample(line, offsets))
        ends = round(0.24 / STEP)
        ground = np.linspace(light[:, :ends].mean(axis=1), light[:, -ends:].mean(axis=1), len(offsets), axis=1)
        depth = (_encode(ground) - _encode(light)).max(axis=1)
        dark = np.clip(ground - light, 0.0, None)
        dark[dark < 0.25 * dark.max(axis=1, keepdims=True)] = 0.0
        weight = dark / np.maximum(dark.sum(axis=1, keepdims=True), 1e-6)
        middle = weight @ offsets
        spread = np.sqrt((weight * (offsets - middle[:, None]) ** 2).sum(axis=1))
        positions = np.where(depth > LEAST_STEP, middle, np.nan)
        kept, _ = _follow(positions)
        if kept.sum() < LEAST_FOUND * ROWS:
            message = f"the {EDGES[index]} side of the black frame cannot be followed"
            raise PhotographError(
                "corner-missing",
                f"{message}: lay nothing on the sheet, and take it in even light. If the printer has cut it off, "
                "measure the sheet by eye, with `pnp calibrate read`",
            )
        if np.median(spread[kept]) > MOST_SPREAD:
            raise blurred()
        return self.locate(line, positions, kept)

    def find_crosses(self, side: Side) -> tuple[Array, Array]:
        """Returns the visible crosses in pixels, and their places on the page in mm. Raises PhotographError for fewer
        than four of five."""
        x, y = np.meshgrid(*2 * [np.arange(-CROSS_HALF, CROSS_HALF + CELL / 2, CELL)])
        arms = [np.where(np.abs(along) < ARM, np.abs(across), np.inf) for along, across in ((x, y), (y, x))]
        off = np.min([*arms, *(np.abs(np.hypot(x, y) - radius) for radius in CIRCLES)], axis=0)
        cross = -np.exp(-((off / 0.2) ** 2) / 2).astype(np.float32)
        reach = CROSS_HALF + CROSS_REACH
        grid = np.stack(np.meshgrid(*2 * [np.arange(-reach, reach + CELL / 2, CELL)]), axis=-1)
        found, meant = [], []
        for place in map(np.array, self.geometry.all_crosses(side)):
            seen = np.nan_to_num(self.read_light(place + grid))
            _, alike, _, spot = cv2.minMaxLoc(cv2.matchTemplate(seen, cross, cv2.TM_CCOEFF_NORMED))
            if alike > 0.4:
                found.append(_map(self.to_picture, place + np.array(spot) * CELL - CROSS_REACH))
                meant.append(place)
        if len(found) < 4:
            message = "the crosses of the page are not to be seen: lay nothing on the sheet, and go nearer"
            raise PhotographError("uneven", message)
        return np.array(found), np.array(meant)


def _map(homography: Array, points: Array) -> Array:
    mapped = cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), homography)
    return np.asarray(mapped, dtype=np.float64).reshape(points.shape)


def _corners(box: Box) -> Array:
    return np.array([(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)])


def _find_centres(marks: Array) -> Array:
    return np.asarray(marks.reshape(4, 4, 2).mean(axis=1))


def _encode(light: Array) -> Array:
    """Converts linear light to encoded values, 0 to 255."""
    return np.asarray(255 * (light / 255) ** (1 / GAMMA), dtype=np.float32)


def _find_steps(seen: Array, within: Array | None = None) -> tuple[Array, Array]:
    """Returns the column in each row of the largest lasting fall in brightness, and its size; a dark line is no step.
    `within` are the cells to search."""
    smoothed = cv2.GaussianBlur(seen, (0, 0), sigmaX=SMOOTHED, sigmaY=1e-6, borderType=cv2.BORDER_REPLICATE)
    slope = np.nan_to_num(-np.gradient(smoothed, axis=1), nan=-1.0)
    peak = np.zeros(seen.shape, dtype=bool)
    peak[:, 1:-1] = slope[:, 1:-1] >= np.maximum(slope[:, :-2], slope[:, 2:])
    best = np.argmax(np.where(peak if within is None else peak & within, slope, -2.0), axis=1)[:, None]
    reach, last = 4 * SMOOTHED, seen.shape[1] - 1
    inside = np.take_along_axis(smoothed, np.maximum(best - reach, 0), axis=1)[:, 0]
    beyond = np.take_along_axis(smoothed, np.minimum(best + np.arange(reach, 2 * reach), last), axis=1)
    return best[:, 0], inside - np.fmax.reduce(beyond, axis=1)


def _follow(positions: Array) -> tuple[Array, Array]:
    """Selects the positions on one line, and fits a smooth curve, as a lens bends lines slightly."""
    places = np.linspace(-1.0, 1.0, len(positions))
    finite = kept = np.isfinite(positions)
    course = positions
    for _ in range(8):
        if kept.sum() < 6:
            break
        # The first rounds are lenient, and go by the middle: a finger on the edge must not pull the line to itself.
        curve = np.polynomial.polynomial.polyfit(places[kept], positions[kept], 2)
        course = np.polynomial.polynomial.polyval(places, curve)
        off = np.abs(positions - course)
        kept = finite & (off <= max(STRAYING, 2.5 * float(np.median(off[kept]))))
    return kept, course


def _has_second_line(seen: Array, columns: Array, kept: Array) -> bool:
    """Returns whether brightness falls along another line, about as sharply as along that of the kept `columns`: the
    edge of a hard shadow or of a sheet below. On the paper faint steps and rises count too, as nothing is printed
    there."""
    beside = (np.arange(seen.shape[1]) - columns[:, None]) * STEP
    bright = float(np.nanmedian(seen[:, 0]))
    sharp = 0.75 * _measure_sharpness(seen, columns, kept)
    whole = np.zeros(seen.shape, dtype=bool)
    whole[:, round(2.1 / STEP) : -round(2.1 / STEP)] = True
    inside, outside = whole & (beside < -BETWEEN), whole & (beside > BETWEEN)
    # What rises on the way outwards falls on the way back. A table is not as even as paper.
    ways = ((seen, inside, 0.03), (seen[:, ::-1], inside[:, ::-1], 0.03), (seen, outside, 0.1))
    for shown, within, least in ways:
        found, step = _find_steps(shown, within)
        usable = kept & (step > least * bright)
        positions = np.where(usable, found * STEP, np.nan)
        _, course = _follow(positions)
        enough = (np.abs(positions - course) < 0.3).sum() >= 0.6 * kept.sum()
        if enough and not _measure_sharpness(shown, found, usable) < sharp:
            return True
    return False


def _measure_sharpness(seen: Array, columns: Array, chosen: Array) -> float:
    """Returns the share of a brightness step within 0.4 mm of its middle."""
    smoothed = cv2.GaussianBlur(seen, (0, 0), sigmaX=SMOOTHED / 2, sigmaY=1e-6, borderType=cv2.BORDER_REPLICATE)
    rows, at = np.flatnonzero(chosen), np.round(columns[chosen]).astype(int)
    near, far = (
        np.nanmedian(
            smoothed[rows, np.maximum(at - reach, 0)] - smoothed[rows, np.minimum(at + reach, seen.shape[1] - 1)]
        )
        for reach in (round(0.4 / STEP), round(1.04 / STEP))
    )
    return float(near / far)


def _measure_spread(light: Array, columns: Array) -> float:
    """Returns the mean distance from a step's middle at which the light of rows falls, mm; the step is at the
    `columns`, its light side first. NaN for fewer than four rows.

    A steady fall on the light side is a soft shadow and does not count.
    """
    offsets = np.arange(-2.4, 1.95, STEP)  # the rim of a mark is 2.5 mm wide
    cells = np.round(columns[:, None] + offsets / STEP).astype(int)
    rows = np.take_along_axis(light, np.clip(cells, 0, light.shape[1] - 1), axis=1)
    rows = rows[np.isfinite(rows).all(axis=1)]
    if len(rows) < 4:
        return float("nan")
    profile = rows.mean(axis=0)
    before, behind = offsets < -1.3, offsets > 1.3
    level, slope = np.polynomial.polynomial.polyfit(offsets[before], profile[before], 1)
    if slope > 0:
        slope, level = 0.0, profile[before].mean()
    bright, dark = level + slope * np.minimum(offsets, 0.0), profile[behind].mean()
    fallen = np.clip((bright - profile) / np.maximum(bright - dark, 1.0), -0.5, 1.5)[~before & ~behind]
    # The mean distance from the middle is least there, so the middle need not be looked for.
    inside = np.concatenate([[0.0], np.cumsum(fallen)])
    outside = np.concatenate([np.cumsum((1.0 - fallen)[::-1])[::-1], [0.0]])
    return float((inside + outside).min()) * STEP


def _fit_line(points: Array) -> Array:
    """Fits the line a x + b y + c = 0 to points, with a² + b² = 1."""
    middle = points.mean(axis=0)
    normal = np.linalg.svd(points - middle, full_matrices=False)[2][1]
    return np.array([*normal, -(normal @ middle)])


def _intersect_lines(lines: list[Array]) -> Array:
    """Returns the corners where four lines cross, the upper left first, for lines clockwise from the upper one."""
    corners = np.array([np.cross(lines[index - 1], lines[index]) for index in range(4)])
    result: Array = (corners[:, :2] / corners[:, 2:]).astype(np.float32)
    return result


def combine_sides(first: Seen, second: Seen, name: str) -> Profile:
    """Returns the profile of two photographs of one sheet in either order. Raises ProfileError if they are not of one
    sheet."""
    if first.side == second.side:
        raise ProfileError(f"these are two {first.side}s: turn the sheet")
    front, back = (first, second) if first.side == "front" else (second, first)
    if front.geometry != back.geometry:
        raise ProfileError("these are sheets of two sizes: photograph both sides of one")
    return profile_of(name, front.geometry.paper, back.turning, "photographs", front.measured, back.measured)
