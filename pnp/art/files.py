"""Files of drawings and pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

from pnp.findings import Finding, KitError, Place
from pnp.kit.model import Kit

Kind: TypeAlias = Literal["art", "picture"]
"""How the codes of findings begin."""

MOST: dict[Kind, int] = {"art": 4_000_000, "picture": 40_000_000}
"""Largest file in bytes: a drawing may have forty times those of our largest."""


def file_data(path: Path, name: str, kind: Kind) -> bytes:
    """The bytes of a file, which findings call `name`. Raises KitError."""
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= MOST[kind] else b""
    except OSError as error:
        raise _error(name, f"{kind}-unreadable", f"cannot be read: {error.strerror}") from None
    if size > MOST[kind]:
        raise _error(name, f"{kind}-too-large", f"{size} bytes; at most {MOST[kind]} are read", "save it smaller")
    return data


def _error(file: str, code: str, message: str, hint: str = "") -> KitError:
    return KitError([Finding("error", code, Place(file), message, hint)])


def art_name(kit: Kit, path: Path) -> str:
    """How findings call a drawing or picture: by its place in the kit; one of the press's own by its name."""
    if not path.is_relative_to(kit.folder):
        return path.name
    return (Path(kit.file).parent / path.relative_to(kit.folder)).as_posix()
