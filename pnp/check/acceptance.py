"""Warnings that the kit's maker has looked at and accepts: `accept` of components and of what faces draw."""

from __future__ import annotations

from pathlib import PurePosixPath

from pnp.findings import Finding, Findings
from pnp.kit import Kit
from pnp.kit.model import Leaflet


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
