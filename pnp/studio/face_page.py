"""The page of one face, `/face/COMPONENT/ROW/SIDE`: what draws it, its boxes, its row; and the edits made there."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

import msgspec
from flask import Blueprint, abort, request

from pnp.art.paths import map_items
from pnp.check.contrast import GroundSampler
from pnp.check.face_rules import COVERED, letters, needed_contrast
from pnp.check.outlines import scale, texts
from pnp.face.layout import Layout
from pnp.face.words import WORDS
from pnp.face.words.face import FaceDraw
from pnp.findings import ACCEPTABLE, KitError
from pnp.kit import Kit, Table
from pnp.kit.expressions import Node, bindings
from pnp.kit.face_files import Draw, FaceSpec, nodes
from pnp.kit.model import AnyComponent, Faced
from pnp.kit.tables import typed_value
from pnp.kit.toml_source import BadValueError
from pnp.scene import IDENTITY, Box, Group, Item, Matrix, Scene, Text, mapped
from pnp.scene.colour import contrast
from pnp.studio.edits import (
    BOX_SIDES,
    BoxValues,
    EditError,
    UndoStep,
    accept_warning,
    box_values,
    parse_typed_length,
    read_box,
    read_cells,
    write_box,
    write_cell,
)
from pnp.studio.faces_page import faces_page
from pnp.studio.page_context import (
    AppResponse,
    Fault,
    FindingEntry,
    FindingList,
    GalleryView,
    StudioWords,
    current_session,
    face_address,
    fault_at,
    form_answer,
    format_mm,
    language_of,
    render,
    words,
)
from pnp.studio.proof import DrawBoxes, Mode, ProofFace, face_file, row_of
from pnp.studio.session import Session
from pnp.text.fonts import FontBook

bp = Blueprint("face", __name__)
ICONS = {
    "rect": "rect", "ellipse": "oval", "line": "line", "text": "text", "flow": "text", "table": "text", "icon": "sign",
    "picture": "picture", "face": "face", "piece": "cards", "qr": "code", "seal": "code",
}  # fmt: skip
"""The icon of a drawing word; all others share one."""
WORD_NAMES: Mapping[type[Draw], str] = {word: name for name, word in WORDS.items()}
MOST_NESTED = 20
LONGEST_NAME = 40
LEAST_CHANGE = 0.005
"""Millimetres; a smaller change is none."""
LARGE_FACE = 150.0
"""Millimetres; the ruler of a larger face has fewer numbers."""


# --- what draws a face ------------------------------------------------------------------------------------


class DrawLayer(msgspec.Struct, frozen=True):
    """A draw of a face: its number and line in the file, its name, its boxes on this piece, and its box as the file
    has it. `opens`: it draws another face, whose layers can be shown."""

    number: int
    line: int
    icon: str
    name: str
    boxes: DrawBoxes
    values: BoxValues
    bad: bool
    opens: bool

    @property
    def box(self) -> Box | None:
        return self.boxes[0][0] if self.boxes else None

    @property
    def editable(self) -> tuple[bool, ...]:
        """For x, y, w and h whether they are numbers that can be written."""
        named = self.values.kind in ("own", "named")
        return tuple(named and value is not None for value in self.values.values) or (False,) * 4


class LayerFace(msgspec.Struct, frozen=True, kw_only=True):
    """The face whose layers are shown: that of the piece, or one that it draws.

    `calls` are the draws that lead there, `path` their numbers, `matrix` maps its mm to those of the piece; `others`
    are the matrices of further places where it is drawn. `boxes` are those of its draws, by line.
    """

    file: str
    spec: FaceSpec | None
    size: tuple[float, float]
    boxes: Mapping[int, DrawBoxes]
    matrix: Matrix = IDENTITY
    calls: tuple[FaceDraw, ...] = ()
    path: tuple[int, ...] = ()
    others: tuple[Matrix, ...] = ()

    def feeding_columns(self, draw: Draw) -> frozenset[str]:
        """The columns of the piece's row that a draw depends on, through the inputs of nested faces."""
        names = _names(nodes(draw))
        for call in reversed(self.calls):
            inputs = dict(call.set)
            names = frozenset[str]().union(
                *(_names(inputs[name].nodes) if name in inputs else {name} for name in names)
            )
            names |= _names(call.record.nodes) if call.record else frozenset()
        return names


