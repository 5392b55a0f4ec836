"""The app among the apps of a phone: manifest, icons, and the worker that keeps what never changes and says when there
is no link. It never keeps a table's pages: what they show is always the server's newest."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from urllib.parse import quote

import msgspec
from flask import Blueprint, Response, abort, render_template

from companion.engine.wording import LANGUAGES
from companion.web.assets import FOREVER, OWN, asset
from companion.web.phone import kept, this_phone
from companion.web.printed.signs import ICONS, icon, sign_file, typeface
from companion.web.wordings import speaking, words_of

bp = Blueprint("home_screen", __name__)
HINT = "hint"
"""The cookie of a phone that needs no hint at the home screen any more."""
COLOURS = {"light": "#fffdf8", "dark": "#241f1a"}
"""Of the bar of pages (`--card`), which the phone's own bar goes on with."""


def bar_colours(theme: str) -> tuple[tuple[str, str], ...]:
    """What the phone's own bar goes on with, and under which colour scheme of the phone (empty: under any)."""
    if theme in COLOURS:
        return ((COLOURS[theme], ""),)
    return tuple((colour, scheme) for scheme, colour in COLOURS.items())


def hinted() -> bool:
    """Is a phone told how to come on the home screen? From its second visit on, until it closes the hint."""
    return not this_phone().fresh and not kept(HINT)


@cache
def icon_inline() -> str:
    """The drawing of the icon as an address that is itself the drawing, so that no page waits for it."""
    return "data:image/svg+xml," + quote(files(OWN).joinpath("static", "icon.svg").read_bytes(), safe=" =:/<>'")


def icon_file(size: int) -> str:
    """The address of an icon, which changes when it does."""
    return f"/icon-{size}.png?{hashlib.sha256(icon(size)).hexdigest()[:12]}"


@bp.get("/icon-<int:size>.png")
def app_icon(size: int) -> Response:
    """The icon in one of its sizes."""
    if size not in ICONS:
        abort(404)
    return Response(icon(size), mimetype="image/png", headers={"Cache-Control": FOREVER})


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """What the phone makes of the page as an app."""
    phone = this_phone()
    says = speaking(words_of(phone.language))
    colour = COLOURS["dark" if phone.theme == "dark" else "light"]
    shown = {
        "name": says("silk_road_whole"),
        "short_name": says("silk_road"),
        "lang": phone.language,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": colour,
        "background_color": colour,
        "icons": [
            {"src": icon_file(size), "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"}
            for size in ICONS[1:]
        ],
    }
    return Response(msgspec.json.encode(shown), mimetype="application/manifest+json")


@bp.get("/home-screen")
def how() -> str:
    """How the page comes on the home screen."""
    return render_template("install.html")


@bp.get("/offline")
def offline() -> str:
    """The page without a link, as the worker keeps it: in all languages, for it does not know the reader."""
    return render_template("offline.html", words={name: speaking(words_of(name)) for name in LANGUAGES})


@bp.get("/worker.js")
def worker() -> Response:
    """The service worker, with what it keeps from the beginning, under a name that changes when any of that does."""
    return Response(_worker(), mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


@cache
def _worker() -> str:
    kept = ("/offline", asset("companion.css"), asset("companion.js"), "/typeface.woff", sign_file())
    words = (files(OWN).joinpath(f"words.{name}.toml").read_text("utf-8") for name in LANGUAGES)
    made = hashlib.sha256("".join([*kept, *words]).encode() + typeface()).hexdigest()[:12]
    told = {"MADE": made, "KEPT": kept}
    begin = "".join(f"const {name} = {msgspec.json.encode(value).decode()};\n" for name, value in told.items())
    return begin + files(OWN).joinpath("static", "worker.js").read_text("utf-8")
