"""Paints the words of a face into one scene, and converts it to low ink.

Low ink leaves grounds and tints unprinted: an opaque filled shape becomes white, so that it still hides what lies
beneath; a translucent one loses its fill. A dark shape without an outline gets a thin one of its colour; a gradient
counts by its darkest end. Thin marks stay. Text and lines too light for white paper become ink. A pale shape gets an
outline only on a dark ground: a white star on a red banner gets a red edge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.art.low_ink import weight
from pnp.art.paths import measure_path, multiply
from pnp.findings import Finding, Place
from pnp.kit.model import Value
from pnp.kit.values import Form
from pnp.scene import (
    IDENTITY,
    VISIBLE,
    Art,
    Box,
    Colour,
    Ellipse,
    Gradient,
    Group,
    Item,
    Matrix,
    Paint,
    Path,
    Rect,
    Seal,
    Stroke,
    Use,
    contrast,
    darkest,
    mapped,
    mixed,
)

MOST_ALIKE = 3
"""Errors alike at one place that are listed one by one."""

Values: TypeAlias = Mapping[str, Value]
"""What a word needs, by its keys."""


class PiecePlace(msgspec.Struct, frozen=True):
    """A named place of a face and the draw that makes it. `matrix` maps to the face's mm. `at` is the number of origins
    drawn before it; -1: none draws it."""

    name: str
    box: Box
    place: Place
    form: Form = "square"
    matrix: Matrix = IDENTITY
    at: int = -1

    def through(self, matrix: Matrix) -> PiecePlace:
        """Returns the transformed place."""
        return replace(self, matrix=multiply(matrix, self.matrix))


class Origin(msgspec.Struct, frozen=True, eq=False):
    """The word that drew some items of a scene. `near`: it may touch others; `art`: its file or icon."""

    place: Place
    items: tuple[Item, ...]
    sort: str = ""
    near: bool = False
    art: str = ""


class Painted(msgspec.Struct, frozen=True):
    """Items and facts about them. `work` is an estimate of drawing work, which is limited (0: the count of items);
    `art` are the files shown."""

    items: tuple[Item, ...] = ()
    keep: tuple[Box, ...] = ()
    codes: tuple[tuple[str, Box], ...] = ()
    findings: tuple[Finding, ...] = ()
    least: tuple[float, Place] | None = None
    """The smallest type, in pt, and the word that sets it."""
    work: int = 0
    origins: tuple[Origin, ...] = ()
    spots: tuple[PiecePlace, ...] = ()
    seals: tuple[Seal, ...] = ()
    art: str = ""

    def through(self, matrix: Matrix, scale: float = 1.0) -> Painted:
        """Returns the drawing transformed by a matrix that scales by `scale`."""
        return replace(
            self,
            items=(Group(self.items, matrix),) if self.items else (),
            keep=tuple(mapped(matrix, box) for box in self.keep),
            codes=tuple((content, mapped(matrix, box)) for content, box in self.codes),
            least=self.least and (self.least[0] * scale, self.least[1]),
            spots=tuple(spot.through(matrix) for spot in self.spots),
            seals=tuple(seal.through(matrix) for seal in self.seals),
        )


NOTHING = Painted(work=1)


def count_work(items: Iterable[Item]) -> int:
    """Returns the number of drawn items; a long path or drawing counts as several."""
    work = 1
    for item in items:
        match item:
            case Group():
                work += count_work(item.items)
            case Path():
                work += len(item.segments) // 50
            case Use():
                work += weigh_art(item.art) // 50
            case _:
                work += 1
    return work


@lru_cache(maxsize=4096)
def weigh_art(art: Art) -> int:
    """Returns the number of shapes, lines and curves in a drawing."""
    return weight(art.items)


def join_painted(parts: Iterable[Painted]) -> Painted:
    """Joins several drawings in order."""
    parts = tuple(parts)
    spots: list[PiecePlace] = []
    origins: list[Origin] = []
    for part in parts:
        spots += (spot if spot.at < 0 else replace(spot, at=spot.at + len(origins)) for spot in part.spots)
        origins += part.origins
    return Painted(
        items=tuple(item for part in parts for item in part.items),
        keep=tuple(box for part in parts for box in part.keep),
        codes=tuple(code for part in parts for code in part.codes),
        findings=tuple(_shorten(dict.fromkeys(finding for part in parts for finding in part.findings))),
        least=min((part.least for part in parts if part.least), key=lambda least: least[0], default=None),
        work=1 + sum(part.work for part in parts),
        origins=tuple(origins),
        spots=tuple(spots),
        seals=tuple(seal for part in parts for seal in part.seals),
    )


def _shorten(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Keeps the first few of equal errors at one place: a map may have one for each hexagon."""
    counts: Counter[tuple[str, Place]] = Counter()
    for finding in findings:
        counts[finding.code, finding.place] += finding.severity == "error"
        if counts[finding.code, finding.place] <= MOST_ALIKE:
            yield finding
    for (code, place), count in counts.items():
        if count > MOST_ALIKE:
            message = f"and {count - MOST_ALIKE} more like these, in what is repeated"
            yield Finding("error", code, place, message, "mend the first of them, and look again")


InkMode: TypeAlias = Literal["full", "low"]
Shape: TypeAlias = Rect | Ellipse | Path

UNPRINTED: Colour = "#FFFFFF"
THIN = 2.5
"""Millimetres: a filled mark thinner than this is a line rather than a ground."""
OUTLINE = 0.25
"""Millimetres: the line around a dark shape that is no longer filled."""
DARK = 3.0
"""Contrast to paper from which a shape counts as dark: the least that WCAG 2.2 asks of graphics (1.4.11)."""
NEAR = 3.0
"""Millimetres from the trim within which a frame shows where to cut."""
CUT = (0.2, (1.0, 1.0))
"""Width and dashes of the line that shows where to cut, in mm."""
_SLACK = 0.05
"""Millimetres by which a shape may reach over what it lies on."""


