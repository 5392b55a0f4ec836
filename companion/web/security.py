"""Request security: limits per address, checks of host and origin before each request, and headers after it.

A page of another site can point its own name at this machine (DNS rebinding); the browser then lets its scripts read
our pages. Only `Host` shows it. Literal addresses cannot be redirected, so all are accepted: a container or router may
have another address than ours. Flask-Limiter counts in this process's memory.
"""

from __future__ import annotations

import ipaddress
import math
import secrets
import socket
import time
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, g, request

from companion.tables import TableError
from companion.web.config import Config, bearer, tables, this_phone

if TYPE_CHECKING:
    from limits import RateLimitItem
    from limits.strategies import RateLimiter

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""
WRONG = frozenset({"no_such_table", "bad_code"})
"""Errors that count as a wrong code."""
EXTENSION = "companion.limits"
RATES = {
    "posts": (120, "minute", 1),  # forms and commands: tapping in a whole city takes 36
    "tables": (10, "day", 1),
    "heavy": (60, "10 minutes", 100),  # imports, exports and pictures, which take a second or more
    "photographs": (30, "10 minutes", 100),  # each takes seconds
    "codes": (20, "10 minutes", math.inf),  # wrong ones, of tables and seats
    "seats": (3, "10 minutes", math.inf),  # requests for one, at one table
}
"""What one address may do, in what time, for each so many of `Config.phones`."""
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
"""Only our own scripts and style sheets, none of them inline; icons may be pictures in the page."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "private, no-cache",
}
"""Headers of every response, unless it sets them itself."""
PROGRAMS = "/api/"
"""Prefix of the interface for programs, which need not send an origin."""
LONGEST_HOST = 60
"""Characters of a foreign host that the error page repeats."""
PADDING = 100
"""Most characters by which a page is longer by chance: a guard against guessing a page by its compressed length."""
RETRY_SECONDS = 5
"""`Retry-After` of a busy server."""
HOME = (".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain")
"""Domains below which nobody can register a name: of this machine, or given by the routers of homes."""


def limit_requests(app: Flask, config: Config) -> None:
    """Limits requests by address, unless there are no guests or `Config.phones` is 0."""
    if not config.guests or not config.phones:
        return
    from flask_limiter import Limiter  # the static site has no such package
    from limits import parse

    rules = {name: f"{n * max(1, int(config.phones // each))}/{time}" for name, (n, time, each) in RATES.items()}
    limiter = Limiter(
        find_client_address,
        app=app,
        storage_uri="memory://",
        strategy="fixed-window",
        application_limits=[rules["posts"]],
        application_limits_exempt_when=lambda: request.method in SAFE or not find_client_address(),
        on_breach=lambda breached: _set_wait(breached.window.reset_time),
    )
    app.extensions[EXTENSION] = (limiter.limiter, {name: parse(rule) for name, rule in rules.items()})
    app.before_request(_check_code)


def find_client_address() -> str:
    """Returns the network that sent the request. Empty: not limited."""
    return find_network(request.remote_addr or "")


def find_network(address: str) -> str:
    """Returns the network that counts as one client: an IPv4 address or an IPv6 /64. Empty: this machine (or its
    proxy)."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        found = found.ipv4_mapped or found
    if found.is_loopback:
        return ""
    return str(found) if found.version == 4 else str(ipaddress.ip_network((found, 64), strict=False))


def spend(name: str, *keys: str, cost: int = 1) -> None:
    """Counts against a limit of this address, such as opened ``tables``. 429 if it is exceeded."""
    if (limits := _limits()) is not None:
        window, items = limits
        key = (find_client_address(), name, *keys)
        if not window.hit(items[name], *key, cost=cost):
            _set_wait(window.get_window_stats(items[name], *key).reset_time)
            abort(429)


def count_wrong_code(error: TableError) -> None:
    """Counts an error that indicates a wrong code of a table or seat."""
    if error.code in WRONG and (limits := _limits()) is not None:
        window, items = limits
        window.hit(items["codes"], find_client_address(), "codes")


def _limits() -> tuple[RateLimiter, dict[str, RateLimitItem]] | None:
    """Returns the counters and limits of this app, for an address that is limited."""
    return current_app.extensions.get(EXTENSION) if find_client_address() else None


def _set_wait(until: float) -> None:
    g.wait = max(1, math.ceil(until - time.time()))


def _check_code() -> None:
    """Responds with 429 after too many wrong codes; players of a table may continue there."""
    code = request.args.get("code") if request.endpoint == "home.join" else (request.view_args or {}).get("code")
    if code is None or (limits := _limits()) is None:
        return
    window, items = limits
    if not window.test(items["codes"], find_client_address(), "codes"):
        with suppress(TableError):
            if tables().view_for(code, this_phone().token).me.seated:
                return
        spend("codes")


def init_app(app: Flask, config: Config) -> None:
    """Adds the checks and the headers."""
    names = list_own_names(config)

    @app.before_request
    def check() -> None:
        host = request.environ.get("HTTP_HOST")
        if host is not None and not is_own_host(host, names):
            g.host = host[:LONGEST_HOST]
            abort(421, "foreign_host")
        if request.method not in SAFE and not bearer() and not _is_own_form():
            abort(403, "foreign_origin")

    app.after_request(add_headers)


def add_headers(response: Response) -> Response:
    """Adds the security headers, padding to pages, and `Retry-After` if the client has to wait."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype == "text/html":
        response.headers["X-Pad"] = "-" * secrets.randbelow(PADDING + 1)
    if response.status_code in (429, 503):
        response.headers.setdefault("Retry-After", str(g.get("wait", RETRY_SECONDS)))
    return response


def _is_own_form() -> bool:
    """Returns whether a form comes from one of our pages: browsers send the phone's cookie with forms of other sites
    too."""
    origin = request.headers.get("Origin")
    if origin is None:  # some browsers send one of these instead; a program without a cookie has nothing to misuse
        site = request.headers.get("Sec-Fetch-Site")
        if site is not None:
            return site == "same-origin"
        if request.path.startswith(PROGRAMS) and not request.cookies:
            return True
        origin = request.headers.get("Referer", "")
    try:
        return urlsplit(origin).netloc == request.host
    except ValueError:
        return False


def parse_host(text: str) -> str | None:
    """Returns the host in ``name:port``, in lower case and without a final dot. None if it is not a single host."""
    if not text or not {*",/?#@\\ "}.isdisjoint(text) or not text.isascii() or not text.isprintable():
        return None
    try:
        parts = urlsplit(f"//{text}")
        host, _ = parts.hostname, parts.port
    except ValueError:
        return None
    return host.removesuffix(".") if host else None


def list_own_names(config: Config) -> frozenset[str]:
    """Returns the names of this server besides those of home networks."""
    own = socket.gethostname().lower().removesuffix(".")
    given = (urlsplit(config.address).hostname, urlsplit(config.named).hostname, *config.names)
    return frozenset(filter(None, ("localhost", own, own.partition(".")[0], *given)))


def is_own_host(sent: str, names: frozenset[str]) -> bool:
    """Returns whether a `Host` header names this server, or its address."""
    host = parse_host(sent)
    if host is None:
        return False
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host in names or host.endswith(HOME)
    return True
