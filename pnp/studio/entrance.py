"""Where there is no kit yet: a page to begin one on, from one of the starters; then its proof page, at the same
address."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from flask import Flask, Response, abort, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from pnp.starters.pictures import picture
from pnp.starters.starter import STARTERS, Starter, bad_name, taken, write
from pnp.studio import guard
from pnp.studio.pages import drawing, spoken, typeface

LONGEST_NAME = 64


class Entrance:
    """A WSGI application: the page of starters for kits in a folder, and once a kit was begun what `opened` serves of
    it."""

    def __init__(self, folder: Path, opened: Callable[[Path], Flask]) -> None:
        self._folder = folder
        self._opened = opened
        self._lock = threading.Lock()
        self._begun = False
        self._app = create_app(self)

    def __call__(self, environ: dict[str, object], start_response: Callable[..., object]) -> Iterable[bytes]:
        return self._app(environ, start_response)  # type: ignore[arg-type]  # Flask's own type of it is private

    @property
    def folder(self) -> Path:
        return self._folder

    def begin(self, starter: Starter, name: str) -> str:
        """Writes a kit of this name and opens it; or says why not."""
        with self._lock:
            if self._begun:
                return ""
            if fault := bad_name(name) or taken(self._folder / name):
                return fault
            try:
                write(starter, self._folder / name)
            except OSError as error:
                return f"{self._folder / name}: {error.strerror}"
            self._app = self._opened(self._folder / name)
            self._begun = True
        return ""


def create_app(entrance: Entrance) -> Flask:
    """The page of starters."""
    app = Flask(__name__)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    token = secrets.token_urlsafe(24)
    guard.init_app(app, token)

    def page(fault: str = "") -> str:
        chosen = _chosen()
        name = request.form.get("name", "")[:LONGEST_NAME]
        folder = entrance.folder.resolve()
        values = {"starters": STARTERS, "chosen": chosen, "name": name, "folder": folder, "fault": fault}
        return render_template("new.html", say=spoken(), token=token, here="/", **values)

    @app.get("/")
    def starters() -> str:
        return page()

    @app.post("/new")
    def begin() -> Answer:
        fault = entrance.begin(_chosen(), request.form.get("name", "")[:LONGEST_NAME].strip())
        return Response(page(fault), 422) if fault else redirect("/", 303)

    @app.get("/starter/<name>.svg")
    def starter_picture(name: str) -> Response:
        starter = next((one for one in STARTERS if one.name == name), None)
        if starter is None:
            abort(404)
        return drawing(_drawn(starter))

    app.add_url_rule("/typeface.woff", "typeface", typeface)
    return app


@cache
def _drawn(starter: Starter) -> str:
    return picture(starter)


def _chosen() -> Starter:
    """The starter that a form names; the first, if it names none."""
    name = request.form.get("from", "")
    return next((one for one in STARTERS if one.name == name), STARTERS[0])
