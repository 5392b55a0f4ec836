"""Log records of the server: one for each request, one for each failure.

They name routes (``/t/<code>``), never addresses, tokens, names or codes of tables. A failure is logged with its type
and traceback but without its message, which may quote what somebody typed.
"""

from __future__ import annotations

import logging
import time
import traceback
from types import TracebackType
from typing import Literal

from flask import Flask, Request, Response, g, request

LogLevel = Literal["quiet", "plain"]
"""`quiet`: warnings and errors; `plain`: each request too."""
LOGGER = logging.getLogger("companion")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
BUSY = 503
"""The status of a server without room: its cause is logged where it arises."""
ExcInfo = tuple[type, BaseException, TracebackType] | tuple[None, None, None]


def set_up(level: LogLevel) -> None:
    """Writes the records of this process to standard error."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # it warns of every request that waits for a thread
    LOGGER.setLevel(logging.INFO if level == "plain" else logging.WARNING)


def init_app(app: Flask) -> None:
    """Logs each request: method, route, status, milliseconds until the response begins."""

    @app.before_request
    def begin() -> None:
        g.began = time.perf_counter()

    @app.after_request
    def log(response: Response) -> Response:
        level = logging.WARNING if response.status_code >= 500 and response.status_code != BUSY else logging.INFO
        if LOGGER.isEnabledFor(level):
            ms = (time.perf_counter() - g.began) * 1000
            method = request.method if request.method in METHODS else "other"
            LOGGER.log(level, "%s %s %d %.1f ms", method, route_of(request), response.status_code, ms)
        return response


def route_of(asked: Request) -> str:
    """The rule that matched the request; empty: none."""
    return asked.url_rule.rule if asked.url_rule is not None else ""


def log_failure(exc_info: ExcInfo) -> None:
    """Logs an exception that a view raised."""
    kind, _, trace = exc_info
    name = kind.__name__ if kind is not None else "error"
    frames = [f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(trace)]
    LOGGER.error("\n  ".join([f"{name} in {route_of(request)}", *frames]))
