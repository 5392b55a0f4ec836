"""What a test run starts dies with it, also where the run is killed and no line of it is carried out any more.

Every program that a test starts inherits a mark in its environment: servers, databases and browsers, whatever session
or group they are in. A small process of its own waits for the end of the run, and ends what still bears the mark.
Linux only: elsewhere a run cleans up after itself as far as it gets.
"""

from __future__ import annotations

import os
import secrets
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

MARK = "SILKROAD_TEST_RUNS"
"""Names the runs that a process is part of, with commas between; the tests of this module run in one another."""
GRACE = 2.0
"""Seconds between asking a process to end and ending it."""


def watch() -> None:
    """Has this process watched, and marks all that it starts from now on. Workers of a run bear its mark already."""
    if "PYTEST_XDIST_WORKER" in os.environ or not hasattr(os, "pidfd_open"):
        return
    mark = secrets.token_hex(8)
    # In a session of its own: whoever kills the whole group of a run shall not kill this.
    command = [sys.executable, "-I", "-S", __file__, str(os.getpid()), mark]
    subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        start_new_session=True,
    )
    os.environ[MARK] = ",".join([*filter(None, os.environ.get(MARK, "").split(",")), mark])


def marked(mark: str) -> Iterator[int]:
    """The processes that bear a mark. Those of others cannot be read, and are not ours."""
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            variables = (folder / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        for variable in variables:
            name, _, value = variable.partition(b"=")
            if name == MARK.encode() and mark.encode() in value.split(b","):
                yield int(folder.name)


def end(mark: str) -> None:
    """Ends all that bear the mark: first by asking, for a database puts its memory away."""
    for number, until in ((signal.SIGTERM, GRACE), (signal.SIGKILL, GRACE)):
        patience = time.monotonic() + until
        told = set[int]()
        while (left := set(marked(mark))) and time.monotonic() < patience:
            for process in left - told:
                try:
                    os.kill(process, number)
                except (ProcessLookupError, PermissionError):
                    continue
            told |= left
            time.sleep(0.1)


if __name__ == "__main__":
    try:
        run = os.pidfd_open(int(sys.argv[1]))
    except ProcessLookupError:  # it is gone already
        pass
    else:
        select.select([run], [], [])
    end(sys.argv[2])
