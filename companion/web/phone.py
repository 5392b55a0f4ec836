"""What a phone keeps of itself, in cookies: its token, language, theme, name, and which side it sits on."""

from __future__ import annotations

import re

from flask import Response, g, request
from msgspec import Struct

from companion.engine.wording import LANGUAGES
from companion.tables import new_token

YEAR = 365 * 24 * 3600
THEMES = ("system", "light", "dark")
_TOKEN = re.compile(r"[0-9a-f]{32}")


class Phone(Struct, frozen=True):
    """The phone that asks. `token` is its own secret; `fresh`: it came without one and gets it with the answer."""

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
    """Who asks: read once for each request."""
    if "phone" not in g:
        g.phone = _read()
    phone: Phone = g.phone
    return phone


def _read() -> Phone:
    """Reads the token of a program, or the cookies of a phone. What makes no sense is as good as not there."""
    token = bearer() or request.cookies.get("phone", "")
    known = bool(_TOKEN.fullmatch(token))
    language = request.cookies.get("language", "")
    if language not in LANGUAGES:
        language = request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
    theme = request.cookies.get("theme", "")
    turned = request.cookies.get("turned", "0")
    return Phone(
        token=token if known else new_token(),
        fresh=not known,
        language=language,
        theme=theme if theme in THEMES else THEMES[0],
        name=request.cookies.get("name", "")[:40],
        turned=int(turned) if turned in {"0", "1", "2", "3"} else 0,
    )


def remember(response: Response, **values: str) -> Response:
    """Sets cookies that last, are not read by scripts, and do not come with other sites' forms."""
    for name, value in values.items():
        response.set_cookie(
            name, value, max_age=YEAR, path="/", httponly=True, samesite="Lax", secure=request.is_secure
        )
    return response
