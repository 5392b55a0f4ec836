"""Composes a picture of other pictures, each with its thickness and soft shadows.

Light comes from the upper left. Everything is in millimetres; `y` grows downwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import msgspec
from PIL import Image, ImageChops, ImageColor, ImageFilter, ImageOps

from pnp.art.paths import Point, extent
from pnp.check.face_rules import PageCheck
from pnp.export.pictures import Camera, Export, ExportedBytes, ExportPiece, list_all_pieces
from pnp.export.table_setup import SHAPE, THICKNESS, arrange, thickness
from pnp.face.layout import KitFaces
from pnp.kit import Kit
from pnp.kit.model import AnyComponent, Card, Faced, TileSpec
from pnp.scene import Box, Group, Item, Page, Rect, Scene
from pnp.sheet.options import BadOptionError, Selection
from pnp.text.block import line, measure_width

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
    """A canvas of this size in mm, at `scale` pixels per mm: a colour, or cloth in that colour under a lamp, or
    transparent."""

    def __init__(self, width: float, height: float, scale: float, ground: str = "", *, cloth: bool = False) -> None:
        self._size = round(width * scale), round(height * scale)
        finer = FINER if self._size[0] * self._size[1] * FINER**2 <= FINEST else 1
        self._scale = scale * finer
        across, down = (side * finer for side in self._size)
        self._picture = _draw_cloth(across, down, ground) if cloth else Image.new("RGBA", (across, down), ground or 0)

    @property
    def dpi(self) -> float:
        """The resolution required for pictures on it."""
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
        """Draws a picture centred at (x, y), turned clockwise by `angle` degrees.

        It is `thickness` mm thick in `layers`, with an `edge` of this colour, and `lift` mm above the table.
        """
        turned = picture.rotate(-angle, Image.Resampling.BICUBIC, expand=True) if angle else picture
        left = round(x * self._scale - turned.width / 2)
        top = round(y * self._scale - turned.height / 2)
        alpha = turned.getchannel("A")
        height = lift + thickness
        fall, drop = (round(share * height * self._scale) for share in LIGHT)
        for grows, least, dark in (FAR, NEAR):
            blur = (grows * height + least) * self._scale
            room = round(3 * blur)
            wide = ImageOps.expand(alpha, room).filter(ImageFilter.GaussianBlur(blur))
            shade = Image.new("RGBA", wide.size, SHADE)
            shade.putalpha(wide.point([round(value * dark) for value in range(256)]))
            self._paste(shade, left - room + fall, top - room + drop)
        self._edges(alpha, left, top, thickness, edge, layers)
        self._paste(turned, left, top)

    def write(self, picture: Image.Image, x: float, y: float) -> None:
        """Draws a flat picture with its top left there: text without a shadow."""
        self._paste(picture, round(x * self._scale), round(y * self._scale))

    def finish(self) -> Image.Image:
        """Returns the picture in its own size; with three channels if it is opaque."""
        small = self._picture
        if small.size != self._size:
            small = small.resize(self._size, Image.Resampling.BOX)
        return small.convert("RGB") if small.getchannel("A").getextrema()[0] == 255 else small

    def _edges(self, alpha: Image.Image, left: int, top: int, thickness: float, edge: str, layers: int) -> None:
        """Draws the side of a piece: its shape, swept upwards; a pile shows where each piece ends."""
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
        width, height = self._picture.size
        box = max(0, -left), max(0, -top), min(picture.width, width - left), min(picture.height, height - top)
        if box[0] < box[2] and box[1] < box[3]:
            self._picture.alpha_composite(picture.crop(box), (left + box[0], top + box[1]))


def _draw_cloth(width: int, height: int, colour: str) -> Image.Image:
    """Returns a cloth under a lamp: lighter in the middle, with a fine grain against banding."""
    middle = ImageColor.getrgb(colour)[:3]
    outside = tuple(round(part * 0.62) for part in middle)
    lit = ImageOps.invert(Image.radial_gradient("L")).resize((width, height), Image.Resampling.BICUBIC)
    ground = Image.composite(Image.new("RGB", lit.size, middle), Image.new("RGB", lit.size, outside), lit)
    noise = Image.frombytes("L", (GRAIN, GRAIN), Random(_SEED).randbytes(GRAIN * GRAIN))
    woven = ImageChops.blend(noise.resize((GRAIN, GRAIN // 8)).resize((GRAIN, GRAIN)), noise, 0.5)
    level = woven.point(lambda value: 128 + round((value - 128) * GRAIN_STRENGTH / 128))
    grain = Image.new("L", (width, height))
    for place in product(range(0, width, GRAIN), range(0, height, GRAIN)):
        grain.paste(level, place)
    return ImageChops.add(ground, Image.merge("RGB", (grain,) * 3), offset=-128).convert("RGBA")


WIDTH = 2400
EDGE = 34.0
"""Millimetres of cloth round everything."""
CLOTH = "#7A5D48"
CARD_EDGE, BOARD_EDGE = "#F1EBDF", "#A89E8E"
HIGHEST = 45.0
"""Millimetres: of a higher pile so much is seen, for it would hide what lies below it."""
STANDING = 9.0
"""How high the middle of a standing figure is, for its shadow."""


def table(kit: Kit, layout: KitFaces, selection: Selection, export: Export) -> Iterator[ExportedBytes]:
    """Pictures the game in play, on cloth. Raises BadOptionError if nothing can be shown."""
    things, box = arrange(kit, layout, selection)
    if not things:
        raise BadOptionError("there is nothing to lay on a table; choose other components")
    wide = box.inset(-EDGE)
    width, height = max(wide.width, wide.height * SHAPE), max(wide.height, wide.width / SHAPE)
    left, top = wide.x - (width - wide.width) / 2, wide.y - (height - wide.height) / 2
    canvas = PictureCanvas(width, height, (export.width or WIDTH) / width, CLOTH, cloth=True)
    camera = Camera(layout, export.print.ink)
    faces = {id(thing.face): thing.face for thing in things}
    pictures = {key: camera.cut(face, canvas.dpi) for key, face in faces.items()}
    for thing in things:
        seen = min(1.0, HIGHEST / thing.thickness)
        canvas.lay(
            pictures[id(thing.face)],
            thing.x - left,
            thing.y - top - (thing.face.height / 2 if thing.stands else 0.0),
            angle=thing.angle,
            thickness=1.0 if thing.stands else seen * thing.thickness,
            lift=STANDING if thing.stands else 0.0,
            edge=BOARD_EDGE if thing.thickness >= THICKNESS["board"] and thing.copies == 1 else CARD_EDGE,
            layers=math.ceil(seen * thing.copies),
        )
    yield ExportedBytes.encode_picture("table.png", canvas.finish())


CARDS = 7
"""A hand that is seen at a glance."""
FAN_WIDTH = 1600
SPREAD = 9.0
"""Degrees from one card to the next."""
HANDLE = 2.1
"""How far below the cards' middle the hand holds them, in their heights."""
AIR = 7.0
"""Millimetres of room for the shadow."""
FANNED: tuple[type, ...] = (Card, TileSpec)
"""What is held in a hand; the first of these that a kit has is fanned."""


