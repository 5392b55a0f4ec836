"""The Flask app: what every page shares, and where the pages are."""

from __future__ import annotations

import logging

from flask import Flask, Request, Response, abort, g, render_template, request
from flask.sessions import NullSession, SessionInterface
from flask.templating import DispatchingJinjaLoader
from jinja2 import ModuleLoader
from markupsafe import Markup
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.engine.registry import game as engine
from companion.tables import TableError, Tables, new_command_id, open_tables, say
from companion.tables.errors import StorageFailed, StorageFull
from companion.web import api, assets
from companion.web.assets import FOREVER
from companion.web.config import Config
from companion.web.game_pages import GAMES, check_games, game_pages
from companion.web.history import transfer as history
from companion.web.home import home_screen
from companion.web.home import views as home
from companion.web.http import health, limits, logs, metrics, security
from companion.web.http.served import config as served_config
from companion.web.phone import remember, this_phone
from companion.web.printed import kit_files, leaflets
from companion.web.printed.faces import face, face_file
from companion.web.printed.signs import FRAME, minutes, seat_file, sign_file, signs, typeface
from companion.web.proof import views as proof
from companion.web.table import fix, hints, stream
from companion.web.table import views as table
from companion.web.table.lesson_page import taught
from companion.web.table.lobby import views as lobby
from companion.web.table.rivals import told as rival_told
from companion.web.table.sightings import UNREAD
from companion.web.table.undo_card import card, keep_playing, wait
from companion.web.table.undo_key import told
from companion.web.times import shown
from companion.web.turns import calls
from companion.web.widgets import do
from companion.web.wordings import game_words, speaking, words_of

FORM_PARTS = 64
"""Most fields of a form."""
COMPRESSED = [
    "application/json",
    "application/manifest+json",
    "application/problem+json",
    "image/svg+xml",
    "text/css",
    "text/html",
    "text/javascript",
    "text/plain",
]
"""Media types of responses that are compressed."""


class _NoSession(SessionInterface):
    """None of Flask's sessions: a phone's token is its cookie. One that is empty serves every request."""

    _empty = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        return self._empty


class CompanionApp(Flask):
    """Flask without sessions, and with failures logged as `logs` says."""

    session_interface = _NoSession()

    def create_global_jinja_loader(self) -> DispatchingJinjaLoader | ModuleLoader:  # type: ignore[override]  # Jinja takes any loader
        _, config = self.extensions["companion"]
        return ModuleLoader(config.templates) if config.templates else super().create_global_jinja_loader()

    def log_exception(self, exc_info: logs.ExcInfo) -> None:
        logs.log_failure(exc_info)


def create_app(tables: Tables | str, config: Config | None = None) -> Flask:
    """The app over these tables, or over those that `open_tables` finds there. It has no secret of its own: each
    phone's token is its cookie.

    Flask's commands take it too: ``flask --app "companion.web:create_app('data/tables.sqlite3')" routes``.
    """
    return serve(unserved(config or Config()), open_tables(tables) if isinstance(tables, str) else tables)


def serve(app: Flask, tables: Tables) -> Flask:
    """The same app, over these tables."""
    _, config = app.extensions["companion"]
    app.extensions["companion"] = (tables, config)
    if config.watched:
        health.init_app(app, tables)
    return app


def unserved(config: Config) -> Flask:
    """The app without any tables, as it may be made long before there are some (`serve`)."""
    check_games()
    app = CompanionApp(__name__)
    app.config.update(MAX_CONTENT_LENGTH=config.body, MAX_FORM_MEMORY_SIZE=config.body, MAX_FORM_PARTS=FORM_PARTS)
    app.extensions["companion"] = (None, config)
    if config.proxies:
        n = config.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=n, x_proto=n, x_host=n)  # type: ignore[method-assign]  # as Flask's guide has it
    # After a request these run in the opposite order: it is logged last.
    logs.init_app(app)
    if config.watched:
        metrics.init_app(app)
    if config.guests:
        _compress(app)
    security.init_app(app, config)
    api.init_app(app)
    assets.init_app(app)
    for pages in (home.bp, home_screen.bp, leaflets.bp, history.bp, proof.bp):
        app.register_blueprint(pages)
    table.init_app(app)
    stream.init_app(app, config)
    if config.output or config.kits_made:
        app.register_blueprint(kit_files.bp)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["lessons"] = lambda game: signs(game).lessons
    app.jinja_env.filters["calls"] = calls
    app.jinja_env.filters["barred"] = barred
    app.jinja_env.globals["m"] = app.jinja_env.get_template("macros.html").module
    app.context_processor(_shared)
    app.after_request(_with_token)
    app.register_error_handler(HTTPException, _failed)
    app.register_error_handler(TableError, _no_table)
    app.add_url_rule("/sprite/<name>.svg", "sprite", _sprite)
    app.add_url_rule("/face/<game>/<build>/<language>/<name>.svg", "face", _face)
    app.add_url_rule("/typeface.woff", "typeface", _typeface)
    limits.init_app(app, config)
    return app


