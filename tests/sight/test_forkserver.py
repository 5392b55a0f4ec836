"""What forks a process for each photograph: what goes wrong in one hurts no other, and none is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import psutil
import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import msgspec

from companion.sight.forkserver import ForkServer
from companion.sight.reading import Refused, Request

pytestmark = [
    pytest.mark.outside,
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each photograph has a process that begins anew"),
]
PATIENCE = 60.0
"""Seconds that a test waits at most; machines may be slow."""
ASKED = msgspec.msgpack.encode(Request(photograph=b"no picture", sides=()))


@pytest.fixture
def forks() -> Iterator[ForkServer]:
    made = ForkServer({"OMP_NUM_THREADS": "1"})
    yield made
    made.close()


def refused(data: bytes) -> str:
    return msgspec.msgpack.decode(data, type=Refused).reason


def ended(process: int) -> bool:
    _, left = psutil.wait_procs([psutil.Process(process)] if psutil.pid_exists(process) else [], timeout=PATIENCE)
    return not left


def test_one_process_is_begun_for_all_with_the_environment_that_was_given(forks: ForkServer) -> None:
    assert forks.process == 0, "it comes with the first"
    with ThreadPoolExecutor(4) as asking:
        found = list(asking.map(lambda _: forks.answer(ASKED, PATIENCE), range(8)))
    assert {refused(one) for one in found} == {"unreadable"}
    begun = psutil.Process(forks.process)
    assert begun.environ()["OMP_NUM_THREADS"] == "1" and begun.num_threads() == 1
    until = time.monotonic() + PATIENCE
    while begun.children() and time.monotonic() < until:
        time.sleep(0.01)
    assert not begun.children(), "each has ended, and left nothing behind"
    forks.close()
    assert ended(begun.pid)


def test_what_goes_wrong_in_one_is_told_and_the_next_is_answered(forks: ForkServer) -> None:
    with pytest.raises(RuntimeError, match="ValidationError"):
        forks.answer(b"no request", PATIENCE)
    with pytest.raises(TimeoutError):
        forks.answer(ASKED, 1e-6)
    assert refused(forks.answer(ASKED, PATIENCE)) == "unreadable"


def test_one_that_is_killed_says_nothing(forks: ForkServer) -> None:
    large = msgspec.msgpack.encode(Request(photograph=b"", sides=(), seats=("x" * 30_000_000,)))
    forks.answer(ASKED, PATIENCE)
    begun = psutil.Process(forks.process)
    with ThreadPoolExecutor(1) as asking:
        said = asking.submit(forks.answer, large, PATIENCE)
        while not said.done():
            for copy in begun.children():
                with suppress(psutil.NoSuchProcess):
                    copy.kill()
    assert said.result() == b"" or refused(said.result()) == "unreadable"
    assert refused(forks.answer(ASKED, PATIENCE)) == "unreadable"


def test_if_it_has_ended_another_one_is_begun(forks: ForkServer) -> None:
    forks.answer(ASKED, PATIENCE)
    first = forks.process
    os.kill(first, signal.SIGKILL)
    assert ended(first)
    assert refused(forks.answer(ASKED, PATIENCE)) == "unreadable" and forks.process != first


def test_it_ends_when_none_has_come_for_a_while() -> None:
    forks = ForkServer({}, idle=0.05)
    for _ in range(3):
        assert refused(forks.answer(ASKED, PATIENCE)) == "unreadable"
        assert ended(forks.process)
    forks.close()


def test_it_ends_with_the_process_that_it_serves_however_that_ends() -> None:
    script = (
        "import sys, time; from companion.sight.forkserver import ForkServer; forks = ForkServer({});"
        "forks.answer(sys.stdin.buffer.read(), 60); print(forks.process, flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin and server.stdout
        server.stdin.write(ASKED)
        server.stdin.close()
        begun = int(server.stdout.readline())
        assert psutil.pid_exists(begun)
        server.kill()
    assert ended(begun)


def test_why_it_could_not_begin_is_told() -> None:
    forks = ForkServer({"PYTHONPATH": "/nowhere", "PYTHONHOME": "/nowhere"})
    with pytest.raises(RuntimeError, match=r"could not begin: [^°]*No module named"):
        forks.answer(ASKED, PATIENCE)
