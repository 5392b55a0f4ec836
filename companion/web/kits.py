"""What the pages know of the printed kits."""

from __future__ import annotations

from functools import cache

import pnp.kit


@cache
def kit(game: str) -> pnp.kit.Kit:
    """The printed game of this name, as it lies here."""
    return pnp.kit.load(pnp.kit.find(game))


def edition(game: str) -> str:
    """The build id that is printed on the pages of this game's kit."""
    return kit(game).build
