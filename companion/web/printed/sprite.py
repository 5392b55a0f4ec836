"""The signs of a game for its pages: symbols made from the faces and the art that the printed game is made of.

They are one SVG file that browsers keep: paper and phone share their drawings.
"""

from __future__ import annotations

from msgspec import Struct


class Sprite(Struct, frozen=True):
    """All signs of a game as one SVG file, and a name that changes with it."""

    name: str
    svg: bytes
