"""Compiles a face: names are resolved once; conditions and repetitions become functions."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.art.paths import multiply
from pnp.face.materials import Materials
from pnp.face.paint import NOTHING, Origin, Painted, PiecePlace, Values, count_work, join_painted
from pnp.face.scope import BuildScope, Expr, Getter, PaintError, RowScope, Scope, require_number
from pnp.findings import Finding, KitError, Place, Severity
from pnp.kit import bounds
from pnp.kit.components import split_place
from pnp.kit.evaluation import holds, plain
from pnp.kit.expressions import Each, Node, Range, Template
from pnp.kit.face_files import Draw, FaceGrid, FaceSpec, RelativeBox, cells_of, lay_out_hexagons, wrong_with
from pnp.kit.model import Kit, Value
from pnp.kit.theme import GradientSpec, Style
from pnp.kit.toml_source import BadValueError, accepted, quote
from pnp.kit.values import NUMBER, TEXT, TRUTH, ColumnType, Form, RelativeLength, format_number, parse_relative
from pnp.scene import Box, Matrix

SAFE = 2.6
"""Millimetres inside the trim that a cut an eighth of a millimetre amiss, on both sides, leaves alone."""
NOBODY = RowScope(None, {})
"""For values that depend on no row."""
ALWAYS = Expr(lambda row: True, TRUTH)
"""The condition of what has none."""
HERE = (0.0, 0.0)
_REMEMBERED = 2_000
"""Paintings of a step that are kept: cards that share a value share its items."""
Way: TypeAlias = tuple[float, float] | Box
"""Where a repetition is drawn: how far from the first place, in mm, or a box of its own."""
Repeater: TypeAlias = Callable[[RowScope], Iterator[Way | None]]
"""Binds its names in the row, once per repetition, and says where it is drawn; None: it is left out."""


class Word(Draw, frozen=True, kw_only=True):
    """A drawing word: the keys of its table, the values it needs, and its painting."""

    def needs(self, context: PaintContext) -> Mapping[str, Expr]:
        """Returns the needed values by key. Raises `PaintError` for faults that are the same in every row."""
        return context.values(self, *(key for key in self.__struct_fields__ if key not in Draw.__struct_fields__))

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        """Paints the word in a box for these values. Raises `PaintError`."""
        raise NotImplementedError

    def nested(self, box: Box, values: Values, context: PaintContext) -> NestedFace | None:
        """Returns the other face that the word draws, if any."""
        return None

    def lays(self, box: Box, values: Values, context: PaintContext) -> Mapping[str, PlacedPicture]:
        """Returns the piece (by component) that the word places in a box as a base for others; None for most words."""
        return {}


class PaintContext(msgspec.Struct, frozen=True, eq=False):
    """Where a word is painted. `pieces` are the pieces already there, by component."""

    materials: Materials
    faces: FaceCompiler
    scope: Scope
    styles: Mapping[str, Style]
    trim: Box
    bleed: float
    place: Place
    pieces: Mapping[str, PlacedPicture]

    def values(self, draw: Draw, *keys: str) -> dict[str, Expr]:
        """Returns the expressions of these keys, which hold numbers, bindings, lists of them, or a gradient."""
        found: dict[str, Expr] = {}
        for key in keys:
            value = getattr(draw, key)
            if isinstance(value, GradientSpec):
                value = tuple(stop.colour for stop in value.stops)
            if isinstance(value, float | Template):
                found[key] = self.scope.value(key, value)
            elif isinstance(value, tuple) and value:
                found[key] = self.scope.values(key, value)
        return found

    def text(self, value: Value) -> str:
        """Returns a value as text; empty if its key or cell is empty."""
        return plain(value, self.materials.language)

    def name(self, value: Value) -> str:
        """Returns a value as a name in NFC, as file names are; empty if its key or cell is empty."""
        return unicodedata.normalize("NFC", plain(value, self.materials.language).strip("{}"))

    def finding(self, severity: Severity, code: str, key: str, message: str, hint: str) -> Finding:
        """Returns a finding about a key of this word."""
        return Finding(severity, code, Place(self.place.file, self.place.row, key), message, hint)

    def error(self, error: PaintError) -> Finding:
        """Returns an error as a finding about this word."""
        return self.finding("error", error.code, error.key, error.message, error.hint)


class DrawnWord(msgspec.Struct, frozen=True):
    """A word of a face and its boxes for one row, in mm, with their turns in degrees."""

    place: Place
    boxes: tuple[tuple[Box, float], ...]


class NestedFace(msgspec.Struct, frozen=True, eq=False):
    """A face that a word draws, with its row. `matrix` maps its mm to those of the enclosing face."""

    face: str
    size: tuple[float, float]
    matrix: Matrix
    compiled: CompiledFace
    row: RowScope

    def boxes(self) -> tuple[DrawnWord, ...]:
        """Returns the boxes of the face's words, in order."""
        return tuple(DrawnWord(step.context.place, tuple(step.boxes(self.row))) for step in self.compiled.steps)

    def calls(self, line: int) -> tuple[NestedFace, ...]:
        """Returns the faces drawn by its word on one line of its file, in order, in the outermost face's
        coordinates."""
        steps = (step for step in self.compiled.steps if step.context.place.row == line)
        found = (call for step in steps for call in step.calls(self.row))
        return tuple(replace(call, matrix=multiply(self.matrix, call.matrix)) for call in found)


