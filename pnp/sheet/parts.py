"""Components become parts: what a sheet can carry, with its faces still to be laid out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from functools import partial

import msgspec

from pnp.face.geometry import component_outline
from pnp.face.layout import Layout, component_size
from pnp.kit import Kit, Record
from pnp.kit.model import (
    AnyComponent,
    Board,
    Card,
    Die,
    Faced,
    Leaflet,
    Sheet,
    Standee,
    Tile,
    Token,
    TuckBox,
)
from pnp.scene import Scene
from pnp.sheet.model import Part
from pnp.sheet.options import EVERYTHING, Selection
from pnp.sheet.piece import Piece


def parts(kit: Kit, layout: Layout, component: AnyComponent, selection: Selection) -> Iterator[Part]:
    """The parts of a component in one language, a board in one piece among them. A leaflet has none."""
    counts: Counter[tuple[str, str]] = Counter()
    for piece in _pieces(kit, layout, component, selection):
        for part in _parts(piece, component):
            counts[part.key, part.component] += 1
            yield msgspec.structs.replace(part, number=counts[part.key, part.component])


def _parts(piece: Piece, component: AnyComponent) -> Iterator[Part]:
    match component:
        case Card() | Tile() | Token() | Sheet() | Board():
            yield _flat(piece, component)
        case Standee() | Die() | TuckBox():
            from pnp.sheet.folded_parts import folded_parts  # few kits have some, and it takes long to import

            yield from folded_parts(piece, component)
        case Leaflet():
            return


def _pieces(kit: Kit, layout: Layout, component: AnyComponent, selection: Selection) -> Iterator[Piece]:
    """The rows of a component; each copy by itself, if they bear numbers."""
    numbered = isinstance(component, Faced) and layout.is_numbered(component)
    for record, copies in selection.expand(kit, component):
        if not numbered:
            yield Piece(kit, layout, component, record, copies)
            continue
        for copy in selection.copies.get((component.id, record.key if record else ""), range(copies)):
            yield Piece(kit, layout, component, record, 1, copy)


def count(kit: Kit, component: AnyComponent, selection: Selection = EVERYTHING) -> int:
    """How many of a component are in the box, or are selected."""
    return sum(copies for _, copies in selection.expand(kit, component))


def trim_size(kit: Kit, component: AnyComponent) -> tuple[float, float]:
    """Width and height in mm of one component as it is used: cut, folded, closed. Not for leaflets."""
    if not isinstance(component, TuckBox):
        return component_size(component)
    from pnp.sheet.folded_parts import closed_size

    return closed_size(kit, component)


def face_count(component: AnyComponent) -> int:
    """How many different faces one component shows."""
    match component:
        case Die():
            return 6
        case Standee():
            return 2
        case TuckBox(faces=faces):
            return sum(1 for face in msgspec.structs.astuple(faces) if face)
        case Leaflet():
            return 0
        case _:
            return 2 if component.back else 1


def piece_faces(
    kit: Kit, layout: Layout, component: AnyComponent, record: Record | None, without: Collection[str] = ()
) -> Iterator[tuple[str, Scene]]:
    """The faces of one piece by themselves, each with the name of its side; a leaflet has none. Of what has a front and
    a back, one of them can be left out."""
    piece = Piece(kit, layout, component, record, 1)
    match component:
        case Leaflet():
            return
        case TuckBox() | Die():
            from pnp.sheet.folded_parts import sides

            yield from sides(piece, component)
        case _:
            if "front" not in without:
                yield "front", layout.front(component, record)
            back = layout.back(component, record) if "back" not in without else None
            if back is not None:
                yield "back", back


def _flat(piece: Piece, component: Card | Tile | Token | Sheet | Board) -> Part:
    front = partial(piece.layout.front, component, piece.record, copy=piece.copy)

    def back() -> Scene:
        return piece.layout.back(component, piece.record, copy=piece.copy) or front()

    outlined = component_outline(component) is not None
    return piece.part(component.size, component.bleed, front, back if component.back else None, outlined=outlined)
