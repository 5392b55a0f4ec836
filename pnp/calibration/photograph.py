"""How widely brightness falls across an edge: across one of the paper no more than across those of the marks on it.

Where a second sheet peeps out beneath the paper, or a hard shadow lies over its edge, brightness falls in two steps.
Near each other they look like one; but it is wider than a step that the blur of the picture makes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from pnp.calibration.printer_profile import MOST_OFF, Measured, Profile, ProfileError, measured, profile_of
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
from pnp.scene.colour import to_light
from pnp.sheet.paper import PAPERS, PaperName
from pnp.sheet.printer import Pair, Side, Turning

PARTS, LEAST_PARTS = 6, 2
"""Of an edge, each looked at by itself, and in how many of them the step has to be wide: the other line may run aslant,
or along a part of the edge."""
LEAST_ROWS = 4
"""Places along an edge without which nothing is said of a part."""
STEP_BESIDE, STEP_LIGHT, DARK = 1.3, 2.4, 1.95
"""Millimetres to either side of a step within which brightness falls, and to where on the light and on the dark side it
is looked at to know the level there. The rim of a mark is 2.5 mm wide."""
WIDER, MORE_WIDE = 0.025, 0.1
"""How much wider the paper's edge may be than the marks', mm and as a share of theirs: of sheets that lie alone it is
half as much at most."""


def spread(seen: Array, columns: Array) -> float:
    """How far from the middle of a step the brightness of rows falls, mm, on the mean over all of the fall; the step is
    at the `columns`, its light side first. Not a number where too little is seen of it.

    What it falls steadily on the light side is a soft shadow's, and does not count.
    """
    offsets = np.arange(-STEP_LIGHT, DARK, STEP / 2)
    across = np.arange(seen.shape[1])
    rows = [np.interp(at + offsets / STEP, across, row) for row, at in zip(seen, columns, strict=True)]
    rows = [row for row in rows if np.isfinite(row).all()]
    if len(rows) < LEAST_ROWS:
        return float("nan")
    profile = np.mean(rows, axis=0)
    before, behind = offsets < -STEP_BESIDE, offsets > STEP_BESIDE
    level, slope = np.polynomial.polynomial.polyfit(offsets[before], profile[before], 1)
    if slope > 0:
        slope, level = 0.0, profile[before].mean()
    light, dark = level + slope * np.minimum(offsets, 0.0), profile[behind].mean()
    fallen = np.clip((light - profile) / np.maximum(light - dark, 1.0), -0.5, 1.5)[~before & ~behind]
    # The mean distance from the middle is least there, so the middle need not be looked for.
    inside = np.concatenate([[0.0], np.cumsum(fallen)])
    outside = np.concatenate([np.cumsum((1.0 - fallen)[::-1])[::-1], [0.0]])
    return float((inside + outside).min()) * STEP / 2


def wide(seen: Array, columns: Array, kept: Array, marks: float) -> bool:
    """Whether brightness falls more widely along an edge of the paper, at the kept `columns`, than the blur of the
    picture makes it: than at the edges of `marks`, mm. Another sheet, or a hard shadow, lies so near to it."""
    chosen = np.asarray(kept, dtype=bool)
    line = followed(columns, chosen)
    parts = np.array_split(np.arange(len(seen)), PARTS)
    spreads = [spread(seen[part[chosen[part]]], line[part[chosen[part]]]) for part in parts]
    return sum(each > marks * (1 + MORE_WIDE) + WIDER for each in spreads) >= LEAST_PARTS


WHITE = 255.0
"""The brightest value of both."""
KEPT = np.linspace(0.0, 1.0, 4097)
LIGHT = np.array([to_light(float(value)) for value in KEPT])
"""What a file keeps, finely, and the light that it stands for, as shares."""


def linear(picture: Array) -> Array:
    """How much light each pixel of a file stands for, 0 to 255."""
    light = WHITE * np.interp(np.arange(256) / WHITE, KEPT, LIGHT)
    result: Array = light.astype(np.float32)[picture]
    return result


def coded(light: Array) -> Array:
    """What a file keeps of light, 0 to 255, not rounded; what is no number stays none."""
    result: Array = (WHITE * np.interp(light / WHITE, LIGHT, KEPT)).astype(np.float32)
    return result


TIMES = 2.5
"""How many times as far as what is printed strays, on the mean, a corner may be from where it is measured: on sheets
that curl by up to 5 mm, either way, seen from up to 20° aslant."""


class Flatness(msgspec.Struct, frozen=True):
    """How far what is printed strays (the root of the mean square, mm), and by how many degrees the lines of the page
    are further from a right angle than they should be: of a sheet that was pulled in askew, for a camera sees that it
    has right angles itself."""

    strays: float
    askew: float

    def doubt(self, size: tuple[float, float]) -> float:
        """How far from where it is measured a corner of a sheet of this size may be for that, mm each way."""
        return math.hypot(TIMES * self.strays, math.radians(self.askew) / 2 * max(size) / 2)


def flatness(pairs: Sequence[Pair]) -> Flatness:
    """How flat the sheet lies on which points were found so; at least three, not in one line."""
    meant, found = (np.array([pair[which] for pair in pairs]) for which in (0, 1))
    ways = np.column_stack([meant, np.ones(len(meant))])
    plane, *_ = np.linalg.lstsq(ways, found, rcond=None)
    (a, b), (c, d), _ = plane
    off = np.sum((found - ways @ plane) ** 2, axis=1)
    return Flatness(float(np.sqrt(off.mean())), abs(math.degrees(math.atan2(b, a) - math.atan2(-c, d))))


STEP = 0.08
"""Between samples across a line, mm: a pixel, or a little less."""
BESIDE = (-0.5, -0.25, 0.0, 0.25, 0.5)
"""Millimetres along a line within which samples are averaged: what is left of the noise is a third."""
SMOOTHED = 3.0
"""Steps by which a step of brightness is smoothed before its steepest place is looked for."""
STRAYING = 0.12
"""A point further than this from the line of its neighbours, mm, is a thread, a finger or a shadow."""
BETWEEN = 0.9
"""Millimetres between a line and a second one: nearer, they are one, which is wide (see `wide`)."""
FAINTEST, FAINTEST_BEYOND = 0.03, 0.1
"""By how much brightness differs along a second line, as a share of how bright the paper is: on the paper's side, and
on that of the table, which is not as even."""
SEARCHED = (0.4, 1.04)
"""Millimetres to either side of a step that are its middle, and the whole of it."""
SOFTER = 0.75
"""What is less sharp than the paper's edge, by this share, is the edge of a soft shadow."""
LEAST_ALONG, STRAYING_BESIDE = 0.6, 0.3
"""The share of places that show a second line, and how far they stray from it, mm: it need be no paper's edge."""
MOST_BENT = 0.12
"""How much a lens may move the corners of a picture, as a share of their distance from its middle."""


