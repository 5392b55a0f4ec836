"""What the programs say to words that are no commands of theirs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

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


PRESS = Path(__file__).parents[2] / "pnp"
SHARED_MODULES = {"__init__", "__main__", "commands", "cli"}


def shared_names(found: Iterable[tuple[str, Path]]) -> dict[str, set[Path]]:
    places: dict[str, set[Path]] = defaultdict(set)
    for name, path in found:
        places[name].add(path.relative_to(PRESS))
    return {name: paths for name, paths in places.items() if len(paths) > 1}


def test_no_two_classes_or_modules_of_the_press_share_a_name() -> None:
    files = sorted(PRESS.rglob("*.py"))
    classes = ((name, path) for path in files for name in re.findall(r"(?m)^ *class (\w+)", path.read_text("utf-8")))
    assert shared_names(classes) == {}
    assert shared_names((path.stem, path) for path in files if path.stem not in SHARED_MODULES) == {}
