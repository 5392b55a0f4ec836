"""A camera over a table: where it stands, what it sees of flat and upright things, and what it does to a picture; and
what a board lies on: wood and cloth, with things of the household about."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from printed import Ink

from companion.sight.pose import Pose


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """How hard a photograph is: degrees aslant, and shares or sizes of what a table and a camera do; and on how many
    tables nobody minds what is printed where (`city.Hands`), coins lie in piles, wooden cubes stand for every other
    dye, and a finger points at the board."""

    tilt: tuple[float, float] = (0.0, 20.0)
    glare: int = 0
    shadows: int = 1
    blur: tuple[float, float] = (0.4, 1.2)
    motion: float = 0.0
    noise: tuple[float, float] = (1.0, 6.0)
    bend: float = 0.05
    jpeg: tuple[int, int] = (75, 95)
    inks: tuple[Ink, ...] = ("full",)
    width: tuple[int, int] = (2000, 2000)
    careless: float = 0.0
    piled: float = 0.0
    cubes: float = 0.0
    fingers: float = 0.0


LEVELS = {
    "15°": Level(tilt=(13, 17)),
    "35°": Level(tilt=(33, 37)),
    "50°, glare, motion": Level(tilt=(48, 52), glare=2, motion=4.0),
    "35°, low ink": Level(tilt=(33, 37), inks=("low",)),
    "35°, grey": Level(tilt=(33, 37), inks=("grey",)),
}

WOODS = ((35, 60, 90), (90, 130, 175))
CLOTHS = ((80, 110, 70), (130, 60, 120))
SIZE = 700
"""Pixels along a ground, of two millimetres each."""


def azimuth(dice: np.random.Generator) -> float:
    """From where somebody photographs a table, mostly from one of its sides: 0 is the south."""
    return dice.uniform(0, 2 * np.pi) if dice.random() < 0.3 else dice.choice(4) * np.pi / 2 + dice.normal(0, 0.15)


def camera(
    level: Level, dice: np.random.Generator, marks: np.ndarray, side: float | None = None
) -> tuple[Pose, tuple[int, int]]:
    """A camera that has all marks of a board (rows of x, y in mm) in the picture, from a `side` or by chance, and how
    wide and high that is."""
    long = int(dice.integers(level.width[0], level.width[1] + 1))
    size = (long, long * 3 // 4) if dice.random() < 0.75 else (long * 3 // 4, long)
    focus = dice.uniform(0.68, 0.95) * long
    tilt = np.radians(dice.uniform(*level.tilt))
    around = azimuth(dice) if side is None else side
    aim = marks.mean(axis=0) + dice.normal(0, 8, 2)
    away = np.array([np.sin(tilt) * np.sin(around), np.sin(tilt) * np.cos(around), np.cos(tilt)])
    roll = dice.normal(0, 0.08) + (np.pi / 2 if size[0] < size[1] and dice.random() < 0.5 else 0.0)
    share, distance = dice.uniform(0.8, 0.97), 1000.0
    spots = np.column_stack([marks, np.zeros(len(marks))])
    for _ in range(12):  # what is seen aslant is framed by moving on, not by looking at its middle
        found = _standing(aim, away * distance, roll, focus, size)
        seen = found.seen(spots)
        low, high = seen.min(axis=0), seen.max(axis=0)
        aim = aim + (found.on_board((low + high)[None] / 2)[0] - aim) * 0.8
        distance *= float(((high - low) / size).max()) / share
    return _standing(aim, away * distance, roll, focus, size), size


def _standing(aim: np.ndarray, away: np.ndarray, roll: float, focus: float, size: tuple[int, int]) -> Pose:
    """A camera at `away` mm from what it looks at, heights counted up from the board."""
    towards = -away * np.array([1.0, 1.0, -1.0]) / np.linalg.norm(away)  # of the pose, whose z grows downwards
    right = np.cross(towards, -np.array([away[0], away[1], 0.0]))
    right /= np.linalg.norm(right)
    down = np.cross(towards, right)
    cos, sin = np.cos(roll), np.sin(roll)
    rotation = np.array([cos * right + sin * down, -sin * right + cos * down, towards])
    place = np.array([aim[0] + away[0], aim[1] + away[1], -away[2]])
    turn, _ = cv2.Rodrigues(rotation)
    return Pose(focus, ((size[0] - 1) / 2, (size[1] - 1) / 2), 0.0, turn, (-rotation @ place).reshape(3, 1))


def square(x: float, y: float, wide: float, high: float, turn: float) -> np.ndarray:
    """A rectangle's corners about its middle, turned clockwise."""
    cos, sin = np.cos(turn), np.sin(turn)
    own = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    return own @ np.array([[cos, sin], [-sin, cos]]) + np.array([x, y])