class Bent(msgspec.Struct, frozen=True):
    """How a lens draws: a point is moved from the picture's middle by `bend` times the square of its distance, which
    is 1 in the corners."""

    middle: tuple[float, float]
    reach: float
    bend: float

    def straight(self, points: Array) -> Array:
        """Where points of the picture would be without that."""
        from_middle = (points - np.array(self.middle)) / self.reach
        squares = np.sum(from_middle**2, axis=1, keepdims=True)
        result: Array = from_middle * (1 + self.bend * squares) * self.reach + np.array(self.middle)
        return result


def through(homography: Array, points: Array) -> Array:
    """Points mapped from one plane to another."""
    mapped = cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), homography)
    return np.asarray(mapped, dtype=np.float64).reshape(-1, 2)


def samples(picture: Array, to_picture: Array, start: Array, end: Array, offsets: Array, count: int) -> Array:
    """Brightness across a line of the page from `start` to `end`: a row for each of `count` places on it, a column for
    each offset to the right of the way there, mm. What lies outside the picture is not a number."""
    along = (end - start) / np.linalg.norm(end - start)
    across = np.array([-along[1], along[0]])
    places = start + np.linspace(0.0, 1.0, count)[:, None] * (end - start)
    spots = (
        places[:, None, None, :] + offsets[None, :, None, None] * across + np.array(BESIDE)[None, None, :, None] * along
    )
    there = through(to_picture, spots.reshape(-1, 2)).reshape(*spots.shape).astype(np.float32)
    columns, rows = there[..., 0].reshape(count, -1), there[..., 1].reshape(count, -1)
    seen = cv2.remap(picture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=float("nan"))
    result: Array = seen.reshape(count, len(offsets), len(BESIDE)).mean(axis=2)
    return result


def steps_down(seen: Array, within: npt.NDArray[np.bool_] | None = None) -> tuple[Array, Array]:
    """In each row, where brightness falls most, in columns, and by how much it falls there and stays lower: a dark line
    is no step. Of steps that begin `within` those cells, if they are given."""
    smoothed = cv2.GaussianBlur(seen, (0, 0), sigmaX=SMOOTHED, sigmaY=1e-6, borderType=cv2.BORDER_REPLICATE)
    slope = np.nan_to_num(-np.gradient(smoothed, axis=1), nan=-1.0)
    last = seen.shape[1] - 1
    peak = np.zeros(seen.shape, dtype=bool)
    peak[:, 1:-1] = (slope[:, 1:-1] >= slope[:, :-2]) & (slope[:, 1:-1] >= slope[:, 2:])
    best = np.clip(np.argmax(np.where(peak if within is None else peak & within, slope, -2.0), axis=1), 1, last - 1)
    rows = np.arange(len(seen))
    before, at, after = slope[rows, best - 1], slope[rows, best], slope[rows, best + 1]
    curve = before - 2 * at + after
    shift = np.where(np.abs(curve) > 1e-9, 0.5 * (before - after) / np.where(curve == 0, 1, curve), 0.0)
    reach = int(4 * SMOOTHED)
    inside = smoothed[rows, np.clip(best - reach, 0, last)]
    beyond = np.clip(best[:, None] + np.arange(reach, 2 * reach), 0, last)
    outside = np.fmax.reduce(smoothed[rows[:, None], beyond], axis=1)
    return best + np.clip(shift, -1, 1), inside - outside