class PlacedPicture(msgspec.Struct, frozen=True):
    """A piece pictured on a face: its scale, and the boxes of its places in mm, by name."""

    scale: float
    places: Mapping[str, tuple[Box, ...]]


def find_places(at: str, pieces: Mapping[str, PlacedPicture]) -> tuple[Box, ...]:
    """Returns the boxes of the place named `component:place`, in drawing order. Raises `PaintError`."""
    component, place = split_place(at)
    if component not in pieces:
        hint = f'draw it first: piece = "{component}"'
        raise PaintError("at", "unknown-component", f"no piece of {quote(component)} lies here yet", hint)
    found = pieces[component].places.get(place)
    if found is None:
        hint = accepted(pieces[component].places, place)
        raise PaintError("at", "unknown-place", f"{component} has no place {quote(place)}", hint)
    return found


def place_box(values: Sequence[Value], way: Way) -> tuple[Box, float]:
    """Returns box and turn of a repetition from left, top, width, height, inset and turn. Raises `PaintError`."""
    x, y, width, height, inset, turn = map(require_number, values, ("box", "box", "box", "box", "inset", "turn"))
    box = (way if isinstance(way, Box) else Box(x, y, width, height)).inset(inset)
    if box.width <= 0 or box.height <= 0:
        raise PaintError("box", "box", "the box comes to nothing", "make it larger, or the inset smaller")
    return (box if isinstance(way, Box) or way == HERE else box.moved(*way)), turn


def turn_matrix(box: Box, degrees: float) -> Matrix:
    """Returns a clockwise rotation about the centre of a box."""
    angle = math.radians(degrees % 360)
    a, b = round(math.cos(angle), 12), round(math.sin(angle), 12)
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return (a, b, -b, a, x - a * x + b * y, y - b * x - a * y)


