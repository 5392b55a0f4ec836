"""Figures for Prometheus at ``/metrics``. Labels hold routes and stable codes, never names, codes or addresses.

Several workers serve one port, and a scrape reaches any of them. So `serve` gives all of them one folder
(`PROMETHEUS_MULTIPROC_DIR`), each writes its counts into files there, and whoever is asked adds them up:
prometheus_client's multiprocess mode. The library looks for the folder when it is imported, so it is imported
by the app of a worker, not with this module. Without the folder, as in tests, an app counts for itself.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from flask import Flask, Request, Response, current_app, g
from flask.globals import request_ctx

from companion.tables import Accepted, AnyCommand, MovedOn, RefusedByRule
from companion.tables.log.views import Result
from companion.web.http.logs import METHODS, route

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder in which workers share their counts."""
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Seconds; 0.15 is what a tap may take until all phones show it."""
_LIVE = re.compile(r"gauge_live\w*_(\d+)\.db")


class Metrics:
    """What one app counts."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self.registry = CollectorRegistry()
        self.requests = Counter(
            "companion_requests", "Requests answered.", ("route", "method", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "companion_request_seconds",
            "Seconds until an answer begins.",
            ("route",),
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.commands = Counter(
            "companion_commands", "What was asked of tables.", ("game", "command", "result"), registry=self.registry
        )
        # Looked up by its labels each figure takes longer than counting it.
        self.answered = lru_cache(1024)(
            lambda rule, method, status: (self.requests.labels(rule, method, status), self.seconds.labels(rule))
        )
        self.asked = lru_cache(1024)(self.commands.labels)
        self.streams = Gauge(
            "companion_streams", "Streams that are open.", multiprocess_mode="livesum", registry=self.registry
        )

    def text(self) -> bytes:
        """All figures of all workers."""
        from prometheus_client import CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        folder = os.environ.get(FOLDER)
        if not folder:
            return generate_latest(self.registry)
        _forget_the_dead(Path(folder))
        shared = CollectorRegistry()
        MultiProcessCollector(shared, path=folder)  # type: ignore[no-untyped-call]  # the library has no types there
        return generate_latest(shared)


def _forget_the_dead(folder: Path) -> None:
    """What workers that are gone have open is open no more. Their counts stay."""
    from prometheus_client.multiprocess import mark_process_dead

    for file in folder.iterdir():
        found = _LIVE.fullmatch(file.name)
        if found and not _lives(int(found[1])):
            mark_process_dead(int(found[1]), str(folder))  # type: ignore[no-untyped-call]  # as above


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def init_app(app: Flask) -> None:
    """Counts each request, and tells at ``/metrics``."""
    from prometheus_client import CONTENT_TYPE_LATEST

    counted = Metrics()
    app.extensions["companion.metrics"] = counted
    app.after_request(lambda response: _count(request_ctx.request, response, counted))
    app.add_url_rule("/metrics", "metrics", lambda: Response(counted.text(), content_type=CONTENT_TYPE_LATEST))


def _metrics() -> Metrics | None:
    """What the app counts; none: nobody watches over it (`Config.watched`)."""
    found: Metrics | None = current_app.extensions.get("companion.metrics")
    return found


@contextmanager
def streaming() -> Iterator[None]:
    """A stream is open."""
    counted = _metrics()
    if counted is not None:
        counted.streams.inc()
    try:
        yield
    finally:
        if counted is not None:
            counted.streams.dec()


def _count(asked: Request, response: Response, counted: Metrics) -> Response:
    method = asked.method if asked.method in METHODS else "other"
    now = time.perf_counter()
    requests, seconds = counted.answered(route(asked), method, response.status_code)
    requests.inc()
    seconds.observe(now - g.get("began", now))
    return response


def asked(game: str, command: AnyCommand, result: Result) -> None:
    """Counts a command that was read: of which kind, and whether it was done."""
    counted = _metrics()
    if counted is None:
        return
    match result:
        case Accepted():
            said = "repeated" if result.repeated else "done"
        case RefusedByRule():
            said = "refused"
        case MovedOn():
            said = "moved_on"
    counted.asked(game, str(command.__struct_config__.tag), said).inc()
