"""Closer looks at what a glance leaves open in Hangzhou's city: the corners of a shop where its dye and coins lie, and
merchants as they stand."""

from __future__ import annotations

from typing import Final

import numpy as np

from companion.sight.board import View
from companion.sight.windows import towards, turned, window
from pnp.camera import Array, Picture

COINS_AT: Final = (8.2, 7.3)
"""Where coins lie on a shop, mm right and down of its middle."""
COINS_HIGH: Final = 4.0
"""How high above the board they are looked at, mm: between two coins of grey board on a shop and two of card stock."""
COINS, COINS_MARGIN, COINS_PER_MM = 112, 4, 4.0
"""That window in pixels, a square, with the margin within which it is moved, and pixels to a mm."""
DYE_AT: Final = (-6.7, 6.6)
"""Where the dye lies on a shop, mm right and down of its middle."""
DYE_HIGH: Final = 4.0
"""How high above the board its face is on grey board, mm."""
DYE, DYE_MARGIN, DYE_PER_MM = 96, 4, 4.0
"""A window on it, a square, straightened by the shop."""
HIGH, WIDE, MERCHANT_MARGIN, MERCHANT_PER_MM = 112, 84, 4, 2.0
"""A window on merchants, which rises until the camera looks at it straight."""
ABOVE: Final = 8.0
"""How far the middle of that window is above that of the space, in it, mm."""
COUNTED: Final = {"coins": 4}
DYED: Final = {"dye": 8}
MET: Final = {"any-merchant": 4}
"""What each is asked, and how many answers that has."""


def coins_look(picture: Picture, view: View, place: tuple[float, float, float]) -> Array:
    """The corner of a shop where coins lie, with a margin, the camera straight below it: by how the shop lies, its
    middle on the board in mm, and by how many quarters it is turned clockwise."""
    right, down = turned(np.array(COINS_AT[0]), np.array(COINS_AT[1]), place[2])
    x, y = place[0] + float(right), place[1] + float(down)
    pixels = COINS + 2 * COINS_MARGIN
    about = (x, y, COINS_HIGH)
    return window(picture, view.pose, view.light, about, pixels / COINS_PER_MM, pixels, towards(view.pose, x, y))


def dye_look(picture: Picture, view: View, place: tuple[float, float, float]) -> Array:
    """The corner of a shop where its dye lies, with a margin, as the shop is turned: by how that lies."""
    right, down = turned(np.array(DYE_AT[0]), np.array(DYE_AT[1]), place[2])
    about = (place[0] + float(right), place[1] + float(down), DYE_HIGH)
    pixels = DYE + 2 * DYE_MARGIN
    return window(picture, view.pose, view.light, about, pixels / DYE_PER_MM, pixels, place[2])


def merchant_look(picture: Picture, view: View, x: float, y: float) -> Array:
    """Who stands about a place of the board (mm), with a margin, as seen from where the camera is."""
    turns, rising = towards(view.pose, x, y), np.radians(view.pose.tilt(x, y))
    right, down = turned(np.array(0.0), np.array(-ABOVE * np.cos(rising)), turns)
    pixels = HIGH + 2 * MERCHANT_MARGIN
    about = (x + float(right), y + float(down), float(ABOVE * np.sin(rising)))
    square = window(picture, view.pose, view.light, about, pixels / MERCHANT_PER_MM, pixels, turns, float(rising))
    beside = (HIGH - WIDE) // 2
    return square[:, beside:-beside]