def dark_lines(seen: Array) -> tuple[Array, Array, Array]:
    """In each row, the middle of a dark line on bright ground, in columns; how far it spreads about it (the root of the
    mean square); and by how much it is darker."""
    ends = 6
    left, right = seen[:, :ends].mean(axis=1), seen[:, -ends:].mean(axis=1)
    columns = np.arange(seen.shape[1], dtype=np.float64)
    ground = left[:, None] + (right - left)[:, None] * (columns / columns[-1])[None, :]
    dark = np.clip(ground - seen, 0.0, None)
    depth = dark.max(axis=1)
    dark[dark < 0.25 * depth[:, None]] = 0.0
    weight = np.maximum(dark.sum(axis=1), 1e-6)
    middle = (dark * columns).sum(axis=1) / weight
    spread = np.sqrt((dark * (columns[None, :] - middle[:, None]) ** 2).sum(axis=1) / weight)
    return middle, spread, depth


def on_one_line(positions: Array) -> Array:
    """Which of the positions along a line belong to it: it may be bent a little, as a lens bends, but not broken."""
    places = np.linspace(-1.0, 1.0, len(positions))
    kept = np.isfinite(positions)
    for _ in range(8):
        if kept.sum() < 6:
            return kept
        # The first looks are lenient, and go by the middle: a finger on the edge must not pull the line to itself.
        curve = np.polynomial.polynomial.polyfit(places[kept], positions[kept], 2)
        off = np.abs(positions - np.polynomial.polynomial.polyval(places, curve))
        limit = max(STRAYING, 2.5 * float(np.median(off[kept])))
        again = np.isfinite(positions) & (off <= limit)
        if bool((again == kept).all()):
            break
        kept = again
    return kept


def followed(columns: Array, chosen: npt.NDArray[np.bool_]) -> Array:
    """Where in each row the line is that the chosen `columns` are on, bent a little as a lens bends."""
    places = np.linspace(-1.0, 1.0, len(columns))
    curve = np.polynomial.polynomial.polyfit(places[chosen], columns[chosen], 2)
    line: Array = np.polynomial.polynomial.polyval(places, curve).astype(np.float64)
    return line


def second_line(seen: Array, columns: Array, kept: Array) -> bool:
    """Whether brightness falls along another line too, beside that of the kept `columns` and as sharply: along a hard
    shadow's edge, or that of a sheet below. On the paper's side it counts where it is faint already, and where it
    rises, for nothing is printed there."""
    places = np.linspace(-1.0, 1.0, len(seen))
    chosen = np.asarray(kept, dtype=bool)
    line = followed(columns, chosen)
    beside = (np.arange(seen.shape[1])[None, :] - line[:, None]) * STEP
    bright = float(np.nanmedian(seen[:, 0]))
    least_sharp = SOFTER * _sharpness(seen, line, chosen)
    whole = np.zeros(seen.shape, dtype=bool)
    ends = round(2 * SEARCHED[1] / STEP)
    whole[:, ends:-ends] = True
    inside, outside = whole & (beside < -BETWEEN), whole & (beside > BETWEEN)
    # What rises on the way outwards falls on the way back.
    ways = ((seen, inside, FAINTEST), (seen[:, ::-1], inside[:, ::-1], FAINTEST), (seen, outside, FAINTEST_BEYOND))
    for shown, within, least in ways:
        found, step = steps_down(shown, within)
        usable = chosen & (step > least * bright)
        enough = _most_on_a_line(places[usable], found[usable] * STEP) >= LEAST_ALONG * chosen.sum()
        if enough and not _sharpness(shown, found, usable) < least_sharp:
            return True
    return False


def _sharpness(seen: Array, columns: Array, chosen: npt.NDArray[np.bool_]) -> float:
    """How much of a step in brightness lies in the middle of it, as a share."""
    smoothed = cv2.GaussianBlur(seen, (0, 0), sigmaX=SMOOTHED / 2, sigmaY=1e-6, borderType=cv2.BORDER_REPLICATE)
    rows, last = np.flatnonzero(chosen), seen.shape[1] - 1
    at = np.round(columns[chosen]).astype(int)
    middle, whole = (
        np.nanmedian(smoothed[rows, np.clip(at - reach, 0, last)] - smoothed[rows, np.clip(at + reach, 0, last)])
        for reach in (round(millimetres / STEP) for millimetres in SEARCHED)
    )
    return float(middle / whole)


