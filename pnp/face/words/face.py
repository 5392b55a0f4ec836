"""`face`: another face, with its own row and inputs, scaled to the width of its box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec.structs import replace

from pnp.face.compile import NestedFace, PaintContext
from pnp.face.paint import NOTHING, Painted, Values
from pnp.face.scope import Expr, PaintError, RowScope, kind_of
from pnp.face.shapes import apply_opacity, check_opacity, clip_items
from pnp.face.words import Boxed, word
from pnp.kit.evaluation import plain
from pnp.kit.expressions import BoundName, BoundNumber, BoundText, Template, parse_bound_value
from pnp.kit.face_files import FaceSpec
from pnp.kit.model import Record, Value
from pnp.kit.tables import convert_cell
from pnp.kit.toml_source import BadValueError, ParsedBy, accepted, quote
from pnp.kit.values import TEXT, ColumnType, Identifier
from pnp.scene import Box

SAME = 0.01
"""Millimetres by which what is as high as the trim may differ from it."""


def _read_set(value: object) -> tuple[tuple[str, Template], ...]:
    if not isinstance(value, dict):
        raise BadValueError(f"is {quote(value)}, not a table", '{ coins = "2" }')
    return tuple((name, parse_bound_value(part)) for name, part in value.items())


@word("face")
class FaceDraw(Boxed, frozen=True, kw_only=True):
    face: Identifier
    record: BoundName | None = msgspec.field(name="with", default=None)
    set: Annotated[tuple[tuple[str, Template], ...], ParsedBy(_read_set)] = ()
    clip: BoundText | None = None
    opacity: BoundNumber = 1.0

    def needs(self, context: PaintContext) -> Mapping[str, Expr]:
        faces, scope = context.materials.kit.faces, context.scope
        face = faces.get(self.face)
        if face is None:
            raise PaintError("face", "unknown-face", f"there is no face {self.face}", accepted(faces, self.face))
        self._check_inputs(face)
        return {
            "with": scope.value("with", self.record) if self.record else self._find_own_row(context),
            "set": scope.values("set", [template for _, template in self.set]),
            **context.values(self, "clip", "opacity"),
        }

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        called = self.nested(box, values, context)
        if called is None or not check_opacity(values["opacity"]):
            return NOTHING
        painted = called.compiled.paint(called.row)
        scale = called.matrix[0]
        if scale != 1 or box.x or box.y:
            painted = painted.through(called.matrix, scale)
        items = clip_items(painted.items, context.text(values.get("clip")), box, box)
        return replace(painted, items=apply_opacity(items, values["opacity"], context.materials.ink))

    def nested(self, box: Box, values: Values, context: PaintContext) -> NestedFace | None:
        row, given = values["with"], values["set"]
        if self.record and row is None:
            return None
        if row is not None and not isinstance(row, Record):
            raise PaintError("with", "type", f"{plain(row)} is no row of a table", 'with = "{dyes.blue}"')
        inputs = context.materials.kit.faces[self.face].inputs
        assert isinstance(given, tuple)
        pairs = zip((name for name, _ in self.set), given, strict=True)
        typed = {name: _convert_input(inputs[name], name, value, context) for name, value in pairs}
        size = context.faces.sizes.get(self.face) or (box.width, box.height)
        scale = box.width / size[0]
        is_whole = box.x == box.y == 0.0 and box.width == context.trim.width
        fills = is_whole and abs(size[1] * scale - context.trim.height) < SAME  # its bleed is that of this face
        bleed = context.bleed / scale if fills else 0.0
        compiled = context.faces.compiled(self.face, row.table if row else "", {}, size, bleed)
        scope = RowScope(row, {**dict.fromkeys(inputs), **typed})
        return NestedFace(self.face, size, (scale, 0.0, 0.0, scale, box.x, box.y), compiled, scope)

    def _find_own_row(self, context: PaintContext) -> Expr:
        """Returns the row that a face passes to another; None if the other uses no row."""
        table = context.scope.table.name if context.scope.table else ""
        size = context.faces.sizes.get(self.face) or (context.trim.width, context.trim.height)
        if "" in context.faces.compiled(self.face, table, {}, size, 0.0).roots:
            return Expr(lambda row: row.record, TEXT, frozenset({""}))
        return Expr(lambda row: None, TEXT)

    def _check_inputs(self, face: FaceSpec) -> None:
        given = {name for name, _ in self.set}
        for name in sorted(given - face.inputs.keys()):
            hint = accepted(face.inputs, name)
            raise PaintError("set", "unknown-input", f"the face {face.name} has no input {name}", hint)
        for name, kind in face.inputs.items():
            if name not in given and not kind.optional and not kind.many:
                hint = f'set = {{ {name} = "…" }}, or declare it as “optional {kind}”'
                raise PaintError("set", "missing-input", f"the face {face.name} needs the input {name}", hint)


def _convert_input(kind: ColumnType, name: str, value: Value, context: PaintContext) -> Value:
    """Converts a value to an input's type; a text may be the key of a row."""
    if value is None or value == "":
        if not kind.optional and not kind.many and kind.sort != "text":
            raise PaintError("set", "missing-input", f"{name} is empty", f"declare it as “optional {kind}”")
        return () if kind.many else None
    if kind.sort == "text":
        return value
    if not isinstance(value, str):
        found = kind_of(value)
        if (kind.sort == "ref") != (found.sort == "ref") or (kind.sort == "ref" and kind.table != found.table):
            raise PaintError("set", "type", f"{name} is a {found}, not a {kind}", "pass what the face's [input] says")
        return value
    try:
        typed = convert_cell(value.strip("{}") if kind.sort == "icon" else value, kind)
    except BadValueError as wrong:
        raise PaintError("set", "value", f"{name} {wrong.message}", wrong.hint) from None
    if kind.sort != "ref":
        return typed
    rows = context.scope.build.tables[kind.table].by_key
    keys = [str(key) for key in (typed if isinstance(typed, tuple) else (typed,))]
    for key in keys:
        if key not in rows:
            raise PaintError("set", "unknown-key", f"there is no {key} in {kind.table}", accepted(rows, key))
    return tuple(rows[key] for key in keys) if kind.many else rows[keys[0]]
