"""Face files: named boxes, styles, inputs, drawing words, and grids of square or hexagonal places."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from graphlib import TopologicalSorter
from pathlib import PurePosixPath
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from pnp.findings import Finding, Findings, Place
from pnp.kit import bounds
from pnp.kit.expressions import BoundLength, BoundNumber, Each, Template, When, parse_template, walk
from pnp.kit.folder import KeyPath, KitFolder
from pnp.kit.theme import Style, Theme, read_styles
from pnp.kit.toml_source import (
    BadValueError,
    ParsedBy,
    TomlDocument,
    TomlSource,
    accepted,
    check_keys,
    find_circles,
    limited,
    quote,
    read_document,
    read_section,
    read_struct,
    read_values,
    text,
    whole,
)
from pnp.kit.values import (
    AXES,
    ColumnType,
    DeclaredType,
    Distance,
    Form,
    Identifier,
    Length,
    RelativeLength,
    Size,
    Warnings,
    format_column,
    parse_relative,
    resolve_axis,
)

BoxSides: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height of a box, mm."""
ACROSS = math.sqrt(3) / 2
"""Of a regular hexagon, from edge to edge, where it is 1 from point to point."""


places = limited(whole, lambda count: 1 <= count <= bounds.REPEATS.most, f"from 1 to {bounds.REPEATS.most}")
"""Parses how many places stand in a row."""
Places = Annotated[int, ParsedBy(places)]


