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


class Sprite(Struct, frozen=True):
    """The drawings of a game: its symbols in one file, those of its chairs in another (`SEATS`), boards in one each."""

    files: Mapping[str, bytes]
    """SVG and WebP files by their names, which change when they do."""
    symbols: str
    pictures: Mapping[str, str] = {}
    """File names by sign."""
    places: Mapping[str, Mapping[str, Box]] = {}
    """The named boxes of each sign's face, in mm from its top left."""
    build: str = ""
    """The build id of the kit."""
    minutes: tuple[int, int] | None = None
    """How long a game takes, from and to."""
    lessons: tuple[Lesson, ...] = ()
    figures: Mapping[str, tuple[float, float]] = {}
    """The sizes, in mm, of the faces that picture the lessons."""
    cover: str = ""
    """Part of the box's front for the start page; empty: the kit has no such box."""

    @property
    def symbols_svg(self) -> str:
        """The content of the file of symbols."""
        return self.files[self.symbols].decode()


class DrawnSigns(Struct, frozen=True):
    """Drawings made when a server starts: sprites by game."""

    sprites: dict[str, Sprite]
    failures: dict[str, str] = {}
    """Games that cannot be drawn, each with the reason."""
