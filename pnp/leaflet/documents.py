"""The leaflets of a kit, read from its folder."""

from __future__ import annotations

from pnp.findings import Finding, Findings, KitError
from pnp.kit import Kit
from pnp.kit.folder import open_folder, read_text
from pnp.kit.model import Leaflet
from pnp.leaflet.blocks import Document
from pnp.leaflet.parser import compare_rules, read_leaflet


def read_document(kit: Kit, leaflet: Leaflet, language: str) -> Document:
    """A leaflet in one language; its findings say what is wrong in it. Raises KitError if it is not text."""
    name = f"{leaflet.file}.{language}.md"
    findings = Findings()
    folder = open_folder(kit.folder, findings)
    text = read_text(folder, name, findings)
    if text is None:
        raise KitError(findings.errors)
    figures = [name for name, face in kit.faces.items() if face.size is not None]
    return read_leaflet(text, folder.shown(name), figures)


def uneven_rules(kit: Kit) -> tuple[Finding, ...]:
    """Findings for each rule that one language of a leaflet has and another lacks, or has in another place."""
    found: list[Finding] = []
    for component in kit.components:
        if isinstance(component, Leaflet):
            found.extend(compare_rules(read_document(kit, component, language) for language in kit.languages))
    return tuple(found)
