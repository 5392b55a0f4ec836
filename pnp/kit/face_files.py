"""Grids of a face: places in columns and rows, square or hexagonal, each with its name and where it lies."""

from __future__ import annotations

import math
import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from graphlib import TopologicalSorter
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from pnp.findings import Finding, Findings, Place
from pnp.kit import bounds
from pnp.kit.expressions import (
    Binding,
    BoundLength,
    BoundNumber,
    Condition,
    Each,
    Node,
    Range,
    Template,
    When,
    bound_length,
    parse_template,
)
from pnp.kit.folder import KeyPath, KitFolder, read_text
from pnp.kit.theme import GradientSpec, Style, Theme, read_styles
from pnp.kit.toml_source import (
    BadValueError,
    ParsedBy,
    TomlDocument,
    TomlSource,
    accepted,
    find_circles,
    list_section,
    no_unknown_keys,
    quote,
    read_struct,
    read_toml,
    read_values,
    text,
    whole,
)
from pnp.kit.values import (
    AXES,
    ColumnType,
    Distance,
    Form,
    Identifier,
    Length,
    RelativeLength,
    Warnings,
    parse_column_type,
    parse_relative,
    parse_size,
    resolve_axis,
)

ACROSS = math.sqrt(3) / 2
"""Of a regular hexagon, from edge to edge, where it is 1 from point to point."""


def places(value: object) -> int:
    """How many places stand in a row."""
    count = whole(value)
    if not 1 <= count <= bounds.REPEATS.most:
        raise BadValueError(f"is {count}", f"from 1 to {bounds.REPEATS.most}")
    return count


Places = Annotated[int, ParsedBy(places)]


class FaceGrid(msgspec.Struct, frozen=True):
    """Places in columns `a`, `b` … and rows 1, 2 …; those in `skip` are left out.

    With `hex` they are regular hexagons, which stand on a point or on an edge: `columns` and `rows` of them, of which
    the even or the odd rows (columns, of flat ones) lie half a place further, or all that are no more than `radius`
    steps from the middle one. They are `size` mm from point to point, or as large as fit, with a `gap` between edges.
    """

    columns: Places | None = None
    rows: Places | None = None
    skip: tuple[str, ...] = ()
    hex: Literal["pointy", "flat"] | None = None
    radius: Places | None = None
    offset: Literal["even", "odd"] = "even"
    names: Literal["offset", "axial"] | None = None
    size: Length | None = None
    gap: Distance = 0.0

    @property
    def count(self) -> int:
        """How many places it has, with those that are left out."""
        if self.radius is not None:
            return 3 * self.radius * (self.radius + 1) + 1
        return (self.columns or 0) * (self.rows or 0)


class GridPlace(msgspec.Struct, frozen=True):
    """A place of a grid: its name, column and row; of a hexagon its axial coordinates.

    `x`, `y`: the way to it from the first one, in steps; of hexagons that of its middle, in widths from edge to edge.
    """

    name: str
    column: str
    row: int
    x: float
    y: float
    q: int = 0
    r: int = 0


def wrong_with(grid: FaceGrid) -> tuple[str, str, str] | None:
    """What makes no grid of it, as code, message and hint; None if nothing does."""
    if grid.hex is None:
        for key, given in (
            ("radius", grid.radius),
            ("size", grid.size),
            ("gap", grid.gap),
            ("names", grid.names),
            ("offset", grid.offset != "even"),
        ):
            if given:
                return "unknown-key", f"{key} means nothing in a square grid", f'hex = "pointy", or leave {key} out'
    if (grid.radius is not None) == (grid.columns is not None or grid.rows is not None):
        return "missing", "a grid needs columns and rows", "a hexagonal one both, or a radius"
    if grid.radius is None and (grid.columns is None or grid.rows is None):
        return "missing", f"{'rows are' if grid.rows is None else 'columns are'} missing", "columns = 5, rows = 5"
    if grid.count > bounds.REPEATS.most:
        return "size", f"{grid.count} places are more than {bounds.REPEATS.most}", "split it"
    names = {cell.name for cell in cells(grid)}
    unknown = sorted(set(grid.skip) - names)
    if unknown:
        first, *_, last = [cell.name for cell in cells(grid)] * 2
        return "unknown-place", f"skips {unknown[0]}, which is no place", f"{first} to {last}"
    return None


