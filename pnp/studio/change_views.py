"""The page of what changed: `/changes`."""

from __future__ import annotations

from html import escape
from pathlib import Path
from urllib.parse import quote

from flask import Flask, Response, abort, request
from markupsafe import Markup

from pnp.changes.cards import Cards
from pnp.changes.cards import look as card_look
from pnp.changes.since import Since
from pnp.changes.snapshot import Snapshot, SnapshotError, is_build
from pnp.changes.told import Told
from pnp.changes.words import words as change_words
from pnp.findings import KitError
from pnp.scene import Scene
from pnp.sheet.options import BadOptionError
from pnp.studio.comparisons import Compared, Comparisons
from pnp.studio.notes import Notes
from pnp.studio.pages import drawing, language_of, rendered, said, spoken
from pnp.studio.printing import Printing
from pnp.studio.session import Session
from pnp.studio.shelves import NO_ROW
from pnp.studio.states import states
from pnp.studio.view import viewed
from pnp.studio.words import Words

MOST = 500
"""Characters of what a state is called."""


class _Linked:
    """The cards on the page of the studio: faces are pictures, names and lines lead to their pages."""

    def __init__(self, session: Session, say: Words, found: Compared | None) -> None:
        proof = session.proof
        self._notes = Notes(proof, say)
        self._leaflets = frozenset(one.id for one in proof.components if one.kind == "leaflet")
        found_now = {card for one in proof.findings for card in proof.findings.on(one)}
        self._mended = found.mended - found_now if found and proof.checked else frozenset[str]()
        self._say = say

    def face(self, state: Snapshot, fingerprint: str, scene: Scene) -> str:
        size = f'width="{round(scene.width * 10)}" height="{round(scene.height * 10)}"'
        return f'<img class="paper" src="/state/{quote(state.build)}/{fingerprint}.svg" alt="" loading="lazy" {size}>'

    def heading(self, one: Told, text: str) -> str:
        new = one.change.new
        if new is None:
            return text
        leaf = one.change.component in self._leaflets
        row = f"{new.component}/{new.key or NO_ROW}"
        return f'<a href="{quote(f"/leaflet/{new.component}" if leaf else f"/face/{row}")}">{text}</a>'

    def place(self, place: str) -> str:
        file, _, line = self._notes.file(place.rpartition(":")[0]), "", place.rpartition(":")[2]
        return f'<a class="mono" href="/at?file={quote(file)}&amp;line={quote(line)}">{escape(f"{file}:{line}")}</a>'

    def remark(self, one: Told) -> str:
        """That a piece had a warning, and has none any more."""
        card = f"{one.change.component} {one.change.key}".strip()
        return self._say("no_longer_warned") if card in self._mended else ""


def init_app(app: Flask, session: Session) -> None:
    comparisons = Comparisons(session)

    @app.get("/changes")
    def changes() -> str:
        kit = session.proof.kit
        known = states(session.folder, session.press.out, kit) if kit else ()
        old = request.args.get("other", "")[:MOST].strip() or request.args.get("old", "")[:MOST]
        old = old or (known[0].name if known else "")
        new = request.args.get("new", "")[:MOST]
        found, fault = _compared(comparisons, session, old, new) if old or kit is None else (None, "")
        return rendered(
            session,
            "changes.html",
            cards=Cards(change_words(spoken().language), _Linked(session, spoken(), found)),
            compared=found,
            comparison=found.comparison if found else None,
            states=known,
            old=old,
            new=new,
            named={one.name for one in known},
            printable=bool(found) and not new and is_build(Path(old)),
            fault_said=fault,
            late=comparisons.late,
            safe=Markup,
        )

    @app.post("/changes/build")
    def build_changed() -> Response:
        old = Path(request.form.get("old", "")[:MOST])
        if not session.proof.errors and session.proof.kit and is_build(old):
            language = request.form.get("language", "")
            languages = tuple(one for one in session.proof.kit.languages if one == language)
            session.press.print(Printing(), languages, Since(old))
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
        return Response(card_look(f"pairs.{suffix}"), mimetype={"css": "text/css", "js": "text/javascript"}[suffix])


def _compared(comparisons: Comparisons, session: Session, old: str, new: str) -> tuple[Compared | None, str]:
    """The comparison, or why there is none."""
    try:
        return comparisons.of(language_of(session, viewed(request.args)), old, new), ""
    except KitError as error:
        return None, said(error)
    except (SnapshotError, BadOptionError) as error:
        return None, str(error)
    except OSError as error:
        return None, f"{error.filename}: {error.strerror}"