class DrawStep(msgspec.Struct, frozen=True, eq=False):
    """One compiled `[[draw]]`; caches its drawings by its values. `sides` are the six values of `place_box`, `needs`
    those of the word, `roots` the names it depends on. `places` are those of a grid that is equal on every card."""

    draw: Word
    context: PaintContext
    sides: tuple[Expr, ...]
    needs: Mapping[str, Expr]
    repeat: Repeater | None
    when: Expr
    roots: frozenset[str]
    places: tuple[tuple[str, Box], ...] = ()
    remembered: dict[object, Painted] = msgspec.field(default_factory=dict)

    def paint(self, row: RowScope) -> Iterator[Painted]:
        """Yields the step's drawings for one row, in order."""
        try:
            for way in self._ways(row):
                if way is not None:
                    yield self._paint_at(row, way)
                elif self.repeat:
                    yield NOTHING
        except PaintError as error:
            yield Painted(findings=(self.context.error(error),))

    def boxes(self, row: RowScope) -> Iterator[tuple[Box, float]]:
        """Yields its boxes for one row with their turns in degrees, in order; none after an error."""
        with suppress(PaintError):
            for way in self._ways(row):
                if way is not None:
                    yield place_box(self.evaluate_sides(row), way)

    def calls(self, row: RowScope) -> Iterator[NestedFace]:
        """Yields the faces that it draws for one row, in order; none after an error."""
        with suppress(PaintError):
            for box, turn in self.boxes(row):  # what is repeated is bound in the row meanwhile
                called = self.draw.nested(box, self.evaluate_needs(row), self.context)
                if called is not None:
                    yield replace(called, matrix=multiply(turn_matrix(box, turn), called.matrix))

    def evaluate_sides(self, row: RowScope) -> tuple[Value, ...]:
        return tuple([side.get(row) for side in self.sides])

    def evaluate_needs(self, row: RowScope) -> Values:
        return {key: need.get(row) for key, need in self.needs.items()}

    def _ways(self, row: RowScope) -> Iterator[Way | None]:
        """Yields where it is drawn, once per repetition; None: it is left out."""
        for way in self.repeat(row) if self.repeat else (HERE,):
            yield way if way is not None and holds(self.when.get(row)) else None

    def _paint_at(self, row: RowScope, way: Way) -> Painted:
        try:
            sides, values = self.evaluate_sides(row), self.evaluate_needs(row)
            known = (way, sides, *values.values())
            found = self.remembered.get(known)
            if found is None:
                if len(self.remembered) >= _REMEMBERED:
                    self.remembered.clear()
                found = self.remembered[known] = self._paint_fresh(sides, values, way)
            return found
        except PaintError as error:
            return Painted(findings=(self.context.error(error),))
        except KitError as error:
            return Painted(findings=error.findings)

    def _paint_fresh(self, sides: tuple[Value, ...], values: Values, way: Way) -> Painted:
        draw, place = self.draw, self.context.place
        box, turn = place_box(sides, way)
        done = draw.paint(box, values, self.context)
        origins, spots = done.origins, done.spots
        if done.items and not origins:  # a face that was called has its own
            origins = (Origin(place, done.items, draw.sort, draw.near, done.art),)
        elif draw.near:
            origins = tuple(replace(origin, near=True) for origin in origins)
        if draw.place and done is not NOTHING:
            spots = (*spots, PiecePlace(draw.place, box, place, draw.form, at=len(origins)))
        keep = (*done.keep, box) if draw.keep else done.keep
        work = done.work or count_work(done.items)
        done = replace(done, origins=origins, spots=spots, keep=keep, work=work)
        return done.through(turn_matrix(box, turn)) if turn % 360 else done


class CompiledFace(msgspec.Struct, frozen=True, eq=False):
    """A face compiled for rows of one table, at one size. `roots` are the names it depends on, `""` the row. `named`
    are boxes on which a component is placed, by the number of the step that draws each, or by -1."""

    steps: tuple[DrawStep, ...]
    findings: tuple[Finding, ...]
    file: str
    named: Mapping[int, tuple[PiecePlace, ...]]
    roots: frozenset[str]

    @property
    def places(self) -> dict[str, Box]:
        """The places of its grids; of equal names the one drawn first."""
        return dict(place for step in reversed(self.steps) for place in step.places)

    def paint(self, row: RowScope) -> Painted:
        """Paints the face for one row."""
        parts = [Painted(findings=self.findings)] if self.findings else []
        named = {number: Painted(spots=spots, work=len(spots)) for number, spots in self.named.items()}
        work = 0
        for number, step in enumerate(self.steps):
            for part in step.paint(row):
                parts.append(part)
                work += part.work
                if work > bounds.ITEMS.most:
                    message = f"the face draws more than {bounds.ITEMS.most} things"
                    finding = Finding("error", "size", Place(self.file), message, "repeat less")
                    return join_painted([*parts, Painted(findings=(finding,))])
            if number in named:
                parts.append(named[number])
        return join_painted([*parts, named[-1]] if -1 in named else parts)


