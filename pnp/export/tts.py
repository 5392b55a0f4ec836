"""Writes a kit as a save file of Tabletop Simulator. The game has no millimetres: its units were measured on its
objects."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace
from PIL import Image

from pnp.build.manifest import Names
from pnp.build.plan import PrintContext, plan_leaflets
from pnp.export.pictures import MM_PER_INCH, Camera, Export, ExportedBytes, ExportPiece, PieceRows, list_all_pieces
from pnp.export.table_setup import TablePiece, arrange_start
from pnp.face.layout import KitFaces
from pnp.findings import Finding, Place
from pnp.kit import Kit
from pnp.kit.components import split_place
from pnp.kit.model import Board, Card, Die, Faced, Leaflet, Standee, Stock, Token
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
    """Converts millimetres to units of the game."""
    return round(length / MM_PER_UNIT, 5)


MOST_ACROSS, MOST_DOWN, LEAST = 10, 7, 2
"""Columns and rows that the game takes."""
MOST_PIXELS = 4096
"""Either side of a picture: graphics cards of players take no more (knowledge base, *Asset Creation*)."""
DPI = 300.0


class Grid(msgspec.Struct, frozen=True):
    """The grid of cards on a sheet: columns, rows, and the pixels of one card."""

    across: int
    down: int
    width: int
    height: int


def grid(count: int, width: float, height: float) -> Grid:
    """Returns the sheet on which this many cards (at most 69) of `width` × `height` mm are largest; of equal ones that
    with fewer empty places, then the widest."""
    found = []
    for across in range(LEAST, MOST_ACROSS + 1):
        for down in range(LEAST, MOST_DOWN + 1):
            dots = min(DPI / MM_PER_INCH, MOST_PIXELS / across / width, MOST_PIXELS / down / height)
            if across * down > count:
                found.append(Grid(across, down, math.floor(width * dots), math.floor(height * dots)))
    return max(found, key=lambda one: (one.width * one.height, -one.across * one.down, one.across))


def draw_sheet(faces: Sequence[Scene], hidden: Scene, layout: Grid, camera: Camera) -> Image.Image:
    """Draws the faces in reading order, and the hidden one in the last place, with square corners: the game rounds
    them."""
    dpi = layout.width * MM_PER_INCH / faces[0].width
    size = layout.width, layout.height
    cards = [camera.take(face, dpi).resize(size) for face in (*faces, hidden)]
    empty = Image.new("RGBA", cards[0].size)
    spare = layout.across * layout.down - len(cards)
    return join_pictures([*cards[:-1], *spare * [empty], cards[-1]], layout.across)


def join_pictures(pictures: Sequence[Image.Image], columns: int) -> Image.Image:
    """Joins pictures of equal size in rows of this many columns: cards, the sides of a die, or front and back of a
    figure."""
    width, height = pictures[0].size
    sheet = Image.new("RGB", (width * columns, height * len(pictures) // columns), "white")
    for number, picture in enumerate(pictures):
        row, column = divmod(number, columns)
        sheet.paste(picture, (column * width, row * height), picture)
    return sheet


ATLAS = (3, 2)
"""Columns and rows of the picture of a die: its six sides in reading order."""
DIE_SIDES = (4, 2, 0, 1, 3, 5)
"""Which side of a block each side of a die is, so that side i lies opposite side 5 - i, as in the printed net."""
FIGURE = 0.05
"""How thick a figure is, of cardboard glued to both sides."""
FOOT_HEIGHT = 0.08
"""Of the plate under a figure."""

Corner: TypeAlias = tuple[float, float, float]
Side: TypeAlias = tuple[Corner, tuple[Corner, ...]]
"""A side of a block: its normal, and its corners counter-clockwise from the lower left."""
Part: TypeAlias = tuple[float, float, float, float]
"""The part of the picture on a side: left, bottom, right, top, each 0 to 1."""


def make_die_mesh(edge: float) -> str:
    """Returns a cube around the origin, with `edge` units."""
    half, (across, down) = edge / 2, ATLAS
    sides = _block((-half, -half, -half), (half, half, half))
    places = [divmod(number, across) for number in range(len(DIE_SIDES))]
    parts = [(x / across, 1 - (y + 1) / down, (x + 1) / across, 1 - y / down) for y, x in places]
    return _format_mesh([sides[side] for side in DIE_SIDES], parts)


def make_figure_mesh(width: float, height: float, base: tuple[float, float]) -> str:
    """Returns a figure on a plate, its foot in the middle: its front is the left half of the picture, its back the
    right half.

    The plate and the edges take the colour of the picture's lower left corner.
    """
    edge = (0.001, 0.001, 0.002, 0.002)
    figure = _block((-width / 2, FOOT_HEIGHT, -FIGURE / 2), (width / 2, FOOT_HEIGHT + height, FIGURE / 2))
    plate = _block((-base[0] / 2, 0.0, -base[1] / 2), (base[0] / 2, FOOT_HEIGHT, base[1] / 2))
    return _format_mesh(figure + plate, [(0.0, 0.0, 0.5, 1.0), (0.5, 0.0, 1.0, 1.0), *[edge] * 10])


def _block(low: Corner, high: Corner) -> list[Side]:
    (a, b, c), (d, e, f) = low, high
    return [
        ((0, 0, 1), ((a, b, f), (d, b, f), (d, e, f), (a, e, f))),
        ((0, 0, -1), ((d, b, c), (a, b, c), (a, e, c), (d, e, c))),
        ((1, 0, 0), ((d, b, f), (d, b, c), (d, e, c), (d, e, f))),
        ((-1, 0, 0), ((a, b, c), (a, b, f), (a, e, f), (a, e, c))),
        ((0, 1, 0), ((a, e, f), (d, e, f), (d, e, c), (a, e, c))),
        ((0, -1, 0), ((a, b, c), (d, b, c), (d, b, f), (a, b, f))),
    ]


def _format_mesh(sides: Sequence[Side], parts: Sequence[Part]) -> str:
    """Formats a Wavefront OBJ: each side as two triangles, with its part of the picture."""
    lines = list[str]()
    for number, ((normal, corners), (left, bottom, right, top)) in enumerate(zip(sides, parts, strict=True)):
        lines += [f"v {x:.5f} {y:.5f} {z:.5f}" for x, y, z in corners]
        lines += [f"vt {u:.5f} {v:.5f}" for u, v in ((left, bottom), (right, bottom), (right, top), (left, top))]
        lines.append("vn {:.5f} {:.5f} {:.5f}".format(*normal))
        for triangle in ((1, 2, 3), (1, 3, 4)):
            lines.append("f " + " ".join(f"{4 * number + i}/{4 * number + i}/{number + 1}" for i in triangle))
    return "\n".join(lines) + "\n"


PLASTIC, CARDBOARD = 0, 3
FIGURINE, DICE = 1, 2
SQUARE, ROUNDED = 1, 0
"""Corners of a deck's cards."""
BOX, HEXAGON, CIRCLE, ROUNDED_BOX = 0, 1, 2, 3
RAISED = 0.1
"""Units over the middle of a tile at which its snap points stand."""


