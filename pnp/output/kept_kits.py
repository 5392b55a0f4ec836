"""Kits that were read before, by what is in their files: a kit of which nothing changed is there in milliseconds. Of
one that did change, no TOML file is read again that is as it was when the kit in that folder was read last.

What was found in a kit is kept with it, and is told again each time.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from pnp.findings import Finding, Findings
from pnp.kit import Kit
from pnp.kit.faces import Memory
from pnp.kit.folder import KitFolder, Stamps
from pnp.kit.stamps import is_as_listed
from pnp.kits import listed, read_listed
from pnp.output.cache import Cache
from pnp.output.kept_values import packed, unpacked
from pnp.output.state import state_of


class _Kept(msgspec.Struct, frozen=True):
    """A kit without errors, and what else was found in it."""

    kit: Kit
    findings: tuple[Finding, ...]


class KeptKit:
    """The kit in a folder, as it was read before, or is read now; what was found in it, and its files."""

    def __init__(self, folder: Path, cache: Cache) -> None:
        self.findings = Findings()
        self._cache = cache
        self._new: dict[str, _Kept | Memory] = {}
        self._opened = listed(folder, self.findings)
        self.stamps: Stamps = self._opened.stamps if self._opened else {}
        self.kit = self._read(self._opened) if self._opened else None

    def _read(self, opened: KitFolder) -> Kit | None:
        """As `pnp.kits.read`, but for what is known."""
        state = "" if len(self.findings) or not self._cache.kept else state_of(opened)
        if not state:
            return read_listed(opened, self.findings)
        whole = self._cache.key("kit", (), state)
        if known := unpacked(self._cache.known(whole), _Kept):
            self.findings.extend(known.findings)
            return known.kit
        single = self._cache.key("memory", (), str(opened.root), opened.label)
        memory = unpacked(self._cache.known(single), Memory) or Memory()
        kit = read_listed(opened, self.findings, memory)
        if kit and not self.findings.errors:
            self._new = {whole: _Kept(kit, tuple(self.findings.each())), single: memory}
        return kit

    def keep(self) -> None:
        """Keeps a kit that was read now, if it was not saved meanwhile."""
        if self._new and self._opened and is_as_listed(self._opened):
            for key, value in self._new.items():
                self._cache.put(key, packed(value))
