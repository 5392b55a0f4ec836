"""The page of one face, `/face/COMPONENT/ROW/SIDE`: its draws, its boxes, its row; and edits of them."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial

import msgspec
from flask import Blueprint, Response, abort, g, request
from msgspec.structs import replace

from pnp.check.outlines import letters, scale, texts
from pnp.face.compile import NestedFace
from pnp.face.layout import KitFaces
from pnp.face.words import WORDS
from pnp.face.words.face import FaceDraw
from pnp.findings import ACCEPTABLE, Finding, Findings, KitError
from pnp.kit import Table
from pnp.kit.expressions import bindings
from pnp.kit.face_files import Draw, FaceSpec, read_face
from pnp.kit.model import Faced
from pnp.kit.tables import convert_cell
from pnp.kit.toml_source import BadValueError, read_toml
from pnp.scene import IDENTITY, Box, Group, Matrix, mapped
from pnp.sheet.parts import list_piece_faces
from pnp.studio import edits
from pnp.studio.edits import BoxValues, EditError, FileEdit, UndoLog, UndoStep, read_box_values
from pnp.studio.page_context import (
    AppResponse,
    Fault,
    PageContext,
    answer_form,
    face_address,
    format_mm,
    here,
    render,
)
from pnp.studio.proof import DrawBoxes, ProofFace, face_file, find_row
from pnp.text.fonts import FontBook

bp = Blueprint("face", __name__)
ICONS = {
    "rect": "rect", "ellipse": "oval", "line": "line", "text": "text", "flow": "text", "table": "text", "icon": "sign",
    "picture": "picture", "face": "face", "piece": "cards", "qr": "code", "seal": "code",
}  # fmt: skip
"""The icon of a drawing word; all others share one."""
WORD_NAMES: Mapping[type[Draw], str] = {word: name for name, word in WORDS.items()}
LONGEST_PATH, LONGEST_NAME = 60, 40
LEAST_CHANGE = 0.005
"""Millimetres; a smaller change is none."""
LARGE_FACE = 150.0
"""Millimetres; the ruler of a larger face has fewer numbers."""


# --- what draws a face ------------------------------------------------------------------------------------


class DrawLayer(msgspec.Struct, frozen=True):
    """A draw of a face: its number and line in the file, its name, its boxes on this piece, and its box and other keys
    as in the file. `mark` is `error`, `missing` for a picture, or empty. `opens`: it draws another face, whose layers
    can be shown."""

    number: int
    line: int
    icon: str
    name: str
    boxes: DrawBoxes
    values: BoxValues
    keys: tuple[DrawKey, ...]
    mark: str
    opens: bool

    @property
    def box(self) -> Box | None:
        return self.boxes[0][0] if self.boxes else None


class LayerFace(msgspec.Struct, frozen=True, kw_only=True):
    """The face whose layers are shown: that of the piece, or one nested in it.

    `calls` are the draws that lead to it, `path` their numbers, `matrix` maps its mm to those of the piece; `others`
    are the matrices of its further occurrences. `boxes` are those of its draws, by line. A side laid out by the press
    itself has no file.
    """

    size: tuple[float, float]
    file: str = ""
    spec: FaceSpec | None = None
    boxes: Mapping[int, DrawBoxes] = {}
    matrix: Matrix = IDENTITY
    calls: tuple[FaceDraw, ...] = ()
    path: tuple[int, ...] = ()
    others: tuple[Matrix, ...] = ()

    def find_feeding_columns(self, draw: Draw) -> frozenset[str]:
        """Returns the columns of the piece's row that a draw depends on, including inputs of nested faces."""
        names = _names(draw)
        for call in reversed(self.calls):
            inputs = dict(call.set)
            names = frozenset[str]().union(*(_names(inputs[name]) if name in inputs else {name} for name in names))
            names |= _names(call.record)
        return names


def find_piece_layers(page: PageContext, face: ProofFace) -> LayerFace:
    """Returns the face file of a side."""
    component = page.proof.component(face.component)
    size = (face.scene.width, face.scene.height)
    if not isinstance(component, Faced) or face.side not in ("front", "back"):
        return LayerFace(size=size)
    spec = page.kit.faces.get(component.back if face.side == "back" else component.face)
    if spec is None:
        return LayerFace(size=size)
    file = face_file(spec.name)
    boxes = {draw.row: face.boxes.get(f"{file}:{draw.row}", ()) for draw in spec.draws}
    return LayerFace(file=file, spec=spec, size=size, boxes=boxes)


