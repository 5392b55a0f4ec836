"""How much ink a component takes, measured on its faces."""

from __future__ import annotations

import io
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

import msgspec
from PIL import Image, ImageChops, ImageStat

from pnp.check.leaves import pictures
from pnp.face.ink import InkMode
from pnp.face.layout import Layout
from pnp.kit import Kit
from pnp.output.faces import NamedScene, named_faces
from pnp.output.manifest import InkCover, Inks
from pnp.render.pdf import write_pdf
from pnp.render.png import scene_page
from pnp.scene.colour import BLACK_RISES, SPARED, Black
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


LEAFLET_DPI, LEAFLET_STEP = 75, 4
"""Pages of leaflets are much alike: every fourth is measured, and that more coarsely."""
CM2 = 0.01
"""Square centimetres in a square millimetre."""
GREY_SLACK = 3
"""Of 255: parts of a grey that differ by no more were rounded."""


class Measured(msgspec.Struct, frozen=True):
    """A face, rendered: the share of cyan, magenta and yellow it shows, and what it takes of each ink, in cm² of solid
    colour."""

    cover: float
    inks: Inks


def ink_cover(
    kit: Kit, language: str, selection: Selection, address: str, ink: InkMode = "full", black: Black = "text"
) -> dict[str, InkCover]:
    """The mean cover of each component's faces, by component id, in both ink modes; the inks of a piece in one. At full
    ink, `black` goes out in black alone."""
    full = _measured(kit, language, "full", selection, address, black)
    low = _measured(kit, language, "low", selection, address, "all")
    return {
        component: InkCover(
            full=_mean(sides), low=_mean(low[component]), piece_cm2=_piece((full if ink == "full" else low)[component])
        )
        for component, sides in full.items()
    }


def leaflet_inks(pdf: bytes) -> Inks:
    """What a leaflet takes of each ink, in cm² of solid colour."""
    import pypdfium2

    found = Inks()
    with pypdfium2.PdfDocument(pdf) as document:
        count = len(document)
        sample = range(min(1, count - 1), count, LEAFLET_STEP)
        for index in sample:
            page = document[index]
            picture = page.render(scale=LEAFLET_DPI / 72).to_pil().convert("RGB")
            width, height = (side / 72 * 25.4 for side in page.get_size())
            found = found.plus(inks(picture), width * height * CM2 * count / len(sample))
    return found


def inks(picture: Image.Image) -> Inks:
    """The share of each ink that a picture takes, 0 to 1: the mean of `pnp.scene.colour.inks_of`."""
    red, green, blue = picture.split()
    least = ImageChops.darker(ImageChops.darker(red, green), blue)
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    mixed = ImageChops.subtract(most, least).point(lambda spread: 255 if spread > GREY_SLACK else 0)
    common = ImageChops.invert(most)
    black = common.point(lambda value: round(255 * (value / 255) ** BLACK_RISES))
    spared = black.point(lambda value: round(SPARED * value))
    coloured = (
        ImageStat.Stat(ImageChops.darker(ImageChops.subtract(ImageChops.invert(part), spared), mixed)).mean[0] / 255
        for part in (red, green, blue)
    )
    cyan, magenta, yellow = coloured
    alone = ImageStat.Stat(Image.composite(black, common, mixed)).mean[0] / 255
    return Inks(cyan=cyan, magenta=magenta, yellow=yellow, black=alone)


def _measured(
    kit: Kit, language: str, ink: InkMode, selection: Selection, address: str, black: Black
) -> dict[str, dict[str, list[Measured]]]:
    """Faces by component and side."""
    import pypdfium2

    layout = Layout(kit, language, ink=ink, address=address)
    faces: list[NamedScene] = []
    drawn = 0
    components = [component for component in kit.components if selection.holds(component)]
    most = min(MOST_FACES, max(1, ALL_FACES // max(1, len(components))))
    for component in components:
        sides: defaultdict[str, list[NamedScene]] = defaultdict(list)
        found = list(named_faces(kit, layout, component, selection))
        for face in found:
            sides[face.side].append(face)
        step = -(-len(found) // most) if found else 1
        for face in (face for side in sides.values() for face in side[::step]):
            drawn += sum(math.prod(picture.pixels) for picture in pictures(face.scene.items))
            if drawn <= ALL_PIXELS:
                faces.append(face)
    if not faces:
        return {}
    pdf = io.BytesIO()
    write_pdf((scene_page(face.scene) for face in faces), pdf, fonts=layout.fonts, title="", black=black)
    covers: dict[str, dict[str, list[Measured]]] = defaultdict(lambda: defaultdict(list))
    document = pypdfium2.PdfDocument(pdf.getvalue())
    for index, face in enumerate(faces):
        area = face.scene.width * face.scene.height
        dpi = min(DPI, math.sqrt(MOST_PIXELS / area) * 25.4)
        picture = document[index].render(scale=dpi / 72).to_pil().convert("RGB")
        taken = Inks().plus(inks(picture), area * CM2)
        covers[face.component][face.side].append(Measured(_cover(picture), taken))
    return covers


def _mean(sides: Mapping[str, Sequence[Measured]]) -> float:
    values = [face.cover for side in sides.values() for face in side]
    return round(sum(values) / len(values), 3)


def _piece(sides: Mapping[str, Sequence[Measured]]) -> Inks:
    """The mean face of each side, together."""
    found = Inks()
    for side in sides.values():
        for face in side:
            found = found.plus(face.inks, 1 / len(side))
    return found.rounded()


def _cover(picture: Image.Image) -> float:
    """The share of cyan, magenta and yellow that the picture takes, of what a solid of all three would: 0 to 1."""
    return 1 - sum(ImageStat.Stat(picture).mean) / (3 * 255)
