"""Warnings that the kit's maker has looked at and accepts: `accept` of components and of what faces draw."""

from __future__ import annotations

from functools import lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import msgspec

from pnp.findings import Finding, Findings, Place, Severity
from pnp.kit import Kit
from pnp.kit.folder import KitFolder
from pnp.kit.model import Leaflet

if TYPE_CHECKING:
    from pnp.kit.lines import KeyPath
    from pnp.kit.source import Document


def set_aside(kit: Kit, findings: Findings) -> None:
    """Sets aside what the kit accepts."""
    components = {component.id: component.accept for component in kit.components if component.accept}
    leaflets = {
        component.file: component.accept
        for component in kit.components
        if isinstance(component, Leaflet) and component.accept
    }
    draws = {(face.file, draw.row): draw.accept for face in kit.faces.values() for draw in face.draws if draw.accept}
    if not components and not draws:
        return

    def meant(finding: Finding) -> bool:
        place = finding.place
        begun = [one for one in kit.components if place.file == kit.file and one.line <= place.row]
        of_table = begun[-1].accept if begun else ()
        of_component = components.get(finding.card.partition(" ")[0], ())
        of_leaflet = leaflets.get(PurePosixPath(place.file).name.partition(".")[0], ())
        return finding.code in (*of_table, *of_component, *of_leaflet, *draws.get((place.file, place.row), ()))

    findings.accept(meant)


class TrimDistances(msgspec.Struct, frozen=True):
    """Lengths in mm of the face: how far words, and how far signs and lines along the cut, keep from the trim, by the
    second number of each in pieces narrower than `small`; and how far grounds go on beyond it.

    `name` is who asks, if it is not the knife at home.
    """

    words: tuple[float, float] = (2.6, 0.8)
    art: tuple[float, float] = (0.8, 0.4)
    bleed: float = 1.0
    small: float = 20.0
    name: str = ""

    def words_clear(self, width: float, height: float) -> float:
        """What words of a piece of this size keep from its trim."""
        return self.words[1 if min(width, height) < self.small else 0]

    @property
    def hint(self) -> str:
        return "move it inwards" if self.name else "keep it in the box “safe”"

    def told(self, clear: float) -> str:
        """A distance, and who asks for it."""
        return f"{clear:.3g}" + (f", which {self.name} asks for" if self.name else "")

    def art_clear(self, width: float, height: float) -> float:
        """What signs and lines of a piece of this size keep from its trim."""
        return self.art[1 if min(width, height) < self.small else 0]


HOME = TrimDistances()
"""Cutting by hand: 2.6 mm may hurt words; small pieces, dice and tokens, cannot spare so much, and their ground runs on
over the cut. Signs and lines nearer than 0.8 mm show each slip of the knife. The press itself keeps no more bleed
than 1 mm where paper is short."""


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
