"""Work that a copy of the process does: what comes of it, what goes wrong in it, and its end."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest
from pnp.output.twins import Twin, begun, has_twins

from pnp.console import each_kit
from pnp.findings import Finding, Findings, KitError, Place
from pnp.output.language_build import Progress

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there are copies of a process on Linux alone")


def test_what_comes_of_work_comes_back_however_large() -> None:
    here = os.getpid()
    with ExitStack() as ends:
        process, data = begun(lambda: (os.getpid(), b"x" * 1_000_000), ends)()
    assert process != here and len(data) == 1_000_000
    assert not psutil.pid_exists(process)


def test_it_goes_on_before_anybody_takes_what_it_has_done(tmp_path: Path) -> None:
    """As much as a kit comes to: a pipe as it is made has room for an eighth of that."""
    there = tmp_path / "next"

    def works() -> Iterator[bytes]:
        yield b"x" * 500_000
        there.touch()
        yield b""

    with Twin(works) as twin:
        until = time.monotonic() + 20
        while not there.exists() and time.monotonic() < until:
            time.sleep(0.01)
        assert there.exists()
        assert len(twin.result()) == 500_000


def test_what_is_raised_there_is_raised_here() -> None:
    finding = Finding("error", "size", Place("kit.toml"), "is too large")

    def fails() -> Iterator[str]:
        yield "as far as here"
        raise KitError([finding])

    with Twin(fails) as twin:
        assert twin.result() == "as far as here"
        with pytest.raises(KitError) as raised:
            twin.result()
    assert raised.value.findings == (finding,)


def test_one_that_is_ended_from_outside_is_told_of_with_what_to_do() -> None:
    def ends() -> Iterator[str]:
        yield "as far as here"
        os.kill(os.getpid(), signal.SIGKILL)

    with Twin(ends) as twin:
        assert twin.result() == "as far as here"
        with pytest.raises(OSError, match="--processes 1"):
            twin.result()


def test_one_that_nobody_waits_for_ends_with_the_block(tmp_path: Path) -> None:
    there = tmp_path / "pid"

    def waits_for_ever() -> None:
        beside = tmp_path / "beside"
        beside.write_text(str(os.getpid()))
        beside.rename(there)
        threading.Event().wait()

    with ExitStack() as ends:
        begun(waits_for_ever, ends)
        while not there.exists():
            os.sched_yield()
    assert not psutil.pid_exists(int(there.read_text()))


def test_the_bar_of_a_terminal_leaves_room_for_twins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It would draw itself from a thread, if it was let."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    threads: list[int] = []

    def work(_: Path, progress: Progress) -> Findings:
        progress("a file", 0.5)
        threads.append(threading.active_count())
        return Findings()

    before = threading.active_count()
    assert each_kit([tmp_path], work) == 0
    assert threads == [before]


def test_a_process_with_threads_is_not_copied() -> None:
    """What another thread holds when the copy is made, nobody would give back there."""
    found: list[bool] = []
    thread = threading.Thread(target=lambda: found.append(has_twins()))
    thread.start()
    thread.join()
    assert found == [False]
