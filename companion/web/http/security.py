"""What every request and answer must hold to, in one place: foreign origins, bounds, headers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Request, Response, abort, current_app, g, request
from flask.globals import request_ctx

from companion.tables import Kind, TableError, Tables
from companion.web.config import Config
from companion.web.http.hosts import Hosts, origin_of
from companion.web.phone import bearer, this_phone

POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
"""No inline script, no inline style but ours (`sheets`), nothing from elsewhere; the icon is a picture in the page
itself."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS = (
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
    ("Cache-Control", "private, no-cache"),
)
UNCOUNTED = frozenset(
    {"static", "sprite", "typeface", "home_screen.app_icon", "home_screen.worker", "healthz", "metrics"}
)
"""Endpoints that browsers keep the answers of, and those that watch over the server."""
HEAVY = frozenset(
    {
        "table.score_sheet",
        "table.picture",
        "table.export",
        "history.export",
        "api.export_table",
    }
)
"""Endpoints whose answers take long to make."""
IMPORTS = frozenset({"history.carried", "api.import_table", "proof.checked"})
"""Endpoints that read exported tables."""
PHOTOGRAPHS = frozenset({"table.photo", "table.agree"})
"""Endpoints that read photographs, where the form has files."""
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
    # Taken out of Flask's proxy once: that is looked up anew at every use, which a tap would feel.
    app.before_request(lambda: _checked(request_ctx.request, hosts))
    app.after_request(_retry)
    app.wsgi_app = _Headed(app.wsgi_app)  # type: ignore[method-assign]  # as Flask's guide has it


class _Headed:
    """An app whose answers all bear `HEADERS`: given to the server as they are, they cost nothing to check. Of what an
    answer says itself, that holds."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def begun(status: str, headers: list[tuple[str, str]], exc_info: Any = None, /) -> Callable[[bytes], object]:
            said = {name for name, _ in headers}
            return start_response(status, [*headers, *(one for one in HEADERS if one[0] not in said)], exc_info)

        return self._app(environ, begun)


def _checked(asked: Request, hosts: Hosts) -> None:
    _own_host(asked, hosts)
    _same_origin(asked)
    _not_too_much(asked)


def _own_host(asked: Request, hosts: Hosts) -> None:
    """Under a name that is not ours nothing is shown: see `hosts`. Browsers always send one; who sends none is none."""
    sent = asked.environ.get("HTTP_HOST")
    if sent is not None and not hosts.own(sent):
        g.host = sent[:LONGEST_HOST]
        abort(421, "foreign_host")


def _same_origin(asked: Request) -> None:
    """A form of another site must not act here, though the phone's cookie would come with it.

    A token in `Authorization` no browser sends by itself, so it says enough. A program without a cookie
    has nothing that could be misused.
    """
    if asked.method in SAFE or bearer():
        return
    origin = asked.environ.get("HTTP_ORIGIN")
    if origin is None:
        # Browsers that do not send Origin with forms say where they come from in one of these.
        site = asked.headers.get("Sec-Fetch-Site")
        if site == "same-origin":
            return
        if site is None and asked.path.startswith(PROGRAMS) and not asked.cookies:
            return
        origin = asked.headers.get("Referer", "")
    if origin_of(origin) != asked.host:
        abort(403, "foreign_origin")


def _not_too_much(asked: Request) -> None:
    """Bounds what one address may ask for (`companion.tables.storage.rate_limits`): 429, and how long to wait."""
    endpoint, named = asked.endpoint or "", asked.view_args or {}
    if endpoint in UNCOUNTED or endpoint.endswith(".static"):
        return
    tables, address = _tables(), asked.remote_addr
    _let_in(tables, address)
    if asked.method in SAFE:
        _bounded(tables, "look", address)
    else:
        _bounded(tables, "act", address)
        files = endpoint in IMPORTS or endpoint in PHOTOGRAPHS
        _bounded(tables, "carried" if files else "sent", address, asked.content_length or 0)
        if endpoint in IMPORTS:
            _bounded(tables, "imports", address)
        elif endpoint in PHOTOGRAPHS and asked.mimetype == "multipart/form-data":
            _bounded(tables, "photos", address)
    if endpoint in HEAVY:
        _bounded(tables, "heavy", address)
    takes_code = endpoint in GUESSED or "code" in named
    code = named["code"] if "code" in named else asked.args.get("code", "")
    if takes_code and tables.allow("wrong", address, 0) and not _belongs(tables, code):
        _bounded(tables, "wrong", address, 0)


def _let_in(tables: Tables, address: str | None) -> None:
    """Whom the owner shut out gets nothing but that he is; the owner's own phones may be behind the same address."""
    wait = tables.shut_out(address)
    if wait and not tables.history.is_owner(this_phone().token):
        g.wait = math.ceil(wait)
        abort(403, "shut_out")


def _belongs(tables: Tables, code: str) -> bool:
    """Does this phone hold anything at the table? Then it need not suffer for others who guess codes."""
    try:
        me = tables.view_for(code, this_phone().token).me
    except TableError:
        return False
    return me.host or me.chair is not None


def more_photographs(number: int) -> None:
    """Counts the photographs of this request beside its first. 404 for photographs sent to any other page."""
    if request.endpoint not in PHOTOGRAPHS:
        abort(404)
    if number:
        _bounded(_tables(), "photos", request.remote_addr, number)


def _bounded(tables: Tables, kind: Kind, address: str | None, cost: int = 1) -> None:
    wait = tables.allow(kind, address, cost)
    if wait:
        tables.refused(kind, address)
        g.wait = math.ceil(wait)
        abort(429)


def missed(error: TableError) -> None:
    """Counts codes that there are not: too many from one address, and it has to wait."""
    if error.code in MISSES:
        _tables().allow("wrong", request.remote_addr)


def _tables() -> Tables:
    served: tuple[Tables, Config] = current_app.extensions["companion"]
    return served[0]


def with_camera(response: Response) -> Response:
    """Of a page that shows the camera's picture: it may ask for it."""
    response.headers["Permissions-Policy"] = "camera=(self), microphone=(), geolocation=()"
    return response


def _retry(response: Response) -> Response:
    if response.status_code in (429, 503):
        response.headers.setdefault("Retry-After", str(g.get("wait", 5)))
    return response
