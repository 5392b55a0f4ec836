"""What lies on the table becomes objects of a save, and the pictures and models that they load."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256

from msgspec.structs import replace
from PIL import Image

from pnp.build.manifest import Names
from pnp.export.pictures import MM_PER_INCH, Camera, encoded
from pnp.export.pieces import Piece
from pnp.export.setting import Lying
from pnp.export.tts import meshes
from pnp.export.tts.objects import (
    Colour,
    CustomImage,
    CustomMesh,
    CustomPdf,
    DeckSheet,
    Point,
    SnapPoint,
    Thing,
    TileShape,
    Transform,
)
from pnp.export.tts.sheets import DPI, MOST_PIXELS, Grid, blank, decked, sheet
from pnp.export.tts.sizes import CARD_WIDTH, FALL, SURFACE, THICKNESS, tile_scale, units
from pnp.export.written import Written
from pnp.face.layout import Layout
from pnp.kit import Kit
from pnp.kit.components import named_on
from pnp.kit.model import AnyComponent, Board, Card, Die, Faced, Leaflet, Standee, Token
from pnp.scene import Scene, mapped
from pnp.sheet.options import Ink

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
            f"{_file(lying.piece)}-sides", sides, lambda: meshes.atlas(list(self._camera.square(sides, DPI)))
        )
        mesh = CustomMesh(
            mesh_url=self.keep(die.id, ".obj", "model", meshes.die(units(die.size)).encode()),
            diffuse_url=url,
            material_index=PLASTIC,
            type_index=DICE,
        )
        return replace(self._object("Custom_Model", lying, lying.piece.name), custom_mesh=mesh)

    def _figure(self, standee: Standee, lying: Lying) -> Thing:
        piece = lying.piece
        sides = piece.front, piece.back or piece.front
        url = self._picture_of(f"{_file(piece)}-sides", sides, lambda: meshes.pair(*self._camera.square(sides, DPI)))
        width, height = standee.size
        base = standee.base or (width, 2 * standee.foot)
        model = meshes.figure(units(width), units(height), (units(base[0]), units(base[-1])))
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
