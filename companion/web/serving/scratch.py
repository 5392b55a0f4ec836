"""The folder that the workers of a server share while it runs; what killed servers left of theirs is deleted."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from companion.printing.locks import is_held, lock

PREFIX = "companion-"
ALIVE = "alive.lock"
"""Held as long as a process of the server lives, even if it was killed."""


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for as long as the block runs."""
    sweep(Path(gettempdir()))
    with TemporaryDirectory(prefix=PREFIX) as name:
        folder = Path(name)
        with lock(folder / ALIVE):
            yield folder


def sweep(where: Path) -> None:
    """Deletes the folders there whose servers are gone. One without a lock may belong to a server that just starts."""
    for folder in where.glob(f"{PREFIX}*"):
        alive = folder / ALIVE
        try:
            left = _own(folder) and alive.is_file() and not is_held(alive)
        except OSError:  # deleted by another server that starts
            continue
        if left:
            shutil.rmtree(folder, ignore_errors=True)


def _own(folder: Path) -> bool:
    """Is it a folder, and this user's?"""
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and (sys.platform == "win32" or found.st_uid == os.getuid())
