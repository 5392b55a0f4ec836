"""Phones that play at several machines, and take a death of any of them as pages do."""

from __future__ import annotations

import selectors
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing, suppress

from load_client import Answer, Connection, Stream
from load_tables import PHONES, PLAYED, Table
from msgspec import Struct
from real_servers import HOST, wait_until
from sqlalchemy import Connection as SQLConnection
from sqlalchemy import select

from companion.tables import schema as s
from companion.tables.database import Database

RETRY_SECONDS = 1.0
"""How long a page waits before it opens its stream again: the server says so at the stream's beginning."""
TAP_AGAIN_SECONDS = 0.5
"""How long a page waits before it sends a tap again (`companion.js`)."""
AGAIN = (429, 502, 503, 504)
TRIES = 3
POST = -1
"""In the place of a phone's number: the connection that a table's taps go out by."""


class Tapped(Struct, frozen=True):
    """A tap: when it was first sent, how long it took until all phones of its table were told, how often it was
    sent (`time.perf_counter`, seconds)."""

    at: float
    seconds: float
    tries: int


class _Playing:
    """A table, and the tap that is on its way."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.request: tuple[str, bytes, Mapping[str, str]] | None = None
        self.connection: Connection | None = None
        self.sent = 0.0
        self.tries = 0
        self.base = 0
        self.acknowledged = 0
        self.told: list[int] = [0] * PHONES
        self.heard: list[float] = [0.0] * PHONES
        self.streams: list[Stream | None] = [None] * PHONES

    @property
    def all_told(self) -> bool:
        return min(self.told) > self.base


class Load:
    """Tables of all games, each with a stream for each of its phones and a tap from time to time, from one thread.

    A stream that ends is opened again after a second, and a tap that is not answered is sent again with its id.
    `looks`: each phone that is told of something fetches its page.
    """

    def __init__(self, port: int, tables: int, looks: bool = False) -> None:
        self._port = port
        self._looks = looks
        self._waiting = selectors.DefaultSelector()
        self._due: list[tuple[float, Callable[[], None]]] = []
        self._looking: dict[tuple[int, int], Connection] = {}
        self.tapped: list[Tapped] = []
        self.looked = 0
        self.reopened = 0
        self.unanswered = 0
        self.playing: list[_Playing] = []
        for number in range(tables):
            self.playing.append(_Playing(self._opened(number)))
            for phone in range(PHONES):
                self._listen(number, phone)

    def _opened(self, number: int) -> Table:
        """A table at which all sit, tried again with the same ids where an answer does not come."""
        for _ in range(TRIES):
            with suppress(OSError), closing(Connection(HOST, self._port)) as connection:
                return Table(connection, number, PLAYED[number % len(PLAYED)])
            self.unanswered += 1
        raise AssertionError(f"table {number} cannot be opened")

    # Streams.

    def _listen(self, number: int, phone: int) -> None:
        table = self.playing[number].table
        try:
            stream = Stream(HOST, self._port, f"/t/{table.code}/stream", table.cookie(phone))
        except OSError:
            self._later(RETRY_SECONDS, lambda: self._listen(number, phone))
            return
        self.playing[number].streams[phone] = stream
        self._waiting.register(stream.connection.socket, selectors.EVENT_READ, (number, phone, False))

    def _hear(self, number: int, phone: int) -> None:
        playing = self.playing[number]
        stream = playing.streams[phone]
        assert stream is not None
        try:
            news = stream.take()
        except OSError:
            self._waiting.unregister(stream.connection.socket)
            stream.close()
            playing.streams[phone] = None
            self.reopened += 1
            self._later(RETRY_SECONDS, lambda: self._listen(number, phone))
            return
        if news and stream.told > playing.told[phone]:
            playing.told[phone], playing.heard[phone] = stream.told, stream.at
            self._settle(playing)
            if self._looks:
                self._look(number, phone)

    # Taps.

    def _tap(self, number: int) -> None:
        playing = self.playing[number]
        playing.base, playing.tries, playing.sent = max(playing.told), 0, time.perf_counter()
        playing.request = playing.table.action()
        self._send(number)

    def _send(self, number: int) -> None:
        playing = self.playing[number]
        assert playing.request is not None
        path, body, headers = playing.request
        playing.tries += 1
        try:
            if playing.connection is None:
                playing.connection = Connection(HOST, self._port)
                self._waiting.register(playing.connection.socket, selectors.EVENT_READ, (number, POST, False))
            playing.connection.send("POST", path, body, headers)
        except OSError:
            self._unanswered(number)

    def _unanswered(self, number: int) -> None:
        playing = self.playing[number]
        if playing.connection is not None:
            self._waiting.unregister(playing.connection.socket)
            playing.connection.close()
            playing.connection = None
        if playing.request is not None:
            self._later(TAP_AGAIN_SECONDS, lambda: self._send(number))

    def _take(self, number: int) -> None:
        playing = self.playing[number]
        assert playing.connection is not None
        try:
            answer = playing.connection.take()
        except OSError:
            self._unanswered(number)
            return
        if answer is None:
            return
        if answer.status in AGAIN:
            self._unanswered(number)
            return
        assert answer.status == 303, answer.head
        playing.acknowledged += 1
        playing.request = None
        self._settle(playing)

    def _settle(self, playing: _Playing) -> None:
        """Notes a tap that is acknowledged and that all phones were told of."""
        if playing.sent and playing.request is None and playing.all_told:
            self.tapped.append(Tapped(playing.sent, max(playing.heard) - playing.sent, playing.tries))
            playing.sent = 0.0

    # Looks.

    def _look(self, number: int, phone: int) -> None:
        """Fetches the phone's page, as its script does; one at a time."""
        if (number, phone) in self._looking:
            return
        table = self.playing[number].table
        try:
            connection = Connection(HOST, self._port)
            connection.send("GET", f"/t/{table.code}", headers=table.cookie(phone))
        except OSError:
            return
        self._looking[number, phone] = connection
        self._waiting.register(connection.socket, selectors.EVENT_READ, (number, phone, True))

    def _seen(self, number: int, phone: int) -> None:
        connection = self._looking[number, phone]
        answer: Answer | None = None
        try:
            answer = connection.take()
            if answer is None:
                return
        except OSError:
            pass
        self.looked += answer is not None and answer.status == 200
        del self._looking[number, phone]
        self._waiting.unregister(connection.socket)
        connection.close()

    # Time.

    def _later(self, seconds: float, do: Callable[[], None]) -> None:
        self._due.append((time.perf_counter() + seconds, do))

    def _read(self, timeout: float) -> None:
        for key, _ in self._waiting.select(min(timeout, 0.05)):
            number, phone, look = key.data
            if phone == POST:
                self._take(number)
            elif look:
                self._seen(number, phone)
            else:
                self._hear(number, phone)
        now = time.perf_counter()
        ready, self._due = [d for d in self._due if d[0] <= now], [d for d in self._due if d[0] > now]
        for _, do in ready:
            do()

    def settle(self, seconds: float) -> None:
        """Reads what comes without a tap."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            self._read(left)

    def run(self, seconds: float, pace: float = 1.0) -> None:
        """A tap of each table every `pace` seconds, one table after the other; then waits for the last of them.

        A table whose last tap is not done yet leaves its turn out.
        """
        count, began = len(self.playing), time.perf_counter()
        turns = int(seconds / pace) * count
        for turn in range(turns):
            while (left := began + turn * pace / count - time.perf_counter()) > 0:
                self._read(left)
            if not self.playing[turn % count].sent:
                self._tap(turn % count)
            else:
                self._read(0.0)
        wait_until(lambda: self._done(), lambda: f"{sum(bool(p.sent) for p in self.playing)} taps are not done")

    def _done(self) -> bool:
        self._read(0.05)
        return not any(playing.sent for playing in self.playing)

    def close(self) -> None:
        self._waiting.close()
        for playing in self.playing:
            for open_one in (*playing.streams, playing.connection):
                if open_one is not None:
                    open_one.close()
        for connection in self._looking.values():
            connection.close()


def nothing_lost(load: Load, database: str) -> int:
    """Each table's log holds its taps in their order, each once, and all its phones were told of the last entry:
    how many taps."""
    log = s.event.c
    taps = 0
    with closing(Database(database)) as opened, opened.reading() as connection:
        for playing in load.playing:
            own = (log.table == playing.table.code, log.seq > _position(connection, playing.table.code))
            kinds = connection.scalars(
                select(log.kind).where(*own, log.command_id.is_not(None)).order_by(log.seq)
            ).all()
            wanted = [("act", "undo")[number % 2] for number in range(playing.acknowledged)]
            assert kinds == wanted, f"{Counter(kinds)} instead of {Counter(wanted)}"
            newest = connection.scalars(select(log.seq).where(*own).order_by(log.seq.desc())).first()
            assert newest is None or set(playing.told) == {newest}, "all phones of a table know the same"
            taps += len(kinds)
    return taps


def _position(connection: SQLConnection, code: str) -> int:
    """The entry that a table of a load begins with."""
    log = s.event.c
    found: int = connection.scalars(select(log.seq).where(log.table == code, log.kind == "position")).one()
    return found
