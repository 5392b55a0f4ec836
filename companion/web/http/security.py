"""What every request and answer must hold to, in one place: foreign origins, bounds, headers."""

from __future__ import annotations

import math

from flask import Flask, Response, abort, current_app, g, request

from companion.tables import Kind, TableError, Tables
from companion.web.config import Config
from companion.web.http.hosts import Hosts, origin_of
from companion.web.phone import bearer, this_phone

POLICY = "; ".join(
    [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
"""No inline script, no inline style, nothing from elsewhere."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
UNCOUNTED = frozenset({"static", "sprite", "typeface", "healthz", "metrics"})
"""Endpoints that browsers keep the answers of, and those that watch over the server."""
HEAVY = frozenset(
    {
        "proof.checked",
        "table.score_sheet",
        "table.export",
        "history.carried",
        "history.export",
        "api.export_table",
        "api.import_table",
    }
)
"""Endpoints whose answers take long to make."""
CARRYING = frozenset({"history.carried", "api.import_table", "proof.checked"})
"""Endpoints that take files, each of which is larger than all forms of an evening."""
GUESSED = frozenset({"home.join", "history.owner"})
"""Endpoints that take a code which is no part of their address."""
PROGRAMS = "/api/"
"""Where programs ask, which need not say where they come from."""
LONGEST_HOST = 60
"""Characters of a foreign host that the page says back."""
MISSES = frozenset({"no_such_table", "bad_code"})
"""Errors of somebody who guesses, or mistypes."""


def init_app(app: Flask, config: Config) -> None:
    """Puts the checks before and the headers after every request."""
    hosts = Hosts(config)
    app.before_request(lambda: _own_host(hosts))
    app.before_request(_same_origin)
    app.before_request(_not_too_much)
    app.after_request(_headers)


def _own_host(hosts: Hosts) -> None:
    """Under a name that is not ours nothing is shown: see `hosts`. Browsers always send one; who sends none is none."""
    sent = request.headers.get("Host")
    if sent is not None and not hosts.own(sent):
        g.host = sent[:LONGEST_HOST]
        abort(421, "foreign_host")


def _same_origin() -> None:
    """A form of another site must not act here, though the phone's cookie would come with it.

    A token in `Authorization` no browser sends by itself, so it says enough. A program without a cookie
    has nothing that could be misused.
    """
    if request.method in SAFE or bearer():
        return
    origin = request.headers.get("Origin")
    if origin is None:
        # Browsers that do not send Origin with forms say where they come from in one of these.
        site = request.headers.get("Sec-Fetch-Site")
        if site == "same-origin":
            return
        if site is None and request.path.startswith(PROGRAMS) and not request.cookies:
            return
        origin = request.headers.get("Referer", "")
    if origin_of(origin) != request.host:
        abort(403, "foreign_origin")


def _not_too_much() -> None:
    """Bounds what one address may ask for (`companion.tables.storage.rate_limits`): 429, and how long to wait."""
    endpoint, named = request.endpoint or "", request.view_args or {}
    if endpoint in UNCOUNTED or endpoint.endswith(".static"):
        return
    _let_in()
    if request.method in SAFE:
        _bounded("look")
    else:
        _bounded("act")
        _bounded("carried" if endpoint in CARRYING else "sent", request.content_length or 0)
    if endpoint in HEAVY:
        _bounded("heavy")
    takes_code = endpoint in GUESSED or "code" in named
    code = named["code"] if "code" in named else request.args.get("code", "")
    if takes_code and _tables().allow("wrong", request.remote_addr, 0) and not _belongs(code):
        _bounded("wrong", 0)


def _let_in() -> None:
    """Whom the owner shut out gets nothing but that he is; the owner's own phones may be behind the same address."""
    wait = _tables().shut_out(request.remote_addr)
    if wait and not _tables().history.is_owner(this_phone().token):
        g.wait = math.ceil(wait)
        abort(403, "shut_out")


def _belongs(code: str) -> bool:
    """Does this phone hold anything at the table? Then it need not suffer for others who guess codes."""
    try:
        me = _tables().view_for(code, this_phone().token).me
    except TableError:
        return False
    return me.host or me.chair is not None


def _bounded(kind: Kind, cost: int = 1) -> None:
    wait = _tables().allow(kind, request.remote_addr, cost)
    if wait:
        _tables().refused(kind, request.remote_addr)
        g.wait = math.ceil(wait)
        abort(429)


def missed(error: TableError) -> None:
    """Counts codes that there are not: too many from one address, and it has to wait."""
    if error.code in MISSES:
        _tables().allow("wrong", request.remote_addr)


def _tables() -> Tables:
    served: tuple[Tables, Config] = current_app.extensions["companion"]
    return served[0]


def _headers(response: Response) -> Response:
    response.headers.extend(HEADERS)
    response.headers.setdefault("Cache-Control", "private, no-cache")
    if response.status_code in (429, 503):
        response.headers.setdefault("Retry-After", str(g.get("wait", 5)))
    return response
