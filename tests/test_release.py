"""The files of a release, as `make release` writes them."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_a_release_has_a_zip_for_each_game_language_and_paper_with_checksums(tmp_path: Path) -> None:
    command = [sys.executable, ROOT / "tools" / "release.py", "--no-site", "--out", tmp_path]
    subprocess.run(command, check=True, capture_output=True)
    kits = [
        f"{game}-{language}-{paper}.zip"
        for game in ("dunhuang", "hangzhou", "xanadu")
        for language in ("en", "es")
        for paper in ("a4", "letter")
    ]
    assert sorted(path.name for path in tmp_path.glob("*.zip")) == kits
    for name in kits:
        with zipfile.ZipFile(tmp_path / name) as archive:
            first, *others = archive.namelist()
        assert first == "0-start-here.pdf" and all(entry.endswith(".pdf") for entry in others), name
    assert len(list(tmp_path.glob("*.whl"))) == 1
    sums = dict(reversed(line.split()) for line in (tmp_path / "SHA256SUMS").read_text().splitlines())
    assert sums == {name: hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() for name in sums}
    assert {*kits} < {*sums}
