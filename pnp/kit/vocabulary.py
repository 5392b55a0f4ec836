"""The words of a face file: one struct for each, a field for each key. Documented in docs/kit-format.md."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from pnp.kit import bounds
from pnp.kit.bindings import (
    BoundLength,
    BoundName,
    BoundNumber,
    BoundText,
    Each,
    Template,
    When,
    bound_length,
    bound_value,
)
from pnp.kit.measures import Distance, Factor, Identifier, Length, Points, ReadablePoints
from pnp.kit.structs import BadValueError, Reads, shown, whole

BoxSpec: TypeAlias = str | tuple[float | Template, ...]
"""The name of a box, or left, top, width and height in mm."""

Hatch: TypeAlias = Literal["none", "horizontal", "vertical", "down", "up", "cross", "grid", "dots"]


def _box(value: object) -> BoxSpec:
    if isinstance(value, str):
        return value
    if not isinstance(value, list) or len(value) != 4:
        raise BadValueError(f"is {shown(value)}, not a box", "the name of a box, or [x, y, width, height]")
    left, top, width, height = (bound_length(part) for part in value)
    if any(isinstance(side, float) and side <= 0 for side in (width, height)):
        raise BadValueError("is a box without area", "width and height must be greater than 0")
    return left, top, width, height


def _points(value: object) -> tuple[float | Template, ...]:
    if not isinstance(value, list) or not 4 <= len(value) <= 2 * bounds.POINTS.most or len(value) % 2:
        hint = f"[x1, y1, x2, y2 …], at most {bounds.POINTS.most} points"
        raise BadValueError(f"is {shown(value)}, not a line", hint)
    return tuple(bound_length(part) for part in value)


def _step(value: object) -> tuple[float | Template, ...]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadValueError(f"is {shown(value)}, not a step", "[to the right, down] in mm")
    return tuple(bound_length(part) for part in value)


def _dash(value: object) -> tuple[float, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= 8:
        raise BadValueError(f"is {shown(value)}, not a dash", "[on, off] in mm")
    lengths = tuple(bound_length(part) for part in value)
    if not all(isinstance(length, float) and length > 0 for length in lengths):
        raise BadValueError("has a dash that is not a length greater than 0")
    return tuple(length for length in lengths if isinstance(length, float))


def _places(value: object) -> int:
    places = whole(value)
    if not 1 <= places <= bounds.REPEATS.most:
        raise BadValueError(f"is {places}", f"from 1 to {bounds.REPEATS.most}")
    return places


def _set(value: object) -> tuple[tuple[str, Template], ...]:
    if not isinstance(value, dict):
        raise BadValueError(f"is {shown(value)}, not a table", '{ coins = "2" }')
    return tuple((name, bound_value(part)) for name, part in value.items())


Box: TypeAlias = Annotated[BoxSpec, Reads(_box)]
Step: TypeAlias = Annotated[tuple[float | Template, ...], Reads(_step)]
Dash: TypeAlias = Annotated[tuple[float, ...], Reads(_dash)]


class Grid(msgspec.Struct, frozen=True):
    """Places in columns `a`, `b` … and rows 1, 2 …; those in `skip` are left out."""

    columns: Annotated[int, Reads(_places)]
    rows: Annotated[int, Reads(_places)]
    skip: tuple[str, ...] = ()


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """What every word takes. `row` is the line of the file where its table begins."""

    row: int
    inset: BoundLength = 0.0
    each: Each | None = None
    where: When | None = None
    grid: Grid | None = None
    step: Step = (0.0, 0.0)
    when: When | None = None
    turn: BoundNumber = 0.0
    ink: Literal["full", "low"] | None = None
    keep: bool = False


class Boxed(Draw, frozen=True, kw_only=True):
    """A word that is drawn in a box of its own."""

    box: Box = "trim"


class Shape(Draw, frozen=True, kw_only=True):
    """A closed shape: how it is filled, hatched and outlined."""

    fill: BoundName | None = None
    stroke: BoundName | None = None
    width: Length = 0.25
    dash: Dash = ()
    hatch: BoundName | None = None
    hatch_colour: BoundName | None = None
    spacing: Length = 1.4


class RectDraw(Shape, frozen=True, kw_only=True):
    rect: Box
    radius: Distance = 0.0


class EllipseDraw(Shape, frozen=True, kw_only=True):
    ellipse: Box


class LineDraw(Draw, frozen=True, kw_only=True):
    line: Annotated[tuple[float | Template, ...], Reads(_points)]
    box: Box | None = None
    stroke: BoundName | None = None
    width: Length = 0.25
    dash: Dash = ()
    ends: Literal["none", "start", "end", "both"] = "none"


class PathDraw(Shape, frozen=True, kw_only=True):
    path: BoundText
    box: Box = "trim"
    rule: Literal["nonzero", "evenodd"] = "nonzero"


class TextDraw(Boxed, frozen=True, kw_only=True):
    text: BoundText
    style: Identifier = "body"
    font: Identifier | None = None
    size: Points | None = None
    least: ReadablePoints | None = None
    leading: Factor | None = None
    gap: Factor | None = None
    align: Literal["left", "center", "right"] | None = None
    valign: Literal["top", "middle", "bottom"] | None = None
    colour: BoundName | None = None
    hyphenate: bool | None = None


class IconDraw(Boxed, frozen=True, kw_only=True):
    icon: BoundName
    on: BoundName | None = None


class PictureDraw(Boxed, frozen=True, kw_only=True):
    picture: BoundName
    fit: Literal["contain", "cover", "stretch"] = "contain"


class QrDraw(Boxed, frozen=True, kw_only=True):
    qr: BoundText
    colour: BoundName | None = None


class FaceDraw(Boxed, frozen=True, kw_only=True):
    face: Identifier
    record: BoundName | None = msgspec.field(name="with", default=None)
    set: Annotated[tuple[tuple[str, Template], ...], Reads(_set)] = ()


AnyDraw: TypeAlias = (
    RectDraw | EllipseDraw | LineDraw | PathDraw | TextDraw | IconDraw | PictureDraw | QrDraw | FaceDraw
)

WORDS: dict[str, type[AnyDraw]] = {
    "rect": RectDraw,
    "ellipse": EllipseDraw,
    "line": LineDraw,
    "path": PathDraw,
    "text": TextDraw,
    "icon": IconDraw,
    "picture": PictureDraw,
    "qr": QrDraw,
    "face": FaceDraw,
}
"""Every word, and what its table holds."""
