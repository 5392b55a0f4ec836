"""Files in one, for whoever takes a kit away."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from pathlib import Path

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of files in the archive: the same kit makes the same archive."""


def archive(folder: Path, paths: Iterable[str], to: Path) -> None:
    """Writes the files of a folder into an archive; they are packed already."""
    with zipfile.ZipFile(to, "w", zipfile.ZIP_STORED) as made:
        for path in paths:
            made.writestr(zipfile.ZipInfo(path, EPOCH), (folder / path).read_bytes())
