"""A kit as a save of Tabletop Simulator. The game has no millimetres: lengths are those of its own things, measured."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from PIL import Image

from pnp.build.manifest import Names
from pnp.build.plan import PrintContext, plan_leaflets
from pnp.export.pictures import MM_PER_INCH, Camera, Export, ExportedBytes, ExportPiece, all_pieces, encode_picture
from pnp.export.table_setup import TablePiece, arrange_start
from pnp.face.layout import Layout
from pnp.findings import Finding, Place
from pnp.kit import Kit
from pnp.kit.components import named_on
from pnp.kit.model import AnyComponent, Board, Card, Die, Faced, Leaflet, Standee, Stock, Token
from pnp.render.pdf import write_pdf
from pnp.scene import Box, Rect, Scene, mapped
from pnp.sheet.options import Ink, Selection

Fields: TypeAlias = dict[str, Any]

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


def grid(count: int, width: float, height: float) -> Grid:
    """The sheet on which so many cards, at most 69, of `width` × `height` mm are largest; of equal ones that with fewer
    empty places, then the widest."""
    found = []
    for across in range(LEAST, MOST_ACROSS + 1):
        for down in range(LEAST, MOST_DOWN + 1):
            dots = min(DPI / MM_PER_INCH, MOST_PIXELS / across / width, MOST_PIXELS / down / height)
            if across * down > count:
                found.append(Grid(across, down, math.floor(width * dots), math.floor(height * dots)))
    return max(found, key=lambda one: (one.width * one.height, -one.across * one.down, one.across))


def draw_sheet(faces: Sequence[Scene], hidden: Scene, layout: Grid, camera: Camera) -> Image.Image:
    """The faces in reading order, and the hidden one in the last place, corners and all: the game rounds them."""
    picture = Image.new("RGB", (layout.across * layout.width, layout.down * layout.height), "white")
    dpi = layout.width * MM_PER_INCH / faces[0].width
    for number, card in enumerate(camera.square((*faces, hidden), dpi)):
        place = number if number < len(faces) else layout.across * layout.down - 1  # the last is for hidden cards
        row, column = divmod(place, layout.across)
        picture.paste(card.resize((layout.width, layout.height)), (column * layout.width, row * layout.height))
    return picture


def blank(scene: Scene) -> Scene:
    """The back of a card that has none: white paper."""
    return Scene(scene.width, scene.height, 0.0, (Rect(Box(0.0, 0.0, scene.width, scene.height), "#FFFFFF"),))


ATLAS = (3, 2)
"""Columns and rows of the picture of a die: its six sides in reading order."""
DIE_SIDES = (4, 2, 0, 1, 3, 5)
"""Which side of a block each side of a die is, so that side i lies opposite side 5 - i, as in the printed net."""
FIGURE = 0.05
"""How thick a figure is, of cardboard glued to both sides."""
FOOT_HEIGHT = 0.08
FOOT_SHARE = 0.9
"""The plate under a figure that has none: as wide as it, and so much of it deep."""

Corner = tuple[float, float, float]
Corners = tuple[Corner, Corner, Corner, Corner]
"""Of a side as it is looked at, from the lower left counter-clockwise."""
Part = tuple[float, float, float, float]
"""The part of the picture on a side: left, bottom, right, top, each 0 to 1."""


def die_mesh(edge: float) -> str:
    """A cube about the origin, with `edge` units."""
    half, (across, down) = edge / 2, ATLAS
    block = _block((-half, -half, -half), (half, half, half))
    sides = list[tuple[tuple[Corner, Corners], Part]]()
    for number, side in enumerate(DIE_SIDES):
        row, column = divmod(number, across)
        sides.append((block[side], (column / across, 1 - (row + 1) / down, (column + 1) / across, 1 - row / down)))
    return _obj(sides)


def figure_mesh(width: float, height: float, base: tuple[float, float]) -> str:
    """A figure that stands on a plate, its foot in the middle of it: front in the left half of the picture, back in the
    right one. The plate and the edges take the colour of the picture's lower left corner."""
    edge: Part = (0.001, 0.001, 0.002, 0.002)
    figure = _block((-width / 2, FOOT_HEIGHT, -FIGURE / 2), (width / 2, FOOT_HEIGHT + height, FIGURE / 2))
    plate = _block((-base[0] / 2, 0.0, -base[1] / 2), (base[0] / 2, FOOT_HEIGHT, base[1] / 2))
    parts: list[Part] = [(0.0, 0.0, 0.5, 1.0), (0.5, 0.0, 1.0, 1.0), *[edge] * 10]
    return _obj(list(zip(figure + plate, parts, strict=True)))


