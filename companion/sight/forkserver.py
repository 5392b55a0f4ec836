"""A process that has imported what reads photographs, and forks one for each of them: to begin anew would take a third
as long as to read one.

It comes with the first photograph, and ends with the process that it serves, or when none has come for a while. On
Linux alone; elsewhere a copy of a process with such libraries in it is not whole.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import socket
import struct
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Lock
from typing import Final, NoReturn

IDLE: Final = 600.0
"""Seconds without a photograph after which it ends, and gives its memory back."""
BEGINNING: Final = 60.0
"""Seconds until it has begun, at most."""
_PATIENCE: Final = struct.Struct("d")
_READY, _DONE, _FAILED = b"r", b"+", b"!"
_CHUNK: Final = 1 << 16


class ForkServer:
    """Has requests answered by processes of their own (`companion.sight.worker`), which have this `environment`
    besides. After so many seconds without one (`idle`) what they are copies of ends."""

    def __init__(self, environment: Mapping[str, str], idle: float = IDLE) -> None:
        self._environment, self._idle = environment, idle
        self._lock = Lock()
        self._owner = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        atexit.register(self.close)

    def answer(self, request: bytes, patience: float) -> bytes:
        """Answer to a request; empty if its process ended early. Raises TimeoutError after
        `patience` seconds, and RuntimeError with what went wrong there."""
        began = time.monotonic()
        ours, theirs = socket.socketpair()
        with ours:
            with theirs:
                self._hand_over(theirs, patience)
            ours.settimeout(patience)
            with suppress(ConnectionError):  # it has ended, and nothing is said
                ours.sendall(request)
                ours.shutdown(socket.SHUT_WR)
            said = _received(ours)
        if not said and time.monotonic() - began >= patience:
            raise TimeoutError
        if said[:1] == _FAILED:
            raise RuntimeError(f"reading a photograph failed: {said[1:].decode('utf-8', 'replace')}")
        return said[1:]

    @property
    def process(self) -> int:
        """The number of the process that forks, if it was begun; else 0."""
        return self._process.pid if self._process else 0

    def close(self) -> None:
        """Lets that process end."""
        if self._control:
            self._control.close()
        if self._process and self._owner == os.getpid():
            self._process.terminate()  # copies of it answer nevertheless
            self._process.wait()
        self._process = self._control = None

    def _hand_over(self, link: socket.socket, patience: float) -> None:
        """Has a process begun that answers by a link."""
        with self._lock:
            if self._control is None or self._owner != os.getpid():
                self._begin()
            try:
                self._send(link, patience)
            except ConnectionError:  # none had come for a while
                self.close()
                self._begin()
                self._send(link, patience)

    def _send(self, link: socket.socket, patience: float) -> None:
        assert self._control
        socket.send_fds(self._control, [_PATIENCE.pack(patience)], [link.fileno()])

    def _begin(self) -> None:
        self._control, theirs = socket.socketpair()
        command = [sys.executable, "-m", __name__, str(theirs.fileno()), str(self._idle)]
        with theirs:
            self._process = process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env={**os.environ, **self._environment},
                pass_fds=[theirs.fileno()],
            )
        self._owner = os.getpid()
        self._control.settimeout(BEGINNING)
        begun = b""
        with suppress(TimeoutError):
            begun = self._control.recv(1)
        assert process.stderr
        with process.stderr as told:
            if not begun:
                self.close()
                why = told.read().decode("utf-8", "replace")
                raise RuntimeError(f"what reads photographs could not begin: {why[-2_000:]}")


def _received(link: socket.socket) -> bytes:
    """All bytes until the other side closes or ends."""
    parts: list[bytes] = []
    with suppress(ConnectionError):
        while part := link.recv(_CHUNK):
            parts.append(part)
    return b"".join(parts)


def main() -> None:
    """Forks a process for each link that comes, until nobody is there to send one."""
    control = socket.socket(fileno=int(sys.argv[1]))
    from companion.sight import worker

    worker.prepare()
    gc.freeze()  # else each copy would write to all there is
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whom it serves may still wait for an answer
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how a copy has ended
    control.sendall(_READY)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # decoders write there what they think of a file
    control.settimeout(float(sys.argv[2]))
    while True:
        try:
            said, links, _, _ = socket.recv_fds(control, _PATIENCE.size, 1)
        except TimeoutError:
            control.shutdown(socket.SHUT_RD)  # what was sent by now is read; who sends later sees that nobody does
            continue
        if not said:
            return
        with socket.socket(fileno=links[0]) as link:
            try:
                copied = os.fork()
            except OSError as error:  # no process more, or no memory for one
                with suppress(ConnectionError):
                    link.sendall(_FAILED + str(error).encode())
                continue
            if copied == 0:
                control.close()
                _answer(link, worker.answered, *_PATIENCE.unpack(said))


def _answer(link: socket.socket, answered: Callable[[bytes], bytes], patience: float) -> NoReturn:
    """In a copy: it ends when it has answered, or when nobody waits for that any longer."""
    signal.setitimer(signal.ITIMER_REAL, patience)
    try:
        try:
            said = _DONE + answered(_received(link))
        except Exception:
            said = _FAILED + traceback.format_exc()[-2_000:].encode()
        link.sendall(said)
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
