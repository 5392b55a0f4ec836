"""What the programs say to words that are no commands of theirs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import companion.cli
import pnp.cli


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
