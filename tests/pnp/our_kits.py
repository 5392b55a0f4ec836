"""Our own kits, each read once a run: a kit is frozen, and reading one takes longer than most of its tests."""

from __future__ import annotations

from functools import cache

from pnp.kit import Kit
from pnp.kits import find, load


@cache
def our_kit(name: str) -> Kit:
    """The kit of one of our games, as it lies here."""
    return load(find(name))
