"""What changed since another state of the kit: a build, a revision, another folder."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from pnp.changes.comparison import Comparison, compared
from pnp.changes.git import commit, revisions
from pnp.changes.snapshot import Snapshot, SnapshotError, is_build
from pnp.changes.states import both
from pnp.changes.swap_list import known_fonts
from pnp.findings import KitError
from pnp.kit import Kit
from pnp.kit.theme import press_theme
from pnp.output.manifest import MANIFEST
from pnp.render.svg import write_svg
from pnp.sheet.options import Options
from pnp.studio.session import Session
from pnp.text.fonts import FontBook

KEPT = 4
"""Comparisons that are kept to be drawn."""
MOST = 60
"""Characters that tell of a revision."""


class State(msgspec.Struct, frozen=True):
    """A state that can be chosen: how it is named, and what it is in words."""

    name: str
    said: str


class Compared(msgspec.Struct, frozen=True, eq=False):
    """A comparison in one language, and how many milliseconds it took."""

    comparison: Comparison
    took: int


def states(folder: Path, out: Path, kit: Kit) -> tuple[State, ...]:
    """What the folder can be compared with: what builds left, then revisions."""
    found = (State(one.name, f"{one.name} · {one.day} {one.subject}"[:MOST]) for one in revisions(folder))
    return (*_builds(out, kit), *found)


def _builds(out: Path, kit: Kit) -> Iterator[State]:
    for name in (kit.id, f"{kit.id}-changed"):
        manifest = out / name / MANIFEST
        if manifest.is_file():
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(manifest.stat().st_mtime))
            yield State(str(out / name), f"{when} · {out / name}")


class Comparisons:
    """Compares the kit under watch; what is compared again stays known."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lock = threading.Lock()
        self._known: dict[tuple[str, ...], Compared] = {}

    def of(self, language: str, old: str, new: str) -> Compared:
        """What is different in a language; `new` is "" for the folder as it is. Raises KitError for what cannot be laid
        out, SnapshotError for what is no state of this kit."""
        proof = self._session.proof
        if proof.kit is None or (proof.broken and not new):
            raise KitError(proof.errors)
        folder = self._session.folder
        name = new or str(folder)
        key = (language, old, self._stamp(old), new, self._stamp(new) if new else str(proof.number))
        with self._lock:
            if key not in self._known:
                started = time.perf_counter()
                options = Options(out=Path(), languages=(language,))
                (found,) = compared(*both(old, name, options, folder), (language,))
                self._known[key] = Compared(found, round((time.perf_counter() - started) * 1000))
                for outdated in list(self._known)[:-KEPT]:
                    del self._known[outdated]
            return self._known[key]

    def svg(self, build: str, fingerprint: str) -> str | None:
        """A face of a state that was compared; None if there is none."""
        for one in self._known.values():
            for state in (one.comparison.old, one.comparison.new):
                if state.build == build and fingerprint in state.faces:
                    return _drawn(state, fingerprint, one.comparison.new.fonts)
        return None

    def _stamp(self, name: str) -> str:
        """What changes with a state: the time of a build, the commit that a revision is."""
        path = Path(name)
        manifest = path / MANIFEST if path.is_dir() else path
        if is_build(path):
            return str(manifest.stat().st_mtime_ns)
        return "" if path.exists() else commit(name, self._session.folder)


def _drawn(state: Snapshot, fingerprint: str, fonts: FontBook | None) -> str | None:
    """A face in the typefaces of now; a state that a build left has none of its own."""
    try:
        scene = state.scene(fingerprint)
    except SnapshotError:
        return None
    if scene is None:
        return None
    book = state.fonts or fonts or FontBook(press_theme().fonts)
    return write_svg(known_fonts(scene, book), fonts=book)
