"""The drawings of the print guide, which are the press's own."""

from __future__ import annotations

from pathlib import Path

from pnp.art.svg import read_drawing
from pnp.scene import Art

TOOLS = ("knife", "mat", "glue", "folder")

_FOLDER = Path(__file__).with_name("drawings")


def drawing(name: str) -> Art:
    """A tool, or something that hands do."""
    return read_drawing(_FOLDER / f"{name}.svg").art
