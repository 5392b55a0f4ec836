"""Pages before a table: start, printed QR codes, joining by code, this phone's settings, the home screen app."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from importlib.resources import files

import msgspec
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion import TITLE
from companion.engine.wording import LANGUAGES
from companion.tables import TableError, say
from companion.tables.errors import StorageFailed
from companion.tables.history import Wanted
from companion.web import security
from companion.web.assets import OWN, asset, seat_file, sign_file, signs
from companion.web.config import THEMES, remember, tables, this_phone
from companion.web.game_pages import GAMES, find_words
from companion.web.table.frame import read_table

bp = Blueprint("home", __name__)
ICONS = (192, 512)
"""Pixels of the app's icons that a manifest needs; iPhones take another one."""
TYPEFACE = "/static/spectral-600.woff2"
"""Of headings: Latin letters of Spectral, cut out of its font package. Another cut gets another name."""
COLOURS = {"light": "#fffdf8", "dark": "#241f1a"}
"""The page's bar (`--card`) by theme; the phone's own bar gets the same colour."""
MOST = 8
"""Tables among which the one to continue is looked for."""


@bp.get("/")
def start(one: str = "", note: str = "", **values: str) -> str:
    """Returns the start page: continue a game, join one by code, open one. `one`: of that game only."""
    return render_template("start.html", one=one, note=note, goes=_current_table(), **values)


@bp.get("/k/<game>/<build>")
def printed(game: str, build: str) -> str:
    """Returns the start page of one game, which the code on a printed board opens. It mentions a different edition."""
    return start(one=game, build=build[:12], ours=signs(game).build) if game in GAMES else abort(404)


@bp.get("/join")
def join() -> tuple[str, int] | Answer:
    """Finds a table by a typed code, in upper or lower case."""
    typed = request.args.get("code", "")
    try:
        return redirect(url_for("table.table", code=tables().find(typed)), 303)
    except StorageFailed:
        raise
    except TableError as error:
        security.count_wrong_code(error)
        return start(note=say(error, this_phone().language), typed=typed[:12]), 404


@bp.post("/phone")
def settings() -> Answer:
    """Changes this phone's settings: language, theme, rotation of the map."""
    phone, form = this_phone(), request.form
    values = {"phone": phone.token}
    if form.get("language") in LANGUAGES:
        values["language"] = form["language"]
    if form.get("theme") in THEMES:
        values["theme"] = form["theme"]
    if form.get("turned"):
        values["turned"] = str((phone.turned + 1) % 4)
    back = form.get("back", "")
    own = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    return remember(redirect(back if own else "/", 303), **values)


def _current_table() -> Mapping[str, str] | None:
    """Returns this phone's newest unfinished game. None also while the database is unavailable."""
    phone = this_phone()
    with suppress(StorageFailed):
        found = () if phone.fresh else tables().history.games(phone.token, Wanted(), most=MOST).games
        for played in found:
            if played.game in GAMES and not played.seats and not played.closed:
                with suppress(TableError):
                    if (goes := _at_table(played.code)) is not None:
                        return goes
    return None


def _at_table(code: str) -> Mapping[str, str] | None:
    """Returns this phone's table, with its icon and its state in words. None if it only watches there."""
    context = read_table(code)
    view, me = context.view, context.view.me
    if me.chair is None and not me.host:
        return None
    if view.settings.way == "merchants" and me.chair is None:
        says = context.own_words.phrase("way.merchants.name")
    elif view.state is None or context.covered:
        says = context.words.phrase("own.waits" if view.state is None else "own.on")
    else:
        says = " · ".join(filter(None, (context.pages.bar(context)[0], context.pages.moment(context))))
    sign = "" if me.chair is None else context.pages.chair_sign(view.chairs[me.chair].key)
    file, sign = (seat_file(view.game), sign) if sign else (sign_file(), f"mark-{view.game}")
    return {"code": view.code, "game": view.game, "file": file, "sign": sign, "says": says}


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Returns the web app manifest."""
    phone = this_phone()
    words = find_words(phone.language)
    colour = COLOURS["dark" if phone.theme == "dark" else "light"]
    app = {
        "name": TITLE,
        "short_name": words.phrase("silk_road"),
        "lang": phone.language,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": colour,
        "background_color": colour,
        "icons": [
            {"src": asset(f"icon-{n}.png"), "sizes": f"{n}x{n}", "type": "image/png", "purpose": "any maskable"}
            for n in ICONS
        ],
    }
    return Response(msgspec.json.encode(app), mimetype="application/manifest+json")


@bp.get("/offline")
def offline() -> str:
    """Returns the page without a connection, which the service worker caches: in all languages, as the reader is
    unknown."""
    return render_template("offline.html", words={name: find_words(name).phrase for name in LANGUAGES})


@bp.get("/worker.js")
def worker() -> Response:
    """Returns the service worker, with its cached files and a version that changes with any of them."""
    addresses = ("/offline", asset("companion.css"), asset("companion.js"), TYPEFACE, sign_file())
    words = "".join(files(OWN).joinpath(f"words.{name}.toml").read_text("utf-8") for name in LANGUAGES)
    version = hashlib.sha256("".join([*addresses, words]).encode()).hexdigest()[:12]
    constants = {"MADE": version, "KEPT": addresses}
    lines = [f"const {name} = {msgspec.json.encode(value).decode()};\n" for name, value in constants.items()]
    script = "".join(lines) + files(OWN).joinpath("static", "worker.js").read_text("utf-8")
    return Response(script, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})