def fan(kit: Kit, layout: KitFaces, selection: Selection, export: Export) -> Iterator[ExportedBytes]:
    """Pictures seven cards of the component with the most different ones, or of the one named by `--only`.

    Raises BadOptionError if there is nothing to fan.
    """
    hand = _hand(kit, layout, selection)
    width, height = hand[0].front.width, hand[0].front.height
    middle = (len(hand) - 1) / 2
    # The upper card hides where the lower ends, and leaves to be seen where its lines begin.
    spread = -SPREAD if layout.fonts.right_to_left else SPREAD
    angles = [(number - middle) * spread for number in range(len(hand))]
    held = Box(-width / 2, -height / 2 - HANDLE * height, width, height)
    turns = [(math.cos(turn), math.sin(turn)) for turn in map(math.radians, angles)]
    box = extent(Group((Rect(held),), (cosine, sine, -sine, cosine, 0.0, 0.0)) for cosine, sine in turns).inset(-AIR)
    canvas = PictureCanvas(box.width, box.height, (export.width or FAN_WIDTH) / box.width)
    camera = Camera(layout, export.print.ink)
    for piece, angle, (cosine, sine) in zip(hand, angles, turns, strict=True):
        x, y = HANDLE * height * sine, -HANDLE * height * cosine
        picture = camera.cut(piece.front, canvas.dpi)
        canvas.lay(picture, x - box.x, y - box.y, angle=angle, thickness=0.3, lift=1.2)
    yield ExportedBytes.encode_picture("fan.png", canvas.finish())


def _hand(kit: Kit, layout: KitFaces, selection: Selection) -> list[ExportPiece]:
    """Returns the cards to show, spread evenly over the rows of the component with the most; tiles if there are no
    cards."""
    decks = [found for component, found in list_all_pieces(kit, layout, selection) if isinstance(component, FANNED)]
    if not decks:
        raise BadOptionError("this kit has no cards to fan; --as table shows what it has")
    deck = max(decks, key=lambda found: (-FANNED.index(type(found[0].component)), len(found)))
    each = deck if len(deck) > 1 else [piece for piece in deck for _ in range(piece.copies)]
    shown = min(len(each), CARDS)
    return [each[round(number * (len(each) - 1) / max(1, shown - 1))] for number in range(shown)]


