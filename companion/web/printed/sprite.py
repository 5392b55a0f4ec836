"""The signs of a game for its pages: symbols made from the faces and the art that the printed game is made of.

They are one SVG file that browsers keep: paper and phone share their drawings.
"""

from __future__ import annotations

from msgspec import Struct


class Sign(Struct, frozen=True):
    """A symbol: the id that pages use, and the face it shows for a row of a table, or a piece of art (no face)."""

    id: str
    face: str = ""
    table: str = ""
    row: str = ""
    into: str = ""
    """The name of the face's input that takes the row; empty: the face is bound to the row."""
    art: str = ""


class Sprite(Struct, frozen=True):
    """All signs of a game as one SVG file, and a name that changes with it."""

    name: str
    svg: bytes
