"""What every request and answer must hold to, in one place: foreign origins, bounds, headers."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

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


def init_app(app: Flask) -> None:
    """Puts the checks before and the headers after every request."""
    app.before_request(_same_origin)
    app.after_request(_headers)


def _same_origin() -> None:
    """A form of another site must not act here, though the phone's cookie would come with it."""
    if request.method in SAFE:
        return
    origin = request.headers.get("Origin")
    if origin is None:
        # Browsers that do not send Origin with forms say where they come from in one of these.
        if request.headers.get("Sec-Fetch-Site") == "same-origin":
            return
        origin = request.headers.get("Referer", "")
    if urlsplit(origin).netloc != request.host:
        abort(403, "foreign_origin")


def _headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response