def _compress(app: Flask) -> None:
    """Compresses text. Event streams, typefaces and PDF files stay as they are."""
    from flask_compress import Compress  # the static site has no such package

    app.config.update(
        COMPRESS_ALGORITHM=["gzip"],
        COMPRESS_ALGORITHM_STREAMING=["gzip"],
        COMPRESS_LEVEL=4,
        COMPRESS_MIN_SIZE=1024,
        COMPRESS_MIMETYPES=COMPRESSED,
        COMPRESS_REGISTER=False,
    )
    compress = Compress(app)
    # A range is one of uncompressed bytes.
    app.after_request(lambda response: response if response.status_code == 206 else compress.after_request(response))


def _shared() -> dict[str, object]:
    phone = this_phone()
    return {
        "phone": phone,
        "t": speaking(words_of(phone.language)),
        "count": words_of(phone.language).count,
        "asset": assets.asset,
        "sheet": assets.style_link,
        "sign_file": sign_file,
        "seat_file": seat_file,
        "time": shown,
        "served": served_config(),
        "host_name": lobby.host_name,
        "seat_requests": lobby.requests,
        "face_file": face_file,
        "fix_door": fix.door,
        "undo_told": told,
        "undo_asks": card,
        "undo_wait": wait,
        "keep_playing": keep_playing,
        "may_hint": hints.may_hint,
        "hinted": hints.hinted,
        "foresight": hints.foresight,
        "rival_told": rival_told,
        "taught": taught,
        "new_id": new_command_id,
        "do": do,
        "games": GAMES,
        "game_pages": game_pages,
        "of": game_words,
        "minutes": minutes,
        "bar_colours": home_screen.bar_colours,
        "icon_file": home_screen.icon_file,
        "icon_inline": home_screen.icon_inline(),
        "players": lambda game: engine(game).PLAYERS,
    }


def barred(bar: Markup, line: str) -> Markup:
    """The bar at the foot of a page with a line above its keys; a bar of its own where the page has none."""
    if not line.strip():
        return bar
    head, start, rest = bar.partition(FOOT)
    return head + FOOT + Markup(line) + (rest if start else Markup("</footer>"))


def _with_token(response: Response) -> Response:
    """A page gives its phone a token before anything is sent with it, so that a form sent twice is one phone's."""
    phone = this_phone()
    if (phone.fresh or phone.plain) and response.mimetype == "text/html":
        given = any("phone=" in cookie for cookie in response.headers.getlist("Set-Cookie"))
        if not given:
            remember(response, phone=phone.token)
    return response


def _sprite(name: str) -> Response:
    game = name.partition("-")[0]
    svg = signs(game).svg(name) if game in (FRAME, *GAMES) else None
    if svg is None:
        abort(404)
    return Response(svg, mimetype="image/svg+xml", headers={"Cache-Control": FOREVER})


def _face(game: str, build: str, language: str, name: str) -> Response:
    """Kept for ever under the address that pages name now; what an older page asks for is not."""
    svg = face(game, language, name)
    if svg is None:
        abort(404)
    now = build == signs(game).build
    return Response(svg, mimetype="image/svg+xml", headers={"Cache-Control": FOREVER} if now else {})


def _typeface() -> Response:
    """Its address is in the style sheet and never changes, so browsers ask from time to time whether it has."""
    response = Response(typeface(), mimetype="font/woff", headers={"Cache-Control": f"public, max-age={WEEK}"})
    response.add_etag()
    response.make_conditional(request)
    return response


log = logging.getLogger(__name__)
WEEK = 7 * 24 * 3600
FOOT = Markup('<footer class="thumb" id="thumb">')
STATUS = {
    "no_such_table": 404,
    "no_such_entry": 404,
    "host_only": 403,
    "owner_only": 403,
    "not_seated": 403,
    "storage_failed": 503,
    "storage_full": 507,
}
"""The HTTP status of errors that a page, not a key, runs into; of all others it is 409. What cannot be saved goes out
again until it is; on a device of its own it does not, where nobody makes room but who reads that there is none."""


def _no_table(error: TableError) -> tuple[str, int]:
    """A table that cannot be shown, in the words of its error."""
    if isinstance(error, StorageFailed):
        # What the database says is for whoever runs the server, not for guests.
        log.warning("%s", error)
        if isinstance(error, StorageFull) and not served_config().guests:
            return render_template("failed.html", reason="failed.full"), STATUS[error.code]
        return render_template("failed.html", reason="failed.storage"), STATUS[StorageFailed.code]
    limits.count_wrong_code(error)
    text = say(error, this_phone().language)
    return render_template("failed.html", text=text), STATUS.get(error.code, 409)


def _failed(error: HTTPException) -> tuple[str, int] | HTTPException | Response:
    """One clear page for what is not there, not allowed, or too large."""
    code = error.code or 500
    if code < 400:
        return error
    if api.expected():
        return api.problem_of(error)
    known = {403, 404, 405, 408, 413, 421, 429, 503}
    reason = f"failed.{code if code in known else 'other'}"
    if error.description == UNREAD:
        reason = f"failed.{UNREAD}"
    said = {"wait": g.get("wait", 0), "host": g.get("host", "")}
    return render_template("failed.html", code=code, reason=reason, **said), code
