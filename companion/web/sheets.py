"""Style sheets: within the page for a phone that has not got them, at an address of their own for one that has.

A browser shows nothing before it has a page's style, and on a slow network a second question costs as much as the
first. So the first page that needs a sheet brings it along, and the phone is told to fetch it for the next ones
(`companion.js`). A cookie says which it has; where it is wrong, a page waits for its style as any other does.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from typing import NamedTuple

from flask import Flask, Response, g, request
from markupsafe import Markup

from companion.web.assets import asset, read
from companion.web.http.security import POLICY
from companion.web.phone import kept, remember

KEPT = "sheets"
"""The cookie with the marks of the sheets that a phone has."""
MARK = 6
"""Characters of a mark: the beginning of a digest."""
MOST = 16
"""Marks that a cookie holds: more than there are sheets, so that those of older versions go."""
_MARKS = re.compile(rf"(?<![0-9a-f])[0-9a-f]{{{MARK}}}(?![0-9a-f])")


class Sheet(NamedTuple):
    """A style sheet. `source` is what a policy names it by when it stands in a page (CSP 3, 2.3.1)."""

    address: str
    text: str
    source: str

    @property
    def mark(self) -> str:
        """What the cookie calls it: it changes when the sheet does."""
        return self.address.rpartition("?")[2][:MARK]


def init_app(app: Flask) -> None:
    """Tells the browser which styles in an answer are ours, and the phone which it has from then on."""
    app.after_request(_said)


def sheet(name: str, game: str = "") -> Markup:
    """A style sheet of the frame, or of a game, for the head of a page. What a script or a program fetches, which does
    not ask for HTML by that name, has no use for its text: a page that is swapped in keeps its policy."""
    one = _sheet(name, game)
    used: dict[str, Sheet] = g.setdefault(KEPT, {})
    if one.mark in _had() or "text/html" not in request.headers.get("Accept", ""):
        return Markup('<link rel="stylesheet" href="{}">').format(one.address)
    used[one.mark] = one
    return Markup('<style data-sheet="{}">{}</style>').format(one.address, Markup(one.text))


def _said(response: Response) -> Response:
    used: dict[str, Sheet] = g.get(KEPT, {})
    if not used:
        return response
    sources = " ".join(f"'{one.source}'" for one in used.values())
    response.headers["Content-Security-Policy"] = f"{POLICY}; style-src 'self' {sources}"
    return remember(response, **{KEPT: ".".join([*_had(), *used][-MOST:])})


def _had() -> list[str]:
    """The marks of what the phone has, as far as they are any."""
    return _MARKS.findall(kept(KEPT))


@cache
def _sheet(name: str, game: str) -> Sheet:
    data = read(name, game)
    digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
    return Sheet(asset(name, game), data.decode(), f"sha256-{digest}")