class FaceGrid(msgspec.Struct, frozen=True):
    """Places in columns `a`, `b` … and rows 1, 2 …, except those in `skip`. With `hex` they are regular hexagons.

    Hexagons either fill `columns` and `rows`, with even or odd ones shifted by half a place, or a `radius` around the
    middle. They measure `size` mm from point to point, or as large as fits, with a `gap` between edges.
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
        """Number of places, including skipped ones."""
        if self.radius is not None:
            return 3 * self.radius * (self.radius + 1) + 1
        return (self.columns or 0) * (self.rows or 0)


class GridPlace(msgspec.Struct, frozen=True):
    """A place of a grid. `x`, `y` is its offset from the first place, in steps. A hexagon has axial coordinates, and
    `x`, `y` is the offset of its centre, in widths from edge to edge."""

    name: str
    column: str
    row: int
    x: float
    y: float
    q: int = 0
    r: int = 0


def wrong_with(grid: FaceGrid) -> tuple[str, str, str] | None:
    """Returns the fault of a grid as code, message and hint, or None."""
    given = {"radius": grid.radius, "size": grid.size, "gap": grid.gap, "names": grid.names}
    hexagonal = [key for key, value in {**given, "offset": grid.offset != "even"}.items() if value]
    if grid.hex is None and hexagonal:
        key = hexagonal[0]
        return "unknown-key", f"{key} means nothing in a square grid", f'hex = "pointy", or leave {key} out'
    if (grid.radius is not None) == (grid.columns is not None or grid.rows is not None):
        return "missing", "a grid needs columns and rows", "a hexagonal one both, or a radius"
    if grid.radius is None and (grid.columns is None or grid.rows is None):
        return "missing", f"{'rows are' if grid.rows is None else 'columns are'} missing", "columns = 5, rows = 5"
    if grid.count > bounds.REPEATS.most:
        return "size", f"{grid.count} places are more than {bounds.REPEATS.most}", "split it"
    names = [cell.name for cell in cells(grid)]
    unknown = sorted(set(grid.skip) - set(names))
    if unknown:
        return "unknown-place", f"skips {unknown[0]}, which is no place", f"{names[0]} to {names[-1]}"
    return None


@lru_cache(maxsize=64)
def cells(grid: FaceGrid) -> tuple[GridPlace, ...]:
    """Returns all places of a grid row by row, including skipped ones; none if it is too large or empty."""
    if not 0 < grid.count <= bounds.REPEATS.most:
        return ()
    square = [(column, row) for row in range(grid.rows or 0) for column in range(grid.columns or 0)]
    if grid.hex is None:
        return tuple(_grid_place(*place, *place) for place in square)
    # Hexagons by their place along the lines that are not shifted, which are the rows of pointy ones, and their line.
    is_pointy, odd = grid.hex == "pointy", False
    if grid.radius is None:
        odd = grid.offset == "odd"
        lined = square if is_pointy else [(row, column) for column, row in square]
    else:
        reach = range(-grid.radius, grid.radius + 1)
        lined = [(near + line // 2, line) for line in reach for near in reach if abs(near + line) <= grid.radius]
        if not is_pointy:
            lined.sort(key=lambda place: (place[0] - place[1] // 2 + place[1] / 2, place[1]))
    first, first_line = min(along for along, _ in lined), min(line for _, line in lined)
    axial = grid.names == "axial" or (grid.names is None and grid.radius is not None)
    found = []
    for along, line in lined:
        near = along - (line + odd) // 2
        q, r = (near, line) if is_pointy else (line, near)
        column, row = (along - first, line - first_line) if is_pointy else (line - first_line, along - first)
        x, y = (q + r / 2, ACROSS * r) if is_pointy else (ACROSS * q, r + q / 2)
        place = _grid_place(column, row, x, y, q, r)
        found.append(replace(place, name=f"q{q}r{r}") if axial else place)
    return tuple(found)


def cells_of(grid: FaceGrid) -> tuple[GridPlace, ...]:
    """Returns the places of a grid without skipped ones."""
    skipped = frozenset(grid.skip)
    return tuple(cell for cell in cells(grid) if cell.name not in skipped)


def _grid_place(column: int, row: int, x: float, y: float, q: int = 0, r: int = 0) -> GridPlace:
    letter = format_column(column).lower()
    return GridPlace(f"{letter}{row + 1}", letter, row + 1, x, y, q, r)


@lru_cache(maxsize=256)
def lay_out_hexagons(grid: FaceGrid, x: float, y: float, width: float, height: float) -> tuple[BoxSides, ...]:
    """Returns the boxes of hexagons in the order of `cells_of`, centred in a box. Raises `BadValueError` if they do not
    fit."""
    every = cells(grid)
    left, top = min(cell.x for cell in every), min(cell.y for cell in every)
    span_x, span_y = max(cell.x for cell in every) - left, max(cell.y for cell in every) - top
    wide, high = (1.0, 1 / ACROSS) if grid.hex == "pointy" else (1 / ACROSS, 1.0)
    most = min((width - grid.gap * span_x) / (span_x + wide), (height - grid.gap * span_y) / (span_y + high))
    across = most if grid.size is None else grid.size * ACROSS
    pitch = across + grid.gap
    needed = pitch * span_x + across * wide, pitch * span_y + across * high
    if across <= 0 or across > most + 1e-6:
        needed = needed if across > 0 else (grid.gap * span_x, grid.gap * span_y)
        message = f"needs {needed[0]:.4g} × {needed[1]:.4g} mm and has {width:.4g} × {height:.4g}"
        raise BadValueError(message, "fewer, smaller, or a larger box")
    start_x, start_y = x + (width - needed[0]) / 2, y + (height - needed[1]) / 2
    corners = ((start_x + (cell.x - left) * pitch, start_y + (cell.y - top) * pitch) for cell in cells_of(grid))
    return tuple((*corner, across * wide, across * high) for corner in corners)


class RelativeBox(msgspec.Struct, frozen=True):
    """A box of a face, given by at most two sides across and two down. Without a size it reaches to the other edge."""

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
    ) -> BoxSides:
        """Returns the box in mm on a piece of this size; `fill` evaluates bound sides. Raises `BadValueError` if its
        area is 0."""
        found = []
        for axis, length in zip(AXES, size, strict=True):
            given = {key: side for key in axis if (side := getattr(self, key)) is not None}
            sides = {key: fill(side) if isinstance(side, Template) else side for key, side in given.items()}
            check_middle(sides, axis)
            try:
                found.append(resolve_axis(sides, axis, length))
            except BadValueError as wrong:
                message = f"{wrong.message} on a piece of {size[0]:g} × {size[1]:g} mm"
                raise BadValueError(message, "make it larger, or start it nearer to the edge") from None
        (left, width), (top, height) = found
        return left, top, width, height


BOX_HINT = "the name of a box, [x, y, w, h], or { x, w, right, y, h, bottom }: at most two across and two down"


def check_middle(sides: Mapping[str, RelativeLength], axis: tuple[str, str, str]) -> None:
    """Raises `BadValueError` if `middle` is not within a position, or has no size."""
    near, size, far = axis
    if any(side.is_middle and key != near for key, side in sides.items()):
        raise BadValueError("has the middle in a side that is no position", "x or y may be in the middle")
    if near in sides and sides[near].is_middle and (size not in sides or far in sides):
        raise BadValueError(f"has {near} in the middle, which needs {size}", f'{near} = "middle", {size} = 20')


def parse_box(value: object) -> RelativeBox:
    """Parses a box from a list or a table. Raises `BadValueError`."""
    if isinstance(value, list) and len(value) == 4:
        value = dict(zip(("x", "y", "w", "h"), value, strict=True))
    if not isinstance(value, dict):
        raise BadValueError(f"is {quote(value)}, not a box", BOX_HINT)
    keys = [key for axis in AXES for key in axis]
    sides: dict[str, RelativeLength | Template] = {}
    for key, part in value.items():
        if key not in keys:
            raise BadValueError(f"has {quote(key)}, which is no side of a box", accepted(keys, key))
        try:
            template = parse_template(part) if isinstance(part, str) else None
            sides[key] = template if template and any(template.nodes) else parse_relative(part)
        except BadValueError as wrong:
            raise BadValueError(f"has a side {key} that {wrong.message}", wrong.hint) from None
    for axis in AXES:
        given = {key: sides[key] for key in axis if key in sides}
        if len(given) == 3:
            raise BadValueError("has {}, {} and {}".format(*given), "leave one of them out")
        size = given.get(axis[1])
        if isinstance(size, RelativeLength) and not size.share and size.mm <= 0 and not size.is_middle:
            raise BadValueError("is a box without area", "width and height must be greater than 0")
        known = {key: side for key, side in given.items() if isinstance(side, RelativeLength)}
        if len(known) == len(given):
            check_middle(known, axis)
    return RelativeBox(**sides)


def _at(value: object) -> str:
    name = text(value)
    if not all(name.partition(":")):
        raise BadValueError(f"is {quote(value)}, which is no place", 'at = "board:ward": a component, its place')
    return name


AnyBox: TypeAlias = str | Annotated[RelativeBox, ParsedBy(parse_box)]
"""The name of a box, or the box itself."""
Step: TypeAlias = tuple[BoundLength, BoundLength]


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """Keys common to all words. `row` is the line of its table. A word's struct adds a field for each other key:
    `box_key` is its box, `style` its text style, `face` the face that it draws."""

    box_key: ClassVar[str] = "box"
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
    def spot(self) -> AnyBox | None:
        """The word's box; None if its points give its position."""
        found: AnyBox | None = getattr(self, self.box_key)
        return found

    @property
    def style_used(self) -> str:
        """The name of the word's text style, if it has one."""
        return getattr(self, "style", "")

    @property
    def face_called(self) -> str:
        """The name of the face that the word draws, if any."""
        return getattr(self, "face", "")


