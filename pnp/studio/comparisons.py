"""States that a kit can be compared with, and how many of its pieces have changed."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from pnp.build.manifest import MANIFEST
from pnp.diff.compare import ChangeWords, Comparison, compare
from pnp.diff.snapshot import (
    Snapshot,
    SnapshotError,
    build_time,
    commit_id,
    is_build,
    read_state,
    revisions,
    take_snapshot,
)
from pnp.findings import Findings, KitError
from pnp.kit import Kit
from pnp.kit.folder import build_id, open_folder
from pnp.sheet.options import BadOptionError, Options

LONGEST_TITLE = 60


class ComparableState(msgspec.Struct, frozen=True):
    """A build or revision: its name for `pnp diff`, and a title with its date."""

    name: str
    title: str


def comparable_states(folder: Path, out: Path, kit: Kit) -> tuple[ComparableState, ...]:
    """What a kit can be compared with: its builds in `out`, then revisions of git."""
    builds = [out / name for name in (kit.id, f"{kit.id}-changed") if (out / name / MANIFEST).is_file()]
    found = [ComparableState(str(one), f"{build_time(one / MANIFEST)} · {one}") for one in builds]
    for one in revisions(folder):
        found.append(ComparableState(one.name, f"{one.name} · {one.day} {one.subject}"[:LONGEST_TITLE]))
    return tuple(found)


def compare_states(kit: Kit, old: str, new: str, language: str, reader: str = "en") -> Comparison:
    """Compares two states of a kit in a language; `reader` is the language of the statements.

    The kit's own folder is laid out with its faulty faces. Raises KitError, SnapshotError, BadOptionError, OSError.
    """
    before, after = (
        take_snapshot(kit, Options(out=Path(), languages=(language,)), name, faulty=True)
        if name == str(kit.folder)
        else _earlier_state(name, state_version(name, kit.folder), kit.folder, kit.id, language)
        for name in (old, new)
    )
    return compare(before, after, language, ChangeWords(reader))


@lru_cache(maxsize=4)
def _earlier_state(name: str, version: str, folder: Path, kit: str, language: str) -> Snapshot:
    """A build, revision or other folder; read once for each of its versions."""
    return read_state(name, folder, kit, Options(out=Path(), languages=(language,)))


def state_version(name: str, folder: Path) -> str:
    """A text that changes with a state: the time of a build, the build id of a folder, the commit of a revision."""
    path = Path(name)
    if is_build(path):
        return str((path / MANIFEST if path.is_dir() else path).stat().st_mtime_ns)
    if path.is_dir():
        return build_id(open_folder(path, Findings()))
    return "" if path.exists() else commit_id(name, folder)


def count_changed(folder: Path, out: Path, kit: Kit) -> int | None:
    """How many pieces differ from the last build, else from the last revision; None without either."""
    last = next(iter(comparable_states(folder, out, kit)), None)
    if last is None:
        return None
    try:
        return len(compare_states(kit, last.name, str(kit.folder), kit.languages[0]).changes)
    except (KitError, SnapshotError, BadOptionError, OSError):
        return None
