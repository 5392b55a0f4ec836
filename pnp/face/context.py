"""What a word has at hand when it is compiled and painted."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from typing import Protocol

import msgspec

from pnp.face.materials import Materials
from pnp.face.paint import Lying, Program, Values
from pnp.face.scope import Env, Expr, Getter, PaintError, Scope, UnknownNameError, plain
from pnp.findings import Finding, Place, Severity
from pnp.kit.expressions import Node, Template
from pnp.kit.model import Value
from pnp.kit.theme import Style
from pnp.kit.toml_source import BadValueError
from pnp.kit.values import ColumnType
from pnp.scene import Box


class Faces(Protocol):
    """The faces of a kit, for a word that draws another face."""

    is_picture: bool
    """Whether they are seen as pictures of pieces, much smaller than these are."""

    @property
    def pictures(self) -> Faces:
        """The same faces as pictures of pieces."""

    def size(self, name: str) -> tuple[float, float] | None:
        """Width and height in mm of a face that has a size of its own."""

    def program(
        self, name: str, table: str, names: Mapping[str, ColumnType], size: tuple[float, float], bleed: float
    ) -> Program:
        """A face for rows of a table (or for none: ""). Raises KeyError if there is no such face."""


class PaintContext(msgspec.Struct, frozen=True, eq=False):
    """Where a word is painted: its materials, the faces it may call, the names it may use, its face's styles, trim and
    bleed, its place in the kit, the pieces that lie there already by their components."""

    materials: Materials
    faces: Faces
    scope: Scope
    styles: Mapping[str, Style]
    trim: Box
    bleed: float
    place: Place
    pieces: Mapping[str, Lying]

    def within(self, names: Mapping[str, ColumnType], first: str = "") -> PaintContext:
        """This place with more names in it, as `Scope.within`."""
        return msgspec.structs.replace(self, scope=self.scope.within(names, first))

    def value(self, key: str, template: Template) -> Expr:
        """The expression of a key; raises `PaintError` if it binds a name that means nothing."""
        return self._known(key, lambda: self.scope.value(template))

    def optional(self, key: str, template: Template | None) -> tuple[Expr, ...]:
        """The expression of a key that may be missing."""
        return (self.value(key, template),) if template else ()

    def text(self, key: str, template: Template, *, running: bool) -> Expr:
        """The expression of a key that is a text."""
        return self._known(key, lambda: self.scope.text(template, running=running))

    def number(self, key: str, number: float | Template) -> Expr:
        """The expression of a key that is a number."""
        return self._known(key, lambda: self.scope.number(number))

    def node(self, key: str, node: Node) -> Expr:
        """The expression that stands in a key."""
        return self._known(key, lambda: self.scope.node(node))

    def name(self, values: Values, at: int) -> str:
        """A value as a name, in NFC as names of files are; empty if its key or its cell is."""
        said = plain(values[at], self.materials.language).strip("{}") if at < len(values) else ""
        return unicodedata.normalize("NFC", said)

    def finding(self, severity: Severity, code: str, key: str, message: str, hint: str) -> Finding:
        """A finding about a key of this word."""
        return Finding(severity, code, Place(self.place.file, self.place.row, key), message, hint)

    def _known(self, key: str, resolve: Callable[[], Expr]) -> Expr:
        try:
            expr = resolve()
        except UnknownNameError as error:
            raise PaintError(key, "unknown-name", f"there is no {error.name} here", error.hint) from None
        except BadValueError as wrong:
            raise PaintError(key, "expression", f"{key} {wrong.message}", wrong.hint) from None
        return msgspec.structs.replace(expr, get=_of_key(key, expr.get)) if expr.fails else expr


def _of_key(key: str, get: Getter) -> Getter:
    """A value whose faults name their key."""

    def found(env: Env) -> Value:
        try:
            return get(env)
        except BadValueError as wrong:
            raise PaintError(key, "expression", f"{key} {wrong.message}", wrong.hint) from None

    return found
