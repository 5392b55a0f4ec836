"""What was rendered before, by what it was rendered from.

Entries are named by a digest of their input, written beside and renamed, and checked with their name when read; so two
builds may share a cache, and a cut power cord leaves at worst an entry that is ignored and made again.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

import msgspec

from pnp.output.state import press_state
from pnp.scene import Page, Scene

MOST_BYTES = 512 * 1024 * 1024
"""A cache larger than this loses what was not used for longest."""
A_PAGE = 100_000
"""Bytes that a page comes to where it has much on it."""
_DIGEST = 32

Counts: TypeAlias = tuple[int, int, int, int]
"""Files that were rendered, and that came from the cache; faces that were drawn, and that were known."""


class Cache:
    """Rendered files in a folder, and what was measured on single faces; with no folder, nothing is kept. Counts what
    was found and what was not: files, and faces."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._press = press_state() if folder else ""
        self.reused = 0
        self.rendered = 0
        self.faces_known = 0
        self.faces_drawn = 0

    @property
    def kept(self) -> bool:
        return self._folder is not None

    @property
    def counts(self) -> Counts:
        return self.rendered, self.reused, self.faces_drawn, self.faces_known

    def count(self, counts: Counts) -> None:
        """Counts what another process found and did not."""
        rendered, reused, drawn, known = counts
        self.rendered += rendered
        self.reused += reused
        self.faces_drawn += drawn
        self.faces_known += known

    def key(self, kind: str, pages: Sequence[Page], *settings: str) -> str:
        """A name for what is made of pages: it changes with them, with the settings, and with the press."""
        digest = sha256()
        digest.update("\0".join((self._press, kind, *settings)).encode(errors="surrogateescape"))
        encoder = msgspec.msgpack.Encoder()
        for page in pages:
            digest.update(encoder.encode(page))
        return digest.hexdigest()

    def face_key(self, scene: Scene, *settings: str) -> str:
        """As `key`, of a face; the same for whatever is made of it."""
        if not self.kept:
            return ""
        return self.key("face", (), sha256(msgspec.msgpack.encode(scene)).hexdigest(), *settings)

    def get(self, key: str) -> bytes | None:
        """The entry of a file, if it is there and whole."""
        content = self.known(key)
        self.reused += content is not None
        self.rendered += content is None
        return content

    def count_face(self, *, known: bool) -> None:
        """Counts a face that was known, or has to be drawn."""
        self.faces_known += known
        self.faces_drawn += not known

    def known(self, key: str) -> bytes | None:
        """An entry, if it is there and whole; not counted."""
        content = None
        if self._folder is not None:
            path = self._folder / key
            with contextlib.suppress(OSError):
                if path.is_file():  # others may never end
                    data = path.read_bytes()
                    if _digest(key, data[_DIGEST:]) == data[:_DIGEST]:
                        content = data[_DIGEST:]
                        os.utime(path)
        return content

    def put(self, key: str, data: bytes) -> None:
        """Keeps an entry. A cache that cannot be written to is no reason to stop printing."""
        if self._folder is None:
            return
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            beside = self._folder / f".new-{os.urandom(8).hex()}"
            try:
                with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
                    out.write(_digest(key, data) + data)
                beside.replace(self._folder / key)
            except BaseException:
                beside.unlink(missing_ok=True)
                raise

    def prune(self) -> None:
        """Makes room, oldest entries first."""
        if self._folder is None or not self._folder.is_dir():
            return
        entries = []
        with os.scandir(self._folder) as found:
            for entry in found:
                with contextlib.suppress(OSError):
                    status = entry.stat(follow_symlinks=False)
                    entries.append((status.st_mtime, status.st_size, entry.path))
        total = sum(size for _, size, _ in entries)
        if total <= MOST_BYTES:
            return
        for _, size, path in sorted(entries):
            with contextlib.suppress(OSError):
                Path(path).unlink()
                total -= size
            if total <= MOST_BYTES:
                return


def user_cache(wanted: bool) -> Cache:
    """The cache in the user's own folder for such; one that keeps nothing, if none is wanted."""
    if not wanted:
        return Cache(None)
    from platformdirs import user_cache_path

    return Cache(user_cache_path("silk-road-pnp"))


def _digest(key: str, data: bytes) -> bytes:
    """What an entry is checked by: a whole one under the name of another is none."""
    digest = sha256()
    digest.update(key.encode())
    digest.update(data)
    return digest.digest()
