"""Reads the dice on Hangzhou's market in a photograph of its board: colours and prices, and the round die.

Each place is rectified at the height of a die's upper side, and compared with the six faces, rotated and shifted, with
pips darker or brighter than the rest. A place is bare only if its print is seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final, TypeAlias

import cv2
import numpy as np
from msgspec import Struct

from companion.games.hangzhou.certainty import ROUND, judged
from companion.games.hangzhou.components import DYE_ROWS
from companion.games.hangzhou.names import DYES, MERCHANTS
from companion.games.hangzhou.sight.printed import read_printed
from companion.sight.appearance import PER_MM, Appearance, tones
from companion.sight.board import View
from companion.sight.matching import Spot, best_match
from companion.sight.reading import NOTHING, Reading, answer
from companion.sight.windows import window
from pnp.camera import Array, Picture

ROWS: Final = (51.55, 82.75, 113.95, 145.15)
ALONG: Final = (323.1, 347.6, 369.6, 391.6)
"""The middles of the market's places, mm: of its rows, and along each of them (faces/stall.toml)."""
EDGES: Final = (12.3, 13.6, 14.9, 16.0)
"""Edges of dice, mm: each place is rectified at these heights."""
FINE, SIDE, PIXELS = 2.5, 30.0, 75
"""Pixels to a mm of a rectified place; its side in mm, and in pixels."""
CELLS, RIM, CORNER = 14, 0.40, 0.48
"""Cells along a die's upper side, and how far from its middle they are compared, in edges: along its sides, and to its
rounded corners."""
SMOOTH, SOFT = 0.4, 1.5
"""Blur of a rectified place, mm, and of the rim of a pip, cells."""
FLAT: Final = 0.02
"""Keeps the grain of bare paper from being like a face."""
ASTRAY: Final = 4
"""Distance by which a die lies beside the middle of its place, mm."""
TURN, SHIFT = 9, 1
"""Steps of a die's rotation, degrees, and of its shift, mm, in the first search; the second one divides them by 3."""
APART, PIP = (0.23, 0.257, 0.284), (0.08, 0.108)
"""Distance of pips from the middle of a face, and their radius, in edges."""
PIPS: Final[Mapping[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
MAYBE, CLEAR, AHEAD = 0.80, 0.90, 0.04
"""Likeness of what may be a die, and surely is one; and how far its face is then ahead of any with another price."""
SURE_PLACE: Final = 0.85
"""Likeness of a die that tells the size and the shift of the others."""
AMISS, OTHER, OFF = 3.0, 2.0, 0.06
"""Distance from the others' shift, and from their edge, mm, that makes a die this much less likely."""
FRAME, OPEN, REACH = 12.0, 0.6, 2.0
"""Half the side of a place with its printed frame, mm; its least likeness to the print where no die is; and within how
many mm the print is looked for."""
Look: TypeAlias = tuple[tuple[float, float, float], tuple[float, float, float]]
LOOKS: Final[Mapping[str, Look]] = {
    "b": ((0.50, 0.145, 257), (0.12, 0.035, 10)),
    "r": ((0.56, 0.19, 25), (0.09, 0.03, 6)),
    "y": ((0.92, 0.17, 102), (0.05, 0.025, 6)),
    "g": ((0.66, 0.13, 154), (0.11, 0.035, 9)),
    "o": ((0.74, 0.16, 56), (0.08, 0.025, 10)),
    "p": ((0.56, 0.12, 308), (0.14, 0.035, 9)),
    "k": ((0.30, 0.0, 0), (0.14, 0.015, 0)),
}
"""Dice as one buys them, by the letters of their dyes: lightness, chroma and hue (degrees), and the standard deviation
of each."""
ALIKE: Final = (0.035, 0.016, 0.016)
"""Standard deviations of the colours of dice of one dye on a table, as `tones` has them."""
ROUNDS: Final = 4
"""From the dice as one buys them to those of the table."""
STRANGE, UNLIKE = 25.0, 9.2
"""Squared distance from each dye's colour, in standard deviations, from which a colour is none of them; and how much
farther the next dye is from a sure one."""


class Place(Struct, frozen=True):
    """A place for a die: its name, and its centre on the board, mm."""

    part: str
    x: float
    y: float


PLACES: Final = (
    *(
        Place(f"market {merchant.value} {number}", x, y)
        for (merchant, y), (number, x) in product(zip(MERCHANTS, ROWS, strict=True), enumerate(ALONG, 1))
    ),
    Place(ROUND, 300.3, 177.3),
)
"""The places of the market, each merchant's from his demand on, then the round die's (faces/temple-court.toml)."""


class Compared(Struct, frozen=True, eq=False):
    """A place compared with all faces: its likeness at each of `_poses` to each number of pips; and the rectified place
    at the height of each edge."""

    likeness: Array
    windows: tuple[Array, ...]


class Top(Struct, frozen=True, eq=False):
    """The upper side of what is at a place: its likeness to each of the six faces, and its colour (blue, green, red;
    paper is 1)."""

    likeness: Array
    colour: Array


def read(picture: Picture, view: View, board: Appearance) -> tuple[Reading, ...]:
    """Reads each place in the picture: `b2`, a blue die with the price of 2, or `-`; for the round die its number.
    Nothing if nothing on the market is like a die or a printed piece: something round and white may be anything."""
    places = [place for place in PLACES if _within(picture, view, place)]
    compared = [_compare(picture, view, place) for place in places]
    usual = _find_usual(compared)
    tops = [_top(board, place, one, usual) for place, one in zip(places, compared, strict=True)]
    readings = []
    for place, top, far in zip(places, tops, dyes(tops), strict=True):
        on_market, like = place.part != ROUND, top.likeness.max()
        first, second, sure = _rank_dice(top, far) if on_market else _rank_faces(top)
        if like >= CLEAR:
            pass
        elif _open(board, place):
            first, second, sure = NOTHING, first, bool(like < MAYBE)
        elif on_market and (printed := read_printed(picture, view, board, place.x, place.y)):
            first, second, sure = printed
        elif not sure:
            first, second = (first, NOTHING) if like >= MAYBE else (NOTHING, first)
        readings.append(answer(place.part, first, second, sure, (place.x, place.y)))
    any_piece = any(one.value != NOTHING for one in readings if one.part != ROUND)
    return judged(tuple(readings)) if any_piece else ()


def words(readings: Sequence[Reading]) -> str:
    """Returns the position text of the dice: each row up to its first gap."""
    values = {reading.part: reading.value for reading in readings if reading.value != NOTHING}
    rows = []
    for merchant in MERCHANTS:
        row = [values.get(f"market {merchant.value} {number}", "") for number in range(1, len(ALONG) + 1)]
        rows.append(" ".join(row[: row.index("")] if "" in row else row))
    found = [f"market: {' / '.join(rows)}"] if any(rows) else []
    return " ".join([*found, *([f"die: {values[ROUND]}"] if ROUND in values else [])])


def _within(picture: Picture, view: View, place: Place) -> bool:
    """Returns whether the place, with a die slightly beside its centre, is in the picture."""
    reach = EDGES[-1] / 2 + ASTRAY
    corners = [(place.x + x, place.y + y, z) for x, y, z in product((-reach, reach), (-reach, reach), (0.0, EDGES[-1]))]
    seen = view.pose.seen(np.array(corners))
    return bool((seen >= 0).all() and (seen < (picture.shape[1], picture.shape[0])).all())


def _open(board: Appearance, place: Place) -> bool:
    """Returns whether a place looks as printed. A glare on a die is as white as bare paper."""
    box = (place.x - FRAME, place.y - FRAME, place.x + FRAME, place.y + FRAME)
    width, height = board.printed.size
    return best_match(board.board, board.printed, box, Spot(width / 2, height / 2), REACH, (0.0,)).likeness >= OPEN


def _compare(picture: Picture, view: View, place: Place) -> Compared:
    """Compares a place with all faces of dice of all sizes."""
    seen = [window(picture, view, (place.x, place.y, edge), SIDE, PIXELS) for edge in EDGES]
    windows = tuple(cv2.GaussianBlur(one, (0, 0), SMOOTH * FINE) for one in seen)
    return Compared(_liken(windows, _poses()), windows)


def _liken(windows: Sequence[Array], poses: Array) -> Array:
    """Returns the likeness of a place to each number of pips (in columns) at each of these poses."""
    patterns, pips = _faces()
    found = _sample([one.mean(axis=-1) for one in windows], poses)
    found = found - found.mean(axis=1, keepdims=True)
    found = found / (np.linalg.norm(found, axis=1, keepdims=True) + FLAT)
    alike = np.abs(found @ patterns.T)  # pips are darker or brighter
    return np.stack([alike[:, pips == count].max(axis=1) for count in PIPS], axis=1)


def _sample(windows: Sequence[Array], poses: Array) -> Array:
    """Returns what is seen at the cells of a die in each pose: (poses, cells), and colours if the windows have any."""
    angles = np.radians(poses[:, 1])
    turns = np.array([[np.cos(angles), np.sin(angles)], [-np.sin(angles), np.cos(angles)]]).transpose(2, 0, 1)
    spots = (_cells() @ turns * poses[:, :1, None] + poses[:, None, 2:]) * FINE + (PIXELS - 1) / 2
    spots = spots.astype(np.float32)
    nearest = np.abs(poses[:, :1] - EDGES).argmin(axis=1)
    found = np.zeros((*spots.shape[:2], *windows[0].shape[2:]), dtype=np.float32)
    for edge, seen in enumerate(windows):
        own = nearest == edge
        if own.any():
            found[own] = cv2.remap(seen, spots[own, :, 0], spots[own, :, 1], cv2.INTER_LINEAR)
    return found


def _find_usual(places: Sequence[Compared]) -> Array | None:
    """Returns the median pose of the sure dice: dice of a table mostly have one size, and a wrong camera pose shifts
    all of them."""
    sure = [_poses()[one.likeness.max(axis=1).argmax()] for one in places if one.likeness.max() > SURE_PLACE]
    return np.median(sure, axis=0) if sure else None


def _top(board: Appearance, place: Place, compared: Compared, usual: Array | None) -> Top:
    """Returns the upper side of what is at a place, looked for more finely where each face is likeliest."""
    first = compared.likeness - _find_unlikely(_poses(), usual)
    poses = (_poses()[first.argmax(axis=0)][:, None] + _steps()).reshape(-1, 4)
    likeness = _liken(compared.windows, poses) - _find_unlikely(poses, usual)
    best = likeness.max(axis=1).argmax()
    colours = _sample(compared.windows, poses[best : best + 1])[0]
    colours = colours / board.gain[round(place.y * PER_MM), round(place.x * PER_MM)]
    return Top(likeness.max(axis=0), np.median(colours, axis=0))


def _find_unlikely(poses: Array, usual: Array | None) -> Array:
    """Returns by how much less likely a die is at each of these poses (poses, 1)."""
    if usual is None:
        return np.zeros((len(poses), 1))
    off = (poses - usual)[:, [0, 2, 3]] / (OTHER, AMISS, AMISS)
    return np.asarray(OFF * (off**2).sum(axis=1, keepdims=True))


@cache
def _poses() -> Array:
    """Returns the poses of a die that are tried first, in rows: its edge, rotation, and shift right and down."""
    shifts = range(-ASTRAY, ASTRAY + 1, SHIFT)
    return np.array(list(product(EDGES, range(0, 90, TURN), shifts, shifts)), dtype=np.float32)


@cache
def _steps() -> Array:
    """Returns steps from such a pose to those between it and the next ones."""
    sizes = (EDGES[1] - EDGES[0], TURN, SHIFT, SHIFT)
    return np.array(list(product(*((-size / 3, 0.0, size / 3) for size in sizes))), dtype=np.float32)


@cache
def _cells() -> Array:
    """Returns the cells of a face that are compared, in edges from its middle."""
    steps = (np.arange(CELLS) + 0.5) / CELLS - 0.5
    x, y = (one.ravel() for one in np.meshgrid(steps, steps))
    within = (np.maximum(np.abs(x), np.abs(y)) < RIM) & (np.hypot(x, y) < CORNER)
    return np.column_stack([x[within], y[within]])


@cache
def _faces() -> tuple[Array, Array]:
    """Returns all faces, with their mirror images, in rows of cells around 0, of length 1; and the pips of each."""
    shown, pips = [], []
    for (count, spots), apart, radius in product(PIPS.items(), APART, PIP):
        own = np.array(spots) * apart
        for mirrored in [own, own * (1, -1)] if count in (2, 3) else [own, own[:, ::-1]] if count == 6 else [own]:
            away = np.linalg.norm(_cells()[:, None] - mirrored, axis=2).min(axis=1)
            shown.append(np.clip(0.5 + (radius - away) * CELLS / SOFT, 0, 1))
            pips.append(count)
    rows = np.array(shown, dtype=np.float32)
    rows -= rows.mean(axis=1, keepdims=True)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True), np.array(pips)


def _rank_faces(top: Top) -> tuple[str, str, bool]:
    """Returns the likeliest number of the round die, the next one, and whether it is sure."""
    second, first = np.argsort(top.likeness)[-2:]
    ahead = top.likeness[first] - top.likeness[second] >= AHEAD
    return str(first + 1), str(second + 1), bool(ahead and top.likeness[first] >= CLEAR)


def _rank_dice(top: Top, far: Array) -> tuple[str, str, bool]:
    """Returns the likeliest die as its dye and price, the next one, and whether it is sure; `far` is the distance of
    its colour from each dye. A die costs the same whether or not it was turned (H3)."""
    dye, other = np.argsort(far)[:2]
    row = DYE_ROWS[dye]
    like = {price: max(top.likeness[at] for at in range(6) if row.sides[at] == price) for price in row.prices}
    price, next_price = sorted(like, key=lambda one: -like[one])[:2]
    is_die = like[price] >= CLEAR and like[price] - like[next_price] >= AHEAD
    is_dye = far[dye] <= STRANGE and far[other] - far[dye] >= UNLIKE
    first = f"{DYES[dye].letter}{price}"
    if is_dye:
        return first, f"{DYES[dye].letter}{next_price}", bool(is_die)
    face = int(np.argmax(top.likeness))
    return first, f"{DYES[other].letter}{DYE_ROWS[other].sides[face]}", False


def dyes(tops: Sequence[Top]) -> Array:
    """Returns how far the colour of each top is from each dye (-2 log likelihood): first of typical dice, then of those
    of this table, by what is surely a die."""
    shown = tones(np.array([top.colour for top in tops]).reshape(-1, 3))
    sure = np.array([top.likeness.max() >= CLEAR for top in tops], dtype=bool)
    starts = np.array([(light, *_hued(chroma, hue)) for (light, chroma, hue), _ in LOOKS.values()])
    wide = np.array([_covariance(look, amiss) for look, amiss in LOOKS.values()])
    noise = np.diag(np.square(ALIKE))
    middles, spreads = starts.copy(), wide + noise
    far = np.zeros((len(tops), len(LOOKS)))
    for _ in range(ROUNDS):
        off = shown[:, None] - middles
        far = np.einsum("nki,kij,nkj->nk", off, np.linalg.inv(spreads), off) + np.log(np.linalg.det(spreads))
        for dye in range(len(LOOKS)):
            own = shown[sure & (far.argmin(axis=1) == dye)]
            if len(own):
                share = wide[dye] @ np.linalg.inv(wide[dye] + noise / len(own))
                middles[dye] = starts[dye] + share @ (own.mean(axis=0) - starts[dye])
                spreads[dye] = wide[dye] - share @ wide[dye] + noise
    return np.asarray(far - np.log(np.linalg.det(spreads)).min())


def _hued(chroma: float, hue: float) -> tuple[float, float]:
    return chroma * float(np.cos(np.radians(hue))), chroma * float(np.sin(np.radians(hue)))


def _covariance(look: tuple[float, float, float], amiss: tuple[float, float, float]) -> Array:
    """Returns the covariance of the colours of bought dice (3 by 3); without a hue it is the same in each direction."""
    _, chroma, hue = look
    along = _hued(1.0, hue)
    ways = np.array([(1, 0, 0), (0, *along), (0, -along[1], along[0])])
    sizes = np.array([amiss[0], amiss[1], chroma * np.radians(amiss[2]) if chroma else amiss[1]])
    return np.asarray(ways.T @ np.diag(sizes**2) @ ways)
