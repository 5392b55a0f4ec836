"""Monitoring of a server: log records, ``/healthz`` and ``/metrics``.

Records and labels contain routes (``/t/<code>``), never addresses, tokens, names or codes of tables. A failure is
logged with its type and traceback but without its message, which may quote user input.
"""

from __future__ import annotations

import logging
import time
import traceback
from collections import defaultdict
from threading import Lock
from types import TracebackType

from flask import Flask, Response, g, request

from companion.tables import TableError
from companion.web.config import LogLevel, tables

LOGGER = logging.getLogger("companion")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
BUSY = 503
"""The status of a server without room: its cause is logged where it arises."""
ExcInfo = tuple[type, BaseException, TracebackType] | tuple[None, None, None]


def set_up_logging(level: LogLevel) -> None:
    """Writes the records of this process to standard error."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # it warns of every request that waits for a thread
    LOGGER.setLevel(logging.INFO if level == "plain" else logging.WARNING)


def log_failure(exc_info: ExcInfo) -> None:
    """Logs an exception raised by a view."""
    kind, _, trace = exc_info
    name = kind.__name__ if kind is not None else "error"
    frames = [f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(trace)]
    LOGGER.error("\n  ".join([f"{name} in {_route()}", *frames]))


def init_app(app: Flask, *, watched: bool) -> None:
    """Logs each request: method, route, status, milliseconds. `watched`: adds ``/healthz`` and ``/metrics``."""
    counters, lock = defaultdict[str, float](float), Lock()

    @app.before_request
    def begin() -> None:
        g.began = time.perf_counter()

    @app.after_request
    def record(response: Response) -> Response:
        seconds, route, status = time.perf_counter() - g.began, _route(), response.status_code
        method = request.method if request.method in METHODS else "other"
        level = logging.WARNING if status >= 500 and status != BUSY else logging.INFO
        LOGGER.log(level, "%s %s %d %.1f ms", method, route, status, seconds * 1000)
        with lock:
            counters[f'requests_total{{method="{method}",route="{route}",status="{status}"}}'] += 1
            counters[f'request_seconds_count{{route="{route}"}}'] += 1
            counters[f'request_seconds_sum{{route="{route}"}}'] += seconds
        return response

    def metrics() -> Response:
        """Returns all counters in Prometheus' text format."""
        with lock:
            found = sorted(counters.items())
        text = "".join(f"companion_{series} {value:.9g}\n" for series, value in found)
        return Response(text, content_type="text/plain; version=0.0.4")

    if watched:
        app.add_url_rule("/healthz", "healthz", _healthz)
        app.add_url_rule("/metrics", "metrics", metrics)


def _route() -> str:
    return request.url_rule.rule if request.url_rule is not None else ""


def _healthz() -> Response:
    try:
        tables().store.probe()
    except TableError:
        return Response("the database does not answer\n", 503, mimetype="text/plain")
    return Response("ok\n", mimetype="text/plain")
