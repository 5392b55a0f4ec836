"""What the programs say to words that are no commands of theirs."""

from __future__ import annotations

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
