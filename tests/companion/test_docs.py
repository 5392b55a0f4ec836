"""Every example in the engine's documents runs."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import companion.games.hangzhou

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["engine.md", "positions.md", "perft.md", "../README.md"])
def test_examples_run(name: str) -> None:
    failed, run = doctest.testfile(str(DOCS / name), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert run > 2
    assert failed == 0


def test_the_package_says_how_to_begin() -> None:
    failed, run = doctest.testmod(companion.games.hangzhou)
    assert (failed, run) == (0, 2)
