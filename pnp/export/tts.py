"""How long things are in Tabletop Simulator. It has no millimetres: these are its own things, measured."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec.structs import replace
from PIL import Image

from pnp.build.manifest import Names
from pnp.build.plan import PrintContext, plan_leaflets
from pnp.export.pictures import MM_PER_INCH, Camera, Export, Piece, Written, all_pieces, encoded
from pnp.export.table_setup import Lying, begun
from pnp.face.layout import Layout
from pnp.findings import Finding, Place
from pnp.kit import Kit
from pnp.kit.components import named_on
from pnp.kit.model import AnyComponent, Board, Card, Die, Faced, Leaflet, Standee, Stock, Token
from pnp.render.pdf import write_pdf
from pnp.scene import Box, Rect, Scene, mapped
from pnp.sheet.options import Ink, Selection

MM_PER_UNIT = 27.5
"""A unit is “about an inch” (its knowledge base, *Custom Tile*); mods to scale, as those for X-Wing, take 27.5 mm."""
CARD_WIDTH = 63.5
"""A card at scale 1 is a poker card; its height follows from its picture."""
TILE_SIDE = 2.0
"""Units across of a stretched tile at scale 1."""
THICKNESS: dict[Stock, float] = {"paper": 0.1, "card": 0.1, "board": 0.2, "label": 0.2}
"""Of a tile, in units: 0.2 is the game's own, thinner than 0.1 it takes none."""
SURFACE = 1.0
"""How high the table is, in units; things are let fall from a little over it."""
FALL = 0.15
BAG_WIDTH = 62.0
"""What the game's own bag takes on the table, mm."""
RULES = 150.0, 200.0
"""Room for a leaflet on it."""
TABLE = 54.0, 35.0
"""What the table of the save has room for between the hands of its seats, in units about its middle."""


def units(length: float) -> float:
    """Millimetres as units of the game."""
    return round(length / MM_PER_UNIT, 5)


def tile_scale(length: float) -> float:
    """The scale that makes a tile so many mm wide or high."""
    return round(length / MM_PER_UNIT / TILE_SIDE, 5)


MOST_ACROSS, MOST_DOWN, LEAST = 10, 7, 2
"""Columns and rows that the game takes."""
MOST_PIXELS = 4096
"""Either side of a picture: graphics cards of players take no more (knowledge base, *Asset Creation*)."""
DPI = 300.0


class Grid(msgspec.Struct, frozen=True):
    """How cards lie on a sheet: columns, rows, and the pixels of one."""

    across: int
    down: int
    width: int
    height: int

    @property
    def room(self) -> int:
        """How many cards there are on it; the last place is for hidden ones."""
        return self.across * self.down - 1


def grid(count: int, width: float, height: float) -> Grid:
    """The sheet on which so many cards, at most 69, of `width` × `height` mm are largest."""
    choices = [
        (across, down)
        for across in range(LEAST, MOST_ACROSS + 1)
        for down in range(LEAST, MOST_DOWN + 1)
        if across * down > count
    ]
    return max((_sized(across, down, width, height) for across, down in choices), key=_worth)


def _worth(found: Grid) -> tuple[int, int, int]:
    """More pixels to a card, then fewer empty places, then wide sheets."""
    return found.width * found.height, -found.across * found.down, found.across


def _sized(across: int, down: int, width: float, height: float) -> Grid:
    dpi = min(DPI, *(MOST_PIXELS / count * MM_PER_INCH / side for count, side in ((across, width), (down, height))))
    return Grid(across, down, math.floor(width * dpi / MM_PER_INCH), math.floor(height * dpi / MM_PER_INCH))


def decked(cards: Sequence[Piece]) -> Iterator[tuple[Sequence[Piece], Grid]]:
    """Different cards of one size, as many at a time as a sheet has room for."""
    most = MOST_ACROSS * MOST_DOWN - 1
    size = cards[0].front.width, cards[0].front.height
    for first in range(0, len(cards), most):
        on = cards[first : first + most]
        yield on, grid(len(on), *size)


def sheet(faces: Sequence[Scene], hidden: Scene, layout: Grid, camera: Camera) -> Image.Image:
    """The faces in reading order, and the hidden one in the last place, corners and all: the game rounds them."""
    picture = Image.new("RGB", (layout.across * layout.width, layout.down * layout.height), "white")
    dpi = layout.width * MM_PER_INCH / faces[0].width
    for number, card in enumerate(camera.square((*faces, hidden), dpi)):
        place = number if number < len(faces) else layout.room
        row, column = divmod(place, layout.across)
        picture.paste(card.resize((layout.width, layout.height)), (column * layout.width, row * layout.height))
    return picture


