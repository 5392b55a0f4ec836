"""What paints a word, and what painting a word, or a whole face, gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import msgspec

from pnp.face.scope import Expr
from pnp.findings import Finding, Place
from pnp.kit.model import Value
from pnp.scene import Box, Group, Item, Matrix, mapped


class Type(msgspec.Struct, frozen=True):
    """The smallest type in a drawing: its size in pt, and the word that sets it."""

    size: float
    place: Place


class Origin(msgspec.Struct, frozen=True, eq=False):
    """Which word of which face drew some items; they are the same objects in the finished scene."""

    place: Place
    items: tuple[Item, ...]


class Painted(msgspec.Struct, frozen=True):
    """Items, and what is to be known of them. `work` counts what was painted, to bound what a kit may ask for."""

    items: tuple[Item, ...] = ()
    keep: tuple[Box, ...] = ()
    codes: tuple[tuple[str, Box], ...] = ()
    findings: tuple[Finding, ...] = ()
    least: Type | None = None
    work: int = 1
    origins: tuple[Origin, ...] = ()


NOTHING = Painted()


def joined(parts: Iterable[Painted]) -> Painted:
    """Several drawings as one, in order."""
    items: list[Item] = []
    keep: list[Box] = []
    codes: list[tuple[str, Box]] = []
    findings: list[Finding] = []
    origins: list[Origin] = []
    least: Type | None = None
    work = 1
    for part in parts:
        items += part.items
        origins += part.origins
        work += part.work
        if part.keep or part.codes or part.findings:
            keep += part.keep
            codes += part.codes
            findings += part.findings
        if part.least and (least is None or part.least.size < least.size):
            least = part.least
    return Painted(tuple(items), tuple(keep), tuple(codes), tuple(findings), least, work, tuple(origins))


def transformed(part: Painted, matrix: Matrix, scale: float) -> Painted:
    """A drawing seen through a matrix that scales by `scale`."""
    return Painted(
        (Group(part.items, matrix),) if part.items else (),
        tuple(mapped(matrix, box) for box in part.keep),
        tuple((content, mapped(matrix, box)) for content, box in part.codes),
        part.findings,
        Type(part.least.size * scale, part.least.place) if part.least else None,
        part.work,
        part.origins,
    )


Values: TypeAlias = Sequence[Value]


class Painter(msgspec.Struct, frozen=True, eq=False):
    """The values that a word needs, and what paints it from its box and these values."""

    needs: tuple[Expr, ...]
    paint: Callable[[Box, Values], Painted]