def lay_mark(picture: np.ndarray, number: int, x: int, y: int, side: int) -> None:
    """Draws a mark or seal as wide as `side` pixels into a picture, its top left corner at x, y."""
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    picture[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(known, number, side)[..., None]


class Canvas:
    """A picture in the making: things are drawn over one another, those behind first."""

    def __init__(self, pose: Pose, size: tuple[int, int]) -> None:
        self.pose = pose
        self.picture = np.zeros((size[1], size[0], 3), np.uint8)

    def lay(
        self, texture: np.ndarray, corners: np.ndarray, alpha: np.ndarray | None = None, shade: float = 1.0
    ) -> None:
        """A texture on four corners in mm (x, y, height), from its top left clockwise."""
        seen = self.pose.seen(corners).astype(np.float32)
        box = self._box(seen)
        if box is None:
            return
        left, top, right, bottom = box
        texture, alpha = _shrunk(seen, texture, alpha)
        height, width = texture.shape[:2]
        own = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(own, seen - np.array([left, top], np.float32))
        size = (right - left, bottom - top)
        shown = cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        cover = np.ones(texture.shape[:2], np.float32) if alpha is None else alpha
        mask = cv2.warpPerspective(cover, matrix, size, flags=cv2.INTER_LINEAR)
        part = self.picture[top:bottom, left:right]
        lit = shown if shade == 1.0 else cv2.convertScaleAbs(shown, alpha=shade)
        part[:] = cv2.blendLinear(lit, np.ascontiguousarray(part), mask, 1 - mask)

    def side(self, outline: np.ndarray, low: float, high: float, colour: tuple[float, float, float]) -> None:
        """The sides of a thing with a flat outline (x, y in mm) between two heights: all of it in one colour."""
        ends = [np.column_stack([outline, np.full(len(outline), z)]) for z in (low, high)]
        seen = self.pose.seen(np.concatenate(ends))
        hull = cv2.convexHull(seen.astype(np.float32)).reshape(-1, 2)
        if np.isfinite(hull).all() and np.abs(hull).max() < 30_000:
            cv2.fillPoly(self.picture, [np.round(hull * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)

    def shadow(self, outlines: list[np.ndarray], depth: float, soft: float) -> None:
        """Soft shadows on the board, under outlines in mm."""
        seen = [self.pose.seen(np.column_stack([outline, np.zeros(len(outline))])) for outline in outlines]
        box = self._box(np.concatenate(seen) if seen else np.zeros((0, 2)), int(3 * soft))
        if box is None:
            return
        left, top, right, bottom = box
        mask = np.zeros((bottom - top, right - left), np.float32)
        for corners in seen:
            cv2.fillPoly(mask, [np.round(corners - (left, top)).astype(np.int32)], depth)
        part = self.picture[top:bottom, left:right]
        part[:] = (part * (1 - cv2.GaussianBlur(mask, (0, 0), soft))[..., None]).astype(np.uint8)

    def _box(self, seen: np.ndarray, rim: int = 0) -> tuple[int, int, int, int] | None:
        height, width = self.picture.shape[:2]
        if not len(seen) or not np.isfinite(seen).all():
            return None
        left, top = np.floor(seen.min(axis=0)).astype(int) - 1 - rim
        right, bottom = np.ceil(seen.max(axis=0)).astype(int) + 2 + rim
        left, top, right, bottom = max(0, left), max(0, top), min(width, right), min(height, bottom)
        return (left, top, right, bottom) if left < right and top < bottom else None


def ground(dice: np.random.Generator) -> np.ndarray:
    """A table's top of wood or cloth, blue, green and red."""
    if dice.random() < 0.5:
        colour = np.array(WOODS[dice.integers(len(WOODS))], np.float32)
        grain = dice.normal(0, 1, (SIZE, 9)).astype(np.float32)
        shown = cv2.GaussianBlur(cv2.resize(grain, (SIZE, SIZE)), (0, 0), 1.5) * 26
    else:
        colour = np.array(CLOTHS[dice.integers(len(CLOTHS))], np.float32)
        y, x = np.mgrid[0:SIZE, 0:SIZE] // 11
        shown = ((x + y) % 2 * 18.0 + dice.normal(0, 6, (SIZE, SIZE))).astype(np.float32)
    return np.clip(colour * dice.uniform(0.7, 1.15) + shown[..., None], 0, 255).astype(np.uint8)


def tabletop(canvas: Canvas, dice: np.random.Generator) -> None:
    """A table's top that fills the picture."""
    height, width = canvas.picture.shape[:2]  # so near a table's edge would lie behind the camera
    top = cv2.resize(ground(dice), (max(height, width),) * 2, interpolation=cv2.INTER_CUBIC)
    canvas.picture[:] = np.rot90(top, int(dice.integers(4)))[:height, :width]


def _shrunk(seen: np.ndarray, texture: np.ndarray, alpha: np.ndarray | None) -> tuple[np.ndarray, np.ndarray | None]:
    """A texture and how much of it is there, no more than twice as fine as it is seen: what is seen from its edge alone
    would be of single pixels otherwise."""
    top, right, bottom, left = np.linalg.norm(seen - np.roll(seen, -1, axis=0), axis=1)
    high, wide = texture.shape[:2]
    fine = min(wide, max(2, int(2 * max(top, bottom)))), min(high, max(2, int(2 * max(left, right))))
    if fine[0] > wide / 2 and fine[1] > high / 2:
        return texture, alpha
    small = cv2.resize(texture, fine, interpolation=cv2.INTER_AREA)
    return small, None if alpha is None else cv2.resize(alpha, fine, interpolation=cv2.INTER_AREA)


def developed(picture: np.ndarray, level: Level, dice: np.random.Generator, bend: float) -> bytes:
    """What lamps, lens, chip and file make of a picture: a JPEG."""
    shown = picture.astype(np.float32)
    height, width = shown.shape[:2]
    shown *= _lamps(height, width, level, dice)
    if bend:
        shown = _bent(shown, bend)
    shown = cv2.GaussianBlur(shown, (0, 0), dice.uniform(*level.blur) * max(width, height) / 2000)
    if level.motion:
        shown = cv2.filter2D(shown, -1, _moved(dice.uniform(0, level.motion) * max(width, height) / 2000, dice))
    grain = dice.uniform(*level.noise)
    shown += grain * cv2.randn(np.empty(shown.shape, np.float32), 0, 1)
    quality = int(dice.integers(*level.jpeg))
    done, data = cv2.imencode(".jpg", np.clip(shown, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return data.tobytes()


def _lamps(height: int, width: int, level: Level, dice: np.random.Generator) -> np.ndarray:
    """Light, uneven and coloured, with shadows of people and glare; at a quarter of the size, and enlarged."""
    rows, columns = height // 4, width // 4
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32) / max(rows, columns) - 0.4
    slope = dice.normal(0, 0.25, 2)
    even = dice.uniform(0.62, 1.0) * (1 + slope[0] * x + slope[1] * y)
    for _ in range(int(dice.integers(0, level.shadows + 1))):
        cx, cy, turn = dice.uniform(-0.6, 0.6), dice.uniform(-0.5, 0.5), dice.uniform(0, np.pi)
        u, v = (x - cx) * np.cos(turn) + (y - cy) * np.sin(turn), (y - cy) * np.cos(turn) - (x - cx) * np.sin(turn)
        blob = (np.abs(u) / dice.uniform(0.1, 0.4)) ** 3 + (np.abs(v) / dice.uniform(0.1, 0.6)) ** 3
        even *= 1 - dice.uniform(0.1, 0.5) / (1 + np.exp(np.clip((blob - 1) * dice.uniform(3, 25), -30, 30)))
    cast = 1 + dice.normal(0, 0.09, 3).astype(np.float32)
    lamp = even[..., None] * cast
    for _ in range(int(dice.integers(0, level.glare + 1)) if level.glare else 0):
        cx, cy, wide, high = dice.uniform(-0.5, 0.5), dice.uniform(-0.4, 0.4), *dice.uniform(0.03, 0.12, 2)
        lamp += dice.uniform(0.2, 0.9) * np.exp(-(((x - cx) / wide) ** 2) - ((y - cy) / high) ** 2)[..., None]
    return cv2.resize(lamp.astype(np.float32), (width, height))


def shown_at(pixels: np.ndarray, size: tuple[int, int], bend: float) -> np.ndarray:
    """Where the lens draws what would be at these pixels without it."""
    middle, reach = np.array(size) / 2, (size[0] ** 2 + size[1] ** 2) / 4
    meant = pixels - middle
    found = meant.copy()
    for _ in range(30):
        found = meant / (1 + bend * ((found**2).sum(axis=1, keepdims=True) / reach - 0.35))
    return found + middle


def _bent(picture: np.ndarray, bend: float) -> np.ndarray:
    """What a lens does that draws corners outwards or inwards, as a share of their way from the middle."""
    height, width = picture.shape[:2]
    dx = np.arange(width, dtype=np.float32)[None, :] - width / 2
    dy = np.arange(height, dtype=np.float32)[:, None] - height / 2
    factor = 1 + bend * ((dx**2 + dy**2) / ((height**2 + width**2) / 4) - 0.35)
    right, down = (dx * factor + width / 2).astype(np.float32), (dy * factor + height / 2).astype(np.float32)
    return cv2.remap(picture, right, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _moved(length: float, dice: np.random.Generator) -> np.ndarray:
    """A hand that shakes while the picture is taken."""
    middle, turn = int(length) // 2 + 1, dice.uniform(0, np.pi)
    line = np.linspace(-length / 2, length / 2, 50)
    kernel, *_ = np.histogram2d(line * np.sin(turn), line * np.cos(turn), 2 * middle + 1, [[-middle, middle]] * 2)
    return (kernel / kernel.sum()).astype(np.float32)
