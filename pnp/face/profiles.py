"""Pictures in other colours than sRGB, files of their own or within drawings: their profiles are not read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.findings import Finding
from pnp.scene import Art, Group, Image, Item, Use

if TYPE_CHECKING:
    from pnp.face.context import PaintContext

_MARKS = (b"iCCP", b"ICC_PROFILE")
"""What a profile begins with in PNG and in JPEG files: without it a picture need not be opened."""


def foreign(what: str, profile: str, key: str, context: PaintContext) -> Finding:
    """That a picture has the colours of another profile."""
    message = f"{what} has the colours of {profile}; they are printed as sRGB, which makes others of them"
    return context.finding("warning", "picture-profile", key, message, "convert it to sRGB")


def embedded(art: Art, name: str, key: str, context: PaintContext) -> Iterator[Finding]:
    """The same of the pictures within a drawing."""
    return (foreign(f"a picture in {name}", profile, key, context) for profile in _profiles(art))


@lru_cache(maxsize=4096)
def _profiles(art: Art) -> tuple[str, ...]:
    """The profiles of the pictures within a drawing, but sRGB, each once."""
    marked = [data for data in _pictures(art.items) if any(mark in data for mark in _MARKS)]
    if not marked:
        return ()
    from pnp.art.pictures import parse_picture

    return tuple(dict.fromkeys(filter(None, (parse_picture(data, art.key).profile for data in marked))))


def _pictures(items: Iterable[Item]) -> Iterator[bytes]:
    for item in items:
        match item:
            case Image(data=data):
                yield data
            case Group(items=inner) | Use(art=Art(items=inner)):
                yield from _pictures(inner)
