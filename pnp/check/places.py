"""Lines of a kit's files, looked up when something is found there, and findings at them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.findings import Finding, Findings, Place, Severity
from pnp.kit.folder import KitFolder

if TYPE_CHECKING:
    from pnp.kit.lines import KeyPath
    from pnp.kit.source import Document


def key_place(folder: KitFolder, name: str, path: KeyPath, column: str = "") -> Place:
    """The place of a key of a TOML file, called by its last part or by `column`; of the file, if it is not there."""
    document = _document(folder, name)
    return Place(folder.shown(name), document.source.line(path) if document else 0, column or str(path[-1]))


def finding_at(severity: Severity, code: str, place: Place, key: str, message: str, hint: str) -> Finding:
    """What is found at a key of the table that a word stands in."""
    return Finding(severity, code, Place(place.file, place.row, key), message, hint)


@lru_cache(maxsize=4)
def _document(folder: KitFolder, name: str) -> Document | None:
    """A file is read once for all its keys, of which thousands may be asked for."""
    from pnp.kit.source import read_document  # most kits have nothing to be looked up

    return read_document(folder, name, Findings())
