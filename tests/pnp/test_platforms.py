"""The press needs nothing that Windows or macOS lack: fork, fcntl, resource."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from kit.kit_builders import FILES, swapped, write_kit
from kit.test_table_sheets import xlsx

ROOT = Path(__file__).parents[2]
WITHOUT = """\
import os, sys
for name in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[name] = None
for name in ("fork", "forkpty", "nice", "getuid", "O_DIRECTORY", "O_NOFOLLOW"):
    delattr(os, name)
"""
IMPORT_ALL = """\
import importlib, pkgutil, pnp
for module in pkgutil.walk_packages(pnp.__path__, "pnp."):
    if module.name != "pnp.__main__":
        importlib.import_module(module.name)
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Python, and every Python that it starts, without what only some systems have."""
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(WITHOUT)
    paths = os.pathsep.join([str(folder), str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": paths}
    return subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False, cwd=folder
    )


def test_every_module_is_imported_without_them(tmp_path: Path) -> None:
    found = run(tmp_path / "without", "-c", IMPORT_ALL)
    assert not found.returncode, found.stderr


def test_a_kit_with_a_workbook_is_printed_without_them(tmp_path: Path) -> None:
    head, *rows = [line.split(",") for line in FILES["dyes.csv"].splitlines()]
    xlsx(tmp_path / "dyes.xlsx", [("Dyes", [head, *rows])])
    kit = swapped(FILES["kit.toml"], ("dyes.csv", "dyes.xlsx"))
    changes = {"kit.toml": kit, "dyes.csv": None, "dyes.xlsx": (tmp_path / "dyes.xlsx").read_bytes()}
    write_kit(tmp_path / "tiny", changes)
    found = run(tmp_path / "without", "-m", "pnp", "build", str(tmp_path / "tiny"), "--out", str(tmp_path / "out"))
    assert not found.returncode, found.stderr
    assert list((tmp_path / "out").rglob("*.pdf"))