def find_nested_layers(page: PageContext, face: ProofFace, outer: LayerFace, path: Sequence[str]) -> LayerFace | None:
    """Returns the face at the end of a path of draw numbers, from the face of the piece; None if it leads nowhere."""
    component, spec = page.proof.component(face.component), outer.spec
    calls: list[FaceDraw] = []
    for number in path:
        draw = spec.draws[int(number)] if spec and number.isdecimal() and int(number) < len(spec.draws) else None
        if not isinstance(draw, FaceDraw):
            return None
        calls.append(draw)
        spec = page.kit.faces.get(draw.face)
    found: tuple[NestedFace, ...] = ()
    if isinstance(component, Faced):
        with suppress(KitError, BadValueError):
            layout = KitFaces(page.kit, page.mode[0], ink=page.mode[1])
            row, lines = find_row(page.kit, component, face.key), [call.row for call in calls]
            found = layout.within(component, row, lines, back=face.side == "back")
    if not found or spec is None:
        return None
    return LayerFace(
        file=face_file(spec.name),
        spec=spec,
        size=found[0].size,
        boxes={drawn.place.row: drawn.boxes for drawn in found[0].boxes()},
        matrix=found[0].matrix,
        calls=tuple(calls),
        path=tuple(map(int, path)),
        others=tuple(call.matrix for call in found[1:]),
    )


def draw_layers(page: PageContext, shown: LayerFace, face: ProofFace, fault: Fault | None) -> Iterator[DrawLayer]:
    """Yields the draws of a face in order. For an unreadable file, those of its last good state, with the faulty one
    marked."""
    spec = shown.spec
    if spec is None:
        return
    document = tomllib.loads(spec.text)
    tables, faulty = document.get("draw", []), -1
    if fault and fault.file == shown.file:
        before = page.session.undo_log.text(shown.file).splitlines()[: fault.line]
        faulty = sum(line.strip().startswith("[[draw]]") for line in before) - 1
    findings = page.findings
    bad = {one.place.row for one in findings.on(face) if findings.file(one.place.file) == shown.file}
    for number, draw in enumerate(spec.draws):
        word = WORD_NAMES[type(draw)]
        table = tables[number] if number < len(tables) else {}
        value = table.get(word)
        has_box = draw.box_key in draw.__struct_fields__
        boxes = shown.boxes.get(draw.row, ())
        is_bad = draw.row in bad or number == faulty
        yield DrawLayer(
            number=number,
            line=draw.row,
            icon=ICONS.get(word, "shape"),
            name=f"{word} {value[:LONGEST_NAME]}".strip() if isinstance(value, str) else word,
            boxes=boxes,
            values=read_box_values(document, number, draw.box_key, shown.size) if has_box else BoxValues("none"),
            keys=tuple(draw_keys(page, spec, draw, table)),
            mark="missing" if f"{shown.file}:{draw.row}" in face.missing else "error" if is_bad else "",
            opens=bool(boxes) and isinstance(draw, FaceDraw) and draw.face in page.kit.faces,
        )


def _names(value: object) -> frozenset[str]:
    return frozenset(binding.path[0] for binding in bindings(value))


# --- what can be changed ------------------------------------------------------------------------------------

LOOK_KEYS = ("style", "font", "size", "align", "valign", "colour", "fill", "stroke", "width", "radius", "opacity")
"""Keys of a draw that can be changed on the page, beside its word if that is a text."""
NUMBER_KEYS = ("size", "width", "radius", "opacity")
CHOICES = {"align": ("left", "center", "right", "start", "end"), "valign": ("top", "middle", "bottom")}
COLOUR_KEYS = ("colour", "fill", "stroke")
SHOWN_ERRORS = ("overflow", "missing-glyph")
"""Errors that a draw may have and yet be shown."""


class DrawKey(msgspec.Struct, frozen=True):
    """A key of a draw as in its file. `fallback` is its default, `choices` are its possible values."""

    name: str
    text: str
    fallback: str
    choices: tuple[str, ...] = ()
    swatch: str = ""


