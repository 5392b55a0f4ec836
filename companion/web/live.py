"""What keeps phones up to date: a stream that says only how new the table is, and the same by asking.

A lost message costs nothing, for pages fetch what they may see. Resuming is by `Last-Event-ID`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator

from flask import Blueprint, Response, current_app, jsonify, request

from companion.engine.reading import number
from companion.tables import TableError, Tables
from companion.tables.errors import StorageFailed
from companion.tables.hints import News
from companion.web.desk import config, tables
from companion.web.metrics import metrics
from companion.web.phone import this_phone

bp = Blueprint("live", __name__)


class Places:
    """How many streams may still be opened: each holds a thread, and forms need threads too."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taken = 0

    def take(self, most: int) -> bool:
        with self._lock:
            if self._taken >= most:
                return False
            self._taken += 1
            return True

    def leave(self) -> None:
        with self._lock:
            self._taken -= 1


@bp.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Server-sent events: ``moved`` with the newest entry's number, ``here`` when phones come or go.

    503 when there are too many streams; the page then asks `since` from time to time.
    """
    token, after = this_phone().token, _after(request.headers.get("Last-Event-ID", ""))
    served, settings = tables(), config()
    _known(served, code, token)
    places: Places = current_app.extensions.setdefault("companion.places", Places())
    if not places.take(settings.streams):
        return Response("", 503, headers={"Retry-After": "5"})
    beats = _beats(served, code, token, after, settings.heartbeat)
    answer = Response(beats, mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    answer.call_on_close(places.leave)
    metrics().streams.inc()
    answer.call_on_close(metrics().streams.dec)
    return answer


@bp.get("/t/<code>/since")
def since(code: str) -> Response:
    """The newest entry's number, for pages without a stream."""
    token = this_phone().token
    served = tables()
    _known(served, code, token)
    seq = served.wait_for(code, _after(request.args.get("after", "")), 0)
    served.heard(code, token, seq)
    return jsonify(seq=seq)


def _known(served: Tables, code: str, token: str) -> None:
    """Raises `TableError`: there is no such table."""
    served.view_for(code, token)


def _after(text: str) -> int:
    return number(text) or 0


def _beats(served: Tables, code: str, token: str, after: int, every: float) -> Iterator[str]:
    """The lines of a stream, until the phone goes away, the table is deleted, or the server stops."""
    yield "retry: 1000\n\n"
    with served.watching(code) as watch:
        seen: News | None = News(after, watch.news.here)
        while seen is not None:
            before, seen = seen, watch.wait(seen, every)
            if seen is None or not _noted(served, code, token, seen.seq):
                return
            if seen.seq > before.seq:
                yield f"id: {seen.seq}\nevent: moved\ndata: {seen.seq}\n\n"
            elif seen.here != before.here:
                yield f"event: here\ndata: {seen.seq}\n\n"
            else:
                yield ": still here\n\n"
            seen = News(max(seen.seq, before.seq), seen.here)


def _noted(served: Tables, code: str, token: str, seq: int) -> bool:
    """Notes that the phone is here. False: there is no such table any more. The stream outlives a database that is
    away for a while."""
    try:
        served.heard(code, token, seq)
    except StorageFailed:
        return True
    except TableError:
        return False
    return True
