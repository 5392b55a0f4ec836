"""What is measured of a word's text on a face: how large it is set, what it takes, its colour on its ground."""

from __future__ import annotations

import msgspec

from pnp.check.faces import COVERED, letters, needed_contrast
from pnp.check.ground import Ground
from pnp.check.leaves import changed, scale, texts
from pnp.face.layout import Layout
from pnp.findings import KitError
from pnp.kit import Kit, expand
from pnp.kit.model import AnyComponent
from pnp.kit.structs import BadValueError
from pnp.scene import IDENTITY, Colour, Group, Item, Matrix, Scene, Text
from pnp.scene.colour import contrast
from pnp.sheet.parts import piece_faces
from pnp.studio.proof import Mode, Shown
from pnp.text.fonts import FontBook


class Setting(msgspec.Struct, frozen=True):
    """The text of a word as it is set: its least and largest size in pt, its typefaces, the lines and millimetres it
    takes, its colour with the one beneath it that is nearest to it, and the contrast of the two, with what is `needed`.
    """

    sizes: tuple[float, float]
    fonts: tuple[str, ...]
    lines: int
    width: float
    height: float
    colour: Colour
    ground: Colour
    contrast: float
    needed: float


def setting(
    kit: Kit, mode: Mode, component: AnyComponent, shown: Shown, line: int, file: str, matrix: Matrix = IDENTITY
) -> Setting | None:
    """The text that the word of a line of a file draws on a face, `matrix` the way there from the mm of its own; None,
    if it draws none."""
    layout = Layout(kit, mode[0], ink=mode[1])
    try:
        record = next((row for row, _ in expand(kit, component) if (row.key if row else "") == shown.key), None)
        scene = dict(piece_faces(kit, layout, component, record)).get(shown.side)
    except (KitError, BadValueError):
        return None
    laid = next((one for one in reversed(layout.laid) if one.scene is scene), None)
    items = tuple(
        Group((item,), matrix)
        for origin in (laid.origins if laid else ())
        if origin.place.row == line and origin.place.file.endswith(file)
        for item in origin.items
    )
    return _of(items, scene, FontBook(kit.theme.fonts, kit.folder)) if scene else None


def _of(items: tuple[Item, ...], scene: Scene, fonts: FontBook) -> Setting | None:
    runs = [(text, matrix) for text, matrix in texts(items) if text.text.strip()]
    if not runs:
        return None
    boxes = [letters(text, matrix, fonts) for text, matrix in runs]
    sizes = [text.size * scale(matrix) for text, matrix in runs]
    beneath = Ground(msgspec.structs.replace(scene, items=changed(scene.items, _no_text), codes=(), keep=()), fonts)
    text, matrix = runs[0]
    shades = {shade: share for shade, share in beneath.colours(boxes[0]).items() if share > COVERED}
    ground = min(shades, key=lambda shade: contrast(text.colour, shade), default=text.halo or "#FFFFFF")
    if text.halo:
        ground = text.halo
    return Setting(
        sizes=(min(sizes), max(sizes)),
        fonts=tuple(dict.fromkeys(text.font for text, _ in runs)),
        lines=len({round(box.bottom, 1) for box in boxes}),
        width=max(box.right for box in boxes) - min(box.x for box in boxes),
        height=max(box.bottom for box in boxes) - min(box.y for box in boxes),
        colour=text.colour,
        ground=ground,
        contrast=contrast(text.colour, ground),
        needed=needed_contrast(text, matrix),
    )


def _no_text(item: Item) -> Item | None:
    return None if isinstance(item, Text) else item