def _most_on_a_line(places: Array, positions: Array) -> int:
    """How many of the positions, in mm, lie on one line through two of them."""
    if len(places) < 3:
        return 0
    first, second = np.triu_indices(len(places), 1)
    slopes = (positions[second] - positions[first]) / (places[second] - places[first])
    off = positions - positions[first][:, None] - slopes[:, None] * (places - places[first][:, None])
    return int((np.abs(off) < STRAYING_BESIDE).sum(axis=1).max())


def line_of(points: Array) -> tuple[Array, float]:
    """The line through points, as a x + b y + c = 0 with a² + b² = 1, and how far they lie from it (the root of the
    mean square)."""
    middle = points.mean(axis=0)
    _, _, ways = np.linalg.svd(points - middle, full_matrices=False)
    normal = ways[1]
    off = (points - middle) @ normal
    return np.array([normal[0], normal[1], -float(normal @ middle)]), float(np.sqrt(np.mean(off**2)))


def crossing(first: Array, second: Array) -> Array:
    """Where two lines cross."""
    x, y, w = np.cross(first, second)
    return np.array([x / w, y / w])


def lens(lines: Sequence[Array], size: tuple[int, int]) -> Bent:
    """The lens that bent straight lines of a picture as they are found: by golden section, as there is one best."""
    width, height = size
    middle, reach = (width / 2, height / 2), float(np.hypot(width, height) / 2)

    def crooked(bend: float) -> float:
        bent = Bent(middle, reach, bend)
        return sum(line_of(bent.straight(points))[1] ** 2 for points in lines)

    low, high = -MOST_BENT, MOST_BENT
    ratio = (5**0.5 - 1) / 2
    for _ in range(32):
        first, second = high - ratio * (high - low), low + ratio * (high - low)
        if crooked(first) < crooked(second):
            high = second
        else:
            low = first
    return Bent(middle, reach, (low + high) / 2)


REACH = 4.0
"""How far from where it should be by the corner marks a cross is looked for, mm: on a sheet that rises by 5 mm it is 3
away."""
WITHIN = 5.6
"""Half of what is compared, mm: all of the circles, and none of the scales beyond."""
CELL, LINE = 0.1, 0.2
"""Millimetres between samples, and how far a line spreads about its middle in a photograph."""
LEAST_SEEN = 4
"""Of five."""
LEAST_ALIKE = 0.4
"""How well what is seen agrees with a cross, from -1 to 1."""


def crosses(picture: Array, to_picture: Array, geometry: Geometry, side: Side) -> tuple[Array, Array]:
    """Where the crosses of a side are that are seen, in pixels; and where they should be on the page, mm. A row for
    each. Raises PhotographError if too few are."""
    wanted = np.array(geometry.all_crosses(side))
    spots = [_found(picture, to_picture, place) for place in wanted]
    seen = np.array([spot is not None for spot in spots])
    if seen.sum() < LEAST_SEEN:
        raise PhotographError(
            "uneven",
            "the crosses of the page are not to be seen: lay nothing on the sheet, and take it sharp, from near",
        )
    return np.array([spot for spot in spots if spot is not None]), wanted[seen]


def _found(picture: Array, to_picture: Array, place: Array) -> Array | None:
    """Where the cross is that should be at a place of the page, in pixels."""
    steps = np.arange(-WITHIN - REACH, WITHIN + REACH + CELL / 2, CELL)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1)
    there = through(to_picture, (place + grid).reshape(-1, 2)).astype(np.float32).reshape(*grid.shape)
    seen = cv2.remap(picture, there[..., 0], there[..., 1], cv2.INTER_LINEAR)
    alike: Array = np.asarray(cv2.matchTemplate(seen, _cross(), cv2.TM_CCOEFF_NORMED), dtype=np.float64)
    _, most, _, (column, row) = cv2.minMaxLoc(alike)
    if not most > LEAST_ALIKE or not (0 < column < len(alike) - 1 and 0 < row < len(alike) - 1):
        return None
    right = column + _top(alike[row, column - 1 : column + 2])
    down = row + _top(alike[row - 1 : row + 2, column])
    found: Array = through(to_picture, (place + np.array([right, down]) * CELL - REACH)[None, :])[0]
    return found


def _top(three: Array) -> float:
    """Where a curve through three values has its top, from the middle one."""
    before, at, after = (float(value) for value in three)
    return 0.5 * (before - after) / (before - 2 * at + after)


