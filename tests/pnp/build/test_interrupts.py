"""A build that is interrupted: one message, the right exit code, and nothing half-written."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from output_builders import many_cards

pytestmark = pytest.mark.outside


def set_signals() -> None:
    """As a shell starts a command in the foreground."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def half_done(kit: Path, out: Path) -> subprocess.Popen[str]:
    """A build that has written its first file."""
    command = [sys.executable, "-m", "pnp", "build", "--out", str(out), str(kit)]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, preexec_fn=set_signals)
    while process.poll() is None and not any(path.stat().st_size for path in out.rglob("*.pdf")):
        time.sleep(0.01)
    return process


@pytest.fixture
def large_kit(tmp_path: Path) -> Path:
    """A kit that is still being printed when its first file is there."""
    return many_cards(tmp_path / "kit", 300)


@pytest.mark.parametrize(
    ("number", "code", "message"),
    [(signal.SIGINT, 1, ["Aborted!"]), (signal.SIGTERM, 143, []), (signal.SIGHUP, 129, [])],
)
def test_a_signal_ends_a_build_and_leaves_nothing_behind(
    number: signal.Signals, code: int, message: list[str], large_kit: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    process = half_done(large_kit, out)
    process.send_signal(number)
    _, errors = process.communicate()
    assert process.returncode == code
    assert errors.strip().splitlines()[-1:] == message and "Traceback" not in errors
    assert list(out.iterdir()) == []
