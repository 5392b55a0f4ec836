"""Compiling a face: names are resolved, words get their painters, conditions and repetitions become functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import msgspec

from pnp.face.context import PaintContext
from pnp.face.errors import PaintError, UnknownNameError
from pnp.face.lying import Lying, on_each, places_at
from pnp.face.materials import Materials
from pnp.face.paint import Spot
from pnp.face.program import DrawStep, Geometry, Program, Repeater, Test
from pnp.face.scope import Env, Expr, Getter, Scope, World, needed_number
from pnp.face.shapes import turning
from pnp.face.words.word import Word
from pnp.findings import Finding, Place
from pnp.kit import bounds
from pnp.kit.bindings import Condition, Range
from pnp.kit.columns import NUMBER, TEXT, ColumnType
from pnp.kit.draw import Draw
from pnp.kit.evaluation import holds
from pnp.kit.expressions import Binding
from pnp.kit.model import Face, Kit, Value
from pnp.kit.places import letters, named_on
from pnp.scene import Box

SAFE = 2.6
"""Millimetres inside the trim that a cut an eighth of a millimetre amiss, on both sides, leaves alone."""
COUNT = ColumnType("count")
_PLACES = {"place": TEXT, "column": TEXT, "row": COUNT}


class Compiler:
    """Compiles each face once for each table, size and set of names it is used with."""

    def __init__(self, kit: Kit, materials: Materials, world: World, *, is_picture: bool = False) -> None:
        """`is_picture`: the faces are seen as pictures of pieces; the fact `small` is filled, and places count that
        something is drawn `at`."""
        self.is_picture = is_picture
        self._kit = kit
        self._materials = materials
        self._world = msgspec.structs.replace(world, facts={**world.facts, "small": "small" if is_picture else ""})
        self._programs: dict[object, Program] = {}
        self._sizes = _sizes(kit)
        wanted = [on for piece in kit.components for on in getattr(piece, "on", ())]
        if is_picture:
            wanted += [draw.at for face in kit.faces.values() for draw in face.draws if draw.at]
        self._wanted = frozenset(named_on(on)[1] for on in wanted)

    @cached_property
    def pictures(self) -> Compiler:
        """The same faces as pictures of pieces."""
        return self if self.is_picture else Compiler(self._kit, self._materials, self._world, is_picture=True)

    def program(
        self, name: str, table: str, names: Mapping[str, ColumnType], size: tuple[float, float], bleed: float
    ) -> Program:
        """A face for rows of a table (or for none: ""). Raises KeyError if there is no such face."""
        key = (name, table, size, bleed, tuple(names.items()))
        found = self._programs.get(key)
        if found is None:
            face = self._kit.faces[name]
            scope = Scope(self._world, {**face.inputs, **names}, self._world.tables.get(table))
            found = self._programs[key] = self._compile(face, scope, size, bleed)
        return found

    def size(self, name: str) -> tuple[float, float] | None:
        """Its own size, else that of the first component that shows it."""
        return self._sizes.get(name)

    def _compile(self, face: Face, scope: Scope, size: tuple[float, float], bleed: float) -> Program:
        trim = Box(0.0, 0.0, *size)
        boxes = {name: Box(*box) for name, box in face.boxes.items()}
        boxes |= {"trim": trim, "bleed": trim.inset(-bleed), "safe": trim.inset(SAFE)}
        steps: list[DrawStep] = []
        findings: list[Finding] = []
        drawn: list[Draw] = []
        pieces: dict[str, Lying] = {}
        for draw in face.draws:
            if draw.ink not in (None, self._materials.ink):
                continue
            place = Place(face.file, draw.row)
            try:
                context = PaintContext(self._materials, self, scope, face.styles, trim, bleed, place, pieces)
                steps.append(_step(draw, boxes, context))
                drawn.append(draw)
                pieces |= _laid(draw, steps[-1].geometry, context)
            except PaintError as error:
                where = Place(face.file, draw.row, error.key)
                findings.append(Finding("error", error.code, where, error.message, error.hint))
        return Program(tuple(steps), tuple(findings), face.file, self._named(face, drawn, steps))

    def _named(self, face: Face, draws: Sequence[Draw], steps: Sequence[DrawStep]) -> dict[int, tuple[Spot, ...]]:
        """The boxes and the places of grids that a component is laid on, by the step that draws each first."""
        found: dict[str, tuple[int, Spot]] = {}
        for number, step in enumerate(steps):
            for name, box in step.places:
                if name in self._wanted:
                    spot = Spot(name, box, step.place, draws[number].is_round, at=0)
                    found.setdefault(name, (number, spot.through(turning(box, step.geometry.turn))))
        for name in self._wanted & face.boxes.keys():
            box = Box(*face.boxes[name])
            number = next((number for number, draw in enumerate(draws) if draw.spot == name), -1)
            place = steps[number].place if number >= 0 else Place(face.file)
            is_round = number >= 0 and draws[number].is_round
            found[name] = number, Spot(name, box, place, is_round, at=min(number, 0))
        numbers = {number for number, _ in found.values()}
        return {number: tuple(spot for at, spot in found.values() if at == number) for number in numbers}


def _step(draw: Draw, boxes: Mapping[str, Box], context: PaintContext) -> DrawStep:
    assert isinstance(draw, Word)  # kits are read with this vocabulary
    repeat, bound, needs = _repeat(draw, context)
    inner = context.within(bound)
    when = _test("when", draw.when, inner) if draw.when else None
    spots = places_at(draw.at, context.pieces) if draw.at else ()
    geometry = _geometry(draw, boxes, spots, inner)
    if repeat is not None and len(spots) > 1:
        repeat = on_each(repeat, draw.at, spots)
    painter = draw.painter(inner)
    every = [*needs, *geometry.needs, *painter.needs]
    roots = frozenset[str]().union(*(need.roots for need in every), when[1] if when else ())
    places = tuple(_places(repeat, geometry, needs)) if repeat is not None and draw.grid is not None else ()
    return DrawStep(
        geometry,
        painter,
        context.place,
        repeat,
        when and when[0],
        draw.keep,
        roots - bound.keys(),
        places,
        draw.place,
        draw.is_round,
        draw.sort,
        draw.near,
    )


def _laid(draw: Draw, geometry: Geometry, context: PaintContext) -> Mapping[str, Lying]:
    """The piece that a word lays on the face for others to be laid on, if it always lies in the same place."""
    assert isinstance(draw, Word)
    return {} if geometry.needs or draw.each or draw.grid else draw.lays(geometry.box, context)


def _sizes(kit: Kit) -> dict[str, tuple[float, float]]:
    """The size of each face that has one: its own, else that of the first component that shows it."""
    sizes = {name: face.size for name, face in kit.faces.items() if face.size}
    for component in kit.components:
        size = getattr(component, "size", None)
        if isinstance(size, float):
            size = (size, size)
        for side in (getattr(component, "face", ""), getattr(component, "back", "")):
            if side and isinstance(size, tuple):
                sizes.setdefault(side, (size[0], size[1]))
    return sizes


def _geometry(draw: Draw, boxes: Mapping[str, Box], spots: tuple[Box, ...], context: PaintContext) -> Geometry:
    """The box and turn of a word; constant, if nothing in them is bound. `spots` are the places it is drawn at."""
    spec = draw.spot or "trim"
    if spots and spec != "trim" and isinstance(spec, str):
        raise PaintError(draw.box_key, "box", "a named box is nowhere on a place", "[x, y, width, height] from there")
    if isinstance(spec, str):
        box = spots[0] if spots else boxes[spec]
        sides = tuple(context.number("box", side) for side in (box.x, box.y, box.width, box.height))
    else:
        sides = tuple(context.number("box", side) for side in spec)
        if spots:
            sides = (_further(sides[0], spots[0].x), _further(sides[1], spots[0].y), *sides[2:])
    needs = (*sides, context.number("inset", draw.inset), context.number("turn", draw.turn))
    if any(need.roots for need in needs):
        return Geometry(context.trim, needs=needs)
    nobody = Env(None, {})
    values = tuple(need.get(nobody) for need in needs)
    box, turn = Geometry(context.trim, needs=needs).place(values, 0.0, 0.0)
    return Geometry(box, turn)


def _further(side: Expr, way: float) -> Expr:
    """A length that is counted from a place."""
    return Expr(lambda env: needed_number(side.get(env), "box") + way, NUMBER, side.roots)


def _test(key: str, condition: Condition, context: PaintContext) -> tuple[Test, frozenset[str]]:
    """A condition as a function, and the names it depends on."""
    expr = context.node(key, condition.node)
    return (lambda env: holds(expr.get(env))), expr.roots


def _repeat(draw: Draw, context: PaintContext) -> tuple[Repeater | None, dict[str, ColumnType], tuple[Expr, ...]]:
    """How a word is repeated, the names that this binds, and the values it needs."""
    if draw.each is not None and draw.grid is not None:
        raise PaintError("grid", "twice", "each and grid are both here", "keep one of them")
    if draw.where is not None and draw.each is None:
        raise PaintError("where", "missing", "where is here without each", "use when")
    if draw.columns is not None and draw.each is None:
        raise PaintError("columns", "missing", "columns is here without each", "use grid")
    if draw.each is None and draw.grid is None:
        return None, {}, ()
    steps = tuple(context.number("step", length) for length in draw.step)
    if draw.grid is not None:
        return _grid(draw, steps), dict(_PLACES), steps
    items = _items(draw, context)
    bound = {"item": items.kind.one, "index": COUNT}
    inner = context.within(bound, "item")
    where, roots = _test("where", draw.where, inner) if draw.where else (None, frozenset[str]())
    needs = (items, *steps, Expr(items.get, TEXT, roots - bound.keys()))
    return _each(items.get, steps, where, draw.columns), bound, needs


def _items(draw: Draw, context: PaintContext) -> Expr:
    """What `each` goes through, as a value that is a tuple."""
    each = draw.each
    if isinstance(each, tuple):
        exprs = [context.number("each", item) for item in each]
        numbers = all(expr.kind == NUMBER for expr in exprs)
        roots = frozenset[str]().union(*(expr.roots for expr in exprs))
        kind = ColumnType("number" if numbers else "text", many=True)
        return Expr(lambda env: tuple(expr.get(env) for expr in exprs), kind, roots)
    try:
        if isinstance(each, Range):
            return _range(each, context)
        assert isinstance(each, Binding)
        found = context.scope.each(each.path)
    except UnknownNameError as error:
        raise PaintError("each", "unknown-name", f"there is no {error.name} here", error.hint) from None
    if not found.kind.many:
        raise PaintError("each", "type", f"{each.name} is {found.kind}, not a list", "a list column, a table, “1..6”")
    return found


def _range(each: Range, context: PaintContext) -> Expr:
    start, end = (context.node("each", end) for end in (each.start, each.end))

    def numbers(env: Env) -> Value:
        first, last = start.get(env), end.get(env)
        if first is None or last is None:
            return ()
        if not isinstance(first, int | float) or not isinstance(last, int | float):
            raise PaintError("each", "type", "an end of the range is no number", "bind it to a number column")
        if last - first >= bounds.REPEATS.most:
            raise PaintError("each", "size", f"goes {last - first + 1:g} times", f"at most {bounds.REPEATS.most} times")
        return tuple(range(int(first), int(last) + 1))

    return Expr(numbers, ColumnType("count", many=True), start.roots | end.roots)


def _each(items: Getter, steps: tuple[Expr, ...], where: Test | None, columns: int | None) -> Repeater:
    def repeat(env: Env) -> Iterator[tuple[float, float] | None]:
        found = items(env)
        dx, dy = (needed_number(step.get(env), "step") for step in steps)
        kept = 0
        for index, item in enumerate(found if isinstance(found, tuple) else (), 1):
            env.names["item"], env.names["index"] = item, index
            if where is not None and not where(env):
                yield None
                continue
            kept += 1
            if kept > bounds.REPEATS.most:
                raise PaintError("each", "size", f"goes more than {bounds.REPEATS.most} times", "repeat less")
            env.names["index"] = kept
            down, across = divmod(kept - 1, columns) if columns else (kept - 1, kept - 1)
            yield across * dx, down * dy

    return repeat


def _grid(draw: Draw, steps: tuple[Expr, ...]) -> Repeater:
    grid = draw.grid
    assert grid is not None
    if grid.columns * grid.rows > bounds.REPEATS.most:
        message = f"{grid.columns} × {grid.rows} places are more than {bounds.REPEATS.most}"
        raise PaintError("grid", "size", message, "split it")
    names = [(letters(column), row + 1) for row in range(grid.rows) for column in range(grid.columns)]
    unknown = set(grid.skip) - {f"{letter}{row}" for letter, row in names}
    if unknown:
        last = f"{names[-1][0]}{names[-1][1]}"
        raise PaintError("grid", "unknown-place", f"skips {min(unknown)}, which is no place", f"a1 to {last}")
    kept = [
        (number % grid.columns, number // grid.columns, letter, row)
        for number, (letter, row) in enumerate(names)
        if f"{letter}{row}" not in grid.skip
    ]

    def repeat(env: Env) -> Iterator[tuple[float, float]]:
        dx, dy = (needed_number(step.get(env), "step") for step in steps)
        for across, down, letter, row in kept:
            env.names["place"], env.names["column"], env.names["row"] = f"{letter}{row}", letter, row
            yield across * dx, down * dy

    return repeat


def _places(grid: Repeater, geometry: Geometry, steps: tuple[Expr, ...]) -> Iterator[tuple[str, Box]]:
    """The places of a grid, name and box before it is turned; none, if they differ from card to card."""
    *sides, _turn = geometry.needs or (None,)
    if any(need.roots for need in (*sides, *steps)):
        return
    env = Env(None, {})
    values = (*(need.get(env) for need in sides), 0.0) if sides else ()
    for way in grid(env):
        if way is not None:
            yield str(env.names["place"]), geometry.place(values, *way)[0]
