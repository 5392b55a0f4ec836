"""What the pages know of the printed kits."""

from __future__ import annotations

from functools import cache

from pnp.kit import Kit
from pnp.kits import find, load


def kit(game: str) -> Kit:
    """The printed game of this name as it lies here, read anew."""
    return load(find(game))


@cache
def edition(game: str) -> str:
    """The build id that is printed on the pages of this game's kit."""
    return kit(game).build
