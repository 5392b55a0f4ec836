"""The drawings of the print guide, which are the press's own."""

from __future__ import annotations

from pathlib import Path

from pnp.art.known_art import known_art
from pnp.scene import Art

TOOLS = ("knife", "mat", "glue", "folder")
OFTEN = (*TOOLS, "cut")
"""What nearly every guide shows."""

_FOLDER = Path(__file__).with_name("drawings")


def drawing(name: str) -> Art:
    """A tool, or something that hands do."""
    return known_art(_FOLDER / f"{name}.svg").art
