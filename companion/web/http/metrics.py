"""``/metrics`` in Prometheus' text format. Labels hold routes and stable codes, never names, tables or addresses."""

from __future__ import annotations

import time
from collections import Counter
from threading import Lock

from flask import Flask, Response, current_app, g, request

from companion.tables import Accepted, AnyCommand, RefusedByRule
from companion.tables.log.views import Result
from companion.web.http.logs import METHODS, route_of

EXTENSION = "companion.metrics"


class Metrics:
    """Counters of one process by name and labels. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._values: Counter[str] = Counter()

    def add(self, name: str, value: float = 1, **labels: object) -> None:
        """Adds to a counter."""
        series = name + "{" + ",".join(f'{key}="{text}"' for key, text in labels.items()) + "}"
        with self._lock:
            self._values[series] += value  # type: ignore[assignment]  # a counter of seconds holds floats

    def text(self) -> str:
        """All counters, a line each."""
        with self._lock:
            return "".join(f"{series} {value:.9g}\n" for series, value in sorted(self._values.items()))


def init_app(app: Flask) -> None:
    """Counts requests and their seconds, and adds the address."""
    metrics = app.extensions[EXTENSION] = Metrics()

    @app.after_request
    def count(response: Response) -> Response:
        method, route = request.method if request.method in METHODS else "other", route_of(request)
        metrics.add("companion_requests_total", method=method, route=route, status=response.status_code)
        metrics.add("companion_request_seconds_count", route=route)
        metrics.add("companion_request_seconds_sum", time.perf_counter() - g.began, route=route)
        return response

    @app.get("/metrics")
    def text() -> Response:
        streams = app.extensions["companion.streams"].taken
        return Response(f"{metrics.text()}companion_streams {streams}\n", content_type="text/plain; version=0.0.4")


def count_command(game: str, command: AnyCommand, result: Result) -> None:
    """Counts a command and how it ended."""
    if (metrics := current_app.extensions.get(EXTENSION)) is None:
        return
    repeated = isinstance(result, Accepted) and result.repeated
    done = "repeated" if repeated else "done" if isinstance(result, Accepted) else "moved_on"
    ended = "refused" if isinstance(result, RefusedByRule) else done
    metrics.add("companion_commands_total", game=game, command=command.__struct_config__.tag, result=ended)
