"""Locks between processes. The operating system frees them when their holder dies, however it dies."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

if sys.platform != "win32":
    import fcntl

_taken: set[Path] = set()
_guard = Lock()
"""Without `flock` (Windows) only the threads of one process keep out of each other's way."""


@contextmanager
def lock(path: Path, *, wait: bool = False) -> Iterator[int | None]:
    """Holds a lock and gives the file descriptor that carries it; None if another holds it and we do not wait.

    A process that inherits the descriptor holds the lock too, until it ends. Raises OSError.
    """
    if sys.platform == "win32":
        with _threads_only(path) as free:
            yield -1 if free or wait else None
        return
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield None
            return
        yield handle
    finally:
        os.close(handle)


@contextmanager
def _threads_only(path: Path) -> Iterator[bool]:
    with _guard:
        free = path not in _taken
        _taken.add(path)
    try:
        yield free
    finally:
        if free:
            with _guard:
                _taken.discard(path)


def is_held(path: Path) -> bool:
    """Does anybody hold the lock now?"""
    if not path.exists():
        return False
    with lock(path) as free:
        return free is None
