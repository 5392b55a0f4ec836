"""What the two arguments of `pnp diff` name: a kit's folder or name, a build, or a revision of a kit in git."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

from msgspec.structs import replace

from pnp.changes.git import day_of, empty_folders, folder_at
from pnp.changes.snapshot import Snapshot, SnapshotError, is_build, kit_of, read, taken
from pnp.collection import choose, is_kit, known_kits
from pnp.findings import Finding, KitError
from pnp.kits import load
from pnp.sheet.options import Options

Take: TypeAlias = Callable[[str, Callable[[], Snapshot]], Snapshot]
"""Gives a state by its name: as it is made, or as it was kept."""


def _made(name: str, made: Callable[[], Snapshot]) -> Snapshot:
    return made()


def both(
    old: str, new: str, options: Options, home: Path | None = None, take: Take = _made
) -> tuple[Snapshot, Snapshot]:
    """The two states. A revision is one of the kit in `home`, else of the one that the other argument names, else of
    the folder one stands in.

    Raises SnapshotError if one is none of these, or if they are of different kits; KitError if a kit cannot be laid
    out; BadOptionError if it has not what the options name.
    """
    home = home or next((folder for name in (new, old) if (folder := kit_folder(name))), None) or _kit_here()
    other = next((kit for name in (new, old) if (kit := kit_of(Path(name)))), "")
    first, second = (take(name, partial(_state, name, home, other, options)) for name in (old, new))
    if first.kit != second.kit:
        raise SnapshotError(f"{old} is of the kit '{first.kit}', {new} of '{second.kit}'")
    return first, second


def _state(name: str, home: Path, kit: str, options: Options) -> Snapshot:
    if folder := kit_folder(name):
        return taken(load(folder), options, where=name, traced=True)
    path = Path(name)
    if path.exists():
        kit = kit or (load(home).id if (home / "kit.toml").is_file() else "")
        return read(path, kit if not is_build(path) else "")
    if not (home / "kit.toml").is_file():
        raise SnapshotError(f"'{name}' is no kit and no build; for a revision, name the kit's folder beside it")
    with folder_at(name, home) as folder:
        try:
            found = taken(load(folder), options, where=name, traced=True)
        except KitError as error:
            left_out = ", ".join(empty_folders(folder))
            raise KitError(_of_then(one, folder, name, left_out) for one in error.findings) from None
    return replace(found, fonts=None, when=day_of(name, home))  # the folder is gone


def _of_then(finding: Finding, folder: Path, revision: str, submodules: str) -> Finding:
    """A finding of a kit that was unpacked for a while, as git names its files: `HEAD~1:mygame/kit.toml`."""
    if submodules:
        hint = f"git submodules are not looked into ({submodules}): check {revision} out with them, name that folder"
        finding = replace(finding, hint=hint)
    file = finding.place.file.replace(folder.resolve().as_posix(), f"{revision}:{folder.name}")
    return replace(finding, place=replace(finding.place, file=file))


def _kit_here() -> Path:
    """The kit that is meant where none is named, if it is one."""
    try:
        (kit,) = choose(())
    except (KitError, ValueError):
        return Path()
    return kit.folder


def kit_folder(name: str) -> Path | None:
    """The folder of a kit, and None for what a build left."""
    path = Path(name)
    return path if is_kit(path) else known_kits().get(name) if not path.exists() else None
