"""What an export made, for people's scripts and for the companion."""

from __future__ import annotations

import msgspec

from pnp.export.options import Way


class File(msgspec.Struct, frozen=True, kw_only=True):
    """A file: what it is, its language and bytes; of a picture its pixels."""

    path: str
    what: str
    language: str
    bytes: int
    width_px: int
    height_px: int


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """`way` is how it went out of the press; `components` says how many of each were asked for."""

    kit: str
    title: dict[str, str]
    build: str
    version: str
    way: Way
    languages: tuple[str, ...]
    ink: str
    components: dict[str, int]
    files: tuple[File, ...]
