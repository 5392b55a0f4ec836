"""The page of changes since a build or revision, `/changes`."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from flask import Blueprint, Response, abort, request
from markupsafe import Markup

from pnp.diff.change_page import TEMPLATES, ChangeCards
from pnp.diff.changed_since import with_known_fonts
from pnp.diff.compare import ChangeWords, Comparison, PieceChange
from pnp.diff.snapshot import Snapshot, SnapshotError, is_build
from pnp.findings import KitError
from pnp.kit.theme import read_press_theme
from pnp.render.svg import write_svg
from pnp.scene import Scene
from pnp.sheet.options import BadOptionError
from pnp.studio.page_context import AppResponse, PageContext, first_error, here, render, send_drawing
from pnp.studio.session import comparable_states, compare_states
from pnp.studio.sheets_page import PrintSettings, begin_build
from pnp.text.fonts import FontBook

bp = Blueprint("changes", __name__, template_folder=str(TEMPLATES))
LONGEST_NAME = 500


def compare_with(page: PageContext, old: str, new: str) -> Comparison:
    """Compares two states; `new` is "" for the folder as it is. Raises KitError, SnapshotError, OSError."""
    kit, folder, language, reader = page.kit, page.session.folder, page.language, page.say.language
    new_name = new or str(folder)
    if page.proof.broken and str(folder) in (old, new_name):
        raise KitError(page.proof.errors)
    known = comparable_states(folder, page.session.out, kit).items()  # they change with a build and a commit
    key = ("changes", page.proof.number, language, reader, old, new_name, *known)
    return page.session.compute(key, lambda: compare_states(kit, old, new_name, language, reader))


class _StudioCards(ChangeCards):
    """Changed pieces with pictures of faces, links to the pages of pieces, and links to lines of files."""

    def __init__(self, page: PageContext) -> None:
        super().__init__(ChangeWords(page.say.language))
        self._findings = page.findings
        self._leaflets = frozenset(one.id for one in page.kit.components if one.kind == "leaflet")

    def face(self, state: Snapshot, fingerprint: str, scene: Scene) -> Markup:
        source = f"/state/{quote(state.build)}/{fingerprint}.svg"
        picture = Markup('<img class="paper" src="{}" alt="" loading="lazy" width="{}" height="{}">')
        return picture.format(source, round(scene.width * 10), round(scene.height * 10))

    def link(self, change: PieceChange) -> str:
        if change.new is None:
            return ""
        leaflet = change.component in self._leaflets
        return quote(f"/leaflet/{change.component}" if leaflet else f"/face/{change.component}/{change.key or '-'}")

    def place(self, place: str) -> Markup:
        name, _, line = place.rpartition(":")
        file = self._findings.file(name)
        link = Markup('<a class="mono" href="/at?file={}&amp;line={}">{}</a>')
        return link.format(quote(file), quote(line), f"{file}:{line}")


@bp.get("/changes")
def changes_page() -> str:
    page, asked = here(), {name: request.args.get(name, "")[:LONGEST_NAME] for name in ("other", "old", "new")}
    known = comparable_states(page.session.folder, page.session.out, page.kit)
    old = asked["other"].strip() or asked["old"] or next(iter(known), "")
    found, fault = None, ""
    try:
        found = compare_with(page, old, asked["new"]) if old else None
    except KitError as error:
        fault = first_error(error)
    except (SnapshotError, BadOptionError) as error:
        fault = str(error)
    except OSError as error:
        fault = f"{error.filename}: {error.strerror}"
    return render(
        "changes.html",
        cards=_StudioCards(page),
        comparison=found,
        states=known,
        old=old,
        new=asked["new"],
        printable=found is not None and not asked["new"] and is_build(Path(old)),
        fault=fault,
    )


@bp.post("/changes/build")
def build_changes() -> AppResponse:
    old = Path(request.form.get("old", "")[:LONGEST_NAME])
    return begin_build(PrintSettings(), (here().language,), old) if is_build(old) else abort(404)


@bp.get("/state/<build>/<fingerprint>.svg")
def state_face(build: str, fingerprint: str) -> Response:
    """Returns a face of a compared state, in the current fonts."""
    compared = [one for one in [*here().session.results.values()] if isinstance(one, Comparison)]
    pairs = [(state, one.new) for one in compared for state in (one.old, one.new) if state.build == build]
    state, new = next((pair for pair in pairs if pair[0].scene(fingerprint)), None) or abort(404)
    fonts = state.fonts or new.fonts or FontBook(read_press_theme().fonts)
    scene = state.scene(fingerprint) or abort(404)
    return send_drawing(write_svg(with_known_fonts(scene, fonts), fonts=fonts))
