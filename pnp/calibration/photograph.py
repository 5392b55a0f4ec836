"""A printer's test page in a photograph: where on the paper its print lies.

The corner marks tell which side it is, which way up and roughly where. The paper's own edges are the measure: its four
corners are where they ought to be, so whatever else is not where it should be was put there by the printer.
"""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import msgspec
import numpy as np

from pnp.calibration.crosses import crosses
from pnp.calibration.flatness import flatness
from pnp.calibration.geometry import BACK_MARKS, FRAME_LINE, FRONT_MARKS, MARK, MEASURED, PLACES, Geometry
from pnp.calibration.light import coded, linear
from pnp.calibration.lines import (
    STEP,
    Array,
    Bent,
    crossing,
    dark_lines,
    lens,
    line_of,
    on_one_line,
    samples,
    second_line,
    steps_down,
    through,
)
from pnp.calibration.measure import Measured, measured
from pnp.calibration.profiles import MOST_OFF, ProfileError
from pnp.calibration.steps import spread, wide
from pnp.camera import PhotographError, blurred, decoded, find, grey, too_dark
from pnp.scene import Box
from pnp.sheet.paper import PAPERS, PaperName
from pnp.sheet.printer import Pair, Side, Turning

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
    return Measured(result.misprint, doubt), uneven


def _read(path: Path) -> tuple[Array, dict[int, Array]]:
    """How much light fell on each pixel; and the corner marks in the picture: each one's corners clockwise from its own
    top left."""
    picture = decoded(path.read_bytes(), LONGEST)
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
