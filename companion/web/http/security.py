"""Checks before each request (host, origin) and headers after it."""

from __future__ import annotations

import secrets

from flask import Flask, Request, Response, abort, g, request

from companion.web.config import Config
from companion.web.http.hosts import Hosts, origin_of
from companion.web.http.limits import SAFE
from companion.web.phone import bearer

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
"""Only our own scripts and style sheets, none of them inline; icons may be pictures in the page."""
HEADERS = (
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
    ("Cache-Control", "private, no-cache"),
)
"""Headers of every response, unless it sets them itself."""
PROGRAMS = "/api/"
"""Prefix of the interface for programs, which need not send an origin."""
LONGEST_HOST = 60
"""Characters of a foreign host that the error page repeats."""
PADDING = 100
"""Most characters by which a page is longer by chance.

Compressed length could tell what stands in a page to somebody who can make a phone ask for it many times (BREACH).
Tokens are in cookies alone, and cookies are `SameSite`; the padding makes guessing at hidden hands expensive too.
"""
RETRY_SECONDS = 5
"""`Retry-After` of a busy server."""


def init_app(app: Flask, config: Config) -> None:
    """Adds the checks and the headers."""
    hosts = Hosts(config)

    @app.before_request
    def check() -> None:
        _check_host(request, hosts)
        _check_origin(request)

    app.after_request(add_headers)


def add_headers(response: Response) -> Response:
    """Adds the security headers, a padding to pages, and `Retry-After` where the client has to wait."""
    for name, value in HEADERS:
        response.headers.setdefault(name, value)
    if response.mimetype == "text/html":
        response.headers["X-Pad"] = "-" * secrets.randbelow(PADDING + 1)
    if response.status_code in (429, 503):
        response.headers.setdefault("Retry-After", str(g.get("wait", RETRY_SECONDS)))
    return response


def _check_host(asked: Request, hosts: Hosts) -> None:
    """Refuses (421) names that are not this server's: see `hosts`. Browsers always send one."""
    sent = asked.environ.get("HTTP_HOST")
    if sent is not None and not hosts.own(sent):
        g.host = sent[:LONGEST_HOST]
        abort(421, "foreign_host")


def _check_origin(asked: Request) -> None:
    """Refuses (403) forms of other sites, with which a browser would send the phone's cookie.

    No browser sends a token in `Authorization` by itself, so such requests pass. A program without a cookie has
    nothing that could be misused.
    """
    if asked.method in SAFE or bearer():
        return
    origin = asked.environ.get("HTTP_ORIGIN")
    if origin is None:
        # Browsers that send no Origin with forms send one of these.
        site = asked.headers.get("Sec-Fetch-Site")
        if site == "same-origin":
            return
        if site is None and asked.path.startswith(PROGRAMS) and not asked.cookies:
            return
        origin = asked.headers.get("Referer", "")
    if origin_of(origin) != asked.host:
        abort(403, "foreign_origin")


def with_camera(response: Response) -> Response:
    """Lets a page use the camera."""
    response.headers["Permissions-Policy"] = "camera=(self), microphone=(), geolocation=()"
    return response
