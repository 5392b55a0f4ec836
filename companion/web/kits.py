"""What the pages know of the printed kits."""

from __future__ import annotations

from functools import cache

from companion.web.signs import layout


@cache
def edition(game: str) -> str:
    """The build id that is printed on the pages of this game's kit as it lies here."""
    return layout(game).kit.build
