"""Deck sheets: the faces of cards in one picture, ten by seven at most, the last place for hidden cards."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec
from PIL import Image

from pnp.export.pictures import MM_PER_INCH, Camera
from pnp.export.pieces import Piece
from pnp.scene import Box, Rect, Scene

MOST_ACROSS, MOST_DOWN, LEAST = 10, 7, 2
"""Columns and rows that the game takes."""
MOST_PIXELS = 4096
"""Either side of a picture: graphics cards of players take no more (knowledge base, *Asset Creation*)."""
DPI = 300.0


class Grid(msgspec.Struct, frozen=True):
    """How cards lie on a sheet: columns, rows, and the pixels of one."""

    across: int
    down: int
    width: int
    height: int

    @property
    def room(self) -> int:
        """How many cards there are on it; the last place is for hidden ones."""
        return self.across * self.down - 1


def grid(count: int, width: float, height: float) -> Grid:
    """The sheet on which so many cards, at most 69, of `width` × `height` mm are largest."""
    choices = [
        (across, down)
        for across in range(LEAST, MOST_ACROSS + 1)
        for down in range(LEAST, MOST_DOWN + 1)
        if across * down > count
    ]
    return max((_sized(across, down, width, height) for across, down in choices), key=_worth)


def _worth(found: Grid) -> tuple[int, int, int]:
    """More pixels to a card, then fewer empty places, then wide sheets."""
    return found.width * found.height, -found.across * found.down, found.across


def _sized(across: int, down: int, width: float, height: float) -> Grid:
    dpi = min(DPI, *(MOST_PIXELS / count * MM_PER_INCH / side for count, side in ((across, width), (down, height))))
    return Grid(across, down, math.floor(width * dpi / MM_PER_INCH), math.floor(height * dpi / MM_PER_INCH))


def decked(cards: Sequence[Piece]) -> Iterator[tuple[Sequence[Piece], Grid]]:
    """Different cards of one size, as many at a time as a sheet has room for."""
    most = MOST_ACROSS * MOST_DOWN - 1
    size = cards[0].front.width, cards[0].front.height
    for first in range(0, len(cards), most):
        on = cards[first : first + most]
        yield on, grid(len(on), *size)


def sheet(faces: Sequence[Scene], hidden: Scene, layout: Grid, camera: Camera) -> Image.Image:
    """The faces in reading order, and the hidden one in the last place, corners and all: the game rounds them."""
    picture = Image.new("RGB", (layout.across * layout.width, layout.down * layout.height), "white")
    dpi = layout.width * MM_PER_INCH / faces[0].width
    for number, card in enumerate(camera.square((*faces, hidden), dpi)):
        place = number if number < len(faces) else layout.room
        row, column = divmod(place, layout.across)
        picture.paste(card.resize((layout.width, layout.height)), (column * layout.width, row * layout.height))
    return picture


def blank(scene: Scene) -> Scene:
    """The back of a card that has none: white paper."""
    return Scene(scene.width, scene.height, 0.0, (Rect(Box(0.0, 0.0, scene.width, scene.height), "#FFFFFF"),))
