"""What the programs say to words that are no commands of theirs."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from kit.kit_builders import FILES, swapped, write_kit
from workbooks import xlsx

import companion.cli
import pnp.cli
from pnp.cli import two_numbers


@pytest.mark.parametrize(
    ("program", "word", "said"),
    [
        (pnp.cli.main, "buid", "No such command 'buid'. Did you mean 'build'?"),
        (companion.cli.main, "bakup", "No such command 'bakup'. Did you mean 'backup'?"),
        (pnp.cli.main, "zzz", "No such command 'zzz'."),
    ],
)
def test_a_word_that_is_no_command_names_the_one_meant(program: click.Group, word: str, said: str) -> None:
    done = CliRunner().invoke(program, [word])
    assert done.exit_code == 2
    assert done.stderr.splitlines()[-1] == f"Error: {said}"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a folder that a program works in")
@pytest.mark.parametrize("command", [("pnp", "check", "hangzhou"), ("pnp", "new", "game"), ("companion", "serve")])
def test_a_folder_that_is_gone_is_told_of(command: tuple[str, ...], tmp_path: Path) -> None:
    """Another terminal has deleted it, or moved it away and back."""
    gone = tmp_path / "gone"
    gone.mkdir()
    run = f'rmdir "$PWD" && exec "{sys.executable}" -m {" ".join(command)}'
    root = str(Path(pnp.cli.__file__).parents[1])
    done = subprocess.run(
        ["sh", "-c", run], cwd=gone, env={**os.environ, "PYTHONPATH": root}, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr == "Error: the folder that this was begun in is gone; cd to one that is there\n"


def test_words_of_what_is_no_kit_are_not_told_to_be_there(tmp_path: Path) -> None:
    (tmp_path / "kit.toml").mkdir()
    done = CliRunner().invoke(pnp.cli.main, ["words", str(tmp_path), "fr"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert "kit.toml is not a plain file" in done.stderr


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("0.5,-1", (0.5, -1.0)),
        ("0,5 -1", (0.5, -1.0)),
        ("0,5; −1", (0.5, -1.0)),
        ("–0.5,1", (-0.5, 1.0)),
        (" 1 2 ", (1.0, 2.0)),
    ],
)
def test_two_numbers_are_read_however_they_are_typed(text: str, pair: tuple[float, float]) -> None:
    assert two_numbers(text) == pair


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "a,b", "1 2 3"])
def test_what_is_not_two_numbers_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"could not convert|values to unpack"):
        two_numbers(text)


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


PRESS = Path(__file__).parents[2] / "pnp"
SHARED_MODULES = {"__init__", "__main__", "commands", "cli"}


def test_no_two_classes_of_the_press_share_a_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PRESS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{path.relative_to(PRESS)}:{node.lineno}")
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_two_modules_of_the_press_share_a_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PRESS.rglob("*.py")):
        if path.stem not in SHARED_MODULES:
            places[path.stem].append(str(path.relative_to(PRESS)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
