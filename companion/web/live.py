"""News for phones: an event stream that says how new the table is, and the same by polling.

A lost event costs nothing, because pages fetch what they may see. A stream resumes by `Last-Event-ID`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

from flask import Blueprint, Flask, Response, current_app, jsonify, request
from msgspec.structs import replace

from companion.engine.reading import number
from companion.tables import TableError, Tables
from companion.tables.errors import StorageFailed
from companion.web.config import Config, config, tables, this_phone
from companion.web.security import Places

STREAMS = 2
"""Streams that a phone may have at once: a second page of the table, or one that is about to end."""
CHECK_SECONDS = 1.0
"""How often a waiting stream checks whether its client has gone."""
PLACES = "companion.streams"

bp = Blueprint("live", __name__)


def init_app(app: Flask, config: Config) -> None:
    """Adds the addresses, and the places for streams: each holds a thread. One address, behind which may be a club,
    never takes more than half of them."""
    of_one = min(STREAMS * config.phones, max(1, config.streams // 2))
    app.extensions[PLACES] = Places(config.streams, of_one)
    app.register_blueprint(bp)


@bp.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Server-sent events: ``moved`` with the newest entry's number, ``changed`` with the table's version where it
    rises without an entry, ``here`` when phones come or go.

    503 when there are too many streams, in all or of this address; the page then polls `since`.
    """
    tables().view_for(code, this_phone().token)  # raises `TableError` when there is no such table
    places, address = _places(), request.remote_addr
    if not places.take(address):
        return Response("", 503)
    with ExitStack() as cleanup:
        cleanup.callback(places.leave, address)
        gone = request.environ.get("waitress.client_disconnected", lambda: False)
        after = number(request.headers.get("Last-Event-ID", "")) or 0
        events = EventStream(tables(), code, after, config().heartbeat, gone, cleanup)
    answer = Response(events, mimetype="text/event-stream")
    answer.direct_passthrough = True
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


@bp.get("/t/<code>/here")
def here(code: str) -> Response:
    """A listening phone's sign of life, with the entry it has read up to. Writing to its stream proves neither: the
    network accepts that for a while after the phone is gone."""
    tables().heard(code, this_phone().token, number(request.args.get("after", "")) or 0)
    return Response(status=204)


@bp.get("/t/<code>/since")
def since(code: str) -> Response:
    """The newest entry's number and the table's version, for pages without a stream."""
    token = this_phone().token
    view = tables().view_for(code, token)
    tables().heard(code, token, view.seq)
    return jsonify(seq=view.seq, version=view.version)


def wait(code: str, after: int, seconds: float) -> int:
    """The newest entry's number. Waits up to so many seconds for one after `after`, if a stream's place is free."""
    places, address = _places(), request.remote_addr
    if not places.take(address):
        return tables().news.wait(code, after, 0)
    try:
        return tables().news.wait(code, after, seconds)
    finally:
        places.leave(address)


def _places() -> Places:
    places: Places = current_app.extensions[PLACES]
    return places


class EventStream:
    """The body of an event stream: it ends when the client goes, the table is deleted, or the server stops.

    A WSGI server iterates it, in a thread. `gone` tells whether the client has disconnected.
    """

    def __init__(
        self, served: Tables, code: str, after: int, heartbeat: float, gone: Callable[[], bool], cleanup: ExitStack
    ) -> None:
        self._served = served
        self._code = code
        self._heartbeat = heartbeat
        self._gone = gone
        self._watch = cleanup.enter_context(served.news.watching(code))
        self._cleanup = cleanup.pop_all()
        self._seen = replace(self._watch.news, seq=after)
        self._begun = False

    def __iter__(self) -> Iterator[bytes]:
        sent_at = time.monotonic()
        while (event := self.take()) is not None:
            if not event and time.monotonic() - sent_at >= self._heartbeat:
                if not self._exists():
                    return
                event = b": still here\n\n"
            if event:
                sent_at = time.monotonic()
                yield event
            else:
                self._watch.wait(self._seen, CHECK_SECONDS)
            if self._gone():
                return

    def take(self) -> bytes | None:
        """The next event without waiting; empty: nothing new. None: the stream has ended."""
        news, seen = self._watch.latest, self._seen
        if not self._begun:
            self._begun = True
            return b"retry: 1000\n\nevent: changed\ndata: %d\n\n" % seen.version
        if news is None:
            return None
        if not news.is_after(seen):
            return b""
        self._seen = replace(news, seq=max(news.seq, seen.seq))
        if news.seq > seen.seq:
            event = b"id: %d\nevent: moved\ndata: %d\n\n" % (news.seq, news.seq)
        elif news.version > seen.version:
            event = b"event: changed\ndata: %d\n\n" % news.version
        else:
            event = b"event: here\ndata: %d\n\n" % news.seq
        return event if self._exists() else None

    def _exists(self) -> bool:
        """Whether the table is still there. The stream outlives a database that is away for a while."""
        try:
            self._served.find(self._code)
        except StorageFailed:
            return True
        except TableError:
            return False
        return True

    def close(self) -> None:
        """Frees the stream's place."""
        self._cleanup.close()
