"""Repetition of a word: once for each item of a list, or once for each place of a grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.face.paint import Repeater, Test, Way, place_box
from pnp.face.scope import Expr, PaintError, RowScope, Scope, needed_number
from pnp.kit import bounds
from pnp.kit.evaluation import holds
from pnp.kit.expressions import Condition, Each, Range, Template
from pnp.kit.face_files import Draw, HexFieldError, cells_of, hex_field, wrong_with
from pnp.kit.model import Value
from pnp.kit.values import NUMBER, TEXT, ColumnType, in_digits
from pnp.scene import Box

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
            return _grid_repeater(draw, steps), dict(_PLACES), steps
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
        exprs = [_compile_item(key, item, scope, running) for item in each]
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


def _compile_item(key: str, item: float | Template, scope: Scope, running: bool) -> Expr:
    try:
        return scope.value(key, item)
    except PaintError:
        if not running or not isinstance(item, Template):
            raise
        return scope.text(key, item, running=True)


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


def _grid_repeater(draw: Draw, steps: tuple[Expr, ...]) -> Repeater:
    assert draw.grid is not None
    cells = cells_of(draw.grid)

    def repeat(row: RowScope) -> Iterator[Way | None]:
        dx, dy = (needed_number(step.get(row), "step") for step in steps)
        for cell in cells:
            row.names |= {"place": cell.name, "column": cell.column, "row": cell.row}
            yield cell.x * dx, cell.y * dy

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
