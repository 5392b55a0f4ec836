"""The page of all faces, `/`: gallery, filter, order, components and findings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

import msgspec
from flask import Blueprint, Response, abort
from msgspec.structs import replace

from pnp.build.manifest import MANIFEST
from pnp.kit import Kit, Record
from pnp.kit.evaluation import check_condition, make_row_test
from pnp.kit.expressions import parse_condition
from pnp.kit.model import AnyComponent, Faced, Leaflet, TuckBox
from pnp.kit.toml_source import BadValueError, accepted
from pnp.render.png import encode_scenes
from pnp.render.svg import write_svg
from pnp.scene import Box
from pnp.schema import FOLDER
from pnp.sheet.parts import count, measure_trim
from pnp.studio.page_context import (
    FOREVER,
    AppResponse,
    PageContext,
    answer_form,
    face_sizes,
    format_mm,
    here,
    render,
    send_drawing,
)
from pnp.studio.proof import FaceId, Mode, ProofFace, face_file
from pnp.studio.session import Session

bp = Blueprint("faces", __name__)
ICONS = {"board": "page", "sheet": "page", "token": "coin", "tile": "face", "leaflet": "book", "box": "box"}
PICTURE_DPI, PICTURE_WIDTH = 192, 1200
"""Pictures of the gallery: two pixels for one of the screen at real size, and their greatest width."""


class GalleryFace(msgspec.Struct, frozen=True):
    """A face in the gallery. `why` is what changed it, or why it is an extreme; `boxes` are those of findings, each
    with its severity, or `missing` for a picture."""

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
    page = here()
    kit, view = page.kit, page.view
    gallery = [one for mode in page.modes for one in _list_gallery(page, mode)]
    wanted = {"all": gallery, "changed": [one for one in gallery if one.changed]}
    wanted["found"] = [one for one in gallery if one.found]
    wanted["extremes"] = [one for component in kit.components for one in _list_extremes(page, gallery, component.id)]
    faces, fault = filter_faces(wanted[view.which], view.q, kit)
    shown: defaultdict[str, list[GalleryFace]] = defaultdict(list)
    for one in faces:
        shown[one.face.component].append(one)
    each = next((one.each for one in kit.components if one.each in kit.tables), "")
    return render(
        "faces.html",
        links=[_make_component_link(page, one) for one in kit.components],
        rows=[_row(page, one, shown[one.id]) for one in kit.components if shown[one.id]],
        pieces=sum(count(kit, one) for one in kit.components if not isinstance(one, Leaflet)),
        numbers={which: len(faces) for which, faces in wanted.items()},
        filter_fault=fault,
        several=len(page.modes) > 1,
        steps=_list_first_steps(page.session, kit),
        first_file=page.findings.file(kit.tables[each].file) if each else "kit.toml",
    )


def _list_gallery(page: PageContext, mode: Mode) -> Iterator[GalleryFace]:
    """Yields the faces of a mode. A back equal to an earlier one of its component is left out."""
    say, seen = page.say, page.session.seen_faces(mode)
    backs: set[tuple[str, str]] = set()
    titles = {component.id: component.title[mode[0]] for component in page.kit.components}
    for face in page.session.faces(mode):
        look = (face.component, face.fingerprint)
        if face.side == "back" and (not page.view.backs or look in backs):
            continue
        backs.add(look)
        why = find_cause(face, seen)
        found = page.findings.on(face)
        errors = sum(one.severity == "error" for one in found)
        label = face.title if face.key or face.side == "front" else titles[face.component]
        places = {f"{page.findings.file(one.place.file)}:{one.place.row}": str(one.severity) for one in found}
        places |= dict.fromkeys(face.missing, "missing")
        yield GalleryFace(
            face=face,
            language=mode[0],
            label=label if face.side == "front" else f"{label} · {say.side(face.side)}",
            changed=why is not None,
            why=say.join_names(why, 1) if why else "",
            errors=errors,
            warnings=len(found) - errors,
            boxes=tuple((box, mark) for place, mark in places.items() for box, _ in face.boxes.get(place, ())),
        )


def find_cause(face: ProofFace, seen: Mapping[FaceId, ProofFace]) -> tuple[str, ...] | None:
    """Returns the columns that changed a face since it was last seen, else the draws; None if it looks the same."""
    old = seen.get(face.id)
    if old is None:
        return ()
    if old.fingerprint == face.fingerprint:
        return None
    cells = tuple(name for name, text in face.cells.items() if old.cells.get(name, "") != text)
    known = set(old.draws.values())  # by content, as a new line moves the places of all that follow
    return cells or tuple(place for place, items in face.draws.items() if items not in known)


def _list_extremes(page: PageContext, gallery: Sequence[GalleryFace], component: str) -> Iterator[GalleryFace]:
    faces = {one.face.id: one for one in reversed(gallery) if one.face.component == component}
    for face, (key, column) in find_extremes([one.face for one in reversed(faces.values())]).items():
        yield replace(faces[face], why=page.say(key, column=column))


def find_extremes(faces: Sequence[ProofFace]) -> dict[FaceId, tuple[str, str]]:
    """Returns representative faces: with the `longest`, the `shortest` or an `empty` cell of a column."""
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


def _row(page: PageContext, component: AnyComponent, faces: Sequence[GalleryFace]) -> dict[str, object]:
    copies = {one.face.key: one.face.copies for one in faces}
    files = [face_file(component.face)] if isinstance(component, Faced) else []
    if isinstance(component, TuckBox):
        files = [face_file(component.faces.front)]
    if component.each in page.kit.tables:
        files.append(PurePosixPath(page.kit.tables[component.each].file).name)
    about = f"{page.say.count('pieces', sum(copies.values()))} · {format_size(page.kit, component)} mm"
    title = component.title[faces[0].language]
    return {"id": component.id, "title": title, "about": about, "files": files, "faces": faces}


def _make_component_link(page: PageContext, component: AnyComponent) -> dict[str, object]:
    say, found = page.say, page.findings.of(component.id)
    errors = sum(one.severity == "error" for one in found)
    pieces = count(page.kit, component)
    pages = page.proof.pages.get(component.id, 0)
    leaflet = f"/leaflet/{component.id}{page.language_query}"
    return {
        "title": component.title[page.language],
        "icon": ICONS.get(component.kind, "cards" if pieces > 1 else "card"),
        "about": " · ".join(filter(None, (say.choice("kind", component.kind), format_size(page.kit, component)))),
        "pieces": say("pages_short", n=pages) if pages else str(pieces),
        "errors": errors,
        "warnings": len(found) - errors,
        "address": leaflet if isinstance(component, Leaflet) else f"#part-{component.id}",
    }


def format_size(kit: Kit, component: AnyComponent) -> str:
    """Formats the trim size in mm: `63.5 × 88.9`, `⌀ 24`; "" for a leaflet."""
    if isinstance(component, Leaflet):
        return ""
    width, height = map(format_mm, measure_trim(kit, component))
    return f"⌀ {width}" if getattr(component, "shape", "") == "round" else f"{width} × {height}"


def _list_first_steps(session: Session, kit: Kit) -> dict[str, bool]:
    """Returns the first steps for a new kit that was never built, by text key, and whether each is done; empty once all
    are."""
    steps = {
        "step_look": True,
        "step_change": session.proof.number > 1,
        "step_move": bool(session.undo_log.last or session.undo_log.next),
        "step_print": (session.out / kit.id / MANIFEST).is_file(),
    }
    is_new = session.unbuilt and (session.folder / FOLDER).is_dir()
    return {} if all(steps.values()) or not is_new else steps


def filter_faces(faces: Sequence[GalleryFace], text: str, kit: Kit) -> tuple[list[GalleryFace], str]:
    """Returns the faces for which a condition over columns holds (`price > 4`), else those with all words in their
    titles and cells; and the fault of the condition."""
    if not any(sign in text for sign in "=<>!"):
        words = text.casefold().split()
        texts = [" ".join((one.face.title, *one.face.id, *one.face.cells.values())).casefold() for one in faces]
        return [one for one, own in zip(faces, texts, strict=True) if all(word in own for word in words)], ""
    tests: dict[str, Callable[[Record], bool]] = {}
    faults: list[str] = []
    for table in kit.tables.values():
        try:
            condition = parse_condition(text)
            check_condition(condition, table, kit.tables)
            tests[table.name] = make_row_test(condition, kit.tables)
        except BadValueError as error:
            faults.append(f"{error.message}. {error.hint}")
        except KeyError as error:
            faults.append(f"names {error.args[0]}, which is no column. {accepted(table.columns, error.args[0])}")
    tables = {one.id: kit.tables[one.each] for one in kit.components if one.each in tests}

    def passes(face: ProofFace) -> bool:
        table = tables.get(face.component)
        record = table.by_key.get(face.key) if table else None
        try:
            return record is not None and tests[record.table](record)
        except BadValueError:  # in this row alone
            return False

    return [one for one in faces if passes(one.face)], "" if tests else faults[-1]


@bp.get("/svg/<fingerprint>/<any(trim, bleed):edge>.svg")
def face_svg(fingerprint: str, edge: str) -> Response:
    scene, fonts = here().session.scenes.get(fingerprint) or abort(404)
    return send_drawing(write_svg(scene, fonts=fonts, bleed=edge == "bleed"))


@bp.get("/png/<fingerprint>/<any(trim, bleed):edge>.png")
def face_png(fingerprint: str, edge: str) -> Response:
    """Returns a picture for the gallery, where many SVG documents would scroll slowly."""
    scene, fonts = here().session.scenes.get(fingerprint) or abort(404)
    dpi = min(PICTURE_DPI, PICTURE_WIDTH * 25.4 / scene.width)
    return send_drawing(next(encode_scenes((scene,), fonts=fonts, dpi=dpi, bleed=edge == "bleed")))


@bp.get("/look/<digest>.css")
def face_styles(digest: str) -> Response:
    return Response(face_sizes(here().proof), mimetype="text/css", headers={"Cache-Control": FOREVER})


@bp.get("/events")
def events() -> Response:
    return Response(here().session.events(), mimetype="text/event-stream")


@bp.post("/seen")
def mark_seen() -> AppResponse:
    here().session.mark_seen()
    return answer_form()
