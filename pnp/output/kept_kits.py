"""Kits as they were read last, by their folders: one of which nothing changed is there in milliseconds, and of one that
did change, no face is read again that is as it was.

What was found in a kit is kept with it, and is told again each time.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from pnp.findings import Finding, Findings
from pnp.kit import Kit
from pnp.kit.faces import Remembered
from pnp.kit.folder import KitFolder, Stamps
from pnp.kit.stamps import changed, stamps
from pnp.kits import listed, read_listed
from pnp.output.cache import Cache
from pnp.output.kept_values import packed, unpacked
from pnp.output.state import state_of


class _Kept(msgspec.Struct, frozen=True):
    """A kit without errors, what stands for the files that it was read from, and its faces with theirs."""

    state: str
    kit: Kit
    findings: tuple[Finding, ...]
    faces: dict[str, Remembered]


class KeptKit:
    """The kit in a folder, as it was read last, or is read now."""

    def __init__(self, folder: Path, cache: Cache) -> None:
        self.findings = Findings()
        self._folder = folder
        self._cache = cache
        self._key = ""
        self._new: _Kept | None = None
        opened = listed(folder, self.findings)
        self.stamps: Stamps = opened.stamps if opened else {}
        self.kit = self._read(opened) if opened else None

    def _read(self, opened: KitFolder) -> Kit | None:
        """As `pnp.kits.read`, but for what is known."""
        state = "" if len(self.findings) or not self._cache.kept else state_of(opened)
        if not state:
            return read_listed(opened, self.findings)
        self._key = self._cache.key("kit", (), str(opened.root), opened.label)
        last = unpacked(self._cache.known(self._key), _Kept)
        if last and last.state == state:
            self.findings.extend(last.findings)
            return last.kit
        faces = last.faces if last else {}
        kit = read_listed(opened, self.findings, faces)
        if kit and not self.findings.errors:
            faces = {name: faces[name] for name in sorted(faces.keys() & opened.files.keys())}
            self._new = _Kept(state, kit, tuple(self.findings.each()), faces)
        return kit

    def keep(self) -> None:
        """Keeps a kit that was read now, if it was not saved meanwhile."""
        if self._new and not changed(self.stamps, stamps(self._folder)):
            self._cache.put(self._key, packed(self._new))