def layer_face(
    session: Session, kit: Kit, mode: Mode, component: AnyComponent, face: ProofFace, path: Sequence[int]
) -> LayerFace | None:
    """The face file of a side, or of the face that the draws of a path lead to; None if they lead nowhere.

    The path is empty for sides that the press lays out itself, which have no file.
    """
    size = (face.scene.width, face.scene.height)
    back = face.side == "back"
    name = (component.back if back else component.face) if isinstance(component, Faced) else ""
    remembered = session.last_face_file(face_file(name))
    spec = kit.faces.get(name) or (remembered.face if remembered else None)
    if not isinstance(component, Faced) or face.side not in ("front", "back") or spec is None:
        return None if path else LayerFace(file="", spec=None, size=size, boxes={})
    if not path:
        boxes = {draw.row: face.boxes.get(f"{face_file(name)}:{draw.row}", ()) for draw in spec.draws}
        return LayerFace(file=face_file(name), spec=spec, size=size, boxes=boxes)
    calls: list[FaceDraw] = []
    for number in path:
        draw = spec.draws[number] if spec and number < len(spec.draws) else None
        if not isinstance(draw, FaceDraw):
            return None
        calls.append(draw)
        spec = kit.faces.get(draw.face)
    try:
        layout = Layout(kit, mode[0], ink=mode[1])
        row = row_of(kit, component, face.key)
        found = layout.within(component, row, [call.row for call in calls], back=back)
    except (KitError, BadValueError):
        return None
    if not found or spec is None:
        return None
    return LayerFace(
        file=face_file(spec.name),
        spec=spec,
        size=found[0].size,
        boxes={drawn.place.row: drawn.boxes for drawn in found[0].boxes()},
        matrix=found[0].matrix,
        calls=tuple(calls),
        path=tuple(path),
        others=tuple(call.matrix for call in found[1:]),
    )


def draw_layers(
    session: Session, kit: Kit, here: LayerFace, face: ProofFace, findings: FindingList, fault: Fault | None
) -> Iterator[DrawLayer]:
    """The draws of a face in order. Of a file that cannot be read they are as they last were, the faulty one marked."""
    text, faulty = session.undo_log.text(here.file), -1
    remembered = session.last_face_file(here.file)
    if remembered and here.spec and not (text and here.spec.name in kit.faces):
        before = text.splitlines()[: fault.line] if fault and fault.file == here.file else []
        faulty = sum(line.strip().startswith("[[draw]]") for line in before) - 1
        text = remembered.text
    try:
        document = tomllib.loads(text.replace("\r\n", "\n"))
    except ValueError:
        document = {}
    tables = document.get("draw", [])
    bad = {one.place.row for one in findings.on(face) if findings.file(one.place.file) == here.file}
    for number, draw in enumerate(here.spec.draws if here.spec else ()):
        word = WORD_NAMES[type(draw)]
        value = tables[number].get(word) if number < len(tables) else None
        has_box = draw.box_key in draw.__struct_fields__
        boxes = here.boxes.get(draw.row, ())
        yield DrawLayer(
            number=number,
            line=draw.row,
            icon=ICONS.get(word, "shape"),
            name=f"{word} {value[:LONGEST_NAME]}".strip() if isinstance(value, str) else word,
            boxes=boxes,
            values=box_values(document, number, draw.box_key, here.size) if has_box else BoxValues("none", ""),
            bad=draw.row in bad or number == faulty,
            opens=bool(boxes) and isinstance(draw, FaceDraw) and draw.face in kit.faces,
        )


def _names(expressions: Iterable[Node]) -> frozenset[str]:
    return frozenset(binding.path[0] for node in expressions for binding in bindings(node))


# --- text metrics -----------------------------------------------------------------------------------------