class SaveObjects:
    """Makes the objects of a save, and stores their files under the URL `base`.

    Fields and names follow the game's knowledge base (kb.tabletopsimulator.com, *Save File Format*, *Custom Content*)
    and its own saves.
    """

    def __init__(self, kit: Kit, layout: KitFaces, base: str, found: Sequence[PieceRows], ink: Ink) -> None:
        self.files: dict[str, ExportedBytes] = {}
        self._kit = kit
        self._layout = layout
        self._base = base
        self._rows = {component.id: rows for component, rows in found}
        self._camera = Camera(layout, ink)
        self._names = Names()
        self._content: dict[ExportPiece, tuple[str, Fields, Fields]] = {}
        self._guids: set[str] = set()
        self._sheets = 0

    def make_object(self, thing: TablePiece) -> Fields:
        """Returns an object for a piece, a deck, or a bag of equal pieces."""
        piece, component = thing.piece, thing.piece.component
        place = _place(thing.x, thing.y, thing.lift)
        if isinstance(component, Card):
            return self._make_deck(component, place)
        if piece not in self._content:  # drawn once for all copies
            self._content[piece] = self._draw_piece(piece)
        name, scale, content = self._content[piece]
        each = [self._start_object(name, _key(piece), piece.name, place | scale) | content for _ in range(thing.copies)]
        if len(each) == 1:
            return each[0]
        return self._start_object("Bag", _key(piece), piece.name, place) | {"ContainedObjects": each}

    def make_rules(self, leaflet: Leaflet, data: bytes, x: float, y: float) -> Fields:
        """Returns an object to browse a leaflet, given its PDF file."""
        pdf: Fields = {"PDFUrl": self._keep(ExportedBytes(f"{leaflet.id}.pdf", "rules", data))}
        pdf |= {"PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        title = leaflet.title[self._layout.language]
        return self._start_object("Custom_PDF", f"{leaflet.id} leaflet", title, _place(x, y)) | {"CustomPDF": pdf}

    def _keep(self, file: ExportedBytes) -> str:
        """Stores a file, and returns its URL; a duplicate name gets a number."""
        name, _, ending = file.path.rpartition(".")
        kept = self._names.choose_name(name, f".{ending}", file.data)
        self.files[kept] = replace(file, path=kept)
        return self._base + kept

    def _keep_picture(self, name: str, picture: Image.Image, what: str = "picture") -> str:
        return self._keep(ExportedBytes.encode_picture(f"{name}.png", picture, what))

    def _keep_face(self, name: str, scene: Scene) -> str:
        """Stores a face with square corners, as large as the game accepts."""
        dpi = min(DPI, MOST_PIXELS * MM_PER_INCH / max(scene.width, scene.height))
        return self._keep_picture(name, self._camera.take(scene, dpi).convert("RGB"))

    # --- objects ----------------------------------------------------------------------------------------

    def _start_object(self, name: str, key: str, nickname: str, transform: Fields) -> Fields:
        """Returns the fields that all objects have; the key gives a constant id per kit."""
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

    def _draw_piece(self, piece: ExportPiece) -> tuple[str, Fields, Fields]:
        """Returns the kind of object for a piece, its scale, and its own fields: a tile, or a model with one
        picture."""
        match piece.component:
            case Die(size=edge):
                sides, model = tuple(piece.faces.values()), make_die_mesh(units(edge))
                columns, material, kind = ATLAS[0], PLASTIC, DICE
            case Standee(size=(width, height)) as standee:
                sides = piece.front, piece.back or piece.front
                base = standee.base or (width, 2 * standee.foot)
                model = make_figure_mesh(units(width), units(height), (units(base[0]), units(base[-1])))
                columns, material, kind = 2, CARDBOARD, FIGURINE
            case _:
                return self._draw_tile(piece)
        picture = join_pictures([self._camera.take(side, DPI) for side in sides], columns)
        url = self._keep_picture(f"{_file(piece)}-sides", picture)
        mesh = {
            "MeshURL": self._keep(ExportedBytes(f"{piece.component.id}.obj", "model", model.encode())),
            "DiffuseURL": url,
            "NormalURL": "",
            "ColliderURL": "",
            "Convex": True,
            "MaterialIndex": material,
            "TypeIndex": kind,
            "CastShadows": True,
        }
        return "Custom_Model", {}, {"CustomMesh": mesh}

    def _draw_tile(self, piece: ExportPiece) -> tuple[str, Fields, Fields]:
        component, front = piece.component, piece.front
        alike = isinstance(component, Faced) and component.back == component.face  # the game shows the same on both
        back = None if alike else piece.back
        shape = ROUNDED_BOX if front.corner else BOX
        if isinstance(component, Token) and component.shape != "square":
            shape = CIRCLE if component.shape == "round" else HEXAGON
        image = {
            "ImageURL": self._keep_face(_file(piece), front),
            "ImageSecondaryURL": self._keep_face(_file(piece, "back"), back) if back else "",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {
                "Type": shape,
                "Thickness": THICKNESS[component.stock],
                "Stackable": False,
                "Stretch": True,
            },
        }
        across, along = (round(length / MM_PER_UNIT / TILE_SIDE, 5) for length in (front.width, front.height))
        content: Fields = {"Locked": isinstance(component, Board), "CustomImage": image}
        if points := [
            {"Position": {"x": round(-units(right) / across, 5), "y": RAISED, "z": round(units(down) / along, 5)}}
            for right, down in self._list_place_offsets(piece)
        ]:
            content["AttachedSnapPoints"] = points
        return "Custom_Tile", {"scaleX": across, "scaleZ": along}, content

    def _list_place_offsets(self, piece: ExportPiece) -> Iterator[tuple[float, float]]:
        """Yields the offsets of a piece's places from its centre, right and down, mm."""
        component = piece.component
        others = (other for other in self._kit.components if isinstance(other, Faced))
        named = {place for other in others for host, place in map(split_place, other.on) if host == component.id}
        if named and isinstance(component, Faced):
            size = piece.front.width, piece.front.height
            for spot in self._layout.spots(component.face, piece.record, size=size, bleed=component.bleed):
                if spot.name in named:
                    box = mapped(spot.matrix, spot.box)
                    yield box.x + box.width / 2 - size[0] / 2, box.y + box.height / 2 - size[1] / 2

    # --- decks ------------------------------------------------------------------------------------------

    def _make_deck(self, component: Card, place: Fields) -> Fields:
        """Returns all cards of a component, face down; a single card is not a deck.

        A card's number is a hundred times that of its sheet, plus its place there.
        """
        scale = round(component.size[0] / CARD_WIDTH, 5)
        place = place | {"rotZ": 180.0, "scaleX": scale, "scaleZ": scale}
        rows, most = self._rows[component.id], MOST_ACROSS * MOST_DOWN - 1
        sheets, cards = dict[str, Fields](), list[Fields]()
        for first in range(0, len(rows), most):
            on = rows[first : first + most]
            self._sheets += 1
            sheets[str(self._sheets)] = sheet = self._draw_deck_sheet(component, on, self._sheets)
            for number, piece in enumerate(on, start=100 * self._sheets):
                fields = {
                    "Hands": True,
                    "HideWhenFaceDown": True,
                    "CardID": number,
                    "SidewaysCard": piece.front.width > piece.front.height,
                    "CustomDeck": {str(self._sheets): sheet},
                }
                cards += [
                    self._start_object("Card", _key(piece), piece.name, place) | fields for _ in range(piece.copies)
                ]
        if len(cards) == 1:
            return cards[0]
        title = component.title[self._layout.language]
        return self._start_object("Deck", f"{component.id} deck", title, place) | {
            "HideWhenFaceDown": True,
            "SidewaysCard": component.size[0] > component.size[1],
            "DeckIDs": [card["CardID"] for card in cards],
            "CustomDeck": sheets,
            "ContainedObjects": cards,
        }

    def _draw_deck_sheet(self, component: Card, on: Sequence[ExportPiece], number: int) -> Fields:
        """Draws different cards of one size on one picture. The last place is the hidden face, or its own back if the
        backs differ."""
        front = on[0].front
        white = Scene(front.width, front.height, 0.0, (Rect(Box(0.0, 0.0, front.width, front.height), "#FFFFFF"),))
        backs = [piece.back or white for piece in on]
        layout = grid(len(on), front.width, front.height)
        unique = component.back != "" and len({id(back) for back in backs}) > 1
        faces = draw_sheet([piece.front for piece in on], backs[0], layout, self._camera)
        face_url = self._keep_picture(f"{component.id}-sheet-{number}", faces, "deck sheet")
        if unique:
            behind = draw_sheet(backs, backs[0], layout, self._camera)
            back_url = self._keep_picture(f"{component.id}-backs-{number}", behind, "deck sheet")
        else:
            back_url = self._keep_face(f"{component.id}-back", backs[0])
        return {
            "FaceURL": face_url,
            "BackURL": back_url,
            "NumWidth": layout.across,
            "NumHeight": layout.down,
            "BackIsHidden": unique,
            "UniqueBack": unique,
            "Type": ROUNDED if component.corner else SQUARE,
        }


def _place(x: float, y: float, lift: float = 0.0) -> Fields:
    """Returns a place on the table in units and degrees; z is smaller nearer to the first seat."""
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
    return "-".join(filter(None, (piece.component.id, piece.key, side)))


def tts(kit: Kit, layout: KitFaces, selection: Selection, export: Export) -> Iterator[ExportedBytes]:
    """Yields the save, and all files that it loads: from this folder or, with a URL, from there."""
    found = list_all_pieces(kit, layout, selection)
    folder = Path(export.print.out).resolve() / f"{kit.id}-{export.way}" / layout.language
    base = f"{export.url.rstrip('/')}/{layout.language}" if export.url else folder.as_uri()
    maker = SaveObjects(kit, layout, f"{base}/", found, export.print.ink)
    things, box = arrange_start(found, BAG_WIDTH)
    leaflets = [one for one in kit.components if isinstance(one, Leaflet) and selection.holds(one)]
    only = Selection({leaflet.id: selection.expand(kit, leaflet) for leaflet in leaflets})
    files = [file for file in plan_leaflets(PrintContext(kit, layout, export.print, only)) if file.what == "leaflet"]
    width, height = RULES
    beside, top = box.right + width / 2, box.y + height / 2
    if leaflets:  # in a column at the right
        box = Box(box.x, box.y, box.width + width, max(box.height, height * len(leaflets)))
    left, up = box.x + box.width / 2, box.y + box.height / 2
    objects = [maker.make_object(thing.moved(-left, -up)) for thing in things]
    for number, (leaflet, file) in enumerate(zip(leaflets, files, strict=True)):
        out = io.BytesIO()
        write_pdf(
            file.draw_pages(), out, fonts=layout.fonts, title=file.title, author=kit.author, language=layout.language
        )
        objects.append(maker.make_rules(leaflet, out.getvalue(), beside - left, top + number * height - up))
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
