"""What every request to the proof page must hold to: it comes from this machine's own page, and so do its parts."""

from __future__ import annotations

import secrets

from flask import Flask, Request, Response, abort, request

POLICY = "; ".join(
    [
        "default-src 'none'",
        "img-src 'self'",
        "style-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",
        "font-src 'self'",
        "frame-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
"""No inline script or style, nothing from elsewhere."""
DRAWN = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"
"""Of a face: its typefaces and pictures are inside, and it may do nothing."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
NAMES = ("127.0.0.1", "localhost", "[::1]")
SAFE = ("GET", "HEAD")
MOST_BYTES = 1_000_000
"""Of a request: more than any cell or line of a kit may have."""
PHOTOGRAPHS, MOST_PICTURED = "/printer/photo", 80_000_000
"""Where two photographs are sent to, and how much they may be."""


def init_app(app: Flask, token: str) -> None:
    """Puts the checks before every request, and the headers after it. `token` is what the page's own forms send."""
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.before_request(lambda: _check(request, token))
    app.after_request(_headed)


def _check(asked: Request, token: str) -> None:
    """A page elsewhere may know the address, but neither our names nor the token."""
    host = asked.host.rpartition(":")[0] if asked.host.rpartition(":")[2].isdigit() else asked.host
    if host not in NAMES:
        abort(421)
    if asked.method in SAFE:
        return
    origin = asked.headers.get("Origin")
    if origin is not None and origin != f"http://{asked.host}":
        abort(403)
    if origin is None and asked.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        abort(403)
    if asked.path == PHOTOGRAPHS:
        asked.max_content_length = MOST_PICTURED
    given = asked.headers.get("X-Token") or asked.form.get("token", "")
    if not secrets.compare_digest(given.encode(), token.encode()):
        abort(403)


def _headed(answer: Response) -> Response:
    for name, value in HEADERS.items():
        answer.headers.setdefault(name, value)
    answer.headers.setdefault("Content-Security-Policy", POLICY)
    answer.headers.setdefault("Cache-Control", "no-store")
    return answer
