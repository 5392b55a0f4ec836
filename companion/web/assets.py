"""Static files and templates: the frame's own, and those of each game's package."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from flask import Blueprint, Flask
from markupsafe import Markup

from companion.web.game_pages import GAMES, game_pages

YEAR = 365 * 24 * 3600
FOREVER = f"public, max-age={YEAR}, immutable"
"""`Cache-Control` of files whose address changes when they do."""
OWN = "companion.web"
"""The package whose files are the frame's."""


def init_app(app: Flask) -> None:
    """Adds the templates and the static files of all games: theirs are at ``/static/GAME/``."""
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = YEAR  # pages name static files by `asset` alone
    for game in GAMES:
        package = game_pages(game).WORDS
        app.register_blueprint(
            Blueprint(
                f"game_{game}",
                package,
                template_folder="templates",
                static_folder="static",
                static_url_path=f"/static/{game}",
            )
        )


def asset(name: str, game: str = "") -> str:
    """The address of a static file of the frame, or of a game; it changes when the file does."""
    address = "/".join(filter(None, ("/static", game, name)))
    return f"{address}?{_digest(name, game)}"


def style_link(name: str, game: str = "") -> Markup:
    """The link to a style sheet of the frame, or of a game, for the head of a page."""
    return Markup('<link rel="stylesheet" href="{}">').format(asset(name, game))


def read(name: str, game: str = "") -> bytes:
    """A static file of the frame, or of a game."""
    package = game_pages(game).WORDS if game else OWN
    return files(package).joinpath("static", name).read_bytes()


@cache
def _digest(name: str, game: str) -> str:
    return hashlib.sha256(read(name, game)).hexdigest()[:12]
