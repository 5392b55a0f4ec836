"""What the page writes into the files of a kit, so that each step can be undone."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path, PurePosixPath

import msgspec

MOST = 100
"""Steps that can be undone."""
SUFFIXES = (".toml", ".csv")
"""Of what the page writes."""


class Step(msgspec.Struct, frozen=True):
    """A file as it was and as it was written; `did` says in words what that was."""

    file: str
    before: bytes
    after: bytes
    did: str


class NewerError(Exception):
    """A file is not as this page left it or saw it; nothing was written. Its name is the argument."""


class UnwritableError(Exception):
    """A file cannot be written. Its name is the argument."""


def version(data: bytes) -> str:
    """Names a state of a file."""
    return hashlib.sha256(data).hexdigest()[:16]


class Ledger:
    """Writes files of one folder, and takes back what it wrote, over all files in one order."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._done: list[Step] = []
        self._undone: list[Step] = []

    @property
    def last(self) -> Step | None:
        """What would be undone."""
        return self._done[-1] if self._done else None

    @property
    def next(self) -> Step | None:
        """What would be done again."""
        return self._undone[-1] if self._undone else None

    def read(self, file: str) -> bytes:
        """A file of the folder. Raises UnwritableError for what is none of its files."""
        try:
            return self._path(file).read_bytes()
        except OSError:
            raise UnwritableError(file) from None

    def write(self, file: str, seen: str, after: bytes, did: str) -> None:
        """Writes a file whose `version` is still the one that was `seen`. Raises NewerError, UnwritableError."""
        before = self.read(file)
        if version(before) != seen:
            raise NewerError(file)
        if before == after:
            return
        self._put(file, after)
        self._done.append(Step(file, before, after, did))
        del self._done[:-MOST]
        self._undone.clear()

    def undo(self) -> Step | None:
        """Takes the last step back; None, if there is none. Raises NewerError if its file was changed since."""
        if not self._done:
            return None
        step = self._done[-1]
        self._turn(step.file, step.after, step.before)
        self._undone.append(self._done.pop())
        return step

    def redo(self) -> Step | None:
        """Does again what was undone last. Raises NewerError if its file was changed since."""
        if not self._undone:
            return None
        step = self._undone[-1]
        self._turn(step.file, step.before, step.after)
        self._done.append(self._undone.pop())
        return step

    def _turn(self, file: str, known: bytes, wanted: bytes) -> None:
        if self.read(file) != known:
            raise NewerError(file)
        self._put(file, wanted)

    def _put(self, file: str, data: bytes) -> None:
        """Writes in place, so that links and permissions stay as they are."""
        path = self._path(file)
        if not os.access(path, os.W_OK):
            raise UnwritableError(file)
        try:
            path.write_bytes(data)
        except OSError:
            raise UnwritableError(file) from None

    def _path(self, file: str) -> Path:
        inside = PurePosixPath(file)
        path = (self._folder / inside).resolve()
        if inside.is_absolute() or not path.is_relative_to(self._folder.resolve()) or path.suffix not in SUFFIXES:
            raise UnwritableError(file)
        return path
