"""Many phones from one thread: keep-alive connections and event streams over plain sockets.

Small enough that the client costs little beside the server that is measured on the same machine.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterable, Mapping

from msgspec import Struct

PATIENCE = 30.0
"""Seconds without any answer after which a measurement is given up."""


class Answer(Struct, frozen=True):
    """An answer: its status, its head, and when it was complete (`time.perf_counter`)."""

    status: int
    head: str
    at: float


class Connection:
    """A kept connection that has one request on its way at a time."""

    def __init__(self, host: str, port: int) -> None:
        self.host = f"{host}:{port}"
        self.socket = socket.create_connection((host, port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._got = b""

    def send(self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> None:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", f"Origin: http://{self.host}"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        if method == "POST":
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode() + body)

    def take(self) -> Answer | None:
        """Reads what has come. None: the answer is not complete. Raises `ConnectionError`."""
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError("closed by the server")
        self._got += data
        head, found, rest = self._got.partition(b"\r\n\r\n")
        if not found:
            return None
        text = head.decode("latin-1")
        length = next((int(x[15:]) for x in text.splitlines() if x.lower().startswith("content-length:")), None)
        if length is None:
            if not rest.endswith(b"0\r\n\r\n"):
                return None
        elif len(rest) < length:
            return None
        self._got = b""
        return Answer(int(text[9:12]), text, time.perf_counter())

    def ask(self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> Answer:
        """Sends, and waits for the answer."""
        self.send(method, path, body, headers)
        while True:
            found = self.take()
            if found is not None:
                return found

    def close(self) -> None:
        self.socket.close()


class Stream:
    """An event stream of one phone: the newest entry it was told of, and when."""

    def __init__(self, host: str, port: int, path: str, headers: Mapping[str, str]) -> None:
        self.connection = Connection(host, port)
        self.connection.send("GET", path, headers=headers)
        self.status = 0
        self.told = 0
        self.at = 0.0
        self._rest = b""

    def take(self) -> bool:
        """Reads what has come; was it news of an entry? Raises `ConnectionError`."""
        data = self.connection.socket.recv(65536)
        if not data:
            raise ConnectionError("closed by the server")
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()
        news = False
        for line in lines:
            if line.startswith(b"id: "):
                self.told, self.at, news = int(line[4:]), time.perf_counter(), True
            elif line.startswith(b"HTTP/1.1 "):
                self.status = int(line[9:12])
                if self.status != 200:
                    raise ConnectionError(f"no stream: {data!r}")
        return news

    def close(self) -> None:
        self.connection.close()


def percentile(times: Iterable[float], part: float) -> float:
    """The time, in milliseconds, within which this part of all was done."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000
