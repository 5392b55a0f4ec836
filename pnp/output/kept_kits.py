"""Kits that were read before, by what is in their files: a kit of which nothing changed is there in milliseconds.

What was found in a kit is kept with it, and is told again each time. Only values of the press come out of what is kept:
nothing that lies there is executed.
"""

from __future__ import annotations

import io
import pickle
from contextlib import suppress
from pathlib import Path

import msgspec

from pnp.findings import Findings
from pnp.kit import Kit
from pnp.kits import read
from pnp.output.cache import Cache
from pnp.output.state import kit_state

PROTOCOL = 5
_BROKEN = (pickle.UnpicklingError, AttributeError, EOFError, ImportError, LookupError, TypeError, ValueError)
"""What comes of bytes that are not what was kept."""


def read_kept(folder: Path, cache: Cache) -> tuple[Kit | None, Findings]:
    """As `pnp.kits.read`; a kit without errors is kept."""
    key = _key(folder, cache) if cache.kept else ""
    if not key:
        return read(folder)
    data = cache.known(key)
    if data is not None:
        with suppress(*_BROKEN):
            return _unpacked(data)
    kit, findings = read(folder)
    if kit is not None and not findings.errors and _key(folder, cache) == key:  # else it was saved while it was read
        cache.put(key, pickle.dumps((kit, tuple(findings.each())), PROTOCOL))
    return kit, findings


def _key(folder: Path, cache: Cache) -> str:
    """A name for a kit as it is read from here; none for a folder in which something cannot be read."""
    state = kit_state(folder)
    return cache.key("kit", (), state) if state else ""


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


def _unpacked(data: bytes) -> tuple[Kit, Findings]:
    kit, found = _Unpickler(io.BytesIO(data)).load()
    if not isinstance(kit, Kit):
        raise pickle.UnpicklingError("is no kit")
    findings = Findings()
    findings.extend(found)
    return kit, findings