@lru_cache(maxsize=64)
def cells(grid: FaceGrid) -> tuple[GridPlace, ...]:
    """The places of a grid, with those that are left out, row by row; none of one that is too large."""
    if grid.count > bounds.REPEATS.most:
        return ()
    if grid.radius is not None:
        return _round(grid, grid.radius)
    columns, rows = grid.columns or 0, grid.rows or 0
    return tuple(_cell(grid, column, row) for row in range(rows) for column in range(columns))


def cells_of(grid: FaceGrid) -> tuple[GridPlace, ...]:
    """The places of a grid that are not left out."""
    skipped = frozenset(grid.skip)
    return tuple(cell for cell in cells(grid) if cell.name not in skipped)


def _cell(grid: FaceGrid, column: int, row: int) -> GridPlace:
    if grid.hex is None:
        return GridPlace(f"{letters(column)}{row + 1}", letters(column), row + 1, column, row)
    along, down = (column, row) if grid.hex == "pointy" else (row, column)
    odd = down % 2 == 1  # the second, the fourth …
    near = along - (down - odd) // 2 if grid.offset == "even" else along - (down + odd) // 2
    q, r = (near, down) if grid.hex == "pointy" else (down, near)
    return _hexagon(grid, q, r, column, row)


def _round(grid: FaceGrid, radius: int) -> tuple[GridPlace, ...]:
    """All places no more than `radius` steps from the middle one, which has the coordinates 0, 0."""
    found = [(q, r) for r in range(-radius, radius + 1) for q in range(-radius, radius + 1) if abs(q + r) <= radius]
    if grid.hex == "flat":
        found.sort(key=lambda place: (place[1] + place[0] / 2, place[0]))
    columns = sorted({q + r // 2 for q, r in found}) if grid.hex == "pointy" else sorted({q for q, _ in found})
    rows = sorted({r for _, r in found}) if grid.hex == "pointy" else sorted({r + q // 2 for q, r in found})
    made = []
    for q, r in found:
        column, row = (q + r // 2, r) if grid.hex == "pointy" else (q, r + q // 2)
        made.append(_hexagon(grid, q, r, columns.index(column), rows.index(row)))
    return tuple(made)


def _hexagon(grid: FaceGrid, q: int, r: int, column: int, row: int) -> GridPlace:
    x, y = (q + r / 2, ACROSS * r) if grid.hex == "pointy" else (ACROSS * q, r + q / 2)
    axial = grid.names == "axial" or (grid.names is None and grid.radius is not None)
    name = f"q{q}r{r}" if axial else f"{letters(column)}{row + 1}"
    return GridPlace(name, letters(column), row + 1, x, y, q, r)


def letters(column: int) -> str:
    """The name of a column of a grid: a, b … z, aa, ab …"""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = string.ascii_lowercase[letter] + name
    return name


class HexField(msgspec.Struct, frozen=True):
    """Hexagons in a box: the top left of each by the order of `kept`, the width and height of one, in mm."""

    corners: tuple[tuple[float, float], ...]
    width: float
    height: float


class HexFieldError(ValueError):
    """Hexagons of the size that a grid asks for take more room than there is: `needed` by `given` mm."""

    def __init__(self, needed: tuple[float, float], given: tuple[float, float]) -> None:
        super().__init__(f"needs {needed[0]:.4g} × {needed[1]:.4g} mm and has {given[0]:.4g} × {given[1]:.4g}")


@lru_cache(maxsize=256)
def hex_field(grid: FaceGrid, x: float, y: float, width: float, height: float) -> HexField:
    """The hexagons of a grid, in the middle of a box. Raises HexFieldError."""
    every = cells(grid)
    left, top = min(cell.x for cell in every), min(cell.y for cell in every)
    span_x, span_y = max(cell.x for cell in every) - left, max(cell.y for cell in every) - top
    wide, high = (1.0, 1 / ACROSS) if grid.hex == "pointy" else (1 / ACROSS, 1.0)
    most = min((width - grid.gap * span_x) / (span_x + wide), (height - grid.gap * span_y) / (span_y + high))
    across = most if grid.size is None else grid.size * ACROSS
    pitch = across + grid.gap
    needed = pitch * span_x + across * wide, pitch * span_y + across * high
    if across <= 0 or across > most + 1e-6:
        raise HexFieldError(needed if across > 0 else (grid.gap * span_x, grid.gap * span_y), (width, height))
    start_x, start_y = x + (width - needed[0]) / 2, y + (height - needed[1]) / 2
    corners = tuple((start_x + (cell.x - left) * pitch, start_y + (cell.y - top) * pitch) for cell in cells_of(grid))
    return HexField(corners, across * wide, across * high)


class RelativeBox(msgspec.Struct, frozen=True):
    """A box of a face, by at most two sides across and two down. Without a size it reaches to the other edge."""

    x: RelativeLength | Template | None = None
    y: RelativeLength | Template | None = None
    w: RelativeLength | Template | None = None
    h: RelativeLength | Template | None = None
    right: RelativeLength | Template | None = None
    bottom: RelativeLength | Template | None = None

    def resolve(
        self,
        size: tuple[float, float],
        fill: Callable[[Template], RelativeLength] = lambda template: RelativeLength(),
    ) -> tuple[float, float, float, float]:
        """Left, top, width and height in mm on a piece of this size. `fill` gives the values of bound sides. Raises
        `BadValueError` if it has no area there."""
        found = []
        for axis, length in zip(AXES, size, strict=True):
            sides: dict[str, RelativeLength] = {}
            for key in axis:
                side = getattr(self, key)
                if side is not None:
                    sides[key] = fill(side) if isinstance(side, Template) else side
            check_middle(sides, axis)
            try:
                found.append(resolve_axis(sides, axis, length))
            except BadValueError as wrong:
                message = f"{wrong.message} on a piece of {size[0]:g} × {size[1]:g} mm"
                raise BadValueError(message, "make it larger, or start it nearer to the edge") from None
        (left, width), (top, height) = found
        return left, top, width, height


BoxSpec: TypeAlias = str | RelativeBox
"""The name of a box, or the box itself."""
BOX_HINT = "the name of a box, [x, y, w, h], or { x, w, right, y, h, bottom }: at most two across and two down"


def check_middle(sides: Mapping[str, RelativeLength], axis: tuple[str, str, str]) -> None:
    """Raises `BadValueError` if `middle` is not in a position, or without a size."""
    near, size, far = axis
    if any(side.is_middle and key != near for key, side in sides.items()):
        raise BadValueError("has the middle in a side that is no position", "x or y may be in the middle")
    if near in sides and sides[near].is_middle and (size not in sides or far in sides):
        raise BadValueError(f"has {near} in the middle, which needs {size}", f'{near} = "middle", {size} = 20')


def parse_box(value: object) -> RelativeBox:
    """A box as a list or a table. Raises `BadValueError`."""
    if isinstance(value, list) and len(value) == 4:
        value = dict(zip(("x", "y", "w", "h"), value, strict=True))
    if not isinstance(value, dict):
        raise BadValueError(f"is {quote(value)}, not a box", BOX_HINT)
    keys = [key for axis in AXES for key in axis]
    for key in value:
        if key not in keys:
            raise BadValueError(f"has {quote(key)}, which is no side of a box", accepted(keys, key))
    sides: dict[str, RelativeLength | Template] = {}
    for key, part in value.items():
        try:
            template = parse_template(part) if isinstance(part, str) else None
            sides[key] = template if template and any(template.nodes) else parse_relative(part)
        except BadValueError as wrong:
            raise BadValueError(f"has a side {key} that {wrong.message}", wrong.hint) from None
    for axis in AXES:
        given = [key for key in axis if key in sides]
        if len(given) == 3:
            raise BadValueError(f"has {given[0]}, {given[1]} and {given[2]}", "leave one of them out")
        size = sides.get(axis[1])
        if isinstance(size, RelativeLength) and not size.share and size.mm <= 0 and not size.is_middle:
            raise BadValueError("is a box without area", "width and height must be greater than 0")
        known = {key: side for key in given if isinstance(side := sides[key], RelativeLength)}
        if len(known) == len(given):
            check_middle(known, axis)
    return RelativeBox(**sides)


def _box(value: object) -> BoxSpec:
    return value if isinstance(value, str) else parse_box(value)


def _step(value: object) -> tuple[float | Template, ...]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadValueError(f"is {quote(value)}, not a step", "[to the right, down] in mm")
    return tuple(bound_length(part) for part in value)


def _at(value: object) -> str:
    name = text(value)
    if not all(name.partition(":")):
        raise BadValueError(f"is {quote(value)}, which is no place", 'at = "board:ward": a component, its place')
    return name


AnyBox: TypeAlias = Annotated[BoxSpec, ParsedBy(_box)]
Step: TypeAlias = Annotated[tuple[float | Template, ...], ParsedBy(_step)]


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """What every word takes. `row` is the line of the file where its table begins.

    The struct of a word has a field for each key of its own; `box_key`, `style_key` and `face_key` are those
    of its box, of its text style and of the face that it draws.
    """

    box_key: ClassVar[str] = "box"
    style_key: ClassVar[str] = ""
    face_key: ClassVar[str] = ""
    sort: ClassVar[str] = ""
    """What it is to those who look at the face: a `text`, an `icon`, a `picture`, a `shape` on which others stand."""
    form: ClassVar[Form] = "square"
    """The form of a place that it draws."""
    lists: ClassVar[bool] = False
    """Whether it goes through a list of its own, which `where` is of if it is not repeated."""

    row: int
    inset: BoundLength = 0.0
    each: Each | None = None
    where: When | None = None
    grid: FaceGrid | None = None
    step: Step = (0.0, 0.0)
    columns: Places | None = None
    at: Annotated[str, ParsedBy(_at)] = ""
    when: When | None = None
    turn: BoundNumber = 0.0
    ink: Literal["full", "low"] | None = None
    keep: bool = False
    place: Identifier = ""
    near: bool = False
    accept: Warnings = ()

    @property
    def spot(self) -> BoxSpec | None:
        """Where it is drawn; None: wherever its points are."""
        found: BoxSpec | None = getattr(self, self.box_key)
        return found

    @property
    def style_used(self) -> str:
        """The name of the style that it sets text in, if it does."""
        return getattr(self, self.style_key, "")

    @property
    def face_called(self) -> str:
        """The name of the face that it draws, if it does."""
        return getattr(self, self.face_key, "")


def templates(draw: Draw) -> Iterator[tuple[str, Template]]:
    """Every template of a word, and the key it stands in."""
    return ((key, template) for key, value in msgspec.structs.asdict(draw).items() for template in _templates_in(value))


def nodes(draw: Draw) -> Iterator[Node]:
    """Every expression of a word: in its templates, its conditions, and in what it goes through."""
    for _, template in templates(draw):
        yield from template.nodes
    for value in msgspec.structs.asdict(draw).values():
        if isinstance(value, Condition):
            yield value.node
        elif isinstance(value, Range):
            yield from (value.start, value.end)
        elif isinstance(value, Binding):
            yield value


def _templates_in(value: object) -> Iterator[Template]:
    if isinstance(value, Template):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _templates_in(part)
    elif isinstance(value, RelativeBox):
        yield from _templates_in(msgspec.structs.astuple(value))
    elif isinstance(value, GradientSpec):
        yield from (stop.colour for stop in value.stops)


Vocabulary: TypeAlias = Mapping[str, type[Draw]]
"""The drawing words by name, and what the table of each holds."""


class FaceSpec(msgspec.Struct, frozen=True, eq=False):
    """A face file: its own size as a figure, named boxes, styles, inputs, and its `[[draw]]` tables in order. Its
    styles are those of the theme, and of the same names or others `own_styles`, which it says itself."""

    name: str
    file: str
    size: tuple[float, float] | None
    boxes: Mapping[str, RelativeBox]
    styles: Mapping[str, Style]
    own_styles: frozenset[str]
    inputs: Mapping[str, ColumnType]
    draws: tuple[Draw, ...]

    @property
    def faces_drawn(self) -> list[str]:
        """The names of the faces that it draws."""
        return [draw.face_called for draw in self.draws if draw.face_called]

    def boxes_on(self, size: tuple[float, float]) -> dict[str, tuple[float, float, float, float]]:
        """The named boxes on a piece of this size, mm, without those that have no area there."""
        found = {}
        for name, box in self.boxes.items():
            with suppress(BadValueError):
                found[name] = box.resolve(size)
        return found


_SECTIONS = ("size", "box", "style", "input", "draw")
_FILE = re.compile(r"faces/([A-Za-z][A-Za-z0-9-]{0,63})\.toml")
RESERVED_BOXES = ("trim", "bleed", "safe")


class ReadFace(msgspec.Struct, frozen=True, eq=False):
    """A face without faults, and what it was read from."""

    text: str
    styles: Mapping[str, Style]
    tables: tuple[str, ...]
    face: FaceSpec


class KitMemory(msgspec.Struct):
    """Faces by the names of their files, for whoever reads the same kit after each save."""

    faces: dict[str, ReadFace] = msgspec.field(default_factory=dict)


def read_faces(
    folder: KitFolder,
    theme: Theme,
    tables: Iterable[str],
    vocabulary: Vocabulary,
    findings: Findings,
    memory: dict[str, ReadFace],
) -> dict[str, FaceSpec]:
    """All faces of a kit by name, drawn with the words of a vocabulary; those with faults are noted and missing. What
    is read is put into a `memory`, by its file."""
    faces: dict[str, FaceSpec] = {}
    known_tables = tuple(tables)
    names = folder.names("faces/*.toml")
    for name in names[: bounds.FACES.most]:
        text = read_text(folder, name, findings)
        if text is None:
            continue
        known = memory.get(name)
        if known and (known.text, known.tables) == (text, known_tables) and known.styles == theme.styles:
            faces[known.face.name] = known.face
            continue
        document = read_toml(text, folder.display_name(name), findings)
        face = read_face(document, name, theme, known_tables, vocabulary) if document else None
        if face:
            faces[face.name] = face
            memory[name] = ReadFace(text, theme.styles, known_tables, face)
    if len(names) > bounds.FACES.most:
        TomlSource(folder.display_name("faces"), findings).error((), "size", f"has more than {bounds.FACES.most} faces")
    bad = _check_calls(faces, {_stem(name) for name in names}, findings)
    return {name: face for name, face in faces.items() if name not in bad}


def _stem(name: str) -> str:
    found = _FILE.fullmatch(name)
    return found[1] if found else ""


def read_face(
    document: TomlDocument, name: str, theme: Theme, known_tables: tuple[str, ...], vocabulary: Vocabulary
) -> FaceSpec | None:
    """One face; None, and findings, if something is wrong with it."""
    values, source = document.values, document.source
    if not _stem(name):
        source.error((), "name", f"{name} is no name for a face", "a letter a–z, then such letters, digits and hyphens")
        return None
    before = source.faults
    no_unknown_keys(values, _SECTIONS, source, ())
    sizes = {key: value for key, value in values.items() if key == "size"}
    size = read_values(sizes, "size", parse_size, source, ()).get("size")
    boxes = _read_boxes(values.get("box", {}), source)
    styles = read_styles(document, theme)
    inputs = _read_inputs(values.get("input", {}), source, known_tables)
    tables = enumerate(list_section(document, "draw", bounds.DRAWS))
    read = (_draw(table, vocabulary, source, ("draw", number)) for number, table in tables if not source.full)
    draws = tuple(draw for draw in read if draw)
    own = frozenset(style for style, value in styles.items() if value is not theme.styles.get(style))
    face = FaceSpec(_stem(name), source.file, size, boxes, styles, own, inputs, draws)
    _check_boxes(face, source, styled=theme.whole)
    return face if source.faults == before else None


def _read_boxes(section: object, source: TomlSource) -> dict[str, RelativeBox]:
    boxes = read_values(section, "box", _parse_named_box, source, ("box",))
    for name in section if isinstance(section, dict) else ():
        boxes.setdefault(name, RelativeBox())  # what is drawn in a faulty box is no mistake of its own
        if name in RESERVED_BOXES:
            source.error(("box", name), "name", f"{name} is a box of every face", "choose another name")
    return boxes


def _parse_named_box(value: object) -> RelativeBox:
    box = parse_box(value)
    if any(_templates_in(box)):
        raise BadValueError("binds something", "a named box is the same for all rows; write it in the draw")
    return box


def _read_inputs(section: object, source: TomlSource, tables: tuple[str, ...]) -> dict[str, ColumnType]:
    inputs = read_values(section, "input", parse_column_type, source, ("input",), "column-type")
    for name, kind in inputs.items():
        if kind.sort == "ref" and kind.table not in tables:
            hint = accepted(tables, kind.table)
            source.error(("input", name), "unknown-table", f"there is no table {kind.table}", hint)
    return inputs


def _draw(table: object, vocabulary: Vocabulary, source: TomlSource, path: KeyPath) -> Draw | None:
    if not isinstance(table, dict):
        source.error(path, "type", f"{quote(table)} is not a table", "[[draw]]")
        return None
    words = [word for word in vocabulary if word in table]
    if len(words) != 1:
        message = f"has the words {', '.join(words)}" if words else "has no word that says what is drawn"
        wrong = next((key for key in table if isinstance(key, str)), "")
        source.error(path, "word", message, "one of each [[draw]]: " + accepted(vocabulary, "" if words else wrong))
        return None
    return read_struct(vocabulary[words[0]], table, source, path, row=source.line(path))


def _check_boxes(face: FaceSpec, source: TomlSource, *, styled: bool) -> None:
    """Notes boxes and styles that are named but nowhere given; `styled`: whether all styles are known."""
    boxes = (*RESERVED_BOXES, *face.boxes)
    for draw in face.draws:
        if source.full:
            return
        name, style = draw.spot, draw.style_used
        if isinstance(name, str) and name not in boxes:
            place = Place(face.file, draw.row, draw.box_key)
            source.note("error", "unknown-box", place, f"there is no box {quote(name)}", accepted(boxes, name))
        if styled and style and style not in face.styles:
            place = Place(face.file, draw.row, "style")
            source.note("error", "unknown-style", place, f"there is no style {style}", accepted(face.styles, style))


def _check_calls(faces: Mapping[str, FaceSpec], known: set[str], findings: Findings) -> set[str]:
    """Adds calls of faces that do not exist, that go round in a circle, or that are nested too deeply. Returns the
    names of the latter two, which nobody should try to lay out."""
    bad: set[str] = set()
    for face in faces.values():
        source = TomlSource(face.file, findings)
        for draw in face.draws:
            name = draw.face_called
            if name and name not in known and not source.full:
                place = Place(face.file, draw.row, "face")
                source.note("error", "unknown-face", place, f"there is no face {name}", accepted(known, name))
    for circle in find_circles({name: face.faces_drawn for name, face in faces.items()}):
        message = f"faces go round in a circle: {' → '.join([*circle, circle[0]][:6])}"
        place = Place(faces[circle[0]].file)
        findings.add(Finding("error", "circle", place, message, "leave one of them out"))
        bad.update(circle)
    depths: dict[str, int] = {}
    for name in TopologicalSorter({name: faces[name].faces_drawn for name in faces.keys() - bad}).static_order():
        drawn = faces[name].faces_drawn if name in faces else []
        depths[name] = 1 + max((depths.get(inner, 0) for inner in drawn), default=0)
        if depths[name] > bounds.NESTING.most:
            message = f"is {depths[name]} faces deep, more than {bounds.NESTING.most}"
            findings.add(Finding("error", "nesting", Place(faces[name].file), message, "draw some of them in one face"))
            bad.add(name)
    return bad
