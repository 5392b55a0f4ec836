"""Kits as they were read last, by their folders: one of which nothing changed is there in milliseconds, and of one that
did change, no face is read again that is as it was.

What was found in a kit is kept with it, and is told again each time. Only values of the press come out of what is kept:
nothing that lies there is executed.
"""

from __future__ import annotations

import io
import pickle
from contextlib import suppress
from pathlib import Path

import msgspec

from pnp.findings import Finding, Findings
from pnp.kit import Kit
from pnp.kit.faces import Remembered
from pnp.kit.folder import KitFolder, Stamps
from pnp.kit.stamps import changed, stamps
from pnp.kits import listed, read_listed
from pnp.output.cache import Cache
from pnp.output.state import state_of

PROTOCOL = 5
_BROKEN = (pickle.UnpicklingError, AttributeError, EOFError, ImportError, LookupError, TypeError, ValueError)
"""What comes of bytes that are not what was kept."""


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
        last = _unpacked(self._cache.known(self._key))
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
            self._cache.put(self._key, pickle.dumps(self._new, PROTOCOL))


class _Unpickler(pickle.Unpickler):
    """Finds the values of the press, and nothing else."""

    def find_class(self, module: str, name: str) -> object:
        if module == "pathlib":
            return type(Path())
        if (module, name) == ("msgspec._utils", "rebuild"):  # how values with named fields are made
            return super().find_class(module, name)
        found = super().find_class(module, name) if module.startswith("pnp.") else None
        if isinstance(found, type) and issubclass(found, msgspec.Struct):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no value of the press")


def _unpacked(data: bytes | None) -> _Kept | None:
    """What is kept; None if it is not there, or is something else."""
    if data is None:
        return None
    with suppress(*_BROKEN):
        found = _Unpickler(io.BytesIO(data)).load()
        if isinstance(found, _Kept) and isinstance(found.kit, Kit):
            return found
    return None
