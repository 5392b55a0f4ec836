"""`piece`: small pictures of a component's pieces on the table: one, a pile, or one of each kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from pnp.art.low_ink import reduced
from pnp.art.paths import draw_ellipse, draw_rounded_rect, multiply
from pnp.face.compile import PaintContext, PlacedPicture
from pnp.face.paint import NOTHING, Painted, Values, add_edges
from pnp.face.scope import Expr, PaintError, RowScope, kind_of, require_number
from pnp.face.shapes import draw_component_outline
from pnp.face.words import Boxed, word
from pnp.kit import bounds
from pnp.kit.components import find_shown_face, split_place
from pnp.kit.evaluation import expand, plain
from pnp.kit.expressions import BoundName, BoundNumber, BoundText
from pnp.kit.face_files import Step
from pnp.kit.model import (
    AnyComponent,
    Board,
    Card,
    Die,
    Faced,
    PadSpec,
    Record,
    Standee,
    TileSpec,
    Token,
    TuckBox,
    Value,
)
from pnp.kit.toml_source import accepted
from pnp.kit.values import Length, format_number
from pnp.scene import Art, Box, Ellipse, Group, Item, Matrix, Path, Stroke, Use, mapped

EDGE = 0.2
"""Millimetres: the line round a piece where it was cut, as it is seen in the picture."""
KINDS = 7
"""So many different pieces are shown beside one another; more would hide each other."""
LEAST_SEEN = 0.42
"""The part of its width that is seen of each but the last, if there is no room for more."""
APART = 1.08
"""From one to the next, in parts of its width, if there is."""


class PicturedPiece(msgspec.Struct, frozen=True):
    """One piece of a component: a face, its row, the upper side of a die, its size in mm, its cut."""

    component: str
    face: str
    record: Record | None
    side: Value
    size: tuple[float, float]
    cut: Path | None

    @property
    def name(self) -> str:
        row = f"{self.record.table}:{self.record.key}" if self.record else ""
        width, height = self.size
        return f"{self.component} {self.face} {row} {self.side} {width:g}x{height:g}"


@word("piece")
class PieceDraw(Boxed, frozen=True, kw_only=True):
    piece: BoundName
    record: BoundName | None = msgspec.field(name="with", default=None)
    side: BoundText | None = None
    scale: Length | None = None
    stack: BoundNumber = 1.0
    fan: Step = (0.0, 0.0)

    def needs(self, context: PaintContext) -> Mapping[str, Expr]:
        if context.faces.is_picture:  # what lies on a piece is too fine for its picture
            return {}
        record = {"with": context.scope.value("with", self.record)} if self.record else {}
        return {**context.values(self, "piece", "side", "stack", "fan"), **record}

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        if context.faces.is_picture:
            return NOTHING
        made: dict[PicturedPiece, tuple[Art, Painted]] = {}
        items: list[Item] = []
        for piece, matrix in self._seen(box, values, context):
            made[piece] = made.get(piece) or _picture(piece, matrix[0], context)
            art, _ = made[piece]
            items.append(Use(art, matrix))
        findings = [finding for _, whole in made.values() for finding in whole.findings]
        return Painted(tuple(items), findings=tuple(one for one in findings if one.severity == "error"))

    def lays(self, box: Box, values: Values, context: PaintContext) -> Mapping[str, PlacedPicture]:
        if context.faces.is_picture or self.piece.constant is None:
            return {}
        seen = list(self._seen(box, values, context))
        if not seen:
            return {}
        piece, matrix = seen[-1]
        places: dict[str, tuple[Box, ...]] = {}
        for spot in _paint_whole(piece, context).spots:
            box = mapped(multiply(matrix, spot.matrix), spot.box)
            places[spot.name] = (*places.get(spot.name, ()), box)
        return {self.piece.constant: PlacedPicture(matrix[0], places)}

    def _seen(self, box: Box, values: Values, context: PaintContext) -> Iterator[tuple[PicturedPiece, Matrix]]:
        """Yields each piece with its position, topmost last."""
        name, known = context.name(values["piece"]), {one.id: one for one in context.materials.kit.components}
        if name not in known:
            raise PaintError("piece", "unknown-component", f"there is no component {name}", accepted(known, name))
        component = known[name]
        fan = values["fan"]
        assert isinstance(fan, tuple)
        stack, right, down = (require_number(values["stack"], "stack"), *(require_number(way, "fan") for way in fan))
        if not 1 <= stack <= bounds.LIST.most:
            raise PaintError("stack", "size", f"stack comes to {format_number(stack)}", f"from 1 to {bounds.LIST.most}")
        side = plain(values.get("side"), context.materials.language)
        if not _front(component):
            raise PaintError("piece", "kind", f"a {component.kind} has no face", 'where = "kind != leaflet"')
        rows = _rows(component, self.record is not None, values.get("with"), context)
        pieces = [_piece(component, row, side, box, context) for row in rows]
        if not pieces:
            return
        scale = context.pieces[split_place(self.at)[0]].scale if self.at else self.scale
        scale, left, top, pitch = _row(pieces, scale, box, (abs(right) * (stack - 1), abs(down) * (stack - 1)))
        if self.at and isinstance(component, Standee):
            top -= pieces[0].size[1] * scale / 2
        for number, piece in enumerate(pieces):
            for each in range(int(stack)):
                back = each - (stack - 1) / 2
                yield piece, (scale, 0.0, 0.0, scale, left + number * pitch + back * right, top + back * down)


def _row(
    pieces: Sequence[PicturedPiece], scale: float | None, box: Box, spread: tuple[float, float]
) -> tuple[float, float, float, float]:
    """Lays out a centred row of pieces in a box: scale, left, top and pitch. `spread` is reserved for piles."""
    width, height = (max(piece.size[axis] for piece in pieces) for axis in (0, 1))
    others = len(pieces) - 1
    free = box.width - spread[0], box.height - spread[1]
    seen = LEAST_SEEN if pieces[0].cut else 1.0  # figures stand beside one another
    scale = scale or min(free[0] / (width * (1 + seen * others)), free[1] / height)
    if scale <= 0:
        raise PaintError("fan", "size", "the pile is larger than its box", "a larger box, or a smaller fan")
    pitch = min(width * scale * APART, max(0.0, free[0] - width * scale) / others) if others else 0.0
    x = box.x + (box.width - width * scale - pitch * others) / 2
    return scale, x, box.y + (box.height - height * scale) / 2, pitch


def _rows(component: AnyComponent, is_chosen: bool, value: Value, context: PaintContext) -> Sequence[Record | None]:
    """Returns the row given by `with`, as key or record; otherwise one of each, if there are not too many."""
    if not is_chosen:
        rows = [record for record, _ in expand(context.materials.kit, component)]
        count = min(len(rows), KINDS)
        return [rows[round(k * (len(rows) - 1) / max(1, count - 1))] for k in range(count)]
    if value is None or value == "":
        return ()
    table = context.materials.kit.tables.get(component.each)
    if table is None:
        raise PaintError("with", "type", f"{component.id} has no rows", "leave it out")
    if isinstance(value, Record) and value.table == table.name:
        return (value,)
    key = plain(value, context.materials.language)
    if isinstance(value, Record) or key not in table.by_key:
        raise PaintError("with", "unknown-key", f"there is no {key} in {table.name}", accepted(table.by_key, key))
    return (table.by_key[key],)


def _front(component: AnyComponent) -> str:
    """Returns the visible face of a component; empty if it has none."""
    return component.faces.front if isinstance(component, TuckBox) else find_shown_face(component)


def _piece(component: AnyComponent, record: Record | None, side: str, box: Box, context: PaintContext) -> PicturedPiece:
    face, back = _front(component), component.back if isinstance(component, Faced) else ""
    if isinstance(component, Die):
        sides = record.values[component.sides] if record else ()
        first = sides[0] if isinstance(sides, tuple) and sides else None
        size = (component.size, component.size)
        return PicturedPiece(component.id, face, record, side or first, size, _cut(component, size))
    if side not in ("", "front", "back") or (side == "back" and not back):
        raise PaintError("side", "sides", f"{component.id} has no side {side}", "front, back, or the number of a die")
    size = _size(component, context) or (box.width, box.height)
    return PicturedPiece(component.id, back if side == "back" else face, record, None, size, _cut(component, size))


def _size(component: AnyComponent, context: PaintContext) -> tuple[float, float] | None:
    match component:
        case TuckBox(size=(width, height, _)) | TuckBox(footprint=(width, height)):
            return width, height
        case TuckBox(faces=faces):
            return context.faces.sizes.get(faces.front)
        case Card() | TileSpec() | Token() | Board() | PadSpec() | Standee():
            return component.size
    return None


def _cut(component: AnyComponent, size: tuple[float, float]) -> Path | None:
    """Returns the cut of a piece; None for a standing figure, whose face shows it."""
    if isinstance(component, Standee):
        return None
    outline = draw_component_outline(component)
    if isinstance(outline, Ellipse):
        return Path(draw_ellipse(outline.box))
    corner = 1.0 if isinstance(component, Die) else getattr(component, "corner", 0.0)
    return outline or Path(draw_rounded_rect(Box(0.0, 0.0, *size), corner, corner))


def _paint_whole(piece: PicturedPiece, context: PaintContext) -> Painted:
    """Paints a piece in its own size, with its face laid out for pictures."""
    names: dict[str, Value] = {"side": piece.side} if piece.side is not None else {}
    kinds = {name: kind_of(value) for name, value in names.items()}
    table = piece.record.table if piece.record else ""
    compiled = context.faces.pictures.compiled(piece.face, table, kinds, piece.size, 0.0)
    inputs = dict.fromkeys(context.materials.kit.faces[piece.face].inputs)
    painted = compiled.paint(RowScope(piece.record, {**inputs, **names}))
    return add_edges(painted, Box(0.0, 0.0, *piece.size)) if context.materials.ink == "low" else painted


def _picture(piece: PicturedPiece, scale: float, context: PaintContext) -> tuple[Art, Painted]:
    """Returns a piece, cut out and simplified for a scale, as one shared drawing; and its painting."""
    whole = _paint_whole(piece, context)
    items: tuple[Item, ...] = reduced(whole.items, scale, context.materials.reduced)
    if piece.cut is not None:
        line = Stroke(context.materials.line_colour, EDGE / scale)
        items = (Group(items, clip=piece.cut), replace(piece.cut, stroke=line))
    made_for = f"{context.materials.language} {context.materials.ink}"
    return Art(f"piece {piece.name} at {scale:.4g} {made_for}", *piece.size, items), whole
