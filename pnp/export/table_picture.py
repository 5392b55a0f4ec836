"""A picture that is laid out of other pictures, each with its thickness and soft shadows.

Light falls from the upper left. Everything is in millimetres; `y` grows downwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random

import msgspec
from PIL import Image, ImageChops, ImageColor, ImageFilter, ImageOps

from pnp.check.face_rules import GlyphCheck
from pnp.export.pictures import Camera, Export, ExportedBytes, ExportPiece, all_pieces, encode_picture, shown_pieces
from pnp.export.table_setup import SHAPE, THICKNESS, TablePiece, arrange, thickness
from pnp.face.layout import Layout
from pnp.kit import Kit
from pnp.kit.model import AnyComponent, Card, Faced, TileSpec
from pnp.render.png import scene_pictures
from pnp.scene import Box, Group, Item, Matrix, Page, Scene, mapped
from pnp.sheet.options import BadOptionError, Selection
from pnp.text.block import line, width_of

FINER = 2
"""Pictures are composed so many times larger than they are, and made small in the end: turned edges stay smooth …"""
FINEST = 40_000_000
"""… but not where they would be composed of more pixels than this."""
LIGHT = (0.45, 0.8)
"""How far a shadow falls to the right and down for each mm that a thing stands high."""
NEAR, FAR = (0.22, 0.20, 0.42), (1.1, 1.3, 0.30)
"""The shadow at a thing's foot and that round it: its blur, in mm, for each mm of height and besides, and its dark."""
SEEN_EDGE = (0.10, 0.38)
"""How much of a thickness is seen at the right and below, of 1."""
SHADE = "#1A1208"
GRAIN, GRAIN_STRENGTH = 256, 10
"""The side of the tile of cloth in pixels, and how much lighter or darker its threads are, of 255."""
_SEED = 20


