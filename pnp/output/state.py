"""What kits and the press are made of, as digests: the same as long as nothing of it changes."""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Iterator
from functools import cache as once
from pathlib import Path

import pnp
from pnp.digests import sha256, sha256_of
from pnp.findings import Findings
from pnp.kit.folder import KitFolder, open_folder

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
    digest = sha256_of(sum(size for _, size in opened.stamps.values()))
    # Names are bytes to some systems, and not always of UTF-8.
    digest.update(f"{opened.root}\0{opened.label}\0".encode(errors="surrogateescape"))
    try:
        for name, path in sorted(opened.files.items()):
            data = path.read_bytes()
            digest.update(f"{name}\0{len(data)}\0".encode(errors="surrogateescape"))
            digest.update(data)
    except OSError:
        return ""
    return digest.hexdigest()


@once
def press_state() -> str:
    """What stands for the press and all that it prints with: its own files by size and time, as Python itself knows
    changed ones, and the installed packages, typefaces among them, by name and version."""
    digest = sha256(f"{sys.version}\0{zlib.ZLIB_RUNTIME_VERSION}\0".encode())
    for part in (*_files(Path(pnp.__path__[0])), *_packages()):
        digest.update(f"{part}\0".encode())
    return digest.hexdigest()


def _files(folder: Path) -> Iterator[str]:
    with os.scandir(folder) as found:
        entries = sorted((entry for entry in found if entry.name not in _MADE), key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir():
            yield from _files(Path(entry.path))
        else:
            status = entry.stat()
            yield f"{entry.path} {status.st_size} {status.st_mtime_ns}"


def _packages() -> Iterator[str]:
    for folder in filter(Path.is_dir, map(Path, sys.path)):
        yield from sorted(path.name for path in folder.iterdir() if path.suffix in _INSTALLED)
