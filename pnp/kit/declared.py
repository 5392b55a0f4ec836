"""What kit.toml names, before all else of a kit is read: enough to tell at once that a name is wrong."""

from __future__ import annotations

from pathlib import Path

import msgspec

from pnp.findings import Findings
from pnp.kit.folder import open_folder
from pnp.kit.source import read_document


class _Head(msgspec.Struct, frozen=True):
    languages: tuple[str, ...]


class _Component(msgspec.Struct, frozen=True):
    id: str


class Declared(msgspec.Struct, frozen=True):
    """A kit.toml, and of it the languages, and what components and profiles are called."""

    kit: _Head
    component: tuple[_Component, ...] = ()
    profile: dict[str, object] = {}


def declared(folder: Path) -> Declared | None:
    """What a kit declares; None if that cannot be told, which reading the kit says more of."""
    findings = Findings()
    try:
        opened = open_folder(folder, findings)
        document = read_document(opened, "kit.toml", findings)
        return None if document is None else msgspec.convert(document.values, Declared)
    except (OSError, msgspec.ValidationError):
        return None
