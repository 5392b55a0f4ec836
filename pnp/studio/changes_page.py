"""The page of changes since a build or revision, `/changes`."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from urllib.parse import quote

import msgspec
from flask import Blueprint, Response, abort, request
from markupsafe import Markup

from pnp.build.plan import LABELS, PrintContext, plan_files
from pnp.diff.change_page import TEMPLATES, ChangeCards, asset
from pnp.diff.changed_since import select_changed, with_known_fonts
from pnp.diff.compare import ChangeWords, Comparison, PieceChange
from pnp.diff.snapshot import Snapshot, SnapshotError, is_build
from pnp.findings import KitError
from pnp.kit import Kit
from pnp.kit.model import Stock
from pnp.kit.theme import press_theme
from pnp.render.svg import write_svg
from pnp.scene import Scene
from pnp.sheet.options import BadOptionError, Options
from pnp.studio.page_context import (
    AppResponse,
    FindingList,
    GalleryView,
    current_session,
    first_error,
    language_of,
    render,
    svg_response,
    words,
)
from pnp.studio.session import Session, comparable_states, compare_states, state_version
from pnp.studio.sheets_page import PrintSettings, begin_build
from pnp.text.fonts import FontBook

bp = Blueprint("changes", __name__, template_folder=str(TEMPLATES))
LONGEST_NAME = 500


class TimedComparison(msgspec.Struct, frozen=True, eq=False):
    """A comparison, the sheets of each stock that its new pieces take, and milliseconds."""

    comparison: Comparison
    sheets: dict[Stock, int]
    took: int


def compare_with(session: Session, language: str, old: str, new: str) -> TimedComparison:
    """Compares two states; `new` is "" for the folder as it is. Raises KitError, SnapshotError, OSError."""
    kit, folder, reader = session.proof.kit, session.folder, words().language
    new_name = new or str(folder)
    if kit is None or (session.proof.broken and str(folder) in (old, new_name)):
        raise KitError(session.proof.errors)

    def work() -> TimedComparison:
        started = time.perf_counter()
        found = compare_states(kit, old, new_name, language, reader)
        sheets = {} if new else _sheets_of_changes(kit, found)
        return TimedComparison(found, sheets, round((time.perf_counter() - started) * 1000))

    versions = (state_version(name, folder) for name in (old, new_name))
    return session.compute(("changes", language, reader, old, new_name, *versions), work)


def _sheets_of_changes(kit: Kit, comparison: Comparison) -> dict[Stock, int]:
    """The sheets of each stock that the pieces to put in take, printed with the default options."""
    selection = select_changed(kit, comparison.changes)
    if not selection.chosen:
        return {}
    options = Options(out=Path(), languages=(comparison.language,))
    layout = options.layout(kit, comparison.language)
    counts: Counter[Stock] = Counter()
    for file in plan_files(PrintContext(kit, layout, options, selection)):
        counts[file.stock] += file.new_sheets
    return {stock: counts[stock] for stock in LABELS if counts[stock]}


class _StudioCards(ChangeCards):
    """Changed pieces with pictures of faces, links to the pages of pieces, and links to lines of files."""

    def __init__(self, session: Session) -> None:
        super().__init__(ChangeWords(words().language))
        self._findings = FindingList(session.proof)
        self._leaflets = frozenset(one.id for one in session.proof.components if one.kind == "leaflet")

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
    session = current_session()
    kit, out = session.proof.kit, session.out
    known = comparable_states(session.folder, out, kit) if kit else ()
    old = request.args.get("other", "")[:LONGEST_NAME].strip() or request.args.get("old", "")[:LONGEST_NAME]
    old = old or (known[0].name if known else "")
    new = request.args.get("new", "")[:LONGEST_NAME]
    found, fault = None, ""
    try:
        if old or kit is None:
            found = compare_with(session, language_of(GalleryView.of(request.args)), old, new)
    except KitError as error:
        fault = first_error(error)
    except (SnapshotError, BadOptionError) as error:
        fault = str(error)
    except OSError as error:
        fault = f"{error.filename}: {error.strerror}"
    return render(
        "changes.html",
        cards=_StudioCards(session),
        compared=found,
        comparison=found.comparison if found else None,
        states=known,
        old=old,
        new=new,
        named={one.name for one in known},
        printable=bool(found) and not new and is_build(Path(old)),
        fault=fault,
    )


@bp.post("/changes/build")
def build_changes() -> AppResponse:
    session, old = current_session(), Path(request.form.get("old", "")[:LONGEST_NAME])
    if not is_build(old):
        abort(404)
    kit = session.proof.kit
    languages = tuple(one for one in (kit.languages if kit else ()) if one == request.form.get("language"))
    return begin_build(session, PrintSettings(), languages, old)


@bp.get("/state/<build>/<fingerprint>.svg")
def state_face(build: str, fingerprint: str) -> Response:
    """A face of a compared state, in today's fonts."""
    compared = [one for one in list(current_session().results.values()) if isinstance(one, TimedComparison)]
    pairs = ((state, one) for one in compared for state in (one.comparison.old, one.comparison.new))
    found = next((pair for pair in pairs if pair[0].build == build and fingerprint in pair[0].decoder.faces), None)
    scene = found[0].scene(fingerprint) if found else None
    if found is None or scene is None:
        abort(404)
    fonts = found[0].fonts or found[1].comparison.new.fonts or FontBook(press_theme().fonts)
    return svg_response(write_svg(with_known_fonts(scene, fonts), fonts=fonts))


@bp.get("/pairs.<suffix>")
def card_assets(suffix: str) -> Response:
    kinds = {"css": "text/css", "js": "text/javascript"}
    if suffix not in kinds:
        abort(404)
    return Response(asset(f"pairs.{suffix}"), mimetype=kinds[suffix])
