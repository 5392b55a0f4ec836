"""Between granian and the app: an event loop waits for phones, and threads answer them.

The app is plain WSGI, and a WSGI server gives a thread to a request as soon as its head is there. So whoever sends
bodies slowly, takes answers slowly or listens for hours holds threads that others need. Here the loop waits
instead: for bodies, each with a deadline (`bodies`), for news (`pushed`), and for large answers to be fetched. A
thread is busy only while the app is.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from tempfile import NamedTemporaryFile
from threading import Lock, Thread
from typing import IO, TypeVar

from flask import Flask, abort, request
from granian._granian import RSGIHTTPProtocol, RSGIHTTPStreamTransport, RSGIProtocolClosed
from granian.rsgi import Scope
from msgspec import Struct

from companion.web.config import Config
from companion.web.http import logs
from companion.web.http.places import Places
from companion.web.http.pushed import Pushed
from companion.web.serving.bodies import Bodies, BodyRefusedError, ClientGoneError
from companion.web.serving.environ import client_of, environ_of
from companion.web.serving.supervisor import ANSWERED

THREADS = 64
"""Threads that answer. Most of them wait for the disk: what waits for its turn to be written is written together."""
LARGE = 1024 * 1024
"""Bytes of an answer beyond which it is fetched from a file, in a place: nobody knows how long that takes."""
DOWNLOADS, DOWNLOADS_OF_ONE = 48, 8
"""Places for those in each worker, in all and of one address."""
REFUSED = "companion.refused"
"""In the environ: the status that a request has to be answered with, whatever it asks for."""
CLOSE = ("Connection", "close")
T = TypeVar("T")


class Answer(Struct):
    """What the app has begun to answer; and what is left of it for the loop: news, or a file in a place of
    `address`."""

    status: int = 500
    headers: list[tuple[str, str]] = []
    later: Pushed | Path | None = None
    address: str = ""


class Bell:
    """Calls functions in the loop's thread; for many at once it is woken once."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._calls: deque[Callable[[], object]] = deque()
        self._rung = False

    def ring(self, call: Callable[[], object]) -> None:
        """By any thread."""
        self._calls.append(call)
        if not self._rung and not self._loop.is_closed():
            self._rung = True
            self._loop.call_soon_threadsafe(self._answer)

    def _answer(self) -> None:
        self._rung = False
        while self._calls:
            self._calls.popleft()()


