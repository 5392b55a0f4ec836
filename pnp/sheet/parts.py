"""Parts: what sheets carry. Each row of a component becomes one or more parts, with faces that are laid out when
needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache, partial
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.face.layout import Layout, component_size
from pnp.face.shapes import component_outline
from pnp.findings import Place
from pnp.kit import Kit, Record
from pnp.kit.model import AnyComponent, Die, Faced, Leaflet, Standee, Stock, TuckBox, Value
from pnp.scene import Ellipse, Scene
from pnp.sheet.boxes import (
    BoxHalf,
    box_size,
    draw_half,
    draw_tuck_box,
    draw_wall,
    half_net,
    lid_and_tray,
    notch_radius,
    tuck_net,
    tuck_panels,
    wall_net,
)
from pnp.sheet.nets import NET_BLEED, Net, base_shape, die_net, draw_base, draw_die, draw_standee, standee_folds
from pnp.sheet.options import EVERYTHING, Selection
from pnp.sheet.press_words import sheet_words

Draw: TypeAlias = Callable[[], Scene]
"""Lays out a face."""
BoxFaces: TypeAlias = Mapping[str, Scene | None]

BASE_BLEED = 2.0
"""Bleed of a figure's base that has a face, mm: its ground runs on over the cut, though its figure has none."""


class PrintedFace(msgspec.Struct, frozen=True, eq=False):
    """A printed side of a piece: ids of its component and row ("" without one), the side's name, what is on it."""

    component: str
    key: str
    side: str
    scene: Scene


