"""The values of imposition: what is to be printed, and where on which sheet it comes to lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import cache, partial
from typing import TypeAlias

import msgspec

from pnp.face.geometry import component_outline
from pnp.face.layout import Layout, component_size
from pnp.findings import Place
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
    Stock,
    Tile,
    Token,
    TuckBox,
    Value,
)
from pnp.scene import Scene
from pnp.sheet import box, die, lid, standee
from pnp.sheet.contents import inside
from pnp.sheet.marks import Knife
from pnp.sheet.options import EVERYTHING, Selection
from pnp.sheet.words import words

Draw: TypeAlias = Callable[[], Scene]
"""Lays out a face."""


class PrintedFace(msgspec.Struct, frozen=True, eq=False):
    """A printed side of a piece: ids of its component and row ("" without one), the side's name, what is on it."""

    component: str
    key: str
    side: str
    scene: Scene


class Part(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A thing to print `copies` times: its trim, its bleed, and how to get its faces.

    `outlined` parts (discs, hexagons, nets) are cut along a drawn outline instead of between crop marks, so they
    never share a cut. `folds` are heights of fold lines across the part, marked beside it; `creases` counts the
    folds that its face draws itself, as nets do, whose `knife` says where they are; `bare` is that face without marks
    beside it, for machines. `title` names the component in the foot; `of` is the id of that which the part belongs to:
    what comes with it, such as the base of a figure, is counted by itself as another `component`. `number` counts the
    parts of one row that have the same component, from 1.
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
    creases: int = 0
    knife: Knife | None = None
    place: Place = Place("")

    @property
    def name(self) -> str:
        return f"{self.component} {self.key}".strip()

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


class Piece:
    """One row of a component, of which there are so many `copies`, or the one with the number `copy`."""

    def __init__(
        self,
        kit: Kit,
        layout: Layout,
        component: AnyComponent,
        record: Record | None,
        copies: int,
        copy: int = 0,
    ) -> None:
        self.kit = kit
        self.layout = layout
        self.component = component
        self.record = record
        self.copies = copies
        self.copy = copy
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
        knife: Knife | None = None,
        bare: Draw | None = None,
        suffix: str = "",
        times: int = 1,
        stock: Stock | None = None,
        title: str = "{title}",
    ) -> Part:
        """A part of this row, `times` for each copy. With a suffix it is an addition to the component, counted by
        itself; `stock` is another than the component's. Each face is laid out once, when it is first needed."""
        return Part(
            component=f"{self.component.id}-{suffix}" if suffix else self.component.id,
            of=self.component.id,
            key=self.key,
            title=title.format(title=self.component.title[self.layout.language]),
            width=size[0],
            height=size[1],
            bleed=bleed,
            front=cache(front),
            back=cache(back) if back else None,
            bare=cache(bare) if bare else None,
            copies=self.copies * times,
            stock=stock or self.component.stock,
            outlined=outlined,
            folds=folds,
            creases=creases,
            knife=knife,
            place=Place(self.kit.file, self.component.line, "size"),
        )


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
            # few kits have some, and it takes long to import

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
        for copy in range(copies):
            yield Piece(kit, layout, component, record, 1, copy)


def count(kit: Kit, component: AnyComponent, selection: Selection = EVERYTHING) -> int:
    """How many of a component are in the box, or are selected."""
    return sum(copies for _, copies in selection.expand(kit, component))


def trim_size(kit: Kit, component: AnyComponent) -> tuple[float, float]:
    """Width and height in mm of one component as it is used: cut, folded, closed. Not for leaflets."""
    if not isinstance(component, TuckBox):
        return component_size(component)

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


Folded: TypeAlias = Standee | Die | TuckBox

BASE_BLEED = 2.0
"""Of what a figure stands on, mm, where it has a face: its ground runs on over the cut, though its figure has none."""


