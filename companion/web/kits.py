"""What the pages know of the printed kits."""

from __future__ import annotations

from functools import cache

import pnp.kit


def kit(game: str) -> pnp.kit.Kit:
    """The printed game of this name as it lies here, read anew."""
    return pnp.kit.load(pnp.kit.find(game))


@cache
def edition(game: str) -> str:
    """The build id that is printed on the pages of this game's kit."""
    return kit(game).build
