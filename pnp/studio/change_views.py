"""The page of changes: `/changes`."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from flask import Blueprint, Flask, Response, abort, request
from markupsafe import Markup

from pnp.changes.change_page import TEMPLATES, ChangeCards, asset
from pnp.changes.compare import PieceChange
from pnp.changes.git import SnapshotError
from pnp.changes.snapshot import Snapshot, is_build
from pnp.changes.words import ChangeWords
from pnp.findings import KitError
from pnp.scene import Scene
from pnp.sheet.options import BadOptionError
from pnp.studio.comparisons import Comparisons, StudioComparison
from pnp.studio.notes import Notes
from pnp.studio.pages import drawing, language_of, rendered, said, spoken
from pnp.studio.printing import Printing
from pnp.studio.session import Session
from pnp.studio.shelves import NO_ROW
from pnp.studio.states import state_choices
from pnp.studio.view import viewed

MOST = 500
"""Characters of a state's name."""


class _StudioCards(ChangeCards):
    """Cards with pictures of faces, and with links to the pages of pieces and lines."""

    def __init__(self, session: Session, found: StudioComparison | None) -> None:
        super().__init__(ChangeWords(spoken().language))
        proof = session.proof
        self._notes = Notes(proof, spoken())
        self._leaflets = frozenset(one.id for one in proof.components if one.kind == "leaflet")
        warned = {card for one in proof.findings for card in proof.findings.on(one)}
        self._mended = found.mended - warned if found and proof.checked else frozenset[str]()
        self._no_longer_warned = spoken()("no_longer_warned")

    def face(self, state: Snapshot, fingerprint: str, scene: Scene) -> Markup:
        source = f"/state/{quote(state.build)}/{fingerprint}.svg"
        picture = Markup('<img class="paper" src="{}" alt="" loading="lazy" width="{}" height="{}">')
        return picture.format(source, round(scene.width * 10), round(scene.height * 10))

    def link(self, change: PieceChange) -> str:
        if change.new is None:
            return ""
        leaflet = change.component in self._leaflets
        return quote(f"/leaflet/{change.component}" if leaflet else f"/face/{change.component}/{change.key or NO_ROW}")

    def place(self, place: str) -> Markup:
        name, _, line = place.rpartition(":")
        file = self._notes.file(name)
        link = Markup('<a class="mono" href="/at?file={}&amp;line={}">{}</a>')
        return link.format(quote(file), quote(line), f"{file}:{line}")

    def remark(self, change: PieceChange) -> str:
        return self._no_longer_warned if f"{change.component} {change.key}".strip() in self._mended else ""


def init_app(app: Flask, session: Session) -> None:
    app.register_blueprint(Blueprint("changes", __name__, template_folder=str(TEMPLATES)))
    comparisons = Comparisons(session)

    @app.get("/changes")
    def changes() -> str:
        kit = session.proof.kit
        known = state_choices(session.folder, session.press.out, kit) if kit else ()
        old = request.args.get("other", "")[:MOST].strip() or request.args.get("old", "")[:MOST]
        old = old or (known[0].name if known else "")
        new = request.args.get("new", "")[:MOST]
        found, fault = _compared(comparisons, session, old, new) if old or kit is None else (None, "")
        return rendered(
            session,
            "changes.html",
            cards=_StudioCards(session, found),
            compared=found,
            comparison=found.comparison if found else None,
            states=known,
            old=old,
            new=new,
            named={one.name for one in known},
            printable=bool(found) and not new and is_build(Path(old)),
            fault_said=fault,
        )

    @app.post("/changes/build")
    def build_changed() -> Response:
        old = Path(request.form.get("old", "")[:MOST])
        if not session.proof.errors and session.proof.kit and is_build(old):
            language = request.form.get("language", "")
            languages = tuple(one for one in session.proof.kit.languages if one == language)
            session.press.print(Printing(), languages, old)
        return Response(status=303, headers={"Location": "/built"})

    @app.get("/state/<build>/<fingerprint>.svg")
    def state(build: str, fingerprint: str) -> Response:
        drawn = comparisons.svg(build, fingerprint)
        if drawn is None:
            abort(404)
        return drawing(drawn)

    @app.get("/pairs.<suffix>")
    def card_files(suffix: str) -> Response:
        if suffix not in ("css", "js"):
            abort(404)
        return Response(asset(f"pairs.{suffix}"), mimetype={"css": "text/css", "js": "text/javascript"}[suffix])


def _compared(comparisons: Comparisons, session: Session, old: str, new: str) -> tuple[StudioComparison | None, str]:
    """The comparison, or why there is none."""
    try:
        return comparisons.of(language_of(session, viewed(request.args)), old, new, spoken().language), ""
    except KitError as error:
        return None, said(error)
    except (SnapshotError, BadOptionError) as error:
        return None, str(error)
    except OSError as error:
        return None, f"{error.filename}: {error.strerror}"