class Gateway:
    """An app as granian serves it. `folder` is for large answers and for the note that there was one (`supervisor`),
    `stopped` is called at the end."""

    def __init__(self, app: Flask, config: Config, folder: Path, stopped: Callable[[], None]) -> None:
        self._app = app
        self._proxies = config.proxies
        self._folder = folder
        self._stopped = stopped
        self._bodies = Bodies(config.body, bounded=bool(config.phones))
        self._downloads = Places(DOWNLOADS, DOWNLOADS_OF_ONE if config.phones else 0)
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._streams: set[asyncio.Event] = set()
        self._stopping = self._answered = False
        app.before_request(_refuse)

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._bell = Bell(loop)
        for number in range(THREADS):
            Thread(target=self._work, name=f"answers-{number}", daemon=True).start()
        # The loop hears of signals as before: it is woken by their arrival, not by what handles them.
        for told in (signal.SIGINT, signal.SIGTERM):
            signal.signal(told, lambda *_: self.stop())

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._stopped()

    def stop(self) -> None:
        """Ends the streams, which would go on for ever. By any thread."""
        self._bell.ring(self._stop)

    def _stop(self) -> None:
        self._stopping = True
        for rung in self._streams:
            rung.set()

    async def __rsgi__(self, scope: Scope, proto: RSGIHTTPProtocol) -> None:
        """Answers a request."""
        body: IO[bytes] | None = None
        refused = 0
        if "content-length" in scope.headers or "transfer-encoding" in scope.headers:
            try:
                body = await self._bodies.read(scope, proto, client_of(scope, self._proxies))
            except BodyRefusedError as error:
                refused = error.status
            except ClientGoneError:
                return
        answer = await self._in_thread(partial(self._call, scope, proto, body, refused))
        if isinstance(answer.later, Pushed):
            await self._push(proto, answer, answer.later)
        elif answer.later is not None:
            await self._hand_over(proto, answer, answer.later)

    # Threads.

    def _in_thread(self, job: Callable[[], T]) -> asyncio.Future[T]:
        """What a thread makes of it."""
        found: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(partial(self._done, found, job))
        return found

    def _done(self, found: asyncio.Future[T], job: Callable[[], T]) -> None:
        try:
            result = job()
        except BaseException as error:  # whoever waits for the result shall have it
            self._bell.ring(partial(_failed, found, error))
        else:
            self._bell.ring(partial(_settled, found, result))

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def _call(self, scope: Scope, proto: RSGIHTTPProtocol, body: IO[bytes] | None, refused: int) -> Answer:
        """Has the app answer. What is small goes out at once, before the loop hears of it."""
        environ = environ_of(scope, body)
        answer = Answer(address=client_of(scope, 0))
        try:
            if refused:
                environ[REFUSED] = refused
            data = self._made(environ, answer)
            if refused or answer.status in (408, 411, 413):
                answer.headers.append(CLOSE)
            if answer.later is None:
                proto.response_bytes(answer.status, answer.headers, data)
            if not self._answered:
                self._answered = True
                (self._folder / ANSWERED).touch()
        except Exception:
            # The app catches its own; so this is the way to it or from it.
            logs.failed(sys.exc_info())
            proto.response_empty(500, [])
            answer.later = None
        finally:
            if body is not None:
                body.close()
        return answer

    def _made(self, environ: dict[str, object], answer: Answer) -> bytes:
        """The app's answer, if it is small; else it stands in `answer.later`."""

        def start(status: str, headers: list[tuple[str, str]], exc_info: object = None, /) -> Callable[[bytes], object]:
            answer.status, answer.headers = int(status[:3]), list(headers)
            return _written

        pieces = self._app(environ, start)
        if isinstance(pieces, Pushed):
            answer.later = pieces
            return b""
        try:
            begun, size, rest = [], 0, iter(pieces)
            for piece in rest:
                begun.append(piece)
                size += len(piece)
                if size > LARGE:
                    break
            else:
                return b"".join(begun)
            if self._downloads.take(answer.address):
                answer.later = self._filed(chain(begun, rest))
                answer.headers.append(CLOSE)
                return b""
        finally:
            if hasattr(pieces, "close"):
                pieces.close()
        return self._made({**environ, REFUSED: 503}, answer)

    def _filed(self, pieces: Iterable[bytes]) -> Path:
        with NamedTemporaryFile(dir=self._folder, prefix="answer-", delete=False) as file:
            file.writelines(pieces)
        return Path(file.name)

    # What goes on after the app has answered.

    async def _hand_over(self, proto: RSGIHTTPProtocol, answer: Answer, file: Path) -> None:
        """Has a file fetched; the connection ends with it."""
        try:
            proto.response_file(answer.status, answer.headers, str(file))
            await proto.client_disconnect()
        finally:
            file.unlink()
            self._downloads.leave(answer.address)

    async def _push(self, proto: RSGIHTTPProtocol, answer: Answer, pushed: Pushed) -> None:
        """Says what there is to say whenever there is, until the client is gone."""
        rung = asyncio.Event()
        saying = _Saying(
            pushed, proto.response_stream(answer.status, answer.headers), partial(self._bell.ring, rung.set)
        )
        gone = asyncio.ensure_future(proto.client_disconnect())
        gone.add_done_callback(lambda _: rung.set())
        self._streams.add(rung)
        try:
            saying.say()
            pushed.listen(saying.hear)
            saying.hear()
            while not (gone.done() or self._stopping or saying.over):
                if pushed.unsettled and not await self._in_thread(pushed.settle):
                    break
                if not await _within(pushed.every, rung):
                    saying.say(silent=True)
        finally:
            self._streams.discard(rung)
            gone.cancel()
            saying.end()


class _Saying:
    """Says what is pushed, in the thread that hears of it: a tap's own thread sends the news of it.

    What has to wait is left to the loop, for which it rings.
    """

    def __init__(self, pushed: Pushed, transport: RSGIHTTPStreamTransport, ring: Callable[[], None]) -> None:
        self.over = False
        self._pushed = pushed
        self._transport = transport
        self._ring = ring
        self._lock = Lock()

    def hear(self) -> None:
        """Something may have happened."""
        self.say()
        if self.over or self._pushed.unsettled:
            self._ring()

    def say(self, *, silent: bool = False) -> None:
        with self._lock:
            if self.over:
                return
            try:
                while said := self._pushed.take(silent=silent):
                    # Sent when this returns; it gives something to await only because others need to.
                    _ = self._transport.send_bytes(said)
                    silent = False
            except RSGIProtocolClosed:
                said = None
            self.over = said is None

    def end(self) -> None:
        with self._lock:
            self.over = True
        self._pushed.close()


async def _within(seconds: float, rung: asyncio.Event) -> bool:
    """Was it rung in so many seconds?"""
    try:
        async with asyncio.timeout(seconds):
            await rung.wait()
    except TimeoutError:
        return False
    rung.clear()
    return True


def _settled(found: asyncio.Future[T], result: T) -> None:
    if not found.done():  # else nobody waits any more
        found.set_result(result)


def _failed(found: asyncio.Future[T], error: BaseException) -> None:
    if not found.done():
        found.set_exception(error)


def _written(data: bytes) -> object:
    """WSGI's older way to answer, which Flask never goes."""
    raise NotImplementedError


def _refuse() -> None:
    """Answers what the gateway has to refuse with the app's page for it."""
    if REFUSED in request.environ:
        abort(request.environ[REFUSED])
