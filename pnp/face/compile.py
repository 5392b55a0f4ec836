"""Where on a face the pieces lie that it pictures, and where the places on them are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import msgspec

from pnp.face.context import PaintContext
from pnp.face.geometry import turning
from pnp.face.materials import Materials
from pnp.face.paint import HERE, DrawStep, Geometry, Lying, Program, Repeater, Spot, Way, places_at
from pnp.face.repeat import grid_places, repetition, tested
from pnp.face.scope import Env, Expr, Getter, PaintError, Scope, World, needed_number
from pnp.face.words.word import Word
from pnp.findings import Finding, Place
from pnp.kit.components import named_on
from pnp.kit.expressions import Template
from pnp.kit.face_files import Draw, Face, RelativeBox
from pnp.kit.model import Kit, Value
from pnp.kit.toml_source import BadValueError
from pnp.kit.values import NUMBER, ColumnType, Form, RelativeLength, parse_relative
from pnp.scene import Box


def on_each(repeat: Repeater, at: str, places: tuple[Box, ...]) -> Repeater:
    """A repetition whose first thing lies on the first of some places, the second on the second, and so on."""
    first = _middle(places[0])

    def placed(env: Env) -> Iterator[Way | None]:
        free = iter(places)
        for way in repeat(env):
            if way is None:
                yield None
                continue
            place = next(free, None)
            if place is None:
                message = f"there are more things than the {len(places)} places {at}"
                raise PaintError("at", "unknown-place", message, "repeat less, or draw more places")
            x, y = _middle(place)
            yield x - first[0], y - first[1]

    return placed


def _middle(box: Box) -> tuple[float, float]:
    return box.x + box.width / 2, box.y + box.height / 2


SAFE = 2.6
"""Millimetres inside the trim that a cut an eighth of a millimetre amiss, on both sides, leaves alone."""


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
        boxes = {"trim": trim, "bleed": trim.inset(-bleed), "safe": trim.inset(SAFE)}
        boxes |= {name: Box(*box) for name, box in face.boxes_on(size).items()}
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
                if isinstance(draw.spot, str) and draw.spot not in boxes:
                    _resolved(draw, face.boxes[draw.spot], context, f"the box {draw.spot}")
                steps.append(_step(draw, boxes, context))
                drawn.append(draw)
                pieces |= _laid(draw, steps[-1].geometry, context)
                findings += _stacked(steps[-1], context)
            except PaintError as error:
                where = Place(face.file, draw.row, error.key)
                findings.append(Finding("error", error.code, where, error.message, error.hint))
        return Program(tuple(steps), tuple(findings), face.file, self._named(face, size, drawn, steps))

    def _named(
        self, face: Face, size: tuple[float, float], draws: Sequence[Draw], steps: Sequence[DrawStep]
    ) -> dict[int, tuple[Spot, ...]]:
        """The boxes and the places of grids that a component is laid on, by the step that draws each first."""
        found: dict[str, tuple[int, Spot]] = {}
        for number, step in enumerate(steps):
            for name, box in step.places:
                if name in self._wanted:
                    spot = Spot(name, box, step.place, draws[number].form, at=0)
                    found.setdefault(name, (number, spot.through(turning(box, step.geometry.turn))))
        for name, sides in face.boxes_on(size).items():
            if name not in self._wanted:
                continue
            box = Box(*sides)
            number = next((number for number, draw in enumerate(draws) if draw.spot == name), -1)
            place = steps[number].place if number >= 0 else Place(face.file)
            form: Form = draws[number].form if number >= 0 else "square"
            found[name] = number, Spot(name, box, place, form, at=min(number, 0))
        numbers = {number for number, _ in found.values()}
        return {number: tuple(spot for at, spot in found.values() if at == number) for number in numbers}


def _step(draw: Draw, boxes: Mapping[str, Box], context: PaintContext) -> DrawStep:
    assert isinstance(draw, Word)  # kits are read with this vocabulary
    spots = places_at(draw.at, context.pieces) if draw.at else ()
    field = _sides(draw, boxes, spots, context) if draw.grid and draw.grid.hex else ()
    repeat, bound, needs = repetition(draw, context, field)
    inner = context.within(bound)
    when = tested("when", draw.when, inner) if draw.when else None
    geometry = _geometry(_sides(draw, boxes, spots, inner), draw, inner)
    if repeat is not None and len(spots) > 1:
        repeat = on_each(repeat, draw.at, spots)
    painter = draw.painter(inner)
    every = [*needs, *geometry.needs, *painter.needs]
    roots = frozenset[str]().union(*(need.roots for need in every), when[1] if when else ())
    places = tuple(grid_places(repeat, geometry, needs)) if repeat is not None and draw.grid is not None else ()
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
        draw.form,
        draw.sort,
        draw.near,
    )


def _stacked(step: DrawStep, context: PaintContext) -> Iterator[Finding]:
    """A grid without a step, or with one in one direction alone, whose places lie on one another."""
    hidden = len(step.places) - len({box for _, box in step.places})
    if hidden:
        message = f"{hidden} of its {len(step.places)} places lie exactly on another"
        hint = "step = [right, down] says how far it is from one to the next, mm"
        yield context.finding("warning", "grid-stacked", "grid", message, hint)


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


def _sides(draw: Draw, boxes: Mapping[str, Box], spots: tuple[Box, ...], context: PaintContext) -> tuple[Expr, ...]:
    """Left, top, width and height of the box of a word. `spots` are the places it is drawn at."""
    spec = draw.spot or "trim"
    if spots and spec != "trim" and isinstance(spec, str):
        raise PaintError(draw.box_key, "box", "a named box is nowhere on a place", "[x, y, width, height] from there")
    if isinstance(spec, str):
        box = spots[0] if spots else boxes[spec]
        return tuple(context.number("box", side) for side in (box.x, box.y, box.width, box.height))
    if spots and (spec.right or spec.bottom or any(getattr(side, "is_middle", False) for side in (spec.x, spec.y))):
        message = "right, bottom and middle mean nothing on a place"
        raise PaintError(draw.box_key, "box", message, "[x, y, width, height] from there")
    sides = _bound_sides(draw, spec, context)
    return (_further(sides[0], spots[0].x), _further(sides[1], spots[0].y), *sides[2:]) if spots else sides


def _bound_sides(draw: Draw, box: RelativeBox, context: PaintContext) -> tuple[Expr, ...]:
    """Left, top, width and height of a box whose sides may bind something."""
    bound = {side: context.value("box", side) for side in msgspec.structs.astuple(box) if isinstance(side, Template)}
    if not bound:
        return tuple(context.number("box", side) for side in _resolved(draw, box, context, draw.box_key))
    roots = frozenset[str]().union(*(expr.roots for expr in bound.values()))

    def side(number: int) -> Getter:
        return lambda env: _resolved(draw, box, context, draw.box_key, {key: bound[key].get(env) for key in bound})[
            number
        ]

    return tuple(Expr(side(number), NUMBER, roots) for number in range(4))


def _resolved(
    draw: Draw, box: RelativeBox, context: PaintContext, name: str, values: Mapping[Template, Value] | None = None
) -> tuple[float, ...]:
    """Left, top, width and height in mm, with the values of what is bound. Raises `PaintError`."""

    def fill(template: Template) -> RelativeLength:
        value = values[template] if values else None
        return parse_relative(value) if isinstance(value, str) else RelativeLength(mm=needed_number(value, "box"))

    try:
        return box.resolve((context.trim.width, context.trim.height), fill)
    except BadValueError as wrong:
        raise PaintError(draw.box_key, "box", f"{name} {wrong.message}", wrong.hint) from None


def _geometry(sides: tuple[Expr, ...], draw: Draw, context: PaintContext) -> Geometry:
    """The box and turn of a word; constant, if nothing in them is bound."""
    needs = (*sides, context.number("inset", draw.inset), context.number("turn", draw.turn))
    if any(need.roots for need in needs):
        return Geometry(context.trim, needs=needs)
    nobody = Env(None, {})
    values = tuple(need.get(nobody) for need in needs)
    box, turn = Geometry(context.trim, needs=needs).place(values, HERE)
    return Geometry(box, turn, inset=needed_number(values[4], "inset"))


def _further(side: Expr, way: float) -> Expr:
    """A length that is counted from a place."""
    return Expr(lambda env: needed_number(side.get(env), "box") + way, NUMBER, side.roots)