class FaceCompiler:
    """Compiles each face once per table, size and set of names."""

    def __init__(
        self,
        kit: Kit,
        materials: Materials,
        build: BuildScope,
        *,
        is_picture: bool = False,
        shows_seals: bool = False,
    ) -> None:
        """`is_picture`: faces are laid out as small pictures of pieces. `shows_seals`: camera marks are printed."""
        self.is_picture = is_picture
        self.shows_seals = shows_seals
        self._kit = kit
        self._materials = materials
        self._build = replace(build, facts={**build.facts, "small": "small" if is_picture else ""})
        self._compiled: dict[object, CompiledFace] = {}
        wanted = [on for piece in kit.components for on in getattr(piece, "on", ())]
        if is_picture:
            wanted += [draw.at for face in kit.faces.values() for draw in face.draws if draw.at]
        self._wanted = frozenset(split_place(on)[1] for on in wanted)

    @cached_property
    def pictures(self) -> FaceCompiler:
        """Returns a compiler of the same faces as pictures of pieces."""
        if self.is_picture:
            return self
        return FaceCompiler(self._kit, self._materials, self._build, is_picture=True, shows_seals=self.shows_seals)

    @cached_property
    def sizes(self) -> Mapping[str, tuple[float, float]]:
        """The size of each face: its own, or that of the first component that shows it."""
        sizes = {name: face.size for name, face in self._kit.faces.items() if face.size}
        for component in self._kit.components:
            size = getattr(component, "size", None)
            if isinstance(size, float):
                size = (size, size)
            for side in (getattr(component, "face", ""), getattr(component, "back", "")):
                if side and isinstance(size, tuple):
                    sizes.setdefault(side, (size[0], size[1]))
        return sizes

    def compiled(
        self, name: str, table: str, names: Mapping[str, ColumnType], size: tuple[float, float], bleed: float
    ) -> CompiledFace:
        """Returns a face compiled for rows of a table (or for none: ""). Raises KeyError for an unknown face."""
        key = (name, table, size, bleed, tuple(names.items()))
        found = self._compiled.get(key)
        if found is None:
            face = self._kit.faces[name]
            scope = Scope(self._build, {**face.inputs, **names}, self._build.tables.get(table))
            found = self._compiled[key] = self._compile(face, scope, size, bleed)
        return found

    def _compile(self, face: FaceSpec, scope: Scope, size: tuple[float, float], bleed: float) -> CompiledFace:
        trim = Box(0.0, 0.0, *size)
        boxes = {"trim": trim, "bleed": trim.inset(-bleed), "safe": trim.inset(SAFE)}
        boxes |= {name: Box(*box) for name, box in face.resolve_boxes(size).items()}
        steps: list[DrawStep] = []
        findings: list[Finding] = []
        pieces: dict[str, PlacedPicture] = {}
        for draw in face.draws:
            if draw.ink not in (None, self._materials.ink):
                continue
            place = Place(face.file, draw.row)
            context = PaintContext(self._materials, self, scope, face.styles, trim, bleed, place, pieces)
            try:
                if isinstance(draw.spot, str) and draw.spot not in boxes:
                    _resolve_box(draw, face.boxes[draw.spot], f"the box {draw.spot}", trim, {}, NOBODY)
                step = _compile_step(draw, boxes, context)
                steps.append(step)
                pieces |= _find_base_piece(step, context)
                hidden = len(step.places) - len({box for _, box in step.places})
                if hidden:
                    message = f"{hidden} of its {len(step.places)} places lie exactly on another"
                    hint = "step = [right, down] says how far it is from one to the next, mm"
                    findings.append(context.finding("warning", "grid-stacked", "grid", message, hint))
            except PaintError as error:
                findings.append(context.error(error))
        named = self._list_named_places(face, boxes, steps)
        roots = frozenset[str]().union(*(step.roots for step in steps))
        return CompiledFace(tuple(steps), tuple(findings), face.file, named, roots)

    def _list_named_places(
        self, face: FaceSpec, boxes: Mapping[str, Box], steps: Sequence[DrawStep]
    ) -> dict[int, tuple[PiecePlace, ...]]:
        """Returns the boxes and grid places on which a component is placed, by the first step that draws each."""
        found: dict[str, tuple[int, PiecePlace]] = {}
        for number, step in enumerate(steps):
            for name, box in step.places:
                if name in self._wanted:
                    turn = 0.0 if step.sides[5].roots else require_number(step.sides[5].get(NOBODY), "turn")
                    spot = PiecePlace(name, box, step.context.place, step.draw.form, at=0)
                    found.setdefault(name, (number, spot.through(turn_matrix(box, turn))))
        for name in self._wanted & face.boxes.keys() & boxes.keys():
            number = next((number for number, step in enumerate(steps) if step.draw.spot == name), -1)
            place = steps[number].context.place if number >= 0 else Place(face.file)
            form: Form = steps[number].draw.form if number >= 0 else "square"
            found[name] = number, PiecePlace(name, boxes[name], place, form, at=min(number, 0))
        numbers = {number for number, _ in found.values()}
        return {number: tuple(spot for at, spot in found.values() if at == number) for number in numbers}


