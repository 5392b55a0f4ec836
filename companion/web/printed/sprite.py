"""The signs of a game for its pages, made from the faces and the art that the printed game is made of.

Symbols are in one SVG file, boards in one each, and browsers keep them: paper and phone share their drawings. Where
things lie on a face comes with it, so what pages draw upon it lies where it does on paper. Pages that many phones see
first have files with less in them: those before a game one with its chairs, those of no table one for all games.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from pnp.kit.model import Lesson
from pnp.scene import Box

SEATS = "seats"
"""The picture with the symbols of a game's chairs alone."""


class Drawing(Struct, frozen=True):
    """An SVG file, and a name that changes with it."""

    name: str
    svg: bytes


class Sprite(Struct, frozen=True):
    """All signs of a game by their ids: the symbols in one drawing, those of its chairs in another (`SEATS`), those
    with a window in one each.

    `places` are the boxes that are named on their faces, in mm from the top left of the face; `build` is the id of the
    kit that they are drawn from, and `minutes` how long a game takes, from and to, as that kit says; `figures` are the
    sizes, in mm, of the faces that picture its `lessons`.
    """

    symbols: Drawing
    pictures: Mapping[str, Drawing]
    places: Mapping[str, Mapping[str, Box]]
    build: str = ""
    minutes: tuple[int, int] | None = None
    lessons: tuple[Lesson, ...] = ()
    figures: Mapping[str, tuple[float, float]] = {}

    def svg(self, name: str) -> bytes | None:
        """The file of this name."""
        return next((one.svg for one in (self.symbols, *self.pictures.values()) if one.name == name), None)

    def symbol(self, name: str) -> bytes:
        """One of the symbols as it stands in its file, for a page that has it in itself. Raises `KeyError`."""
        svg, depth = self.symbols.svg, 0
        begin = svg.find(b'<symbol id="%s"' % name.encode())
        for tag in re.finditer(rb"<(/?)symbol\b[^>]*>", svg[max(0, begin) :]):
            depth += -1 if tag[1] else 1
            if begin >= 0 and not depth:
                return svg[begin : begin + tag.end()]
        raise KeyError(name)
