"""Drawings of files, each read once a process, and once for all where they are kept. What reads them is imported when
there is one that nobody has read."""

from __future__ import annotations

from functools import cache as once
from pathlib import Path

import msgspec

from pnp.art.files import file_data
from pnp.findings import Finding
from pnp.kit.model import Kit
from pnp.scene import Art


class Drawing(msgspec.Struct, frozen=True):
    """A drawing, and what is said of it."""

    art: Art
    noted: tuple[Finding, ...]


def art_name(kit: Kit, path: Path) -> str:
    """How findings call a drawing or picture: by its place in the kit; one of the press's own by its name."""
    if not path.is_relative_to(kit.folder):
        return path.name
    return (Path(kit.file).parent / path.relative_to(kit.folder)).as_posix()


def known_art(path: Path, file: str = "") -> Drawing:
    """The drawing of an SVG file, which findings call `file`. Raises KitError."""
    return _drawing(path, file, path.stat().st_mtime_ns)


def differs(path: Path) -> bool:
    """Whether a drawing is another one in another kit or language: it is set in typefaces, or chooses by languages."""
    return _differs(path, path.stat().st_mtime_ns)


@once
def _drawing(path: Path, file: str, _modified: int) -> Drawing:
    """A changed file is read anew."""
    name = file or path.name
    data = file_data(path, name, "art")
    return _parsed(data, name)


def _parsed(data: bytes, file: str) -> Drawing:
    from pnp.art.svg import parse_art

    noted: list[Finding] = []
    return Drawing(parse_art(data, file, note=noted.append), tuple(noted))


@once
def _differs(path: Path, _modified: int) -> bool:
    data = path.read_bytes()
    return b"<text" in data or b"systemLanguage" in data
