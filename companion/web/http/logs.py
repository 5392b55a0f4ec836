"""What the server writes about itself: a line for each request and each failure, without secrets.

A line names routes (``/t/<code>``), never addresses: no token, cookie, name, code of a table or body is in
it. Which table it was is told by a tag that only lines of the same start share, so that one table's
trouble can be followed without knowing its code. What failed is told by the type of the error and where
it arose, not by its message, which may hold what somebody typed.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import sys
import time
import traceback
from datetime import UTC, datetime
from random import getrandbits
from types import TracebackType
from typing import Literal

import msgspec
from flask import Flask, Request, Response, g, has_request_context, request
from msgspec import Struct

from companion.tables.tokens import read_code
from companion.web.config import Config

Form = Literal["quiet", "plain", "json"]
"""`quiet`: only what goes wrong, in words; `plain`: each request too; `json`: each as an object on a line."""
LOGGER = logging.getLogger("companion")
WORDS = "companion.engine.wording"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")


class Said(Struct, frozen=True, omit_defaults=True):
    """A line. `route` is the rule that the address fits, `ms` how long the answer took to begin."""

    event: str
    request: str = ""
    method: str = ""
    route: str = ""
    status: int = 0
    ms: float = 0.0
    table: str = ""
    error: str = ""
    where: tuple[str, ...] = ()


class _Line(Struct, frozen=True):
    at: str
    level: str


class Lines(logging.Formatter):
    """A record as one line: an object, or words."""

    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self.as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """Of records that are not `Said` only their place is told: nobody has looked at what they say. Those about
        words name nothing but files of words and keys in them."""
        told = (record.getMessage(),) if record.name == WORDS else ()
        said = record.msg if isinstance(record.msg, Said) else Said("note", where=(_place(record), *told))
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        if self.as_json:
            facts = msgspec.to_builtins(_Line(at, record.levelname.lower())) | msgspec.to_builtins(said)
            return msgspec.json.encode(facts).decode()
        words = [at, record.levelname.lower(), *(str(value) for value in msgspec.structs.astuple(said) if value)]
        return " ".join(words)


def _place(record: logging.LogRecord) -> str:
    return f"{record.name}:{record.lineno}"


def set_up(form: Form) -> None:
    """Sends the lines of this process to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(as_json=form == "json"))
    LOGGER.handlers = [handler]
    LOGGER.propagate = False
    LOGGER.setLevel(logging.WARNING if form == "quiet" else logging.INFO)


def init_app(app: Flask, config: Config) -> None:
    """Gives each request an id, which its answer carries too, and writes its line."""
    app.before_request(lambda: _begin(config))
    app.after_request(lambda response: _end(response, config))


def _begin(config: Config) -> None:
    g.began = time.perf_counter()
    # An id is no secret, and whoever asks the system for chance gives the interpreter away.
    given = request.headers.get("X-Request-Id", "") if config.proxies else ""
    g.request_id = given if _ID.fullmatch(given) else f"{getrandbits(64):016x}"


def _end(response: Response, config: Config) -> Response:
    response.headers["X-Request-Id"] = g.get("request_id", "")
    level = logging.WARNING if response.status_code >= 500 else logging.INFO
    if LOGGER.isEnabledFor(level):
        LOGGER.log(level, _request(response.status_code, config))
    return response


def _request(status: int, config: Config) -> Said:
    code = (request.view_args or {}).get("code", "")
    return Said(
        "request",
        request=g.get("request_id", ""),
        method=request.method if request.method in METHODS else "other",
        route=route(request),
        status=status,
        ms=round((time.perf_counter() - g.get("began", time.perf_counter())) * 1000, 1),
        table=hmac.new(config.log_key, read_code(code).encode(), hashlib.sha256).hexdigest()[:8] if code else "",
    )


def route(asked: Request) -> str:
    """The rule that the request's address fits; empty: none."""
    return asked.url_rule.rule if asked.url_rule is not None else ""


ExcInfo = tuple[type, BaseException, TracebackType] | tuple[None, None, None]


def failed(exc_info: ExcInfo) -> None:
    """Tells that the program itself failed: the type of the error, and the way to where it arose."""
    kind, _, trace = exc_info
    where = tuple(f"{frame.name} {frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(trace)[-12:])
    error = kind.__name__ if kind is not None else ""
    # What fails before the app has a request, or after it, has none.
    known = (g.get("request_id", ""), route(request)) if has_request_context() else ("", "")
    LOGGER.error(Said("failure", request=known[0], route=known[1], error=error, where=where))
