"""Parts to print. A row of a component becomes one or more parts, whose faces are laid out on demand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.face.layout import KitFaces, measure_component
from pnp.face.shapes import draw_component_outline
from pnp.findings import Place
from pnp.kit import Kit, Record
from pnp.kit.model import AnyComponent, Die, Faced, Leaflet, Standee, Stock, TuckBox, Value
from pnp.scene import Scene
from pnp.sheet.boxes import face_sizes, find_notch_radius, list_box_nets, measure_box
from pnp.sheet.nets import NET_BLEED, Net, draw_base, draw_die_net, draw_net, draw_standee_net, make_base_shape
from pnp.sheet.options import EVERYTHING, Selection
from pnp.sheet.press_words import read_sheet_words

Draw: TypeAlias = Callable[[], Scene]
"""Lays out a face."""

BASE_BLEED = 2.0
"""Bleed of a figure's base that has a face, mm: its ground runs on over the cut, though its figure has none."""


class PrintedFace(msgspec.Struct, frozen=True, eq=False):
    """A printed side of a piece: ids of its component and row ("" without one), the side's name, its scene."""

    component: str
    key: str
    side: str
    scene: Scene


class PrintPart(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A part to print `copies` times: its trim and bleed in mm, and functions that lay out its faces.

    `outlined` parts (discs, hexagons, nets) are cut along a drawn outline and never share a cut. `folds` are heights of
    fold lines across the part, marked beside it; a `net` has its own, and `bare` is its face without marks beside it,
    for machines. An addition to a component `of`, such as a standee's base, is another `component`. `number` counts the
    parts of one row with the same component, from 1.
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

    def faces(self, *, backed: bool) -> Iterator[PrintedFace]:
        """Its faces, including the back only if it is `backed`.

        The sides are `front` and `back`; those of an addition have its suffix (`base`, `base-back`). From a row's
        second part on they are numbered (`labels-2`).
        """
        suffix = self.component.removeprefix(self.of).strip("-")
        number = f"-{self.number}" if self.number > 1 else ""
        yield PrintedFace(self.of, self.key, f"{suffix or 'front'}{number}", self.front())
        if backed and self.back:
            side = f"{suffix}-back{number}" if suffix else f"back{number}"
            yield PrintedFace(self.of, self.key, side, self.back())


class PieceCopy(msgspec.Struct, frozen=True, eq=False):
    """One row of a component with its `copies`, or its copy with the number `copy`."""

    kit: Kit
    layout: KitFaces
    component: AnyComponent
    record: Record | None
    copies: int = 1
    copy: int = 0

    @property
    def lay_out(self) -> Callable[..., Scene]:
        """Lays out a face by name for this row."""
        card = f"{self.component.id} {self.record.key if self.record else ''}".strip()
        return partial(self.layout.scene, record=self.record, card=card)

    def part(
        self, size: tuple[float, float], bleed: float, front: Draw, suffix: str = "", net: Net | None = None
    ) -> PrintPart:
        """Returns a part of this row. With a `suffix` it is an addition to the component."""
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

    def make_net_part(self, net: Net, faces: Callable[[], Mapping[str, Scene | None]], suffix: str = "") -> PrintPart:
        """Returns a part that is a net with these faces."""
        return self.part((net.width, net.height), net.bleed, lambda: draw_net(net, faces()), suffix, net)


def parts(kit: Kit, layout: KitFaces, component: AnyComponent, selection: Selection) -> Iterator[PrintPart]:
    """Yields the parts of a component in one language; a board is one part, a leaflet has none. Numbered copies are
    separate parts."""
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
            yield from _make_standee_parts(piece, component)
        case Die():
            yield from _make_die_parts(piece, component)
        case TuckBox():
            yield from _make_box_parts(piece, component)
        case Faced():
            front = partial(piece.layout.front, component, piece.record, copy=piece.copy)

            def back() -> Scene:
                return piece.layout.back(component, piece.record, copy=piece.copy) or front()

            part = piece.part(measure_component(component), component.bleed, front)
            outlined = draw_component_outline(component) is not None
            yield replace(part, back=cache(back) if component.back else None, outlined=outlined)


def count(kit: Kit, component: AnyComponent, selection: Selection = EVERYTHING) -> int:
    """Returns how many of a component are in the box, or are selected."""
    return sum(copies for _, copies in selection.expand(kit, component))


def measure_trim(kit: Kit, component: AnyComponent) -> tuple[float, float]:
    """Returns width and height in mm of one finished component: cut, folded, closed. Not for leaflets."""
    if not isinstance(component, TuckBox):
        return measure_component(component)
    return face_sizes(measure_box(kit, component), component.form)["front"]


def face_count(component: AnyComponent) -> int:
    """Returns how many different faces one component has."""
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


def list_piece_faces(
    kit: Kit, layout: KitFaces, component: AnyComponent, record: Record | None
) -> Iterator[tuple[str, Scene]]:
    """Yields the faces of one piece with their side names; a leaflet has none."""
    piece = PieceCopy(kit, layout, component, record)
    match component:
        case Leaflet():
            return
        case Die():
            yield from _lay_out_die(piece, component).items()
        case TuckBox():
            faces = _lay_out_box(piece, component)
            for side in ("front", "back", "side", "top", "tray"):
                if face := faces.get(side):
                    yield side, face
        case _:
            yield "front", layout.front(component, record)
            if back := layout.back(component, record):
                yield "back", back


def _make_standee_parts(piece: PieceCopy, component: Standee) -> Iterator[PrintPart]:
    net = draw_standee_net(component.size, component.foot, component.bleed, glued=not component.foot_face)

    def strip() -> Scene:
        front = piece.layout.front(component, piece.record, copy=piece.copy)
        faces = {"front": front, "back": piece.layout.back(component, piece.record, copy=piece.copy) or front}
        if component.foot_face:
            size = net.width, component.foot
            faces["foot"] = piece.lay_out(component.foot_face, size=size, bleed=component.bleed)
        return draw_net(net, faces)

    part = piece.part((net.width, net.height), component.bleed, strip)
    yield replace(part, folds=(component.foot, net.height / 2, net.height - component.foot))
    if component.base:
        size, outline = make_base_shape(component.base)
        bleed = max(component.bleed, BASE_BLEED) if component.base_face else 0.0
        face = (
            partial(piece.lay_out, component.base_face, size=size, bleed=bleed, outline=outline)
            if component.base_face
            else partial(draw_base, component.base)
        )
        yield replace(piece.part(size, bleed, face, "base"), outlined=outline is not None)


def _make_die_parts(piece: PieceCopy, component: Die) -> Iterator[PrintPart]:
    if component.form != "labels":
        faces = partial(_lay_out_die, piece, component)
        bare = draw_die_net(component.size, marked=False)
        yield replace(
            piece.make_net_part(draw_die_net(component.size), faces), bare=cache(lambda: draw_net(bare, faces()))
        )
    if component.form != "net":
        labels = read_sheet_words(piece.layout.language, piece.layout.own_words).labels
        title = labels.format(title=component.title[piece.layout.language])
        for side, times in Counter(_list_die_sides(piece, component)).items():
            front = partial(piece.layout.front, component, piece.record, {"side": side})
            part = piece.part((component.size, component.size), component.bleed, front, "labels")
            yield replace(part, title=title, stock="paper", copies=piece.copies * times)


def _list_die_sides(piece: PieceCopy, component: Die) -> tuple[Value, ...]:
    values = piece.record.values[component.sides] if piece.record else ()
    return values if isinstance(values, tuple) else ()


def _lay_out_die(piece: PieceCopy, component: Die) -> dict[str, Scene]:
    return {
        f"side-{number}": piece.layout.front(component, piece.record, {"side": side}, net=True)
        for number, side in enumerate(_list_die_sides(piece, component), start=1)
    }


def _lay_out_box(piece: PieceCopy, component: TuckBox) -> dict[str, Scene]:
    """Returns the faces of a box by the names of `face_sizes`; a tuck box without a back repeats its front."""
    tuck = component.form == "tuck"
    faces = {}
    for side, size in face_sizes(measure_box(piece.kit, component), component.form).items():
        notch = find_notch_radius(size[0]) if tuck and side == "front" else 0.0
        if name := getattr(component.faces, side.removesuffix("-end")):
            faces[side] = piece.lay_out(name, size=size, bleed=NET_BLEED, net=True, notch=notch)
    return {"back": faces["front"], **faces} if tuck else faces


def _make_box_parts(piece: PieceCopy, component: TuckBox) -> Iterator[PrintPart]:
    faces = cache(partial(_lay_out_box, piece, component))  # several parts show faces of the same box
    for suffix, copies, net in list_box_nets(measure_box(piece.kit, component), component.form):
        yield replace(piece.make_net_part(net, faces, suffix), copies=copies * piece.copies)