def templates(draw: Draw) -> Iterator[tuple[str, Template]]:
    """Yields every template of a word with its key."""
    values = msgspec.structs.asdict(draw).items()
    return ((key, part) for key, value in values for part in walk(value) if isinstance(part, Template))


Vocabulary: TypeAlias = Mapping[str, type[Draw]]
"""The drawing words by name, and what the table of each holds."""


class FaceSpec(msgspec.Struct, frozen=True, eq=False):
    """A face file: its own size as a figure, named boxes, styles, inputs, and its `[[draw]]` tables in order. Its
    styles are the theme's and `own_styles`. `text` is the file's content."""

    name: str
    file: str
    text: str
    size: tuple[float, float] | None
    boxes: Mapping[str, RelativeBox]
    styles: Mapping[str, Style]
    own_styles: frozenset[str]
    inputs: Mapping[str, ColumnType]
    draws: tuple[Draw, ...]

    @property
    def faces_drawn(self) -> list[str]:
        """The names of the faces that this face draws."""
        return [draw.face_called for draw in self.draws if draw.face_called]

    def resolve_boxes(self, size: tuple[float, float]) -> dict[str, BoxSides]:
        """Returns the named boxes on a piece of this size, in mm, except those without area."""
        found = {}
        for name, box in self.boxes.items():
            with suppress(BadValueError):
                found[name] = box.resolve(size)
        return found


