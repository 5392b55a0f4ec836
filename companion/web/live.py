"""News for phones: an event stream with the version of the table, and the same by polling.

A lost event is harmless, because pages fetch what they may see. A stream resumes by `Last-Event-ID`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from threading import BoundedSemaphore

from flask import Blueprint, Flask, Response, current_app, jsonify, request
from msgspec.structs import replace

from companion.engine.reading import number
from companion.tables import TableError, Tables
from companion.tables.errors import StorageFailed
from companion.web.config import Config, config, tables, this_phone

CHECK_SECONDS = 1.0
"""How often a waiting stream checks whether its client has gone."""
PLACES = "companion.streams"

bp = Blueprint("live", __name__)


def init_app(app: Flask, config: Config) -> None:
    """Adds the addresses, and the slots for streams: each holds a thread."""
    app.extensions[PLACES] = BoundedSemaphore(config.streams)
    app.register_blueprint(bp)


@bp.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Sends server-sent events: ``moved`` with the newest entry's number, ``changed`` with the table's version if it
    rises without an entry, ``here`` when phones come or go. 503 if there are too many: then poll `since`."""
    tables().load(code)  # raises `TableError` when there is no such table
    places: BoundedSemaphore = current_app.extensions[PLACES]
    if not places.acquire(blocking=False):
        return Response("", 503)
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    after = number(request.headers.get("Last-Event-ID", "")) or 0
    answer = Response(_events(tables(), code, after, config().heartbeat, gone), mimetype="text/event-stream")
    answer.call_on_close(places.release)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


@bp.get("/t/<code>/here")
def here(code: str) -> Response:
    """Records that a listening phone is present, with the entry it has read up to; a stream outlives its phone for a
    while."""
    tables().heard(code, this_phone().token, number(request.args.get("after", "")) or 0)
    return Response(status=204)


@bp.get("/t/<code>/since")
def since(code: str) -> Response:
    """Returns the newest entry's number and the table's version, for pages without a stream."""
    seq, version = tables().heard(code, this_phone().token)
    return jsonify(seq=seq, version=version)


def wait(code: str, after: int, seconds: float) -> int:
    """Returns the newest entry's number. Waits up to this many seconds for one after `after`, if a stream slot is
    free."""
    places: BoundedSemaphore = current_app.extensions[PLACES]
    if not places.acquire(blocking=False):
        return tables().news.wait(code, after, 0)
    try:
        return tables().news.wait(code, after, seconds)
    finally:
        places.release()


def _events(served: Tables, code: str, after: int, heartbeat: float, gone: Callable[[], bool]) -> Iterator[bytes]:
    """Yields the events of a table, until the client disconnects, the table is deleted, or the server stops."""
    watch = served.news.watch(code)
    seen = replace(watch.news, seq=after)
    yield b"retry: 1000\n\nevent: changed\ndata: %d\n\n" % seen.version
    sent_at = time.monotonic()
    while (news := watch.latest) is not None and not gone():
        if not news.is_after(seen):
            if time.monotonic() - sent_at < heartbeat:
                watch.wait(seen, CHECK_SECONDS)
                continue
            event = b": still here\n\n"
        elif news.seq > seen.seq:
            event = b"id: %d\nevent: moved\ndata: %d\n\n" % (news.seq, news.seq)
        elif news.version > seen.version:
            event = b"event: changed\ndata: %d\n\n" % news.version
        else:
            event = b"event: here\ndata: %d\n\n" % news.seq
        try:
            served.find(code)
        except StorageFailed:
            pass  # a stream survives a short outage of the database
        except TableError:
            return
        seen, sent_at = replace(news, seq=max(news.seq, seen.seq)), time.monotonic()
        yield event
