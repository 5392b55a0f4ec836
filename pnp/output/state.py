"""What kits and the press are made of, as digests: the same as long as nothing of it changes."""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache as once
from hashlib import sha256
from pathlib import Path

import pnp
from pnp.findings import Findings
from pnp.kit.folder import LESSONS, KitFolder, open_folder, printed_digest

_MADE = ("__pycache__", "cards")
"""Folders of the press whose files are no part of it: bytecode, and kits, which are looked at by themselves."""
_INSTALLED = (".dist-info", ".egg-info")


def kit_state(folder: Path) -> str:
    """What stands for a kit as it is read from here: the folder's name, and the contents of all its files. "" for a
    folder in which something cannot be read."""
    opened = whole(folder)
    return state_of(opened) if opened else ""


def whole(folder: Path) -> KitFolder | None:
    """A kit's files; None where there is something that cannot be read."""
    findings = Findings()
    try:
        opened = open_folder(folder, findings)
    except OSError:
        return None
    return None if len(findings) or "kit.toml" not in opened.files else opened


def state_of(opened: KitFolder) -> str:
    """As `kit_state`, of files that were listed just now."""
    try:
        digest = sha256(f"{opened.root}\0{opened.label}\0{printed_digest(opened)}\0".encode(errors="surrogateescape"))
        for name in opened.names(LESSONS):
            data = opened.files[name].read_bytes()
            digest.update(f"{name}\0{len(data)}\0".encode())
            digest.update(data)
    except OSError:
        return ""
    return digest.hexdigest()


@once
def press_state() -> str:
    """What stands for the press and all that it prints with: its own files by size and time, as Python itself knows
    changed ones, and the installed packages, typefaces among them, by name and version."""
    parts = (sys.version, zlib.ZLIB_RUNTIME_VERSION, *sorted(_files(pnp.__path__[0])), *_packages())
    return sha256("\0".join(parts).encode(errors="surrogateescape")).hexdigest()


def _files(folder: str) -> Iterator[str]:
    with os.scandir(folder) as found:
        for entry in found:
            if entry.name in _MADE:
                continue
            if entry.is_dir():
                yield from _files(entry.path)
            else:
                status = entry.stat()
                yield f"{entry.path} {status.st_size} {status.st_mtime_ns}"


def _packages() -> Iterator[str]:
    for folder in sys.path:
        with suppress(OSError), os.scandir(folder or ".") as found:  # archives, and folders that are not there
            yield from sorted(entry.name for entry in found if entry.name.endswith(_INSTALLED))