def join_sides(sides: Sequence[Image.Image], columns: int) -> Image.Image:
    """Pictures of equal size in rows of so many columns: the sides of a die, or front and back of a figure."""
    width, height = sides[0].size
    sheet = Image.new("RGB", (width * columns, height * len(sides) // columns), "white")
    for number, side in enumerate(sides):
        row, column = divmod(number, columns)
        sheet.paste(side, (column * width, row * height), side)
    return sheet


def _block(low: Corner, high: Corner) -> list[tuple[Corner, Corners]]:
    """The six sides of a block, front, back, right, left, top, bottom: where each faces, and its corners."""
    (a, b, c), (d, e, f) = low, high
    return [
        ((0, 0, 1), ((a, b, f), (d, b, f), (d, e, f), (a, e, f))),
        ((0, 0, -1), ((d, b, c), (a, b, c), (a, e, c), (d, e, c))),
        ((1, 0, 0), ((d, b, f), (d, b, c), (d, e, c), (d, e, f))),
        ((-1, 0, 0), ((a, b, c), (a, b, f), (a, e, f), (a, e, c))),
        ((0, 1, 0), ((a, e, f), (d, e, f), (d, e, c), (a, e, c))),
        ((0, -1, 0), ((a, b, c), (d, b, c), (d, b, f), (a, b, f))),
    ]


def _obj(sides: Sequence[tuple[tuple[Corner, Corners], Part]]) -> str:
    """The sides as two triangles each."""
    lines = list[str]()
    for number, ((normal, corners), (left, bottom, right, top)) in enumerate(sides):
        lines += [f"v {x:.5f} {y:.5f} {z:.5f}" for x, y, z in corners]
        lines += [f"vt {u:.5f} {v:.5f}" for u, v in ((left, bottom), (right, bottom), (right, top), (left, top))]
        lines.append("vn {:.5f} {:.5f} {:.5f}".format(*normal))
        first = 4 * number + 1
        for triangle in ((0, 1, 2), (0, 2, 3)):
            lines.append("f " + " ".join(f"{first + i}/{first + i}/{number + 1}" for i in triangle))
    return "\n".join(lines) + "\n"


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
    """Makes the objects of a save, and keeps the files that they load under the address `base`.

    The fields and their names are those of save files, as far as the game's knowledge base documents them
    (kb.tabletopsimulator.com, *Save File Format*, *Custom Content*) and as its own saves hold them besides.
    """

    def __init__(
        self, kit: Kit, layout: Layout, base: str, rows: Mapping[str, Sequence[ExportPiece]], ink: Ink
    ) -> None:
        self.files: dict[str, ExportedBytes] = {}
        self._kit = kit
        self._layout = layout
        self._base = base
        self._rows = rows
        self._camera = Camera(layout, ink)
        self._names = Names()
        self._drawn: dict[tuple[object, ...], tuple[Sequence[Scene], str]] = {}
        self._guids: set[str] = set()
        self._sheets = 0

    def make_object(self, thing: TablePiece) -> Fields:
        """An object for a piece, a deck, or a bag of equal pieces."""
        component = thing.piece.component
        if isinstance(component, Card):
            return self._deck(component, thing)
        if thing.copies == 1:
            return self._piece(thing)
        held = [self._piece(thing) for _ in range(thing.copies)]
        return self._object("Bag", _key(thing.piece), thing.piece.name, _place(thing.x, thing.y, thing.lift)) | {
            "ContainedObjects": held
        }

    def make_rules(self, leaflet: Leaflet, data: bytes, x: float, y: float) -> Fields:
        """A leaflet that players leaf through, of the bytes of its file."""
        url = self._keep(leaflet.id, ".pdf", "rules", data)
        title = leaflet.title[self._layout.language]
        pdf = {"PDFUrl": url, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        return self._object("Custom_PDF", f"{leaflet.id} leaflet", title, _place(x, y)) | {"CustomPDF": pdf}

    def _keep(self, name: str, ending: str, what: str, data: bytes, size: tuple[int, int] = (0, 0)) -> str:
        """Keeps a file, and says where the game finds it: another one of this name gets a number behind."""
        kept = self._names.choose_name(name, ending, data)
        self.files[kept] = ExportedBytes(kept, what, data, *size)
        return self._base + kept

    def _keep_picture(self, name: str, what: str, picture: Image.Image) -> str:
        return self._keep(name, ".png", what, encode_picture(picture, "png"), picture.size)

    # --- objects ----------------------------------------------------------------------------------------

    def _object(self, name: str, key: str, nickname: str, transform: Fields) -> Fields:
        """An object with what all have in common; the key gives it an id that is always the same for this kit."""
        digests = (sha256(f"{self._kit.id} {key} {number}".encode()).hexdigest()[:6] for number in count())
        guid = next(digest for digest in digests if digest not in self._guids)
        self._guids.add(guid)
        return {
            "GUID": guid,
            "Name": name,
            "Transform": transform,
            "Nickname": nickname,
            "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
            "Locked": False,
            "Grid": False,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "Hands": False,
            "HideWhenFaceDown": False,
            "Description": "",
            "LuaScript": "",
            "LuaScriptState": "",
        }

    def _piece(self, thing: TablePiece) -> Fields:
        """A tile, or an object with a model of its own, which has one picture for all sides."""
        piece = thing.piece
        match piece.component:
            case Die(size=edge):
                sides, model = tuple(piece.faces.values()), die_mesh(units(edge))
                columns, material, kind = ATLAS[0], PLASTIC, DICE
            case Standee(size=(width, height)) as standee:
                sides = piece.front, piece.back or piece.front
                base = standee.base or (width, 2 * standee.foot)
                model = figure_mesh(units(width), units(height), (units(base[0]), units(base[-1])))
                columns, material, kind = 2, CARDBOARD, FIGURINE
            case _:
                return self._tile(thing)
        url = self._picture_url(
            f"{_file(piece)}-sides", sides, lambda: join_sides([*self._camera.square(sides, DPI)], columns)
        )
        mesh = {
            "MeshURL": self._keep(piece.component.id, ".obj", "model", model.encode()),
            "DiffuseURL": url,
            "NormalURL": "",
            "ColliderURL": "",
            "Convex": True,
            "MaterialIndex": material,
            "TypeIndex": kind,
            "CastShadows": True,
        }
        return self._object("Custom_Model", _key(piece), piece.name, _place(thing.x, thing.y, thing.lift)) | {
            "CustomMesh": mesh
        }

    def _tile(self, thing: TablePiece) -> Fields:
        piece, component = thing.piece, thing.piece.component
        scale = tile_scale(piece.front.width), tile_scale(piece.front.height)
        alike = isinstance(component, Faced) and component.back == component.face  # the game shows the same on both
        back = None if alike else piece.back
        image = {
            "ImageURL": self._face_url(_file(piece), piece.front),
            "ImageSecondaryURL": self._face_url(_file(piece, "back"), back) if back else "",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {
                "Type": _shape(component, piece.front),
                "Thickness": THICKNESS[component.stock],
                "Stackable": False,
                "Stretch": True,
            },
        }
        place = _place(thing.x, thing.y, thing.lift) | {"scaleX": scale[0], "scaleZ": scale[1]}
        made = self._object("Custom_Tile", _key(piece), piece.name, place)
        made |= {"Locked": isinstance(component, Board), "CustomImage": image}
        if points := [*self._snap_points(piece, scale)]:
            made["AttachedSnapPoints"] = points
        return made

    def _snap_points(self, piece: ExportPiece, scale: tuple[float, float]) -> Iterator[Fields]:
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
                yield {"Position": {"x": round(x, 5), "y": RAISED, "z": round(z, 5)}}

    # --- decks ------------------------------------------------------------------------------------------

    def _deck(self, component: Card, thing: TablePiece) -> Fields:
        """All cards of a component, face down; one card alone is no deck.

        A card's number is a hundred times that of its sheet, and its place there.
        """
        rows = self._rows[component.id]
        numbers, sheets = list[int](), dict[str, Fields]()
        most = MOST_ACROSS * MOST_DOWN - 1
        for first in range(0, len(rows), most):
            on = rows[first : first + most]
            self._sheets += 1
            sheets[str(self._sheets)] = self._deck_sheet(component, on, self._sheets)
            numbers += [100 * self._sheets + place for place in range(len(on))]
        scale = round(component.size[0] / CARD_WIDTH, 5)
        place = _place(thing.x, thing.y) | {"rotZ": FACE_DOWN, "scaleX": scale, "scaleZ": scale}
        each = [(piece, number) for piece, number in zip(rows, numbers, strict=True) for _ in range(piece.copies)]
        cards = [
            self._object("Card", _key(piece), piece.name, place)
            | {
                "Hands": True,
                "HideWhenFaceDown": True,
                "CardID": number,
                "SidewaysCard": piece.front.width > piece.front.height,
                "CustomDeck": {str(number // 100): sheets[str(number // 100)]},
            }
            for piece, number in each
        ]
        if len(cards) == 1:
            return cards[0]
        deck = self._object("Deck", f"{component.id} deck", component.title[self._layout.language], place)
        return deck | {
            "HideWhenFaceDown": True,
            "SidewaysCard": component.size[0] > component.size[1],
            "DeckIDs": [number for _, number in each],
            "CustomDeck": sheets,
            "ContainedObjects": cards,
        }

    def _deck_sheet(self, component: Card, on: Sequence[ExportPiece], number: int) -> Fields:
        """Different cards of one size on one picture. What others see of a hidden card is the last place, or its own
        back if the backs differ."""
        layout = grid(len(on), on[0].front.width, on[0].front.height)
        backs = [piece.back or blank(piece.front) for piece in on]
        unique = component.back != "" and len({id(back) for back in backs}) > 1
        faces = draw_sheet([piece.front for piece in on], backs[0], layout, self._camera)
        face_url = self._keep_picture(f"{component.id}-sheet-{number}", "deck sheet", faces)
        if unique:
            behind = draw_sheet(backs, backs[0], layout, self._camera)
            back_url = self._keep_picture(f"{component.id}-backs-{number}", "deck sheet", behind)
        else:
            back_url = self._face_url(f"{component.id}-back", backs[0])
        return {
            "FaceURL": face_url,
            "BackURL": back_url,
            "NumWidth": layout.across,
            "NumHeight": layout.down,
            "BackIsHidden": unique,
            "UniqueBack": unique,
            "Type": ROUNDED if component.corner else SQUARE,
        }

    def _face_url(self, name: str, scene: Scene) -> str:
        """A face with its whole corners, as large as the game takes it; where the game finds it."""
        dpi = min(DPI, MOST_PIXELS * MM_PER_INCH / max(scene.width, scene.height))
        return self._picture_url(name, (scene,), lambda: next(self._camera.square([scene], dpi)).convert("RGB"))

    def _picture_url(self, name: str, scenes: Sequence[Scene], draw: Callable[[], Image.Image]) -> str:
        """Where the game finds a picture of these faces, which is drawn once for all copies of a piece."""
        key = (name, *map(id, scenes))
        if key not in self._drawn:
            # With its faces, so that no later one gets the id of one that is gone.
            self._drawn[key] = scenes, self._keep_picture(name, "picture", draw())
        return self._drawn[key][1]


def _place(x: float, y: float, lift: float = 0.0) -> Fields:
    """A place on the table, as units and degrees; what is nearer to the first seat has the smaller z."""
    return {
        "posX": units(x),
        "posY": round(SURFACE + FALL + units(lift), 5),
        "posZ": -units(y),
        "rotX": 0.0,
        "rotY": 180.0,
        "rotZ": 0.0,
        "scaleX": 1.0,
        "scaleY": 1.0,
        "scaleZ": 1.0,
    }


def _key(piece: ExportPiece) -> str:
    return f"{piece.component.id} {piece.key}"


def _file(piece: ExportPiece, side: str = "") -> str:
    return "-".join(part for part in (piece.component.id, piece.key, side) if part)


def _shape(component: AnyComponent, scene: Scene) -> int:
    if isinstance(component, Token) and component.shape != "square":
        return CIRCLE if component.shape == "round" else HEXAGON
    return ROUNDED_BOX if scene.corner else BOX


def tts(kit: Kit, layout: Layout, selection: Selection, export: Export) -> Iterator[ExportedBytes]:
    """The save, and all files that it loads: from this folder or, with an address, from there."""
    found = all_pieces(kit, layout, selection)
    folder = Path(export.print.out).resolve() / f"{kit.id}-{export.way}" / layout.language
    base = f"{export.url.rstrip('/')}/{layout.language}" if export.url else folder.as_uri()
    rows = {component.id: rows for component, rows in found}
    maker = Maker(kit, layout, f"{base}/", rows, export.print.ink)
    table = arrange_start(found, BAG_WIDTH)
    leaflets = list(_write_leaflets(kit, layout, selection, export))
    places, box = _beside(table.box, len(leaflets))
    left, up = box.x + box.width / 2, box.y + box.height / 2
    objects = [maker.make_object(thing.moved(-left, -up)) for thing in table.things]
    for (leaflet, data), (x, y) in zip(leaflets, places, strict=True):
        objects.append(maker.make_rules(leaflet, data, x - left, y - up))
    if units(box.width) > TABLE[0] or units(box.height) > TABLE[1]:
        message = (
            f"laid out, the game takes {units(box.width):.0f} × {units(box.height):.0f} units; a table of Tabletop "
            f"Simulator has room for {TABLE[0]:g} × {TABLE[1]:g} between its hands"
        )
        hint = "what lies beyond is moved by hand in the game; or leave something out: --without, --only"
        layout.findings.add(Finding("warning", "table-full", Place(kit.file), message, hint))
    yield from maker.files.values()
    title = kit.title[layout.language]
    # It has no date: the same kit makes the same save.
    save = {
        "SaveName": title,
        "Date": "",
        "VersionNumber": "",
        "GameMode": title,
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "Table_RPG",
        "Sky": "Sky_Museum",
        "Note": f"{title} {kit.version} · {kit.build}",
        "Rules": "",
        "Hands": {"Enable": True, "DisableUnused": False, "Hiding": 0},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": objects,
    }
    data = msgspec.json.format(msgspec.json.encode(save), indent=2) + b"\n"
    yield ExportedBytes(f"{kit.id}-{layout.language}.json", "save", data)


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


def _write_leaflets(kit: Kit, layout: Layout, selection: Selection, export: Export) -> Iterator[tuple[Leaflet, bytes]]:
    """The leaflets as files to read."""
    leaflets = [one for one in kit.components if isinstance(one, Leaflet) and selection.holds(one)]
    only = Selection({leaflet.id: selection.expand(kit, leaflet) for leaflet in leaflets})
    files = [file for file in plan_leaflets(PrintContext(kit, layout, export.print, only)) if file.what == "leaflet"]
    for leaflet, file in zip(leaflets, files, strict=True):
        out = io.BytesIO()
        write_pdf(file.pages(), out, fonts=layout.fonts, title=file.title, author=kit.author, language=layout.language)
        yield leaflet, out.getvalue()