def _compile_step(draw: Draw, boxes: Mapping[str, Box], context: PaintContext) -> DrawStep:
    assert isinstance(draw, Word)  # kits are read with this vocabulary
    spots = find_places(draw.at, context.pieces) if draw.at else ()
    field = _sides(draw, boxes, spots, context) if draw.grid and draw.grid.hex else ()
    repeat, bound, repeat_needs = compile_repetition(draw, context.scope, field)
    inner = replace(context, scope=context.scope.within(bound))
    when = inner.scope.node("when", draw.when) if draw.when else ALWAYS
    inset, turn = inner.scope.value("inset", draw.inset), inner.scope.value("turn", draw.turn)
    sides = (*_sides(draw, boxes, spots, inner), inset, turn)
    if not any(side.roots for side in sides):
        place_box([side.get(NOBODY) for side in sides], HERE)  # raises PaintError for one without area
    if repeat is not None and len(spots) > 1:
        repeat = _compile_on_places(repeat, draw.at, spots)
    needs = draw.needs(inner)
    roots = when.roots.union(*(need.roots for need in (*repeat_needs, *sides, *needs.values())))
    places: tuple[tuple[str, Box], ...] = ()
    if repeat is not None and draw.grid is not None and not any(need.roots for need in (*sides[:5], *repeat_needs)):
        row = RowScope(None, {})
        values = (*(side.get(row) for side in sides[:5]), 0.0)
        places = tuple((str(row.names["place"]), place_box(values, way)[0]) for way in repeat(row) if way is not None)
    return DrawStep(draw, inner, sides, needs, repeat, when, roots - bound.keys(), places)


def _find_base_piece(step: DrawStep, context: PaintContext) -> Mapping[str, PlacedPicture]:
    """Returns the piece that a word places as a base for others, if its place is constant."""
    if step.repeat or any(need.roots for need in (*step.sides, *step.needs.values())):
        return {}
    box, _ = place_box(step.evaluate_sides(NOBODY), HERE)
    return step.draw.lays(box, step.evaluate_needs(NOBODY), context)


def _sides(draw: Draw, boxes: Mapping[str, Box], spots: tuple[Box, ...], context: PaintContext) -> tuple[Expr, ...]:
    """Returns left, top, width and height of a word's box. `spots` are the places it is drawn at."""
    spec, scope, trim = draw.spot or "trim", context.scope, context.trim
    if spots and spec != "trim" and isinstance(spec, str):
        raise PaintError(draw.box_key, "box", "a named box is nowhere on a place", "[x, y, width, height] from there")
    if isinstance(spec, str):
        box = spots[0] if spots else boxes[spec]
        return tuple(scope.value("box", side) for side in (box.x, box.y, box.width, box.height))
    if spots and (spec.right or spec.bottom or any(getattr(side, "is_middle", False) for side in (spec.x, spec.y))):
        message = "right, bottom and middle mean nothing on a place"
        raise PaintError(draw.box_key, "box", message, "[x, y, width, height] from there")
    bound = {side: scope.value("box", side) for side in msgspec.structs.astuple(spec) if isinstance(side, Template)}
    roots = frozenset[str]().union(*(expr.roots for expr in bound.values()))
    start = (spots[0].x, spots[0].y, 0.0, 0.0) if spots else (0.0, 0.0, 0.0, 0.0)

    def side(number: int) -> Getter:
        return lambda row: start[number] + _resolve_box(draw, spec, draw.box_key, trim, bound, row)[number]

    sides = tuple(Expr(side(number), NUMBER, roots) for number in range(4))
    return sides if bound else tuple(scope.value("box", require_number(one.get(NOBODY), "box")) for one in sides)


