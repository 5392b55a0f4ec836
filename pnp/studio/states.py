"""The states that a kit can be compared with, and a cache of those that were."""

from __future__ import annotations

from pathlib import Path

import msgspec

from pnp.changes.git import commit_id, revisions
from pnp.changes.snapshot import Snapshot, build_time, is_build, read_state, take_snapshot
from pnp.findings import Findings
from pnp.kit import Kit
from pnp.kit.folder import build_id, open_folder
from pnp.kits import load
from pnp.output.manifest import MANIFEST
from pnp.sheet.options import Options

MOST_STATES = 6
"""Recent ones that stay in memory, for undo."""
MOST_CHARACTERS = 60
"""Of a revision's label."""


class StateChoice(msgspec.Struct, frozen=True):
    """A state that can be chosen: its name and its label."""

    name: str
    label: str


def state_choices(folder: Path, out: Path, kit: Kit) -> tuple[StateChoice, ...]:
    """What a kit can be compared with: its builds, then its revisions."""
    manifests = (out / name / MANIFEST for name in (kit.id, f"{kit.id}-changed"))
    builds = [
        StateChoice(str(file.parent), f"{build_time(file)} · {file.parent}") for file in manifests if file.is_file()
    ]
    found = revisions(folder)
    labels = (f"{one.name} · {one.day} {one.subject}"[:MOST_CHARACTERS] for one in found)
    return (*builds, *(StateChoice(one.name, label) for one, label in zip(found, labels, strict=True)))


class StateCache:
    """The most recent states of a kit in a folder, by what they hold."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._states: dict[tuple[str, str, str], Snapshot] = {}

    def read(self, name: str, kit: str, language: str) -> Snapshot:
        """A state in one language. Raises what `read_state` does."""
        key = (language, name, self.stamp(name))
        found = self._states.pop(key, None)
        if found is None:
            options = Options(out=Path(), languages=(language,))
            if name == str(self._folder):  # as the proof shows it, also with faults
                found = take_snapshot(load(self._folder), options, name, faulty=True)
            else:
                found = read_state(name, self._folder, kit, options)
        self._states[key] = found
        for outdated in list(self._states)[:-MOST_STATES]:
            del self._states[outdated]
        return self._states[key]

    def stamp(self, name: str) -> str:
        """What changes with a state: the time of a build, the build id of a folder, the commit of a revision."""
        path = Path(name)
        if is_build(path):
            return str((path / MANIFEST if path.is_dir() else path).stat().st_mtime_ns)
        if path.is_dir():
            return build_id(open_folder(path, Findings()))
        return "" if path.exists() else commit_id(name, self._folder)
