"""The Flask app: blueprints, template globals and error pages."""

from __future__ import annotations

import logging

from flask import Flask, Response, g, render_template, request
from flask.templating import DispatchingJinjaLoader
from jinja2 import ModuleLoader
from markupsafe import Markup
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.engine.registry import game as engine
from companion.engine.wording import language_name
from companion.tables import TableError, Tables, new_command_id, open_tables, say
from companion.tables.errors import StorageFailed
from companion.web import api, assets, history, home, kits, live, ops, rules, security
from companion.web.config import Config, remember, this_phone
from companion.web.config import config as served_config
from companion.web.game_pages import GAMES, check_games, find_words, game_pages, game_words, make_time_element
from companion.web.table import pages, seats
from companion.web.widgets import do

LOGGER = logging.getLogger(__name__)
FORM_BYTES, FORM_PARTS = 64 * 1024, 64
"""Largest request body, and most fields of a form."""
FOOT = Markup('<footer class="thumb" id="thumb">')


class CompanionApp(Flask):
    """Flask with failures logged by `ops`, and with compiled templates if there are any."""

    def create_global_jinja_loader(self) -> DispatchingJinjaLoader | ModuleLoader:  # type: ignore[override]  # Jinja takes any loader
        _, config = self.extensions["companion"]
        return ModuleLoader(config.templates) if config.templates else super().create_global_jinja_loader()

    def log_exception(self, exc_info: ops.ExcInfo) -> None:
        ops.log_failure(exc_info)


def create_app(tables: Tables | str, config: Config | None = None) -> Flask:
    """Returns the app over these tables, or over those at this path or URL, for Flask's commands: ``flask --app
    "companion.web:create_app('data/tables.sqlite3')" routes``."""
    return serve(make_unserved_app(config or Config()), open_tables(tables) if isinstance(tables, str) else tables)


def serve(app: Flask, tables: Tables) -> Flask:
    """Returns the same app over these tables."""
    _, config = app.extensions["companion"]
    app.extensions["companion"] = (tables, config)
    return app


def make_unserved_app(config: Config) -> Flask:
    """Returns the app without tables: `serve` adds them."""
    check_games()
    app = CompanionApp(__name__)
    app.config.update(MAX_CONTENT_LENGTH=FORM_BYTES, MAX_FORM_MEMORY_SIZE=FORM_BYTES, MAX_FORM_PARTS=FORM_PARTS)
    app.extensions["companion"] = (None, config)
    if config.proxies:
        n = config.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=n, x_proto=n, x_host=n)  # type: ignore[method-assign]  # as Flask's guide has it
    # After a request these run in the opposite order: it is logged last.
    ops.init_app(app, watched=config.guests)
    if config.guests:
        _compress(app)
    security.init_app(app, config)
    app.register_error_handler(api.ProblemError, api.respond)
    assets.init_app(app)
    for one in (api.bp, home.bp, assets.bp, rules.bp, history.bp):
        app.register_blueprint(one)
    pages.init_app(app)
    live.init_app(app, config)
    if config.output or config.kits_made:
        app.register_blueprint(kits.bp)
    _set_up_templates(app)
    app.after_request(_give_token)
    app.register_error_handler(HTTPException, _http_error_page)
    app.register_error_handler(TableError, _table_error_page)
    security.limit_requests(app, config)
    return app


def _compress(app: Flask) -> None:
    """Compresses text; event streams, fonts and PDF files stay uncompressed."""
    from flask_compress import Compress  # the static site has no such package

    app.config.update(COMPRESS_ALGORITHM=["gzip"], COMPRESS_ALGORITHM_STREAMING=["gzip"], COMPRESS_LEVEL=4)
    app.config["COMPRESS_REGISTER"] = False
    compress = Compress(app)
    # A range is one of uncompressed bytes.
    app.after_request(lambda response: response if response.status_code == 206 else compress.after_request(response))


def _set_up_templates(app: Flask) -> None:
    jinja = app.jinja_env
    jinja.trim_blocks = jinja.lstrip_blocks = True
    jinja.filters.update(barred=add_bar_lines)
    jinja.globals.update(
        asset=assets.asset,
        sheet=assets.make_style_link,
        sign_file=assets.sign_file,
        cover_file=assets.cover_file,
        face_file=assets.face_file,
        signs=assets.signs,
        bar_colours=home.COLOURS,
        time=make_time_element,
        language_name=language_name,
        host_name=seats.host_name,
        new_id=new_command_id,
        do=do,
        games=GAMES,
        game_pages=game_pages,
        of=game_words,
        players=lambda game: engine(game).PLAYERS,
    )
    jinja.globals["m"] = jinja.get_template("macros.html").module

    @app.context_processor
    def phone_values() -> dict[str, object]:
        phone = this_phone()
        words = find_words(phone.language)
        return {"phone": phone, "t": words.phrase, "count": words.count, "served": served_config()}


def add_bar_lines(bar: Markup, lines: str) -> Markup:
    """Adds lines above the keys of the page's bar, or adds a bar."""
    head, start, rest = bar.partition(FOOT)
    return head + FOOT + Markup(lines) + (rest if start else Markup("</footer>"))


def _give_token(response: Response) -> Response:
    """Gives a new phone its token with the first page, so that a repeated form comes from the same phone."""
    phone = this_phone()
    given = any("phone=" in cookie for cookie in response.headers.getlist("Set-Cookie"))
    if phone.fresh and not given and response.mimetype == "text/html":
        remember(response, phone=phone.token)
    return response


def _table_error_page(error: TableError) -> tuple[str, int]:
    if isinstance(error, StorageFailed):
        LOGGER.warning("%s", error)  # not for guests
        # After 503 a phone sends again until it is saved; on a full device somebody has to make room.
        full = error.code == "storage_full" and not served_config().guests
        return render_template("failed.html", reason="failed.full" if full else "failed.other"), 507 if full else 503
    security.count_wrong_code(error)
    return render_template("failed.html", text=say(error, this_phone().language)), error.status


def _http_error_page(error: HTTPException) -> tuple[str, int] | HTTPException | Response:
    code = error.code or 500
    if code < 400:
        return error
    if request.path.startswith(f"{api.PREFIX}/"):
        return api.respond(error)
    kind = code if code in (403, 404, 413, 421, 429) else "other"
    values = {"wait": g.get("wait", 0), "host": g.get("host", "")}
    return render_template("failed.html", code=code, reason=f"failed.{kind}", **values), code
