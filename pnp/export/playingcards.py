"""A kit as a room of playingcards.io: one file to import, with decks, boards, tokens, dice and all their pictures.

Its makers do not document the format. What stands here is what rooms hold that were exported there, and what other
programs read and write of it (Virtual Tabletop's importer among them): an archive of `widgets.json`, a list of what
lies on the table, and of the pictures in `userassets/`.
"""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pnp.export.arrangement import Arrangement, Rows, belongs
from pnp.export.begin import begun
from pnp.export.options import Export
from pnp.export.pictures import MM_PER_INCH, Camera, encoded
from pnp.export.pieces import Piece, all_pieces
from pnp.export.setting import Lying
from pnp.export.written import Written
from pnp.face.layout import Layout
from pnp.findings import Finding, Place
from pnp.kit import Kit
from pnp.kit.model import AnyComponent, Board, Card, Die, Value
from pnp.output.names import Names
from pnp.scene import Scene
from pnp.sheet.options import BadOptionError
from pnp.sheet.selection import Selection

ROOM = (1600.0, 790.0)
"""Of a table, above the hand, in its own pixels."""
HAND = {"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1, "dragging": None}
FINER = 3.0
"""Pictures are so many times finer than they lie there: a card is enlarged under the pointer."""
MOST_PIXELS, LEAST_PIXELS = 1800.0, 40.0
"""Of a picture's longer side at most, and of a piece's on the table at least."""
DIE_ROOM = 48.0
"""What is kept free for a die, so that its name has room below it."""
LEAST = 26.0
"""The room of a piece that is tried first, mm, and the more the wider the table comes out."""
SHARE = 0.5
"""Of the room a board takes one way at least: about as large as a photograph of it on a phone, its places are told from
one another. Where so many pieces lie that it would shrink further, they are smaller instead …"""
SMALLER, TRIES = 0.7, 10
"""… by so much each time, so many times."""
TAKEN = 20.0
"""Pixels of a piece that a pointer still takes well."""
HOLDER = 4
"""A place for a deck is so much larger than its cards, on each side."""
LABEL = 60, 18, 12
"""The name below a die: its width and height, and that of its letters."""
EPOCH = (1980, 1, 1, 0, 0, 0)

Widget = dict[str, Any]
"""One thing on the table, in the keys of the format."""


def playingcards(kit: Kit, layout: Layout, selection: Selection, export: Export) -> Iterator[Written]:
    """The room. Raises BadOptionError if nothing of what is selected can lie there."""
    found = [item for item in all_pieces(kit, layout, selection) if belongs(kit, item[0])]
    table = _laid(found)
    if not table.playable or table.smallest < TAKEN:
        layout.findings.add(_full(kit, table))
    room = _Room(layout, {component.id: rows for component, rows in found}, table)
    for thing in table.laid.things:
        room.lay(thing)
    data = _archive([HAND, *room.widgets], room.pictures)
    yield Written(f"{kit.id}-{layout.language}.pcio", "room", data)


class _Table(msgspec.Struct, frozen=True, eq=False):
    """A table as it fits the room: things in mm, and to how many pixels the smallest of them can grow there without
    lying on one another."""

    laid: Arrangement
    least: float

    @property
    def scale(self) -> float:
        """Pixels of the room to a millimetre."""
        return min(ROOM[0] / self.laid.box.width, ROOM[1] / self.laid.box.height)

    @property
    def board(self) -> tuple[float, float] | None:
        """The board in the middle, in pixels."""
        boards = [thing.face for thing in self.laid.things if isinstance(thing.piece.component, Board)]
        return (boards[0].width * self.scale, boards[0].height * self.scale) if boards else None

    @property
    def smallest(self) -> float:
        """The longer side of the smallest piece, in pixels."""
        faces = [thing.face for thing in self.laid.things if not isinstance(thing.piece.component, Board)]
        sides = (self.scale * max(face.width, face.height) for face in faces)
        return max(self.least, min(sides, default=LEAST_PIXELS))

    @property
    def playable(self) -> bool:
        """Whether the board is large enough to be played on."""
        return self.board is None or max(side / room for side, room in zip(self.board, ROOM, strict=True)) >= SHARE


def _laid(found: Sequence[Rows]) -> _Table:
    """The table on which the smallest pieces have most room, up to what they need, while the board stays playable; if
    it is nowhere, the one that leaves it most. Raises BadOptionError if there is nothing to lay."""
    least, most, best = LEAST, 0.0, None
    for _ in range(TRIES):
        laid = begun(found, least=least, die=least * DIE_ROOM / LEAST_PIXELS)
        if not laid.things:
            raise BadOptionError("there is nothing to lay on a table; choose other components")
        grown = least * _Table(laid, 0.0).scale
        table = _Table(laid, min(LEAST_PIXELS, grown))
        if table.playable:
            best, fits = table, least
            if grown >= LEAST_PIXELS:
                break
            wanted = least * LEAST_PIXELS / grown
            least = math.sqrt(least * most) if most else wanted
        else:
            most = least
            least = math.sqrt(fits * most) if best else least * SMALLER
    return best or table


def _full(kit: Kit, table: _Table) -> Finding:
    board = f"its board is {table.board[0]:.0f} × {table.board[1]:.0f} pixels and " if table.board else ""
    return Finding(
        "warning",
        "table-full",
        Place(kit.file),
        f"laid out, {board}the smallest piece {table.smallest:.0f}; a room of playingcards.io has {ROOM[0]:g} × "
        f"{ROOM[1]:g} for the whole game",
        "leave something out: --without, --only",
    )


class _Room:
    """A table of the room, as it is laid."""

    def __init__(self, layout: Layout, rows: Mapping[str, Sequence[Piece]], table: _Table) -> None:
        self.widgets: list[Widget] = []
        self.pictures: dict[str, bytes] = {}
        self._names = Names()
        self._drawn: dict[tuple[str, int], tuple[Scene, str]] = {}
        self._layout = layout
        self._rows = rows
        self._camera = Camera(layout)
        self._box = table.laid.box
        self._scale = table.scale
        self._least = table.least
        self._decks: set[str] = set()
        self._z = 1

    def lay(self, thing: Lying) -> None:
        """Adds a thing, and its deck before its first card."""
        component = thing.piece.component
        if isinstance(component, Board):
            self._board(thing)
        elif isinstance(component, Die):
            self._spinner(thing)
        elif isinstance(component, Card):
            self._pile(component, thing)
        else:
            self._deck(component, None, *self._place(thing))
            for number in range(thing.copies):
                self._card(component, thing.piece, *self._place(thing), key=f"{number}", faceup=True)

    def _next(self) -> int:
        self._z += 1
        return self._z

    def _size(self, scene: Scene) -> tuple[int, int]:
        """A piece on the table, in its pixels: to scale, but what would be too small to be taken."""
        scale = max(self._scale, self._least / max(scene.width, scene.height))
        return round(scene.width * scale), round(scene.height * scale)

    def _place(self, thing: Lying) -> tuple[int, int]:
        """The upper left corner of a thing."""
        width, height = self._size(thing.face)
        x = (thing.x - self._box.x) * self._scale + (ROOM[0] - self._box.width * self._scale) / 2
        y = (thing.y - self._box.y) * self._scale
        return round(x - width / 2), round(y - height / 2)

    def _board(self, thing: Lying) -> None:
        (x, y), (width, height) = self._place(thing), self._size(thing.face)
        image = self._picture(thing.piece, "front", thing.face)
        name = f"board-{thing.piece.component.id}-{len(self.widgets)}"
        place = {"x": x, "y": y, "z": self._next(), "width": width, "height": height}
        self.widgets.append({"id": name, "type": "board", "boardImage": image, **place})

    def _spinner(self, thing: Lying) -> None:
        """A die: what it shows is chosen among the values of its sides."""
        piece, (x, y) = thing.piece, self._place(thing)
        options = _sides(piece)
        name = f"{piece.component.id}-{piece.key or 'die'}-{len(self.widgets)}"
        width = round(max(self._least, piece.front.width * self._scale))
        place = {"x": x, "y": y, "z": self._next(), "width": width, "height": width}
        self.widgets.append({"id": name, "type": "spinner", "options": options, "value": options[0], **place})
        share = self._least / LEAST_PIXELS
        wide, high, size = (max(1, round(share * length)) for length in LABEL)
        label = {"labelContent": piece.name, "textSize": size, "textAlign": "center", "width": max(wide, width)}
        below = {"x": x - max(0, wide // 2 - width // 2), "y": y + width, "z": self._next(), "height": high}
        self.widgets.append({"id": f"{name}-label", "type": "labelText", **label, **below})

    def _pile(self, component: Card, thing: Lying) -> None:
        """A deck on its place, face down, with a key to bring all of it back and shuffle."""
        x, y = self._place(thing)
        width, height = self._size(thing.face)
        holder = f"{component.id}-pile"
        size = {"width": width + 2 * HOLDER, "height": height + 2 * HOLDER}
        place = {"x": x - HOLDER, "y": y - HOLDER, "z": self._next(), **size}
        title = component.title[self._layout.language]
        self.widgets.append({"id": holder, "type": "cardPile", "label": title, "hasShuffleButton": True, **place})
        self._deck(component, holder, x, y)
        for piece in self._rows[component.id]:
            for number in range(piece.copies):
                self._card(component, piece, x, y, key=f"{number}", holder=holder)

    def _deck(self, component: AnyComponent, holder: str | None, x: int, y: int) -> None:
        """What the cards of a component show, once."""
        if component.id in self._decks:
            return
        self._decks.add(component.id)
        rows = self._rows[component.id]
        width, height = self._size(rows[0].front)
        types = {_type(piece): self._faces(piece) for piece in rows}
        self.widgets.append(
            {
                "id": f"{component.id}-deck",
                "type": "cardDeck",
                "parent": holder,
                "cardTypes": types,
                "faceTemplate": _template("face", width, height, component),
                "backTemplate": _template("back", width, height, component),
                "cardWidth": width,
                "cardHeight": height,
                "enlarge": True,
                "x": x,
                "y": y,
                "z": self._next(),
            }
        )

    def _faces(self, piece: Piece) -> Widget:
        """Both sides of a piece; one that has no back shows its front there as well."""
        back = piece.back or piece.front
        side = "back" if piece.back else "front"
        return {
            "label": piece.name,
            "face": self._picture(piece, "front", piece.front),
            "back": self._picture(piece, side, back),
        }

    def _card(
        self,
        component: AnyComponent,
        piece: Piece,
        x: int,
        y: int,
        *,
        key: str,
        holder: str | None = None,
        faceup: bool = False,
    ) -> None:
        self.widgets.append(
            {
                "id": f"{component.id}-{_type(piece)}-{key}-{len(self.widgets)}",
                "type": "card",
                "deck": f"{component.id}-deck",
                "cardType": _type(piece),
                "parent": holder,
                "faceup": faceup,
                "x": x,
                "y": y,
                "z": self._next(),
            }
        )

    def _picture(self, piece: Piece, side: str, scene: Scene) -> str:
        """Where a picture lies in the archive; faces that are one are kept once, others that would be called alike get
        a number."""
        shared = all(other.faces.get(side) is scene for other in self._rows[piece.component.id])
        key = "" if shared else piece.key
        wanted = "-".join(part for part in (piece.component.id, key, side) if part)
        if (wanted, id(scene)) not in self._drawn:
            data = self._encoded(scene)
            name = self._names.named(wanted, ".png", data)
            self.pictures[name] = data
            # With its face, so that no later one gets the id of one that is gone.
            self._drawn[wanted, id(scene)] = scene, name
        return f"package://userassets/{self._drawn[wanted, id(scene)][1]}"

    def _encoded(self, scene: Scene) -> bytes:
        """A face as it is cut out, as a file."""
        wanted = self._scale * FINER * MM_PER_INCH
        most = MOST_PIXELS * MM_PER_INCH / max(scene.width, scene.height)
        (picture,) = self._camera.cut([scene], min(wanted, most))
        return encoded(picture, "png")


def _type(piece: Piece) -> str:
    return piece.key or piece.component.id


def _sides(piece: Piece) -> list[str]:
    """What the sides of a die are called: their values, or their numbers."""
    die = piece.component
    values: Value = piece.record.values.get(die.sides) if piece.record and isinstance(die, Die) else ()
    plain = (
        [str(value) for value in values if isinstance(value, int | float | str)] if isinstance(values, tuple) else []
    )
    return plain or [str(number) for number in range(1, 7)]


def _template(value: str, width: int, height: int, component: AnyComponent) -> Widget:
    """How a side of a card is drawn: its picture, over all of it. Of cards the corners are round."""
    image = {"type": "image", "valueType": "dynamic", "value": value, "color": "transparent"}
    place = {"x": 0, "y": 0, "w": width, "h": height}
    return {"includeBorder": False, "includeRadius": isinstance(component, Card), "objects": [{**image, **place}]}


def _archive(widgets: Sequence[Widget], pictures: Mapping[str, bytes]) -> bytes:
    """The file of a room: the same each time."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo("widgets.json", EPOCH), msgspec.json.encode(widgets))
        for name, data in sorted(pictures.items()):
            archive.writestr(zipfile.ZipInfo(f"userassets/{name}", EPOCH), data)
    return out.getvalue()
