"""Which files of a kit were saved: by their times and sizes."""

from __future__ import annotations

from pathlib import Path

from pnp.findings import Finding, Findings, KitError, Place
from pnp.kit.folder import Stamps as Stamps
from pnp.kit.folder import open_folder


def stamps(folder: Path) -> Stamps:
    """The kit's files as they are now; none, if the folder is gone."""
    return open_folder(folder, Findings()).stamps


def changed(before: Stamps, after: Stamps) -> tuple[str, ...]:
    """The files that were written, made or deleted, in order."""
    return tuple(name for name in sorted({*before, *after}) if before.get(name) != after.get(name))


def check_unsaved(folder: Path, before: Stamps) -> None:
    """Raises KitError if a file of the kit is not as it was `before`: what was made since may be of two editions."""
    saved = changed(before, stamps(folder))
    if saved:
        place = Place(open_folder(folder, Findings()).shown(saved[0]))
        raise KitError([Finding("error", "saved", place, "the kit was saved while it was printed", "build it again")])
