"""Where the writers of one SQLite file wait for each other, in threads and in processes.

SQLite itself makes them poll for its lock, which starves some under load. Waiting on a file lock wakes
exactly one. The operating system frees it when a process dies.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

if sys.platform != "win32":
    import fcntl


class WriterQueue:
    """One writer at a time. Without `flock` (Windows) only the threads of this process queue here."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._threads = Lock()
        self._file: int | None = None

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Waits for its turn, and holds it."""
        with self._threads:
            if sys.platform == "win32":
                yield
                return
            if self._file is None:
                self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Gives the file back."""
        with self._threads:
            if self._file is not None:
                os.close(self._file)
                self._file = None