class Unprinted(str):
    """A fill that low ink does not print: its colour and opacity, and whether it has an edge. White, or empty if
    translucent; `add_edges` removes all of them from a face."""

    colour: Colour
    opacity: float
    has_edge: bool

    @property
    def printed(self) -> Colour | None:
        """The printed fill."""
        return UNPRINTED if self.opacity == 1 else None

    def meant(self, ground: Colour = UNPRINTED) -> Colour:
        """Returns the colour that the fill would have on a ground."""
        return mixed(self.colour, ground, self.opacity) if self.opacity < 1 else self.colour


def convert_shape(
    fill: Paint | None,
    stroke: Stroke | None,
    box: Box,
    trim: Box,
    ink: InkMode,
    line_colour: Colour,
    opacity: float = 1.0,
) -> tuple[Paint | None, Stroke | None]:
    """Returns the printed fill and outline of a shape. `trim` is the face's own box."""
    if ink == "full":
        return fill, stroke
    if stroke:
        stroke = replace(stroke, colour=convert_colour(stroke.colour, ink, line_colour, VISIBLE))
    if fill is None or (isinstance(fill, Gradient) and fill.see_through):  # which has no edge
        return None, stroke
    unprinted = Unprinted(UNPRINTED)
    unprinted.colour, unprinted.opacity = darkest(fill), opacity
    seen = unprinted.meant()
    is_dark = contrast(seen, UNPRINTED) >= DARK
    if is_dark and min(box.width, box.height) <= THIN:
        return seen, stroke
    is_ground = box.x < 0 and box.y < 0 and box.right > trim.right and box.bottom > trim.bottom
    if is_dark and stroke is None and not is_ground:
        stroke = Stroke(seen, OUTLINE)
    unprinted.has_edge = stroke is not None
    return unprinted, stroke


def convert_colour(colour: Colour, ink: InkMode, line_colour: Colour, least: float) -> Colour:
    """Returns the printed colour of a line or text: with low ink `line_colour`, if its contrast to paper is below
    `least`."""
    return line_colour if ink == "low" and contrast(colour, UNPRINTED) < least else colour


def is_framed(items: Iterable[Item], width: float, height: float) -> bool:
    """Returns whether an outline is near enough to the trim to serve as a cutting line."""
    for item in items:
        if isinstance(item, Group):
            if item.clip is None and is_framed(item.items, width, height):
                return True
        elif isinstance(item, Rect | Ellipse) and item.stroke is not None:
            box = item.box
            margins = (box.x, box.y, width - box.right, height - box.bottom)
            if all(-0.01 <= margin <= NEAR for margin in margins):
                return True
    return False


def draw_cutting_line(
    width: float, height: float, corner: float, outline: Path | Ellipse | None, colour: Colour
) -> Shape:
    """Returns the cutting line along the trim of a piece of this size in mm, with these corners or this outline."""
    stroke = Stroke(colour, *CUT)
    if outline is None:
        return Rect(Box(0.0, 0.0, width, height), stroke=stroke, radius=corner)
    return replace(outline, fill=None, stroke=stroke)


def add_edges(painted: Painted, trim: Box) -> Painted:
    """Returns a low-ink face with edges where a shape was visible only by its ground."""
    filled: list[tuple[Box, Colour, bool]] = []
    """What was filled so far: where, which colour it would have, and whether it is printed."""
    replaced: dict[int, tuple[Item, ...]] = {}
    """What is there instead of items, by their ids."""

    def resolve(items: Iterable[Item], matrix: Matrix) -> Iterator[Item]:
        for item in items:
            new: Item | None = item
            if isinstance(item, Group):
                inner = tuple(resolve(item.items, multiply(matrix, item.matrix)))
                if tuple(map(id, inner)) != tuple(map(id, item.items)):
                    new = replace(item, items=inner)
            elif isinstance(item, Shape) and item.fill is not None:
                new = _resolve_fill(item, matrix, trim, filled)
            if new is not item:
                replaced[id(item)] = (new,) if new else ()
            if new:
                yield new

    items = tuple(resolve(painted.items, IDENTITY))
    origins = (
        replace(origin, items=tuple(new for item in origin.items for new in replaced.get(id(item), (item,))))
        for origin in painted.origins
    )
    return replace(painted, items=items, origins=tuple(origin for origin in origins if origin.items))


def _resolve_fill(shape: Shape, matrix: Matrix, trim: Box, filled: list[tuple[Box, Colour, bool]]) -> Shape | None:
    """Returns a shape as it is printed; None if nothing of it is. Adds it to `filled`."""
    box = mapped(matrix, measure_path(shape.segments) if isinstance(shape, Path) else shape.box)
    fill = shape.fill
    assert fill is not None
    if not isinstance(fill, Unprinted):
        filled.append((box, darkest(fill), True))
        return shape
    edge = None
    if not fill.has_edge and not box.holds(trim):
        under = (one for one in reversed(filled) if one[0].holds(box, _SLACK))
        _, ground, is_printed = next(under, (box, "", True))
        if not is_printed and contrast(ground, fill.meant(ground)) >= DARK:
            edge = ground
    filled.append((box, fill.meant(), False))
    if edge is None:
        return replace(shape, fill=fill.printed) if fill.printed or shape.stroke else None
    if min(box.width, box.height) <= THIN:
        return replace(shape, fill=edge)
    return replace(shape, fill=fill.printed, stroke=Stroke(edge, OUTLINE))
