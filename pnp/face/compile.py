"""Compiling a face: names are resolved once, conditions and repetitions become functions."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial

import msgspec
from msgspec.structs import replace

from pnp.face.materials import Materials
from pnp.face.paint import (
    HERE,
    CompiledFace,
    DrawStep,
    NestedFace,
    Painted,
    PiecePlace,
    PlacedPicture,
    Repeater,
    Test,
    Values,
    Way,
    place_box,
    places_at,
    turn_matrix,
)
from pnp.face.scope import BuildScope, Expr, Getter, PaintError, RowScope, Scope, needed_number, plain
from pnp.findings import Finding, Place, Severity
from pnp.kit import bounds
from pnp.kit.components import named_on
from pnp.kit.evaluation import holds
from pnp.kit.expressions import Condition, Each, Range, Template
from pnp.kit.face_files import Draw, FaceSpec, HexFieldError, RelativeBox, cells_of, hex_field, wrong_with
from pnp.kit.model import Kit, Value
from pnp.kit.theme import Style
from pnp.kit.toml_source import BadValueError
from pnp.kit.values import NUMBER, TEXT, ColumnType, Form, RelativeLength, in_digits, parse_relative
from pnp.scene import Box

SAFE = 2.6
"""Millimetres inside the trim that a cut an eighth of a millimetre amiss, on both sides, leaves alone."""
NOBODY = RowScope(None, {})
"""For values that depend on no row."""


class Word(Draw, frozen=True, kw_only=True):
    """A drawing word: the keys of its table, the values it needs, and what it paints."""

    def needs(self, context: PaintContext) -> Mapping[str, Expr]:
        """The values it needs, by key. Raises `PaintError` for faults that no row changes."""
        return {}

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        """What it draws in a box for these values. Raises `PaintError`."""
        raise NotImplementedError

    def nested(self, box: Box, values: Values, context: PaintContext) -> NestedFace | None:
        """The other face that it draws, if it does."""
        return None

    def lays(self, box: Box, values: Values, context: PaintContext) -> Mapping[str, PlacedPicture]:
        """The piece, by its component, that it lays in a box so that others may be laid on it; nothing, for most."""
        return {}


class PaintContext(msgspec.Struct, frozen=True, eq=False):
    """Where a word is painted: its materials, the faces it may call, the names it may use, its face's styles, trim and
    bleed, its place in the kit, the pieces that lie there already by their components."""

    materials: Materials
    faces: FaceCompiler
    scope: Scope
    styles: Mapping[str, Style]
    trim: Box
    bleed: float
    place: Place
    pieces: Mapping[str, PlacedPicture]

    def values(self, draw: Draw, *keys: str) -> dict[str, Expr]:
        """The expressions of those of these keys that are given."""
        given = ((key, getattr(draw, key)) for key in keys)
        return {key: self.scope.value(key, value) for key, value in given if value is not None}

    def name(self, value: Value) -> str:
        """A value as a name, in NFC as names of files are; empty if its key or its cell is."""
        return unicodedata.normalize("NFC", plain(value, self.materials.language).strip("{}"))

    def finding(self, severity: Severity, code: str, key: str, message: str, hint: str) -> Finding:
        """A finding about a key of this word."""
        return Finding(severity, code, Place(self.place.file, self.place.row, key), message, hint)


class FaceCompiler:
    """Compiles each face once for each table, size and set of names it is used with."""

    def __init__(
        self,
        kit: Kit,
        materials: Materials,
        build: BuildScope,
        *,
        is_picture: bool = False,
        shows_seals: bool = False,
    ) -> None:
        """`is_picture`: the faces are seen as pictures of pieces; the fact `small` is filled, and places count that
        something is drawn `at`. `shows_seals`: camera seals are printed."""
        self.is_picture = is_picture
        self.shows_seals = shows_seals
        self._kit = kit
        self._materials = materials
        self._build = replace(build, facts={**build.facts, "small": "small" if is_picture else ""})
        self._compiled: dict[object, CompiledFace] = {}
        wanted = [on for piece in kit.components for on in getattr(piece, "on", ())]
        if is_picture:
            wanted += [draw.at for face in kit.faces.values() for draw in face.draws if draw.at]
        self._wanted = frozenset(named_on(on)[1] for on in wanted)

    @cached_property
    def pictures(self) -> FaceCompiler:
        """The same faces as pictures of pieces."""
        if self.is_picture:
            return self
        return FaceCompiler(self._kit, self._materials, self._build, is_picture=True, shows_seals=self.shows_seals)

    @cached_property
    def sizes(self) -> Mapping[str, tuple[float, float]]:
        """The size of each face that has one: its own, else that of the first component that shows it."""
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
        """A face for rows of a table (or for none: ""). Raises KeyError if there is no such face."""
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
        boxes |= {name: Box(*box) for name, box in face.boxes_on(size).items()}
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
                pieces |= _laid_piece(step, context)
                hidden = len(step.places) - len({box for _, box in step.places})
                if hidden:
                    message = f"{hidden} of its {len(step.places)} places lie exactly on another"
                    hint = "step = [right, down] says how far it is from one to the next, mm"
                    findings.append(context.finding("warning", "grid-stacked", "grid", message, hint))
            except PaintError as error:
                where = Place(face.file, draw.row, error.key)
                findings.append(Finding("error", error.code, where, error.message, error.hint))
        return CompiledFace(tuple(steps), tuple(findings), face.file, self._named_places(face, boxes, steps))

    def _named_places(
        self, face: FaceSpec, boxes: Mapping[str, Box], steps: Sequence[DrawStep]
    ) -> dict[int, tuple[PiecePlace, ...]]:
        """The boxes and the places of grids that a component is laid on, by the step that draws each first."""
        found: dict[str, tuple[int, PiecePlace]] = {}
        for number, step in enumerate(steps):
            for name, box in step.places:
                if name in self._wanted:
                    turn = 0.0 if step.sides[5].roots else needed_number(step.sides[5].get(NOBODY), "turn")
                    spot = PiecePlace(name, box, step.place, step.draw.form, at=0)
                    found.setdefault(name, (number, spot.through(turn_matrix(box, turn))))
        for name in self._wanted & face.boxes.keys() & boxes.keys():
            number = next((number for number, step in enumerate(steps) if step.draw.spot == name), -1)
            place = steps[number].place if number >= 0 else Place(face.file)
            form: Form = steps[number].draw.form if number >= 0 else "square"
            found[name] = number, PiecePlace(name, boxes[name], place, form, at=min(number, 0))
        numbers = {number for number, _ in found.values()}
        return {number: tuple(spot for at, spot in found.values() if at == number) for number in numbers}


def _compile_step(draw: Draw, boxes: Mapping[str, Box], context: PaintContext) -> DrawStep:
    assert isinstance(draw, Word)  # kits are read with this vocabulary
    spots = places_at(draw.at, context.pieces) if draw.at else ()
    field = _sides(draw, boxes, spots, context) if draw.grid and draw.grid.hex else ()
    repeat, bound, repeat_needs = compile_repetition(draw, context.scope, field)
    inner = replace(context, scope=context.scope.within(bound))
    when, roots = compile_test("when", draw.when, inner.scope)
    inset, turn = inner.scope.value("inset", draw.inset), inner.scope.value("turn", draw.turn)
    sides = (*_sides(draw, boxes, spots, inner), inset, turn)
    if not any(side.roots for side in sides):
        place_box([side.get(NOBODY) for side in sides], HERE)  # raises PaintError for one without area
    if repeat is not None and len(spots) > 1:
        repeat = _on_places(repeat, draw.at, spots)
    needs = draw.needs(inner)
    roots = roots.union(*(need.roots for need in (*repeat_needs, *sides, *needs.values())))
    places = tuple(grid_places(repeat, sides, repeat_needs)) if repeat is not None and draw.grid is not None else ()
    return DrawStep(
        draw,
        context.place,
        sides,
        needs,
        partial(draw.paint, context=inner),
        partial(draw.nested, context=inner),
        repeat,
        when,
        roots - bound.keys(),
        places,
    )


def _laid_piece(step: DrawStep, context: PaintContext) -> Mapping[str, PlacedPicture]:
    """The piece that a word lays on the face for others to be laid on, if it always lies in the same place."""
    assert isinstance(step.draw, Word)
    if step.repeat or any(need.roots for need in (*step.sides, *step.needs.values())):
        return {}
    box, _ = place_box([side.get(NOBODY) for side in step.sides], HERE)
    return step.draw.lays(box, {key: need.get(NOBODY) for key, need in step.needs.items()}, context)


def _sides(draw: Draw, boxes: Mapping[str, Box], spots: tuple[Box, ...], context: PaintContext) -> tuple[Expr, ...]:
    """Left, top, width and height of the box of a word. `spots` are the places it is drawn at."""
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
    return sides if bound else tuple(scope.value("box", needed_number(one.get(NOBODY), "box")) for one in sides)


def _resolve_box(
    draw: Draw, box: RelativeBox, name: str, trim: Box, bound: Mapping[Template, Expr], row: RowScope
) -> tuple[float, float, float, float]:
    """Left, top, width and height in mm; `bound` are its sides that bind something. Raises `PaintError`."""

    def fill(template: Template) -> RelativeLength:
        value = bound[template].get(row)
        return parse_relative(value) if isinstance(value, str) else RelativeLength(mm=needed_number(value, "box"))

    try:
        return box.resolve((trim.width, trim.height), fill)
    except BadValueError as wrong:
        raise PaintError(draw.box_key, "box", f"{name} {wrong.message}", wrong.hint) from None


def _on_places(repeat: Repeater, at: str, places: tuple[Box, ...]) -> Repeater:
    """A repetition whose first thing lies on the first of some places, the second on the second, and so on."""
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


def compile_test(key: str, condition: Condition | None, scope: Scope) -> tuple[Test | None, frozenset[str]]:
    """A condition as a function, and the names it depends on; None without one."""
    if condition is None:
        return None, frozenset()
    expr = scope.node(key, condition.node)
    return (lambda row: holds(expr.get(row))), expr.roots


def compile_repetition(
    draw: Draw, scope: Scope, sides: tuple[Expr, ...]
) -> tuple[Repeater | None, dict[str, ColumnType], tuple[Expr, ...]]:
    """How a word is repeated, the names that this binds, and the values it needs. `sides` are those of the box in
    which hexagons lie."""
    each, grid = draw.each, draw.grid
    if each is not None and grid is not None:
        raise PaintError("grid", "twice", "each and grid are both here", "keep one of them")
    if draw.where is not None and each is None and not draw.lists:
        raise PaintError("where", "missing", "where is here without each", "use when")
    if draw.columns is not None and each is None:
        raise PaintError("columns", "missing", "columns is here without each", "use grid")
    if each is None and grid is None:
        return None, {}, ()
    steps = tuple(scope.value("step", length) for length in draw.step)
    if grid is not None:
        if wrong := wrong_with(grid):
            raise PaintError("grid", *wrong)
        if grid.hex is None:
            cells = cells_of(grid)

            def repeat(row: RowScope) -> Iterator[Way | None]:
                dx, dy = (needed_number(step.get(row), "step") for step in steps)
                for cell in cells:
                    row.names |= {"place": cell.name, "column": cell.column, "row": cell.row}
                    yield cell.x * dx, cell.y * dy

            return repeat, dict(_PLACES), steps
        if draw.at:
            raise PaintError("at", "box", "a grid of hexagons lies in a box of its own", "leave at or hex out")
        if any(draw.step):
            raise PaintError("step", "unknown-key", "step means nothing between hexagons", "size and gap say how far")
        return _hex_repeater(draw, sides), {**_PLACES, "q": NUMBER, "r": NUMBER}, sides
    assert each is not None
    items = compile_list("each", each, scope)
    bound = {"item": items.kind.one, "index": _COUNT}
    where, roots = compile_test("where", draw.where, scope.within(bound, "item"))
    needs = (items, *steps, Expr(items.get, TEXT, roots - bound.keys()))
    return _each_repeater(items, steps, where, draw.columns), bound, needs


def compile_texts(key: str, each: Each, where: Condition | None, templates: Sequence[Template], scope: Scope) -> Expr:
    """The running texts of some templates for each item of a list of which `where` holds: a tuple of tuples."""
    items = compile_list(key, each, scope, running=True)
    bound = {"item": items.kind.one, "index": _COUNT}
    exprs = [scope.within(bound).text(key, template, running=True) for template in templates]
    test, roots = compile_test("where", where, scope.within(bound, "item"))

    def texts(row: RowScope) -> Value:
        found = items.get(row)
        own = RowScope(row.record, dict(row.names))
        rows: list[tuple[str, ...]] = []
        for index, item in enumerate(found if isinstance(found, tuple) else (), 1):
            own.names["item"], own.names["index"] = item, index
            if test is not None and not test(own):
                continue
            own.names["index"] = len(rows) + 1
            rows.append(tuple(str(expr.get(own)) for expr in exprs))
        if len(rows) > bounds.REPEATS.most:
            raise PaintError(key, "size", f"has {len(rows)} items", f"at most {bounds.REPEATS.most}")
        return tuple(rows)

    roots = roots.union(*(expr.roots for expr in exprs)) - bound.keys()
    return Expr(texts, TEXT, items.roots | roots)


def compile_list(key: str, each: Each, scope: Scope, *, running: bool = False) -> Expr:
    """What a list means here, as a tuple. In a `running` text a name that means nothing may be a sign."""
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


def grid_places(grid: Repeater, sides: tuple[Expr, ...], steps: tuple[Expr, ...]) -> Iterator[tuple[str, Box]]:
    """The places of a grid, name and box before it is turned; none if they differ from card to card. `sides` are the
    six values of `place_box`."""
    if any(need.roots for need in (*sides[:5], *steps)):
        return
    row = RowScope(None, {})
    values = (*(need.get(row) for need in sides[:5]), 0.0)
    for way in grid(row):
        if way is not None:
            yield str(row.names["place"]), place_box(values, way)[0]


def _compile_range(key: str, each: Range, scope: Scope) -> Expr:
    start, end = scope.node(key, each.start), scope.node(key, each.end)

    def numbers(row: RowScope) -> Value:
        first, last = start.get(row), end.get(row)
        if first is None or last is None:
            return ()
        if not isinstance(first, int | float) or not isinstance(last, int | float):
            raise PaintError(key, "type", "an end of the range is no number", "bind it to a number column")
        if last - first >= bounds.REPEATS.most:
            message = f"goes {in_digits(last - first + 1)} times"
            raise PaintError(key, "size", message, f"at most {bounds.REPEATS.most} times")
        return tuple(range(int(first), int(last) + 1))

    return Expr(numbers, ColumnType("count", many=True), start.roots | end.roots)


def _each_repeater(items: Expr, steps: tuple[Expr, ...], where: Test | None, columns: int | None) -> Repeater:
    def repeat(row: RowScope) -> Iterator[Way | None]:
        found = items.get(row)
        dx, dy = (needed_number(step.get(row), "step") for step in steps)
        count = 0
        for index, item in enumerate(found if isinstance(found, tuple) else (), 1):
            row.names["item"], row.names["index"] = item, index
            if where is not None and not where(row):
                yield None
                continue
            count += 1
            if count > bounds.REPEATS.most:
                raise PaintError("each", "size", f"goes more than {bounds.REPEATS.most} times", "repeat less")
            row.names["index"] = count
            down, across = divmod(count - 1, columns) if columns else (count - 1, count - 1)
            yield across * dx, down * dy

    return repeat


def _hex_repeater(draw: Draw, sides: tuple[Expr, ...]) -> Repeater:
    """The hexagons of a grid, each with a box of its own within that of the word."""
    grid = draw.grid
    assert grid is not None
    cells = cells_of(grid)

    def repeat(row: RowScope) -> Iterator[Way | None]:
        x, y, width, height = (needed_number(side.get(row), "box") for side in sides)
        try:
            field = hex_field(grid, x, y, width, height)
        except HexFieldError as error:
            raise PaintError("grid", "overflow", f"the grid {error}", "fewer, smaller, or a larger box") from None
        for cell, (left, top) in zip(cells, field.corners, strict=True):
            row.names |= {"place": cell.name, "column": cell.column, "row": cell.row, "q": cell.q, "r": cell.r}
            yield Box(left, top, field.width, field.height)

    return repeat
