"""The web application: places in files, the files of the last build, and the page that begins a kit."""

from __future__ import annotations

import secrets
import shlex
import shutil
import subprocess
import threading
import zipfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from flask import Blueprint, Flask, Response, abort, g, redirect, render_template, request, send_file
from werkzeug.exceptions import HTTPException

from pnp.new import STARTERS, Starter, bad_name, picture, taken, write
from pnp.studio import changes_page, exits_page, face_page, faces_page, sheets_page
from pnp.studio.page_context import (
    AppResponse,
    FindingList,
    current_session,
    fault_at,
    form_answer,
    format_mm,
    guard,
    heading_font,
    render,
    svg_response,
    words,
)
from pnp.studio.session import Session

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment


KNOWN_EDITORS = (
    ("code", "code -g {file}:{line}"),
    ("codium", "codium -g {file}:{line}"),
    ("zed", "zed {file}:{line}"),
    ("subl", "subl {file}:{line}"),
    ("kate", "kate -l {line} {file}"),
    ("gedit", "gedit +{line} {file}"),
)
"""Editors with a window of their own, and their commands."""


def editor_command(wanted: str = "") -> str:
    """The command that opens a file: the wanted one, else that of the first editor found; "" if there is none."""
    return wanted or next((command for name, command in KNOWN_EDITORS if shutil.which(name)), "")


def open_in_editor(command: str, file: Path, line: int) -> str:
    """Opens a file, without waiting; returns what is wrong. A command without `{file}` gets the file last."""
    if not command:
        return "name an editor: pnp watch --editor 'code -g {file}:{line}'"
    quiet = subprocess.DEVNULL
    try:
        parts = shlex.split(command if "{file}" in command else f"{command} {{file}}")
        words = [part.replace("{file}", str(file)).replace("{line}", str(max(line, 1))) for part in parts]
        subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    except (OSError, ValueError) as error:
        return f"{command}: {error}"
    return ""


bp = Blueprint("app", __name__)
LONGEST_NAME = 64


def create_app(session: Session) -> Flask:
    """The pages of a kit under watch."""
    app = _new_app(session.token)
    app.config["SESSION"] = session
    for room in (faces_page, face_page, sheets_page, changes_page, exits_page):
        app.register_blueprint(room.bp)
    app.register_blueprint(bp)
    app.register_error_handler(404, _missing)

    @app.before_request
    def keep_state() -> None:
        g.state = session.state  # before anything of the page is read

    return app


def _new_app(token: str) -> Flask:
    app = Flask(__name__)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["mm"] = format_mm
    guard(app, token)
    app.add_url_rule("/typeface.woff", "heading_font", heading_font)
    return app


def _missing(error: HTTPException) -> AppResponse:
    """A page that says what is missing, and comes back when it is there again."""
    if "text/html" not in request.headers.get("Accept", ""):
        return error.get_response()
    return Response(render("missing.html"), status=404, mimetype="text/html")


@bp.get("/at")
def place_page() -> str:
    """The lines around a place of a file."""
    session = current_session()
    file, line = request.args.get("file", ""), max(request.args.get("line", 1, int), 1)
    found = (one.finding for one in FindingList(session.proof).all if (one.file, one.line) == (file, line))
    fault = fault_at(session.folder, file, line, request.args.get("column", ""), next(found, None))
    if fault is None:
        abort(404)
    return render("place.html", fault=fault)


@bp.post("/open")
def open_file() -> AppResponse:
    session, file = current_session(), request.form.get("file", "")
    if file not in session.proof.files:
        abort(404)
    fault = open_in_editor(session.editor, (session.folder / file).resolve(), request.form.get("line", 1, int))
    return form_answer(fault, 409 if fault else 200)


@bp.get("/built")
def built_page() -> str:
    return render("built.html", built=current_session().last_build)


@bp.get("/built/<path:name>")
def built_file(name: str) -> Response:
    last = current_session().last_build
    path = (last.folder / name).absolute()
    if name not in {file.path for file in last.files} or not path.is_file():
        abort(404)
    return send_file(path)


@bp.get("/built.zip")
def built_zip() -> Response:
    """All files of the folder of the last build; links are left out."""
    last = current_session().last_build
    if not last.files:
        abort(404)
    packed = TemporaryFile()  # noqa: SIM115 - closed by the response that sends it
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for path in sorted(last.folder.rglob("*")):
            if path.is_file() and not path.is_symlink():
                archive.write(path, path.relative_to(last.folder))
    packed.seek(0)
    return send_file(packed, "application/zip", as_attachment=True, download_name=f"{last.folder.name}.zip")


# --- a new kit --------------------------------------------------------------------------------------------


class StartPage:
    """A WSGI application: the page of starters for a folder without a kit, then the pages of the kit begun there."""

    def __init__(self, folder: Path, open_kit: Callable[[Path], Flask]) -> None:
        self._folder = folder
        self._open_kit = open_kit
        self._lock = threading.Lock()
        self._begun = False
        self._token = secrets.token_urlsafe(24)
        self.app = _new_app(self._token)
        self.app.add_url_rule("/", "start", self._page)
        self.app.add_url_rule("/new", "new", self._new, methods=["POST"])
        self.app.add_url_rule("/starter/<name>.svg", "starter", _starter_svg)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        return self.app(environ, start_response)

    def _page(self, fault: str = "") -> str:
        name, folder = request.form.get("name", "")[:LONGEST_NAME], self._folder.resolve()
        values = {"starters": STARTERS, "chosen": _chosen(), "name": name, "folder": folder, "fault": fault}
        return render_template("new.html", say=words(), token=self._token, here="/", **values)

    def _new(self) -> AppResponse:
        fault = self._begin(_chosen(), request.form.get("name", "")[:LONGEST_NAME].strip())
        return Response(self._page(fault), 422) if fault else redirect("/", 303)

    def _begin(self, starter: Starter, name: str) -> str:
        """Writes a kit and opens it; returns what is wrong, "" if nothing is."""
        with self._lock:
            if self._begun:
                return ""
            if fault := bad_name(name) or taken(self._folder / name):
                return fault
            try:
                write(starter, self._folder / name)
            except OSError as error:
                return f"{self._folder / name}: {error.strerror}"
            self.app = self._open_kit(self._folder / name)
            self._begun = True
        return ""


@cache
def _starter_svg(name: str) -> Response:
    return svg_response(next((picture(one) for one in STARTERS if one.name == name), None))


def _chosen() -> Starter:
    """The starter that the form names, else the first."""
    name = request.form.get("from", "")
    return next((one for one in STARTERS if one.name == name), STARTERS[0])
