"""What every `[[draw]]` table of a face file takes, whatever word it draws. Documented in docs/kit-format.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from pnp.kit.bindings import BoundLength, BoundNumber, Condition, Each, Range, Template, When, bound_length
from pnp.kit.expressions import Binding, Node
from pnp.kit.gradients import GradientSpec
from pnp.kit.grids import Grid, Places
from pnp.kit.measures import Form, Identifier, Warnings
from pnp.kit.structs import BadValueError, Reads, shown, text

BoxSpec: TypeAlias = str | tuple[float | Template, ...]
"""The name of a box, or left, top, width and height in mm."""


def _box(value: object) -> BoxSpec:
    if isinstance(value, str):
        return value
    if not isinstance(value, list) or len(value) != 4:
        raise BadValueError(f"is {shown(value)}, not a box", "the name of a box, or [x, y, width, height]")
    left, top, width, height = (bound_length(part) for part in value)
    if any(isinstance(side, float) and side <= 0 for side in (width, height)):
        raise BadValueError("is a box without area", "width and height must be greater than 0")
    return left, top, width, height


def _step(value: object) -> tuple[float | Template, ...]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadValueError(f"is {shown(value)}, not a step", "[to the right, down] in mm")
    return tuple(bound_length(part) for part in value)


def _at(value: object) -> str:
    name = text(value)
    if not all(name.partition(":")):
        raise BadValueError(f"is {shown(value)}, which is no place", 'at = "board:ward": a component, its place')
    return name


AnyBox: TypeAlias = Annotated[BoxSpec, Reads(_box)]
Step: TypeAlias = Annotated[tuple[float | Template, ...], Reads(_step)]


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """What every word takes. `row` is the line of the file where its table begins.

    The struct of a word has a field for each key of its own; `box_key` is the one that says where it is drawn.
    """

    box_key: ClassVar[str] = "box"
    sort: ClassVar[str] = ""
    """What it is to those who look at the face: a `text`, an `icon`, a `picture`, a `shape` on which others stand."""
    form: ClassVar[Form] = "square"
    """The form of a place that it draws."""
    lists: ClassVar[bool] = False
    """Whether it goes through a list of its own, which `where` is of if it is not repeated."""

    row: int
    inset: BoundLength = 0.0
    each: Each | None = None
    where: When | None = None
    grid: Grid | None = None
    step: Step = (0.0, 0.0)
    columns: Places | None = None
    at: Annotated[str, Reads(_at)] = ""
    when: When | None = None
    turn: BoundNumber = 0.0
    ink: Literal["full", "low"] | None = None
    keep: bool = False
    place: Identifier = ""
    near: bool = False
    accept: Warnings = ()

    @property
    def spot(self) -> BoxSpec | None:
        """Where it is drawn; None: wherever its points are."""
        found: BoxSpec | None = getattr(self, self.box_key)
        return found

    @property
    def style_used(self) -> str:
        """The name of the style that it sets text in, if it does."""
        return ""

    @property
    def face_called(self) -> str:
        """The name of the face that it draws, if it does."""
        return ""


def templates(draw: Draw) -> Iterator[tuple[str, Template]]:
    """Every template of a word, and the key it stands in."""
    return ((key, template) for key, value in msgspec.structs.asdict(draw).items() for template in _templates_in(value))


def nodes(draw: Draw) -> Iterator[Node]:
    """Every expression of a word: in its templates, its conditions, and in what it goes through."""
    for _, template in templates(draw):
        yield from template.nodes
    for value in msgspec.structs.asdict(draw).values():
        if isinstance(value, Condition):
            yield value.node
        elif isinstance(value, Range):
            yield from (value.start, value.end)
        elif isinstance(value, Binding):
            yield value


def _templates_in(value: object) -> Iterator[Template]:
    if isinstance(value, Template):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _templates_in(part)
    elif isinstance(value, GradientSpec):
        yield from (stop.colour for stop in value.stops)


Vocabulary: TypeAlias = Mapping[str, type[Draw]]
"""The drawing words by name, and what the table of each holds."""