@cache
def _cross() -> Array:
    """A cross as a photograph shows it: dark is less."""
    steps = np.arange(-WITHIN, WITHIN + CELL / 2, CELL)
    x, y = np.meshgrid(steps, steps)
    arms = [np.where(np.abs(along) < ARM, np.abs(across), np.inf) for along, across in ((x, y), (y, x))]
    off = np.min([*arms, *(np.abs(np.hypot(x, y) - radius) for radius in CIRCLES)], axis=0)
    result: Array = -np.exp(-((off / LINE) ** 2) / 2).astype(np.float32)
    return result


LONGEST = 8_000
"""Pixels of the longer side that are looked at: all of those that phones take, for a tenth of a millimetre counts."""
LEAST_PIXELS = 4.0
"""To a millimetre: what messengers leave of a sheet of A4 that fills a photograph. Backs lie within a tenth of a
millimetre by that still."""
GRAIN = 1.5
"""Pixels over which a picture is smoothed to find marks that are not found in it as it is."""
MOST_ASLANT = 1.7
"""How many times larger one corner mark may look than another."""
PLACES_SEEN = 60
"""Of each edge of the paper and of the frame, evenly spread."""
EDGE_REACH, FRAME_REACH = 10.0, 2.6
"""How far to either side of where an edge of the paper, or the frame, should be it is looked for, mm: a printer is 4 mm
off, and in a corner by turn and size 4 mm more."""
MARK_REACH, MARK_PLACES = 3.0, 14
"""How far to either side of a mark's side it is looked at, mm, which is white for 3.5, and at how many places."""
SHARPEST = 0.25
"""Pixels over which brightness falls at least, however sharp the lens and whatever the camera sharpens."""
MOVED = 0.6
"""How far from the step in light that in what a person sees may lie, mm."""
CLEAR = 34.0
"""Millimetres to either side of the sheet's middle where its foot stands between frame and edge."""
LEAST_STEP = 22.0
"""Of 255: by how much the paper is brighter than what it lies on, and than the frame."""
LEAST_WHITE, BRIGHTEST = 45.0, 98
"""Of 255: where paper is darker, that is why nothing stands out. Of a hundred pixels, so many are darker than the
paper's."""
NEAR = 4.0
"""Millimetres within which paper is as large as another, both ways together: A4 and Letter differ by 18."""
RIM = 2.2
"""Millimetres beyond an edge of the paper without which it is not seen to be one."""
LEAST_FOUND = 0.55
"""A share of an edge that has to be seen."""
MOST_SPREAD = 0.62
"""How far the ink of the frame's line, 1 mm wide, may spread about its middle, mm; sharp it is 0.29."""
MOST_UNEVEN = 0.1
"""Millimetres by which what is straight or printed may stray, on the mean: flat sheets do by half of it at most, and
corners of one that curls are measured within a third of a millimetre then."""
MOST_ASKEW = 0.15
"""Degrees: the five numbers of a profile cannot bear that, and leave a fifth of a millimetre of it in the corners."""
LEAST_ERROR = 0.05
"""Nothing is measured better than this, mm: paper is not cut better, nor does it lie flatter."""
EDGES = ("upper", "right", "lower", "left")


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """A side of a test page as a photograph shows it: what the printer does to it, pixels to a millimetre where there
    are fewest, and how flat it lies (the root of the mean square of what is straight, mm)."""

    file: str
    size: tuple[int, int]
    geometry: Geometry
    side: Side
    turning: Turning
    measured: Measured
    pixels: float
    flatness: float


def look(path: Path) -> Seen:
    """Measures the side of a test page that a photograph shows. Raises PhotographError with what to do, if it cannot,
    and ProfileError if no printer prints so."""
    picture, found = _read(path)
    side, turning, corners = _side(found, picture)
    pixels = _sizes(corners)
    geometry, to_picture = _paper(corners)
    try:
        result, uneven = _misprinted(picture, to_picture, geometry, corners, side)
    except (PhotographError, ProfileError):
        other = _other_paper(picture, to_picture, geometry)
        if other is None:
            raise
        page, paper = PAPERS[geometry.paper].title, PAPERS[other].title
        raise ProfileError(
            f"this is the page for {page}, on {paper}: print the one for the paper in the tray, which "
            f"`pnp calibrate --paper {other}` makes"
        ) from None
    return Seen(
        file=path.name,
        size=(picture.shape[1], picture.shape[0]),
        geometry=geometry,
        side=side,
        turning=turning,
        measured=result,
        pixels=pixels,
        flatness=uneven,
    )


