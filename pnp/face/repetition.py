"""How a word is repeated: once for each item of a list, or once for each place of a grid."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.face.context import PaintContext
from pnp.face.errors import PaintError, UnknownNameError
from pnp.face.program import Geometry, Repeater, Test
from pnp.face.scope import Env, Expr, Getter, needed_number
from pnp.kit import bounds
from pnp.kit.bindings import Condition, Range
from pnp.kit.columns import NUMBER, TEXT, ColumnType
from pnp.kit.draw import Draw
from pnp.kit.evaluation import holds
from pnp.kit.expressions import Binding
from pnp.kit.model import Value
from pnp.kit.places import letters
from pnp.scene import Box

COUNT = ColumnType("count")
_PLACES = {"place": TEXT, "column": TEXT, "row": COUNT}


def tested(key: str, condition: Condition, context: PaintContext) -> tuple[Test, frozenset[str]]:
    """A condition as a function, and the names it depends on."""
    expr = context.node(key, condition.node)
    return (lambda env: holds(expr.get(env))), expr.roots


def repetition(draw: Draw, context: PaintContext) -> tuple[Repeater | None, dict[str, ColumnType], tuple[Expr, ...]]:
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
    where, roots = tested("where", draw.where, inner) if draw.where else (None, frozenset[str]())
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


def grid_places(grid: Repeater, geometry: Geometry, steps: tuple[Expr, ...]) -> Iterator[tuple[str, Box]]:
    """The places of a grid, name and box before it is turned; none, if they differ from card to card."""
    *sides, _turn = geometry.needs or (None,)
    if any(need.roots for need in (*sides, *steps)):
        return
    env = Env(None, {})
    values = (*(need.get(env) for need in sides), 0.0) if sides else ()
    for way in grid(env):
        if way is not None:
            yield str(env.names["place"]), geometry.place(values, *way)[0]
