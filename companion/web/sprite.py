"""Drawings of the printed games for the pages: values that also come to a server without the press."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from pnp.kit.model import Lesson
from pnp.scene import Box

FRAME = "frame"
"""Stands for a game on pages of none."""
SEATS = "seats"
"""The picture with the symbols of a game's chairs alone, for pages before a game."""


class Drawing(Struct, frozen=True):
    """An SVG file, and a name that changes with it."""

    name: str
    svg: bytes


class Sprite(Struct, frozen=True):
    """All signs of a game: the symbols in one drawing, those of its chairs in another (`SEATS`), boards in one each."""

    symbols: Drawing
    pictures: Mapping[str, Drawing]
    places: Mapping[str, Mapping[str, Box]]
    """The named boxes of each sign's face, in mm from its top left."""
    build: str = ""
    """The build id of the kit."""
    minutes: tuple[int, int] | None = None
    """How long a game takes, from and to."""
    lessons: tuple[Lesson, ...] = ()
    figures: Mapping[str, tuple[float, float]] = {}
    """The sizes, in mm, of the faces that picture the lessons."""
    cover: bytes = b""
    """A part of the box's front for the start page, as WebP; empty: the kit has no such box."""


class DrawnSigns(Struct, frozen=True):
    """Drawings made when a server starts: sprites by game."""

    sprites: dict[str, Sprite]
    failures: dict[str, str] = {}
    """Games that cannot be drawn, each with the reason."""