def folded_parts(piece: Piece, component: Folded) -> Iterator[Part]:
    """The parts of one of these."""
    match component:
        case Standee():
            yield from _standee(piece, component)
        case Die():
            yield from _die(piece, component)
        case TuckBox(form="lid"):
            yield from _lid(piece, component)
        case TuckBox():
            yield _box(piece, component)


def sides(piece: Piece, component: Die | TuckBox) -> Iterator[tuple[str, Scene]]:
    """The faces of a die or a box, each with the name of its side."""
    if isinstance(component, Die):
        for number, scene in enumerate(_die_sides(piece, component), start=1):
            yield f"side-{number}", scene
        return
    for side, face in _box_faces(piece, component):
        if face is not None:
            yield side, face


def closed_size(kit: Kit, component: TuckBox) -> tuple[float, float]:
    """Width and height of a box in mm."""
    if component.form == "tuck":
        return box.panels(inside(kit, component)).front
    cover, _ = lid.halves(inside(kit, component))
    return cover.width, cover.height


def _standee(piece: Piece, component: Standee) -> Iterator[Part]:
    width, height = component.size

    def strip() -> Scene:
        front = piece.layout.front(component, piece.record, copy=piece.copy)
        back = piece.layout.back(component, piece.record, copy=piece.copy) or front
        return standee.strip(front, back, component.foot, _flap(piece, component))

    folds = standee.folds(height, component.foot)
    yield piece.part((width, 2 * (height + component.foot)), component.bleed, strip, folds=folds)
    if component.base:
        yield _base(piece, component)


def _flap(piece: Piece, component: Standee) -> Scene | None:
    """What shows on the feet of a figure."""
    if not component.foot_face:
        return None
    size = component.size[0], component.foot
    return piece.layout.scene(component.foot_face, piece.record, size=size, bleed=component.bleed, card=piece.card)


def _base(piece: Piece, component: Standee) -> Part:
    size, outline = standee.base_shape(component.base)
    if not component.base_face:
        plain = partial(standee.plain_base, component.base)
        return piece.part(size, 0.0, plain, outlined=outline is not None, suffix="base")
    bleed = max(component.bleed, BASE_BLEED)
    scene = partial(
        piece.layout.scene,
        component.base_face,
        piece.record,
        size=size,
        bleed=bleed,
        outline=outline,
        card=piece.card,
    )
    return piece.part(size, bleed, scene, outlined=outline is not None, suffix="base")


def _die(piece: Piece, component: Die) -> Iterator[Part]:
    if component.form != "labels":
        yield piece.part(
            die.net_size(component.size),
            0.0,
            lambda: die.net(_die_sides(piece, component)),
            outlined=True,
            creases=die.CREASES,
            knife=die.knife(component.size),
            bare=lambda: die.net(_die_sides(piece, component), marked=False),
        )
    if component.form != "net":
        title = words(piece.layout.language, piece.layout.own_words).labels
        for side, times in Counter(_sides(piece, component)).items():
            yield piece.part(
                (component.size, component.size),
                component.bleed,
                partial(piece.layout.front, component, piece.record, {"side": side}),
                suffix="labels",
                times=times,
                stock="paper",
                title=title,
            )


def _sides(piece: Piece, component: Die) -> tuple[Value, ...]:
    values = piece.record.values[component.sides] if piece.record else ()
    return values if isinstance(values, tuple) else ()


def _die_sides(piece: Piece, component: Die) -> list[Scene]:
    sides = _sides(piece, component)
    return [piece.layout.front(component, piece.record, {"side": side}, net=True) for side in sides]


def _box(piece: Piece, component: TuckBox) -> Part:
    panels = box.panels(inside(piece.kit, component))
    return piece.part(
        box.net_size(panels),
        box.BLEED,
        lambda: box.net(_box_art(piece, component), panels.side[0]),
        outlined=True,
        creases=box.CREASES,
        knife=box.knife(panels),
    )