def text_metrics(kit: Kit, face: ProofFace, here: LayerFace, line: int) -> dict[str, object]:
    """The text that the draw at a line puts on a face: least and largest size in pt, fonts, lines, extent in mm, its
    colour and the nearest one beneath it, their contrast and the contrast that is needed."""
    items = [
        Group((item,), here.matrix)
        for origin in (face.laid.origins if face.laid else ())
        if origin.place.row == line and origin.place.file.endswith(here.file)
        for item in origin.items
    ]
    runs = [(text, matrix) for text, matrix in texts(items) if text.text.strip()]
    if not runs:
        return {}
    fonts = FontBook(kit.theme.fonts, kit.folder)
    boxes = [letters(text, matrix, fonts) for text, matrix in runs]
    sizes = [text.size * scale(matrix) for text, matrix in runs]
    text, matrix = runs[0]
    ground = text.halo
    if not ground:
        bare = msgspec.structs.replace(face.scene, items=map_items(face.scene.items, _without_text), codes=(), keep=())
        shares = GroundSampler(bare, fonts).colours(boxes[0])
        shades = [shade for shade, share in shares.items() if share > COVERED]
        ground = min(shades, key=lambda shade: contrast(text.colour, shade), default="#FFFFFF")
    return {
        "sizes": (min(sizes), max(sizes)),
        "fonts": dict.fromkeys(text.font for text, _ in runs),
        "lines": len({round(box.bottom, 1) for box in boxes}),
        "width": max(box.right for box in boxes) - min(box.x for box in boxes),
        "height": max(box.bottom for box in boxes) - min(box.y for box in boxes),
        "colour": text.colour,
        "ground": ground,
        "contrast": contrast(text.colour, ground),
        "needed": needed_contrast(text, matrix),
    }


def _without_text(item: Item) -> Item | None:
    return None if isinstance(item, Text) else item


# --- the page ---------------------------------------------------------------------------------------------


@bp.get("/face/<component>")
@bp.get("/face/<component>/<key>")
@bp.get("/face/<component>/<key>/<side>")
def face_page(component: str, key: str = "-", side: str = "") -> str:
    session, view = current_session(), GalleryView.of(request.args)
    kit, parent = session.proof.kit, session.proof.component(component)
    if kit is None:
        return faces_page()
    mode = (language_of(view), view.ink)
    faces = session.faces(mode)
    sides = [face for face in faces if (face.component, face.key or "-") == (component, key)]
    face = next((face for face in sides if side in ("", face.side)), None)  # boxes and dice have no front
    if face is None or parent is None:
        abort(404)
    findings, log = FindingList(session.proof), session.undo_log
    here = layer_face(session, kit, mode, parent, face, _path(request.args.get("in", "")))
    here = here or layer_face(session, kit, mode, parent, face, ())
    assert here is not None  # an empty path always leads somewhere
    fault = _first_fault(session, findings) if face.stale else None
    layers = tuple(draw_layers(session, kit, here, face, findings, fault))
    number = request.args.get("draw", None, int)
    selected = next((layer for layer in layers if layer.number == number), None)
    measured = selected is not None and bool(selected.boxes) and not face.stale
    alike = [one for one in faces if (one.component, one.side) == (component, face.side)]
    at = alike.index(face)
    several = len(alike) > 1
    table = findings.file(kit.tables[parent.each].file) if parent.each in kit.tables and face.key else ""
    old = session.seen_faces(mode).get(face.id)
    return render(
        "face.html",
        face=face,
        here_face=here,
        layers=layers,
        sel=selected,
        version=log.version(here.file),
        position=at + 1,
        total=len(alike),
        previous_face=alike[at - 1] if several else None,
        next_face=alike[(at + 1) % len(alike)] if several else None,
        sides=[one.side for one in sides],
        cells=list(_cells(session, kit, parent, face, here, selected, table)),
        table=table if table.endswith(".csv") else "",
        table_version=log.version(table),
        drawn_on=_count_faces(faces, here.file, selected),
        sharing=sum(one.values.name == selected.values.name for one in layers) if selected else 0,
        to_trim=_distance_to_trim(face.scene, here, selected),
        metrics=text_metrics(kit, face, here, selected.line) if selected and measured else None,
        old=old if old and old.fingerprint != face.fingerprint else None,
        diff=diff_lines(log.last) if log.last else [],
        found=[one for one in findings.all if one.finding in findings.on(face)],
        fault=fault,
        waiting=sum(1 for one in faces if one.stale),
        mapped=mapped,
        ruler=_ruler_path,
        ruler_step=10 if max(face.scene.width, face.scene.height) <= LARGE_FACE else 50,
        can_accept=lambda one: _accepting_layer(one, layers, here.file),
        address=lambda number=None, within=here.path: _address(face, number, within),
    )


def _path(text: str) -> tuple[int, ...]:
    """The numbers of draws that lead to a nested face: `3.0`; empty if the text is no path."""
    parts = text.split(".")[:MOST_NESTED]
    return tuple(map(int, parts)) if all(part.isdecimal() and len(part) < 5 for part in parts) else ()


