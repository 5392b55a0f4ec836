"""A build that is interrupted, odd names, closed streams: the press works, or says in one line why not."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from export_builders import exported, market
from output_builders import many_cards, pnp

from pnp.build.manifest import open_stage
from pnp.findings import KitError


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


@pytest.mark.outside
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


# --- names that are no text, and streams that are closed ---

ODD = os.fsdecode(b"od\xffd\n")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_kit_folder_of_any_name_is_built(tmp_path: Path) -> None:
    done = pnp("build", str(market(tmp_path / ODD, rows=2)), "--out", str(tmp_path / "out"), "--language", "en")
    assert done.exit_code == 0, done.output
    assert r"od\xffd\n: " in done.output


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_file_whose_name_is_no_text_is_a_finding(tmp_path: Path) -> None:
    kit = market(tmp_path / "kit", rows=2)
    (kit / os.fsdecode(b"a\xff.md")).write_text("")
    with pytest.raises(KitError, match=r"a\\xff.md: has a name"):
        exported(kit, tmp_path, way="faces")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_what_cannot_be_written_is_named_with_what_to_do(tmp_path: Path) -> None:
    kit = market(tmp_path / "kit", rows=2)
    for place in ("file", "loop"):
        (tmp_path / place).mkdir()
    (tmp_path / "file" / "market").write_text("")
    (tmp_path / "loop" / "market").symlink_to("market")
    for place in ("file", "loop"):
        done = pnp("build", kit, "--out", tmp_path / place, "--language", "en")
        assert done.exit_code == 1 and f"{place}/market: is no folder" in done.output, done.output
    done = pnp("export", str(kit), "--as", "faces", "--name", "{component}-{row}-{side}" + "a" * 300 + ".png")
    assert done.exit_code == 2 and "a shorter --name" in done.output


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_full_disk_is_named_by_its_folder_and_a_full_stream_by_itself(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space left") as full, open_stage(tmp_path / "out"):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert full.value.filename == str(tmp_path / "out")
    kit = market(tmp_path / "kit", rows=2)
    command = f"{sys.executable} -m pnp build {kit} --language en --out {tmp_path / 'out'} >/dev/full"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "standard output: there is no room left" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_nothing_is_said_to_who_stopped_listening(tmp_path: Path) -> None:
    kit = market(tmp_path / "kit", rows=2)
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "pnp", "build", str(kit), "--language", "en", "--out", str(tmp_path / "out")]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")
    assert (tmp_path / "out" / "market" / "for-programs/manifest.json").exists()
