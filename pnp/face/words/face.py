"""`face`: another face, with its own row and inputs, scaled to the width of its box."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import msgspec

from pnp.face.effects import Veil, clip_of, clip_path, veil_of
from pnp.face.paint import NOTHING, Called, Painted, Painter, Program, Values, transformed
from pnp.face.scope import Env, Expr, PaintError, kind_of, plain
from pnp.face.words.word import Boxed, word
from pnp.kit.expressions import BoundName, BoundNumber, BoundText, Template, bound_value
from pnp.kit.face_files import Face
from pnp.kit.model import Record, Value
from pnp.kit.tables import typed_value
from pnp.kit.toml_source import BadValueError, Reads, accepted, shown
from pnp.kit.values import TEXT, ColumnType, Identifier
from pnp.scene import IDENTITY, Box, Group, Matrix, Path

if TYPE_CHECKING:
    from pnp.face.context import PaintContext

SAME = 0.01
"""Millimetres by which what is as high as the trim may differ from it."""


def _set(value: object) -> tuple[tuple[str, Template], ...]:
    if not isinstance(value, dict):
        raise BadValueError(f"is {shown(value)}, not a table", '{ coins = "2" }')
    return tuple((name, bound_value(part)) for name, part in value.items())


@word("face")
class FaceDraw(Boxed, frozen=True, kw_only=True):
    face: Identifier
    record: BoundName | None = msgspec.field(name="with", default=None)
    set: Annotated[tuple[tuple[str, Template], ...], Reads(_set)] = ()
    clip: BoundText | None = None
    opacity: BoundNumber = 1.0

    @property
    def face_called(self) -> str:
        return self.face

    def painter(self, context: PaintContext) -> Painter:
        faces = context.materials.kit.faces
        face = faces.get(self.face)
        if face is None:
            raise PaintError("face", "unknown-face", f"there is no face {self.face}", accepted(faces, self.face))
        self._check_inputs(face)
        needs = [context.value("set", template) for _, template in self.set]
        record = context.value("with", self.record) if self.record else _own_row(self.face, context)
        cut, veil = clip_of(context, self.clip), veil_of(context, self.opacity)
        first, last = 1 + len(needs), 1 + len(needs) + len(cut)

        def paint(box: Box, values: Values) -> Painted:
            env = self._env(face, values[0], values[1:first], context)
            if env is None:
                return NOTHING
            called = _painted(self.face, env, box, context)
            if not cut and not veil.needs and veil.constant == 1:
                return called
            clip = clip_path(str(values[first]), box, box, 0.0) if cut else None
            return _seen(called, clip, veil.opacity(values[last:]), veil)

        def call(box: Box, values: Values) -> Called | None:
            env = self._env(face, values[0], values[1:first], context)
            return _called(self.face, env, box, context) if env else None

        return Painter((record, *needs, *cut, *veil.needs), paint, call)

    def _env(self, face: Face, row: Value, given: Sequence[Value], context: PaintContext) -> Env | None:
        """What the other face is drawn with; None, if it is drawn with a row and there is none."""
        if self.record and row is None:
            return None
        if row is not None and not isinstance(row, Record):
            raise PaintError("with", "type", f"{plain(row, '')} is no row of a table", 'with = "{dyes.blue}"')
        pairs = zip((name for name, _ in self.set), given, strict=True)
        typed = {name: _input(face.inputs[name], name, value, context) for name, value in pairs}
        return Env(row, {**dict.fromkeys(face.inputs), **typed})

    def _check_inputs(self, face: Face) -> None:
        given = {name for name, _ in self.set}
        for name in sorted(given - face.inputs.keys()):
            hint = accepted(face.inputs, name)
            raise PaintError("set", "unknown-input", f"the face {face.name} has no input {name}", hint)
        for name, kind in face.inputs.items():
            if name not in given and not kind.optional and not kind.many:
                hint = f'set = {{ {name} = "…" }}, or declare it as “optional {kind}”'
                raise PaintError("set", "missing-input", f"the face {face.name} needs the input {name}", hint)


def _painted(name: str, env: Env, box: Box, context: PaintContext) -> Painted:
    size = context.faces.size(name) or (box.width, box.height)
    painted = _program(name, env, box, size, context).paint(env)
    scale = box.width / size[0]
    if scale == 1 and not box.x and not box.y:
        return painted
    return transformed(painted, _scaled(scale, box), scale)


def _called(name: str, env: Env, box: Box, context: PaintContext) -> Called:
    size = context.faces.size(name) or (box.width, box.height)
    program = _program(name, env, box, size, context)
    matrix = _scaled(box.width / size[0], box)
    return Called(name, size, matrix, partial(program.boxes, env), partial(program.calls, env))


def _scaled(scale: float, box: Box) -> Matrix:
    return (scale, IDENTITY[1], IDENTITY[2], scale, box.x, box.y)


def _program(name: str, env: Env, box: Box, size: tuple[float, float], context: PaintContext) -> Program:
    bleed = context.bleed / (box.width / size[0]) if _fills(box, size, context.trim) else 0.0
    return context.faces.program(name, env.record.table if env.record else "", {}, size, bleed)


def _seen(called: Painted, clip: Path | None, opacity: float, veil: Veil) -> Painted:
    """A face that is cut to a shape, or see-through as a whole."""
    items = (Group(called.items, clip=clip),) if clip and called.items else called.items
    return msgspec.structs.replace(called, items=veil.over(items, opacity)) if opacity else NOTHING


def _fills(box: Box, size: tuple[float, float], trim: Box) -> bool:
    """Whether a face is drawn over the whole trim of the other, so that its bleed is that one's."""
    height = size[1] * box.width / size[0]
    return box.x == box.y == 0.0 and box.width == trim.width and abs(height - trim.height) < SAME