def _address(face: ProofFace, number: int | None, within: Sequence[int]) -> str:
    """The address of this page with a draw selected, of the face that the path `within` leads to."""
    query = GalleryView.of(request.args).query(q="")
    parts = [f"in={'.'.join(map(str, within))}"] if within else []
    parts += [f"draw={number}"] if number is not None else []
    return face_address(face, query + ("&" if query else "?") + "&".join(parts) if parts else query)


def _first_fault(session: Session, findings: FindingList) -> Fault | None:
    first = next((one for one in findings.all if one.severity == "error"), None)
    return fault_at(session.folder, first.file, first.line, first.column, first.finding) if first else None


def _cells(
    session: Session,
    kit: Kit,
    component: AnyComponent,
    face: ProofFace,
    here: LayerFace,
    selected: DrawLayer | None,
    file: str,
) -> Iterator[dict[str, object]]:
    table = kit.tables.get(component.each)
    if table is None or not face.key:
        return
    try:
        written = read_cells(session.undo_log.read(file), face.line) if file.endswith(".csv") else {}
    except EditError:
        written = {}
    feeding = here.feeding_columns(here.spec.draws[selected.number]) if here.spec and selected else frozenset()
    for column, text in face.cells.items():
        base = _base_column(table, column)
        kind = "key" if column == table.key else str(table.columns.get(base, "text")).removeprefix("optional ")
        yield {"column": column, "kind": kind, "text": written.get(column, text), "feeds": base in feeding}


def _base_column(table: Table, column: str) -> str:
    """The name of a column without its language."""
    return column if column in table.columns else column.rpartition(".")[0]


def _count_faces(faces: Sequence[ProofFace], file: str, layer: DrawLayer | None) -> int:
    """How many faces a draw is on."""
    place = f"{file}:{layer.line}" if layer else ""
    return sum(1 for face in faces if face.boxes.get(place) or place in face.draws)


def _distance_to_trim(scene: Scene, here: LayerFace, layer: DrawLayer | None) -> float | None:
    """From a draw's box to the nearest edge of the trim in mm, negative beyond it."""
    if layer is None or layer.box is None:
        return None
    box = mapped(here.matrix, layer.box)
    return min(box.x, box.y, scene.width - box.right, scene.height - box.bottom)


def _accepting_layer(entry: FindingEntry, layers: Sequence[DrawLayer], file: str) -> DrawLayer | None:
    """The draw that may accept a warning."""
    if entry.severity != "warning" or entry.finding.code not in ACCEPTABLE or entry.file != file:
        return None
    return next((layer for layer in layers if layer.line == entry.line), None)


def _ruler_path(width: float, height: float, bleed: float) -> str:
    """The ticks above and beside a face, as SVG path data."""
    start = format_mm(-bleed - 0.5)
    lengths = {0: 1.9, 5: 1.3}
    above = (f"M{n} {start}v-{lengths.get(n % 10, 0.7)}" for n in range(int(width) + 1))
    beside = (f"M{start} {n}h-{lengths.get(n % 10, 0.7)}" for n in range(int(height) + 1))
    return "".join((*above, *beside))


def diff_lines(step: UndoStep) -> list[tuple[int, str, str]]:
    """The first lines that an edit changed, with one line around them: number, `add`, `del` or "", and text."""
    old, new = (data.decode("utf-8-sig", "replace").splitlines() for data in (step.before, step.after))
    found: list[tuple[int, str, str]] = []
    for group in difflib.SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(1):
        for tag, a, b, c, d in group:
            if tag == "equal":
                found += [(n + 1, "", new[n]) for n in range(c, d)]
            else:
                found += [(n + 1, "del", old[n]) for n in range(a, b)]
                found += [(n + 1, "add", new[n]) for n in range(c, d)]
    return found[:12]


# --- edits ------------------------------------------------------------------------------------------------