_SECTIONS = ("size", "box", "style", "input", "draw")
_FILE = re.compile(r"faces/([A-Za-z][A-Za-z0-9-]{0,63})\.toml")
RESERVED_BOXES = ("trim", "bleed", "safe")


def read_faces(
    folder: KitFolder, theme: Theme, tables: Collection[str], vocabulary: Vocabulary, findings: Findings
) -> dict[str, FaceSpec]:
    """Reads all faces of a kit by name with a vocabulary of words. Leaves out faces with faults after reporting
    them."""
    faces: dict[str, FaceSpec] = {}
    names = folder.names("faces/*.toml")
    for name in names[: bounds.FACES.most]:
        document = read_document(folder, name, findings)
        face = read_face(document, name, theme, tables, vocabulary) if document else None
        if face:
            faces[face.name] = face
    if len(names) > bounds.FACES.most:
        TomlSource(folder.display_name("faces"), findings).error((), "size", f"has more than {bounds.FACES.most} faces")
    bad = _check_calls(faces, {PurePosixPath(name).stem for name in names}, findings)
    return {name: face for name, face in faces.items() if name not in bad}


def read_face(
    document: TomlDocument, name: str, theme: Theme, tables: Collection[str], vocabulary: Vocabulary
) -> FaceSpec | None:
    """Reads one face. Returns None after reporting findings."""
    values, source = document.values, document.source
    stem = _FILE.fullmatch(name)
    if not stem:
        source.error((), "name", f"{name} is no name for a face", "a letter a–z, then such letters, digits and hyphens")
        return None
    check_keys(values, _SECTIONS, source, ())
    size = read_values({key: value for key, value in values.items() if key == "size"}, Size, source, ()).get("size")
    boxes = _read_boxes(values.get("box", {}), source)
    styles = read_styles(document, theme)
    inputs = read_values(values.get("input", {}), DeclaredType, source, ("input",))
    for key, kind in inputs.items():
        if kind.sort == "ref":
            source.is_known("table", kind.table, tables, ("input", key))
    draw_tables = enumerate(read_section(document, "draw", bounds.DRAWS, list))
    read = (_draw(table, vocabulary, source, ("draw", number)) for number, table in draw_tables if not source.full)
    draws = tuple(draw for draw in read if draw)
    own = frozenset(style for style, value in styles.items() if value is not theme.styles.get(style))
    for draw in draws:
        if isinstance(draw.spot, str) and not source.full:
            known = (*RESERVED_BOXES, *boxes)
            message = f"there is no box {quote(draw.spot)}"
            source.is_known("box", draw.spot, known, Place(source.file, draw.row, draw.box_key), message)
        if draw.style_used and theme.whole and not source.full:
            source.is_known("style", draw.style_used, styles, Place(source.file, draw.row, "style"))
    face = FaceSpec(stem[1], source.file, document.text, size, boxes, styles, own, inputs, draws)
    return None if source.faults else face


def _read_boxes(section: object, source: TomlSource) -> dict[str, RelativeBox]:
    boxes = read_values(section, Annotated[RelativeBox, ParsedBy(_parse_named_box)], source, ("box",))
    for name in section if isinstance(section, dict) else ():
        boxes.setdefault(name, RelativeBox())  # what is drawn in a faulty box is no mistake of its own
        if name in RESERVED_BOXES:
            source.error(("box", name), "name", f"{name} is a box of every face", "choose another name")
    return boxes


def _parse_named_box(value: object) -> RelativeBox:
    box = parse_box(value)
    if any(isinstance(part, Template) for part in walk(box)):
        raise BadValueError("binds something", "a named box is the same for all rows; write it in the draw")
    return box


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


def _check_calls(faces: Mapping[str, FaceSpec], known: set[str], findings: Findings) -> set[str]:
    """Reports calls of faces that are missing, circular or nested too deeply. Returns the names of the last two
    kinds."""
    bad: set[str] = set()
    for face in faces.values():
        source = TomlSource(face.file, findings)
        for draw in face.draws:
            if draw.face_called and not source.full:
                source.is_known("face", draw.face_called, known, Place(face.file, draw.row, "face"))
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