def _misprinted(
    picture: Array, to_picture: Array, geometry: Geometry, corners: list[Array], side: Side
) -> tuple[Measured, float]:
    """What the printer did to the side, and how far what is straight strays, mm."""
    paper = Box(0.0, 0.0, *geometry.size)
    edges = [_edge(picture, to_picture, geometry, paper, index) for index in range(4)]
    frame, spread = _frame(picture, to_picture, geometry)
    if spread > MOST_SPREAD:
        raise blurred()
    bent = lens([*edges, *frame], (picture.shape[1], picture.shape[0]))
    to_paper, rough = _rectified(bent, edges, geometry)
    pairs, straight = _pairs(bent, to_paper, corners, frame, crosses(picture, to_picture, geometry, side), geometry)
    result = measured(pairs, geometry.size, LEAST_ERROR, side)
    lies = flatness(pairs)
    if lies.askew > MOST_ASKEW:
        raise ProfileError(
            f"the {side} is printed askew, its corners are off a right angle by {lies.askew:.1f}°: set the guides of "
            "the tray close to the paper, so that it is pulled in straight, and print the page again"
        )
    uneven = max(lies.strays, straight, rough)
    if uneven > MOST_UNEVEN:
        raise PhotographError(
            "uneven",
            f"the sheet is not flat, it strays by {uneven:.2f} mm: press it flat, or lay glass on it, and keep shadows "
            "off its edges",
        )
    doubt = math.hypot(result.uncertainty, lies.doubt(geometry.size))
    return Measured(result.shift, doubt), uneven


def _read(path: Path) -> tuple[Array, dict[int, Array]]:
    """How much light fell on each pixel; and the corner marks in the picture: each one's corners clockwise from its own
    top left."""
    picture = decode_photograph(path.read_bytes(), LONGEST)
    found = {mark.number: mark.points for mark in find(picture)}
    if not any(found.keys() >= set(marks) for marks in (FRONT_MARKS, *BACK_MARKS.values())):
        # Grain may tear the outline of a mark.
        smooth = find(np.asarray(cv2.GaussianBlur(picture, (0, 0), GRAIN), dtype=np.uint8))
        found = {mark.number: mark.points for mark in smooth} | found
    return linear(grey(picture)), found


def _side(found: dict[int, Array], picture: Array) -> tuple[Side, Turning, list[Array]]:
    """Which side it is, how its sheet was turned (of a front: about the long edge, as it does not say), and the corners
    of its four marks."""
    sides: list[tuple[Side, Turning, tuple[int, ...]]] = [("front", "long-edge", FRONT_MARKS)]
    sides += [("back", turning, marks) for turning, marks in BACK_MARKS.items()]
    side, turning, marks = max(sides, key=lambda entry: sum(number in found for number in entry[2]))
    missing = [number for number in marks if number not in found]
    shown = coded(picture)
    if missing and np.percentile(shown, BRIGHTEST) < LEAST_WHITE:
        raise too_dark()
    if len(missing) == len(marks):
        mirrored = {mark.number for mark in find(np.repeat(shown[:, ::-1, None].astype(np.uint8), 3, axis=2))}
        if any(mirrored.intersection(each) for _, _, each in sides):
            raise PhotographError("no-marks", "it is mirrored: let the camera save it unmirrored, or mirror it again")
        raise PhotographError(
            "no-marks", "none of the corner marks is in the picture: take the whole sheet in, in even light"
        )
    for number, place in zip(marks, PLACES, strict=True):
        if number not in found:
            message = f"mark {number} ({place}) is not to be seen"
            raise PhotographError(
                "corner-missing", f"{message}: take the whole black frame in, sharp and in even light"
            )
    return side, turning, [found[number] for number in marks]


def _sizes(corners: list[Array]) -> float:
    """Pixels to a millimetre, where there are fewest."""
    lengths = [
        float(np.mean(np.linalg.norm(np.roll(corner, -1, axis=0) - corner, axis=1))) / MARK for corner in corners
    ]
    if min(lengths) < LEAST_PIXELS:
        # Rounded down, for 5.98 is not 6.
        shown = math.floor(10 * min(lengths)) / 10
        raise PhotographError("too-small", f"1 mm is {shown:.1f} pixels here, {LEAST_PIXELS:g} are needed: go nearer")
    if max(lengths) > MOST_ASLANT * min(lengths):
        raise PhotographError("aslant", "it is taken too far aslant: hold the camera above the middle of the sheet")
    return min(lengths)


def _paper(corners: list[Array]) -> tuple[Geometry, Array]:
    """The paper whose test page has its marks so, and the way from the page to the picture."""
    best: tuple[float, Geometry, Array] | None = None
    for name in MEASURED:
        geometry = Geometry(name)
        meant = _mark_corners(geometry)
        found = np.concatenate(corners).astype(np.float64)
        matrix, _ = cv2.findHomography(meant, found)
        if matrix is None:
            continue
        to_picture = np.asarray(matrix, dtype=np.float64)
        off = through(np.asarray(np.linalg.inv(to_picture), dtype=np.float64), found) - meant
        error = float(np.sqrt(np.mean(off**2)))
        if best is None or error < best[0]:
            best = error, geometry, to_picture
    if best is None or best[0] > MOST_OFF:
        raise PhotographError("uneven", "the corner marks do not stand as on a test page: photograph one flat sheet")
    return best[1], best[2]


