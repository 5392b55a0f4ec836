"""What is folded, once it is cut out: boxes, dice and figures as parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import TypeAlias

from pnp.kit import Kit
from pnp.kit.model import Die, Standee, TuckBox, Value
from pnp.scene import Scene
from pnp.sheet import box, die, lid, standee
from pnp.sheet.contents import inside
from pnp.sheet.model import Part
from pnp.sheet.piece import Piece
from pnp.sheet.words import words

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
