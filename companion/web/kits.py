"""What the pages know of the printed kits."""

from __future__ import annotations

from functools import cache

import pnp.kit


@cache
def edition(game: str) -> str:
    """The build id that is printed on the pages of this game's kit as it lies here."""
    return pnp.kit.load(pnp.kit.find(game)).build