def _other_paper(picture: Array, to_picture: Array, geometry: Geometry) -> PaperName | None:
    """The paper of a sheet that is not the page's: that as far apart as whose edges those in the picture are."""
    width, height = geometry.size
    to_page = np.asarray(np.linalg.inv(to_picture), dtype=np.float64)
    for name in MEASURED:
        across, along = Geometry(name).size
        for top in (0.0, (height - along) / 2):  # as printers lay pages on other paper
            paper = Box((width - across) / 2, top, across, along)
            if paper.bottom < geometry.frame.bottom or across < geometry.frame.width:
                continue
            try:
                edges = [through(to_page, _edge(picture, to_picture, geometry, paper, index)) for index in range(4)]
            except PhotographError:
                continue
            upper, right, lower, left = (edge.mean(axis=0) for edge in edges)
            if name != geometry.paper and math.dist((right[0] - left[0], lower[1] - upper[1]), (across, along)) < NEAR:
                return name
    return None


def _edge(picture: Array, to_picture: Array, geometry: Geometry, paper: Box, index: int) -> Array:
    """Points of the picture on an edge of the paper outside of the frame, numbered clockwise from the upper one."""
    start, end = _side_of(paper, index, EDGE_REACH)
    frame = geometry.frame
    blank = (frame.y - paper.y, paper.right - frame.right, paper.bottom - frame.bottom, frame.x - paper.x)[index]
    offsets = np.arange(
        min(EDGE_REACH, blank - FRAME_LINE), -EDGE_REACH, -STEP
    )  # to the right of the way round is the paper
    light = samples(picture, to_picture, start, end, offsets, PLACES_SEEN)
    seen = coded(light)
    rough, step = steps_down(seen)
    # A lens smears light to both sides alike; in what a person sees of that the step lies further out.
    near = np.abs(np.arange(len(offsets)) - rough[:, None]) * STEP < MOVED
    column, _ = steps_down(light, near)
    positions = offsets[0] - column * STEP
    places = np.linspace(0.0, 1.0, PLACES_SEEN)
    if index == 2:  # the foot stands there
        positions[np.abs(places - 0.5) * paper.width < CLEAR] = np.nan
    positions[~(step > LEAST_STEP)] = np.nan
    kept = on_one_line(positions)
    wanted = np.isfinite(positions).sum() if index == 2 else PLACES_SEEN
    if kept.sum() < LEAST_FOUND * max(wanted, PLACES_SEEN / 2):
        raise _no_edge(seen, offsets, EDGES[index])
    if second_line(seen, rough, kept) or wide(light, rough, kept, _blur(picture, to_picture, geometry, index)):
        message = f"something lies along the {EDGES[index]} edge of the paper, a shadow or another sheet"
        raise PhotographError("corner-missing", f"{message}: lay the sheet alone on something dark, in even light")
    return _spots(to_picture, start, end, positions, kept)


def _blur(picture: Array, to_picture: Array, geometry: Geometry, index: int) -> float:
    """How widely brightness falls along an edge of the paper by the picture's blur, mm: as at the sides of the two
    marks beside it. Print may be pale in bands along one way; sides that run the other way tell it then."""
    offsets = np.arange(-MARK_REACH, MARK_REACH, STEP)
    ways: tuple[list[float], list[float]] = ([], [])
    marks = geometry.marks()
    for box in (marks[index], marks[(index + 1) % 4]):
        for side in range(4):
            seen = samples(picture, to_picture, *_side_of(box, side, FRAME_LINE), offsets, MARK_PLACES)
            column, _ = steps_down(seen)
            ways[side % 2].append(spread(seen, column))
    x, y = (length / 2 for length in geometry.size)
    pixels = float(np.linalg.norm(np.diff(through(to_picture, np.array([[x, y], [x + 1.0, y]])), axis=0)))
    return max(*(float(np.nanmedian(way)) for way in ways), SHARPEST / pixels)


