"""Which files of a kit were saved: by their times and sizes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from pnp.findings import Finding, Findings, KitError, Place
from pnp.kit.folder import open_folder

Stamp: TypeAlias = tuple[int, int]
"""When a file was written, in nanoseconds, and its size in bytes."""
Stamps: TypeAlias = Mapping[str, Stamp]
"""By the name within the kit's folder."""


def stamps(folder: Path) -> dict[str, Stamp]:
    """The kit's files as they are now; none, if the folder is gone."""
    found: dict[str, Stamp] = {}
    for name, path in open_folder(folder, Findings()).files.items():
        try:
            status = path.stat()
        except OSError:  # deleted since it was listed
            continue
        found[name] = (status.st_mtime_ns, status.st_size)
    return found


def changed(before: Stamps, after: Stamps) -> tuple[str, ...]:
    """The files that were written, made or deleted, in order."""
    return tuple(name for name in sorted({*before, *after}) if before.get(name) != after.get(name))


def check_unsaved(folder: Path, before: Stamps) -> None:
    """Raises KitError if a file of the kit is not as it was `before`: what was made since may be of two editions."""
    saved = changed(before, stamps(folder))
    if saved:
        place = Place(open_folder(folder, Findings()).shown(saved[0]))
        raise KitError([Finding("error", "saved", place, "the kit was saved while it was printed", "build it again")])
