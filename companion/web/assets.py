"""Static files, templates, icons and covers (drawn at start), faces (drawn on demand), and their addresses."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from threading import Lock

from flask import Blueprint, Flask, Response, abort
from markupsafe import Markup

from companion.engine.wording import LANGUAGES
from companion.web.game_pages import GAMES, game_pages
from companion.web.widgets import FRAME, Sign, Sprite

YEAR = 365 * 24 * 3600
FOREVER = f"public, max-age={YEAR}, immutable"
"""`Cache-Control` of files whose address changes when they do."""
OWN = "companion.web"
"""The package whose files are the frame's."""
bp = Blueprint("icons", __name__)
_sprites: dict[str, Sprite] = {}
_press = Lock()
"""A layout is not thread-safe."""


def init_app(app: Flask) -> None:
    """Adds the templates and the static files of all games, at ``/static/GAME/``."""
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = YEAR  # pages name static files by `asset` alone
    mimetypes.add_type("font/woff2", ".woff2")
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


@cache
def asset(name: str, game: str = "") -> str:
    """Returns the address of a static file of the frame, or of a game; it changes with the file."""
    address = "/".join(filter(None, ("/static", game, name)))
    return f"{address}?{hashlib.sha256(read(name, game)).hexdigest()[:12]}"


@cache
def make_style_link(name: str, game: str = "") -> Markup:
    """Returns the link to a style sheet of the frame, or of a game, for the head of a page."""
    return Markup('<link rel="stylesheet" href="{}">').format(asset(name, game))


def read(name: str, game: str = "") -> bytes:
    """Returns a static file of the frame, or of a game."""
    return files(game_pages(game).WORDS if game else OWN).joinpath("static", name).read_bytes()


def drawn() -> Mapping[str, Sprite]:
    """Returns all drawings by game, made on the first call."""
    if not _sprites:
        from companion.web.drawings import draw_all  # the static site has no press

        adopt(draw_all())
    return _sprites


def adopt(sprites: Mapping[str, Sprite]) -> None:
    """Uses drawings made elsewhere."""
    _sprites.update(sprites)
    sign_file.cache_clear()


def signs(game: str = FRAME) -> Sprite:
    """Returns the drawings of a game, or of the frame with all games' marks."""
    return drawn()[game]


@cache
def sign_file(game: str = FRAME) -> str:
    """Returns the address of a game's icons, or of the frame's."""
    return f"/drawn/{game}/{signs(game).symbols}"


def find_picture_file(game: str, sign: str) -> str:
    """Returns the address of an icon's picture."""
    return f"/drawn/{game}/{signs(game).pictures[sign]}"


def cover_file(game: str) -> str:
    """Returns the address of a game's picture on the start page, or ""."""
    cover = signs(game).cover
    return f"/drawn/{game}/{cover}" if cover else ""


def face_file(game: str, name: str, language: str) -> str:
    """Returns the address of a face (`GamePages.FACES`, or a lesson's picture); it changes with the kit."""
    return f"/face/{game}/{signs(game).build}/{language}/{name}.svg"


@lru_cache(maxsize=512)
def face(game: str, language: str, name: str) -> bytes | None:
    """Returns a face as an SVG file, or None."""
    from companion.web.drawings import draw_face

    if game not in GAMES or language not in LANGUAGES:
        return None
    sign = game_pages(game).FACES.get(name) or (Sign(name, name) if name in signs(game).figures else None)
    with _press:
        return None if sign is None else draw_face(game, sign, language)


@bp.get("/drawn/<game>/<name>")
def drawing(game: str, name: str) -> Response:
    """Serves a file of a game's drawings."""
    data = signs(game).files.get(name) if game in (FRAME, *GAMES) else None
    return abort(404) if data is None else _send(data, name, FOREVER)


@bp.get("/face/<game>/<build>/<language>/<name>.svg")
def face_picture(game: str, build: str, language: str, name: str) -> Response:
    """Serves a face. Browsers cache it for ever under its current address."""
    svg = face(game, language, name)
    return abort(404) if svg is None else _send(svg, ".svg", FOREVER if build == signs(game).build else "no-cache")


def _send(data: bytes, name: str, kept: str) -> Response:
    kind = "image/webp" if name.endswith(".webp") else "image/svg+xml"
    return Response(data, mimetype=kind, headers={"Cache-Control": kept})