CONTACT_WIDTH = 4000
ACROSS = 800.0
"""Millimetres of the sheet: ten poker cards and what is between them."""
CONTACT_EDGE, GAP, BETWEEN = 22.0, 5.0, 16.0
"""Round everything, between faces, between components."""
ROOM = ACROSS - 2 * CONTACT_EDGE
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
    """A component on the contact sheet: its heading, its faces at a scale, and their places below the heading."""

    heading: tuple[Item, ...]
    heading_width: float
    thickness: float
    faces: Sequence[Scene]
    scale: float
    places: Sequence[Point]
    width: float
    height: float


def contact(kit: Kit, layout: KitFaces, selection: Selection, export: Export) -> Iterator[ExportedBytes]:
    """Pictures all faces on a contact sheet; shared faces once. Raises BadOptionError if it would be too high, or
    empty."""
    found = list_all_pieces(kit, layout, selection, needed=True)
    blocks = [_plan_block(component, pieces, layout) for component, pieces in found]
    places, _, lower = _flow([(block.width, block.height) for block in blocks], BETWEEN)
    height, width = 2 * CONTACT_EDGE + lower, export.width or CONTACT_WIDTH
    if height * width / ACROSS > CONTACT_HIGHEST:
        most = int(CONTACT_HIGHEST * ACROSS / height)
        raise BadOptionError(f"the contact sheet would be too high; ask for --width {most} or less, or use --only")
    canvas = PictureCanvas(ACROSS, height, width / ACROSS, GROUND)
    camera, writer, turned = Camera(layout, export.print.ink), Camera(layout, "full"), layout.fonts.right_to_left
    glyphs = PageCheck(kit, layout.language, layout.sheet_fonts)
    for block, place in zip(blocks, places, strict=True):
        page = Page(block.width, HEADING, block.heading)
        layout.findings.extend(glyphs.find_missing_glyphs(page, "contact", "contact.png"))
        left, top = CONTACT_EDGE + place[0], CONTACT_EDGE + place[1]
        lowered = Group(block.heading, (1.0, 0.0, 0.0, 1.0, 0.0, ABOVE))
        words = writer.take(Scene(block.heading_width + 2.0, ABOVE + HEADING, 0.0, (lowered,)), canvas.dpi)
        heading = Image.new("RGBA", words.size, INK)
        heading.putalpha(ImageChops.invert(words.convert("L")))
        canvas.write(heading, ACROSS - left - block.heading_width if turned else left, top - ABOVE)
        for scene, (x, y) in zip(block.faces, block.places, strict=True):
            picture = camera.cut(scene, canvas.dpi * block.scale)
            across, down = left + x + scene.width * block.scale / 2, y + scene.height * block.scale / 2
            canvas.lay(picture, ACROSS - across if turned else across, top + HEADING + down, thickness=block.thickness)
    yield ExportedBytes.encode_picture("contact.png", canvas.finish())


def _plan_block(component: AnyComponent, found: Sequence[ExportPiece], layout: KitFaces) -> ContactBlock:
    """Returns the title and count of a component, and its faces in rows, all at one scale: fronts first, each once,
    without backs equal to fronts."""
    sides = [item for piece in found for item in piece.faces.items()]
    alike = isinstance(component, Faced) and component.back == component.face
    scenes = [scene for side, scene in sides if side != "back"]
    scenes += [scene for side, scene in sides if side == "back" and not alike]
    faces = list({id(scene): scene for scene in scenes}.values())
    scale = min(1.0, *(min(TALLEST / scene.height, ROOM / scene.width) for scene in faces))
    places, across, lower = _flow([(scene.width * scale, scene.height * scale) for scene in faces], GAP)
    fonts = layout.sheet_fonts
    title, number = component.title[layout.language], f"× {sum(piece.copies for piece in found)}"
    named, counted = measure_width(title, "display", TITLE, fonts), measure_width(number, "text", SMALL, fonts)
    at, behind = (counted + 3.0, 0.0) if fonts.right_to_left else (0.0, named + 3.0)
    heading = (
        *line(title, at, 9.0, "display", TITLE, INK, fonts),
        *line(number, behind, 9.0, "text", SMALL, SOFT, fonts),
    )
    wide = named + 3.0 + counted
    thick = min(1.2, thickness(component))
    return ContactBlock(heading, wide, thick, faces, scale, places, max(across, wide), HEADING + lower)


def _flow(sizes: Sequence[tuple[float, float]], gap: float) -> tuple[list[Point], float, float]:
    """Returns the top left of boxes in rows across the sheet, and the total width and height."""
    places = list[Point]()
    left = top = lower = across = 0.0
    for width, height in sizes:
        if left and left + width > ROOM:
            left, top = 0.0, lower + gap
        places.append((left, top))
        left, lower, across = left + width + gap, max(lower, top + height), max(across, left + width)
    return places, across, lower
