"""Files that pages need: the frame's own, and those of each game's package (``templates/``, ``static/``)."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from flask import Blueprint, Flask, Response, current_app, request
from markupsafe import Markup

from companion.web.game_pages import GAMES, game_pages

FOREVER = "public, max-age=31536000, immutable"
"""`Cache-Control` of files whose address changes when they do."""
STATIC = "static"
TEMPLATES = "templates"
OWN = "companion.web"
"""The package whose files are the frame's."""


def init_app(app: Flask) -> None:
    """Adds the templates and the static files of all games: theirs are at ``/static/GAME/``."""
    for game in GAMES:
        package = game_pages(game).WORDS
        app.register_blueprint(
            Blueprint(
                f"game_{game}",
                package,
                template_folder=_folder(package, TEMPLATES),
                static_folder=_folder(package, STATIC),
                static_url_path=f"/static/{game}",
            )
        )
    app.after_request(_kept)


def _folder(package: str, name: str) -> str | None:
    """The folder of that name in a package, if it has one."""
    return name if files(package).joinpath(name).is_dir() else None


def asset(name: str, game: str = "") -> str:
    """The address of a static file of the frame, or of a game, which changes when the file does."""
    package = game_pages(game).WORDS if game else OWN
    return "/".join(filter(None, ("/static", game, name))) + f"?{_digest(package, name)}"


def style_link(name: str, game: str = "") -> Markup:
    """The link to a style sheet of the frame, or of a game, for the head of a page."""
    return Markup('<link rel="stylesheet" href="{}">').format(asset(name, game))


def read(name: str, game: str = "") -> bytes:
    """A static file of the frame, or of a game."""
    return _read(game_pages(game).WORDS if game else OWN, name)


def _kept(response: Response) -> Response:
    """Has browsers keep a static file that was asked for as it is now (`asset`); not what an older page asks for."""
    if (request.endpoint or "").rpartition(".")[2] == STATIC and response.status_code < 400:
        package = current_app.blueprints[request.blueprint].import_name if request.blueprint else OWN
        if request.query_string.decode("latin-1") == _digest(package, (request.view_args or {})["filename"]):
            response.headers["Cache-Control"] = FOREVER
    return response


@cache
def _digest(package: str, name: str) -> str:
    return hashlib.sha256(_read(package, name)).hexdigest()[:12]


def _read(package: str, name: str) -> bytes:
    return files(package).joinpath(STATIC, name).read_bytes()
