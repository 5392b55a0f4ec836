"""What keeps phones up to date: a stream that says only how new the table is, and the same by asking.

A lost message costs nothing, for pages fetch what they may see. Resuming is by `Last-Event-ID`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

from flask import Blueprint, Flask, Response, current_app, jsonify, request

from companion.engine.reading import number
from companion.tables import TableError, Tables
from companion.tables.errors import StorageFailed
from companion.tables.storage.notify import News
from companion.web.config import Config
from companion.web.http.metrics import streaming
from companion.web.http.places import Places
from companion.web.http.pushed import Pushed
from companion.web.http.served import config, tables
from companion.web.phone import this_phone

STREAMS = 2
"""Streams that a phone may have at once: a second page of the table, or one that is about to end."""
WAITING = 32
"""Most that `wait` at once in each worker, and `WAITING_OF_ONE` for one address: each holds a thread."""
WAITING_OF_ONE = 8
FIRST = b"retry: 1000\n\n"
ALIVE = b": still here\n\n"

bp = Blueprint("live", __name__)


def init_app(app: Flask, config: Config) -> None:
    """Adds the addresses, and the places of those who listen."""
    # One address never takes more than half: behind it may be a club, and elsewhere another.
    of_one = min(STREAMS * config.phones, max(1, config.streams // 2))
    app.extensions["companion.streams"] = Places(config.streams, of_one)
    app.extensions["companion.waiting"] = Places(WAITING, WAITING_OF_ONE if config.phones else 0)
    app.register_blueprint(bp)


@bp.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Server-sent events: ``moved`` with the newest entry's number, ``here`` when phones come or go.

    503 when there are too many streams, in all or of this address; the page then asks `since` from time to time.
    """
    token, after = this_phone().token, _after(request.headers.get("Last-Event-ID", ""))
    served, settings, address = tables(), config(), request.remote_addr
    _known(served, code, token)
    places: Places = current_app.extensions["companion.streams"]
    if not places.take(address):
        return Response("", 503, headers={"Retry-After": "5"})
    leaving = ExitStack()
    leaving.callback(places.leave, address)
    leaving.enter_context(streaming())
    answer = Response(Beats(served, code, token, after, settings.heartbeat, leaving), mimetype="text/event-stream")
    # The server shall have the beats themselves: it knows better than to iterate them.
    answer.direct_passthrough = True
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


@bp.get("/t/<code>/here")
def here(code: str) -> Response:
    """A sign of a phone that listens: it is here, and has read up to an entry. What is written to it says neither, for
    a network takes that for a while after the phone is gone."""
    tables().heard(code, this_phone().token, _after(request.args.get("after", "")))
    return Response(status=204)


@bp.get("/t/<code>/since")
def since(code: str) -> Response:
    """The newest entry's number, for pages without a stream."""
    token = this_phone().token
    served = tables()
    _known(served, code, token)
    seq = served.wait_for(code, _after(request.args.get("after", "")), 0)
    served.heard(code, token, seq)
    return jsonify(seq=seq)


def wait(code: str, after: int, seconds: float) -> int:
    """Waits for an entry after `after`, in a place of those who wait, for it holds a thread as long; not at all where
    there is none: the newest entry."""
    places: Places = current_app.extensions["companion.waiting"]
    if not places.take(request.remote_addr):
        return tables().wait_for(code, after, 0)
    try:
        return tables().wait_for(code, after, seconds)
    finally:
        places.leave(request.remote_addr)


def _known(served: Tables, code: str, token: str) -> None:
    """Raises `TableError`: there is no such table."""
    served.view_for(code, token)


def _after(text: str) -> int:
    return number(text) or 0


class Beats(Pushed):
    """The lines of a stream, until the phone goes away, the table is deleted, or the server stops."""

    def __init__(self, served: Tables, code: str, token: str, after: int, every: float, leaving: ExitStack) -> None:
        self.every = every
        self._served = served
        self._code = code
        self._token = token
        self._leaving = leaving
        self._watch = leaving.enter_context(served.watching(code))
        self._seen = News(after, self._watch.news.here)
        self._first = True
        self._unsure = False

    def __iter__(self) -> Iterator[bytes]:
        said = self.take(silent=False)
        while said is not None:
            if said:
                yield said
            if self.unsettled and not self.settle():
                return
            before = self._seen
            said = self.take(silent=self._watch.wait(before, self.every) == before)

    def take(self, *, silent: bool) -> bytes | None:
        if self._first:
            self._first = False
            return FIRST
        news, before = self._watch.latest, self._seen
        if news is None:
            return None
        self._seen = News(max(news.seq, before.seq), news.here)
        said = b""
        if news.seq > before.seq:
            said = b"id: %d\nevent: moved\ndata: %d\n\n" % (news.seq, news.seq)
        elif news.here != before.here:
            said = b"event: here\ndata: %d\n\n" % news.seq
        elif silent:
            said = ALIVE
        if said and not self._served.remembers(self._code, self._token):
            self._unsure = True
        return said

    @property
    def unsettled(self) -> bool:
        return self._unsure

    def settle(self) -> bool:
        """False: there is no such table any more. The stream outlives a database that is away for a while."""
        self._unsure = False
        try:
            self._served.find(self._code)
        except StorageFailed:
            return True
        except TableError:
            return False
        return True

    def listen(self, listener: Callable[[], None]) -> None:
        self._leaving.callback(self._watch.listen(listener))

    def close(self) -> None:
        self._leaving.close()
