"""Face files: their boxes, styles, inputs and words. Which faces call which is checked here too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from pnp.findings import Findings, Place
from pnp.kit import bounds
from pnp.kit.columns import ColumnType, parse_column_type
from pnp.kit.draw import Draw, Vocabulary
from pnp.kit.folder import KitFolder, Parsed, read_text
from pnp.kit.hints import accepted
from pnp.kit.lines import KeyPath
from pnp.kit.measures import parse_length, parse_size
from pnp.kit.model import Face, Style, Theme
from pnp.kit.source import Document, Source, read_toml
from pnp.kit.structs import BadValueError, no_unknown_keys, read_struct, shown
from pnp.kit.theme import read_styles

_SECTIONS = ("size", "box", "style", "input", "draw")
_FILE = re.compile(r"faces/([A-Za-z][A-Za-z0-9-]{0,63})\.toml")
RESERVED_BOXES = ("trim", "bleed", "safe")


class Remembered(msgspec.Struct, frozen=True, eq=False):
    """A face without faults, and what it was read from."""

    text: str
    styles: Mapping[str, Style]
    tables: tuple[str, ...]
    face: Face


class Memory(msgspec.Struct):
    """Faces and other TOML files by their names, for whoever reads the same kit after each change: what is as it was is
    not read again."""

    faces: dict[str, Remembered] = msgspec.field(default_factory=dict)
    parsed: dict[str, Parsed] = msgspec.field(default_factory=dict)


def read_faces(
    folder: KitFolder,
    theme: Theme,
    tables: Iterable[str],
    vocabulary: Vocabulary,
    findings: Findings,
    memory: dict[str, Remembered],
) -> dict[str, Face]:
    """All faces of a kit by name, drawn with the words of a vocabulary; those with faults are noted and missing. What
    is read is put into a `memory`, by its file."""
    faces: dict[str, Face] = {}
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
        document = read_toml(text, folder.shown(name), findings)
        face = read_face(document, name, theme, known_tables, vocabulary) if document else None
        if face:
            faces[face.name] = face
            memory[name] = Remembered(text, theme.styles, known_tables, face)
    if len(names) > bounds.FACES.most:
        Source(folder.shown("faces"), findings).error((), "size", f"has more than {bounds.FACES.most} faces")
    bad = _check_calls(faces, {_stem(name) for name in names}, findings)
    return {name: face for name, face in faces.items() if name not in bad}


def _stem(name: str) -> str:
    found = _FILE.fullmatch(name)
    return found[1] if found else ""


def read_face(
    document: Document, name: str, theme: Theme, tables: tuple[str, ...], vocabulary: Vocabulary
) -> Face | None:
    """One face; None, and findings, if something is wrong with it."""
    values, source = document.values, document.source
    if not _stem(name):
        source.error((), "name", f"{name} is no name for a face", "a letter a–z, then such letters, digits and hyphens")
        return None
    before = source.faults
    no_unknown_keys(values, _SECTIONS, source, ())
    size = _size(values["size"], source) if "size" in values else None
    boxes = _boxes(values.get("box", {}), source)
    styles = read_styles(values.get("style", {}), source, theme)
    inputs = _inputs(values.get("input", {}), source, tables)
    draws = _draws(values.get("draw", []), vocabulary, source)
    own = frozenset(style for style, value in styles.items() if value is not theme.styles.get(style))
    face = Face(_stem(name), source.file, size, boxes, styles, own, inputs, draws)
    _check_boxes(face, source, styled=theme.whole)
    return face if source.faults == before else None


def _size(value: object, source: Source) -> tuple[float, float] | None:
    try:
        return parse_size(value)
    except BadValueError as wrong:
        source.error(("size",), "value", f"size {wrong.message}", wrong.hint)
        return None


def _boxes(section: object, source: Source) -> dict[str, tuple[float, float, float, float]]:
    boxes: dict[str, tuple[float, float, float, float]] = {}
    if not isinstance(section, dict):
        source.error(("box",), "type", f"box is {shown(section)}, not a table", "[box]")
        return boxes
    for name, value in section.items():
        path: KeyPath = ("box", name)
        try:
            if not isinstance(value, list) or len(value) != 4:
                raise BadValueError(f"is {shown(value)}, not a box", "[x, y, width, height]")
            left, top, width, height = (parse_length(part) for part in value)
            if width <= 0 or height <= 0:
                raise BadValueError("is a box without area", "width and height must be greater than 0")
            boxes[name] = (left, top, width, height)
        except BadValueError as wrong:
            source.error(path, "value", f"{name} {wrong.message}", wrong.hint)
            boxes[name] = (0.0, 0.0, 1.0, 1.0)  # what is drawn in it is no mistake of its own
        if name in RESERVED_BOXES:
            source.error(path, "name", f"{name} is a box of every face", "choose another name")
    return boxes


def _inputs(section: object, source: Source, tables: tuple[str, ...]) -> dict[str, ColumnType]:
    inputs: dict[str, ColumnType] = {}
    if not isinstance(section, dict):
        source.error(("input",), "type", f"input is {shown(section)}, not a table", '[input] coins = "count"')
        return inputs
    for name, value in section.items():
        path: KeyPath = ("input", name)
        try:
            kind = parse_column_type(value)
        except BadValueError as wrong:
            source.error(path, "column-type", f"{name} {wrong.message}", wrong.hint)
            continue
        inputs[name] = kind
        if kind.sort == "ref" and kind.table not in tables:
            source.error(path, "unknown-table", f"there is no table {kind.table}", accepted(tables, kind.table))
    return inputs


def _draws(section: object, vocabulary: Vocabulary, source: Source) -> tuple[Draw, ...]:
    if not isinstance(section, list):
        source.error(("draw",), "type", f"draw is {shown(section)}, not a list of tables", "[[draw]]")
        return ()
    if len(section) > bounds.DRAWS.most:
        source.error(("draw",), "size", f"has more than {bounds.DRAWS.most} [[draw]] tables", "split the face")
        return ()
    tables = (table for table in enumerate(section) if not source.full)
    draws = (_draw(table, vocabulary, source, ("draw", number)) for number, table in tables)
    return tuple(draw for draw in draws if draw)


def _draw(table: object, vocabulary: Vocabulary, source: Source, path: KeyPath) -> Draw | None:
    if not isinstance(table, dict):
        source.error(path, "type", f"{shown(table)} is not a table", "[[draw]]")
        return None
    words = [word for word in vocabulary if word in table]
    if len(words) != 1:
        message = f"has the words {', '.join(words)}" if words else "has no word that says what is drawn"
        wrong = next((key for key in table if isinstance(key, str)), "")
        source.error(path, "word", message, "one of each [[draw]]: " + accepted(vocabulary, "" if words else wrong))
        return None
    return read_struct(vocabulary[words[0]], table, source, path, row=source.line(path))


def _check_boxes(face: Face, source: Source, *, styled: bool) -> None:
    """Notes boxes and styles that are named but nowhere given; `styled`: whether all styles are known."""
    boxes = (*RESERVED_BOXES, *face.boxes)
    for draw in face.draws:
        if source.full:
            return
        name, style = draw.spot, draw.style_used
        if isinstance(name, str) and name not in boxes:
            place = Place(face.file, draw.row, draw.box_key)
            source.note("error", "unknown-box", place, f"there is no box {shown(name)}", accepted(boxes, name))
        if styled and style and style not in face.styles:
            place = Place(face.file, draw.row, "style")
            source.note("error", "unknown-style", place, f"there is no style {style}", accepted(face.styles, style))


def _check_calls(faces: Mapping[str, Face], known: set[str], findings: Findings) -> set[str]:
    """Notes calls of faces that do not exist, that go round in a circle, or that are nested too deeply.

    The names of the latter two, which nobody should try to lay out.
    """
    depths: dict[str, int] = {}
    bad: set[str] = set()
    for name, face in faces.items():
        source = Source(face.file, findings)
        for draw in face.draws:
            called = draw.face_called
            if called and called not in known and not source.full:
                place = Place(face.file, draw.row, "face")
                source.note("error", "unknown-face", place, f"there is no face {called}", accepted(known, called))
        circle = _deepest(name, faces, depths)
        if circle:
            message = f"faces go round in a circle: {' → '.join(circle[:6])}"
            source.note("error", "circle", Place(face.file), message, "leave one of them out")
            bad.update(circle)
        elif depths[name] > bounds.NESTING.most:
            message = f"is {depths[name]} faces deep, more than {bounds.NESTING.most}"
            source.note("error", "nesting", Place(face.file), message, "draw some of them in one face")
            bad.add(name)
    return bad


def _deepest(start: str, faces: Mapping[str, Face], depths: dict[str, int]) -> list[str]:
    """Fills in how many faces deep `start` and all that it calls are; a new circle on the way, else nothing."""
    way: list[tuple[str, list[str]]] = [(start, _called(start, faces))]
    while way:
        name, ahead = way[-1]
        if name in depths or not ahead:
            depths.setdefault(name, 1 + max((depths.get(called, 0) for called in _called(name, faces)), default=0))
            way.pop()
            continue
        following = ahead.pop()
        names = [passed for passed, _ in way]
        if following in names:
            depths.update(dict.fromkeys(names, 1))
            return [*names[names.index(following) :], following]
        if following not in depths:
            way.append((following, _called(following, faces)))
    return []


def _called(name: str, faces: Mapping[str, Face]) -> list[str]:
    face = faces.get(name)
    return [draw.face_called for draw in face.draws if draw.face_called] if face else []
