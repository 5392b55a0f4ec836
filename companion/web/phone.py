"""What a phone keeps of itself, in cookies: its token, language, theme, name, and which side it sits on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from flask import Response, g, request
from msgspec import Struct, structs
from werkzeug.datastructures import Authorization, LanguageAccept
from werkzeug.http import parse_accept_header, parse_cookie

from companion.engine.wording import LANGUAGES
from companion.tables import new_token

YEAR = 365 * 24 * 3600
THEMES = ("system", "light", "dark")
OURS = "__Host-"
"""Begins the names of cookies under https: a browser takes such a cookie from this very host alone, sent securely
(RFC 6265bis, 4.1.3.2), so neither a page without https nor a neighbour under the same domain can plant one."""
_TOKEN = re.compile(r"[0-9a-f]{32}")


class Phone(Struct, frozen=True):
    """The phone that asks. `token` is its own secret; `fresh`: it came without one and gets it with the answer.
    `plain`: under https it still shows the token under the name without `OURS`, and is given the other."""

    token: str
    fresh: bool
    plain: bool
    language: str
    theme: str
    name: str
    turned: int
    """Quarter turns of the map, so that the own side of the board is at the bottom."""


def bearer() -> str | None:
    """The token that a program sent in ``Authorization: Bearer``, whatever it looks like."""
    return _shown(request.environ.get("HTTP_AUTHORIZATION", ""))


def _shown(authorization: str) -> str | None:
    sent = Authorization.from_header(authorization)
    return sent.token if sent is not None and sent.type == "bearer" else None


def this_phone() -> Phone:
    """Who asks: read once for each request."""
    kept = g.get("phone")
    if kept is None:
        sent = request.environ
        found = _read(
            sent.get("HTTP_COOKIE", ""),
            sent.get("HTTP_AUTHORIZATION", ""),
            sent.get("HTTP_ACCEPT_LANGUAGE", ""),
            sent["wsgi.url_scheme"] == "https",
        )
        kept = g.phone = structs.replace(found, token=new_token()) if found.fresh else found
    phone: Phone = kept
    return phone


@lru_cache(1024)
def _read(cookie: str, authorization: str, languages: str, secure: bool) -> Phone:
    """The token of a program, or the cookies of a phone, by what they send with every request. What makes no sense is
    as good as not there; who is fresh has no token yet."""
    shown = _shown(authorization)
    cookies: Mapping[str, str] = parse_cookie(cookie)
    token = shown or _kept(cookies, "phone", secure)
    known = bool(_TOKEN.fullmatch(token))
    language = _kept(cookies, "language", secure)
    if language not in LANGUAGES:
        language = parse_accept_header(languages, LanguageAccept).best_match(LANGUAGES) or LANGUAGES[0]
    theme = _kept(cookies, "theme", secure)
    turned = _kept(cookies, "turned", secure)
    return Phone(
        token=token if known else "",
        fresh=not known,
        plain=known and shown is None and secure and OURS + "phone" not in cookies,
        language=language,
        theme=theme if theme in THEMES else THEMES[0],
        name=_kept(cookies, "name", secure)[:40],
        turned=int(turned) if turned in {"0", "1", "2", "3"} else 0,
    )


def kept(name: str) -> str:
    """A cookie's value, or nothing. Phones that were here before `OURS` keep what they have under the plain name."""
    return _kept(request.cookies, name, request.is_secure)


def _kept(cookies: Mapping[str, str], name: str, secure: bool) -> str:
    if secure and OURS + name in cookies:
        return cookies[OURS + name]
    return cookies.get(name, "")


def remember(response: Response, **values: str) -> Response:
    """Sets cookies that last, are not read by scripts, and do not come with other sites' forms."""
    for name, value in values.items():
        secure = request.is_secure
        response.set_cookie(
            OURS + name if secure else name, value, max_age=YEAR, path="/", httponly=True, samesite="Lax", secure=secure
        )
        if secure and name in request.cookies:
            # One secret in one place; the plain one might be sent where nothing is encrypted.
            response.delete_cookie(name, path="/", httponly=True, samesite="Lax")
    return response
