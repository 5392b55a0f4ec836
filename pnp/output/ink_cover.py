"""How much ink a component takes, measured on its faces."""

from __future__ import annotations

import io
import math
from collections import defaultdict

import pypdfium2
from PIL import Image, ImageStat

from pnp.check.leaves import pictures
from pnp.face.ink import InkMode
from pnp.face.layout import Layout
from pnp.kit import Kit
from pnp.output.faces import NamedScene, named_faces
from pnp.output.manifest import InkCover
from pnp.render.pdf import write_pdf
from pnp.render.png import scene_page
from pnp.sheet.selection import Selection

DPI = 150
"""A pixel is then as wide as the thinnest line, 0.17 mm: pdfium draws no line thinner than its pixels."""
MOST_FACES = 60
"""Of a component with more faces, so many are measured, evenly spread."""
ALL_FACES = 2_000
"""Of a kit with many components, so many in all, and at least one of each."""
MOST_PIXELS = 16_000_000
"""Faces larger than 68 cm square are measured more coarsely."""

ALL_PIXELS = 200_000_000
"""Of the pictures on the faces that are measured; those with more are not."""


def ink_cover(kit: Kit, language: str, selection: Selection, address: str) -> dict[str, InkCover]:
    """The mean cover of each component's faces, by component id, in both ink modes."""
    full = _measured(kit, language, "full", selection, address)
    low = _measured(kit, language, "low", selection, address)
    return {component: InkCover(full=full[component], low=low[component]) for component in full}


def _measured(kit: Kit, language: str, ink: InkMode, selection: Selection, address: str) -> dict[str, float]:
    layout = Layout(kit, language, ink=ink, address=address)
    faces: list[NamedScene] = []
    drawn = 0
    components = [component for component in kit.components if selection.holds(component)]
    most = min(MOST_FACES, max(1, ALL_FACES // max(1, len(components))))
    for component in components:
        found = list(named_faces(kit, layout, component, selection))
        for face in found[:: -(-len(found) // most)] if found else ():
            drawn += sum(math.prod(picture.pixels) for picture in pictures(face.scene.items))
            if drawn <= ALL_PIXELS:
                faces.append(face)
    if not faces:
        return {}
    pdf = io.BytesIO()
    write_pdf((scene_page(face.scene) for face in faces), pdf, fonts=layout.fonts, title="")
    covers: dict[str, list[float]] = defaultdict(list)
    document = pypdfium2.PdfDocument(pdf.getvalue())
    for index, face in enumerate(faces):
        dpi = min(DPI, math.sqrt(MOST_PIXELS / (face.scene.width * face.scene.height)) * 25.4)
        covers[face.component].append(_cover(document[index].render(scale=dpi / 72).to_pil().convert("RGB")))
    return {component: round(sum(values) / len(values), 3) for component, values in covers.items()}


def _cover(picture: Image.Image) -> float:
    """The share of cyan, magenta and yellow that the picture takes, of what a solid of all three would: 0 to 1."""
    return 1 - sum(ImageStat.Stat(picture).mean) / (3 * 255)
