"""Where the kits lie that come with the press. It needs nothing but Python, so rules read their numbers through it."""

from __future__ import annotations

from pathlib import Path


def collection() -> Path:
    """The folder that holds our kits, each a folder of its own.

    A checkout has them in ``cards/`` beside the packages; a wheel carries them inside ``pnp``, where no other package
    can lay claim to their name.
    """
    carried = Path(__file__).with_name("cards")
    return carried if carried.is_dir() else Path(__file__).parents[1] / "cards"
