"""The web application: places in files, the files of the last build, and the page that begins a kit."""

from __future__ import annotations

import secrets
import shlex
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterable
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Blueprint, Flask, Response, abort, g, redirect, render_template, request, send_file
from werkzeug.exceptions import HTTPException

from pnp.diff.change_page import asset
from pnp.new import STARTERS, Starter, find_fault, picture, write
from pnp.render.png import encode_pages
from pnp.studio import changes_page, exits_page, face_page, faces_page, sheets_page
from pnp.studio.page_context import (
    AppResponse,
    NoKitError,
    PageContext,
    answer_form,
    choose_words,
    find_fault_lines,
    format_mm,
    guard,
    heading_font,
    here,
    render,
    send_drawing,
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


def find_editor(wanted: str = "") -> str:
    """Returns the command that opens a file: the requested one, else that of the first editor found, else ""."""
    return wanted or next((command for name, command in KNOWN_EDITORS if shutil.which(name)), "")


def open_in_editor(command: str, file: Path, line: int) -> str:
    """Opens a file without waiting; returns an error, if any. A command without `{file}` gets the file last."""
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
THUMBNAIL_DPI = 36


def create_app(session: Session) -> Flask:
    """Returns the web application for a watched kit."""
    app = _new_app(session.token)
    for room in (faces_page, face_page, sheets_page, changes_page, exits_page):
        app.register_blueprint(room.bp)
    app.register_blueprint(bp)
    app.register_error_handler(404, _missing)
    app.register_error_handler(NoKitError, _unreadable)

    @app.before_request
    def set_context() -> None:
        g.context = PageContext(session)

    return app


def _new_app(token: str) -> Flask:
    app = Flask(__name__)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["mm"] = format_mm
    guard(app, token)
    app.add_url_rule("/typeface.ttf", "heading_font", heading_font)
    app.add_url_rule("/shared/<any('base.css', 'pairs.css', 'pairs.js'):name>", "shared", _shared_asset)
    return app


def _shared_asset(name: str) -> Response:
    """Sends a style sheet or script that `pnp diff --html` uses as well."""
    return Response(asset(name), mimetype="text/css" if name.endswith("css") else "text/javascript")


def _missing(error: HTTPException) -> AppResponse:
    if "text/html" not in request.headers.get("Accept", ""):
        return error.get_response()
    return Response(render("missing.html"), status=404, mimetype="text/html")


def _unreadable(error: NoKitError) -> str:
    return render("unreadable.html", fault=here().first_fault())


@bp.get("/at")
def place_page() -> str:
    """Returns the lines around a place in a file."""
    file, line = request.args.get("file", ""), max(request.args.get("line", 1, int), 1)
    found = (one.finding for one in here().findings.all if (one.file, one.line) == (file, line))
    fault = find_fault_lines(here().session.folder, file, line, request.args.get("column", ""), next(found, None))
    if fault is None:
        abort(404)
    return render("place.html", fault=fault)


@bp.post("/open")
def open_file() -> AppResponse:
    session, file = here().session, request.form.get("file", "")
    if file not in session.proof.files:
        abort(404)
    fault = open_in_editor(session.editor, (session.folder / file).resolve(), request.form.get("line", 1, int))
    return answer_form(fault, 409 if fault else 200)


@bp.get("/built")
def built_page() -> str:
    return render("built.html", built=here().session.last_build)


@bp.get("/built/<path:name>")
def built_file(name: str) -> Response:
    return send_file(_built_path(name))


@bp.get("/thumbnail/<int:page>/<path:name>")
def thumbnail(page: int, name: str) -> Response:
    """Returns a page of a built PDF file as a small picture."""
    path = _built_path(name)
    pictures = encode_pages(path.read_bytes(), THUMBNAIL_DPI) if path.suffix == ".pdf" else iter(())
    return Response(next(islice(pictures, page - 1, None), None) or abort(404), mimetype="image/png")


def _built_path(name: str) -> Path:
    last = here().session.last_build
    path = (last.folder / name).absolute()
    if name not in {file.path for file in last.files} or not path.is_file():
        abort(404)
    return path


# --- a new kit --------------------------------------------------------------------------------------------


class StartPage:
    """A WSGI application: the page of starters for a folder without a kit, then the pages of the kit created there."""

    def __init__(self, folder: Path, open_kit: Callable[[Path], Flask]) -> None:
        self._folder = folder
        self._open_kit = open_kit
        self._lock = threading.Lock()
        self._token = secrets.token_urlsafe(24)
        self.app = self._first = _new_app(self._token)
        self.app.add_url_rule("/", "start", self._page)
        self.app.add_url_rule("/new", "new", self._new, methods=["POST"])
        self.app.add_url_rule("/starter/<name>.svg", "starter", _starter_svg)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        return self.app(environ, start_response)

    def _page(self, fault: str = "") -> str:
        values = {
            "starters": STARTERS,
            "chosen": _read_starter(),
            "name": _read_name(),
            "folder": self._folder.resolve(),
        }
        return render_template("new.html", say=choose_words(), token=self._token, here="/", fault=fault, **values)

    def _new(self) -> AppResponse:
        """Creates a kit and opens it, or reports why it cannot."""
        with self._lock:
            if self.app is self._first:
                folder = self._folder / _read_name()
                fault = find_fault(folder, _read_name())
                try:
                    if not fault:
                        write(_read_starter(), folder)
                except OSError as error:
                    fault = f"{folder}: {error.strerror}"
                if fault:
                    return Response(self._page(fault), 422)
                self.app = self._open_kit(folder)
        return redirect("/", 303)


@cache
def _starter_svg(name: str) -> Response:
    return send_drawing(next((picture(one) for one in STARTERS if one.name == name), None))


def _read_starter() -> Starter:
    name = request.form.get("from", "")
    return next((one for one in STARTERS if one.name == name), STARTERS[0])


def _read_name() -> str:
    return request.form.get("name", "")[:LONGEST_NAME].strip()
