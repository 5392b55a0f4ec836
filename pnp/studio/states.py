"""The states that a kit can be compared with, each laid out once: what was compared is kept by what it holds."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from pnp.changes.git import commit, revisions
from pnp.changes.snapshot import Snapshot, is_build, time_of
from pnp.changes.states import both
from pnp.findings import Findings
from pnp.kit import Kit
from pnp.kit.folder import build_id, open_folder
from pnp.output.manifest import MANIFEST
from pnp.sheet.options import Options

KEPT = 6
"""States that are kept, oldest first to go: those of the last steps, for undo, and what they are compared with."""
MOST = 60
"""Characters that tell of a revision."""


class State(msgspec.Struct, frozen=True):
    """A state that can be chosen: how it is named, and what it is in words."""

    name: str
    said: str


def states(folder: Path, out: Path, kit: Kit) -> tuple[State, ...]:
    """What the folder can be compared with: what builds left, then revisions."""
    found = (State(one.name, f"{one.name} · {one.day} {one.subject}"[:MOST]) for one in revisions(folder))
    return (*_builds(out, kit), *found)


def _builds(out: Path, kit: Kit) -> Iterator[State]:
    for name in (kit.id, f"{kit.id}-changed"):
        manifest = out / name / MANIFEST
        if manifest.is_file():
            yield State(str(out / name), f"{time_of(manifest)} · {out / name}")


class States:
    """States of the kit in a folder, laid out or read when they are asked for."""

    def __init__(self, folder: Path, now: Callable[[str], Snapshot] | None = None) -> None:
        """`now` gives the folder itself in a language, where somebody knows it already."""
        self._folder = folder
        self._now = now
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str, str], Snapshot] = {}

    def both(self, old: str, new: str, language: str) -> tuple[Snapshot, Snapshot]:
        """Two states in a language. Raises what `pnp.changes.states.both` does."""
        options = Options(out=Path(), languages=(language,))

        def take(name: str, made: Callable[[], Snapshot]) -> Snapshot:
            if self._now and name == str(self._folder):
                return self._now(language)
            key = (language, name, self.stamp(name))
            if key not in self._known:
                self._known[key] = made()
                for outdated in list(self._known)[:-KEPT]:
                    del self._known[outdated]
            else:
                self._known[key] = self._known.pop(key)  # the last to go
            return self._known[key]

        with self._lock:
            return both(old, new, options, self._folder, take)

    def stamp(self, name: str) -> str:
        """What changes with a state: the time of a build, what is in a folder, the commit that a revision is."""
        path = Path(name)
        if is_build(path):
            return str((path / MANIFEST if path.is_dir() else path).stat().st_mtime_ns)
        if path.is_dir():
            return build_id(open_folder(path, Findings()))
        return "" if path.exists() else commit(name, self._folder)
