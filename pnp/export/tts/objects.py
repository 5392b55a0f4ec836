"""The objects of a save, as Tabletop Simulator writes and reads them.

The fields and their names are those of its save files, as far as its knowledge base documents them
(kb.tabletopsimulator.com, *Save File Format*, *Custom Content*) and as its own saves hold them besides.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

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
