"""How a word is repeated: once for each item of a list, or once for each place of a grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pnp.face.paint import Geometry, Repeater, Test
from pnp.face.scope import Env, Expr, Getter, PaintError, UnknownNameError, needed_number
from pnp.kit import bounds
from pnp.kit.evaluation import holds
from pnp.kit.expressions import Binding, Condition, Each, Range, Template
from pnp.kit.face_files import Draw, Grid, HexFieldError, hex_field, kept, wrong_with
from pnp.kit.model import Value
from pnp.kit.values import NUMBER, TEXT, ColumnType, in_digits
from pnp.scene import Box

if TYPE_CHECKING:
    from pnp.face.context import PaintContext


COUNT = ColumnType("count")
_PLACES = {"place": TEXT, "column": TEXT, "row": COUNT}
_HEXAGONS = {**_PLACES, "q": NUMBER, "r": NUMBER}


def tested(key: str, condition: Condition, context: PaintContext) -> tuple[Test, frozenset[str]]:
    """A condition as a function, and the names it depends on."""
    expr = context.node(key, condition.node)
    return (lambda env: holds(expr.get(env))), expr.roots


def repetition(
    draw: Draw, context: PaintContext, sides: tuple[Expr, ...]
) -> tuple[Repeater | None, dict[str, ColumnType], tuple[Expr, ...]]:
    """How a word is repeated, the names that this binds, and the values it needs. `sides` are those of the box
    in which hexagons lie."""
    if draw.each is not None and draw.grid is not None:
        raise PaintError("grid", "twice", "each and grid are both here", "keep one of them")
    if draw.where is not None and draw.each is None and not draw.lists:
        raise PaintError("where", "missing", "where is here without each", "use when")
    if draw.columns is not None and draw.each is None:
        raise PaintError("columns", "missing", "columns is here without each", "use grid")
    if draw.each is None and draw.grid is None:
        return None, {}, ()
    each = draw.each
    steps = tuple(context.number("step", length) for length in draw.step)
    if draw.grid is not None and draw.grid.hex is not None:
        return _hexagons(draw, draw.grid, sides), dict(_HEXAGONS), sides
    if draw.grid is not None:
        return _grid(draw.grid, steps), dict(_PLACES), steps
    assert each is not None
    items = items_of("each", each, context)
    bound = {"item": items.kind.one, "index": COUNT}
    inner = context.within(bound, "item")
    where, roots = tested("where", draw.where, inner) if draw.where else (None, frozenset[str]())
    needs = (items, *steps, Expr(items.get, TEXT, roots - bound.keys()))
    return _each(items.get, steps, where, draw.columns), bound, needs


def texts_of(
    key: str, each: Each, where: Condition | None, templates: Sequence[Template], context: PaintContext
) -> Expr:
    """For each item of a list of which `where` holds, the running texts of some templates: a tuple of tuples."""
    items = items_of(key, each, context, running=True)
    bound = {"item": items.kind.one, "index": COUNT}
    inner = context.within(bound)
    exprs = [inner.text(key, template, running=True) for template in templates]
    test, roots = tested("where", where, context.within(bound, "item")) if where else (None, frozenset[str]())

    def texts(env: Env) -> Value:
        found = items.get(env)
        own = Env(env.record, dict(env.names))
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


def items_of(key: str, each: Each, context: PaintContext, *, running: bool = False) -> Expr:
    """What a list means here, as a value that is a tuple; a name in a text that means nothing may be a sign, if that is
    `running`. Raises `PaintError` at the key that says it."""
    if isinstance(each, tuple):
        exprs = [_item(key, item, context, running) for item in each]
        numbers = all(expr.kind == NUMBER for expr in exprs)
        roots = frozenset[str]().union(*(expr.roots for expr in exprs))
        kind = ColumnType("number" if numbers else "text", many=True)
        return Expr(lambda env: tuple(expr.get(env) for expr in exprs), kind, roots)
    try:
        if isinstance(each, Range):
            return _range(key, each, context)
        assert isinstance(each, Binding)
        found = context.scope.each(each.path)
    except UnknownNameError as error:
        raise PaintError(key, "unknown-name", f"there is no {error.name} here", error.hint) from None
    if not found.kind.many:
        raise PaintError(key, "type", f"{each.name} is {found.kind}, not a list", "a list column, a table, “1..6”")
    return found


def _item(key: str, item: float | Template, context: PaintContext, running: bool) -> Expr:
    try:
        return context.number(key, item)
    except PaintError:
        if not running or not isinstance(item, Template):
            raise
        return context.text(key, item, running=True)


def _range(key: str, each: Range, context: PaintContext) -> Expr:
    start, end = (context.node(key, end) for end in (each.start, each.end))

    def numbers(env: Env) -> Value:
        first, last = start.get(env), end.get(env)
        if first is None or last is None:
            return ()
        if not isinstance(first, int | float) or not isinstance(last, int | float):
            raise PaintError(key, "type", "an end of the range is no number", "bind it to a number column")
        if last - first >= bounds.REPEATS.most:
            raise PaintError(
                key, "size", f"goes {in_digits(last - first + 1)} times", f"at most {bounds.REPEATS.most} times"
            )
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


def _checked(grid: Grid) -> None:
    wrong = wrong_with(grid)
    if wrong is not None:
        raise PaintError("grid", *wrong)


def _grid(grid: Grid, steps: tuple[Expr, ...]) -> Repeater:
    _checked(grid)
    places = kept(grid)

    def repeat(env: Env) -> Iterator[tuple[float, float]]:
        dx, dy = (needed_number(step.get(env), "step") for step in steps)
        for cell in places:
            env.names["place"], env.names["column"], env.names["row"] = cell.name, cell.column, cell.row
            yield cell.x * dx, cell.y * dy

    return repeat


def _hexagons(draw: Draw, grid: Grid, sides: tuple[Expr, ...]) -> Repeater:
    """The hexagons of a grid, each with a box of its own within that of the word."""
    _checked(grid)
    if draw.at:
        raise PaintError("at", "box", "a grid of hexagons lies in a box of its own", "leave at or hex out")
    if any(step for step in draw.step):
        raise PaintError("step", "unknown-key", "step means nothing between hexagons", "size and gap say how far")
    places = kept(grid)

    def repeat(env: Env) -> Iterator[Box]:
        x, y, width, height = (needed_number(side.get(env), "box") for side in sides)
        try:
            field = hex_field(grid, x, y, width, height)
        except HexFieldError as error:
            raise PaintError("grid", "overflow", f"the grid {error}", "fewer, smaller, or a larger box") from None
        for cell, (left, top) in zip(places, field.corners, strict=True):
            env.names["place"], env.names["column"], env.names["row"] = cell.name, cell.column, cell.row
            env.names["q"], env.names["r"] = cell.q, cell.r
            yield Box(left, top, field.width, field.height)

    return repeat


def grid_places(grid: Repeater, geometry: Geometry, steps: tuple[Expr, ...]) -> Iterator[tuple[str, Box]]:
    """The places of a grid, name and box before it is turned; none, if they differ from card to card."""
    *sides, _turn = geometry.needs or (None,)
    if any(need.roots for need in (*sides, *steps)):
        return
    env = Env(None, {})
    values = (*(need.get(env) for need in sides), 0.0) if sides else ()
    for way in grid(env):
        if way is not None:
            yield str(env.names["place"]), geometry.place(values, way)[0]