def blank(scene: Scene) -> Scene:
    """The back of a card that has none: white paper."""
    return Scene(scene.width, scene.height, 0.0, (Rect(Box(0.0, 0.0, scene.width, scene.height), "#FFFFFF"),))


_NAMES = {
    "guid": "GUID",
    "gm_notes": "GMNotes",
    "xml_ui": "XmlUI",
    "deck_ids": "DeckIDs",
    "card_id": "CardID",
    "image_url": "ImageURL",
    "image_secondary_url": "ImageSecondaryURL",
    "face_url": "FaceURL",
    "back_url": "BackURL",
    "mesh_url": "MeshURL",
    "diffuse_url": "DiffuseURL",
    "normal_url": "NormalURL",
    "collider_url": "ColliderURL",
    "custom_pdf": "CustomPDF",
    "pdf_url": "PDFUrl",
    "pdf_password": "PDFPassword",
    "pdf_page": "PDFPage",
    "pdf_page_offset": "PDFPageOffset",
    "ignore_fow": "IgnoreFoW",
}


def _named(field: str) -> str:
    return _NAMES.get(field) or "".join(part.capitalize() for part in field.split("_"))


class Transform(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """In units of the game and degrees: `y` upwards, `z` away from the first seat."""

    pos_x: float
    pos_y: float
    pos_z: float
    rot_x: float = 0.0
    rot_y: float = 180.0
    rot_z: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0
    scale_z: float = 1.0


class Colour(msgspec.Struct, frozen=True):
    r: float = 1.0
    g: float = 1.0
    b: float = 1.0


class Point(msgspec.Struct, frozen=True):
    x: float
    y: float
    z: float


class SnapPoint(msgspec.Struct, frozen=True, rename=_named):
    """Where things come to rest on an object, in its own coordinates."""

    position: Point


class DeckSheet(msgspec.Struct, frozen=True, kw_only=True, rename=_named):
    """A picture of cards in rows and columns. What others see of a hidden card is the last place, or its own back if
    `back_is_hidden`. `type` 0 has round corners, 1 square ones."""

    face_url: str
    back_url: str
    num_width: int
    num_height: int
    back_is_hidden: bool = False
    unique_back: bool = False
    type: int = 0


class TileShape(msgspec.Struct, frozen=True, kw_only=True, rename=_named):
    """`type`: 0 box, 1 hexagon, 2 circle, 3 box with round corners. `stretch` makes of any picture a square, which the
    scale of the object makes as wide and high as it is."""

    type: int
    thickness: float
    stackable: bool = False
    stretch: bool = True


class CustomImage(msgspec.Struct, frozen=True, kw_only=True, rename=_named):
    image_url: str
    image_secondary_url: str
    image_scalar: float = 1.0
    width_scale: float = 0.0
    custom_tile: TileShape


class CustomMesh(msgspec.Struct, frozen=True, kw_only=True, rename=_named):
    """`type_index` 1 is a figurine, 2 a die; `material_index` 3 is cardboard, 0 plastic."""

    mesh_url: str
    diffuse_url: str
    normal_url: str = ""
    collider_url: str = ""
    convex: bool = True
    material_index: int = 3
    type_index: int = 0
    cast_shadows: bool = True


class CustomPdf(msgspec.Struct, frozen=True, kw_only=True, rename=_named):
    pdf_url: str
    pdf_password: str = ""
    pdf_page: int = 0
    pdf_page_offset: int = 0


class Thing(msgspec.Struct, frozen=True, kw_only=True, rename=_named, omit_defaults=True):
    """An object on the table. What a kind of object has not is left out."""

    guid: str
    name: str
    transform: Transform
    nickname: str
    colour_diffuse: Colour = msgspec.field(name="ColorDiffuse")
    locked: bool
    grid: bool
    snap: bool
    autoraise: bool
    sticky: bool
    tooltip: bool
    hands: bool
    hide_when_face_down: bool
    description: str
    lua_script: str
    lua_script_state: str
    card_id: int | None = None
    sideways_card: bool | None = None
    deck_ids: tuple[int, ...] | None = None
    custom_deck: dict[str, DeckSheet] | None = None
    custom_image: CustomImage | None = None
    custom_mesh: CustomMesh | None = None
    custom_pdf: CustomPdf | None = None
    contained_objects: tuple[Thing, ...] | None = None
    attached_snap_points: tuple[SnapPoint, ...] | None = None


class Hands(msgspec.Struct, frozen=True, kw_only=True, rename=_named):
    enable: bool = True
    disable_unused: bool = False
    hiding: int = 0


class Save(msgspec.Struct, frozen=True, kw_only=True, rename=_named):
    """A table as it is loaded. It has no date: the same kit makes the same save."""

    save_name: str
    date: str = ""
    version_number: str = ""
    game_mode: str = ""
    game_type: str = ""
    game_complexity: str = ""
    tags: tuple[str, ...] = ()
    gravity: float = 0.5
    play_area: float = 0.5
    table: str = "Table_RPG"
    sky: str = "Sky_Museum"
    note: str = ""
    rules: str = ""
    hands: Hands = Hands()
    lua_script: str = ""
    lua_script_state: str = ""
    xml_ui: str = ""
    object_states: tuple[Thing, ...] = ()


Things: TypeAlias = tuple[Thing, ...]


ATLAS = (3, 2)
"""Columns and rows of the picture of a die: its six sides in reading order."""
DIE_SIDES = ((0, 1, 0), (1, 0, 0), (0, 0, 1), (0, 0, -1), (-1, 0, 0), (0, -1, 0))
"""Where each side of a die faces, so that side i lies opposite side 5 - i, as in the printed net."""
FIGURE = 0.05
"""How thick a figure is, of cardboard glued to both sides."""
FOOT_HEIGHT = 0.08
FOOT_SHARE = 0.9
"""The plate under a figure that has none: as wide as it, and so much of it deep."""

Corner = tuple[float, float, float]
Quad = tuple[tuple[Corner, Corner, Corner, Corner], tuple[float, float, float, float]]
"""The corners of a side as it is looked at, from the lower left counter-clockwise, and the part of the picture on it:
left, bottom, right, top, each 0 to 1."""


def die_mesh(edge: float) -> str:
    """A cube about the origin, with `edge` units."""
    return _obj(_cube_sides(edge / 2))


def figure_mesh(width: float, height: float, base: tuple[float, float]) -> str:
    """A figure that stands on a plate, its foot in the middle of it: front in the left half of the picture, back in the
    right one. The plate and the edges take the colour of the picture's lower left corner."""
    half, thick = width / 2, FIGURE / 2
    low, high = FOOT_HEIGHT, FOOT_HEIGHT + height
    deep = base[1] / 2
    edge = (0.001, 0.001, 0.002, 0.002)
    sides: list[Quad] = [
        (((-half, low, thick), (half, low, thick), (half, high, thick), (-half, high, thick)), (0.0, 0.0, 0.5, 1.0)),
        (
            ((half, low, -thick), (-half, low, -thick), (-half, high, -thick), (half, high, -thick)),
            (0.5, 0.0, 1.0, 1.0),
        ),
    ]
    sides += _block((-half, low, -thick), (half, high, thick), edge)[2:]
    sides += _block((-base[0] / 2, 0.0, -deep), (base[0] / 2, FOOT_HEIGHT, deep), edge)
    return _obj(sides)


def atlas(sides: Sequence[Image.Image]) -> Image.Image:
    """The six sides of a die in one picture."""
    width, height = sides[0].size
    sheet = Image.new("RGB", (width * ATLAS[0], height * ATLAS[1]), "white")
    for number, side in enumerate(sides):
        row, column = divmod(number, ATLAS[0])
        sheet.paste(side, (column * width, row * height), side)
    return sheet


def pair(front: Image.Image, back: Image.Image) -> Image.Image:
    """Front and back of a figure, beside each other."""
    sheet = Image.new("RGB", (2 * front.width, front.height), "white")
    sheet.paste(front, (0, 0), front)
    sheet.paste(back, (front.width, 0), back)
    return sheet


def _cube_sides(half: float) -> Iterator[Quad]:
    for number, (x, y, z) in enumerate(DIE_SIDES):
        # To the right and up as one looks at the side.
        right = (
            (0.0, 0.0, -1.0) if x > 0 else (0.0, 0.0, 1.0) if x < 0 else (-1.0, 0.0, 0.0) if z < 0 else (1.0, 0.0, 0.0)
        )
        up = (0.0, 0.0, -1.0) if y > 0 else (0.0, 0.0, 1.0) if y < 0 else (0.0, 1.0, 0.0)
        corners = tuple(
            tuple(half * (n + i * r + j * u) for n, r, u in zip((x, y, z), right, up, strict=True))
            for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )
        row, column = divmod(number, ATLAS[0])
        part = (column / ATLAS[0], 1 - (row + 1) / ATLAS[1], (column + 1) / ATLAS[0], 1 - row / ATLAS[1])
        yield corners, part  # type: ignore[misc]  # zip loses that there are three and four


def _block(low: Corner, high: Corner, part: tuple[float, float, float, float]) -> list[Quad]:
    """The six sides of a block: front, back, right, left, top, bottom."""
    (a, b, c), (d, e, f) = low, high
    corners = (
        ((a, b, f), (d, b, f), (d, e, f), (a, e, f)),
        ((d, b, c), (a, b, c), (a, e, c), (d, e, c)),
        ((d, b, f), (d, b, c), (d, e, c), (d, e, f)),
        ((a, b, c), (a, b, f), (a, e, f), (a, e, c)),
        ((a, e, f), (d, e, f), (d, e, c), (a, e, c)),
        ((a, b, c), (d, b, c), (d, b, f), (a, b, f)),
    )
    return [(quad, part) for quad in corners]


def _obj(sides: Sequence[Quad] | Iterator[Quad]) -> str:
    """The sides as two triangles each."""
    lines = list[str]()
    for number, (corners, (left, bottom, right, top)) in enumerate(sides):
        lines += [f"v {x:.5f} {y:.5f} {z:.5f}" for x, y, z in corners]
        lines += [f"vt {u:.5f} {v:.5f}" for u, v in ((left, bottom), (right, bottom), (right, top), (left, top))]
        lines.append("vn {:.5f} {:.5f} {:.5f}".format(*_normal(corners)))
        first = 4 * number + 1
        for triangle in ((0, 1, 2), (0, 2, 3)):
            lines.append("f " + " ".join(f"{first + i}/{first + i}/{number + 1}" for i in triangle))
    return "\n".join(lines) + "\n"


def _normal(corners: Sequence[Corner]) -> Corner:
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners[:3]
    ux, uy, uz, vx, vy, vz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = (x * x + y * y + z * z) ** 0.5
    return x / length, y / length, z / length


FACE_DOWN = 180.0
"""Degrees about the axis that leads away from the first seat."""
PLASTIC, CARDBOARD = 0, 3
FIGURINE, DICE = 1, 2
SQUARE, ROUNDED = 1, 0
"""Corners of a deck's cards."""
BOX, HEXAGON, CIRCLE, ROUNDED_BOX = 0, 1, 2, 3
RAISED = 0.1
"""Units over the middle of a tile at which its snap points stand."""


class Maker:
    """Makes objects of what lies on the table, and keeps the files that they load under `base`."""

    def __init__(self, kit: Kit, layout: Layout, base: str, rows: Mapping[str, Sequence[Piece]], ink: Ink) -> None:
        self._kit = kit
        self._layout = layout
        self._base = base
        self._rows = rows
        self._camera = Camera(layout, ink)
        self._names = Names()
        self._files: dict[str, Written] = {}
        self._drawn: dict[tuple[object, ...], tuple[Sequence[Scene], str]] = {}
        self._guids: set[str] = set()
        self._sheets = 0

    def files(self) -> Iterator[Written]:
        """What the objects made so far load."""
        yield from self._files.values()

    def keep(self, name: str, ending: str, what: str, data: bytes, size: tuple[int, int] = (0, 0)) -> str:
        """Keeps a file, and says where the game finds it: another one of this name gets a number behind."""
        kept = self._names.named(name, ending, data)
        self._files[kept] = Written(kept, what, data, *size)
        return self._base + kept

    def thing(self, lying: Lying) -> Thing:
        """An object for a piece, a deck, or a bag of equal pieces."""
        component = lying.piece.component
        if isinstance(component, Card):
            return self._deck(component, lying)
        if lying.copies == 1:
            return self._piece(lying)
        held = tuple(self._piece(lying) for _ in range(lying.copies))
        return replace(self._object("Bag", lying, lying.piece.name), contained_objects=held)

    def rules(self, leaflet: Leaflet, data: bytes, x: float, y: float) -> Thing:
        """A leaflet that players leaf through, of the bytes of its file."""
        url = self.keep(leaflet.id, ".pdf", "rules", data)
        title = leaflet.title[self._layout.language]
        return self._made("Custom_PDF", f"{leaflet.id} leaflet", title, _at(x, y), custom_pdf=CustomPdf(pdf_url=url))

    # --- objects ----------------------------------------------------------------------------------------

    def _made(self, name: str, key: str, nickname: str, transform: Transform, **special: object) -> Thing:
        """An object with what all have in common."""
        usual = Thing(
            guid=self._guid(key),
            name=name,
            transform=transform,
            nickname=nickname,
            colour_diffuse=Colour(),
            locked=False,
            grid=False,
            snap=True,
            autoraise=True,
            sticky=True,
            tooltip=True,
            hands=False,
            hide_when_face_down=False,
            description="",
            lua_script="",
            lua_script_state="",
        )
        return replace(usual, **special)

    def _object(self, name: str, lying: Lying, nickname: str, transform: Transform | None = None) -> Thing:
        piece = lying.piece
        place = _at(lying.x, lying.y, lying.lift)
        return self._made(name, f"{piece.component.id} {piece.key}", nickname, transform or place)

    def _guid(self, key: str) -> str:
        """Six hex digits that no other object has, always the same for this kit."""
        for number in range(100_000):
            found = sha256(f"{self._kit.id} {key} {number}".encode()).hexdigest()[:6]
            if found not in self._guids:
                self._guids.add(found)
                return found
        raise AssertionError("there are fewer objects than names for them")

    def _piece(self, lying: Lying) -> Thing:
        match lying.piece.component:
            case Die() as die:
                return self._die(die, lying)
            case Standee() as standee:
                return self._figure(standee, lying)
        return self._tile(lying)

    def _tile(self, lying: Lying) -> Thing:
        piece, component = lying.piece, lying.piece.component
        width, height = piece.front.width, piece.front.height
        scale = tile_scale(width), tile_scale(height)
        place = replace(_at(lying.x, lying.y, lying.lift), scale_x=scale[0], scale_z=scale[1])
        image = CustomImage(
            image_url=self._picture(_file(piece), piece.front),
            image_secondary_url=self._behind(piece),
            custom_tile=TileShape(type=_shape(component, piece.front), thickness=THICKNESS[component.stock]),
        )
        made = self._object("Custom_Tile", lying, piece.name, place)
        points = tuple(self._snap_points(piece, scale))
        return replace(
            made, custom_image=image, locked=isinstance(component, Board), attached_snap_points=points or None
        )

    def _behind(self, piece: Piece) -> str:
        """The picture of the other side; without one the game shows the same on both."""
        component = piece.component
        alike = isinstance(component, Faced) and component.back == component.face
        return "" if piece.back is None or alike else self._picture(_file(piece, "back"), piece.back)

    def _snap_points(self, piece: Piece, scale: tuple[float, float]) -> Iterator[SnapPoint]:
        """The places on a piece that others are laid on; a tile is turned to the first seat, and so are its axes."""
        component = piece.component
        others = (other for other in self._kit.components if isinstance(other, Faced))
        named = {place for other in others for host, place in map(named_on, other.on) if host == component.id}
        if not named or not isinstance(component, Faced):
            return
        size = piece.front.width, piece.front.height
        for spot in self._layout.spots(component.face, piece.record, size=size, bleed=component.bleed):
            if spot.name in named:
                box = mapped(spot.matrix, spot.box)
                right, down = box.x + box.width / 2 - size[0] / 2, box.y + box.height / 2 - size[1] / 2
                x, z = -units(right) / scale[0], units(down) / scale[1]
                yield SnapPoint(Point(round(x, 5), RAISED, round(z, 5)))

    def _die(self, die: Die, lying: Lying) -> Thing:
        sides = tuple(lying.piece.faces.values())
        url = self._picture_of(
            f"{_file(lying.piece)}-sides", sides, lambda: atlas(list(self._camera.square(sides, DPI)))
        )
        mesh = CustomMesh(
            mesh_url=self.keep(die.id, ".obj", "model", die_mesh(units(die.size)).encode()),
            diffuse_url=url,
            material_index=PLASTIC,
            type_index=DICE,
        )
        return replace(self._object("Custom_Model", lying, lying.piece.name), custom_mesh=mesh)

    def _figure(self, standee: Standee, lying: Lying) -> Thing:
        piece = lying.piece
        sides = piece.front, piece.back or piece.front
        url = self._picture_of(f"{_file(piece)}-sides", sides, lambda: pair(*self._camera.square(sides, DPI)))
        width, height = standee.size
        base = standee.base or (width, 2 * standee.foot)
        model = figure_mesh(units(width), units(height), (units(base[0]), units(base[-1])))
        mesh = CustomMesh(
            mesh_url=self.keep(standee.id, ".obj", "model", model.encode()),
            diffuse_url=url,
            material_index=CARDBOARD,
            type_index=FIGURINE,
        )
        return replace(self._object("Custom_Model", lying, piece.name), custom_mesh=mesh)

    # --- decks ------------------------------------------------------------------------------------------

    def _deck(self, component: Card, lying: Lying) -> Thing:
        """All cards of a component, face down; one card alone is no deck."""
        rows = self._rows[component.id]
        ids, known = self._card_ids(component, rows)
        scale = round(component.size[0] / CARD_WIDTH, 5)
        place = replace(_at(lying.x, lying.y), scale_x=scale, scale_z=scale, rot_z=FACE_DOWN)
        each = [(piece, number) for piece, number in zip(rows, ids, strict=True) for _ in range(piece.copies)]
        cards = tuple(self._card(piece, number, known, place) for piece, number in each)
        if len(cards) == 1:
            return cards[0]
        deck = self._made("Deck", f"{component.id} deck", component.title[self._layout.language], place)
        return replace(
            deck,
            hide_when_face_down=True,
            sideways_card=component.size[0] > component.size[1],
            deck_ids=tuple(number for _, number in each),
            custom_deck={str(number): found for number, found in known.items()},
            contained_objects=cards,
        )

    def _card(self, piece: Piece, number: int, known: Mapping[int, DeckSheet], place: Transform) -> Thing:
        made = self._made("Card", f"{piece.component.id} {piece.key}", piece.name, place)
        width, height = piece.front.width, piece.front.height
        return replace(
            made,
            hands=True,
            hide_when_face_down=True,
            sideways_card=width > height,
            card_id=number,
            custom_deck={str(number // 100): known[number // 100]},
        )

    def _card_ids(self, component: Card, rows: Sequence[Piece]) -> tuple[list[int], dict[int, DeckSheet]]:
        """The number of each row's card: a hundred times its sheet's, and its place there; and the sheets."""
        ids, known = list[int](), dict[int, DeckSheet]()
        for on, layout in decked(rows):
            self._sheets += 1
            known[self._sheets] = self._deck_sheet(component, on, layout, self._sheets)
            ids += [100 * self._sheets + place for place in range(len(on))]
        return ids, known

    def _deck_sheet(self, component: Card, on: Sequence[Piece], layout: Grid, number: int) -> DeckSheet:
        backs = [piece.back or blank(piece.front) for piece in on]
        unique = component.back != "" and len({id(back) for back in backs}) > 1
        faces = sheet([piece.front for piece in on], backs[0], layout, self._camera)
        name = f"{component.id}-sheet-{number}"
        face_url = self.keep(name, ".png", "deck sheet", encoded(faces, "png"), faces.size)
        if unique:
            behind = sheet(backs, backs[0], layout, self._camera)
            back_url = self.keep(
                f"{component.id}-backs-{number}", ".png", "deck sheet", encoded(behind, "png"), behind.size
            )
        else:
            back_url = self._picture(f"{component.id}-back", backs[0])
        return DeckSheet(
            face_url=face_url,
            back_url=back_url,
            num_width=layout.across,
            num_height=layout.down,
            back_is_hidden=unique,
            unique_back=unique,
            type=ROUNDED if component.corner else SQUARE,
        )

    def _picture(self, name: str, scene: Scene) -> str:
        """A face with its whole corners, as large as the game takes it; where the game finds it."""

        def drawn() -> Image.Image:
            dpi = min(DPI, MOST_PIXELS * MM_PER_INCH / max(scene.width, scene.height))
            (picture,) = self._camera.square([scene], dpi)
            return picture.convert("RGB")

        return self._picture_of(name, (scene,), drawn)

    def _picture_of(self, name: str, scenes: Sequence[Scene], drawn: Callable[[], Image.Image]) -> str:
        """Where the game finds a picture of these faces, which is drawn once for all copies of a piece."""
        key = (name, *map(id, scenes))
        if key not in self._drawn:
            picture = drawn()
            # With its faces, so that no later one gets the id of one that is gone.
            self._drawn[key] = scenes, self.keep(name, ".png", "picture", encoded(picture, "png"), picture.size)
        return self._drawn[key][1]


def _at(x: float, y: float, lift: float = 0.0) -> Transform:
    """A place on the table; what is nearer to the first seat has the smaller z."""
    return Transform(pos_x=units(x), pos_y=round(SURFACE + FALL + units(lift), 5), pos_z=-units(y))


def _file(piece: Piece, side: str = "") -> str:
    return "-".join(part for part in (piece.component.id, piece.key, side) if part)


def _shape(component: AnyComponent, scene: Scene) -> int:
    if isinstance(component, Token) and component.shape != "square":
        return CIRCLE if component.shape == "round" else HEXAGON
    return ROUNDED_BOX if scene.corner else BOX


def tts(kit: Kit, layout: Layout, selection: Selection, export: Export) -> Iterator[Written]:
    """The save, and all files that it loads: from this folder or, with an address, from there."""
    found = list(all_pieces(kit, layout, selection))
    rows_of = {component.id: rows for component, rows in found}
    maker = Maker(kit, layout, _base(kit, layout, export), rows_of, export.print.ink)
    table = begun(found, BAG_WIDTH)
    rules = list(_rules(kit, layout, selection, export))
    places, box = _beside(table.box, len(rules))
    left, up = box.x + box.width / 2, box.y + box.height / 2
    things = [maker.thing(lying.moved(-left, -up)) for lying in table.things]
    for (leaflet, data), (x, y) in zip(rules, places, strict=True):
        things.append(maker.rules(leaflet, data, x - left, y - up))
    if units(box.width) > TABLE[0] or units(box.height) > TABLE[1]:
        layout.findings.add(_too_large(kit, box))
    yield from maker.files()
    yield Written(f"{kit.id}-{layout.language}.json", "save", _saved(kit, layout, things))


def _beside(box: Box, leaflets: int) -> tuple[list[tuple[float, float]], Box]:
    """The middles of so many leaflets in columns at the right of a box, and the box round all."""
    width, height = RULES
    down = max(1, int(box.height // height))
    places = [
        (box.right + (number // down + 0.5) * width, box.y + (number % down + 0.5) * height)
        for number in range(leaflets)
    ]
    columns = -(-leaflets // down)
    return places, Box(box.x, box.y, box.width + columns * width, max(box.height, height * min(leaflets, down)))


def _too_large(kit: Kit, box: Box) -> Finding:
    return Finding(
        "warning",
        "table-full",
        Place(kit.file),
        f"laid out, the game takes {units(box.width):.0f} × {units(box.height):.0f} units; a table of Tabletop "
        f"Simulator has room for {TABLE[0]:g} × {TABLE[1]:g} between its hands",
        "what lies beyond is moved by hand in the game; or leave something out: --without, --only",
    )


def _base(kit: Kit, layout: Layout, export: Export) -> str:
    """Where the game finds the files: the folder in which they will lie, or the address where they are put."""
    if export.url:
        return f"{export.url.rstrip('/')}/{layout.language}/"
    folder = Path(export.print.out).resolve() / f"{kit.id}-{export.way}" / layout.language
    return folder.as_uri() + "/"


def _saved(kit: Kit, layout: Layout, things: Sequence[Thing]) -> bytes:
    title = kit.title[layout.language]
    save = Save(
        save_name=title,
        game_mode=title,
        note=f"{title} {kit.version} · {kit.build}",
        object_states=tuple(things),
    )
    return msgspec.json.format(msgspec.json.encode(save), indent=2) + b"\n"


def _rules(kit: Kit, layout: Layout, selection: Selection, export: Export) -> Iterator[tuple[Leaflet, bytes]]:
    """The leaflets as files to read."""
    leaflets = [
        component for component in kit.components if isinstance(component, Leaflet) and selection.holds(component)
    ]
    if not leaflets:
        return
    only = Selection({leaflet.id: selection.expand(kit, leaflet) for leaflet in leaflets})
    files = [file for file in plan_leaflets(PrintContext(kit, layout, export.print, only)) if file.what == "leaflet"]
    for leaflet, file in zip(leaflets, files, strict=True):
        out = io.BytesIO()
        write_pdf(file.pages(), out, fonts=layout.fonts, title=file.title, author=kit.author, language=layout.language)
        yield leaflet, out.getvalue()