class PictureCanvas:
    """A canvas of so many mm, at `scale` pixels a mm: a colour, or cloth of it under a lamp, or see-through."""

    def __init__(self, width: float, height: float, scale: float, ground: str = "", *, cloth: bool = False) -> None:
        self._size = round(width * scale), round(height * scale)
        finer = FINER if self._size[0] * self._size[1] * FINER**2 <= FINEST else 1
        self._scale = scale * finer
        across, down = (side * finer for side in self._size)
        self._picture = _cloth(across, down, ground) if cloth else Image.new("RGBA", (across, down), ground or 0)

    @property
    def dpi(self) -> float:
        """The resolution at which pictures have to be taken that are laid on it."""
        return self._scale * 25.4

    def lay(
        self,
        picture: Image.Image,
        x: float,
        y: float,
        *,
        angle: float = 0.0,
        thickness: float = 0.3,
        lift: float = 0.0,
        edge: str = "#EFE8DA",
        layers: int = 1,
    ) -> None:
        """Lays a picture with its middle at (x, y), turned clockwise by `angle` degrees.

        It is `thickness` mm thick, with an `edge` of this colour, made of so many `layers`; it lies `lift` mm high.
        """
        turned = picture.rotate(-angle, Image.Resampling.BICUBIC, expand=True) if angle else picture
        left = round(x * self._scale - turned.width / 2)
        top = round(y * self._scale - turned.height / 2)
        alpha = turned.getchannel("A")
        for grows, least, dark in (FAR, NEAR):
            self._shadow(alpha, left, top, lift + thickness, grows, least, dark)
        self._edges(alpha, left, top, thickness, edge, layers)
        self._paste(turned, left, top)

    def write(self, picture: Image.Image, x: float, y: float) -> None:
        """Lays a flat picture with its top left there: words, which have no shadow."""
        self._paste(picture, round(x * self._scale), round(y * self._scale))

    def finish(self) -> Image.Image:
        """The picture in its own size; with three channels, where nothing of it is see-through."""
        small = self._picture
        if small.size != self._size:
            small = small.resize(self._size, Image.Resampling.BOX)
        return small.convert("RGB") if small.getchannel("A").getextrema()[0] == 255 else small

    def _shadow(
        self, alpha: Image.Image, left: int, top: int, height: float, grows: float, least: float, dark: float
    ) -> None:
        blur = (grows * height + least) * self._scale
        room = round(3 * blur)
        wide = ImageOps.expand(alpha, room).filter(ImageFilter.GaussianBlur(blur))
        shade = Image.new("RGBA", wide.size, SHADE)
        shade.putalpha(wide.point(lambda value: round(value * dark)))
        across, down = (round(share * height * self._scale) for share in LIGHT)
        self._paste(shade, left - room + across, top - room + down)

    def _edges(self, alpha: Image.Image, left: int, top: int, thickness: float, edge: str, layers: int) -> None:
        """The side of a thing: its shape, moved from below to above; a pile shows where one thing ends."""
        across, down = (share * thickness * self._scale for share in SEEN_EDGE)
        steps = max(2, round(down))
        light, dark = ImageColor.getrgb(edge)[:3], tuple(round(part * 0.72) for part in ImageColor.getrgb(edge)[:3])
        seen = min(layers, max(1, steps // 3))
        for step in range(steps, 0, -1):
            line = seen > 1 and (step * seen) % steps < seen
            side = Image.new("RGBA", alpha.size, (*(dark if line or step == steps else light), 255))
            side.putalpha(alpha)
            self._paste(side, left + round(across * step / steps), top + round(down * step / steps))

    def _paste(self, picture: Image.Image, left: int, top: int) -> None:
        """Lays a picture there, as far as it lies on the canvas."""
        width, height = self._picture.size
        box = max(0, -left), max(0, -top), min(picture.width, width - left), min(picture.height, height - top)
        if box[0] < box[2] and box[1] < box[3]:
            self._picture.alpha_composite(picture.crop(box), (left + box[0], top + box[1]))


def _cloth(width: int, height: int, colour: str) -> Image.Image:
    """A ground of cloth under a lamp: lighter in the middle, with a fine grain that hides the steps of the light."""
    middle = ImageColor.getrgb(colour)[:3]
    outside = tuple(round(part * 0.62) for part in middle)
    lit = ImageOps.invert(Image.radial_gradient("L")).resize((width, height), Image.Resampling.BICUBIC)
    ground = Image.composite(Image.new("RGB", lit.size, middle), Image.new("RGB", lit.size, outside), lit)
    grain = _grain(width, height)
    light = ImageChops.add(ground, Image.merge("RGB", (grain,) * 3), offset=-128)
    return light.convert("RGBA")


def _grain(width: int, height: int) -> Image.Image:
    """Threads, always the same: greys about 128."""
    noise = Image.frombytes("L", (GRAIN, GRAIN), Random(_SEED).randbytes(GRAIN * GRAIN))
    woven = ImageChops.blend(noise.resize((GRAIN, GRAIN // 8)).resize((GRAIN, GRAIN)), noise, 0.5)
    level = woven.point(lambda value: 128 + round((value - 128) * GRAIN_STRENGTH / 128))
    tiled = Image.new("L", (width, height))
    for left in range(0, width, GRAIN):
        for top in range(0, height, GRAIN):
            tiled.paste(level, (left, top))
    return tiled


WIDTH = 2400
EDGE = 34.0
"""Millimetres of cloth round everything."""
CLOTH = "#7A5D48"
CARD_EDGE, BOARD_EDGE = "#F1EBDF", "#A89E8E"
HIGHEST = 45.0
"""Millimetres: of a higher pile so much is seen, for it would hide what lies below it."""
STANDING = 9.0
"""How high the middle of a standing figure is, for its shadow."""


def table(kit: Kit, layout: Layout, selection: Selection, export: Export) -> Iterator[ExportedBytes]:
    """One picture. Raises BadOptionError if nothing can be shown."""
    arrangement = arrange(kit, layout, selection)
    if not arrangement.things:
        raise BadOptionError("there is nothing to lay on a table; choose other components")
    frame = _frame_table(arrangement.box)
    canvas = PictureCanvas(frame.width, frame.height, (export.width or WIDTH) / frame.width, CLOTH, cloth=True)
    camera = Camera(layout, export.print.ink)
    taken: dict[int, Image.Image] = {}
    different = list({id(thing.face): thing.face for thing in arrangement.things}.values())
    for scene, picture in zip(different, camera.cut(different, canvas.dpi), strict=True):
        taken[id(scene)] = picture
    for thing in arrangement.things:
        _lay(canvas, taken[id(thing.face)], thing, frame)
    picture = canvas.finish()
    yield ExportedBytes("table.png", "picture", encode_picture(picture, "png"), picture.width, picture.height)


def _lay(canvas: PictureCanvas, picture: Image.Image, thing: TablePiece, frame: Box) -> None:
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


def _frame_table(box: Box) -> Box:
    """The box with cloth round it, in the shape of the picture."""
    wide = box.inset(-EDGE)
    width, height = max(wide.width, wide.height * SHAPE), max(wide.height, wide.width / SHAPE)
    return Box(wide.x - (width - wide.width) / 2, wide.y - (height - wide.height) / 2, width, height)


CARDS = 7
"""A hand that is seen at a glance."""
FAN_WIDTH = 1600
SPREAD = 9.0
"""Degrees from one card to the next."""
HANDLE = 2.1
"""How far below the cards' middle the hand holds them, in their heights."""
AIR = 7.0
"""Millimetres of room for the shadow."""
FAN_THICKNESS = 0.3
FANNED: tuple[type, ...] = (Card, TileSpec)
"""What is held in a hand; the first of these that a kit has is fanned."""


def fan(kit: Kit, layout: Layout, selection: Selection, export: Export) -> Iterator[ExportedBytes]:
    """Seven cards of the component that has most different ones, or of the one that `--only` names.

    Raises BadOptionError if there is nothing to fan.
    """
    hand = _hand(kit, layout, selection)
    width, height = hand[0].front.width, hand[0].front.height
    middle = (len(hand) - 1) / 2
    # The upper card hides where the lower ends, and leaves to be seen where its lines begin.
    spread = -SPREAD if layout.fonts.right_to_left else SPREAD
    places = [_place((number - middle) * spread, height) for number in range(len(hand))]
    card = Box(-width / 2, -height / 2, width, height)
    boxes = [mapped(matrix, card) for matrix, _ in places]
    left, top = min(box.x for box in boxes) - AIR, min(box.y for box in boxes) - AIR
    across, down = max(box.right for box in boxes) + AIR - left, max(box.bottom for box in boxes) + AIR - top
    canvas = PictureCanvas(across, down, (export.width or FAN_WIDTH) / across)
    pictures = Camera(layout, export.print.ink).cut([piece.front for piece in hand], canvas.dpi)
    for ((*_, x, y), angle), picture in zip(places, pictures, strict=True):
        canvas.lay(picture, x - left, y - top, angle=angle, thickness=FAN_THICKNESS, lift=1.2)
    picture = canvas.finish()
    yield ExportedBytes("fan.png", "picture", encode_picture(picture, "png"), picture.width, picture.height)


def _hand(kit: Kit, layout: Layout, selection: Selection) -> list[ExportPiece]:
    """The cards to show, spread evenly over the rows of the component that has most; without cards of tiles."""
    decks = [found for component, found in all_pieces(kit, layout, selection) if isinstance(component, FANNED)]
    if not decks:
        raise BadOptionError("this kit has no cards to fan; --as table shows what it has")
    deck = max(decks, key=lambda found: (-FANNED.index(type(found[0].component)), len(found)))
    each = deck if len(deck) > 1 else [piece for piece in deck for _ in range(piece.copies)]
    shown = min(len(each), CARDS)
    return [each[round(number * (len(each) - 1) / max(1, shown - 1))] for number in range(shown)]


def _place(angle: float, height: float) -> tuple[Matrix, float]:
    """The matrix of a card that the hand turns by an angle, and the angle."""
    turn, radius = math.radians(angle), HANDLE * height
    cosine, sine = math.cos(turn), math.sin(turn)
    return (cosine, sine, -sine, cosine, radius * sine, -radius * cosine), angle


CONTACT_WIDTH = 4000
ACROSS = 800.0
"""Millimetres of the sheet: ten poker cards and what is between them."""
CONTACT_EDGE, GAP, BETWEEN = 22.0, 5.0, 16.0
"""Round everything, between faces, between components."""
ABOVE = 6.0
"""What marks on capitals may take of the room above a heading."""
TALLEST = 170.0
"""A face that is higher is shown smaller."""
HEADING, TITLE, SMALL = 14.0, 26.0, 16.0
"""Height of a component's heading in mm; type in points."""
CONTACT_HIGHEST = 12_000
"""Pixels, of a sheet."""
GROUND, INK, SOFT = "#EDE6D8", "#2B2320", "#6E6256"


class ContactBlock(msgspec.Struct, frozen=True):
    """A component on the sheet: its heading and how wide that is, its faces at a scale, the top left of each below the
    heading, and the room of all."""

    heading: tuple[Item, ...]
    heading_width: float
    thickness: float
    faces: Sequence[Scene]
    scale: float
    places: Sequence[tuple[float, float]]
    width: float
    height: float


def contact(kit: Kit, layout: Layout, selection: Selection, export: Export) -> Iterator[ExportedBytes]:
    """One picture; a face that several pieces share is shown once. Raises BadOptionError if it would be too high, or
    empty."""
    rows = _rows([_block(component, found, layout) for component, found in shown_pieces(kit, layout, selection)])
    height = 2 * CONTACT_EDGE - BETWEEN + sum(BETWEEN + max(block.height for block in row) for row in rows)
    width = export.width or CONTACT_WIDTH
    if height * width / ACROSS > CONTACT_HIGHEST:
        most = int(CONTACT_HIGHEST * ACROSS / height)
        raise BadOptionError(f"the contact sheet would be too high; ask for --width {most} or less, or use --only")
    canvas = PictureCanvas(ACROSS, height, width / ACROSS, GROUND)
    camera = Camera(layout, export.print.ink)
    glyphs = GlyphCheck(kit, layout.language, layout.sheet_fonts)
    top = CONTACT_EDGE
    for row in rows:
        left = CONTACT_EDGE
        for block in row:
            page = Page(block.width, HEADING, block.heading)
            layout.findings.extend(glyphs.inspect(page, "contact", "contact.png"))
            _lay_block(canvas, camera, block, left, top, layout)
            left += block.width + BETWEEN
        top += BETWEEN + max(block.height for block in row)
    picture = canvas.finish()
    yield ExportedBytes("contact.png", "picture", encode_picture(picture, "png"), picture.width, picture.height)


def _list_faces(component: AnyComponent, found: Sequence[ExportPiece]) -> list[Scene]:
    """The faces of all pieces, fronts first, each once; no backs that are as the fronts."""
    sides = [item for piece in found for item in piece.faces.items()]
    alike = isinstance(component, Faced) and component.back == component.face
    scenes = [scene for side, scene in sides if side != "back"]
    scenes += [scene for side, scene in sides if side == "back" and not alike]
    return list({id(scene): scene for scene in scenes}.values())


def _block(component: AnyComponent, found: Sequence[ExportPiece], layout: Layout) -> ContactBlock:
    """A component's faces in rows, all at one scale."""
    faces = _list_faces(component, found)
    room = ACROSS - 2 * CONTACT_EDGE
    scale = min(1.0, *(min(TALLEST / scene.height, room / scene.width) for scene in faces))
    places = list[tuple[float, float]]()
    left = top = lower = across = 0.0
    for scene in faces:
        width, height = scene.width * scale, scene.height * scale
        if left and left + width > room:
            left, top = 0.0, lower + GAP
        places.append((left, top))
        left, lower, across = left + width + GAP, max(lower, top + height), max(across, left + width)
    heading, title = _heading(component, sum(piece.copies for piece in found), layout)
    thick, wide = min(1.2, thickness(component)), max(across, title)
    return ContactBlock(heading, title, thick, faces, scale, places, wide, HEADING + lower)


def _rows(blocks: Sequence[ContactBlock]) -> list[list[ContactBlock]]:
    """Components in their order, beside one another where they find room."""
    rows = list[list[ContactBlock]]()
    for block in blocks:
        used = sum(other.width + BETWEEN for other in rows[-1]) if rows else 0.0
        if rows and used + block.width <= ACROSS - 2 * CONTACT_EDGE:
            rows[-1].append(block)
        else:
            rows.append([block])
    return rows


def _lay_block(
    canvas: PictureCanvas, camera: Camera, block: ContactBlock, left: float, top: float, layout: Layout
) -> None:
    turned = layout.fonts.right_to_left
    lowered = Group(block.heading, (1.0, 0.0, 0.0, 1.0, 0.0, ABOVE))
    scene = Scene(block.heading_width + 2.0, ABOVE + HEADING, 0.0, (lowered,))
    (shown,) = scene_pictures([scene], fonts=layout.fonts, dpi=canvas.dpi)
    heading = Image.new("RGBA", shown.size, INK)
    heading.putalpha(ImageChops.invert(shown.convert("L")))
    canvas.write(heading, ACROSS - left - block.heading_width if turned else left, top - ABOVE)
    pictures = camera.cut(block.faces, canvas.dpi * block.scale)
    for scene, (x, y), picture in zip(block.faces, block.places, pictures, strict=True):
        across, down = left + x + scene.width * block.scale / 2, y + scene.height * block.scale / 2
        canvas.lay(picture, ACROSS - across if turned else across, top + HEADING + down, thickness=block.thickness)


def _heading(component: AnyComponent, count: int, layout: Layout) -> tuple[tuple[Item, ...], float]:
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