def _no_edge(seen: Array, offsets: Array, edge: str) -> PhotographError:
    """Why an edge of the paper was not found."""
    if np.isnan(seen[:, offsets > -RIM]).any(axis=1).mean() > 1 - LEAST_FOUND:
        message = f"the {edge} edge of the paper is not in the picture, or right at the end of it"
        return PhotographError(
            "corner-missing",
            f"{message}: leave a rim of a centimetre of something dark around the sheet, in a scan as well",
        )
    if np.median(seen[:, : len(offsets) // 4]) < LEAST_WHITE:
        return too_dark()
    message = f"the {edge} edge of the paper cannot be told from what it lies on"
    return PhotographError(
        "corner-missing",
        f"{message}: lay the sheet on something dark and plain, all of it in the picture, and keep off its edges",
    )


def _frame(picture: Array, to_picture: Array, geometry: Geometry) -> tuple[list[Array], float]:
    """Points of the picture on each side of the frame, and how far its ink spreads, mm."""
    offsets = np.arange(FRAME_REACH, -FRAME_REACH, -STEP / 2)
    sides, spreads = [], []
    for index in range(4):
        start, end = _side_of(geometry.frame, index, EDGE_REACH)
        light = np.nan_to_num(samples(picture, to_picture, start, end, offsets, PLACES_SEEN))
        column, spread, _ = dark_lines(light)
        _, _, depth = dark_lines(coded(light))
        positions = np.where(depth > LEAST_STEP, offsets[0] - column * STEP / 2, np.nan)
        kept = on_one_line(positions)
        if kept.sum() < LEAST_FOUND * PLACES_SEEN:
            message = f"the {EDGES[index]} side of the black frame cannot be followed"
            raise PhotographError(
                "corner-missing",
                f"{message}: lay nothing on the sheet, and take it in even light. If the printer has cut it off, "
                "measure the sheet by eye, with `pnp calibrate read`",
            )
        sides.append(_spots(to_picture, start, end, positions, kept))
        spreads.append(float(np.median(spread[kept])) * STEP / 2)
    return sides, max(spreads)


def _spots(to_picture: Array, start: Array, end: Array, positions: Array, kept: Array) -> Array:
    way = (end - start) / np.linalg.norm(end - start)
    across = np.array([-way[1], way[0]])
    places = start + np.linspace(0.0, 1.0, len(positions))[:, None] * (end - start)
    chosen = np.asarray(kept, dtype=bool)
    return through(to_picture, places[chosen] + positions[chosen, None] * across)


def _rectified(bent: Bent, edges: list[Array], geometry: Geometry) -> tuple[Array, float]:
    """The way from the picture, straightened, to the paper, by the paper's corners; and how far its edges are from
    straight, mm."""
    lines = [line_of(bent.straight(points)) for points in edges]
    corners = np.array([crossing(lines[index - 1][0], lines[index][0]) for index in range(4)])
    width, height = geometry.size
    paper = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), paper.astype(np.float32))
    across = float(np.linalg.norm(corners[1] - corners[0])) / width
    return np.asarray(matrix, dtype=np.float64), max(off for _, off in lines) / across


def _pairs(
    bent: Bent,
    to_paper: Array,
    corners: list[Array],
    frame: list[Array],
    within: tuple[Array, Array],
    geometry: Geometry,
) -> tuple[list[Pair], float]:
    """What was printed where: the marks, the corners of the frame and the crosses `within` it; and how far the frame
    is from straight, mm."""
    lines = [line_of(through(to_paper, bent.straight(points))) for points in frame]
    found_frame = np.array([crossing(lines[index - 1][0], lines[index][0]) for index in range(4)])
    # The middle of a mark stays where it is, however large blur or ink make it.
    found_marks = through(to_paper, bent.straight(np.concatenate(corners))).reshape(4, 4, 2).mean(axis=1)
    found = np.concatenate([found_marks, found_frame, through(to_paper, bent.straight(within[0]))])
    meant = np.concatenate([_mark_corners(geometry).reshape(4, 4, 2).mean(axis=1), _corners(geometry.frame), within[1]])
    pairs = [((float(x), float(y)), (float(u), float(v))) for (x, y), (u, v) in zip(meant, found, strict=True)]
    return pairs, max(off for _, off in lines)


def _corners(box: Box) -> Array:
    return np.array([(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)])


def _mark_corners(geometry: Geometry) -> Array:
    return np.concatenate([_corners(box) for box in geometry.marks()])


def _side_of(box: Box, index: int, short: float) -> tuple[Array, Array]:
    """The ends of a box's side on the way round it, clockwise from the upper one, so much short of its corners."""
    corners = _corners(box)
    start, end = corners[index], corners[(index + 1) % 4]
    along = (end - start) / np.linalg.norm(end - start) * short
    return start + along, end - along


def combine_sides(first: Seen, second: Seen, name: str) -> Profile:
    """The profile of two photographs of one sheet, whichever is the front. Raises ProfileError if they are not."""
    if first.side == second.side:
        raise ProfileError(f"these are two {first.side}s: turn the sheet")
    front, back = (first, second) if first.side == "front" else (second, first)
    if front.geometry != back.geometry:
        raise ProfileError("these are sheets of two sizes: photograph both sides of one")
    return profile_of(name, front.geometry.paper, back.turning, "photographs", front.measured, back.measured)


def describe_photograph(seen: Seen) -> str:
    """What a photograph shows, in a line."""
    width, height = seen.size
    return (
        f"{seen.file}: {seen.side} of the test page for {PAPERS[seen.geometry.paper].title}, {width} × {height}, "
        f"{seen.pixels:.0f} pixels to the mm, flat to {max(seen.flatness, 0.01):.2f} mm"
    )