def _edit_box(session: Session, say: StudioWords) -> str:
    form, file = request.form, request.form.get("file", "")
    number, key = form.get("draw", -1, int), form.get("key", "box")
    data = session.undo_log.read(file)
    size = form.get("width", 0.0, float), form.get("height", 0.0, float)
    old = read_box(data, number, key, size)
    wanted = [parse_typed_length(form.get(side, ""), now) for side, now in zip(BOX_SIDES, old.values, strict=False)]
    changes: list[str] = []
    ways = (("left", "right"), ("up", "down"), ("narrower", "wider"), ("lower", "higher"))
    for n, (value, now, way) in enumerate(zip(wanted, old.values, ways, strict=False)):
        if value is not None and now is not None and abs(value - now) < LEAST_CHANGE:
            wanted[n] = None
        elif value is not None and now is not None:
            changes.append(say(way[value > now], mm=format_mm(abs(value - now))))
    if not any(value is not None for value in wanted):
        return ""
    done = write_box(data, number, key, wanted, own=form.get("own") == "on", size=size)
    name = form.get("name", "")[:60] or key
    did = say("moved", what=name, how=", ".join(changes), place=f"{file}:{done.line}")
    session.undo_log.write(file, form.get("version", ""), done.data, did)
    return did


def _accept(session: Session, say: StudioWords) -> str:
    form, file, code = request.form, request.form.get("file", ""), request.form.get("code", "")
    if code not in ACCEPTABLE:
        raise EditError("no_box")
    data = session.undo_log.read(file)
    done = accept_warning(data, form.get("draw", -1, int), code, form.get("reason", "")[:120])
    did = say("accepted", code=code, place=f"{file}:{done.line}")
    session.undo_log.write(file, form.get("version", ""), done.data, did)
    return did


def _edit_cells(session: Session, say: StudioWords) -> str:
    """Writes all changed cells of a row, or none."""
    form, kit = request.form, session.proof.kit
    component = session.proof.component(form.get("component", ""))
    table = kit.tables.get(component.each) if kit and component else None
    record = table.by_key.get(form.get("key", "")) if table else None
    if kit is None or table is None or record is None:
        raise EditError("no_row")
    file = FindingList(session.proof).file(table.file)
    data = session.undo_log.read(file)
    before = read_cells(data, record.line)
    given = {name.removeprefix("cell:"): text.strip() for name, text in form.items() if name.startswith("cell:")}
    changes = {column: text for column, text in given.items() if before.get(column) != text}
    for column, text in changes.items():
        check_cell(kit, table, column, text, say)
        data = write_cell(data, record.line, column, text)
    if not changes:
        return ""
    cells = ", ".join(f"{column} = {text[:40] or '–'}" for column, text in changes.items())
    did = say("cell_written", cells=cells, place=f"{file}:{record.line}")
    session.undo_log.write(file, form.get("version", ""), data, did)
    return did


def check_cell(kit: Kit, table: Table, column: str, text: str, say: StudioWords) -> None:
    """Raises EditError if a column does not take this text."""
    base = _base_column(table, column)
    kind = table.columns.get(base)
    if kind is None or column == table.key:
        raise EditError("no_row")
    if not text:
        if not (kind.optional or kind.many or base != column):  # a text may lack a language
            raise EditError("cell_empty", column=column)
        return
    try:
        value = typed_value(text, kind)
    except BadValueError as error:
        raise EditError("as_it_is", text=f"{column} {error.message}. {error.hint}".strip()) from None
    if kind.sort == "ref" and kind.table in kit.tables:
        known = kit.tables[kind.table].by_key
        for key in value if isinstance(value, tuple) else (value,):
            if key not in known:
                listed = say.join_names(tuple(known), 8)
                raise EditError("no_such_row", key=key, table=kind.table, known=listed)


def _undo(session: Session, say: StudioWords, *, redo: bool = False) -> str:
    step = session.undo_log.redo() if redo else session.undo_log.undo()
    return say("redone" if redo else "undone", what=step.did) if step else ""


EDITS: dict[str, Callable[[Session, StudioWords], str]] = {
    "box": _edit_box,
    "accept": _accept,
    "cell": _edit_cells,
    "undo": _undo,
    "redo": partial(_undo, redo=True),
}
"""Each writes one edit and returns it in words, "" for none. Raises EditError."""


@bp.post("/<any(box, accept, cell, undo, redo):kind>")
def edit(kind: str) -> AppResponse:
    """Writes an edit and answers once the faces are redrawn, or says why nothing was written."""
    session, say = current_session(), words()
    with session.lock:
        try:
            did = EDITS[kind](session, say)
        except EditError as error:
            status = 409 if str(error) in ("newer", "unwritable") else 422
            return form_answer(say(str(error), **error.values), status)
        session.update(did)
    return form_answer()
