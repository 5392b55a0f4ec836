"""A test run that is killed leaves nothing behind, in whatever session it is and whether it heeds signals or not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from watchdog import marked

pytestmark = [
    pytest.mark.outside,
    pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="processes are watched on Linux"),
]
WAIT = 300.0
TEST = """
import os, subprocess, sys, time
from pathlib import Path
from watchdog import watch

watch()

def test_with_programs():
    deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); time.sleep(600)"
    for session in (False, True):
        program = subprocess.Popen([sys.executable, "-c", deaf], stdout=subprocess.PIPE, start_new_session=session)
        program.stdout.readline()
    Path(__file__).with_name("ready").write_text(os.environ["SILKROAD_TEST_RUNS"])
    time.sleep(600)
"""


def until(holds: object) -> None:
    assert callable(holds)
    end = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_run_that_is_killed_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(TEST, "utf-8")
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    env["PYTHONPATH"] = str(Path(__file__).parent)
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-c", os.devnull, "--rootdir", str(tmp_path), str(tmp_path)]
    run, ready = subprocess.Popen(command, env=env, start_new_session=True), tmp_path / "ready"
    until(lambda: run.poll() is not None or (ready.exists() and ready.read_text()))
    mark = ready.read_text().rpartition(",")[2]
    there = [psutil.Process(pid) for pid in marked(mark)]
    assert len(there) == 2, "it has something to leave"
    os.killpg(run.pid, signal.SIGKILL)
    run.wait(WAIT)
    until(lambda: not any(one.is_running() and one.status() != psutil.STATUS_ZOMBIE for one in there))
    assert not list(marked(mark))
