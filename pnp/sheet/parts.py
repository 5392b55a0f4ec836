"""Components become parts: what a sheet can carry, with its faces still to be laid out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from pnp.face.layout import Layout, component_size
from pnp.face.shapes import component_outline
from pnp.findings import Finding, KitError, Place
from pnp.kit import Kit, Record
from pnp.kit.model import AnyComponent, Board, Card, Die, Leaflet, Sheet, Standee, Tile, Token, TuckBox
from pnp.scene import Scene
from pnp.sheet import box, die, standee
from pnp.sheet.model import Draw, Part
from pnp.sheet.selection import EVERYTHING, Selection


def parts(kit: Kit, layout: Layout, component: AnyComponent, selection: Selection) -> Iterator[Part]:
    """The parts of a component in one language, a board in one piece among them. A leaflet has none."""
    for record, copies in selection.expand(kit, component):
        piece = _Piece(kit, layout, component, record, copies)
        match component:
            case Card() | Tile() | Token() | Sheet() | Board():
                yield _flat(piece, component)
            case Standee():
                yield from _standee(piece, component)
            case Die():
                yield _die(piece, component)
            case TuckBox():
                yield _box(piece, component)
            case Leaflet():
                return


def count(kit: Kit, component: AnyComponent, selection: Selection = EVERYTHING) -> int:
    """How many of a component are in the box, or are selected."""
    return sum(copies for _, copies in selection.expand(kit, component))


def trim_size(kit: Kit, component: AnyComponent) -> tuple[float, float]:
    """Width and height in mm of one component as it is used: cut, folded, closed. Not for leaflets."""
    return box.panels(inside(kit, component)).front if isinstance(component, TuckBox) else component_size(component)


def face_count(component: AnyComponent) -> int:
    """How many different faces one component shows."""
    match component:
        case Die():
            return 6
        case Standee():
            return 2
        case TuckBox(faces=faces):
            return sum(1 for face in (faces.front, faces.back, faces.side, faces.top) if face)
        case Leaflet():
            return 0
        case _:
            return 2 if component.back else 1


def inside(kit: Kit, component: TuckBox) -> tuple[float, float, float]:
    """The inside (width, height, depth) of a tuck box: its own, or large enough for its contents."""
    if component.size is not None:
        return component.size
    by_id = {other.id: other for other in kit.components}
    misfits = [name for name in component.contents if isinstance(by_id[name], Board | Leaflet | TuckBox)]
    if misfits:
        message = f"{', '.join(misfits)} cannot lie in a box of pieces"
        place = Place(kit.file, component.line, "contents")
        raise KitError([Finding("error", "contents", place, message, "name cards, tokens, tiles, standees, dice")])
    contents = (_content(kit, by_id[name]) for name in component.contents)
    return box.size_for(contents, component.sleeved, component.footprint)


def piece_faces(
    kit: Kit, layout: Layout, component: AnyComponent, record: Record | None
) -> Iterator[tuple[str, Scene]]:
    """The faces of one piece by themselves, each with the name of its side; a leaflet has none."""
    piece = _Piece(kit, layout, component, record, 1)
    match component:
        case Leaflet():
            return
        case TuckBox():
            art = _box_art(piece, component)
            for side in ("front", "back", "side", "top"):
                scene = getattr(art, side)
                if scene is not None:
                    yield side, scene
        case Die():
            for number, scene in enumerate(_die_sides(piece, component), start=1):
                yield f"side-{number}", scene
        case _:
            front, back = layout.front(component, record), layout.back(component, record)
            yield "front", front
            if back is not None:
                yield "back", back


def with_sleeves(kit: Kit) -> Kit:
    """The kit with boxes for cards in sleeves."""
    components = (
        msgspec.structs.replace(component, sleeved=True) if isinstance(component, TuckBox) else component
        for component in kit.components
    )
    return msgspec.structs.replace(kit, components=tuple(components))


def _content(kit: Kit, component: AnyComponent) -> box.Content:
    width, height = trim_size(kit, component)
    return box.Content(
        width=width,
        height=height,
        thickness=component.size if isinstance(component, Die) else box.THICKNESS[component.stock],
        copies=count(kit, component),
        loose=not isinstance(component, Card),
    )


class _Piece:
    """One row of a component, on its way to becoming a part."""

    def __init__(self, kit: Kit, layout: Layout, component: AnyComponent, record: Record | None, copies: int) -> None:
        self.kit = kit
        self.layout = layout
        self.component = component
        self.record = record
        self.copies = copies
        self.key = record.key if record else ""
        self.card = f"{component.id} {self.key}".strip()

    def part(
        self,
        size: tuple[float, float],
        bleed: float,
        front: Draw,
        back: Draw | None = None,
        *,
        outlined: bool = False,
        folds: tuple[float, ...] = (),
        creases: int = 0,
        suffix: str = "",
    ) -> Part:
        """A part of this row. With a suffix it is an addition to the component, counted by itself."""
        return Part(
            component=f"{self.component.id}-{suffix}" if suffix else self.component.id,
            key=self.key,
            title=self.component.title[self.layout.language],
            width=size[0],
            height=size[1],
            bleed=bleed,
            front=front,
            back=back,
            copies=self.copies,
            stock=self.component.stock,
            outlined=outlined,
            folds=folds,
            creases=creases,
            place=Place(self.kit.file, self.component.line, "size"),
        )


def _flat(piece: _Piece, component: Card | Tile | Token | Sheet | Board) -> Part:
    front = partial(piece.layout.front, component, piece.record)

    def back() -> Scene:
        return piece.layout.back(component, piece.record) or front()

    outlined = component_outline(component) is not None
    return piece.part(component.size, component.bleed, front, back if component.back else None, outlined=outlined)


def _standee(piece: _Piece, component: Standee) -> Iterator[Part]:
    width, height = component.size

    def strip() -> Scene:
        front = piece.layout.front(component, piece.record)
        back = piece.layout.back(component, piece.record) or front
        return standee.strip(front, back, component.foot)

    folds = standee.folds(height, component.foot)
    yield piece.part((width, 2 * (height + component.foot)), component.bleed, strip, folds=folds)
    if component.base:
        yield _base(piece, component)


def _base(piece: _Piece, component: Standee) -> Part:
    size, outline = standee.base_shape(component.base)
    if not component.base_face:
        plain = partial(standee.plain_base, component.base)
        return piece.part(size, 0.0, plain, outlined=outline is not None, suffix="base")
    scene = partial(
        piece.layout.scene,
        component.base_face,
        piece.record,
        size=size,
        bleed=component.bleed,
        outline=outline,
        card=piece.card,
    )
    return piece.part(size, component.bleed, scene, outlined=outline is not None, suffix="base")


def _die(piece: _Piece, component: Die) -> Part:
    size = die.net_size(component.size)
    return piece.part(
        (size.width, size.height),
        die.BLEED,
        lambda: die.net(_die_sides(piece, component)),
        outlined=True,
        creases=die.CREASES,
    )


def _die_sides(piece: _Piece, component: Die) -> list[Scene]:
    values = piece.record.values[component.sides] if piece.record else ()
    sides = values if isinstance(values, tuple) else ()
    return [piece.layout.front(component, piece.record, {"side": side}) for side in sides]


def _box(piece: _Piece, component: TuckBox) -> Part:
    panels = box.panels(inside(piece.kit, component))
    return piece.part(
        box.net_size(panels),
        box.BLEED,
        lambda: box.net(_box_art(piece, component), panels.side[0]),
        outlined=True,
        creases=box.CREASES,
    )


def _box_art(piece: _Piece, component: TuckBox) -> box.BoxArt:
    panels = box.panels(inside(piece.kit, component))
    faces = component.faces

    def face(name: str, size: tuple[float, float]) -> Scene:
        return piece.layout.scene(name, piece.record, size=size, bleed=box.BLEED, card=piece.card)

    front = face(faces.front, panels.front)
    return box.BoxArt(
        front=front,
        back=face(faces.back, panels.front) if faces.back else front,
        side=face(faces.side, panels.side) if faces.side else None,
        top=face(faces.top, panels.top) if faces.top else None,
    )
