"""What a phone keeps of itself, in cookies: its token, language, theme, name, and which side it sits on."""

from __future__ import annotations

import re
from typing import TypeVar

from flask import g, request
from msgspec import Struct
from werkzeug.wrappers import Response

from companion.engine.wording import LANGUAGES
from companion.tables import new_token

YEAR = 365 * 24 * 3600
THEMES = ("system", "light", "dark")
SECURE = "__Host-"
"""Begins the names of cookies under https: a browser takes such a cookie from this very host alone, sent securely
(RFC 6265bis, 4.1.3.2), so neither a page without https nor a neighbour under the same domain can plant one."""
_TOKEN = re.compile(r"[0-9a-f]{32}")
R = TypeVar("R", bound=Response)


class Phone(Struct, frozen=True):
    """The phone that sends a request. `token` is its secret; `fresh`: it came without one and gets it now."""

    token: str
    fresh: bool
    language: str
    theme: str
    name: str
    turned: int
    """Quarter turns of the map, so that the own side of the board is at the bottom."""


def bearer() -> str | None:
    """The token that a program sent in ``Authorization: Bearer``, whatever it looks like."""
    sent = request.authorization
    return sent.token if sent is not None and sent.type == "bearer" else None


def this_phone() -> Phone:
    """The phone of this request. Cookies that make no sense are ignored."""
    if "phone" not in g:
        token, language, theme, turned = (
            bearer() or read_cookie("phone"),
            read_cookie("language"),
            read_cookie("theme"),
            read_cookie("turned"),
        )
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
    """A cookie's value; empty: there is none."""
    return request.cookies.get(_cookie(name), "")


def remember(response: R, **values: str) -> R:
    """Sets cookies that last, are not read by scripts, and do not come with other sites' forms."""
    for name, value in values.items():
        response.set_cookie(
            _cookie(name), value, max_age=YEAR, path="/", httponly=True, samesite="Lax", secure=request.is_secure
        )
    return response


def _cookie(name: str) -> str:
    return SECURE + name if request.is_secure else name
