"""A build that is interrupted: one message, the right exit code, and nothing half-written."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from output_builders import in_two_languages, many_cards

pytestmark = pytest.mark.outside


def started(*arguments: object, ignored: signal.Signals | None = None) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "pnp", "build", *map(str, arguments)]

    def set_signals() -> None:
        for number in (signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN if number == ignored else signal.SIG_DFL)

    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=set_signals)


def half_done(kit: Path, out: Path, ignored: signal.Signals | None = None) -> subprocess.Popen[str]:
    """A build that has written its first file."""
    process = started("--out", out, kit, ignored=ignored)
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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_an_ignored_signal_stays_ignored(number: signal.Signals, large_kit: Path, tmp_path: Path) -> None:
    """As `nohup` and shells have it for what they start in the background."""
    process = half_done(large_kit, tmp_path / "out", ignored=number)
    process.send_signal(number)
    _, errors = process.communicate()
    assert process.returncode == 0, errors


def test_a_faulty_kit_does_not_stop_the_others(tmp_path: Path) -> None:
    good = [in_two_languages(tmp_path, name, text=f"Hello, {name}") for name in ("jade", "silk")]
    faulty = in_two_languages(tmp_path, "tea", text="Hello, {nobody}")
    unreadable = tmp_path / "salt"
    unreadable.mkdir()
    (unreadable / "kit.toml").write_text("[kit\n")
    out = tmp_path / "out"
    with started("--out", out, good[0], faulty, unreadable, good[1]) as process:
        _, errors = process.communicate()
    assert process.returncode == 1
    assert errors.count("error: ") == 2 and "Traceback" not in errors
    assert {path.name for path in out.iterdir()} == {"jade", "silk"}