def _resolve_box(
    draw: Draw, box: RelativeBox, name: str, trim: Box, bound: Mapping[Template, Expr], row: RowScope
) -> tuple[float, float, float, float]:
    """Returns left, top, width and height in mm; `bound` are sides with bindings. Raises `PaintError`."""

    def fill(template: Template) -> RelativeLength:
        value = bound[template].get(row)
        return parse_relative(value) if isinstance(value, str) else RelativeLength(mm=require_number(value, "box"))

    try:
        return box.resolve((trim.width, trim.height), fill)
    except BadValueError as wrong:
        raise PaintError(draw.box_key, "box", f"{name} {wrong.message}", wrong.hint) from None


def _compile_on_places(repeat: Repeater, at: str, places: tuple[Box, ...]) -> Repeater:
    """Compiles a repetition that puts its first item on the first place, its second on the second, and so on."""
    middles = [(box.x + box.width / 2, box.y + box.height / 2) for box in places]

    def placed(row: RowScope) -> Iterator[Way | None]:
        free = iter(middles)
        for way in repeat(row):
            if way is None:
                yield None
                continue
            middle = next(free, None)
            if middle is None:
                message = f"there are more things than the {len(places)} places {at}"
                raise PaintError("at", "unknown-place", message, "repeat less, or draw more places")
            yield middle[0] - middles[0][0], middle[1] - middles[0][1]

    return placed


_COUNT = ColumnType("count")
_PLACES = {"place": TEXT, "column": TEXT, "row": _COUNT}


def compile_repetition(
    draw: Draw, scope: Scope, sides: tuple[Expr, ...]
) -> tuple[Repeater | None, dict[str, ColumnType], tuple[Expr, ...]]:
    """Returns how a word is repeated, the names it binds, and the values it needs. `sides` are those of a hexagon
    field."""
    each, grid = draw.each, draw.grid
    if each is not None and grid is not None:
        raise PaintError("grid", "twice", "each and grid are both here", "keep one of them")
    if draw.where is not None and each is None and not draw.lists:
        raise PaintError("where", "missing", "where is here without each", "use when")
    if draw.columns is not None and each is None:
        raise PaintError("columns", "missing", "columns is here without each", "use grid")
    steps = tuple(scope.value("step", length) for length in draw.step)
    if grid is not None:
        return _repeat_on_grid(draw, grid, steps, sides)
    if each is None:
        return None, {}, ()
    items, chosen, roots = _compile_items("each", each, draw.where, scope)

    def repeat(row: RowScope) -> Iterator[Way | None]:
        dx, dy = (require_number(step.get(row), "step") for step in steps)
        for number in chosen(row):
            down, across = divmod(number - 1, draw.columns) if draw.columns else (number - 1, number - 1)
            yield (across * dx, down * dy) if number else None

    return repeat, _item_kinds(items), (items, *steps, Expr(items.get, TEXT, roots))


def _repeat_on_grid(
    draw: Draw, grid: FaceGrid, steps: tuple[Expr, ...], sides: tuple[Expr, ...]
) -> tuple[Repeater, dict[str, ColumnType], tuple[Expr, ...]]:
    if wrong := wrong_with(grid):
        raise PaintError("grid", *wrong)
    if grid.hex is not None and draw.at:
        raise PaintError("at", "box", "a grid of hexagons lies in a box of its own", "leave at or hex out")
    if grid.hex is not None and any(draw.step):
        raise PaintError("step", "unknown-key", "step means nothing between hexagons", "size and gap say how far")
    cells = cells_of(grid)

    def repeat(row: RowScope) -> Iterator[Way | None]:
        ways: Iterable[Way]
        if grid.hex is None:
            dx, dy = (require_number(step.get(row), "step") for step in steps)
            ways = ((cell.x * dx, cell.y * dy) for cell in cells)
        else:
            try:
                field = lay_out_hexagons(grid, *(require_number(side.get(row), "box") for side in sides))
            except BadValueError as wrong:
                raise PaintError("grid", "overflow", f"the grid {wrong.message}", wrong.hint) from None
            ways = (Box(*sides) for sides in field)
        for cell, way in zip(cells, ways, strict=True):
            row.names |= {"place": cell.name, "column": cell.column, "row": cell.row, "q": cell.q, "r": cell.r}
            yield way

    if grid.hex is None:
        return repeat, _PLACES, steps
    return repeat, {**_PLACES, "q": NUMBER, "r": NUMBER}, sides


