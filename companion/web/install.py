"""The app among the apps of a phone: manifest, offline page and service worker.

The worker keeps only what never changes. A table's pages are always the server's newest.
"""

from __future__ import annotations

import hashlib
from importlib.resources import files

import msgspec
from flask import Blueprint, Response, render_template

from companion.engine.wording import LANGUAGES
from companion.web.assets import OWN, asset
from companion.web.icons import drawn, icon_file, sign_file
from companion.web.phone import read_cookie, this_phone
from companion.web.sprite import ICONS
from companion.web.wordings import words_of

bp = Blueprint("install", __name__)
HINT = "hint"
"""The cookie of a phone that has closed the hint at the home screen."""
COLOURS = {"light": "#fffdf8", "dark": "#241f1a"}
"""The page's bar (`--card`) by theme; the phone's own bar gets the same colour."""


def shows_hint() -> bool:
    """Whether a page explains the home screen: from a phone's second visit on, until it closes the hint."""
    return not this_phone().fresh and not read_cookie(HINT)


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """The page as an app of the phone."""
    phone = this_phone()
    words = words_of(phone.language)
    colour = COLOURS["dark" if phone.theme == "dark" else "light"]
    app = {
        "name": words.phrase("silk_road_whole"),
        "short_name": words.phrase("silk_road"),
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
    return Response(msgspec.json.encode(app), mimetype="application/manifest+json")


@bp.get("/offline")
def offline() -> str:
    """The page without a link, as the worker keeps it: in all languages, for it does not know the reader."""
    return render_template("offline.html", words={name: words_of(name).phrase for name in LANGUAGES})


@bp.get("/worker.js")
def worker() -> Response:
    """The service worker, with the files that it keeps and a version that changes when any of them does."""
    addresses = ("/offline", asset("companion.css"), asset("companion.js"), "/typeface.woff2", sign_file())
    words = "".join(files(OWN).joinpath(f"words.{name}.toml").read_text("utf-8") for name in LANGUAGES)
    version = hashlib.sha256("".join([*addresses, words]).encode() + drawn().typeface).hexdigest()[:12]
    constants = {"MADE": version, "KEPT": addresses}
    lines = [f"const {name} = {msgspec.json.encode(value).decode()};\n" for name, value in constants.items()]
    script = "".join(lines) + files(OWN).joinpath("static", "worker.js").read_text("utf-8")
    return Response(script, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})
