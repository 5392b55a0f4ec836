"""Drawings of files, each read once a process. What reads them is imported when there is one that nobody has read."""

from __future__ import annotations

from pathlib import Path

from pnp.findings import Finding
from pnp.kit.model import Kit
from pnp.memos import once
from pnp.scene import Art


def art_name(kit: Kit, path: Path) -> str:
    """How findings call a drawing or picture: by its place in the kit; one of the press's own by its name."""
    if not path.is_relative_to(kit.folder):
        return path.name
    return (Path(kit.file).parent / path.relative_to(kit.folder)).as_posix()


def known_art(path: Path, file: str = "") -> tuple[Art, tuple[Finding, ...]]:
    """The drawing of an SVG file, which findings call `file`, and what is said of it. Raises KitError."""
    return _art(path, file, path.stat().st_mtime_ns)


def differs(path: Path) -> bool:
    """Whether a drawing is another one in another kit or language: it is set in typefaces, or chooses by languages."""
    return _differs(path, path.stat().st_mtime_ns)


@once
def _art(path: Path, file: str, _modified: int) -> tuple[Art, tuple[Finding, ...]]:
    """A changed file is read anew."""
    from pnp.art.svg import read_art

    noted: list[Finding] = []
    return read_art(path, file, note=noted.append), tuple(noted)


@once
def _differs(path: Path, _modified: int) -> bool:
    data = path.read_bytes()
    return b"<text" in data or b"systemLanguage" in data
