"""The app below a path: it writes addresses from the root of its host, and the site may lie anywhere.

Only what leads a browser to another page needs the path: all else that a page asks for goes through the service worker,
which knows where it is.
"""

from __future__ import annotations

import re

_LINKS = re.compile(rb'(\s(?:href|action|formaction)=")/(?!/)')
"""Attributes with an address of the app. What people type stands in pages with its quotation marks escaped."""
_DOWNLOAD = re.compile(rb'(<a\s[^>]*)\sdownload(?:="[^"]*")?(?=[\s>])')
"""Browsers fetch such a link past the service worker. What it leads to says itself that it is to be kept as a file."""
_FRAME = ("frame-ancestors 'none'", "frame-ancestors 'self'")
"""The page of the site shows the app in a frame of its own."""


class Mount:
    """Addresses below `base`, which begins and ends with a slash."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._with = rb"\1" + base.encode()

    def headers(self, headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Adapts the headers of a response for the browser."""
        return [(name, self._header(name.lower(), value)) for name, value in headers]

    def within(self, location: str) -> str | None:
        """Returns the app's path and query that a ``Location`` leads to; None if it leads elsewhere."""
        if not location.startswith(self._base) or location.startswith("//"):
            return None
        return "/" + location.removeprefix(self._base).partition("#")[0]

    def page(self, data: bytes) -> bytes:
        """Rewrites the links of an HTML page to stay below the site's path."""
        data = _DOWNLOAD.sub(rb'\1 target="_self"', data)
        return data if self._base == "/" else _LINKS.sub(self._with, data)

    def _header(self, name: str, value: str) -> str:
        if name == "location" and value.startswith("/") and not value.startswith("//"):
            return self._base + value[1:]
        return value.replace(*_FRAME) if name == "content-security-policy" else value
