"""What the programs say to words that are no commands of theirs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import defaultdict
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


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "a,b", "1 2 3"])
def test_what_is_not_two_numbers_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"could not convert|values to unpack"):
        two_numbers(text)


PRESS = Path(__file__).parents[2] / "pnp"
SHARED_MODULES = {"__init__", "__main__", "commands", "cli"}


def test_no_two_classes_of_the_press_share_a_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PRESS.rglob("*.py")):
        for name in re.findall(r"^ *class (\w+)", path.read_text("utf-8"), re.MULTILINE):
            places[name].append(str(path.relative_to(PRESS)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_two_modules_of_the_press_share_a_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PRESS.rglob("*.py")):
        if path.stem not in SHARED_MODULES:
            places[path.stem].append(str(path.relative_to(PRESS)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