def draw_keys(page: PageContext, spec: FaceSpec, draw: Draw, table: Mapping[str, object]) -> Iterator[DrawKey]:
    """Yields the editable keys of a draw; `table` are the keys in its file."""
    theme, style = page.kit.theme, spec.styles.get(draw.style_used)
    choices = {**CHOICES, "style": tuple(spec.styles), "font": tuple(theme.fonts)}
    for name in (WORD_NAMES[type(draw)], *LOOK_KEYS):
        value = table.get(name, "")
        if name not in draw.__struct_fields__ or isinstance(value, list | dict) or (name == draw.box_key):
            continue
        default = getattr(style, name, None) if style and name not in table else getattr(draw, name)
        fallback = default if isinstance(default, str | int | float) else ""
        shown = [str(one) for one in (value, fallback) if one != ""]
        colour = theme.colours.get(shown[0], "") if name in COLOUR_KEYS and shown else ""
        texts = (_written(value), _written(fallback))
        yield DrawKey(name, *texts, choices.get(name, ()), colour)


def _written(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def measure_text_lines(page: PageContext, face: ProofFace, shown: LayerFace, line: int) -> dict[str, object] | None:
    """Returns the metrics of the text drawn by the line of a face file: least and largest size in pt, lines, and extent
    in mm."""
    origins = face.laid.origins if face.laid else ()
    drawn = [one for one in origins if one.place.row == line and one.place.file.endswith(shown.file)]
    items = [Group(one.items, shown.matrix) for one in drawn]
    runs = [(text, matrix) for text, matrix in texts(items) if text.text.strip()]
    if not runs:
        return None
    fonts = FontBook(page.kit.theme.fonts, page.kit.folder)
    boxes = [letters(text, matrix, fonts) for text, matrix in runs]
    sizes = [text.size * scale(matrix) for text, matrix in runs]
    return {
        "sizes": (min(sizes), max(sizes)),
        "lines": len({round(box.bottom, 1) for box in boxes}),
        "width": max(box.right for box in boxes) - min(box.x for box in boxes),
        "height": max(box.bottom for box in boxes) - min(box.y for box in boxes),
    }


# --- the page ---------------------------------------------------------------------------------------------


@bp.get("/face/<component>")
@bp.get("/face/<component>/<key>")
@bp.get("/face/<component>/<key>/<side>")
def face_page(component: str, key: str = "-", side: str = "") -> str:
    page = here()
    findings, log = page.findings, page.session.undo_log
    faces = page.session.faces(page.mode)
    sides = [face for face in faces if (face.component, face.key or "-") == (component, key)]
    face = next((face for face in sides if side in ("", face.side)), None) or abort(404)  # dice have no front
    path = request.args.get("in", "")[:LONGEST_PATH].split(".")
    outer = find_piece_layers(page, face)
    shown = find_nested_layers(page, face, outer, path) or outer
    fault = page.first_fault() if face.stale else None
    layers = tuple(draw_layers(page, shown, face, fault))
    number = request.args.get("draw", None, int)
    selected = next((layer for layer in layers if layer.number == number), None)
    place = f"{shown.file}:{selected.line}" if selected else ""
    alike = [one for one in faces if (one.component, one.side) == (component, face.side)]
    at = alike.index(face)
    scene, box = face.scene, mapped(shown.matrix, selected.box) if selected and selected.box else None
    edges = (box.x, box.y, scene.width - box.right, scene.height - box.bottom) if box else ()
    old = page.session.seen_faces(page.mode).get(face.id)
    file = _table_file(page, face)
    return render(
        "face.html",
        face=face,
        here_face=shown,
        layers=layers,
        sel=selected,
        version=_find_shown_version(log, shown),
        position=at + 1,
        total=len(alike),
        previous_face=alike[at - 1] if len(alike) > 1 else None,
        next_face=alike[(at + 1) % len(alike)] if len(alike) > 1 else None,
        sides=[one.side for one in sides],
        cells=list(_cells(page, face, file)),
        colours=sorted(page.kit.theme.colours),
        colour_keys=COLOUR_KEYS,
        look_keys=LOOK_KEYS,
        new_draws=NEW_DRAWS,
        feeding=shown.find_feeding_columns(shown.spec.draws[selected.number]) if shown.spec and selected else (),
        table=file,
        table_version=log.version(file),
        drawn_on=sum(1 for one in faces if one.boxes.get(place) or place in one.draws),
        sharing=sum(one.values.name == selected.values.name for one in layers) if selected else 0,
        over=box,
        to_trim=min(edges, default=None),
        metrics=measure_text_lines(page, face, shown, selected.line) if selected and box and not face.stale else None,
        old=old if old and old.fingerprint != face.fingerprint else None,
        diff=list_changed_lines(log.last) if log.last else [],
        found=findings.list_entries_on(face),
        fault=fault,
        waiting=sum(1 for one in faces if one.stale),
        ruler_step=10 if max(scene.width, scene.height) <= LARGE_FACE else 50,
        acceptable=ACCEPTABLE,
        address=lambda number=None, within=shown.path: _make_address(face, number, within),
    )


def _find_shown_version(log: UndoLog, shown: LayerFace) -> str:
    """Returns the version of the face file; "" if it was saved after this page read it."""
    is_same = shown.spec is not None and log.text(shown.file).replace("\r\n", "\n") == shown.spec.text
    return log.version(shown.file) if is_same else ""


def _make_address(face: ProofFace, number: int | None, within: Sequence[int]) -> str:
    """Returns the address of this page with a draw selected, for the face at the path `within`."""
    query = here().view.query(q="")
    parts = [f"in={'.'.join(map(str, within))}"] if within else []
    parts += [f"draw={number}"] if number is not None else []
    return face_address(face, query + ("&" if query else "?") + "&".join(parts) if parts else query)


def _find_row_table(page: PageContext, component: str) -> Table | None:
    found = page.proof.component(component)
    return page.kit.tables.get(found.each) if found else None


def _table_file(page: PageContext, face: ProofFace) -> str:
    """Returns the CSV file in which a piece's row can be edited; "" for none."""
    table = _find_row_table(page, face.component)
    return page.findings.file(table.file) if table and face.key and table.file.endswith(".csv") else ""


def _cells(page: PageContext, face: ProofFace, file: str) -> Iterator[dict[str, object]]:
    table = _find_row_table(page, face.component)
    if table is None or not face.key:
        return
    try:
        written = edits.read_cells(page.session.undo_log.read(file), face.line) if file else {}
    except EditError:
        written = {}
    for column, text in face.cells.items():
        base = _strip_language(table, column)
        kind = "key" if column == table.key else str(table.columns.get(base, "text")).removeprefix("optional ")
        yield {"column": column, "base": base, "kind": kind, "text": written.get(column, text)}


def _strip_language(table: Table, column: str) -> str:
    return column if column in table.columns else column.rpartition(".")[0]


def list_changed_lines(step: UndoStep) -> list[tuple[str, str]]:
    """Returns the first lines that an edit changed, with one line of context: `+`, `-` or a space, and the text."""
    old, new = (data.decode("utf-8-sig", "replace").splitlines() for data in (step.before, step.after))
    lines = list(difflib.unified_diff(old, new, n=1, lineterm=""))[2:]
    return [(line[0], line[1:]) for line in lines if not line.startswith("@@")][:12]


# --- edits ------------------------------------------------------------------------------------------------

NEW_DRAWS = {
    "text": ('text = "Text"', "box = {box}"),
    "rect": ("rect = {box}", 'stroke = "ink"'),
    "ellipse": ("ellipse = {box}", 'stroke = "ink"'),
    "line": ("line = {line}",),
    "icon": ('icon = "{icon}"', "box = {box}"),
    "picture": ('picture = "{picture}"', "box = {box}"),
}
"""The lines of a new draw, by its word."""


def _draw_of_form(page: PageContext) -> tuple[str, bytes, int]:
    """Returns the face file in the form, its content, and the current number of the draw. Raises EditError."""
    form, log = request.form, page.session.undo_log
    file = form.get("file", "")
    number = log.find_number_now(file, form.get("version", ""), form.get("draw", -1, int))
    return file, log.read(file), number


def _write(page: PageContext, file: str, before: bytes, edit: FileEdit, did: str) -> str:
    """Writes an edit of a face unless the press would reject the result. Raises EditError."""
    spec = next((one for one in page.kit.faces.values() if face_file(one.name) == file), None)
    if spec:
        text = edit.data.decode("utf-8-sig").replace("\r\n", "\n")
        findings = Findings()
        document = read_toml(text, spec.file, findings)
        face = read_face(document, file, page.kit.theme, page.kit.tables, WORDS) if document else None
        errors = findings.errors if face is None else _find_layout_errors(page, face)
        known = {(one.code, one.message) for one in page.proof.errors}
        fresh = [one for one in errors if (one.code, one.message) not in known and one.code not in SHOWN_ERRORS]
        if fresh:
            raise EditError("as_it_is", text=f"{fresh[0].message}. {fresh[0].hint}".strip())
    return page.session.undo_log.write(file, before, edit, did)


def _find_layout_errors(page: PageContext, face: FaceSpec) -> Sequence[Finding]:
    """Returns the errors of the form's piece when laid out with this face."""
    component = page.proof.component(request.form.get("component", ""))
    kit = replace(page.kit, faces={**page.kit.faces, face.name: face})
    if component is None:
        return ()
    layout = KitFaces(kit, page.mode[0], ink=page.mode[1], seals=True)
    try:
        for _ in list_piece_faces(kit, layout, component, find_row(kit, component, request.form.get("key", ""))):
            pass
    except KitError as error:
        return error.findings
    return layout.findings.errors


def _edit_box(page: PageContext) -> str:
    form, (file, data, number) = request.form, _draw_of_form(page)
    key = form.get("box", "box")
    size = form.get("width", 0.0, float), form.get("height", 0.0, float)
    old = edits.read_box(data, number, key, size)
    wanted: list[float | None] = []
    changes: list[str] = []
    ways = (("left", "right"), ("up", "down"), ("narrower", "wider"), ("lower", "higher"))
    for side, now, way in zip(edits.BOX_SIDES, old.values, ways, strict=False):
        value = edits.parse_typed_length(form.get(side, ""), now)
        is_same = value is not None and now is not None and abs(value - now) < LEAST_CHANGE
        wanted.append(None if is_same else value)
        if value is not None and now is not None and not is_same:
            changes.append(page.say(way[value > now], mm=format_mm(abs(value - now))))
    if wanted.count(None) == len(wanted):
        return ""
    done = edits.write_box(data, number, key, wanted, own=form.get("own") == "on", size=size)
    name = form.get("name", "")[:60] or key
    did = page.say("moved", what=name, how=", ".join(changes), place=f"{file}:{done.line}")
    return _write(page, file, data, done, did)


def _edit_keys(page: PageContext) -> str:
    file, data, number = _draw_of_form(page)
    now = {key: _written(value) for key, value in edits.read_keys(data, number).items()}
    texts = _find_changed_fields("key:", now)
    if not texts:
        return ""
    values = {key: _parse_key(key, text) if text else None for key, text in texts.items()}
    done = edits.set_keys(data, number, values)
    keys = ", ".join(f"{key} = {text[:40] or '–'}" for key, text in texts.items())
    return _write(page, file, data, done, page.say("key_written", keys=keys, place=f"{file}:{done.line}"))


def _find_changed_fields(prefix: str, now: Mapping[str, str]) -> dict[str, str]:
    """Returns the fields of the form that differ from those shown, and from the file's values `now`."""
    form = request.form
    given = {name.removeprefix(prefix): text.strip() for name, text in form.items() if name.startswith(prefix)}
    return {key: text for key, text in given.items() if text not in (form.get(f"was:{key}"), now.get(key, ""))}


def _parse_key(key: str, text: str) -> str | float:
    """Returns a key's value for the file: a number if one was typed, else a text such as `{size}` or `0.5mm`."""
    try:
        return float(text.replace(",", ".")) if key in NUMBER_KEYS else text
    except ValueError:
        return text


def _edit_draws(page: PageContext) -> str:
    """Adds, copies, deletes or moves a draw; its new number is in `g.selected`."""
    form, do = request.form, request.form.get("do", "")
    file, data, number = _draw_of_form(page)
    word, kit = form.get("word", ""), page.kit
    if do == "add" and word in NEW_DRAWS:
        width, height = form.get("width", 60.0, float), form.get("height", 90.0, float)
        x, y, w, h = (round(part) for part in (width / 4, height / 4, width / 2, height / 6))
        picture = next((name for name, path in kit.art.items() if path.is_relative_to(kit.folder)), "moon.svg")
        values = {"box": [x, y, w, h], "line": [x, y, x + w, y], "icon": picture.rpartition(".")[0], "picture": picture}
        done = edits.insert_draw(data, -1, [line.format_map(values) for line in NEW_DRAWS[word]])
    elif do == "copy":
        done = edits.insert_draw(data, number)
    elif do == "delete":
        done = edits.delete_draw(data, number)
    else:
        done = edits.move_draw(data, number, -1 if do == "earlier" else 1)
    g.selected = done.number
    what = word if do == "add" else form.get("name", "")[:60]
    return _write(page, file, data, done, page.say(f"draw_{do}", what=what, place=f"{file}:{done.line}"))


def _accept(page: PageContext) -> str:
    form, (file, data, number) = request.form, _draw_of_form(page)
    code = form.get("code", "")
    if code not in ACCEPTABLE:
        raise EditError("no_box")
    done = edits.accept_warning(data, number, code, form.get("reason", "")[:120])
    return _write(page, file, data, done, page.say("accepted", code=code, place=f"{file}:{done.line}"))


def _edit_cells(page: PageContext) -> str:
    form, table = request.form, _find_row_table(page, request.form.get("component", ""))
    record = table.by_key.get(form.get("key", "")) if table else None
    if table is None or record is None:
        raise EditError("no_row")
    file, log = page.findings.file(table.file), page.session.undo_log
    log.find_number_now(file, form.get("version", ""))
    data = old = log.read(file)
    before = edits.read_cells(data, record.line)
    if before.get(table.key) != record.key:  # rows have moved since the table was read
        raise EditError("newer", file=file)
    changes = _find_changed_fields("cell:", before)
    for column, text in changes.items():
        check_cell(page, table, column, text)
        data = edits.write_cell(data, record.line, column, text)
    cells = ", ".join(f"{column} = {text[:40] or '–'}" for column, text in changes.items())
    did = page.say("cell_written", cells=cells, place=f"{file}:{record.line}")
    return log.write(file, old, FileEdit(data, record.line), did) if changes else ""


def check_cell(page: PageContext, table: Table, column: str, text: str) -> None:
    """Raises EditError if a column does not accept this text."""
    base = _strip_language(table, column)
    kind = table.columns.get(base)
    if kind is None or column == table.key:
        raise EditError("no_row")
    if not text:
        if not (kind.optional or kind.many or base != column):  # a text may lack a language
            raise EditError("cell_empty", column=column)
        return
    try:
        value = convert_cell(text, kind)
    except BadValueError as error:
        raise EditError("as_it_is", text=f"{column} {error.message}. {error.hint}".strip()) from None
    if kind.sort == "ref" and kind.table in page.kit.tables:
        known = page.kit.tables[kind.table].by_key
        for key in value if isinstance(value, tuple) else (value,):
            if key not in known:
                listed = page.say.join_names(tuple(known), 8)
                raise EditError("no_such_row", key=key, table=kind.table, known=listed)


def _undo(page: PageContext, *, again: bool = False) -> str:
    step = page.session.undo_log.undo(again=again)
    return page.say("redone" if again else "undone", what=step.did) if step else ""


EDITS: dict[str, Callable[[PageContext], str]] = {
    "box": _edit_box,
    "keys": _edit_keys,
    "draws": _edit_draws,
    "accept": _accept,
    "cell": _edit_cells,
    "undo": _undo,
    "redo": partial(_undo, again=True),
}
"""Each writes one edit and returns it in words, "" for none. Raises EditError."""


@bp.post("/<any(box, keys, draws, accept, cell, undo, redo):kind>")
def edit(kind: str) -> AppResponse:
    """Writes an edit and answers once the faces are redrawn, or returns why nothing was written.

    The answer to an edit of draws is the number of the draw to select.
    """
    page = here()
    with page.session.lock:
        try:
            page.session.update(EDITS[kind](page))
        except EditError as error:
            status = 409 if str(error) in ("newer", "unwritable", "draw_gone") else 422
            return answer_form(page.say(str(error), **error.values), status)
    if kind != "draws":
        return answer_form()
    if request.headers.get("X-Token"):
        return Response(str(g.selected), mimetype="text/plain")
    return answer_form(select=f"draw={g.selected}")
