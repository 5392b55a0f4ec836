"""The proof page as a Flask app: its pages, the drawings of faces, and the stream of what changed."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import PurePosixPath

from flask import Flask, Response, abort, request, send_file, stream_with_context
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as Answer

from pnp.studio import (
    change_views,
    face_writing,
    guard,
    leaflet_views,
    look,
    print_views,
    printer_views,
    way_views,
    writing,
)
from pnp.studio.bench import bench, box_words, can_accept, neighbour, ruler, ruler_step
from pnp.studio.editor import EditorError, open_at
from pnp.studio.faults import fault_at
from pnp.studio.first_steps import first_steps
from pnp.studio.ledger import UnwritableError, version
from pnp.studio.notes import Notes
from pnp.studio.pages import FOREVER, answered, drawing, language_of, picture, rendered, spoken, typeface
from pnp.studio.prints import Prints
from pnp.studio.session import Session
from pnp.studio.shelves import NO_ROW, address, millimetres
from pnp.studio.style_users import users
from pnp.studio.view import View, viewed

DEEPEST = 20
"""Faces within one another that a page goes into."""


def create_app(session: Session) -> Flask:
    """The app that shows a kit under watch."""
    app = Flask(__name__)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        mm=millimetres,
        face_address=address,
        box_words=box_words,
        can_accept=can_accept,
        neighbour=neighbour,
        ruler=ruler,
        ruler_step=ruler_step,
        shell=lambda word: shlex.quote(str(word)),
    )
    guard.init_app(app, session.token)
    app.register_error_handler(404, lambda error: _missing(session, error))
    _pages(app, session)
    _face_page(app, session)
    _drawings(app, session)
    _actions(app, session)
    writing.init_app(app, session)
    face_writing.init_app(app, session)
    prints = Prints(session)
    print_views.init_app(app, session, prints)
    leaflet_views.init_app(app, session, prints)
    change_views.init_app(app, session)
    printer_views.init_app(app, session)
    way_views.init_app(app, session)
    return app


def _pages(app: Flask, session: Session) -> None:
    @app.get("/")
    def every_face() -> str:
        return faces(session)

    @app.get("/at")
    def place() -> str:
        file, line = request.args.get("file", ""), request.args.get("line", 1, int)
        column = request.args.get("column", "")
        found = (one.finding for one in Notes(session.proof, spoken()).all if (one.file, one.line) == (file, line))
        fault = fault_at(session.folder, file, max(line, 1), column, next(found, None))
        if fault is None:
            abort(404)
        return rendered(
            session, "place.html", fault=fault, version=seen(session, file), users=concerned(session, file, line)
        )

    @app.get("/built")
    def built() -> str:
        return rendered(session, "built.html", printed=session.press.last)

    @app.get("/built/<path:name>")
    def built_file(name: str) -> Response:
        path = session.press.file(name)
        if path is None or not path.is_file():
            abort(404)
        return send_file(path)


def faces(session: Session) -> str:
    """The page of all faces; of a kit that never could be read, the lines that are at fault."""
    proof = session.proof
    first = next(iter(Notes(proof, spoken()).all), None) if proof.kit is None else None
    if first is None:
        each = next((one.each for one in proof.components if proof.kit and one.each in proof.kit.tables), "")
        first_file = Notes(proof, spoken()).file(proof.kit.tables[each].file) if proof.kit and each else "kit.toml"
        return rendered(session, "faces.html", steps=first_steps(session), first_file=first_file)
    fault = fault_at(session.folder, first.file, first.line, first.column, first.finding)
    return rendered(session, "faces.html", fault=fault, version=seen(session, first.file))


def _missing(session: Session, error: HTTPException) -> Answer:
    """What is not there: of a page, one that says so, and comes back as soon as what it shows does."""
    if "text/html" not in request.headers.get("Accept", ""):
        return error.get_response()
    return Response(rendered(session, "missing.html"), status=404, mimetype="text/html")


def _face_page(app: Flask, session: Session) -> None:
    @app.get("/face/<component>")
    @app.get("/face/<component>/<key>")
    @app.get("/face/<component>/<key>/<side>")
    def face(component: str, key: str = NO_ROW, side: str = "") -> str:
        if session.proof.kit is None:
            return faces(session)
        view = viewed(request.args)
        mode = (language_of(session, view), view.ink)
        # Boxes and dice have no front: of a piece without a side named, the first.
        those = [one for one in session.in_mode(mode) if (one.component, one.key or NO_ROW) == (component, key)]
        found = next((one for one in those if side in ("", one.side)), None)
        number, path = request.args.get("draw", None, int), inner(request.args.get("in", ""))
        shown = bench(session, mode, found, number, Notes(session.proof, spoken()), path) if found else None
        if shown is None:
            abort(404)
        return rendered(
            session,
            "face.html",
            bench=shown,
            fault_version=seen(session, shown.fault.file) if shown.fault else "",
            draw_query=lambda number, within=shown.ground.path: draw_query(view, number, within),
        )


def concerned(session: Session, file: str, line: int) -> list[tuple[str, int]]:
    """The words that use the style that a line stands in."""

    def text(name: str) -> str:
        try:
            return session.ledger.read(name).decode("utf-8-sig", "replace")
        except UnwritableError:
            return ""

    faces = {name: text(name) for name in session.proof.files if PurePosixPath(name).match("faces/*.toml")}
    return list(users(faces, file, text(file), line))


def inner(text: str) -> tuple[int, ...]:
    """The words, by their numbers, that lead to a face within a face: `3.0`; none, if that is what is said."""
    parts = text.split(".")[:DEEPEST]
    return tuple(map(int, parts)) if all(part.isdecimal() and len(part) < 5 for part in parts) else ()


def draw_query(view: View, number: int | None, within: Sequence[int]) -> str:
    """The query of a view with a word selected, of the face that those `within` lead to."""
    query = view.query(q="")
    said = [f"in={'.'.join(map(str, within))}"] if within else []
    said += [f"draw={number}"] if number is not None else []
    return query + ("&" if query else "?") + "&".join(said) if said else query


def seen(session: Session, file: str) -> str:
    """The version of a file that a page is about to show."""
    try:
        return version(session.ledger.read(file))
    except UnwritableError:
        return ""


def _drawings(app: Flask, session: Session) -> None:
    @app.get("/svg/<fingerprint>/<edge>.svg")
    def svg(fingerprint: str, edge: str) -> Response:
        drawn = session.svg(fingerprint, bleed=edge == "bleed") if edge in ("trim", "bleed") else None
        if drawn is None:
            abort(404)
        return drawing(drawn)

    @app.get("/png/<fingerprint>/<edge>.png")
    def png(fingerprint: str, edge: str) -> Response:
        drawn = session.png(fingerprint, bleed=edge == "bleed") if edge in ("trim", "bleed") else None
        if drawn is None:
            abort(404)
        return picture(drawn)

    @app.get("/look/<digest>.css")
    def sizes(digest: str) -> Response:
        return Response(look.sizes(session.proof), mimetype="text/css", headers={"Cache-Control": FOREVER})

    app.add_url_rule("/typeface.woff", "typeface", typeface)

    @app.get("/events")
    def events() -> Response:
        stream = session.events.stream(f'{{"proof": {session.proof.number}}}')
        return Response(stream_with_context(stream), mimetype="text/event-stream")


def _actions(app: Flask, session: Session) -> None:
    @app.post("/seen")
    def mark_seen() -> Answer:
        session.seen()
        return answered()

    @app.post("/build")
    def build() -> Answer:
        if not session.proof.errors and session.proof.kit:
            session.press.print(print_views.asked())
        return Response(status=303, headers={"Location": "/built"})

    @app.post("/open")
    def open_in_editor() -> Answer:
        file, line = request.form.get("file", ""), request.form.get("line", 1, int)
        if file not in session.proof.files:
            abort(404)
        try:
            open_at(session.editor, (session.folder / file).resolve(), line)
        except EditorError as error:
            return answered(str(error), 409)
        return answered()