def _compile_items(
    key: str, each: Each, where: Node | None, scope: Scope, *, running: bool = False
) -> tuple[Expr, Callable[[RowScope], Iterator[int]], frozenset[str]]:
    """Returns a list, a loop that binds item and index and yields the count (0 where `where` fails), and the names in
    `where`."""
    items = compile_list(key, each, scope, running=running)
    kinds = _item_kinds(items)
    test = scope.within(kinds, "item").node("where", where) if where else ALWAYS

    def chosen(row: RowScope) -> Iterator[int]:
        found = items.get(row)
        count = 0
        for index, item in enumerate(found if isinstance(found, tuple) else (), 1):
            row.names["item"], row.names["index"] = item, index
            if not holds(test.get(row)):
                yield 0
                continue
            count += 1
            if count > bounds.REPEATS.most:
                raise PaintError(key, "size", f"goes more than {bounds.REPEATS.most} times", "repeat less")
            row.names["index"] = count
            yield count

    return items, chosen, test.roots - kinds.keys()


def _item_kinds(items: Expr) -> dict[str, ColumnType]:
    return {"item": items.kind.one, "index": _COUNT}


def compile_texts(key: str, each: Each, where: Node | None, templates: Sequence[Template], scope: Scope) -> Expr:
    """Compiles texts for each item of a list for which `where` holds, to a tuple of tuples."""
    items, chosen, roots = _compile_items(key, each, where, scope, running=True)
    kinds = _item_kinds(items)
    exprs = [scope.within(kinds).text(key, template, running=True) for template in templates]

    def texts(row: RowScope) -> Value:
        own = RowScope(row.record, dict(row.names))
        return tuple(tuple(str(expr.get(own)) for expr in exprs) for number in chosen(own) if number)

    return Expr(texts, TEXT, items.roots.union(roots, *(expr.roots - kinds.keys() for expr in exprs)))


def compile_list(key: str, each: Each, scope: Scope, *, running: bool = False) -> Expr:
    """Compiles a list to a tuple. In `running` text an unknown name may be an icon."""
    if isinstance(each, tuple):
        exprs = []
        for item in each:
            try:
                exprs.append(scope.value(key, item))
            except PaintError:
                if not running or not isinstance(item, Template):
                    raise
                exprs.append(scope.text(key, item, running=True))
        numbers = all(expr.kind == NUMBER for expr in exprs)
        roots = frozenset[str]().union(*(expr.roots for expr in exprs))
        kind = ColumnType("number" if numbers else "text", many=True)
        return Expr(lambda row: tuple(expr.get(row) for expr in exprs), kind, roots)
    if isinstance(each, Range):
        return _compile_range(key, each, scope)
    found = scope.each(key, each.path)
    if not found.kind.many:
        raise PaintError(key, "type", f"{each.name} is {found.kind}, not a list", "a list column, a table, “1..6”")
    return found


def _compile_range(key: str, each: Range, scope: Scope) -> Expr:
    start, end = scope.node(key, each.start), scope.node(key, each.end)

    def numbers(row: RowScope) -> Value:
        first, last = start.get(row), end.get(row)
        if first is None or last is None:
            return ()
        if not isinstance(first, int | float) or not isinstance(last, int | float):
            raise PaintError(key, "type", "an end of the range is no number", "bind it to a number column")
        if last - first >= bounds.REPEATS.most:
            message = f"goes {format_number(last - first + 1)} times"
            raise PaintError(key, "size", message, f"at most {bounds.REPEATS.most} times")
        return tuple(range(int(first), int(last) + 1))

    return Expr(numbers, ColumnType("count", many=True), start.roots | end.roots)
