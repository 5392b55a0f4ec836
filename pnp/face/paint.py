"""Painting: what a word, or a whole compiled face, draws for one row; and what little ink prints of it.

With little ink, grounds and tints stay unprinted: a filled shape is left white, so that it still hides what lies
beneath it, and one that is see-through is not filled. A dark one without an outline gets a thin one of its colour; a
gradient is as dark as its darkest end. Thin marks stay as they are. Text and lines too light for white paper become
ink. A pale shape gets an outline only if it lies on a dark one, as a white star on a red banner does: its edge is red.
"""

from __future__ import annotations

import contextlib
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.art.paths import multiply, path_bounds
from pnp.face.scope import Expr, PaintError, RowScope, needed_number
from pnp.findings import Finding, KitError, Place
from pnp.kit import bounds
from pnp.kit.components import named_on
from pnp.kit.face_files import Draw
from pnp.kit.model import Value
from pnp.kit.toml_source import accepted, quote
from pnp.kit.values import Form
from pnp.scene import (
    IDENTITY,
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
    mapped,
)
from pnp.scene.colour import READABLE, VISIBLE, contrast, darkest, mixed

MOST_ALIKE = 3
"""Errors alike at one place that are listed one by one."""
_REMEMBERED = 2_000
"""Paintings of a step that are kept: cards that share a value share its items."""
HERE = (0.0, 0.0)

Values: TypeAlias = Mapping[str, Value]
"""What a word needs, by its keys."""
Test: TypeAlias = Callable[[RowScope], bool]
Way: TypeAlias = tuple[float, float] | Box
"""Where a repetition is drawn: how far from the first place, in mm, or a box of its own."""
Repeater: TypeAlias = Callable[[RowScope], Iterator[Way | None]]
"""Binds its names in the row, once per repetition, and says where it is drawn; None: it is left out."""


class SmallestType(msgspec.Struct, frozen=True):
    """The smallest type in a drawing: its size in pt, and the word that sets it."""

    size: float
    place: Place


class PiecePlace(msgspec.Struct, frozen=True):
    """A named place of a face: its box, `matrix` the way from there to the face's mm, and the draw that makes it.

    `at` counts the drawing's origins that are drawn before; -1: nothing draws it.
    """

    name: str
    box: Box
    place: Place
    form: Form = "square"
    matrix: Matrix = IDENTITY
    at: int = -1

    def through(self, matrix: Matrix) -> PiecePlace:
        """The place seen through a matrix."""
        return replace(self, matrix=multiply(matrix, self.matrix))


class Origin(msgspec.Struct, frozen=True, eq=False):
    """Which word of which face drew some items; they are the same objects in the finished scene. `sort` is that of
    the word (see `Draw`); `near`: it is meant to touch others; `art` is the file or sign that it shows."""

    place: Place
    items: tuple[Item, ...]
    sort: str = ""
    near: bool = False
    art: str = ""


class Painted(msgspec.Struct, frozen=True):
    """Items, and what is to be known of them. `work` counts what was painted, to bound what a kit may ask for; `art`
    is the file or sign that a word by itself shows."""

    items: tuple[Item, ...] = ()
    keep: tuple[Box, ...] = ()
    codes: tuple[tuple[str, Box], ...] = ()
    findings: tuple[Finding, ...] = ()
    least: SmallestType | None = None
    work: int = 1
    origins: tuple[Origin, ...] = ()
    spots: tuple[PiecePlace, ...] = ()
    seals: tuple[Seal, ...] = ()
    art: str = ""

    def through(self, matrix: Matrix, scale: float = 1.0) -> Painted:
        """The drawing seen through a matrix that scales by `scale`."""
        return replace(
            self,
            items=(Group(self.items, matrix),) if self.items else (),
            keep=tuple(mapped(matrix, box) for box in self.keep),
            codes=tuple((content, mapped(matrix, box)) for content, box in self.codes),
            least=self.least and replace(self.least, size=self.least.size * scale),
            spots=tuple(spot.through(matrix) for spot in self.spots),
            seals=tuple(seal.through(matrix) for seal in self.seals),
        )


