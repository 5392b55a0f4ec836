"""Every example in the engine's documents runs."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import companion.engine.hangzhou

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["engine.md", "positions.md"])
def test_examples_run(name: str) -> None:
    failed, run = doctest.testfile(str(DOCS / name), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert run > 5
    assert failed == 0


def test_the_package_says_how_to_begin() -> None:
    failed, run = doctest.testmod(companion.engine.hangzhou)
    assert (failed, run) == (0, 3)
