"""Settings of a server; and of a phone, in its cookies: token, language, theme, name, side."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, TypeVar

from flask import current_app, g, request
from msgspec import Struct
from werkzeug.wrappers import Response

from companion.engine.wording import LANGUAGES
from companion.tables import Tables, new_token

LogLevel = Literal["quiet", "plain"]
"""`quiet`: warnings and errors; `plain`: each request too."""
YEAR = 365 * 24 * 3600
THEMES = ("system", "light", "dark")
SECURE = "__Host-"
"""Prefix of cookies under https: no other host, and no page without https, can set them (RFC 6265bis, 4.1.3.2)."""
_TOKEN = re.compile(r"[0-9a-f]{32}")
R = TypeVar("R", bound=Response)


class MadeKit(Struct, frozen=True):
    """A kit of a static site, as a file."""

    game: str
    language: str
    paper: str
    path: str
    bytes: int


class Config(Struct, frozen=True):
    """How the app is served."""

    address: str = ""
    """What QR codes carry, such as ``http://192.168.1.20:8000``; empty: the address of the request."""
    entrance: str = ""
    """What stands between the address and a path of the app: ``/#`` on a static site."""
    streams: int = 200
    """Most event streams at once; each holds a thread."""
    phones: int = 100
    """How many phones may share one address, as in a club. 0: addresses are not limited."""
    rivals: tuple[str, ...] = ()
    """The bots that may be seated, by name."""
    letters: int = 5
    """Letters of the codes of new tables."""
    heartbeat: float = 5.0
    """Seconds of silence after which a stream sends a comment."""
    pace: float = 3.0
    """Seconds for each line of the count at the end of a game; 0: no count."""
    named: str = ""
    """The address by the name that is announced on the network, if one is."""
    names: tuple[str, ...] = ()
    """More host names that the server answers to."""
    guests: bool = True
    """Other phones may join. False: all share this one; no limits, metrics and pictures of results."""
    output: Path | None = Path("output")
    """The folder that `pnp build` wrote, for the page of files to print."""
    kits_made: tuple[MadeKit, ...] = ()
    """On a static site: the kits beside the app."""
    templates: Path | None = None
    """A folder of compiled templates, if there is one."""
    proxies: int = 0
    """How many proxies stand before the server: so many entries of ``X-Forwarded-For`` and its like are believed."""
    log: LogLevel = "quiet"


def tables() -> Tables:
    """Returns the app's tables."""
    found: Tables = current_app.extensions["companion"][0]
    return found


def config() -> Config:
    """Returns the app's configuration."""
    found: Config = current_app.extensions["companion"][1]
    return found


def address() -> str:
    """Returns the address in QR codes."""
    return config().address or request.host_url.rstrip("/")


def link(path: str) -> str:
    """Returns the full address of a path, for QR codes."""
    return f"{address()}{config().entrance}{path}"


class Phone(Struct, frozen=True):
    """The phone that sends a request: its token, whether it is new, and its settings (quarter turns)."""

    token: str
    fresh: bool
    language: str
    theme: str
    name: str
    turned: int


def bearer() -> str | None:
    """Returns the token in ``Authorization: Bearer``, well-formed or not."""
    sent = request.authorization
    return sent.token if sent is not None and sent.type == "bearer" else None


def this_phone() -> Phone:
    """Returns the phone of this request. Malformed cookies are ignored."""
    if "phone" not in g:
        token, language = bearer() or read_cookie("phone"), read_cookie("language")
        theme, turned = read_cookie("theme"), read_cookie("turned")
        fresh = not _TOKEN.fullmatch(token)
        if language not in LANGUAGES:
            language = request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
        g.phone = Phone(
            token=new_token() if fresh else token,
            fresh=fresh,
            language=language,
            theme=theme if theme in THEMES else THEMES[0],
            name=read_cookie("name")[:40],
            turned=int(turned) if turned in {"0", "1", "2", "3"} else 0,
        )
    phone: Phone = g.phone
    return phone


def read_cookie(name: str) -> str:
    """Returns a cookie's value, or ""."""
    return request.cookies.get(SECURE + name if request.is_secure else name, "")


def remember(response: R, **values: str) -> R:
    """Sets lasting cookies, not readable by scripts and not sent with other sites' forms."""
    secure = request.is_secure
    for name, value in values.items():
        cookie = SECURE + name if secure else name
        response.set_cookie(cookie, value, max_age=YEAR, path="/", httponly=True, samesite="Lax", secure=secure)
    return response
