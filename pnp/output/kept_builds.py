"""Whole builds that were made before, by all that they depend on: one of which nothing changed is put into its folder
again, file by file, without anything that prints being imported.

It depends on the kit's files, on what is asked for, and on the press with the packages that it prints with.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePath

import msgspec
from msgspec.structs import replace

from pnp.findings import Finding, Findings
from pnp.kit.folder import KitFolder
from pnp.output.built import Built, Written
from pnp.output.cache import user_cache
from pnp.output.files import staged
from pnp.output.manifest import MANIFEST, Manifest
from pnp.output.state import state_of, whole
from pnp.sheet.options import Options

MOST_BYTES = 48 * 1024 * 1024
"""Of one build. Larger ones are made again: pictures of all faces would drive all else out of the cache."""


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    """The name of a build's folder, its files, what was found and what was accepted, and how many files and faces
    were rendered or known."""

    folder: str
    files: dict[str, bytes]
    findings: tuple[Finding, ...]
    accepted: tuple[Finding, ...]
    rendered: int
    faces: int


class KeptBuild:
    """A build of the kit in `folder` with these options, if it was made before; `known`: it was."""

    def __init__(self, folder: Path, options: Options) -> None:
        self._options = options
        self._cache = user_cache(options.cache)
        opened = whole(folder) if self._cache.kept else None
        self._stamps = opened.stamps if opened else {}
        self._key = self._name(opened) if opened else ""
        self._kept = _decoded(self._cache.known(self._key)) if self._key else None

    @property
    def known(self) -> bool:
        return self._kept is not None

    def built(self, make: Callable[[Written], Built]) -> Built:
        """The build as it was made before; else as `make` makes it, which is kept."""
        if self._kept is not None:
            return _put(self._kept, self._options.out)
        if not self._key:
            return make(None)
        files: dict[str, bytes] = {}
        built = make(lambda stage: files.update(_files(stage)))
        if files and built.stamps == self._stamps:  # else it is too large, or the kit was saved before it was printed
            self._cache.put(self._key, msgspec.msgpack.encode(_taken(built, files)))
        return built

    def _name(self, opened: KitFolder) -> str:
        state = state_of(opened)
        asked = repr(replace(self._options, out=Path(), cache=True))
        return self._cache.key("build", (), state, asked) if state else ""


def _put(kept: _Kept, out: Path) -> Built:
    with staged(out / kept.folder) as stage:
        for name, data in kept.files.items():
            (stage / name).parent.mkdir(parents=True, exist_ok=True)
            (stage / name).write_bytes(data)
    findings = Findings()
    findings.extend(kept.accepted)
    findings.accept(lambda finding: True)
    findings.extend(kept.findings)
    manifest = msgspec.json.decode(kept.files[MANIFEST], type=Manifest)
    return Built(out / kept.folder, manifest, findings, 0, kept.rendered, 0, kept.faces)


def _files(stage: Path) -> dict[str, bytes]:
    """The files of a build; none, if they are too large to be kept."""
    paths = sorted(path for path in stage.rglob("*") if path.is_file())
    if sum(path.stat().st_size for path in paths) > MOST_BYTES:
        return {}
    return {path.relative_to(stage).as_posix(): path.read_bytes() for path in paths}


def _taken(built: Built, files: dict[str, bytes]) -> _Kept:
    return _Kept(
        folder=built.folder.name,
        files=files,
        findings=tuple(built.findings.each()),
        accepted=tuple(built.findings.accepted.each()),
        rendered=built.rendered + built.reused,
        faces=built.faces_drawn + built.faces_known,
    )


def _decoded(data: bytes | None) -> _Kept | None:
    """What is kept; None if it is not there, or if its files would lie elsewhere."""
    if data is None:
        return None
    try:
        kept = msgspec.msgpack.decode(data, type=_Kept)
    except msgspec.MsgspecError:
        return None
    names = [PurePath(name) for name in (kept.folder, *kept.files)]
    inside = all(not name.is_absolute() and ".." not in name.parts for name in names)
    return kept if inside and MANIFEST in kept.files else None
