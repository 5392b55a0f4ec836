"""Drawings as they were read before, by what is in their files: to read them takes a third of printing a kit that is
rich in them."""

from __future__ import annotations

from pnp.art.known_art import Drawing, keep_on
from pnp.digests import sha256
from pnp.output.cache import Cache
from pnp.output.kept_values import packed, unpacked


def keep_drawings(cache: Cache) -> None:
    """From now on, this process takes from a cache, if it is one that keeps, what drawings it can, and puts the others
    there."""
    keep_on(_Shelf(cache) if cache.kept else None)


class _Shelf:
    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def get(self, file: str, data: bytes) -> Drawing | None:
        return unpacked(self._cache.known(self._name(file, data)), Drawing)

    def put(self, file: str, data: bytes, drawing: Drawing) -> None:
        self._cache.put(self._name(file, data), packed(drawing))

    def _name(self, file: str, data: bytes) -> str:
        return self._cache.key("drawing", (), file, sha256(data).hexdigest())
