"""What the pages know of the printed kits."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.kit import Kit


def kit(game: str) -> Kit:
    """The printed game of this name as it lies here, read anew."""
    from pnp.kits import find, load  # with the words that faces are drawn by, which only whoever draws needs

    return load(find(game))