def _box_art(piece: Piece, component: TuckBox) -> box.BoxArt:
    panels = box.panels(inside(piece.kit, component))
    faces = component.faces

    def face(name: str, size: tuple[float, float], notch: float = 0.0) -> Scene:
        return piece.layout.scene(
            name, piece.record, size=size, bleed=box.BLEED, card=piece.card, net=True, notch=notch
        )

    front = face(faces.front, panels.front, box.notch(panels.front[0]))
    return box.BoxArt(
        front=front,
        back=face(faces.back, panels.front) if faces.back else front,
        side=face(faces.side, panels.side) if faces.side else None,
        top=face(faces.top, panels.top) if faces.top else None,
    )


def _lid(piece: Piece, component: TuckBox) -> Iterator[Part]:
    art = cache(partial(_lid_art, piece, component))  # four parts show faces of the same box
    cover, tray = lid.halves(inside(piece.kit, component))
    yield from _half(piece, cover, lambda: art().cover, lambda: art().walls, "")
    yield from _half(piece, tray, lambda: art().base, lambda: art().tray, "tray")


def _half(
    piece: Piece, half: lid.Half, face: Callable[[], Scene], walls: Callable[[], lid.Walls], name: str
) -> Iterator[Part]:
    """A lid (without a name) or a tray: one part, or its panel and four walls."""
    size = lid.net_size(half)
    if half.whole:
        net = partial(lid.net, half, lid=not name)
        yield piece.part(
            size,
            lid.BLEED,
            lambda: net(face(), walls()),
            outlined=True,
            creases=lid.CREASES,
            knife=lid.knife(half),
            suffix=name,
        )
        return
    yield piece.part(
        size,
        lid.BLEED,
        lambda: lid.flanged(half, face()),
        outlined=True,
        creases=lid.FLANGE_CREASES,
        knife=lid.knife(half),
        suffix=name,
    )
    for length, side, suffix in (
        (half.height, lambda: walls().long, "walls"),
        (half.width, lambda: walls().short, "ends"),
    ):
        yield piece.part(
            lid.wall_size(length, half.wall),
            lid.BLEED,
            partial(_wall, side, length, half.wall),
            outlined=True,
            creases=lid.WALL_CREASES,
            knife=lid.wall_knife(length, half.wall),
            suffix="-".join(filter(None, (name, suffix))),
            times=2,
        )


def _wall(face: Callable[[], Scene | None], length: float, wall: float) -> Scene:
    return lid.separate(face(), length, wall)


def _lid_art(piece: Piece, component: TuckBox) -> lid.LidArt:
    cover, tray = lid.halves(inside(piece.kit, component))
    faces = component.faces

    def face(name: str, width: float, height: float) -> Scene | None:
        if not name:
            return None
        return piece.layout.scene(name, piece.record, size=(width, height), bleed=lid.BLEED, card=piece.card, net=True)

    return lid.LidArt(
        cover=face(faces.front, cover.width, cover.height) or lid.blank(cover),
        walls=lid.Walls(face(faces.side, cover.height, cover.wall), face(faces.top, cover.width, cover.wall)),
        base=face(faces.back, tray.width, tray.height) or lid.blank(tray),
        tray=lid.Walls(face(faces.tray, tray.height, tray.wall), face(faces.tray, tray.width, tray.wall)),
    )


def _box_faces(piece: Piece, component: TuckBox) -> tuple[tuple[str, Scene | None], ...]:
    """The faces of a box by the key of `faces`; a tray's walls are shown by a long one."""
    if component.form == "tuck":
        tuck = _box_art(piece, component)
        return ("front", tuck.front), ("back", tuck.back), ("side", tuck.side), ("top", tuck.top)
    art = _lid_art(piece, component)
    walls = (("side", art.walls.long), ("top", art.walls.short), ("tray", art.tray.long))
    return ("front", art.cover), ("back", art.base), *walls