def _own_row(name: str, context: PaintContext) -> Expr:
    """The row that a face hands on to another; none, if that other takes nothing from it."""
    table = context.scope.table.name if context.scope.table else ""
    size = context.faces.size(name) or (context.trim.width, context.trim.height)
    if "" in context.faces.program(name, table, {}, size, 0.0).roots:
        return Expr(lambda env: env.record, TEXT, frozenset({""}))
    return Expr(lambda env: None, TEXT)


def _input(kind: ColumnType, name: str, value: Value, context: PaintContext) -> Value:
    """A value as an input's type; a text may be the key of a row."""
    if value is None or value == "":
        if not kind.optional and not kind.many and kind.sort != "text":
            raise PaintError("set", "missing-input", f"{name} is empty", f"declare it as “optional {kind}”")
        return () if kind.many else None
    if kind.sort == "text" or not isinstance(value, str):
        _check_input(name, value, kind)
        return value
    try:
        typed = typed_value(value.strip("{}") if kind.sort == "icon" else value, kind)
    except BadValueError as wrong:
        raise PaintError("set", "value", f"{name} {wrong.message}", wrong.hint) from None
    if kind.sort != "ref":
        return typed
    keys = typed if isinstance(typed, tuple) else (typed,)
    rows = tuple(_row(kind.table, str(key), context) for key in keys)
    return rows if kind.many else rows[0]


def _check_input(name: str, value: Value, kind: ColumnType) -> None:
    found = kind_of(value)
    wrong = (kind.sort == "ref") != (found.sort == "ref") or (kind.sort == "ref" and kind.table != found.table)
    if wrong and kind.sort != "text":
        raise PaintError("set", "type", f"{name} is a {found}, not a {kind}", "pass what the face's [input] says")


def _row(table: str, key: str, context: PaintContext) -> Record:
    rows = context.scope.world.tables[table].by_key
    if key not in rows:
        raise PaintError("set", "unknown-key", f"there is no {key} in {table}", accepted(rows, key))
    return rows[key]
