"""The page of all faces, `/`: gallery, filter, order, components and findings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import PurePosixPath

import msgspec
from flask import Blueprint, Response, abort, request, stream_with_context

from pnp.build.manifest import MANIFEST
from pnp.kit import Kit, Record
from pnp.kit.evaluation import check_condition, row_test
from pnp.kit.expressions import parse_condition
from pnp.kit.model import AnyComponent, Faced, Leaflet, TuckBox
from pnp.kit.toml_source import BadValueError
from pnp.scene import Box
from pnp.schema import FOLDER
from pnp.sheet.parts import count, trim_size
from pnp.studio.page_context import (
    FOREVER,
    AppResponse,
    FindingList,
    GalleryView,
    StudioWords,
    current_session,
    face_sizes,
    fault_at,
    form_answer,
    format_mm,
    png_response,
    render,
    svg_response,
    words,
)
from pnp.studio.proof import FaceId, Mode, ProofFace, face_file
from pnp.studio.session import Session

bp = Blueprint("faces", __name__)
ICONS = {"board": "page", "sheet": "page", "token": "coin", "tile": "face", "leaflet": "book", "box": "box"}


class GalleryFace(msgspec.Struct, frozen=True):
    """A face in the gallery. `why` says what changed it, or why it is an extreme; `boxes` are those of findings."""

    face: ProofFace
    language: str
    label: str
    changed: bool
    why: str
    errors: int
    warnings: int
    boxes: tuple[tuple[Box, str], ...]

    @property
    def found(self) -> bool:
        return bool(self.errors or self.warnings)


@bp.get("/")
def faces_page() -> str:
    """The gallery; of a kit that never could be read, the lines of its first error."""
    session, view, say = current_session(), GalleryView.of(request.args), words()
    kit, findings = session.proof.kit, FindingList(session.proof)
    if kit is None:
        first = findings.all[0]
        fault = fault_at(session.folder, first.file, first.line, first.column, first.finding)
        return render("faces.html", fault=fault)
    modes = view.modes(kit.languages)
    gallery = [one for mode in modes for one in _gallery(session, kit, mode, view, findings, say)]
    filtered = FaceFilter(view.q, kit)
    shown: defaultdict[str, list[GalleryFace]] = defaultdict(list)
    for one in gallery:
        if (view.which == "all" or (one.changed if view.which == "changed" else one.found)) and filtered(one.face):
            shown[one.face.component].append(one)
    each = next((one.each for one in kit.components if one.each in kit.tables), "")
    return render(
        "faces.html",
        links=[_component_link(session, kit, one, findings, view, say) for one in kit.components],
        rows=[_row(kit, one, _ordered(shown[one.id], view, say), say) for one in kit.components if shown[one.id]],
        pieces=sum(count(kit, one) for one in kit.components if not isinstance(one, Leaflet)),
        numbers={
            "all": len(gallery),
            "changed": sum(one.changed for one in gallery),
            "found": sum(one.found for one in gallery),
        },
        filter=filtered,
        several=len(modes) > 1,
        steps=list_first_steps(session, kit),
        first_file=findings.file(kit.tables[each].file) if each else "kit.toml",
    )


def _gallery(
    session: Session, kit: Kit, mode: Mode, view: GalleryView, findings: FindingList, say: StudioWords
) -> Iterable[GalleryFace]:
    """The faces of a mode. A back that equals an earlier one of its component is left out."""
    seen: set[tuple[str, str]] = set()
    titles = {component.id: component.title[mode[0]] for component in kit.components}
    for face in session.faces(mode):
        look = (face.component, face.fingerprint)
        if face.side == "back" and (not view.backs or look in seen):
            continue
        seen.add(look)
        why = find_cause(face, session.seen_faces(mode))
        found = findings.on(face)
        errors = sum(one.severity == "error" for one in found)
        label = face.title if face.key or face.side == "front" else titles[face.component]
        yield GalleryFace(
            face=face,
            language=mode[0],
            label=label if face.side == "front" else f"{label} · {say.side(face.side)}",
            changed=why is not None,
            why=say.join_names(why, 1) if why else "",
            errors=errors,
            warnings=len(found) - errors,
            boxes=tuple(
                (box, one.severity)
                for one in found
                for box, _ in face.boxes.get(f"{findings.file(one.place.file)}:{one.place.row}", ())
            ),
        )


def find_cause(face: ProofFace, seen: Mapping[FaceId, ProofFace]) -> tuple[str, ...] | None:
    """The columns that changed a face since it was seen, else the draws; None if it looks the same."""
    old = seen.get(face.id)
    if old is None:
        return ()
    if old.fingerprint == face.fingerprint:
        return None
    cells = tuple(name for name, text in face.cells.items() if old.cells.get(name, "") != text)
    known = set(old.draws.values())  # by content, as a new line moves the places of all that follow
    return cells or tuple(place for place, items in face.draws.items() if items not in known)


def _ordered(faces: Sequence[GalleryFace], view: GalleryView, say: StudioWords) -> tuple[GalleryFace, ...]:
    if view.order == "changed":
        return tuple(sorted(faces, key=lambda one: not one.changed))
    if view.order == "found":
        return tuple(sorted(faces, key=lambda one: (not one.errors, not one.warnings)))
    if view.order == "table":
        return tuple(faces)
    reasons = find_extremes([one.face for one in faces])
    rank = {face: number for number, face in enumerate(reasons)}
    why = {face: say(key, column=column) for face, (key, column) in reasons.items()}
    first = sorted(faces, key=lambda one: rank.get(one.face.id, len(rank)))
    return tuple(msgspec.structs.replace(one, why=one.why or why.get(one.face.id, "")) for one in first)


def find_extremes(faces: Sequence[ProofFace]) -> dict[FaceId, tuple[str, str]]:
    """Faces that speak for all others: with the `longest`, the `shortest` or an `empty` cell of a column."""
    found: dict[FaceId, tuple[str, str]] = {}
    columns: defaultdict[str, list[ProofFace]] = defaultdict(list)
    for face in faces:
        if face.side == faces[0].side:
            for column in face.cells:
                columns[column].append(face)
    for column, those in columns.items():
        lengths = [len(face.cells[column]) for face in those]
        if len(set(lengths)) < 2 or all(face.cells[column] == face.key for face in those):  # a name that none reads
            continue
        filled = [face for face in those if face.cells[column]]
        found.setdefault(max(filled, key=lambda face: len(face.cells[column])).id, ("longest", column))
        found.setdefault(min(filled, key=lambda face: len(face.cells[column])).id, ("shortest", column))
        if len(filled) < len(those):
            found.setdefault(those[lengths.index(0)].id, ("empty", column))
    return found


def _row(kit: Kit, component: AnyComponent, faces: tuple[GalleryFace, ...], say: StudioWords) -> dict[str, object]:
    copies = {one.face.key: one.face.copies for one in faces}
    files = [face_file(component.face)] if isinstance(component, Faced) else []
    if isinstance(component, TuckBox):
        files = [face_file(component.faces.front)]
    if component.each in kit.tables:
        files.append(PurePosixPath(kit.tables[component.each].file).name)
    about = f"{say.count('pieces', sum(copies.values()))} · {format_size(kit, component)} mm"
    title = component.title[faces[0].language]
    return {"id": component.id, "title": title, "about": about, "files": files, "faces": faces}


def _component_link(
    session: Session, kit: Kit, component: AnyComponent, findings: FindingList, view: GalleryView, say: StudioWords
) -> dict[str, object]:
    """A component in the list of the left side."""
    found, counts = findings.of(component.id), session.proof.counts
    errors = sum(one.severity == "error" for one in found)
    pieces = count(kit, component)
    pages = counts.pages.get(component.id, 0) if counts else 0
    leaflet = f"/leaflet/{component.id}{GalleryView(language=view.language).query()}"
    return {
        "title": component.title[view.modes(kit.languages)[0][0]],
        "icon": ICONS.get(component.kind, "cards" if pieces > 1 else "card"),
        "about": " · ".join(filter(None, (say.choice("kind", component.kind), format_size(kit, component)))),
        "pieces": say("pages_short", n=pages) if pages else str(pieces),
        "errors": errors,
        "warnings": len(found) - errors,
        "address": leaflet if isinstance(component, Leaflet) else f"#part-{component.id}",
    }


def format_size(kit: Kit, component: AnyComponent) -> str:
    """Trim size in mm: `63.5 × 88.9`, `⌀ 24`; "" for a leaflet."""
    if isinstance(component, Leaflet):
        return ""
    width, height = map(format_mm, trim_size(kit, component))
    return f"⌀ {width}" if getattr(component, "shape", "") == "round" else f"{width} × {height}"


def list_first_steps(session: Session, kit: Kit) -> dict[str, bool]:
    """What to try with a kit of `pnp new` that was never built, by the keys of texts, and whether it is done; nothing
    once all is done."""
    steps = {
        "step_look": True,
        "step_change": session.saved,
        "step_move": bool(session.undo_log.last or session.undo_log.next),
        "step_print": (session.out / kit.id / MANIFEST).is_file(),
    }
    is_new = session.unbuilt and (session.folder / FOLDER).is_dir()
    return {} if all(steps.values()) or not is_new else steps


class FaceFilter:
    """Tests faces by a condition over columns (`price > 4`), else by words in their titles and cells.

    `fault` and `hint` say what is wrong with a condition; it lets no face through then.
    """

    def __init__(self, text: str, kit: Kit) -> None:
        self.fault = self.hint = ""
        self._words = text.casefold().split()
        self._is_condition = any(sign in text for sign in "=<>!")
        self._tests: dict[str, Callable[[Record], bool]] = {}
        self._rows = {one.id: kit.tables[one.each].by_key for one in kit.components if one.each in kit.tables}
        if self._is_condition:
            self._compile(text, kit)

    def __call__(self, face: ProofFace) -> bool:
        if not self._is_condition:
            text = " ".join((face.title, face.key, face.component, *face.cells.values())).casefold()
            return all(word in text for word in self._words)
        record = self._rows.get(face.component, {}).get(face.key)
        test = self._tests.get(record.table) if record else None
        try:
            return record is not None and test is not None and test(record)
        except BadValueError:  # in this row alone
            return False

    def _compile(self, text: str, kit: Kit) -> None:
        """Compiles the condition for each table that has its columns."""
        try:
            condition = parse_condition(text)
        except BadValueError as error:
            self.fault, self.hint = error.message, error.hint
            return
        columns = list(dict.fromkeys(column for table in kit.tables.values() for column in table.columns))
        for table in kit.tables.values():
            try:
                check_condition(condition, table, kit.tables)
                self._tests[table.name] = row_test(condition, kit.tables)
            except BadValueError as error:
                self.fault, self.hint = error.message, error.hint
            except KeyError as error:
                close = get_close_matches(str(error.args[0]), columns, n=1)
                self.fault = f"names {error.args[0]}, which is no column"
                self.hint = f"{close[0]}?" if close else ", ".join(columns[:12])
        if self._tests:
            self.fault = self.hint = ""


@bp.get("/svg/<fingerprint>/<edge>.svg")
def face_svg(fingerprint: str, edge: str) -> Response:
    if edge not in ("trim", "bleed"):
        abort(404)
    return svg_response(current_session().svg(fingerprint, bleed=edge == "bleed"))


@bp.get("/png/<fingerprint>/<edge>.png")
def face_png(fingerprint: str, edge: str) -> Response:
    if edge not in ("trim", "bleed"):
        abort(404)
    return png_response(current_session().png(fingerprint, bleed=edge == "bleed"))


@bp.get("/look/<digest>.css")
def face_styles(digest: str) -> Response:
    return Response(face_sizes(current_session().proof), mimetype="text/css", headers={"Cache-Control": FOREVER})


@bp.get("/events")
def events() -> Response:
    session = current_session()
    stream = session.events.stream(lambda: f'{{"state": {session.state}}}')
    return Response(stream_with_context(stream), mimetype="text/event-stream")


@bp.post("/seen")
def mark_seen() -> AppResponse:
    current_session().mark_seen()
    return form_answer()