NOTHING = Painted()


def joined(parts: Iterable[Painted]) -> Painted:
    """Several drawings as one, in order."""
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
        least=min((part.least for part in parts if part.least), key=lambda least: least.size, default=None),
        work=1 + sum(part.work for part in parts),
        origins=tuple(origins),
        spots=tuple(spots),
        seals=tuple(seal for part in parts for seal in part.seals),
    )


def _shorten(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Findings, of errors alike at one place the first few: a map may have one for each hexagon."""
    counts: Counter[tuple[str, Place]] = Counter()
    for finding in findings:
        counts[finding.code, finding.place] += finding.severity == "error"
        if counts[finding.code, finding.place] <= MOST_ALIKE:
            yield finding
    for (code, place), count in counts.items():
        if count > MOST_ALIKE:
            message = f"and {count - MOST_ALIKE} more like these, in what is repeated"
            yield Finding("error", code, place, message, "mend the first of them, and look again")


class DrawnWord(msgspec.Struct, frozen=True):
    """A word of a face and where it draws for one row: boxes in mm, each with its turn in degrees; none if it does not
    draw there."""

    place: Place
    boxes: tuple[tuple[Box, float], ...]


class NestedFace(msgspec.Struct, frozen=True, eq=False):
    """A face that a word draws: its name and size in mm, `matrix` the way from its mm to those of the face that the
    word stands in, and the row with which it is painted."""

    face: str
    size: tuple[float, float]
    matrix: Matrix
    compiled: CompiledFace
    row: RowScope

    def boxes(self) -> tuple[DrawnWord, ...]:
        """Where its own words draw."""
        return self.compiled.boxes(self.row)

    def calls(self, line: int) -> tuple[NestedFace, ...]:
        """The faces that its word of one line draws in turn."""
        return self.compiled.calls(self.row, line)

    def through(self, matrix: Matrix) -> NestedFace:
        """The same, seen through a matrix."""
        return replace(self, matrix=multiply(matrix, self.matrix))


class PlacedPicture(msgspec.Struct, frozen=True):
    """A piece as it lies on a face: its scale, and the boxes of its places there, in mm, by name."""

    scale: float
    places: Mapping[str, tuple[Box, ...]]


def places_at(at: str, pieces: Mapping[str, PlacedPicture]) -> tuple[Box, ...]:
    """The boxes of the place that `component:place` names, in drawing order. Raises `PaintError`."""
    component, place = named_on(at)
    if component not in pieces:
        hint = f'draw it first: piece = "{component}"'
        raise PaintError("at", "unknown-component", f"no piece of {quote(component)} lies here yet", hint)
    found = pieces[component].places.get(place)
    if found is None:
        hint = accepted(pieces[component].places, place)
        raise PaintError("at", "unknown-place", f"{component} has no place {quote(place)}", hint)
    return found


def place_box(values: Sequence[Value], way: Way) -> tuple[Box, float]:
    """The box of a repetition, and its turn in degrees. `values` are left, top, width, height, inset and turn. Raises
    `PaintError`."""
    x, y, width, height, inset, turn = map(needed_number, values, ("box", "box", "box", "box", "inset", "turn"))
    box = (way if isinstance(way, Box) else Box(x, y, width, height)).inset(inset)
    if box.width <= 0 or box.height <= 0:
        raise PaintError("box", "box", "the box comes to nothing", "make it larger, or the inset smaller")
    return (box if isinstance(way, Box) or way == HERE else box.moved(*way)), turn


def turn_matrix(box: Box, degrees: float) -> Matrix:
    """Clockwise about the middle of a box."""
    angle = math.radians(degrees % 360)
    a, b = round(math.cos(angle), 12), round(math.sin(angle), 12)
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return (a, b, -b, a, x - a * x + b * y, y - b * x - a * y)


class DrawStep(msgspec.Struct, frozen=True, eq=False):
    """One `[[draw]]`, compiled. What it painted is remembered by the values it was painted from.

    `sides` are the six values of `place_box`, `needs` those of the word; `roots` are the names of row and caller that
    the step depends on: without any it is the same on every card.
    """

    draw: Draw
    place: Place
    sides: tuple[Expr, ...]
    needs: Mapping[str, Expr]
    draw_word: Callable[[Box, Values], Painted]
    nested: Callable[[Box, Values], NestedFace | None]
    repeat: Repeater | None
    when: Test | None
    roots: frozenset[str]
    places: tuple[tuple[str, Box], ...] = ()
    """The places of its grid by name, unless they differ from card to card."""
    remembered: dict[object, Painted] = msgspec.field(default_factory=dict)

    def paint(self, row: RowScope) -> Iterator[Painted]:
        """The step's drawings for one row, in order."""
        try:
            for way in self._ways(row):
                if way is not None:
                    yield self._paint_at(row, way)
                elif self.repeat:
                    yield NOTHING
        except PaintError as error:
            yield self._fault(error)

    def boxes(self, row: RowScope) -> Iterator[tuple[Box, float]]:
        """Where it is drawn for one row, box and turn in degrees, in order; nothing where it has an error."""
        with contextlib.suppress(PaintError):
            for way in self._ways(row):
                if way is not None:
                    yield place_box([need.get(row) for need in self.sides], way)

    def calls(self, row: RowScope) -> Iterator[NestedFace]:
        """The faces that it draws for one row, in order; none where it has an error."""
        with contextlib.suppress(PaintError):
            for box, turn in self.boxes(row):  # what is repeated is bound in the row meanwhile
                called = self.nested(box, {key: need.get(row) for key, need in self.needs.items()})
                if called is not None:
                    yield called.through(turn_matrix(box, turn)) if turn % 360 else called

    def _ways(self, row: RowScope) -> Iterator[Way | None]:
        """Where it is drawn, once per repetition; None: it is left out."""
        for way in self.repeat(row) if self.repeat else (HERE,):
            yield way if way is not None and (self.when is None or self.when(row)) else None

    def _paint_at(self, row: RowScope, way: Way) -> Painted:
        try:
            sides = tuple([need.get(row) for need in self.sides])
            values = {key: need.get(row) for key, need in self.needs.items()}
            known = (way, sides, *values.values())
            found = self.remembered.get(known)
            if found is None:
                if len(self.remembered) >= _REMEMBERED:
                    self.remembered.clear()
                found = self.remembered[known] = self._paint_fresh(sides, values, way)
            return found
        except PaintError as error:
            return self._fault(error)
        except KitError as error:
            return Painted(findings=error.findings)

    def _paint_fresh(self, sides: tuple[Value, ...], values: Values, way: Way) -> Painted:
        draw = self.draw
        box, turn = place_box(sides, way)
        done = self.draw_word(box, values)
        origins, spots, keep = done.origins, done.spots, done.keep
        if done.items and not origins:  # a face that was called has its own
            origins = (Origin(self.place, done.items, draw.sort, draw.near, done.art),)
        elif draw.near:
            origins = tuple(replace(origin, near=True) for origin in origins)
        if draw.place and done is not NOTHING:
            spots = (*spots, PiecePlace(draw.place, box, self.place, draw.form, at=len(origins)))
        if draw.keep:
            keep = (*keep, box)
        done = replace(done, origins=origins, spots=spots, keep=keep)
        return done.through(turn_matrix(box, turn)) if turn % 360 else done

    def _fault(self, error: PaintError) -> Painted:
        place = Place(self.place.file, self.place.row, error.key)
        return Painted(findings=(Finding("error", error.code, place, error.message, error.hint),))


class CompiledFace:
    """A face for rows of one table, at one size.

    `roots` are the names it depends on, `""` the row; without any it is the same for every row. `places` are those of
    its grids; of two with the same name, the one drawn first.
    """

    def __init__(
        self,
        steps: tuple[DrawStep, ...],
        findings: tuple[Finding, ...],
        file: str,
        named: Mapping[int, tuple[PiecePlace, ...]],
    ) -> None:
        """`named` are the places that a component is laid on which have a name without `place`, by the number of the
        step that draws each, or by -1."""
        self.roots = frozenset[str]().union(*(step.roots for step in steps))
        self.places = dict(place for step in reversed(steps) for place in step.places)
        self._steps = steps
        self._findings = findings
        self._file = file
        self._named = {number: Painted(spots=spots, work=len(spots)) for number, spots in named.items()}

    def boxes(self, row: RowScope) -> tuple[DrawnWord, ...]:
        """Where each word draws for one row, in order."""
        return tuple(DrawnWord(step.place, tuple(step.boxes(row))) for step in self._steps)

    def calls(self, row: RowScope, line: int) -> tuple[NestedFace, ...]:
        """The faces that the word of a line of its file draws for one row, in order."""
        return tuple(called for step in self._steps if step.place.row == line for called in step.calls(row))

    def paint(self, row: RowScope) -> Painted:
        """The face for one row."""
        parts: list[Painted] = [Painted(findings=self._findings)] if self._findings else []
        work = 0
        for number, step in enumerate(self._steps):
            for part in step.paint(row):
                parts.append(part)
                work += part.work
                if work > bounds.ITEMS.most:
                    message = f"the face draws more than {bounds.ITEMS.most} things"
                    finding = Finding("error", "size", Place(self._file), message, "repeat less")
                    return joined([*parts, Painted(findings=(finding,))])
            if number in self._named:
                parts.append(self._named[number])
        return joined([*parts, self._named[-1]] if -1 in self._named else parts)


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
    """The fill of a shape that is left white, or empty if it is see-through: the colour it would have, its opacity, and
    whether it has an edge all the same. `add_edges` leaves none in a face."""

    colour: Colour
    opacity: float
    has_edge: bool

    @property
    def printed(self) -> Colour | None:
        """The fill that it has."""
        return UNPRINTED if self.opacity == 1 else None

    def meant(self, ground: Colour = UNPRINTED) -> Colour:
        """The colour that it would have on a ground."""
        return mixed(self.colour, ground, self.opacity) if self.opacity < 1 else self.colour


def printed_shape(
    fill: Paint | None,
    stroke: Stroke | None,
    box: Box,
    trim: Box,
    ink: InkMode,
    line_colour: Colour,
    opacity: float = 1.0,
) -> tuple[Paint | None, Stroke | None]:
    """The fill and outline of a shape as they are printed. `trim` is the face's own box."""
    if ink == "full":
        return fill, stroke
    if stroke:
        stroke = replace(stroke, colour=printed_line(stroke.colour, ink, line_colour))
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


def printed_line(colour: Colour, ink: InkMode, line_colour: Colour) -> Colour:
    """The colour of a line as it is printed."""
    return line_colour if ink == "low" and contrast(colour, UNPRINTED) < VISIBLE else colour


def printed_halo(colour: Colour, ink: InkMode) -> Colour:
    """The colour of what surrounds letters as it is printed: with little ink it only parts them from the rest."""
    return UNPRINTED if ink == "low" else colour


def printed_text(colour: Colour, ink: InkMode, line_colour: Colour) -> Colour:
    """The colour of text as it is printed."""
    return line_colour if ink == "low" and contrast(colour, UNPRINTED) < READABLE else colour


def is_framed(items: Iterable[Item], width: float, height: float) -> bool:
    """Whether an outline lies near enough to the trim to cut by."""
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


def cutting_line(width: float, height: float, corner: float, outline: Path | Ellipse | None, colour: Colour) -> Shape:
    """Along the trim of a piece that is so large, in mm, with such corners, or of such an outline."""
    stroke = Stroke(colour, *CUT)
    if outline is None:
        return Rect(Box(0.0, 0.0, width, height), stroke=stroke, radius=corner)
    return replace(outline, fill=None, stroke=stroke)


def add_edges(painted: Painted, trim: Box) -> Painted:
    """A face painted with little ink, with edges where a shape was seen by its ground alone."""
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
    """A shape as it is printed; None if nothing of it is. Adds it to what is `filled`."""
    box = mapped(matrix, path_bounds(shape.segments) if isinstance(shape, Path) else shape.box)
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
