"""The bytes of drawings and pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

from pnp.findings import Finding, KitError, Place

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
