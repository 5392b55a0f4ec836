"""Answers as gzip, for phones whose network is slow.

What stays the same under its address (`FOREVER`) is compressed once, as small as it gets; all else whenever it is
asked for, at a level that costs little.

**What is hidden stays so.** Who can have a phone ask for pages with words of his choice in them, and sees how long the
encrypted answers are, might guess what else stands there (BREACH). No page holds what opens anything: a phone's token
is in its cookie alone, and the code that moves a seat is in its page's own address. Hands of players are in pages; but
of what another site has a phone ask for, only a page opened in a window of its own brings the cookie along
(`SameSite`), one address may ask only so often (`security`), and each of these answers is longer by chance, so that a
guess takes very many windows.
"""

from __future__ import annotations

import gzip
import secrets
from collections.abc import MutableMapping

from flask import Flask, Response, request

FOREVER = "public, max-age=31536000, immutable"
"""How long browsers keep what changes its address when it changes."""
TYPES = frozenset({"application/json", "application/problem+json", "image/svg+xml"})
"""What gains by it besides text. Typefaces and PDF are compressed in themselves."""
NEWS = "text/event-stream"
"""Goes out piece by piece, and soon."""
SMALL, LARGE = 1024, 4 * 1024 * 1024
"""Bytes of what is left alone: answers that fill one packet or less, and archives, which programs fetch and which
would keep a thread busy for as long as a hundred pages."""
QUICK, BEST = 4, 9
"""Levels of zlib: a page at the first takes 0.06 ms and is 3 % longer than at the second."""
LONGER = 100
"""Most bytes by which an answer is longer by chance."""


def init_app(app: Flask) -> None:
    """Compresses answers once everything else is said about them."""
    once: dict[str, bytes] = {}
    app.before_request(_whole)
    app.after_request(lambda response: _answer(response, once))


def _whole() -> None:
    """Parts are parts of certain bytes, which a weak tag does not tell apart: all is sent anew (RFC 9110, 13.1.5)."""
    environ = request.environ
    if environ.get("HTTP_IF_RANGE", "").startswith("W/"):
        environ.pop("HTTP_RANGE", None)


def _answer(response: Response, once: MutableMapping[str, bytes]) -> Response:
    """The answer as the client takes it. `once`: what needs no compressing any more, by its path."""
    if not _gains(response):
        return response
    response.vary.add("Accept-Encoding")
    if not request.accept_encodings["gzip"] or response.status_code == 206:
        return response
    # Two forms of one thing are not the same bytes, so what its tag says holds weakly (RFC 9110, 8.8.1).
    tag, _ = response.get_etag()
    if tag is not None:
        response.set_etag(tag, weak=True)
    if response.status_code != 304:
        _compress(response, once)
    return response


def _gains(response: Response) -> bool:
    """Is it text, neither short nor endless, and not compressed yet? Of what a browser has already (304) the length is
    not known."""
    kind = response.mimetype or ""
    if not (kind in TYPES or (kind.startswith("text/") and kind != NEWS)) or "Content-Encoding" in response.headers:
        return False
    if response.status_code == 304:
        return True
    length = response.content_length if response.is_streamed else response.calculate_content_length()
    return length is not None and SMALL < length < LARGE


def _compress(response: Response, once: MutableMapping[str, bytes]) -> None:
    response.direct_passthrough = False  # files are read, and with that closed in the end
    data = response.get_data()
    if response.headers.get("Cache-Control") == FOREVER:
        packed = once.get(request.path) or once.setdefault(request.path, _packed(data, BEST))
    else:
        packed = _packed(data, QUICK, b"-" * secrets.randbelow(LONGER + 1))
    response.set_data(packed)
    response.headers["Content-Encoding"] = "gzip"
    response.headers.pop("Accept-Ranges", None)


def _packed(data: bytes, level: int, name: bytes = b"") -> bytes:
    """As gzip, without a time; `name` is a file's name in it, which readers skip (RFC 1952, 2.3)."""
    made = gzip.compress(data, level, mtime=0)
    return made[:3] + b"\x08" + made[4:10] + name + b"\0" + made[10:] if name else made