class PrintPart(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A thing to print `copies` times: its trim and bleed in mm, and how to get its faces.

    `outlined` parts (discs, hexagons, nets) are cut along a drawn outline instead of between crop marks, so they never
    share a cut. `folds` are heights of fold lines across the part, marked beside it; a `net` has folds of its own, and
    `bare` is its face without marks beside it, for machines. `title` names the component in the foot. What comes with a
    component `of`, such as the base of a figure, is counted as another `component`. `number` counts the parts of one
    row that have the same component, from 1.
    """

    component: str
    of: str = ""
    key: str = ""
    number: int = 1
    title: str
    width: float
    height: float
    bleed: float
    front: Draw
    back: Draw | None = None
    bare: Draw | None = None
    copies: int = 1
    stock: Stock = "card"
    outlined: bool = False
    folds: tuple[float, ...] = ()
    net: Net | None = None
    place: Place = Place("")

    @property
    def name(self) -> str:
        return f"{self.component} {self.key}".strip()

    @property
    def creases(self) -> int:
        """How many folds its face shows itself."""
        return len(self.net.folds) if self.net else 0

    def faces(self, *, backed: bool) -> Iterator[PrintedFace]:
        """Its faces, the back only if it is `backed`.

        The sides are `front` and `back`; those of an addition have its suffix (`base`, `base-back`). From the second
        part of a row on they are numbered (`labels-2`).
        """
        suffix = self.component.removeprefix(self.of).strip("-")
        number = f"-{self.number}" if self.number > 1 else ""
        yield PrintedFace(self.of, self.key, f"{suffix or 'front'}{number}", self.front())
        if backed and self.back:
            side = f"{suffix}-back{number}" if suffix else f"back{number}"
            yield PrintedFace(self.of, self.key, side, self.back())


class PieceCopy(msgspec.Struct, frozen=True, eq=False):
    """One row of a component, of which there are `copies`, or its copy with the number `copy`."""

    kit: Kit
    layout: Layout
    component: AnyComponent
    record: Record | None
    copies: int = 1
    copy: int = 0

    def lay_out(
        self,
        face: str,
        size: tuple[float, float],
        bleed: float,
        *,
        outline: Ellipse | None = None,
        net: bool = False,
        notch: float = 0.0,
    ) -> Scene:
        """A face by its name, for this row."""
        card = f"{self.component.id} {self.record.key if self.record else ''}".strip()
        return self.layout.scene(
            face, self.record, size=size, bleed=bleed, outline=outline, card=card, net=net, notch=notch
        )

    def part(
        self, size: tuple[float, float], bleed: float, front: Draw, suffix: str = "", net: Net | None = None
    ) -> PrintPart:
        """A part of this row. With a `suffix` it is an addition to the component."""
        return PrintPart(
            component=f"{self.component.id}-{suffix}" if suffix else self.component.id,
            of=self.component.id,
            key=self.record.key if self.record else "",
            title=self.component.title[self.layout.language],
            width=size[0],
            height=size[1],
            bleed=bleed,
            front=cache(front),
            copies=self.copies,
            stock=self.component.stock,
            outlined=net is not None,
            net=net,
            place=Place(self.kit.file, self.component.line, "size"),
        )

    def net_part(self, net: Net, front: Draw, suffix: str = "") -> PrintPart:
        """A part that is the net of a box."""
        return self.part((net.width, net.height), NET_BLEED, front, suffix, net)


def parts(kit: Kit, layout: Layout, component: AnyComponent, selection: Selection) -> Iterator[PrintPart]:
    """The parts of a component in one language; a board is one part, a leaflet has none. Copies that bear numbers are
    parts of their own."""
    counts: Counter[tuple[str, str]] = Counter()
    numbered = isinstance(component, Faced) and layout.is_numbered(component)
    for record, copies in selection.expand(kit, component):
        if numbered:
            pieces = [PieceCopy(kit, layout, component, record, 1, copy) for copy in range(copies)]
        else:
            pieces = [PieceCopy(kit, layout, component, record, copies)]
        for part in (part for piece in pieces for part in _split_piece(piece, component)):
            counts[part.key, part.component] += 1
            yield replace(part, number=counts[part.key, part.component])


def _split_piece(piece: PieceCopy, component: AnyComponent) -> Iterator[PrintPart]:
    match component:
        case Standee():
            yield from _standee_parts(piece, component)
        case Die():
            yield from _die_parts(piece, component)
        case TuckBox():
            yield from _box_parts(piece, component)
        case Faced():
            front = partial(piece.layout.front, component, piece.record, copy=piece.copy)

            def back() -> Scene:
                return piece.layout.back(component, piece.record, copy=piece.copy) or front()

            part = piece.part(component_size(component), component.bleed, front)
            outlined = component_outline(component) is not None
            yield replace(part, back=cache(back) if component.back else None, outlined=outlined)


def count(kit: Kit, component: AnyComponent, selection: Selection = EVERYTHING) -> int:
    """How many of a component are in the box, or are selected."""
    return sum(copies for _, copies in selection.expand(kit, component))


def trim_size(kit: Kit, component: AnyComponent) -> tuple[float, float]:
    """Width and height in mm of one component as it is used: cut, folded, closed. Not for leaflets."""
    if not isinstance(component, TuckBox):
        return component_size(component)
    return _face_sizes(kit, component)["front"]


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
    """The faces of one piece, each with the name of its side; a leaflet has none. Front or back may be left out."""
    piece = PieceCopy(kit, layout, component, record)
    match component:
        case Leaflet():
            return
        case Die():
            for number, scene in enumerate(_die_faces(piece, component), start=1):
                yield f"side-{number}", scene
        case TuckBox():
            faces = _lay_out_box(piece, component)
            for side in ("front", "back", "side", "top", "tray"):
                if face := faces.get(side):
                    yield side, face
        case _:
            if "front" not in without:
                yield "front", layout.front(component, record)
            if "back" not in without and (back := layout.back(component, record)):
                yield "back", back


# --- standees and dice ---------------------------------------------------------------------------------


def _standee_parts(piece: PieceCopy, component: Standee) -> Iterator[PrintPart]:
    width, height = component.size

    def strip() -> Scene:
        front = piece.layout.front(component, piece.record, copy=piece.copy)
        back = piece.layout.back(component, piece.record, copy=piece.copy) or front
        foot_size = (width, component.foot)
        foot = component.foot_face and piece.lay_out(component.foot_face, foot_size, component.bleed)
        return draw_standee(front, back, component.foot, foot or None)

    part = piece.part((width, 2 * (height + component.foot)), component.bleed, strip)
    yield replace(part, folds=standee_folds(height, component.foot))
    if component.base:
        size, outline = base_shape(component.base)
        bleed = max(component.bleed, BASE_BLEED) if component.base_face else 0.0
        face = (
            partial(piece.lay_out, component.base_face, size, bleed=bleed, outline=outline)
            if component.base_face
            else partial(draw_base, component.base)
        )
        yield replace(piece.part(size, bleed, face, "base"), outlined=outline is not None)


def _die_parts(piece: PieceCopy, component: Die) -> Iterator[PrintPart]:
    if component.form != "labels":
        net = die_net(component.size)
        part = piece.part((net.width, net.height), 0.0, lambda: draw_die(_die_faces(piece, component)), net=net)
        yield replace(part, bare=cache(lambda: draw_die(_die_faces(piece, component), marked=False)))
    if component.form != "net":
        labels = sheet_words(piece.layout.language, piece.layout.own_words).labels
        title = labels.format(title=component.title[piece.layout.language])
        for side, times in Counter(_die_sides(piece, component)).items():
            front = partial(piece.layout.front, component, piece.record, {"side": side})
            part = piece.part((component.size, component.size), component.bleed, front, "labels")
            yield replace(part, title=title, stock="paper", copies=piece.copies * times)


def _die_sides(piece: PieceCopy, component: Die) -> tuple[Value, ...]:
    values = piece.record.values[component.sides] if piece.record else ()
    return values if isinstance(values, tuple) else ()


def _die_faces(piece: PieceCopy, component: Die) -> list[Scene]:
    sides = _die_sides(piece, component)
    return [piece.layout.front(component, piece.record, {"side": side}, net=True) for side in sides]


# --- boxes ---------------------------------------------------------------------------------------------


def _face_sizes(kit: Kit, component: TuckBox) -> Mapping[str, tuple[float, float]]:
    """Sizes of a box's faces in mm. `tray` and `tray-end` are the long and the short walls of a tray."""
    if component.form == "tuck":
        return tuck_panels(box_size(kit, component))
    lid, tray = lid_and_tray(box_size(kit, component))
    return {
        "front": (lid.width, lid.height),
        "side": (lid.height, lid.wall),
        "top": (lid.width, lid.wall),
        "back": (tray.width, tray.height),
        "tray": (tray.height, tray.wall),
        "tray-end": (tray.width, tray.wall),
    }


def _lay_out_box(piece: PieceCopy, component: TuckBox) -> BoxFaces:
    """The faces of a box by the keys of `_face_sizes`; None for what has no face."""
    tuck = component.form == "tuck"
    faces: dict[str, Scene | None] = {}
    for side, size in _face_sizes(piece.kit, component).items():
        name = getattr(component.faces, side.removesuffix("-end"))
        notch = notch_radius(size[0]) if tuck and side == "front" else 0.0
        faces[side] = piece.lay_out(name, size, NET_BLEED, net=True, notch=notch) if name else None
        if not name and side in ("front", "back"):
            faces[side] = faces["front"] if tuck else Scene(*size, NET_BLEED, ())
    return faces


def _box_parts(piece: PieceCopy, component: TuckBox) -> Iterator[PrintPart]:
    faces = cache(partial(_lay_out_box, piece, component))  # several parts show faces of the same box
    if component.form == "tuck":
        panels = tuck_panels(box_size(piece.kit, component))
        yield piece.net_part(tuck_net(panels), lambda: draw_tuck_box(panels, faces()))
        return
    lid, tray = lid_and_tray(box_size(piece.kit, component))
    for half, name, sides in ((lid, "", ("front", "side", "top")), (tray, "tray", ("back", "tray", "tray-end"))):
        yield piece.net_part(half_net(half), partial(_draw_half, half, faces, sides, lid=not name), name)
        for side, length, suffix in ((sides[1], half.height, "walls"), (sides[2], half.width, "ends")):
            if not half.whole:
                wall = partial(_draw_side, faces, side, length, half.wall)
                part = piece.net_part(wall_net(length, half.wall), wall, f"{name}-{suffix}".strip("-"))
                yield replace(part, copies=2 * piece.copies)


def _draw_half(half: BoxHalf, faces: Callable[[], BoxFaces], sides: tuple[str, str, str], lid: bool) -> Scene:
    panel, long, short = (faces()[side] for side in sides)
    assert panel
    return draw_half(half, panel, long, short, lid=lid)


def _draw_side(faces: Callable[[], BoxFaces], side: str, length: float, wall: float) -> Scene:
    return draw_wall(faces()[side], length, wall)
