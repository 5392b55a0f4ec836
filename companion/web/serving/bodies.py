"""Bodies of requests on their way: whoever sends slowly needs a place, and has so many seconds."""

from __future__ import annotations

import asyncio
import re
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO

from granian._granian import RSGIHTTPProtocol, RSGIProtocolClosed, RSGIProtocolError
from granian.rsgi import Scope

from companion.web.http.places import Places

PLACES, PLACES_OF_ONE = 48, 8
"""Bodies on their way in each worker, in all and of one address."""
PROMPT = 0.5
"""Seconds in which a body that was sent at once is there; it needs no place."""
SECONDS = 10.0
"""What each body has, and what is larger than a form so much more as its bytes take at `RATE`."""
RATE = 64 * 1024
"""Bytes a second."""
FILES = {"/import": 64 * 1024 * 1024, "/verify": 64 * 1024 * 1024, "/api/v1/tables/import": 64 * 1024 * 1024}
"""Addresses that take files, and the most that is read for them; what they take at most they know better."""
PHOTOGRAPHS, PHOTOGRAPH = re.compile(r"/t/\w+/(photo|agree)(/[\w-]+)?"), 25 * 1024 * 1024
"""Where phones send photographs, and the most that is read for one."""
IN_MEMORY = 1024 * 1024
"""Bytes of a body beyond which it waits on the disk."""


class BodyRefusedError(Exception):
    """No place is free (503), the time is over (408), or nobody said how long the body is (411)."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class ClientGoneError(Exception):
    """The client went away meanwhile."""


class Bodies:
    """Reads them. `usual` is the most bytes where no file is expected; `bounded`: each address has its share."""

    def __init__(self, usual: int, *, bounded: bool) -> None:
        self._usual = usual
        self._places = Places(PLACES, PLACES_OF_ONE if bounded else 0)

    async def read(self, scope: Scope, proto: RSGIHTTPProtocol, address: str) -> IO[bytes] | None:
        """A body, once all of it is there. None: it is larger than anything that is taken at this address, which the
        app will say by its length. Raises `BodyRefusedError`, `ClientGoneError`."""
        if "transfer-encoding" in scope.headers:
            # Of a body in chunks granian does not tell whether it has come to its end or broke off.
            raise BodyRefusedError(411)
        length = int(scope.headers.get("content-length"))
        if length == 0:
            return BytesIO()
        if length > self._most(scope.path.rstrip("/")):
            return None
        patience = _Patience(self._places, address)
        try:
            if length <= self._usual:
                return _whole(await proto(), length)
            return await _collected(proto, length, patience)
        except asyncio.CancelledError:
            if patience.refused:
                raise BodyRefusedError(patience.refused) from None
            raise
        except (RSGIProtocolClosed, RSGIProtocolError):
            raise ClientGoneError from None
        finally:
            patience.end()

    def _most(self, path: str) -> int:
        return PHOTOGRAPH if PHOTOGRAPHS.fullmatch(path) else FILES.get(path, self._usual)


def _whole(data: bytes, length: int) -> IO[bytes]:
    if len(data) != length:
        raise ClientGoneError
    return BytesIO(data)


async def _collected(proto: RSGIHTTPProtocol, length: int, patience: _Patience) -> IO[bytes]:
    found: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - whoever gets it closes it
    try:
        async for chunk in proto:
            found.write(chunk)
            patience.received += len(chunk)
        if patience.received != length:
            raise ClientGoneError
        found.seek(0)
    except BaseException:
        found.close()
        raise
    return found


class _Patience:
    """Waits with a task for a body: takes a place for it when it is slow, and cancels the task when there is none, or
    when the time is over."""

    def __init__(self, places: Places, address: str) -> None:
        self.received = 0
        self.refused = 0
        self._places = places
        self._address = address
        self._placed = False
        task = asyncio.current_task()
        assert task is not None, "called by a task"
        self._task = task
        self._loop = asyncio.get_running_loop()
        self._began = self._loop.time()
        self._timer = self._loop.call_later(PROMPT, self._slow)

    def _slow(self) -> None:
        self._placed = self._places.take(self._address)
        if self._placed:
            self._timer = self._loop.call_at(self._began + SECONDS, self._late)
        else:
            self._refuse(503)

    def _late(self) -> None:
        until = self._began + SECONDS + self.received / RATE
        if until > self._loop.time():
            self._timer = self._loop.call_at(until, self._late)
        else:
            self._refuse(408)

    def _refuse(self, status: int) -> None:
        self.refused = status
        self._task.cancel()

    def end(self) -> None:
        self._timer.cancel()
        if self._placed:
            self._places.leave(self._address)
