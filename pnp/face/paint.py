"""Painting: what a word, or a whole compiled face, draws for one row."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.art.paths import multiply
from pnp.face.geometry import turning
from pnp.face.scope import Expr, PaintError, RowScope, needed_number
from pnp.findings import Finding, KitError, Place
from pnp.kit import bounds
from pnp.kit.components import named_on
from pnp.kit.face_files import Draw
from pnp.kit.model import Value
from pnp.kit.toml_source import accepted, shown
from pnp.kit.values import Form
from pnp.scene import IDENTITY, Box, Group, Item, Matrix, Seal, mapped

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
    drawn = 0
    for part in parts:
        spots += (spot if spot.at < 0 else replace(spot, at=spot.at + drawn) for spot in part.spots)
        drawn += len(part.origins)
    return Painted(
        items=tuple(item for part in parts for item in part.items),
        keep=tuple(box for part in parts for box in part.keep),
        codes=tuple(code for part in parts for code in part.codes),
        findings=tuple(_shorten(dict.fromkeys(finding for part in parts for finding in part.findings))),
        least=min((part.least for part in parts if part.least), key=lambda least: least.size, default=None),
        work=1 + sum(part.work for part in parts),
        origins=tuple(origin for part in parts for origin in part.origins),
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


def place_picture(scale: float, matrix: Matrix, spots: Iterable[PiecePlace]) -> PlacedPicture:
    """A piece that is seen through a matrix, with the places on it."""
    places: dict[str, tuple[Box, ...]] = {}
    for spot in spots:
        box = mapped(multiply(matrix, spot.matrix), spot.box)
        places[spot.name] = (*places.get(spot.name, ()), box)
    return PlacedPicture(scale, places)


def places_at(at: str, pieces: Mapping[str, PlacedPicture]) -> tuple[Box, ...]:
    """The boxes of the place that `component:place` names, in drawing order. Raises `PaintError`."""
    component, place = named_on(at)
    if component not in pieces:
        hint = f'draw it first: piece = "{component}"'
        raise PaintError("at", "unknown-component", f"no piece of {shown(component)} lies here yet", hint)
    found = pieces[component].places.get(place)
    if found is None:
        hint = accepted(pieces[component].places, place)
        raise PaintError("at", "unknown-place", f"{component} has no place {shown(place)}", hint)
    return found


def place_box(values: Sequence[Value], way: Way) -> tuple[Box, float]:
    """The box of a repetition, and its turn in degrees. `values` are left, top, width, height, inset and turn. Raises
    `PaintError`."""
    x, y, width, height, inset, turn = map(needed_number, values, ("box", "box", "box", "box", "inset", "turn"))
    box = (way if isinstance(way, Box) else Box(x, y, width, height)).inset(inset)
    if box.width <= 0 or box.height <= 0:
        raise PaintError("box", "box", "the box comes to nothing", "make it larger, or the inset smaller")
    return (box if isinstance(way, Box) or way == HERE else box.moved(*way)), turn


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
            for way in self.repeat(row) if self.repeat else (HERE,):
                if way is not None and (self.when is None or self.when(row)):
                    yield self._paint_at(row, way)
                elif self.repeat:
                    yield NOTHING
        except PaintError as error:
            yield self._fault(error)

    def boxes(self, row: RowScope) -> Iterator[tuple[Box, float]]:
        """Where it is drawn for one row, box and turn in degrees, in order; nothing where it has an error."""
        with contextlib.suppress(PaintError):
            for way in self.repeat(row) if self.repeat else (HERE,):
                if way is not None and (self.when is None or self.when(row)):
                    yield place_box([need.get(row) for need in self.sides], way)

    def calls(self, row: RowScope) -> Iterator[NestedFace]:
        """The faces that it draws for one row, in order; none where it has an error."""
        with contextlib.suppress(PaintError):
            for box, turn in self.boxes(row):  # what is repeated is bound in the row meanwhile
                called = self.nested(box, {key: need.get(row) for key, need in self.needs.items()})
                if called is not None:
                    yield called.through(turning(box, turn)) if turn % 360 else called

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
        except PaintError as error:
            return self._fault(error)
        return found

    def _paint_fresh(self, sides: tuple[Value, ...], values: Values, way: Way) -> Painted:
        draw = self.draw
        try:
            box, turn = place_box(sides, way)
            done = self.draw_word(box, values)
        except PaintError as error:
            return self._fault(error)
        except KitError as error:
            return Painted(findings=error.findings)
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
        return done.through(turning(box, turn)) if turn % 360 else done

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
