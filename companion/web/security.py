"""Checks of host and origin before each request, and headers after it.

A page of another site can point its own name at this machine (DNS rebinding); the browser then lets that site's scripts
read our pages. Only `Host` shows it. Literal addresses cannot be redirected, so all addresses of home networks are
accepted: phones may come through a container or a router with another address than ours.
"""

from __future__ import annotations

import ipaddress
import secrets
import socket
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, request

from companion.web.config import Config
from companion.web.limits import SAFE
from companion.web.network import NAME, own_address
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
PRIVATE = ("local", "lan", "home", "home.arpa", "internal", "localdomain")
"""Domains that routers give to home networks; nobody can register a name below them."""
NETWORKS = tuple(
    ipaddress.ip_network(one)
    for one in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)
"""Addresses of home networks, links and the machine itself (RFC 1918, 3927, 4193, 4291)."""


def init_app(app: Flask, config: Config) -> None:
    """Adds the checks and the headers."""
    names = own_names(config)

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
    """Adds the security headers, a padding to pages, and `Retry-After` where the client has to wait."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype == "text/html":
        response.headers["X-Pad"] = "-" * secrets.randbelow(PADDING + 1)
    if response.status_code in (429, 503):
        response.headers.setdefault("Retry-After", str(g.get("wait", RETRY_SECONDS)))
    return response


def _is_own_form() -> bool:
    """Whether a form comes from one of our pages: browsers send the phone's cookie with forms of other sites too.

    A program without a cookie has nothing that could be misused.
    """
    origin = request.headers.get("Origin")
    if origin is None:
        # Browsers that send no Origin with forms send one of these.
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


def host_of(text: str) -> str | None:
    """The host in ``name:port``, in lower case and without a final dot. None if it names no single host."""
    if not text or any(letter in text for letter in ",/?#@\\ ") or not text.isascii() or not text.isprintable():
        return None
    try:
        parts = urlsplit(f"//{text}")
        host, _ = parts.hostname, parts.port
    except ValueError:
        return None
    return host.removesuffix(".") if host else None


def parse_host_name(text: str) -> str:
    """A name for `Config.names`, as somebody types it. Raises `ValueError` if it is none."""
    host = host_of(f"[{text}]" if text.count(":") > 1 and not text.startswith("[") else text)
    if host is None or host != text.strip("[]").lower().removesuffix("."):
        raise ValueError(text)
    return host


def own_names(config: Config) -> frozenset[str]:
    """The names and addresses of this server beside those of home networks."""
    own = socket.gethostname().lower().removesuffix(".")
    first = own.partition(".")[0]
    given = (urlsplit(config.address).hostname, urlsplit(config.named).hostname, *config.names)
    local = (f"{first}.{domain}" for domain in PRIVATE)
    return frozenset(filter(None, ("localhost", NAME, own, first, own_address(), *local, *given)))


def is_own_host(sent: str, names: frozenset[str]) -> bool:
    """Whether a `Host` header names this server."""
    host = host_of(sent)
    if host is None:
        return False
    if host in names or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return any(address in network for network in NETWORKS)
