"""What a request of granian's RSGI says, as WSGI says it."""

from __future__ import annotations

import sys
from functools import lru_cache
from io import BytesIO
from typing import IO

from granian.rsgi import Scope

BASE = {
    "SCRIPT_NAME": "",
    "SERVER_PROTOCOL": "HTTP/1.1",
    "SERVER_SOFTWARE": "granian",
    "wsgi.errors": sys.stderr,
    "wsgi.input_terminated": True,
    "wsgi.multiprocess": True,
    "wsgi.multithread": True,
    "wsgi.run_once": False,
    "wsgi.version": (1, 0),
}
FORWARDED = "x-forwarded-for"


def environ_of(scope: Scope, body: IO[bytes] | None) -> dict[str, object]:
    """The environ of a request with this body."""
    server, _, port = scope.server.rpartition(":")
    return {
        **BASE,
        **_headers(scope),
        "REQUEST_METHOD": scope.method,
        # WSGI has the bytes of an address as characters.
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string.encode().decode("latin-1"),
        "REMOTE_ADDR": _host(scope.client),
        "SERVER_NAME": server.strip("[]"),
        "SERVER_PORT": port,
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": body or BytesIO(),
    }


def _headers(scope: Scope) -> dict[str, str]:
    """The headers, as WSGI names them."""
    found: dict[str, str] = {}
    for name, value in scope.headers.items():
        key = _key(name)
        if key in found:
            # Said twice: whoever reads it sees both, and can refuse what has to be said once.
            found[key] += ("; " if key == "HTTP_COOKIE" else ",") + value
        elif key:
            found[key] = value
    return found


@lru_cache(256)
def _key(name: str) -> str:
    """A header's name in the environ. Empty: it is left out, for with underscores it would pass for another."""
    if "_" in name:
        return ""
    key = name.replace("-", "_").upper()
    return key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"


def client_of(scope: Scope, proxies: int) -> str:
    """The address that asks, as so many proxies say; that of the connection where they do not."""
    if proxies:
        said = [part.strip() for name, value in scope.headers.items() if name == FORWARDED for part in value.split(",")]
        if len(said) >= proxies:
            return said[-proxies]
    return _host(scope.client)


def _host(address: str) -> str:
    return address.rpartition(":")[0].strip("[]")
