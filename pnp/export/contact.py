"""A contact sheet: all different faces of a kit on one picture, component by component, with their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from PIL import Image

from pnp.check.face_rules import GlyphCheck
from pnp.export.canvas import Canvas
from pnp.export.options import Export
from pnp.export.pictures import Camera, encoded
from pnp.export.pieces import Piece, shown_pieces
from pnp.export.setting import thickness
from pnp.export.written import Written
from pnp.face.layout import Layout
from pnp.kit import Kit
from pnp.kit.model import AnyComponent, Faced
from pnp.render.png import scene_pictures
from pnp.scene import Group, Item, Page, Scene
from pnp.sheet.options import BadOptionError, Selection
from pnp.text.label import line, width_of

WIDTH = 4000
ACROSS = 800.0
"""Millimetres of the sheet: ten poker cards and what is between them."""
EDGE, GAP, BETWEEN = 22.0, 5.0, 16.0
"""Round everything, between faces, between components."""
ABOVE = 6.0
"""What marks on capitals may take of the room above a heading."""
TALLEST = 170.0
"""A face that is higher is shown smaller."""
HEADING, TITLE, SMALL = 14.0, 26.0, 16.0
"""Height of a component's heading in mm; type in points."""
HIGHEST = 12_000
"""Pixels, of a sheet."""
GROUND, INK, SOFT = "#EDE6D8", "#2B2320", "#6E6256"


class _Block(msgspec.Struct, frozen=True):
    """The faces of a component: how small, the top left of each below its heading, and the room that all take; where
    rows begin at the right, its top right, and how far that is from theirs."""

    component: AnyComponent
    count: int
    faces: Sequence[Scene]
    scale: float
    places: Sequence[tuple[float, float]]
    width: float
    height: float


def contact(kit: Kit, layout: Layout, selection: Selection, export: Export) -> Iterator[Written]:
    """One picture; a face that several pieces share is shown once. Raises BadOptionError if it would be too high, or
    empty."""
    rows = _rows([_block(component, found, layout) for component, found in shown_pieces(kit, layout, selection)])
    height = 2 * EDGE - BETWEEN + sum(BETWEEN + max(block.height for block in row) for row in rows)
    width = export.width or WIDTH
    if height * width / ACROSS > HIGHEST:
        most = int(HIGHEST * ACROSS / height)
        raise BadOptionError(f"the contact sheet would be too high; ask for --width {most} or less, or use --only")
    canvas = Canvas(ACROSS, height, width / ACROSS, GROUND)
    camera = Camera(layout, export.print.ink)
    glyphs = GlyphCheck(kit, layout.language, layout.sheet_fonts)
    top = EDGE
    for row in rows:
        left = EDGE
        for block in row:
            words, _ = _words(block.component, block.count, layout)
            layout.findings.extend(glyphs.inspect(Page(block.width, HEADING, words), "contact", "contact.png"))
            _lay(canvas, camera, block, left, top, layout)
            left += block.width + BETWEEN
        top += BETWEEN + max(block.height for block in row)
    picture = canvas.finished()
    yield Written("contact.png", "picture", encoded(picture, "png"), picture.width, picture.height)


def _different(component: AnyComponent, found: Sequence[Piece]) -> list[Scene]:
    """The faces of all pieces, fronts first, each once; no backs that are as the fronts."""
    sides = [item for piece in found for item in piece.faces.items()]
    alike = isinstance(component, Faced) and component.back == component.face
    scenes = [scene for side, scene in sides if side != "back"]
    scenes += [scene for side, scene in sides if side == "back" and not alike]
    return list({id(scene): scene for scene in scenes}.values())


def _block(component: AnyComponent, found: Sequence[Piece], layout: Layout) -> _Block:
    """A component's faces in rows, all at one scale."""
    faces = _different(component, found)
    room = ACROSS - 2 * EDGE
    scale = min(1.0, *(min(TALLEST / scene.height, room / scene.width) for scene in faces))
    places = list[tuple[float, float]]()
    left = top = lower = across = 0.0
    for scene in faces:
        width, height = scene.width * scale, scene.height * scale
        if left and left + width > room:
            left, top = 0.0, lower + GAP
        places.append((left, top))
        left, lower, across = left + width + GAP, max(lower, top + height), max(across, left + width)
    title = _words(component, sum(piece.copies for piece in found), layout)[1]
    count = sum(piece.copies for piece in found)
    return _Block(component, count, faces, scale, places, max(across, title), HEADING + lower)


def _rows(blocks: Sequence[_Block]) -> list[list[_Block]]:
    """Components in their order, beside one another where they find room."""
    rows = list[list[_Block]]()
    for block in blocks:
        used = sum(other.width + BETWEEN for other in rows[-1]) if rows else 0.0
        if rows and used + block.width <= ACROSS - 2 * EDGE:
            rows[-1].append(block)
        else:
            rows.append([block])
    return rows


def _lay(canvas: Canvas, camera: Camera, block: _Block, left: float, top: float, layout: Layout) -> None:
    turned = layout.fonts.right_to_left
    heading, width = _heading(block, layout, canvas.dpi)
    canvas.write(heading, ACROSS - left - width if turned else left, top - ABOVE)
    pictures = camera.cut(block.faces, canvas.dpi * block.scale)
    for scene, (x, y), picture in zip(block.faces, block.places, pictures, strict=True):
        across, down = left + x + scene.width * block.scale / 2, y + scene.height * block.scale / 2
        thick = min(1.2, thickness(block.component))
        canvas.lay(picture, ACROSS - across if turned else across, top + HEADING + down, thickness=thick)


def _words(component: AnyComponent, count: int, layout: Layout) -> tuple[tuple[Item, ...], float]:
    """A component's title and behind it how many there are, and how wide that is."""
    fonts = layout.sheet_fonts
    title, number = component.title[layout.language], f"× {count}"
    named, counted = width_of(title, "display", TITLE, fonts), width_of(number, "text", SMALL, fonts)
    at, behind = (counted + 3.0, 0.0) if fonts.right_to_left else (0.0, named + 3.0)
    words = (
        *line(title, at, 9.0, "display", TITLE, INK, fonts),
        *line(number, behind, 9.0, "text", SMALL, SOFT, fonts),
    )
    return words, named + 3.0 + counted


def _heading(block: _Block, layout: Layout, dpi: float) -> tuple[Image.Image, float]:
    """The words over a component, on a clear ground, and how wide they are."""
    words, width = _words(block.component, block.count, layout)
    lowered = Group(words, (1.0, 0.0, 0.0, 1.0, 0.0, ABOVE))
    scene = Scene(width + 2.0, ABOVE + HEADING, 0.0, (lowered,))
    (shown,) = scene_pictures([scene], fonts=layout.fonts, dpi=dpi)
    grey = shown.convert("L")
    inked = Image.new("RGBA", grey.size, INK)
    inked.putalpha(grey.point(lambda value: 255 - value))
    return inked, width
