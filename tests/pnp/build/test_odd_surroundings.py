"""Names that are no text, and streams that are closed: the press works, or says in one line why not."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from export_builders import exported, market
from output_builders import pnp

from pnp.build.manifest import stage_folder
from pnp.findings import KitError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
ODD = os.fsdecode(b"od\xffd\n")


def test_a_kit_folder_of_any_name_is_built(tmp_path: Path) -> None:
    done = pnp("build", str(market(tmp_path / ODD, rows=2)), "--out", str(tmp_path / "out"), "--language", "en")
    assert done.exit_code == 0, done.output
    assert r"od\xffd\n: " in done.output


def test_a_file_whose_name_is_no_text_is_a_finding(tmp_path: Path) -> None:
    kit = market(tmp_path / "kit", rows=2)
    (kit / os.fsdecode(b"a\xff.md")).write_text("")
    with pytest.raises(KitError, match=r"a\\xff.md: has a name"):
        exported(kit, tmp_path, way="faces")


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


def test_a_full_disk_is_named_by_its_folder_and_a_full_stream_by_itself(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space left") as full, stage_folder(tmp_path / "out"):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert full.value.filename == str(tmp_path / "out")
    kit = market(tmp_path / "kit", rows=2)
    command = f"{sys.executable} -m pnp build {kit} --language en --out {tmp_path / 'out'} >/dev/full"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "standard output: there is no room left" in done.stderr


def test_nothing_is_said_to_who_stopped_listening(tmp_path: Path) -> None:
    kit = market(tmp_path / "kit", rows=2)
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "pnp", "build", str(kit), "--language", "en", "--out", str(tmp_path / "out")]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")
    assert (tmp_path / "out" / "market" / "for-programs/manifest.json").exists()
