"""A picture of the table: the board with pieces on it, decks, tokens and figures around it, seen from above."""

from __future__ import annotations

import math
from collections.abc import Iterator

from PIL import Image

from pnp.export.arrangement import SHAPE, arrange
from pnp.export.canvas import Canvas
from pnp.export.options import Export
from pnp.export.pictures import Camera, encoded
from pnp.export.setting import THICKNESS, Lying
from pnp.export.written import Written
from pnp.face.layout import Layout
from pnp.kit import Kit
from pnp.scene import Box
from pnp.sheet.options import BadOptionError, Selection

WIDTH = 2400
EDGE = 34.0
"""Millimetres of cloth round everything."""
CLOTH = "#7A5D48"
CARD_EDGE, BOARD_EDGE = "#F1EBDF", "#A89E8E"
HIGHEST = 45.0
"""Millimetres: of a higher pile so much is seen, for it would hide what lies below it."""
STANDING = 9.0
"""How high the middle of a standing figure is, for its shadow."""


def table(kit: Kit, layout: Layout, selection: Selection, export: Export) -> Iterator[Written]:
    """One picture. Raises BadOptionError if nothing can be shown."""
    arrangement = arrange(kit, layout, selection)
    if not arrangement.things:
        raise BadOptionError("there is nothing to lay on a table; choose other components")
    frame = _framed(arrangement.box)
    canvas = Canvas(frame.width, frame.height, (export.width or WIDTH) / frame.width, CLOTH, cloth=True)
    camera = Camera(layout, export.print.ink)
    taken: dict[int, Image.Image] = {}
    different = list({id(thing.face): thing.face for thing in arrangement.things}.values())
    for scene, picture in zip(different, camera.cut(different, canvas.dpi), strict=True):
        taken[id(scene)] = picture
    for thing in arrangement.things:
        _lay(canvas, taken[id(thing.face)], thing, frame)
    picture = canvas.finished()
    yield Written("table.png", "picture", encoded(picture, "png"), picture.width, picture.height)


def _lay(canvas: Canvas, picture: Image.Image, thing: Lying, frame: Box) -> None:
    seen = min(1.0, HIGHEST / thing.thickness)
    canvas.lay(
        picture,
        thing.x - frame.x,
        thing.y - frame.y - (thing.face.height / 2 if thing.stands else 0.0),
        angle=thing.angle,
        thickness=1.0 if thing.stands else seen * thing.thickness,
        lift=STANDING if thing.stands else 0.0,
        edge=BOARD_EDGE if thing.thickness >= THICKNESS["board"] and thing.copies == 1 else CARD_EDGE,
        layers=math.ceil(seen * thing.copies),
    )


def _framed(box: Box) -> Box:
    """The box with cloth round it, in the shape of the picture."""
    wide = box.inset(-EDGE)
    width, height = max(wide.width, wide.height * SHAPE), max(wide.height, wide.width / SHAPE)
    return Box(wide.x - (width - wide.width) / 2, wide.y - (height - wide.height) / 2, width, height)
